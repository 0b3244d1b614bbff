import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from cases.models import Study
from judges.models import JudgeRun, JudgeVersion, Verdict
from judges.running import create_version
from tests.make import make_case, make_item, make_study, make_turns


def bad(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        call_command("run_judge", *arguments)
    assert error.value.returncode == 2
    return str(error.value)


def test_what_is_wrong_is_named(study: Study) -> None:
    make_item(study)
    assert "'nowhere'" in bad("--study", "nowhere", "--judge", "b")
    here = ("--study", study.slug, "--judge", "b")
    assert "--model baseline/rules" in bad(*here)
    assert "'half'" in bad(*here, "--split", "half")
    assert "no provider" in bad(*here, "--model", "unheard-of")
    create_version(study=study, name="other", model="baseline/rules")
    assert "there are: other" in bad(*here)
    assert not JudgeRun.objects.exists()


@pytest.mark.services
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_run_is_waited_for() -> None:
    study = make_study()
    for split in ("tuning", "held_out", "held_out"):
        number = study.items.count()
        make_item(study, make_case(study, make_turns(question=f"Order {number}?")), split=split)

    def run(*arguments: str) -> dict[str, Any]:
        out = io.StringIO()
        here = ("--study", study.slug, "--judge", "base", "--wait", "--json")
        call_command("run_judge", *here, *arguments, stdout=out)
        return dict(json.loads(out.getvalue()))

    first = run("--model", "baseline/rules", "--split", "held-out")
    assert (first["judge"], first["state"], first["total"]) == ("base-v1", "finished", 2)
    assert first["valid"] == Verdict.objects.count() == 4
    again = run()
    assert (again["total"], again["cached"]) == (3, 2)
    assert JudgeVersion.objects.count() == 1
    assert not JudgeRun.objects.exclude(state=JudgeRun.State.FINISHED).exists()
