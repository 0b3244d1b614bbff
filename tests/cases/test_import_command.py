import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cases.models import Case, ImportRun, Study
from tests.cases.small_store import SmallStore, talk

FIXTURE = Path(__file__).parents[1] / "data" / "adk_sessions_v1.db"


def command(study: str, app: str = "refund_support", **options: object) -> str:
    out = StringIO()
    source = options.pop("source", f"sqlite:///{FIXTURE}")
    call_command("import_cases", source=source, app=app, study=study, stdout=out, **options)
    return out.getvalue()


def test_it_says_what_it_did(study: Study) -> None:
    said = command(study.slug, app="warranty_desk")
    assert "2 sessions seen: 2 drawn, 2 imported" in said
    assert f"2 items added to {study.slug}" in said


def test_a_store_with_one_app_needs_no_name_of_it(study: Study, tmp_path: Path) -> None:
    store = SmallStore(tmp_path / "s.db")
    for number in range(3):
        store.add(f"s{number}", talk(f"refund {number}"), intent=f"intent {number}")
    said = command(study.slug, app="", source=store.uri, sample=1, dry_run=True)
    assert "3 sessions seen: 1 drawn" in said
    assert "2 of 3 strata give no session to this draw" in said


def test_json_is_all_there_is(study: Study) -> None:
    result = json.loads(command(study.slug, app="warranty_desk", json=True))
    assert (result["state"], result["sessions"]["imported"]) == ("finished", 2)


def test_a_dry_run_shows_the_draw_and_writes_nothing(study: Study) -> None:
    said = command(study.slug, sample=20, stratify="quality", dry_run=True)
    assert "20 drawn" in said
    rows = re.findall(r"  (good|bad|edge): (\d+) of (\d+)", said)
    assert {name for name, _, _ in rows} == {"good", "bad", "edge"}
    assert sum(int(drawn) for _, drawn, _ in rows) == 20
    assert "nothing was written" in said
    assert not Case.objects.exists()
    assert not ImportRun.objects.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"study": "nope"}, "no study 'nope'; there are: "),
        ({"app": "nope"}, "app 'nope' is not in"),
        ({"app": "nope"}, "it holds: refund_support (62), warranty_desk (2)"),
        ({"app": ""}, "choose one with --app: refund_support (62), warranty_desk (2)"),
        ({"source": "mongodb://h/d"}, "scheme 'mongodb' is not supported"),
        ({"source": "sqlite:////no/such.db"}, "/no/such.db does not exist"),
        ({"sample": 0}, "sample 0"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    study: Study, options: dict[str, object], words: str
) -> None:
    with pytest.raises(CommandError, match=r"nope|mongodb|such|sample|--app") as caught:
        command(**({"study": study.slug} | options))  # type: ignore[arg-type]
    assert caught.value.returncode == 2
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not ImportRun.objects.exists()
