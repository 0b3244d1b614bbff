"""Plain makers of rows, with defaults that a test overrides where it cares."""

import hashlib
import itertools
from typing import Any

from cases.models import (
    Case,
    Criterion,
    GoldAnswer,
    Item,
    Membership,
    Person,
    Rubric,
    RubricVersion,
    Study,
)
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn, turns_to_json

_count = itertools.count(1)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def make_person(username: str = "", **fields: Any) -> Person:
    username = username or f"person{next(_count)}"
    fields.setdefault("display_name", username.title())
    return Person.objects.create_user(username=username, password="quiet-river-42", **fields)


def join(person: Person, study: Study, role: str, **fields: Any) -> Person:
    Membership.objects.create(person=person, study=study, role=role, **fields)
    return person


BINARY_LEVELS = [
    {"value": "FAIL", "label": "No", "text": "It does not."},
    {"value": "PASS", "label": "Yes", "text": "It does."},
]


def make_criterion(version: RubricVersion, key: str = "grounded", **fields: Any) -> Criterion:
    defaults: dict[str, Any] = {
        "position": version.criteria.count(),
        "question": f"Is the answer {key}?",
        "property": f"The answer is {key}.",
        "scale": Criterion.Scale.BINARY,
        "kind": Criterion.Kind.FINAL_RESPONSE,
        "levels": BINARY_LEVELS,
        "pass_levels": ["PASS"],
        "content_hash": digest(key),
    }
    return Criterion.objects.create(version=version, key=key, **(defaults | fields))


def make_rubric_version(*keys: str, slug: str = "") -> RubricVersion:
    slug = slug or f"rubric-{next(_count)}"
    rubric = Rubric.objects.create(slug=slug, name=slug.title())
    version = RubricVersion.objects.create(rubric=rubric, number=1, content_hash=digest(slug))
    for key in keys or ("correct_amount", "grounded"):
        make_criterion(version, key)
    return version


def make_study(slug: str = "", **fields: Any) -> Study:
    slug = slug or f"study-{next(_count)}"
    if "rubric_version" not in fields:
        fields["rubric_version"] = make_rubric_version()
    fields.setdefault("gold_share", 0.0)
    return Study.objects.create(slug=slug, name=slug.title(), **fields)


def make_turns(
    question: str = "Where is my refund?",
    answer: str = "I sent a refund of 64.00 to your card.",
    result: Any = None,
) -> list[Turn]:
    """A user turn and an agent turn with one tool call."""
    return [
        Turn(1, "user", (Step(1, StepKind.SAY, "user", text=question),)),
        Turn(
            2,
            "agent",
            (
                Step(
                    2,
                    StepKind.CALL,
                    "refunds_agent",
                    tool="lookup_order",
                    data={"order_id": "BR-1"},
                    call=1,
                ),
                Step(
                    3,
                    StepKind.RESULT,
                    "refunds_agent",
                    tool="lookup_order",
                    data=result or {"order_id": "BR-1", "total": 64.0},
                    call=1,
                ),
                Step(4, StepKind.SAY, "refunds_agent", text=answer),
            ),
        ),
    ]


def make_case(study: Study, turns: list[Turn] | None = None, **fields: Any) -> Case:
    number = next(_count)
    session_key = digest(f"session {number}")
    turns_json = turns_to_json(turns if turns is not None else make_turns())
    defaults: dict[str, Any] = {
        "key": session_key[:16],
        "session_key": session_key,
        "conversation_key": session_key,
        "app_name": "refund_support",
        "turns": turns_json,
        "content_hash": digest(str(turns_json)),
        "strata": {"intent": "damaged_item", "outcome": "refunded"},
    }
    return Case.objects.create(study=study, **(defaults | fields))


def make_item(study: Study, case: Case | None = None, **fields: Any) -> Item:
    """An item; ordinary unless `purpose` says otherwise. Sends no items_added signal."""
    case = case or make_case(study)
    fields.setdefault("key", f"item-{next(_count)}")
    purpose = fields.get("purpose", Item.Purpose.ORDINARY)
    fields.setdefault("split", "tuning" if purpose == Item.Purpose.ORDINARY else "none")
    return Item.objects.create(study=study, case=case, **fields)


def make_slots(study: Study, count: int = 1, **fields: Any) -> list[Item]:
    """Ordinary items with their slots in the queue."""
    items = [make_item(study, **fields) for _ in range(count)]
    items_added.send(sender=Study, study=study, items=items)
    return items


def make_gold(study: Study, count: int = 1, **fields: Any) -> list[Item]:
    """Gold items whose known answer to every criterion is PASS."""
    items = [make_item(study, purpose=Item.Purpose.GOLD, **fields) for _ in range(count)]
    GoldAnswer.objects.bulk_create(
        GoldAnswer(item=item, criterion=criterion, value="PASS", explanation="It is so.")
        for item in items
        for criterion in study.rubric_version.criteria.all()
    )
    return items
