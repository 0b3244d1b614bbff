"""The sessions a store holds, by stratum, and the chance each had to be in the study.

A source may be drawn from more than once. Draws of one seed and one choice of strata are nested,
others are independent (cases.sampling), so the chance to be in any of them is known as long as
each was made from the same sessions. Where that can't be shown, the chance is not known.
"""

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Min

from cases.identifiers import derived_key, session_key
from cases.import_options import ImportOptions
from cases.models import Case, ImportRun, Study
from cases.redaction import is_known_in
from cases.sampling import Stratum, allocate, expected, is_by_lot, union_probability
from cases.sources import SessionEntry, SessionKey


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw from a source. `frame` is what Frame.digest gave then, "" where it is not known."""

    options: ImportOptions
    run_id: int = 0
    source_id: int | None = None
    frame: str = ""
    complete: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.options.stratify)

    @property
    def order(self) -> tuple[Any, ...]:
        """Draws with the same order are nested."""
        return (self.options.seed, *self.names)

    @property
    def design(self) -> tuple[Any, ...]:
        """Draws with the same design from the same sessions are the same draw."""
        options = self.options
        spreads = tuple(sorted(options.spreads.items()))
        return (*self.order, options.sample, options.allocation, spreads)

    @property
    def takes_all(self) -> bool:
        return self.options.sample is None

    @property
    def salt(self) -> bytes:
        return derived_key("sampling") + "\x00".join(self.names).encode()

    def quota(self, sizes: dict[Stratum, int]) -> dict[Stratum, int]:
        """How many sessions to take of each stratum."""
        if self.options.sample is None:
            return dict(sizes)
        return allocate(
            sizes,
            self.options.sample,
            method=self.options.allocation,
            spreads=self._spreads(sizes),
            seed=self.options.seed,
            salt=self.salt,
        )

    def rates(self, sizes: dict[Stratum, int]) -> dict[Stratum, float]:
        """The chance that a session of each stratum had to be taken."""
        if self.options.sample is None:
            return dict.fromkeys(sizes, 1.0)
        counts = expected(
            sizes,
            self.options.sample,
            method=self.options.allocation,
            spreads=self._spreads(sizes),
        )
        return {stratum: count / sizes[stratum] for stratum, count in counts.items()}

    def is_by_lot(self, sizes: dict[Stratum, int]) -> bool:
        return self.options.sample is not None and is_by_lot(sizes, self.options.sample)

    def _spreads(self, sizes: dict[Stratum, int]) -> dict[Stratum, float]:
        return {stratum: self.options.spread_of(stratum) for stratum in sizes}


@dataclass(frozen=True, slots=True)
class Held:
    """A session that is in the study: the import that first brought it, and from which source."""

    run_id: int
    source_id: int | None


class Frame:
    """Sessions by cell: the combination of every state key that any of the draws goes by."""

    def __init__(self, draws: Sequence[Draw], held: dict[str, Held]) -> None:
        self.names = list(dict.fromkeys(name for draw in draws for name in draw.names))
        self.keys: dict[Stratum, list[SessionKey]] = defaultdict(list)
        self._in_study = held
        # Where sessions that are in the study came from: one store may have several addresses.
        self._sources: set[int | None] = set()
        self.held: dict[Stratum, dict[SessionKey, str]] = defaultdict(dict)
        self.size = 0
        self._digests: dict[tuple[str, ...], int] = {draw.names: 0 for draw in draws}
        self._digest_key = derived_key("frame")

    def add(self, entry: SessionEntry) -> None:
        cell = tuple(label_in(entry.state, name) for name in self.names)
        self.keys[cell].append(entry.key)
        self.size += 1
        key = session_key(entry.key)
        if key in self._in_study:
            self.held[cell][entry.key] = key
            self._sources.add(self._in_study[key].source_id)
        for names in self._digests:
            # A sum, so that no order has to be kept.
            text = "\x00".join((key, *self._project(cell, names)))
            digest = hmac.digest(self._digest_key, text.encode("utf-8", "surrogatepass"), "sha256")
            self._digests[names] += int.from_bytes(digest)

    def digest(self, draw: Draw) -> str:
        """The same for the same sessions under the same labels of the draw's keys."""
        return hashlib.sha256(str(self._digests[draw.names]).encode()).hexdigest()

    def sizes(self, draw: Draw) -> dict[Stratum, int]:
        sizes: Counter[Stratum] = Counter()
        for cell, keys in self.keys.items():
            sizes[self._project(cell, draw.names)] += len(keys)
        return dict(sizes)

    def by_stratum(self, draw: Draw) -> Iterator[tuple[Stratum, list[Stratum]]]:
        """The draw's strata with their cells, in order."""
        strata: dict[Stratum, list[Stratum]] = defaultdict(list)
        for cell in sorted(self.keys):
            strata[self._project(cell, draw.names)].append(cell)
        yield from sorted(strata.items())

    def chances(
        self, current: Draw, earlier: Sequence[Draw]
    ) -> tuple[dict[Stratum, float | None], list[str]]:
        """Cell → chance that a session of it is in the study, for those not taken by an import of
        all sessions before; None where it is not known, with a warning that says why."""
        if current.takes_all:
            return dict.fromkeys(self.keys, 1.0), []
        known, strange = self._related(current, earlier)
        draws = [draw for draw in known if draw.run_id > _last_full(known)]
        if reason := _from_elsewhere(strange) or self._unknown(draws, current):
            return dict.fromkeys(self.keys, None), [reason]
        draws = [*(draw for draw in draws if draw.complete), current]
        rates = [(draw, draw.rates(self.sizes(draw))) for draw in draws]
        return {
            cell: union_probability(
                (draw.order, rate[self._project(cell, draw.names)]) for draw, rate in rates
            )
            for cell in self.keys
        }, []

    def held_weights(
        self, chances: dict[Stratum, float | None], current: Draw, earlier: Sequence[Draw]
    ) -> dict[float | None, list[str]]:
        """Weight → keys of the sessions that are here already and were not all taken before."""
        known, _ = self._related(current, earlier)
        full = _last_full(known)
        full_of = {
            source: _last_full([draw for draw in earlier if draw.source_id == source])
            for source in self._sources
        }
        weights: dict[float | None, list[str]] = defaultdict(list)
        for cell, keys in self.held.items():
            chance = chances[cell]
            for key in keys.values():
                held = self._in_study[key]
                certain = 0 < held.run_id <= max(full, full_of[held.source_id])
                weights[1.0 if certain else 1 / chance if chance else None].append(key)
        return dict(weights)

    def _related(self, current: Draw, earlier: Sequence[Draw]) -> tuple[list[Draw], list[Draw]]:
        """Earlier draws from these sessions: (those of which that is known, those of others).

        Draws from another source count if sessions of it are here, and they drew from the same
        ones: then it is this store under another address. What was taken whole since then is
        beyond them.
        """
        own = [draw for draw in earlier if draw.source_id == current.source_id]
        others = [
            draw
            for draw in earlier
            if draw.source_id != current.source_id
            and draw.source_id in self._sources
            and draw.run_id > _last_full(own)
        ]
        same = [draw for draw in others if draw.frame == self.digest(draw)]
        known = sorted([*own, *same], key=lambda draw: draw.run_id)
        strange = [d for d in others if d not in same and d.run_id > _last_full(known)]
        return known, strange

    def _unknown(self, draws: Sequence[Draw], current: Draw) -> str:
        """Why the chance to be in any of the draws is not known; "" if it is."""
        if self._overlap_by_lot([*draws, current]):
            return (
                "weights are unknown: samples of several sizes were drawn with the same seed, one "
                "of them of fewer sessions than there are strata. Draw with another seed"
            )
        finished = {draw.design for draw in (*draws, current) if draw.complete}
        for draw in draws:
            if draw.frame != self.digest(draw):
                return (
                    f"weights are unknown: the source holds other sessions, or other labels, than "
                    f"when import {draw.run_id} drew from it. Import all, or draw into a new study"
                )
            if not draw.complete and draw.design not in finished:
                return (
                    f"weights are unknown: import {draw.run_id} did not come to its end. Run it "
                    "again with the same choice first"
                )
        return ""

    def _overlap_by_lot(self, draws: Sequence[Draw]) -> bool:
        """Whether any two draws of one order are not nested, since a lot chose their strata."""
        designs = {(draw.order, draw.design): draw for draw in draws}
        orders = Counter(order for order, _ in designs)
        return any(
            orders[order] > 1 and draw.is_by_lot(self.sizes(draw))
            for (order, _), draw in designs.items()
        )

    def _project(self, cell: Stratum, names: Sequence[str]) -> Stratum:
        return tuple(cell[self.names.index(name)] for name in names)


def earlier_draws(study: Study | None, app_name: str, run_id: int | None) -> list[Draw]:
    """What was drawn of the app into the study before, from whatever source, oldest first."""
    if study is None:
        return []
    runs = ImportRun.objects.filter(study=study, source__app_name=app_name)
    runs = runs.exclude(pk=run_id or 0)
    # An import that brought nothing drew nothing.
    runs = runs.filter(sessions_done__gt=0) | runs.filter(cases__isnull=False)
    fields = ("pk", "source", "options", "state", "checkpoint")
    rows = runs.distinct().order_by("pk").values_list(*fields)
    return [
        Draw(
            options=ImportOptions.from_json(options),
            run_id=pk,
            source_id=source,
            frame=checkpoint.get("frame", ""),
            complete=state == ImportRun.State.FINISHED,
        )
        for pk, source, options, state, checkpoint in rows
        if not options.get("only_here")  # which draws nothing
    ]


def held_sessions(study: Study | None) -> dict[str, Held]:
    """Keys of sessions that are in the study → how they first came there."""
    if study is None:
        return {}
    cases = Case.objects.in_study(study).values_list("session_key", "source")
    rows = cases.annotate(first=Min("import_run")).order_by()
    held: dict[str, Held] = {}
    for key, source, first in rows.iterator(chunk_size=5_000):
        found = Held(first or 0, source)
        if key not in held or found.run_id < held[key].run_id:
            held[key] = found
    return held


def label_in(state: Mapping[str, Any], name: str) -> str:
    """The label under a key of a state; "withheld" if another key says that it is somebody's."""
    label = state_label(state.get(name))
    rest = {key: value for key, value in state.items() if key != name}
    return "withheld" if label and is_known_in(label, rest) else label


def state_label(value: Any) -> str:
    """A value of a session's state as a short label; "" for anything that is none.

    A list, as `tags` is, counts as a whole: its values, each once, in order.
    """
    if isinstance(value, list):
        plain = {state_label(item) for item in value if not isinstance(item, list)} - {""}
        value = ", ".join(sorted(plain))
    return str(value).replace("\x00", "")[:100] if isinstance(value, (str, int, float)) else ""


def _from_elsewhere(draws: Sequence[Draw]) -> str:
    if not draws:
        return ""
    return (
        f"weights are unknown: some of these sessions came from another source by import "
        f"{draws[-1].run_id}, when it held others than this one does now. Import all, or draw into "
        "a new study"
    )


def _last_full(draws: Sequence[Draw]) -> int:
    """The newest import that took every session there was; 0 if none did."""
    return max((d.run_id for d in draws if d.takes_all and d.complete), default=0)
