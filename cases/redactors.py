"""The redactor of a study, kept for the life of the process: it holds a language model."""

import json
from functools import lru_cache

from django.conf import settings

from cases.models import Study
from cases.redaction import Policy, Redactor


@lru_cache(maxsize=2)
def _redactor(model_name: str, policy: str) -> Redactor:
    return Redactor(model_name=model_name, policy=Policy.from_json(json.loads(policy)))


def redactor_for(study: Study | None) -> Redactor:
    """The process's redactor under the study's policy; without a study, under the default one."""
    policy = json.dumps(study.redaction_policy if study else {}, sort_keys=True)
    return _redactor(settings.REDACTION_SPACY_MODEL, policy)
