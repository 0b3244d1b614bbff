"""The transcripts of an item as HTML: rendered once, never for another pair, order or text."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cases.models import Case, Item, Person, Study
from cases.transcript import steps_of
from cases.transcript_pages import part_html, search_answer, whole_step_html
from raters.models import Assignment
from raters.sides import html_of, readings_of, turns_of
from tests.make import join, make_case, make_item, make_person, make_turns


def given(item: Item, side_order: str = "") -> Assignment:
    """`item` in the hands of somebody new."""
    now = timezone.now()
    rater = join(make_person(), item.study, "rater")
    return Assignment.objects.create(
        item=item, rater=rater, side_order=side_order, leased_at=now, expires_at=now
    )


def case_saying(study: Study, answer: str) -> Case:
    return make_case(study, make_turns(answer=answer))


def test_the_second_rater_of_an_item_gets_what_was_rendered_for_the_first(study: Study) -> None:
    item = make_item(study, case_saying(study, "Sent on Monday."))
    first = html_of(given(item))
    assert "Sent on Monday." in first[""]
    second = given(item)
    with CaptureQueriesContext(connection) as queries:
        assert html_of(second) == first
    (query,) = [q["sql"] for q in queries.captured_queries]
    assert '"turns"' not in query


def test_an_erased_case_is_gone_at_once(study: Study) -> None:
    item = make_item(study, case_saying(study, "Ms Adler lives in Bonn."))
    assert "Adler" in html_of(given(item))[""]
    Case.objects.filter(pk=item.case_id).update(turns=[], erased_at=timezone.now())
    assert html_of(given(item)).keys() == {""}
    assert "Adler" not in html_of(given(item))[""]


def test_one_erased_side_of_a_pair_is_gone_at_once(study: Study) -> None:
    left, right = case_saying(study, "Ms Adler is paid."), case_saying(study, "All is well.")
    pair = make_item(study, left, case_b=right, kind=Item.Kind.PAIRWISE)
    assert "Adler" in html_of(given(pair, "ab"))["left"]
    Case.objects.filter(pk=left.pk).update(turns=[], erased_at=timezone.now())
    shown = html_of(given(pair, "ab"))
    assert "Adler" not in "".join(shown.values())
    assert "All is well." in shown["right"]


@pytest.mark.parametrize(
    ("order", "left", "right"), [("ab", "One.", "Two."), ("ba", "Two.", "One.")]
)
def test_each_order_of_a_pair_is_kept_apart(
    study: Study, order: str, left: str, right: str
) -> None:
    first, second = case_saying(study, "One."), case_saying(study, "Two.")
    pair = make_item(study, first, case_b=second, kind=Item.Kind.PAIRWISE)
    html_of(given(pair, "ba"))
    html_of(given(pair, "ab"))
    shown = html_of(given(pair, order))
    assert left in shown["left"]
    assert right not in shown["left"]
    assert right in shown["right"]
    assert "Where is my refund?" in shown[""]


def test_a_case_looks_the_same_alone_and_in_no_pair(study: Study) -> None:
    """What a pair has in common is said once, above; alone, the case is shown whole."""
    first, second = case_saying(study, "One."), case_saying(study, "Two.")
    pair = make_item(study, first, case_b=second, kind=Item.Kind.PAIRWISE)
    shown = html_of(given(pair, "ab"))
    alone = html_of(given(make_item(study, first)))
    assert "Where is my refund?" not in shown["left"]
    assert alone.keys() == {""}
    assert "Where is my refund?" in alone[""]
    assert "One." in alone[""]


def test_a_pair_with_nothing_in_common_has_no_beginning(study: Study) -> None:
    first = make_case(study, make_turns(question="What now?"))
    pair = make_item(study, first, case_b=make_case(study), kind=Item.Kind.PAIRWISE)
    assignment = given(pair, "ab")
    assert html_of(assignment)[""] == ""
    assert turns_of(assignment)[""] == []


def test_a_transcript_tells_nothing_of_who_reads_it(study: Study, rater: Person) -> None:
    item = make_item(study)
    assignment = given(item)
    for word in (item.key, str(assignment.token), assignment.rater.username, study.slug):
        assert word not in html_of(assignment)[""]


def test_agents_names_tell_no_rater_which_version_answered(study: Study) -> None:
    sides = []
    for name in ("desk_v1", "desk_v2"):
        question, answer = make_turns(question=f"What now, {name[-1]}?")
        steps = tuple(replace(step, author=name) for step in answer.steps)
        sides.append(make_case(study, [question, replace(answer, steps=steps)]))
    pair = make_item(study, sides[0], case_b=sides[1], kind=Item.Kind.PAIRWISE)
    assignment = given(pair, "ba")
    shown = "".join(html_of(assignment).values())
    assert "desk_v" not in shown
    readings = readings_of(assignment)
    authors = {step.author for side in readings.values() for step in steps_of(side.turns)}
    assert authors == {"user", "Agent"}
    whole = whole_step_html(readings["left"], 4, anchor="left", ask="?side=left")
    assert "desk_v" not in part_html(readings["left"], 1, anchor="left") + whole
    labels = {hit["label"] for hit in search_answer(readings, "refund")["hits"]}
    assert labels <= {"user", "Agent"}
