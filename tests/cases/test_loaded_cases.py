from cases.loaded_cases import LoadedCases
from cases.models import Case, Study
from tests.make import make_case
from tests.transcripts import long_turns


def stamp(case: Case) -> tuple[int, str, None]:
    return case.pk, case.content_hash, None


def test_long_cases_are_read_once_and_short_ones_each_time(
    study: Study, django_assert_num_queries: object
) -> None:
    loaded = LoadedCases(long=10_000)
    short, long = make_case(study), make_case(study, long_turns(100))
    with django_assert_num_queries(3):  # type: ignore[operator]
        for case in (short, short, long, long):
            assert loaded.turns(stamp(case)) == case.read_turns()
    assert len(loaded) == 1


def test_the_oldest_is_forgotten_and_a_case_beyond_all_room_is_not_kept(study: Study) -> None:
    cases = [make_case(study, long_turns(100, words=n)) for n in (10, 11, 12)]
    size = 60_000
    loaded = LoadedCases(kept=size, long=1_000)
    for case in cases:
        loaded.turns(stamp(case))
    assert 0 < len(loaded) < len(cases)
    tiny = LoadedCases(kept=5_000, long=1_000)
    tiny.turns(stamp(cases[0]))
    assert len(tiny) == 0


def test_another_hash_is_another_case(study: Study) -> None:
    loaded = LoadedCases(long=0)
    case = make_case(study)
    loaded.turns(stamp(case))
    loaded.turns((case.pk, "other", None))
    assert len(loaded) == 2
