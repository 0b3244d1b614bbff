"""Readers for environment variables that refuse to guess."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off"}


def env_str(name: str, default: str = "") -> str:
    """Value of `name`, or of the file that `name`_FILE points to."""
    path = os.environ.get(f"{name}_FILE")
    if path:
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: can't read {path}: {error}") from error
    return os.environ.get(name, default)


def env_bool(name: str, default: bool) -> bool:
    word = env_str(name).strip().lower()
    if not word:
        return default
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name}={word!r}: say one of 1, true, yes, on, 0, false, no, off")


def env_int(name: str, default: int) -> int:
    word = env_str(name).strip()
    if not word:
        return default
    try:
        return int(word)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}={word!r}: say a whole number") from error


def env_list(name: str, default: list[str] | None = None) -> list[str]:
    word = env_str(name)
    return [part.strip() for part in word.split(",") if part.strip()] or list(default or [])


def database_from_url(url: str) -> dict[str, object]:
    """Django's DATABASES entry for a sqlite:/// or postgresql:// URL.

    Raises ImproperlyConfigured for any other scheme or a URL without a database name.
    """
    parts = urlsplit(url)
    if parts.scheme in {"sqlite", "sqlite3"}:
        path = unquote(parts.path[1:]) if parts.path.startswith("/") else unquote(parts.path)
        if not path:
            raise ImproperlyConfigured("DATABASE_URL: sqlite:///PATH needs a path")
        return sqlite_database(path)
    if parts.scheme in {"postgres", "postgresql"}:
        name = unquote(parts.path.lstrip("/"))
        if not name:
            raise ImproperlyConfigured("DATABASE_URL: postgresql://HOST/NAME needs a database name")
        options: dict[str, object] = dict(parse_qsl(parts.query))
        options["pool"] = {"min_size": 1, "max_size": env_int("DATABASE_POOL", 8)}
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(parts.port or ""),
            "OPTIONS": options,
        }
    raise ImproperlyConfigured(
        f"DATABASE_URL: scheme {parts.scheme!r} is not supported; use sqlite:/// or postgresql://"
    )


def sqlite_database(path: str) -> dict[str, object]:
    """SQLite in WAL with immediate transactions, so that writers queue instead of failing."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # Opening the file and setting the pragmas costs as much as several queries.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=NORMAL;"
                "PRAGMA busy_timeout=20000;"
                "PRAGMA cache_size=-32000;"
                "PRAGMA temp_store=MEMORY"
            ),
        },
    }
