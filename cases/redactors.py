"""The redactor of a study, kept for the life of the process: it holds a language model."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings

from cases.errors import BadInput
from cases.identifiers import derived_key
from cases.models import Study
from cases.redaction import Policy, Redactor, deny_entry
from cases.redaction.model import MANY_LANGUAGES, model_language


@lru_cache(maxsize=2)
def _redactor(model_name: str, policy: str) -> Redactor:
    return Redactor(
        model_name=model_name,
        policy=Policy.from_json(json.loads(policy)),
        deny_key=deny_key(),
    )


def redactor_for(study: Study | None) -> Redactor:
    """The process's redactor under the study's policy; without a study, under the default one."""
    return redactor_under(study.redaction_policy if study else {})


def redactor_under(policy: dict[str, Any]) -> Redactor:
    """The process's redactor under a policy, such as one that is being tried. Raises BadInput."""
    return _redactor(settings.REDACTION_SPACY_MODEL, json.dumps(policy, sort_keys=True))


def check_language(policy: Mapping[str, Any]) -> None:
    """Raises BadInput for a policy whose language the site's model is not for, as far as that can
    be told without loading it."""
    wanted = policy.get("language", "en")
    name = settings.REDACTION_SPACY_MODEL
    found = model_language(name)
    if found and found not in (wanted, MANY_LANGUAGES):
        raise BadInput(
            f"no model finds names in language {wanted!r}: {name} is for {found!r}; "
            f"let an administrator of the site install a spaCy model for {wanted!r} and name it in "
            f"REDACTION_SPACY_MODEL, or leave the language at {found!r}"
        )


def denied(text: str, kind: str) -> dict[str, Any]:
    """The entry of a policy's deny list for `text`, as a hash under the site's key. Raises
    BadInput."""
    return deny_entry(text, kind, key=deny_key())


def deny_key() -> bytes:
    """The site's key of the hashes in deny lists."""
    return derived_key("deny list")
