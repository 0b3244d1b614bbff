"""Taking data out: label files, atomic writing, and what leaving the house does to a split."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import batched
from pathlib import Path

from django.db import transaction
from django.db.models import Q, QuerySet

from calibration.label_rows import check_split, label_rows
from calibration.labels_format import FORMATS, encode
from cases.errors import BadInput
from cases.models import AuditEvent, Item, Person, Study

_BATCH = 64 * 1024
# Keys named in one query.
_MOST = 500


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


@transaction.atomic
def leave_held_out(*, study: Study, item_ids: Iterable[int], actor: Person | None, why: str) -> int:
    """Move the held-out items among `item_ids` to tuning, whole conversations at a time.

    What has been exported may be tuned on, by us or by others, so it can no longer measure. A
    pair that moves takes the conversations of both its sides along.
    Returns how many items moved; none, no audit event.
    """
    held_out = Item.objects.filter(study=study, split=Item.Split.HELD_OUT)
    conversations: set[str] = set()
    for some in batched(item_ids, _MOST):
        conversations |= _conversations(held_out.filter(pk__in=some))
    moved = 0
    while conversations:
        keys = [conversations.pop() for _ in range(min(_MOST, len(conversations)))]
        items = held_out.filter(
            Q(case__conversation_key__in=keys) | Q(case_b__conversation_key__in=keys)
        )
        conversations |= _conversations(items) - set(keys)
        moved += items.update(split=Item.Split.TUNING)
    if moved:
        AuditEvent.record("split.left_held_out", actor=actor, study=study, items=moved, why=why)
    return moved


def _conversations(items: QuerySet[Item]) -> set[str]:
    """Keys of the conversations that the items show, on either side."""
    sides = items.values_list("case__conversation_key", "case_b__conversation_key")
    return {key for pair in sides for key in pair if key}


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
