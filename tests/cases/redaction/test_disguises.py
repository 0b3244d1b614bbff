"""Text that looks the same to a reader and not to a program, and text inside of base64."""

import base64

import pytest

from cases.redaction import Redactor
from tests.cases.redaction.cases import data, run, texts


def test_letters_of_another_script_that_look_the_same_hide_nobody(redactor: Redactor) -> None:
    done = run(
        redactor,
        "I am N\u043era Achterb\u0435rg, write to n\u043era@ex\u0430mple.com, please",
        result={"customer": "Nora Achterberg"},
    )
    assert texts(done) == ["I am <PERSON_1>, write to <EMAIL_1>, please"]


def test_words_of_one_other_script_stay_as_they_are(redactor: Redactor) -> None:
    said = "\u0421\u043f\u0430\u0441\u0438\u0431\u043e for the quick help with my order"
    assert texts(run(redactor, said)) == [said]


@pytest.mark.parametrize(
    "inside",
    [
        "contact: nora.achterberg@example.com",
        '{"card": "4111 1111 1111 1111", "ok": true}',
        "pay to GB33BUKB20201555555555 please",
    ],
)
def test_base64_with_something_private_in_it_goes_whole(redactor: Redactor, inside: str) -> None:
    for written in (base64.b64encode, base64.urlsafe_b64encode):
        run_of_it = written(inside.encode()).decode()
        done = run(
            redactor, f"payload={run_of_it} end", result={"body": run_of_it, "id": run_of_it}
        )
        assert run_of_it.rstrip("=") not in texts(done)[0]
        assert run_of_it not in str(data(done))


def test_other_base64_stays(redactor: Redactor) -> None:
    result = {
        "body": base64.b64encode(b"nothing to see in here, move on").decode(),
        "hash": base64.b64encode(bytes(range(100, 160))).decode(),
    }
    assert data(run(redactor, "hello", result=result)) == result
