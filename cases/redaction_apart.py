"""Redacting a description of an agent in a process of its own, for pages.

A page may hold no language model: it takes some hundred megabytes and seconds. What is to be
redacted goes to the process through a pipe and comes back through one; no file and no queue sees
it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from threading import Lock
from typing import Any

from django.conf import settings

from cases.errors import BadInput
from cases.models import Study
from cases.redactors import deny_key

# Loading the model takes a few seconds; a description, a second or so.
SECONDS = 60.0
# The model is large: one process at a time is enough.
_turn = Lock()


def redacted_apart(
    study: Study, *, labels: Sequence[str], texts: Sequence[str]
) -> tuple[list[str], list[str], list[str]]:
    """Labels, each whole or "withheld", texts with pseudonyms, and what still looks private in
    them. Raises BadInput where the process takes too long or fails, quoting nothing."""
    job = {
        "model": settings.REDACTION_SPACY_MODEL,
        "policy": study.redaction_policy,
        "deny_key": deny_key().hex(),
        "labels": list(labels),
        "texts": list(texts),
    }
    if not _turn.acquire(timeout=SECONDS):
        raise BadInput("other descriptions are being redacted: try again in a minute")
    try:
        answer = _answer(json.dumps(job))
    finally:
        _turn.release()
    if refused := answer.get("refused"):
        raise BadInput(str(refused))
    return answer["labels"], answer["texts"], answer["problems"]


def _answer(job: str) -> dict[str, Any]:
    paths = [str(settings.BASE_DIR), *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "cases.redaction_child"],
            input=job.encode(),
            stdout=subprocess.PIPE,
            # An error's words may quote the description.
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise BadInput(
            f"the description could not be redacted within {SECONDS:.0f} seconds: try again when "
            "the server is less busy, or give it with import_cases --agent-info"
        ) from None
    except (subprocess.CalledProcessError, OSError, ValueError):
        raise BadInput(
            "the description could not be redacted, since the process for it failed: try again, "
            "or give it with import_cases --agent-info"
        ) from None
    return answer
