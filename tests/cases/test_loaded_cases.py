from typing import Any

from cases.loaded_cases import Kept, load_turns, reading_of
from cases.models import Case, Study
from cases.readings import read
from tests.make import make_case
from tests.transcripts import long_turns


def test_what_is_long_is_loaded_once_and_what_is_short_each_time() -> None:
    kept = Kept(long=10)
    loaded: list[str] = []

    def ask(key: str, size: int) -> None:
        def load() -> tuple[int, dict[str, Any]]:
            loaded.append(key)
            return size, {}

        kept.get(key, load)

    for key, size in (("short", 10), ("long", 11), ("short", 10), ("long", 11)):
        ask(key, size)
    assert loaded == ["short", "long", "short"]


def test_the_oldest_is_forgotten_and_what_is_too_large_is_not_kept() -> None:
    kept = Kept(room=100, largest=300, long=0)

    def ask(key: str, size: int) -> bool:
        """Whether it had to be loaded."""
        loaded = False

        def load() -> tuple[int, dict[str, Any]]:
            nonlocal loaded
            loaded = True
            return size, {}

        kept.get(key, load)
        return loaded

    assert [ask(key, 50) for key in "aabba"] == [True, False, True, False, False]
    assert [ask(key, 50) for key in "cab"] == [True, False, True]
    assert ask("huge", 301)
    assert ask("huge", 301)
    assert [ask("large", 300), ask("large", 300), ask("a", 50)] == [True, False, True]
    assert len(kept) == 1


def test_a_case_is_read_as_it_is_stored(study: Study) -> None:
    case = make_case(study, long_turns(400))
    size, turns = load_turns(case.pk)
    assert size > 100_000
    assert turns == case.read_turns()
    deferred = Case.objects.defer("turns").get(pk=case.pk)
    assert reading_of(deferred) == read(case.read_turns())
