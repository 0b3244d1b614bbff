"""What is known of a generated case: its turns, what is private in them, and what must stay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cases.transcript import Turn

# Where a leaf stands: () for what was said, else the keys and indexes below a step's data.
Path = tuple[str | int, ...]
TEXT: Path = ()


@dataclass(frozen=True, slots=True)
class Private:
    """A private value. `start` and `end` count characters of the leaf at `path` of step `step`.

    `where` is "text" (in a sentence), "hinted" (the whole leaf, below a key that says what it is),
    "unhinted" (the whole leaf, below a key that does not), or "table" (a cell whose column is named
    elsewhere). `form` tells spellings apart, `who` people; `cue` says that words before a name
    announce it.
    """

    step: int
    path: Path
    start: int
    end: int
    kind: str
    form: str
    where: str
    template: str
    who: str = ""
    origin: str = ""
    cue: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A value that a rater needs: an order number, an amount, a product, an ordinary date."""

    step: int
    path: Path
    start: int
    end: int
    kind: str
    where: str
    template: str


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """`neutral` are places that count neither as private nor as kept, such as a town by itself."""

    number: int
    turns: Sequence[Turn]
    private: Sequence[Private]
    kept: Sequence[Kept]
    neutral: Sequence[tuple[int, Path, int, int]] = ()
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
