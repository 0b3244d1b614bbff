from collections import Counter, defaultdict
from itertools import combinations

import pytest

from calibration.demo.raters import PROFILES, Profile, compared, judged, rate_until
from calibration.demo.scenarios import scenarios
from calibration.demo.script import CRITERIA, FAIL, PASS, Judgement
from cases.models import Item, Membership, Person, Study
from cases.signals import items_added
from raters.models import Assignment, Label, Rating, Slot
from tests.make import make_case, make_criterion, make_person, make_rubric_version, make_study

KEY = "grounded"
ELIF = next(p for p in PROFILES if p.username == "sim-elif")
ANOUK = next(p for p in PROFILES if p.username == "sim-anouk")


def errors(profile: Profile, truth: Judgement, key: str = KEY, cases: int = 2000) -> list[bool]:
    answers = [judged(profile, f"case {n}", key, truth) for n in range(cases)]
    return [answer not in (truth.value, None) for answer in answers]


def share(profile: Profile, truth: Judgement, key: str = KEY) -> float:
    found = errors(profile, truth, key)
    return sum(found) / len(found)


def test_the_same_answer_every_time() -> None:
    truth = Judgement(PASS, "")
    first = [judged(ELIF, f"case {n}", KEY, truth) for n in range(50)]
    assert [judged(ELIF, f"case {n}", KEY, truth) for n in range(50)] == first


def test_care_shows_in_the_share_of_errors() -> None:
    truth = scenarios()

    def agreement(profile: Profile) -> float:
        hits = [
            judged(profile, s.session_id, key, s.truth[key]) == s.truth[key].value
            for s in truth
            for key in CRITERIA
        ]
        return sum(hits) / len(hits)

    found = {profile.username: agreement(profile) for profile in PROFILES}
    assert found["sim-anouk"] > 0.95
    assert 0.75 < found["sim-elif"] < 0.92
    ordered = [found[p.username] for p in PROFILES]
    assert ordered[0] > ordered[3] > ordered[4]


def test_the_lenient_let_more_faults_pass_than_they_fail_what_is_right() -> None:
    assert share(ELIF, Judgement(FAIL, "")) > 1.5 * share(ELIF, Judgement(PASS, ""))
    strict = next(p for p in PROFILES if p.lenience < 1)
    assert share(strict, Judgement(PASS, "")) > 1.3 * share(strict, Judgement(FAIL, ""))


def test_hard_items_and_hard_criteria_cost_more_errors() -> None:
    assert share(ELIF, Judgement(FAIL, "", hard=True)) > 1.5 * share(ELIF, Judgement(FAIL, ""))
    plain = Judgement(PASS, "")
    assert share(ELIF, plain, "resolution") > share(ELIF, plain, "correct_amount")


def test_mistakes_go_together() -> None:
    truth = Judgement(FAIL, "", hard=True)
    one, other = errors(ELIF, truth), errors(next(p for p in PROFILES if p.accuracy == 0.94), truth)
    both = sum(a and b for a, b in zip(one, other, strict=True)) / len(one)
    apart = sum(one) / len(one) * sum(other) / len(other)
    assert both > 1.2 * apart


@pytest.mark.parametrize(
    ("first", "second", "right"),
    [(PASS, FAIL, "first_case"), (FAIL, PASS, "second_case"), (PASS, PASS, "tie")],
)
def test_pairs_follow_the_two_verdicts(first: str, second: str, right: str) -> None:
    answers = Counter(
        compared(ANOUK, f"pair {n}", KEY, Judgement(first, ""), Judgement(second, ""))
        for n in range(300)
    )
    assert answers.most_common(1)[0][0] == right
    assert answers[right] > 270


# --- through the engine --------------------------------------------------------------------------


@pytest.fixture
def team(db: None) -> tuple[Study, dict[str, Person]]:
    version = make_rubric_version(*CRITERIA[:1])
    for key in CRITERIA[1:]:
        make_criterion(version, key)
    study = make_study(rubric_version=version, overlap=3)
    people = {p.username: make_person(p.username) for p in PROFILES}
    for person in people.values():
        Membership.objects.create(person=person, study=study, role="rater", simulated=True)
    return study, people


def add_items(study: Study, count: int) -> dict[str, dict[str, Judgement]]:
    cases = [make_case(study) for _ in range(count)]
    items = [
        Item.objects.create(study=study, case=case, key=f"i-{case.key}", split="tuning")
        for case in cases
    ]
    items_added.send(sender=Study, study=study, items=items)
    values = (PASS, PASS, FAIL)
    return {
        case.key: {key: Judgement(values[(n + m) % 3], "why") for m, key in enumerate(CRITERIA)}
        for n, case in enumerate(cases)
    }


def test_every_item_gets_its_ratings_and_every_pair_shares_items(
    team: tuple[Study, dict[str, Person]],
) -> None:
    study, people = team
    truth = add_items(study, 40)
    rate_until(study=study, people=people, truth=truth, leave_open=0)
    live = Assignment.objects.finished().filter(item__study=study)
    assert Counter(Counter(live.values_list("item", flat=True)).values()) == {3: 40}
    raters = defaultdict(set)
    for item, rater in live.values_list("item", "rater"):
        raters[rater].add(item)
    assert len(raters) == 5
    assert all(raters[a] & raters[b] for a, b in combinations(raters, 2))
    labels = Label.objects.filter(item__study=study)
    agreeing = [
        label.value == truth[label.item.case.key][label.criterion.key].value
        for label in labels.select_related("item__case", "criterion")
    ]
    assert 0.8 < sum(agreeing) / len(agreeing) < 1
    assert not Rating.objects.filter(active_ms=None).exists()
    quotes = [quote for row in labels.exclude(evidence=[]) for quote in row.evidence]
    assert quotes
    assert all("I sent a refund" in quote["quote"] for quote in quotes)


def test_places_are_left_for_people_and_a_second_call_adds_nothing(
    team: tuple[Study, dict[str, Person]],
) -> None:
    study, people = team
    truth = add_items(study, 20)
    rate_until(study=study, people=people, truth=truth, leave_open=15)
    open_slots = Slot.objects.filter(study=study).exclude(state=Slot.State.FILLED)
    assert open_slots.count() == 15
    assert rate_until(study=study, people=people, truth=truth, leave_open=15) == 0
    assert rate_until(study=study, people=people, truth=truth, leave_open=9) >= 6
    assert open_slots.count() == 9
    # Work is left in whole items, not in single places all over the queue.
    assert open_slots.values("item").distinct().count() <= 6
