"""Judges of a study that answer from a script."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from cases.models import Study
from judges.models import JudgeRun, JudgeVersion
from judges.running import create_version
from tests.judges.scripted import ScriptedLlm, passes_everything, register

_count = count(1)

MakeJudge = Callable[..., tuple[JudgeVersion, ScriptedLlm]]


@pytest.fixture
def make_judge(study: Study, settings: Any) -> MakeJudge:
    """Makes a judge version of the study with a scripted model behind it."""
    settings.JUDGE_PROVIDERS = ["scripted/=tests.judges.scripted:build_registered"]

    def make(script: Any = passes_everything, **fields: Any) -> tuple[JudgeVersion, ScriptedLlm]:
        parameters = fields.pop("parameters", None)
        name = f"scripted/{next(_count)}"
        llm = register(name, script, requests=[], **fields)
        version = create_version(study=study, name="strict", model=name, parameters=parameters)
        return version, llm

    return make


def request_ids(run: JudgeRun) -> list[int]:
    return list(run.requests.order_by("pk").values_list("pk", flat=True))
