"""Where conversations to replay come from: cases of a study, or an eval set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput
from cases.extraction import extract
from cases.identifiers import derived_key, keyed
from cases.models import Case, Study
from cases.replay.conversations import Conversation, read_conversation
from cases.sources import StoredSession, open_store


def from_study(
    *, study: Study, keys: Sequence[str] = (), limit: int | None = None
) -> list[Conversation]:
    """Conversations of the study's current cases, oldest first, or of those named by `keys`.

    Users' words are those that were kept, with pseudonyms. Cases that were replays themselves,
    and erased ones, are left out. Raises BadInput for a key that names no case.
    """
    cases = Case.objects.in_study(study).current().filter(run_facts={}, erased_at=None)
    if keys:
        found = set(cases.filter(key__in=keys).values_list("key", flat=True))
        if missing := [key for key in keys if key not in found]:
            raise BadInput(f"study {study.slug} has no case {missing[0]!r} that can be replayed")
        cases = cases.filter(key__in=keys)
    chosen = cases.order_by("pk")[:limit] if limit else cases.order_by("pk")
    conversations = (
        read_conversation(
            case.read_turns(), key=case.key, app_name=case.app_name, state={}, case=case.key
        )
        for case in chosen.iterator(chunk_size=200)
    )
    return [found for found in conversations if found.messages]


def from_evalset(path: Path, *, limit: int | None = None) -> list[Conversation]:
    """The eval set's conversations with their state, named by keyed hashes of their ids.

    Raises BadInput for what is no eval set.
    """
    store = open_store(f"file://{quote(str(path.absolute()))}")
    conversations: list[Conversation] = []
    for app_name in store.apps():
        for entry in store.index(app_name):
            if limit is not None and len(conversations) >= limit:
                return conversations
            stored = store.read(entry.key, digest_key=derived_key("raw"))
            conversation = read_conversation(
                extract(stored.events).turns,
                key=keyed("session", app_name, entry.key.user_id, entry.key.session_id)[:16],
                app_name=app_name,
                state=_whole_state(stored),
            )
            if conversation.messages:
                conversations.append(conversation)
    return conversations


def _whole_state(stored: StoredSession) -> dict[str, Any]:
    """The state as a session begins with it: the user's and the app's under their prefixes."""
    state = dict(stored.state)
    for part in stored.known.get("user", []):
        if part is not stored.state:
            state |= {f"user:{name}": value for name, value in part.items()}
    return state | {f"app:{name}": value for name, value in stored.known.get("app", {}).items()}
