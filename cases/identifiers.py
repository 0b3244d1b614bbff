"""Names for what must not be named: keyed hashes of ids, and hashes of contents."""

import hashlib
import hmac
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings

from cases.sources import SessionKey

if TYPE_CHECKING:
    from cases.extraction import Extraction

# Characters of what a user says that tell one conversation from another: as many where there is
# more to come, and as few where that is all.
ENOUGH_SAID = 40
LEAST_SAID = 20


def content_hash(turns: list[dict[str, Any]]) -> str:
    text = json.dumps(turns, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def derived_key(purpose: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"calibrant/{purpose}".encode(), "sha256")


def keyed(purpose: str, *parts: str) -> str:
    """A keyed hash of names: without the site's key nobody can try names against it."""
    text = "\x00".join(parts).encode("utf-8", "surrogatepass")
    return hmac.new(derived_key(purpose), text, hashlib.sha256).hexdigest()


def session_key(key: SessionKey) -> str:
    return keyed("session", key.app_name, key.user_id, key.session_id)


def conversation_key(key: SessionKey, extraction: "Extraction") -> str:
    """What sessions of one conversation share: those whose users begin with the same words.

    Twins that two versions of an agent answered, and a session resumed as a copy of another,
    begin alike. Of what the user said first as much counts as is needed to tell conversations
    apart, so that a greeting alone joins none; one of few words is known by its first event.
    """
    if opening := opening_of(turn.text for turn in extraction.turns if turn.role == "user"):
        return keyed("opening", key.app_name, opening)
    first = extraction.first_event_id or "\x00".join((key.user_id, key.session_id))
    return keyed("conversation", key.app_name, first)


def opening_of(said: Iterable[str]) -> str:
    """The first turns of a user, up to the one that completes ENOUGH_SAID characters; "" if all
    of them come to less than LEAST_SAID. Case and white space don't count."""
    opening = ""
    for text in said:
        opening += "\n" + " ".join(text.casefold().split())
        if len(opening) > ENOUGH_SAID:
            break
    return opening if len(opening) > LEAST_SAID else ""
