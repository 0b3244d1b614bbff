"""Fill the data folder with a study to rate; print its slug, log-ins and queries per submit.

Runs inside Django, from `manage.py shell`: see benchmarks.rating.prepare.
"""

import hashlib
import json
import uuid

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cases.models import (
    Case,
    Criterion,
    Item,
    Membership,
    Person,
    Rubric,
    RubricVersion,
    Study,
)
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn, turns_to_json

LEVELS = [
    {"value": "FAIL", "label": "No", "text": "Something named or done is wrong or unfounded."},
    {"value": "PASS", "label": "Yes", "text": "All of it agrees with what the tools returned."},
]


def turns(number: int) -> list[dict[str, object]]:
    order = f"BR-{number}"
    say, call, result = StepKind.SAY, StepKind.CALL, StepKind.RESULT
    agent = "refunds_agent"
    words = "I have looked at your order and at what our policy says about damaged goods. " * 3
    found = {"order_id": order, "total": 64.0, "currency": "EUR", "status": "delivered"}
    return turns_to_json(
        [
            Turn(1, "user", (Step(1, say, "user", text=f"Where is my refund for {order}?"),)),
            Turn(
                2,
                "agent",
                (
                    Step(2, call, agent, tool="lookup_order", data={"order_id": order}, call=1),
                    Step(3, result, agent, tool="lookup_order", data=found, call=1),
                    Step(4, say, agent, text=words),
                ),
            ),
            Turn(3, "user", (Step(5, say, "user", text="And when will it arrive?"),)),
            Turn(
                4,
                "agent",
                (
                    Step(6, call, agent, tool="issue_refund", data={"amount": 64.0}, call=2),
                    Step(7, result, agent, tool="issue_refund", data={"state": "issued"}, call=2),
                    Step(8, say, agent, text=words + "It takes five working days."),
                ),
            ),
        ]
    )


def make_study(items: int, overlap: int) -> Study:
    rubric = Rubric.objects.create(slug="refund", name="Refund")
    version = RubricVersion.objects.create(rubric=rubric, number=1, content_hash="0" * 64)
    for position, key in enumerate(["correct_amount", "grounded", "policy", "resolution"]):
        Criterion.objects.create(
            version=version,
            key=key,
            position=position,
            question=f"Is the answer right about {key}?",
            scale="binary",
            kind="final_response",
            levels=LEVELS,
            pass_levels=["PASS"],
            content_hash=key,
        )
    study = Study.objects.create(
        slug="bench", name="Bench", rubric_version=version, overlap=overlap
    )
    total = items + items // 20
    for start in range(0, total, 5000):
        numbers = range(start, min(start + 5000, total))
        keys = [hashlib.sha256(str(n).encode()).hexdigest() for n in numbers]
        cases = Case.objects.bulk_create(
            Case(
                study=study,
                key=key[:16],
                session_key=key,
                conversation_key=key,
                app_name="refund_support",
                turns=turns(number),
                content_hash=key,
            )
            for number, key in zip(numbers, keys, strict=True)
        )
        made = Item.objects.bulk_create(
            Item(
                study=study,
                key=f"i-{case.key}",
                case=case,
                purpose="ordinary" if number < items else "gold",
                split="tuning" if number < items else "none",
            )
            for number, case in zip(numbers, cases, strict=True)
        )
        items_added.send(sender=Study, study=study, items=made)
    return study


def log_in(study: Study, number: int) -> tuple[Client, str]:
    person = Person.objects.create_user(f"rater{number}")
    Membership.objects.create(
        person=person, study=study, role="rater", guidelines_read_at=timezone.now()
    )
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)
    return client, client.cookies[settings.SESSION_COOKIE_NAME].value


def queries_per_submit(client: Client, study: Study) -> int:
    """Statements of one submit + next, transaction control left out."""
    location = client.get(f"/rate/{study.slug}/")["Location"]
    fields = {"submit_key": str(uuid.uuid4()), "base_revision": "0"}
    for criterion in study.rubric_version.criteria.all():
        fields[f"{criterion.key}-answer"] = "level:PASS"
    for turn in range(2):
        fields["submit_key"] = str(uuid.uuid4())
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(location, fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200, (turn, answer.content[:400])
        location = answer["HX-Push-Url"]
    control = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return sum(not query["sql"].startswith(control) for query in queries.captured_queries)


def fill(items: int, raters: int, overlap: int) -> None:
    with transaction.atomic():
        study = make_study(items, overlap)
    logged_in = [log_in(study, number) for number in range(raters)]
    queries = queries_per_submit(log_in(study, raters)[0], study)
    assert Session.objects.count() == raters + 1
    sessions = [key for _, key in logged_in]
    print(json.dumps({"slug": study.slug, "sessions": sessions, "queries": queries}))
