"""Taking data out: label files and atomic writing."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from calibration.label_rows import check_split, label_rows
from calibration.labels_format import FORMATS, encode
from cases.errors import BadInput
from cases.items import leave_held_out
from cases.models import AuditEvent, Item, Person, Study

_BATCH = 64 * 1024


def label_chunks(
    *, study: Study, fmt: str, split: str = "tuning", actor: Person | None = None
) -> Iterator[bytes]:
    """The study's labels as CSV or JSONL in pieces of about 64 kB, and an audit event.

    With split "all", held-out items move to tuning before the first byte. Raises BadInput for
    an unknown format or split.
    """
    check_split(split)
    if fmt not in FORMATS:
        raise BadInput(f"no label format {fmt!r}; choose csv or jsonl")
    if split == "all":
        held_out = Item.objects.filter(study=study, split=Item.Split.HELD_OUT)
        leave_held_out(
            study=study, item_ids=held_out.values_list("pk", flat=True), actor=actor, why="labels"
        )
    AuditEvent.record("labels.exported", actor=actor, study=study, format=fmt, split=split)
    return _batches(FORMATS[fmt](label_rows(study=study, split=split)))


def _batches(lines: Iterable[str]) -> Iterator[bytes]:
    batch = bytearray()
    for line in lines:
        batch += encode(line)
        if len(batch) >= _BATCH:
            yield bytes(batch)
            batch.clear()
    yield bytes(batch)


def write_files(directory: Path, files: dict[str, Iterable[bytes]]) -> list[Path]:
    """Write all of `files` into `directory`, or none: temporary files first, then renames.

    Raises BadInput where the folder can't be made or written to.
    """
    written: list[tuple[Path, Path]] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, chunks in files.items():
            handle, temporary = tempfile.mkstemp(dir=directory, prefix=f".{name}.")
            written.append((Path(temporary), directory / name))
            with os.fdopen(handle, "wb") as file:
                file.writelines(chunks)
        for temporary_path, path in written:
            # mkstemp makes files for the owner alone; an export is as readable as any new file.
            temporary_path.chmod(0o666 & ~_umask())
            temporary_path.replace(path)
    except OSError as error:
        raise BadInput(
            f"can't write in {directory}: {error.strerror}; choose a folder you may write to"
        ) from error
    finally:
        for temporary_path, _ in written:
            with suppress(OSError):
                temporary_path.unlink(missing_ok=True)
    return [path for _, path in written]


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
