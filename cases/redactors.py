"""The redactor of a study, kept for the life of the process: it holds a language model."""

import json
from functools import lru_cache
from typing import Any

from django.conf import settings

from cases.identifiers import derived_key
from cases.models import Study
from cases.redaction import Policy, Redactor, deny_entry


@lru_cache(maxsize=2)
def _redactor(model_name: str, policy: str) -> Redactor:
    return Redactor(
        model_name=model_name,
        policy=Policy.from_json(json.loads(policy)),
        deny_key=_deny_key(),
    )


def redactor_for(study: Study | None) -> Redactor:
    """The process's redactor under the study's policy; without a study, under the default one."""
    return redactor_under(study.redaction_policy if study else {})


def redactor_under(policy: dict[str, Any]) -> Redactor:
    """The process's redactor under a policy, such as one that is being tried. Raises BadInput."""
    return _redactor(settings.REDACTION_SPACY_MODEL, json.dumps(policy, sort_keys=True))


def denied(text: str, kind: str) -> dict[str, Any]:
    """The entry of a policy's deny list for `text`, as a hash under the site's key. Raises
    BadInput."""
    return deny_entry(text, kind, key=_deny_key())


def _deny_key() -> bytes:
    return derived_key("deny list")
