"""Names for what must not be named: keyed hashes of ids, and hashes of contents."""

import hashlib
import hmac
import json
from typing import Any

from django.conf import settings

from cases.sources import SessionKey


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
