"""From a model's name to a google-adk model: the one place that knows the providers.

Further providers are named in the setting JUDGE_PROVIDERS, each as `PREFIX=MODULE:FUNCTION`: for
a model name that begins with PREFIX, FUNCTION(name) returns a google.adk.models.BaseLlm.
"""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.utils.module_loading import import_string

from cases.errors import BadInput
from judges.prompting import BASELINE_MODEL

if TYPE_CHECKING:
    from google.adk.models import BaseLlm

GEMINI_SUGGESTED = ("gemini-2.5-flash", "gemini-2.5-pro")
_GEMINI_KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY")


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model somebody may pick; `problem` says what it still needs."""

    name: str
    note: str
    problem: str = ""


def list_models() -> list[ModelChoice]:
    """The models to suggest, whether usable here or not."""
    gemini = _gemini_problem()
    return [
        ModelChoice(
            BASELINE_MODEL, "Rules and word overlap; deterministic, offline. The mark to beat."
        ),
        *(ModelChoice(name, "Google Gemini", gemini) for name in GEMINI_SUGGESTED),
        *(ModelChoice(f"{prefix}…", f"from {path}") for prefix, path in _extra().items()),
    ]


def check_model(name: str) -> None:
    """Raises BadInput for a name no provider serves or a provider that lacks its key."""
    if name == BASELINE_MODEL or _extra_path(name):
        return
    if not name.startswith("gemini-"):
        known = ", ".join([BASELINE_MODEL, "gemini-…", *(f"{p}…" for p in _extra())])
        raise BadInput(f"model {name!r}: no provider serves it; known are {known}")
    if problem := _gemini_problem():
        raise BadInput(f"model {name!r}: {problem}")


def build_llm(name: str) -> "BaseLlm":
    """The model behind `name`. Imports google-adk; raises BadInput like check_model."""
    check_model(name)
    if path := _extra_path(name):
        return cast("BaseLlm", import_string(path.replace(":", "."))(name))
    if name == BASELINE_MODEL:
        from judges.providers.baseline import BaselineLlm

        return BaselineLlm()
    from google.adk.models import Gemini

    return Gemini(model=name)


def _gemini_problem() -> str:
    vertex = os.environ.get("GOOGLE_GENAI_USE_VERTEXAI", "").lower() in {"1", "true"}
    if vertex and os.environ.get("GOOGLE_CLOUD_PROJECT"):
        return ""
    if any(os.environ.get(key) for key in _GEMINI_KEYS):
        return ""
    return (
        "set GOOGLE_API_KEY (or GEMINI_API_KEY; on Vertex AI GOOGLE_GENAI_USE_VERTEXAI=true and "
        "GOOGLE_CLOUD_PROJECT) in the environment of web and worker"
    )


def _extra() -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in settings.JUDGE_PROVIDERS)


def _extra_path(name: str) -> str:
    return next((path for prefix, path in _extra().items() if name.startswith(prefix)), "")
