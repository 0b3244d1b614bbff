"""What tests of redaction pages share: a store of invented people and previews of it."""

import sqlite3
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Person, RedactionPreview, Source, Study
from cases.redaction_policies import policy_hash
from cases.redaction_previews import KEPT_FOR, run_preview

APP = "refund_support"


def make_preview(
    study: Study, store: Path, actor: Person | None = None, *, run: bool = True, **fields: Any
) -> RedactionPreview:
    """A preview of sessions in the SQLite store, carried out unless `run` is False."""
    source, _ = Source.objects.get_or_create(uri=f"sqlite:///{store}", app_name=APP)
    policy = fields.setdefault("policy", study.redaction_policy)
    defaults: dict[str, Any] = {
        "source": source,
        "policy_hash": policy_hash(policy),
        "sample": 3,
        "created_by": actor,
        "expires_at": timezone.now() + KEPT_FOR,
    }
    preview = RedactionPreview.objects.create(study=study, **(defaults | fields))
    if run:
        run_preview(preview.pk)
        preview.refresh_from_db()
    return preview


def session_url(preview: RedactionPreview, position: int = 1) -> str:
    args = [preview.study.slug, preview.pk, position]
    return reverse("redaction_preview_session", args=args)


def mark_url(preview: RedactionPreview, position: int = 1) -> str:
    return reverse("redaction_preview_mark", args=[preview.study.slug, preview.pk, position])


def ask_to_see(client: Client, preview: RedactionPreview) -> None:
    client.post(session_url(preview))


def policy_form(**fields: Any) -> dict[str, Any]:
    """What the policy page sends for the default policy, with some of it changed."""
    from cases.redaction_policy_forms import CHOOSABLE

    form: dict[str, Any] = {
        "hide": list(CHOOSABLE),
        "hide_keys": "",
        "keep_keys": "",
        "allow": "",
        "language": "en",
        "deny_kind": "PERSON",
        "deny_texts": "",
        "pattern-TOTAL_FORMS": "1",
        "pattern-INITIAL_FORMS": "0",
        "pattern-0-name": "",
        "pattern-0-kind": "PERSON",
        "pattern-0-regex": "",
        "pattern-0-context": "",
        "do": "save",
    }
    return form | fields


def forget_others(store: Path, *keep: str) -> None:
    """Leave only sessions with these ids in a store."""
    marks = ",".join("?" * len(keep))
    with sqlite3.connect(store) as rows:
        rows.execute(f"DELETE FROM events WHERE session_id NOT IN ({marks})", keep)
        rows.execute(f"DELETE FROM sessions WHERE id NOT IN ({marks})", keep)
    rows.close()
