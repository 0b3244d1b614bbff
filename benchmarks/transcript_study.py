"""Fill the data folder with cases to open; print their addresses and a lead's log-in.

Runs inside Django, from `manage.py shell`: see benchmarks.transcript.
"""

import hashlib
import json
import random

from django.test import Client

from benchmarks.rating_study import turns as ordinary_turns
from cases.models import Case, Membership, Person, Rubric, RubricVersion, Study
from cases.transcript import Step, StepKind, Turn, turns_to_json

CALL, RESULT, SAY = StepKind.CALL, StepKind.RESULT, StepKind.SAY
WORDS = ["order", "parcel", "depot", "refund", "address", "damaged", "receipt", "policy", "delay"]


def many_steps(size: int) -> list[Turn]:
    """Turns of a question, forty calls with nested results, and an answer, up to `size` bytes."""
    chance = random.Random(7)
    turns: list[Turn] = []
    index = call = written = 0
    while written < size:
        index += 1
        asked = f"Question {index} of <PERSON_1>: " + " ".join(chance.choices(WORDS, k=20))
        turns.append(Turn(len(turns) + 1, "user", (Step(index, SAY, "user", text=asked),)))
        steps: list[Step] = []
        for _ in range(40):
            call += 1
            data = result(chance, rows=6)
            steps += [
                Step(index + 1, CALL, "agent", tool="search", data={"page": call}, call=call),
                Step(index + 2, RESULT, "agent", tool="search", data=data, call=call),
            ]
            index += 2
            written += len(json.dumps(data)) + 200
        index += 1
        steps.append(Step(index, SAY, "agent", text=" ".join(chance.choices(WORDS, k=80))))
        turns.append(Turn(len(turns) + 1, "agent", tuple(steps)))
    return turns


def one_result(size: int) -> list[Turn]:
    chance = random.Random(7)
    data = result(chance, rows=size // 185)
    return [
        Turn(1, "user", (Step(1, SAY, "user", text="List everything, please."),)),
        Turn(
            2,
            "agent",
            (
                Step(2, CALL, "agent", tool="export_orders", data={"all": True}, call=1),
                Step(3, RESULT, "agent", tool="export_orders", data=data, call=1),
                Step(4, SAY, "agent", text="That is all of it."),
            ),
        ),
    ]


def result(chance: random.Random, rows: int) -> dict[str, object]:
    return {
        "orders": [
            {
                "order_id": f"BR-{number}",
                "customer": {"name": "<PERSON_1>", "email": "<EMAIL_1>"},
                "total": round(chance.uniform(5, 500), 2),
                "note": " ".join(chance.choices(WORDS, k=9)),
            }
            for number in range(rows)
        ]
    }


def fill(size: int) -> None:
    rubric = Rubric.objects.create(slug="reading", name="Reading")
    version = RubricVersion.objects.create(rubric=rubric, number=1, content_hash="0" * 64)
    study = Study.objects.create(slug="reading", name="Reading", rubric_version=version)
    made = {
        "ordinary": ordinary_turns(1),
        "many steps": turns_to_json(many_steps(size)),
        "one result": turns_to_json(one_result(size)),
    }
    pages = {}
    for name, turns in made.items():
        key = hashlib.sha256(name.encode()).hexdigest()
        case = Case.objects.create(
            study=study,
            key=key[:16],
            session_key=key,
            conversation_key=key,
            content_hash=key,
            app_name="shop",
            turns=turns,
        )
        text = json.dumps(turns)
        steps = sum(len(turn["steps"]) for turn in turns)
        address = f"/studies/reading/cases/{case.key}/"
        pages[name] = {"address": address, "megabytes": len(text) / 1e6, "steps": steps}
    lead = Person.objects.create_user("lead")
    Membership.objects.create(person=lead, study=study, role="lead")
    client = Client()
    client.force_login(lead)
    print(json.dumps({"session": client.cookies["sessionid"].value, "pages": pages}))
