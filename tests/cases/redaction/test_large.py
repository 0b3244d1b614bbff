"""Large input, and several threads on one redactor."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cases.extraction import extract
from cases.extraction.cleaning import MAX_TEXT
from cases.redaction import CaseText, Redacted, Redactor
from cases.transcript import Step, StepKind, Turn, steps_of
from tests.cases.redaction.cases import MODEL, case, texts

THREADS = 2


def test_threads_on_one_redactor_get_what_one_alone_gets(redactor: Redactor) -> None:
    cases = [
        CaseText(
            case(
                f"I am Nora Achterberg, order {number}, call 0161 496 0{number}",
                result={"customer": f"Tomasz Nowak {number}", "email": f"t{number}@example.com"},
            )
        )
        for number in range(100, 160)
    ]
    alone = [redactor.redact_case(one) for one in cases]
    shared = Redactor(model_name=MODEL)
    with ThreadPoolExecutor(THREADS) as pool:
        together: list[Redacted] = list(pool.map(shared.redact_case, cases))
        again: list[Redacted] = list(pool.map(shared.redact_case, reversed(cases)))
    assert together == alone
    assert again[::-1] == alone


def test_a_value_of_fifty_megabytes_is_cut_before_it_is_read(redactor: Redactor) -> None:
    filler = "all is well and nothing happened here " * 1_350_000
    text = f"Nora Achterberg wrote nora@example.com {filler} call 0161 496 0123"
    assert len(text) > 50_000_000
    event = {
        "author": "user",
        "invocation_id": "one",
        "content": {"role": "user", "parts": [{"text": text}]},
    }
    found = extract([event])
    assert found.counts["cut_characters"] > 49_000_000
    assert sum(len(step.text) for step in steps_of(found.turns)) < MAX_TEXT + 1_000
    done = redactor.redact_case(CaseText(found.turns))
    shown = texts(done)[0]
    assert done.problems == []
    assert shown.startswith("<PERSON_1> wrote <EMAIL_1> all is well")
    assert shown.endswith("call <PHONE_1>")


@pytest.mark.slow
def test_a_case_of_ten_thousand_events_keeps_its_people_apart(redactor: Redactor) -> None:
    steps = [
        Step(
            number,
            StepKind.RESULT,
            "orders",
            tool="look",
            data={"customer": f"Nora Achterberg {'abcdefghij'[number % 10] * 3}", "n": number},
        )
        if number % 2
        else Step(number, StepKind.SAY, "user", text=f"message {number} to nora@example.com")
        for number in range(1, 10_001)
    ]
    done = redactor.redact_case(CaseText([Turn(1, "user", tuple(steps))]))
    assert done.problems == []
    assert len(steps_of(done.turns)) == 10_000
    assert done.counts == {"PERSON": 5_000, "EMAIL": 5_000}
    people = {step.data["customer"] for step in steps_of(done.turns) if step.data}
    assert len(people) == 5
