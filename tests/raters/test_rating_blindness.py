"""Pairs, what no rating page may tell, and what one costs."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cases.models import AgentVersion, Item, Person, Study
from cases.signals import items_added
from raters.models import Assignment, Label, Slot
from tests.make import (
    join,
    make_case,
    make_gold,
    make_item,
    make_person,
)
from tests.raters.answers import rate_next
from tests.raters.posts import HTMX, claimed, make_pair, posted, ready_client, url_of


@pytest.fixture
def client(rater: Person) -> Client:
    return ready_client(rater)


# --- pairs ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("side_order", "side", "value"),
    [
        ("ab", "left", "first_case"),
        ("ab", "right", "second_case"),
        ("ba", "left", "second_case"),
        ("ba", "right", "first_case"),
        ("ba", "tie", "tie"),
    ],
)
def test_a_side_is_stored_as_a_case(
    study: Study, rater: Person, client: Client, side_order: str, side: str, value: str
) -> None:
    items_added.send(sender=Study, study=study, items=[make_pair(study)])
    assignment = claimed(study, rater)
    Assignment.objects.update(side_order=side_order)
    text = client.get(url_of(assignment)).content.decode()
    first, second = (text.index(words) for words in ("I sent a refund", "on its way"))
    assert (first < second) == (side_order == "ab")
    assert text.count("Where is my refund?") == 1
    assert client.post(url_of(assignment), posted(side)).status_code == 302
    assert set(Label.objects.values_list("value", flat=True)) == {value}
    text = client.get(url_of(assignment)).content.decode()
    assert len(re.findall(rf'value="{side}"[^>]*checked', text)) == 2


def test_evidence_of_a_pair_names_its_case(study: Study, rater: Person, client: Client) -> None:
    items_added.send(sender=Study, study=study, items=[make_pair(study)])
    assignment = claimed(study, rater)
    Assignment.objects.update(side_order="ba")
    chosen = [{"side": "right", "step": 4, "start": 0, "quote": "I sent a refund"}]
    fields = posted("right", **{"grounded-evidence": json.dumps(chosen)})
    assert client.post(url_of(assignment), fields).status_code == 302
    (quote,) = Label.objects.get(criterion__key="grounded").evidence
    assert (quote["case"], quote["step"], quote["quote"]) == ("first_case", 4, "I sent a refund")
    page = client.get(url_of(assignment))
    (shown,) = json.loads(page.context["questions"][1].evidence)
    assert shown["side"] == "right"


# --- blindness ---------------------------------------------------------------


def test_no_page_tells_what_a_rater_must_not_know(
    study: Study, rater: Person, client: Client
) -> None:
    """Every page and answer of an absolute, a gold and a pairwise item, before and after rating."""
    version = AgentVersion.objects.create(
        study=study,
        label="derived-3f2a91 (refunds-v7-canary, 4 tools)",
        model="model-secret-9",
        tools=["hidden_tool"],
        instruction="Whisper softly.",
        policy="Whisper always.",
        derived=True,
    )
    secret = {
        "agent_version": version,
        "strata": {"intent": "stratum-alpha", "outcome": "stratum-omega"},
        "key": "case-key-zz",
        "session_key": "s" * 64,
        "cautions": [{"step": 1, "rule": "overrides_orders"}],
        "extraction": {"thought": 4711, "several_agent_versions": 1},
    }
    case = make_case(study, **secret)
    ordinary = make_item(study, case, key="i-ordinary", rank=1)
    second = secret | {"key": "case-key-yy", "session_key": "t" * 64}
    pair = make_pair(study, case=make_case(study, **second), key="i-pair", rank=2)
    items_added.send(sender=Study, study=study, items=[ordinary, pair])
    third = secret | {"key": "case-key-xx", "session_key": "u" * 64}
    (gold,) = make_gold(study, case=make_case(study, **third), key="i-glint")
    other = join(make_person("olga-other", display_name="Olga Other"), study, "rater")
    rate_next(study, other, "FAIL")
    rate_next(study, other)
    Assignment.objects.create(
        item=gold, rater=rater, leased_at=timezone.now(), expires_at=timezone.now() + timedelta(1)
    )
    seen: list[str] = []
    keep = _keeper(seen)
    keep(client.get(reverse("guidelines", args=[study.slug])))
    for _ in range(3):
        assignment = claimed(study, rater)
        keep(client.get(url_of(assignment)))
        pairwise = assignment.item.kind == Item.Kind.PAIRWISE
        keep(client.post(url_of(assignment), posted("nonsense"), **HTMX))
        keep(client.post(url_of(assignment, "item_draft"), posted("cant_tell")))
        keep(client.post(url_of(assignment), posted("left" if pairwise else "level:PASS"), **HTMX))
        keep(client.get(url_of(assignment)))
    keep(client.get(reverse("rate_next", args=[study.slug])))
    keep(client.get(reverse("rate_mine", args=[study.slug])))
    everything = "\n".join(seen).lower()
    assert everything.count("<html") >= 9
    leaks = ["canary", "secret-9", "hidden_tool", "stratum-", "gold", "olga", "case-key", "i-ordi"]
    leaks += ["i-pair", "i-glint", "s" * 64, "first_case", "second_case", "held", "tuning", "judge"]
    leaks += ["3f2a91", "derived", "whisper", "overrides", "aims at", "drop its instr", "4711"]
    leaks += ["verdict", "overlap", "ordinary", "first case", "gates", "side_order", "training"]
    assert [leak for leak in leaks if leak in everything] == []


def _keeper(seen: list[str]) -> Any:
    def keep(response: Any) -> None:
        assert response.status_code < 500
        headers = "\n".join(f"{k}: {v}" for k, v in response.headers.items())
        seen.append(f"{headers}\n{response.content.decode()}")

    return keep


def test_a_gold_item_looks_like_any_other(study: Study, rater: Person, client: Client) -> None:
    """The same case as an ordinary item and as gold gives the same page but for its random keys."""
    case = make_case(study)
    item = make_item(study, case)
    items_added.send(sender=Study, study=study, items=[item])
    assignment = claimed(study, rater)
    ordinary = client.get(url_of(assignment)).content.decode()
    Assignment.objects.update(slot=None)
    Slot.objects.all().delete()
    Item.objects.filter(pk=item.pk).update(purpose="gold", split="none")
    gold = client.get(url_of(assignment)).content.decode()
    drawn = r'(csrfmiddlewaretoken|submit_key|nonce)("? ?(value)?="?)[\w-]+'
    assert re.sub(drawn, "", gold) == re.sub(drawn, "", ordinary)


# --- cost ---------------------------------------------------------------


@pytest.mark.parametrize("count", [10, 1000])
def test_submit_and_next_takes_the_same_few_queries(
    study: Study, rater: Person, client: Client, count: int
) -> None:
    cases = [make_case(study) for _ in range(10)]
    items = [
        Item(study=study, case=cases[i % 10], case_b=None, key=f"i{i}", split="tuning", kind=kind)
        for i, kind in zip(range(10), ["absolute"] * 10, strict=True)
    ]
    items = Item.objects.bulk_create(items)
    more = [make_case(study) for _ in range(count - 10)]
    items += Item.objects.bulk_create(
        Item(study=study, case=case, key=f"m{i}", split="tuning") for i, case in enumerate(more)
    )
    items_added.send(sender=Study, study=study, items=items)
    for _ in range(3):
        client.post(url_of(claimed(study, rater)), posted(), **HTMX)
    assignment = claimed(study, rater)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(url_of(assignment), posted(), **HTMX)
    assert answer.status_code == 200
    statements = [q["sql"] for q in queries.captured_queries if "SAVEPOINT" not in q["sql"]]
    assert len(statements) <= 21, "\n".join(statements)
