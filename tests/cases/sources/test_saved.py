import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from cases.errors import BadInput
from cases.extraction import extract
from cases.extraction.fields import snake_case
from cases.sources import SessionKey, Store, StoreGone, check_app, open_store
from tests.cases.sources.adk_sessions import SAMPLE, numbered, sample


def opened(path: Path) -> Store:
    return open_store(f"file://{path}")


def read_all(store: Store, app: str = "desk") -> tuple[list[Any], list[str]]:
    """The sessions of an app, and why others could not be read."""
    sessions, reasons = [], []
    for entry in store.index(app):
        try:
            sessions.append(store.read(entry.key, digest_key=b"k"))
        except BadInput as error:
            reasons.append(str(error))
    return sessions, reasons


def said(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        check_app(opened(path), "desk")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def snaked(value: Any) -> Any:
    """The same in snake_case, as a REST server that doesn't use aliases gives it."""
    if isinstance(value, dict):
        return {snake_case(key): snaked(item) for key, item in value.items()}
    return [snaked(item) for item in value] if isinstance(value, list) else value


def test_a_session_that_adk_run_saved() -> None:
    store = opened(SAMPLE)
    assert (store.uri, store.layout) == (f"file://{SAMPLE}", "JSON files")
    check_app(store, "refund_support")
    (entry,) = store.index("refund_support")
    assert entry.key == SessionKey("refund_support", "u-1007", "s-photo-plates")
    assert (entry.events, entry.state["intent"]) == (10, "damaged_item")
    assert "user:name" not in entry.state
    session = store.read(entry.key, digest_key=b"k")
    assert session.known["user"][0]["name"] == "Lucienne Abernathy-Dufour"
    assert session.known["app"] == {"banner": "Sale ends Sunday", "policy_version": "2026-08"}
    assert session.problems == {}
    assert len(extract(session.events).turns) == 4


def test_camel_case_and_snake_case_are_the_same_session(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(snaked(sample()), indent=2))
    (found,), _ = read_all(opened(tmp_path), "refund_support")
    (camel,), _ = read_all(opened(SAMPLE), "refund_support")
    assert extract(found.events).turns == extract(camel.events).turns


@pytest.mark.parametrize("name", ["list.json", "lines.jsonl", "lines.json"])
def test_many_sessions_in_one_file(tmp_path: Path, name: str) -> None:
    sessions = numbered(5)
    sessions[1]["events"][0]["content"]["parts"][0]["text"] = "Žluťoučký kůň 🐎 \u2028"
    lines = [json.dumps(session, ensure_ascii=False) for session in sessions]
    text = "[\n" + " ,\n".join(lines) + "\n]\n" if name == "list.json" else "\n\n".join(lines)
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    store = opened(tmp_path / name)
    assert store.apps() == {"desk": 5}
    found, reasons = read_all(store)
    assert reasons == []
    assert [s.key.session_id for s in found] == [f"s-{n:03}" for n in range(5)]
    texts = [s.events[0]["content"]["parts"][0]["text"] for s in found]
    assert texts == ["user 0", "Žluťoučký kůň 🐎 \u2028", "user 2", "user 3", "user 4"]


BROKEN = {
    "cut.session.json": (json.dumps(sample())[:900], "is broken or cut off at character"),
    "deep.json": ("[" * 100_000, "is nested too deeply"),
    "empty.json": (" \n", "is empty"),
    "other.json": ('{"name": "package"}', "is neither a saved session nor an evalset"),
    "more.json": ('{"id": 1} and more', "goes on after its JSON ended"),
    "number.json": ("[1]", "is neither a saved session nor an evalset"),
    "page.json": ("<html>", "is no JSON"),
    "words.json": ("[nothing]", "is broken or cut off at character 1"),
    "two.jsonl": (
        '{"id": \n{"id": 2, "appName": "x"',
        "is broken or cut off at character 8 of line 1",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_none_says_why(tmp_path: Path, name: str) -> None:
    text, words = BROKEN[name]
    (tmp_path / name).write_text(text)
    assert words in said(tmp_path / name)
    assert "the file is " in said(tmp_path / name) or "the file goes on" in said(tmp_path / name)
    assert "file 1 of 1, by name, " in said(tmp_path)


def test_broken_files_are_listed_and_stop_none_of_the_others(tmp_path: Path) -> None:
    for name, (text, _) in BROKEN.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "utf16.json").write_bytes(json.dumps(numbered(1)[0]).encode("utf-16"))
    (tmp_path / "notes.txt").write_text("not looked at")
    (tmp_path / ".hidden.json").write_text("not looked at")
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "link.json").symlink_to(SAMPLE)
    for session in numbered(3):
        (tmp_path / f"{session['id']}.session.json").write_text(json.dumps(session))
    store = opened(tmp_path)
    assert store.apps() == {"desk": 3}
    found, reasons = read_all(store)
    assert [s.key.session_id for s in found] == ["s-000", "s-001", "s-002"]
    assert len(reasons) == len(BROKEN) + 1 + 5  # (two.jsonl has two broken lines)
    for words in ("is in UTF-16", "is no file", "is a link to another folder"):
        assert any(words in reason for reason in reasons)
    names = sorted(p.name for p in tmp_path.iterdir() if p.suffix != ".txt")[1:]
    assert {reason.partition(", by name,")[0] for reason in reasons} == {
        f"file {number} of {len(names)}"
        for number, name in enumerate(names, start=1)
        if not name.startswith("s-")
    }
    assert not any(".json" in reason or "s-0" in reason for reason in reasons)


def test_of_a_list_that_breaks_off_the_whole_sessions_are_taken(tmp_path: Path) -> None:
    text = json.dumps(numbered(3))
    (tmp_path / "a.json").write_text(text[: text.index('"s-002"') + 3])
    found, reasons = read_all(opened(tmp_path / "a.json"))
    assert len(found) == 2
    assert len(reasons) == 1
    assert "is broken or cut off" in reasons[0]


def test_a_file_that_can_not_be_read() -> None:
    assert said(Path("/proc/self/mem")) == "the file can't be read: Input/output error"


def test_nul_surrogates_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    (session,) = numbered(1)
    session["events"][0]["content"]["parts"][0]["text"] = "a\x00b \ud800 MARK"
    raw = json.dumps(session).encode().replace(b"MARK", b"\xff\x00")
    (tmp_path / "a.json").write_bytes(raw)
    (found,), reasons = read_all(opened(tmp_path))
    assert reasons == []
    extraction = extract(found.events)
    text = extraction.turns[0].steps[0].text
    assert text.startswith("ab ")
    assert "\x00" not in text
    text.encode()


def test_of_copies_the_one_with_the_most_events_counts(tmp_path: Path) -> None:
    (session,) = numbered(1)
    short = session | {"events": session["events"][:1], "lastUpdateTime": 99}
    later = session | {"lastUpdateTime": 5, "state": {"intent": "later"}}
    for name, copy in (("a", short), ("b", session), ("c", later), ("d", short)):
        (tmp_path / f"{name}.json").write_text(json.dumps(copy))
    store = opened(tmp_path)
    assert store.apps() == {"desk": 1}
    (found,), _ = read_all(store)
    assert (len(found.events), found.state) == (2, {"intent": "later"})
    assert found.problems == {"copy_of_session_left_out": 3}


def test_what_a_session_does_not_say_of_itself(tmp_path: Path) -> None:
    (session,) = numbered(1)
    for name in ("id", "appName", "userId"):
        del session[name]
    (tmp_path / "talk-7.session.json").write_text(json.dumps(session))
    store = opened(tmp_path)
    assert store.apps() == {"unknown": 1}
    (found,), _ = read_all(store, "unknown")
    assert found.key == SessionKey("unknown", "", "talk-7")
    assert found.problems == {
        "session_without_app_name": 1,
        "session_without_user_id": 1,
        "session_without_id": 1,
    }


def test_names_that_no_database_stores_are_repaired(tmp_path: Path) -> None:
    (session,) = numbered(1)
    session |= {"appName": "de\nsk\x00", "userId": "\ud800", "id": 7}
    (tmp_path / "a.json").write_text(json.dumps(session))
    store = opened(tmp_path)
    assert store.apps() == {"de sk": 1}
    (entry,) = store.index("de sk")
    assert entry.key == SessionKey("de sk", "?", "7")


def test_odd_events_are_counted_and_hide_none_of_the_others(tmp_path: Path) -> None:
    (session,) = numbered(1)
    session["events"] = ["no object", None, *session["events"], {}]
    session["events"][2]["timestamp"] = "2026-10-01T08:00:00Z"
    session["events"][3] |= {"fromTheFuture": {"x": 1}}
    session["state"] = [1]
    (tmp_path / "a.json").write_text(json.dumps(session))
    (found,), _ = read_all(opened(tmp_path))
    assert found.problems == {"unreadable_event": 3, "time_from_text": 1}
    assert found.events[0]["timestamp"] == 1_790_841_600
    assert len(found.events) == 2
    assert found.state == {}


def test_a_session_without_events_is_in_the_index_as_empty(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"id": "s", "appName": "desk", "userId": "u"}')
    (entry,) = opened(tmp_path).index("desk")
    assert entry.events == 0


def test_the_digest_is_of_what_is_said_not_of_how_it_is_written(tmp_path: Path) -> None:
    (session,) = numbered(1)
    path = tmp_path / "a.json"
    digests = []
    for text in (
        json.dumps(session),
        json.dumps(session, indent=2, sort_keys=True, ensure_ascii=False),
        json.dumps(session | {"events": session["events"][:1]}),
    ):
        path.write_text(text)
        (found,), _ = read_all(opened(path))
        digests.append(found.raw_digest)
    assert digests[0] == digests[1] != digests[2]


def test_a_file_that_would_take_too_much_memory_is_listed_and_its_lines_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps(numbered(1)[0])
    monkeypatch.setattr("cases.sources.json_files.MAX_BYTES", len(text))
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "b.json").write_text(json.dumps(numbered(3)))
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, numbered(5)[3:])))
    entries = list(opened(tmp_path).index("desk"))
    assert [e.key.session_id for e in entries if not e.problem] == ["s-000", "s-003", "s-004"]
    (problem,) = [e.problem for e in entries if e.problem]
    assert problem.startswith("file 2 of 3, by name, is larger than ")
    assert "save it as .jsonl, one session a line, or as several files" in problem


def test_a_file_that_changes_after_it_was_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(numbered(2)))
    store = opened(path)
    keys = [entry.key for entry in store.index("desk")]
    path.write_text("[]")
    for key in keys:
        with pytest.raises(BadInput, match="was changed while it was being read"):
            store.read(key, digest_key=b"k")
    path.unlink()
    with pytest.raises(StoreGone, match="does not exist"):
        store.read(keys[0], digest_key=b"k")
    with pytest.raises(BadInput, match="has no such session any more"):
        store.read(SessionKey("desk", "u", "never"), digest_key=b"k")


def test_memory_does_not_grow_with_the_folder(tmp_path: Path) -> None:
    """Held while the index is gone through: about one file, however many there are."""
    held = []
    for count in (20, 80):
        folder = tmp_path / str(count)
        folder.mkdir()
        for session in numbered(count):
            session["events"][1]["content"]["parts"][0]["text"] = "x" * 200_000
            (folder / f"{session['id']}.json").write_text(json.dumps(session))
        tracemalloc.start()
        assert len(list(opened(folder).index("desk"))) == count
        held.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert held[1] < 1.3 * held[0] < 80 * 200_000 / 4


def test_a_huge_tool_result_is_read(tmp_path: Path) -> None:
    (session,) = numbered(1)
    response = {"name": "export", "id": "c", "response": {"rows": "y" * 50_000_000}}
    session["events"][1]["content"]["parts"] = [{"functionResponse": response}]
    (tmp_path / "a.json").write_text(json.dumps(session))
    (found,), reasons = read_all(opened(tmp_path))
    assert reasons == []
    part = found.events[1]["content"]["parts"][0]
    assert len(part["functionResponse"]["response"]["rows"]) == 50_000_000


def test_addresses_that_lead_nowhere(tmp_path: Path) -> None:
    assert "does not exist: check the path" in said(tmp_path / "none.json")
    assert "holds no sessions" in said(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "is neither a file nor a folder" in said(tmp_path / "pipe")
    (tmp_path / "a b%.json").symlink_to(SAMPLE)
    store = opened(Path(f"{tmp_path}/a%20b%25.json"))
    assert store.apps() == open_store(store.uri).apps() == {"refund_support": 1}
    with pytest.raises(BadInput, match="longer than can be kept"):
        opened(Path("/" + "a" * 500))
