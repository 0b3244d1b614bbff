from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import database_from_url, env_bool, env_int, env_list, env_str

NAME = "CALIBRANT_TEST_VALUE"


@pytest.mark.parametrize(
    ("word", "value"), [("1", True), ("Yes", True), ("off", False), ("", None)]
)
def test_flags_read_the_usual_words(
    word: str, value: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME, word)
    for default in (True, False):
        assert env_bool(NAME, default) is (default if value is None else value)


def test_a_flag_that_is_neither_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "maybe")
    with pytest.raises(ImproperlyConfigured, match=f"{NAME}='maybe'"):
        env_bool(NAME, default=False)


def test_numbers_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env_int(NAME, 7) == 7
    monkeypatch.setenv(NAME, " 12 ")
    assert env_int(NAME, 7) == 12
    monkeypatch.setenv(NAME, "1.5")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        env_int(NAME, 7)


def test_lists_drop_empty_parts_and_keep_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env_list(NAME, ["a"]) == ["a"]
    monkeypatch.setenv(NAME, " b, ,c,")
    assert env_list(NAME, ["a"]) == ["b", "c"]


def test_a_value_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("word\n", encoding="utf-8")
    monkeypatch.setenv(NAME, "other")
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "secret"))
    assert env_str(NAME) == "word"
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "gone"))
    with pytest.raises(ImproperlyConfigured, match="gone"):
        env_str(NAME)


def test_sqlite_addresses_keep_absolute_paths() -> None:
    entry = database_from_url("sqlite:////srv/a%20b.sqlite3")
    assert entry["ENGINE"] == "django.db.backends.sqlite3"
    assert entry["NAME"] == "/srv/a b.sqlite3"


def test_postgresql_addresses_are_taken_apart() -> None:
    entry = database_from_url("postgresql://ann:p%40ss@db:5433/calibrant?sslmode=require")
    assert (entry["USER"], entry["PASSWORD"]) == ("ann", "p@ss")
    assert (entry["HOST"], entry["PORT"], entry["NAME"]) == ("db", "5433", "calibrant")
    options = entry["OPTIONS"]
    assert isinstance(options, dict)
    assert options["sslmode"] == "require"


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://db/", "mysql://db/name", "nonsense"])
def test_addresses_that_say_too_little_or_too_much_are_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database_from_url(url)
