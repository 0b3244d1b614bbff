"""The same stores give the same cases, byte for byte, whatever database keeps them.

Both legs of the gate compare with the digests in tests/data/cases.json. After a change of what is
extracted or hidden, look at what changed, then write them anew: GOLDEN=write pytest <this file>.
"""

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from cases.import_options import ImportOptions
from cases.importing import import_sessions
from cases.models import Case, Item, Study
from tests.cases import garden_store
from tests.make import make_study

DATA = Path(__file__).parents[1] / "data"
DIGESTS = DATA / "cases.json"

STORES = {
    "refund_support": "adk_sessions_v1.db",
    "parcel_desk": "parcel_desk_v1.db",  # written by ADK with tests.cases.adk_store
    garden_store.APP: "",
}


def dump(study: Study) -> str:
    """Everything of the study's cases and items that does not count rows or tell the time."""
    fields = [
        *("key", "session_key", "user_key", "conversation_key", "revision", "superseded"),
        *("app_name", "turns", "content_hash", "raw_hash", "extraction", "redactions", "strata"),
        *("weight", "cautions", "run_facts", "started_at"),
        *("agent_version__label", "agent_version__model", "agent_version__tools"),
        *("agent_version__derived", "agent_version__instruction_hash"),
    ]
    cases: list[dict[str, Any]] = list(
        Case.objects.in_study(study).order_by("session_key", "revision").values(*fields)
    )
    for case in cases:
        case["started_at"] = case["started_at"].isoformat() if case["started_at"] else None
    items = Item.objects.in_study(study).order_by("key")
    found = {"cases": cases, "items": list(items.values("key", "kind", "split", "purpose"))}
    return json.dumps(found, sort_keys=True, ensure_ascii=False, indent=1)


@pytest.mark.django_db
@pytest.mark.parametrize("app", STORES)
def test_the_same_store_gives_the_same_cases(app: str, tmp_path: Path, settings: object) -> None:
    settings.SECRET_KEY = "the same for everybody"  # type: ignore[attr-defined]
    store = tmp_path / "sessions.db"
    if STORES[app]:
        shutil.copy(DATA / STORES[app], store)
    else:
        garden_store.write_store(store)
    study = make_study("golden", seed=7)
    run = import_sessions(
        study=study,
        source_uri=f"sqlite:///{store}",
        app_name=app,
        options=ImportOptions(stratify=("intent", "outcome", "tags")),
    )
    assert run.report["problems"] == []
    text = dump(study)
    digest = hashlib.sha256(text.encode()).hexdigest()
    known = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    if os.environ.get("GOLDEN") == "write":
        DIGESTS.write_text(json.dumps({**known, app: digest}, indent=1, sort_keys=True) + "\n")
    else:
        written = tmp_path / "cases.txt"
        written.write_text(text)
        assert digest == known[app], f"the cases are others than before: see {written}"
