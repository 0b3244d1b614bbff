from calibration.process_matrices import VALUES, load_step_codes, step_codes
from calibration.stats.counts import MISSING
from cases.models import Item, Person, Study
from raters.models import Assignment, StepLabel
from tests.calibration.answers import rate
from tests.make import make_item, make_person


def test_labels_stand_by_rater_and_step() -> None:
    found = step_codes([(8, 2, 4, "HARMFUL"), (5, 2, 4, "NEEDED"), (5, 1, 9, "RECOVERY")])
    assert (found.raters, found.steps) == ([5, 8], [(1, 9), (2, 4)])
    assert found.codes.tolist() == [
        [VALUES.index("RECOVERY"), VALUES.index("NEEDED")],
        [MISSING, VALUES.index("HARMFUL")],
    ]


def test_without_labels_there_are_neither_raters_nor_steps() -> None:
    assert step_codes([]).codes.shape == (0, 0)


def label(item: Item, rater: Person, value: str) -> None:
    StepLabel.objects.create(rating=rate(item, rater), step=2, value=value)


def test_only_what_counts_is_loaded(study: Study, rater: Person) -> None:
    item, aside = (make_item(study, kind=Item.Kind.PROCESS) for _ in range(2))
    gold = make_item(study, kind=Item.Kind.PROCESS, purpose=Item.Purpose.GOLD)
    other = make_person()
    # The second is a correction of the first.
    for value in ("HARMFUL", "NEEDED"):
        label(item, rater, value)
    label(item, other, "REDUNDANT")
    for left_out in (aside, gold):
        label(left_out, rater, "NEEDED")
    Assignment.objects.filter(item=aside).update(state="set_aside")
    found = load_step_codes(study)
    assert found.steps == [(item.pk, 2)]
    codes = dict(zip(found.raters, found.codes[:, 0].tolist(), strict=True))
    assert codes == {rater.pk: VALUES.index("NEEDED"), other.pk: VALUES.index("REDUNDANT")}
