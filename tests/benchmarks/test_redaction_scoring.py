import pytest

from benchmarks.redaction_corpus import Kept, LabelledCase, Private
from benchmarks.redaction_scoring import Score, groups_of, hidden_in, replaced, wilson
from cases.transcript import Step, StepKind, Turn

TEXT = "Ann Lee paid 9.50 for A-1 on Friday"


def turns(text: str = TEXT, data: object = None) -> list[Turn]:
    said = Step(1, StepKind.SAY, "user", text=text)
    return [Turn(1, "user", (said, Step(2, StepKind.RESULT, "shop", tool="look", data=data)))]


def labelled() -> LabelledCase:
    name = Private(1, (), 0, 7, "PERSON", "full", "text", "user-0", "p")
    return LabelledCase(0, turns(), [name], [Kept(1, (), 22, 25, "order", "text", "user-0")])


def scored(*places: tuple[int, int]) -> Score:
    score = Score()
    score.add(labelled(), {(1, ()): list(places)})
    return score


def test_a_value_is_found_when_every_letter_is_hidden() -> None:
    whole, parts, half, none = scored((0, 7)), scored((0, 3), (4, 7)), scored((0, 3)), scored()
    assert [s.recall["person", "text"].full for s in (whole, parts, half, none)] == [1, 1, 0, 0]
    assert [s.recall["person", "text"].any for s in (whole, parts, half, none)] == [1, 1, 1, 0]
    assert list(half.missed) == ["user-0 PERSON full text"]


def test_a_kept_value_is_taken_when_any_letter_is_hidden() -> None:
    assert scored((0, 7)).taken["order", "text"].any == 0
    assert scored((24, 25)).taken["order", "text"].any == 1


def test_precision_counts_places_that_hold_something_private() -> None:
    assert scored((0, 7)).precision == 1
    assert scored((0, 7), (22, 25)).precision == 0.5
    assert scored().precision is None
    assert scored((0, 7)).over_share == 0


def test_people_known_from_a_field_are_counted_apart() -> None:
    case = labelled()
    known = LabelledCase(
        0, case.turns, case.private, case.kept, (), {"p": frozenset({"ann", "lee"})}
    )
    score = Score()
    score.add(known, {})
    assert ("person, also in a field", "text") in score.recall
    assert ("person, only in sentences", "text") in scored().recall


@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ("Ann Lee paid", "<PERSON_1> paid", [(0, 7)]),
        ("to Ann, then to Bo", "to <PERSON_1>, then to <PERSON_2>", [(3, 6), (16, 18)]),
        ("Ann", "<PERSON_1>", [(0, 3)]),
    ],
)
def test_hidden_places_are_read_off_the_pseudonyms(
    before: str, after: str, places: list[tuple[int, int]]
) -> None:
    assert replaced(before, after) == places


def test_a_text_that_changed_otherwise_is_an_error() -> None:
    with pytest.raises(ValueError, match="other than by pseudonyms"):
        replaced("Ann Lee paid", "<PERSON_1> was paid")


def test_a_changed_shape_is_an_error() -> None:
    with pytest.raises(ValueError, match="shape"):
        hidden_in(turns(data={"a": "x"}), turns(data={"b": "x"}))
    hidden = hidden_in(turns(data={"a": ["x", 4]}), turns(data={"a": ["<ID_1>", 4]}))
    assert hidden == {(2, ("a", 0)): [(0, 1)]}


@pytest.mark.parametrize(
    ("form", "group"),
    [
        ("street FR", "street line"),
        ("street other PT", "street line, other countries"),
        ("whole FR", "address"),
        ("whole other PT", "address, other countries"),
        ("postcode", "postcode"),
    ],
)
def test_addresses_of_countries_the_rules_do_not_claim_are_counted_apart(
    form: str, group: str
) -> None:
    value = Private(1, (), 0, 4, "ADDRESS", form, "text", "user-0")
    assert groups_of(value, LabelledCase(0, [], [], [])) == [group]


def test_wilson() -> None:
    low, high = wilson(95, 100)
    assert (round(low, 4), round(high, 4)) == (0.8882, 0.9785)
    assert wilson(0, 0) == (0.0, 1.0)


def test_keys_and_passwords_are_counted_apart() -> None:
    case = labelled()
    key, password = (
        Private(1, (), 0, 7, "SECRET", form, "text", "user-0") for form in ("hex", "password")
    )
    assert groups_of(key, case) == ["secret", "key"]
    assert groups_of(password, case) == ["secret", "password"]
