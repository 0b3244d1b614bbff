"""Label downloads, the held-out split, atomic files, and the export command."""

import json
import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from calibration.exporting import label_chunks, write_files
from calibration.labels_format import read_labels
from cases.errors import BadInput
from cases.items import leave_held_out
from cases.models import AuditEvent, Item, Person, Study
from tests.calibration.answers import rate
from tests.make import make_case, make_item, make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def items(study: Study) -> list[Item]:
    raters = [make_person(), make_person()]
    items = [
        make_item(study, key="i-1"),
        make_item(study, key="i-2", split="held_out"),
        make_item(study, key="i-3"),
    ]
    for item in items:
        for rater in raters:
            rate(item, rater, correct_amount="PASS", grounded="PASS", comment="x" * 30_000)
    return items


def export(study: Study, out: Path, fmt: str, *more: str) -> dict[str, object]:
    output = StringIO()
    call_command(
        "export",
        "--study",
        study.slug,
        "--format",
        fmt,
        "--out",
        str(out),
        "--json",
        *more,
        stdout=output,
    )
    found: dict[str, object] = json.loads(output.getvalue())
    return found


def test_chunks_are_the_file(study: Study, items: list[Item]) -> None:
    chunks = list(label_chunks(study=study, fmt="csv"))
    assert len(chunks) > 2
    assert b"".join(chunks).count(b"\r\n") == 1 + 2 * (4 + 2)
    event = AuditEvent.objects.get(action="labels.exported")
    assert event.data == {"format": "csv", "split": "tuning"}


@pytest.mark.parametrize(("fmt", "split"), [("xlsx", "tuning"), ("csv", "held_out")])
def test_unknown_formats_and_splits_are_refused_before_anything_happens(
    study: Study, fmt: str, split: str
) -> None:
    with pytest.raises(BadInput, match="choose"):
        label_chunks(study=study, fmt=fmt, split=split)
    assert not AuditEvent.objects.exists()


def test_held_out_labels_leave_held_out_when_they_leave_the_house(
    study: Study, items: list[Item], admin: Person
) -> None:
    data = b"".join(label_chunks(study=study, fmt="csv", split="all", actor=admin))
    assert b"held_out" not in data
    assert b"i-2" in data
    assert set(study.items.values_list("split", flat=True)) == {"tuning"}
    event = AuditEvent.objects.get(action="split.left_held_out")
    assert (event.actor, event.data) == (admin, {"items": 1, "why": "labels"})
    assert b"".join(label_chunks(study=study, fmt="csv", split="all")) == data
    assert AuditEvent.objects.filter(action="split.left_held_out").count() == 1


def test_a_pair_takes_the_conversations_of_both_its_sides_along(study: Study) -> None:
    cases = [make_case(study) for _ in range(4)]
    singles = [make_item(study, case, split="held_out") for case in cases]
    for first, second in ((0, 1), (2, 1)):
        pair = {"case_b": cases[second], "kind": "pairwise", "split": "held_out"}
        make_item(study, cases[first], **pair)
    moved = leave_held_out(study=study, item_ids=[singles[0].pk], actor=None, why="labels")
    assert moved == 5
    assert list(study.items.filter(split="held_out")) == [singles[3]]


def test_the_default_leaves_held_out_items_alone(study: Study, items: list[Item]) -> None:
    data = b"".join(label_chunks(study=study, fmt="csv"))
    assert b"i-2" not in data
    items[1].refresh_from_db()
    assert items[1].split == "held_out"


def test_files_come_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def breaks() -> "list[bytes]":
        raise RuntimeError("half way")

    def chunks():  # type: ignore[no-untyped-def]
        yield b"new"
        breaks()

    with pytest.raises(RuntimeError):
        write_files(tmp_path, {"a": [b"new"], "b": chunks()})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}
    write_files(tmp_path, {"a": [b"n", b"ew"], "b": [b""]})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"new", "b": b""}


def test_files_are_as_readable_as_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_files(tmp_path, {"a": [b""]})
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_folder_that_cannot_be_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadInput, match="can't write in"):
        write_files(tmp_path / "file" / "below", {"a": [b""]})


def test_a_folder_without_permission_is_bad_input(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    me = os.geteuid()
    if me == 0:
        # Root may write anywhere; for a moment be somebody who may not.
        os.seteuid(65534)
    try:
        with pytest.raises(BadInput, match="Permission denied; choose a folder"):
            write_files(tmp_path, {"a": [b""]})
    finally:
        os.seteuid(me)
        tmp_path.chmod(0o700)


def test_command_writes_labels_and_says_where(
    study: Study, items: list[Item], tmp_path: Path
) -> None:
    out = tmp_path / "new" / "folder"
    result = export(study, out, "labels-csv")
    assert result["files"] == [str(out / f"{study.slug}.labels.csv")]
    result = export(study, out, "labels-jsonl")
    paths = sorted(out.iterdir())
    assert [path.name for path in paths] == [
        f"{study.slug}.labels.csv",
        f"{study.slug}.labels.jsonl",
    ]
    assert list(read_labels(paths[0])) == list(read_labels(paths[1]))


def test_command_freezes_once_and_writes_old_versions(
    study: Study, items: list[Item], tmp_path: Path
) -> None:
    first = export(study, tmp_path, "evalset")
    assert (first["regression_set"], first["cases"]) == (1, 2)
    assert first["left_out"] == {"held_out": 1}
    assert export(study, tmp_path, "evalset") == first
    second = export(study, tmp_path, "evalset", "--split", "all")
    assert (second["regression_set"], second["cases"]) == (2, 3)
    old = export(study, tmp_path / "old", "evalset", "--set", "1", "--judge-model", "my-judge")
    assert old["content_hash"] == first["content_hash"]
    (config,) = (tmp_path / "old").glob("*/test_config.json")
    assert '"judge_model": "my-judge"' in config.read_text()


def test_command_for_a_person_says_what_was_left_out(
    study: Study, items: list[Item], tmp_path: Path
) -> None:
    output = StringIO()
    call_command(
        "export", study=study.slug, format="evalset", out=tmp_path, stdout=output, json=False
    )
    head, *files = output.getvalue().splitlines()
    assert head == (
        f"Regression set 1 of {study.slug}: 2 cases, 2 with an expectation, "
        "1 item left out (manifest.json says why)."
    )
    assert len(files) == 5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--study", "nobody", "--format", "evalset"], "no study 'nobody'"),
        (["--study", "STUDY", "--format", "evalset"], "has no items; import cases first"),
        (["--study", "STUDY", "--format", "evalset", "--set", "7"], "has no regression set 7"),
        (["--study", "STUDY", "--format", "labels-csv", "--set", "7"], "go with --format evalset"),
    ],
)
def test_command_refuses_with_exit_code_2(
    study: Study, tmp_path: Path, arguments: list[str], says: str
) -> None:
    arguments = [study.slug if word == "STUDY" else word for word in arguments]
    with pytest.raises(CommandError, match=says) as caught:
        call_command("export", *arguments, "--out", str(tmp_path / "out"))
    assert caught.value.returncode == 2
    assert not (tmp_path / "out").exists()


def test_command_that_may_not_write_exits_2(
    study: Study, items: list[Item], tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CommandError, match="can't write in") as caught:
        export(study, tmp_path / "file", "labels-csv")
    assert caught.value.returncode == 2
