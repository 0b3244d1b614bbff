"""The interface that the rating pages know of a format."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from raters.models import Assignment, Rating
from raters.work_forms import WorkForm


class Format[F: WorkForm](ABC):
    """How items of one kind are asked and kept. Has no state."""

    # Templates: what is read, what is asked, the rows of the list of keys.
    read_template: ClassVar[str] = "raters/_read.html"
    ask_template: ClassVar[str]
    keys_template: ClassVar[str] = "raters/_keys.html"

    @abstractmethod
    def form(self, assignment: Assignment, posted: Mapping[str, Any] | None) -> F:
        """The form as posted, else as drafted, else as the assignment was rated."""

    @abstractmethod
    def record(self, assignment: Assignment, form: F) -> Rating:
        """Keep a valid form. Raises BadInput, having written nothing; see record_rating."""

    @abstractmethod
    def context(self, assignment: Assignment, form: F) -> dict[str, Any]:
        """What the templates of this format need beside rating_pages.work_context."""

    @abstractmethod
    def answers(self, assignment: Assignment, rating: Rating) -> list[tuple[str, str]]:
        """What was answered, in few words, for the rater's own list: (question, answer)."""
