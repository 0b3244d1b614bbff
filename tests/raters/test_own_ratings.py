import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Item, Person, Study
from raters.flags import flag
from raters.models import Assignment
from raters.own_ratings import rows_of, submitted_by
from raters.ratings import Answer, opt_out, skip
from tests.make import make_slots
from tests.raters.answers import answers_for, rate
from tests.raters.posts import claimed, posted, ready_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(study: Study, rater: Person) -> list[Assignment]:
    """Rated with a comment, rated plainly and flagged, skipped, left unread."""
    make_slots(study, 4)
    done = []
    for number in range(4):
        assignment = claimed(study, rater)
        key = posted()["submit_key"]
        if number == 0:
            answers = answers_for(assignment)
            answers["grounded"] = Answer("label", "PASS", comment="The Total is missing")
            rate(assignment, answers=answers)
        elif number == 1:
            rate(assignment)
            flag(assignment=assignment, note="Two totals")
        elif number == 2:
            skip(assignment=assignment, submit_key=key, reason="Not my language")
        else:
            opt_out(assignment=assignment, submit_key=key)
        done.append(assignment)
    return done


def test_words_outcome_flag_and_comment_narrow_it(
    mine: list[Assignment], study: Study, rater: Person
) -> None:
    def found(**asked: object) -> list[int]:
        return [mine.index(one) for one in submitted_by(rater, study, **asked)]  # type: ignore[arg-type]

    assert found() == [3, 2, 1, 0]
    assert found(words=" total ") == [1, 0]
    assert found(words="language") == [2]
    assert found(outcome="rated") == [1, 0]
    assert found(outcome="opted_out") == [3]
    assert found(flagged=True) == [1]
    assert found(commented=True) == [0]
    assert found(commented=True, flagged=True) == []


def test_what_is_set_aside_is_listed_as_ever_and_training_is_not(
    mine: list[Assignment], study: Study, rater: Person
) -> None:
    Assignment.objects.filter(pk=mine[0].pk).update(state="set_aside", slot=None)
    Item.objects.filter(pk=mine[1].item_id).update(purpose="training", split="none")
    rows = rows_of(submitted_by(rater, study), study)
    assert [row.outcome for row in rows] == ["opted_out", "skipped", "rated"]
    assert rows[-1].may_change


def test_after_the_hours_for_changes_it_can_only_be_looked_at(
    mine: list[Assignment], study: Study, rater: Person
) -> None:
    study.change_hours = 0
    rows = rows_of(submitted_by(rater, study), study)
    assert [row.may_change for row in rows] == [False] * 4


def test_pages_take_as_many_statements_however_long_they_are(
    mine: list[Assignment], study: Study, rater: Person, django_assert_max_num_queries: object
) -> None:
    client = ready_client(rater)
    url = reverse("rate_mine", args=[study.slug])
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        client.get(url)


def test_others_see_nothing_of_it(
    client: Client, mine: list[Assignment], study: Study, stranger: Person
) -> None:
    assert not submitted_by(stranger, study).exists()
    client.force_login(stranger)
    assert client.get(reverse("rate_mine", args=[study.slug])).status_code == 404
