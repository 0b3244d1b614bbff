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
from cases.models import Case, ImportRun, Source, Study
from cases.redaction import is_known_in
from cases.sampling import Stratum, allocate, union_probability
from cases.sources import SessionEntry, SessionKey


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw from a source. `frame` is what Frame.digest gave then, "" where it is not known."""

    options: ImportOptions
    run_id: int = 0
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

    def quota(self, sizes: dict[Stratum, int]) -> dict[Stratum, int]:
        if self.options.sample is None:
            return dict(sizes)
        return allocate(
            sizes,
            self.options.sample,
            method=self.options.allocation,
            spreads={stratum: self.options.spread_of(stratum) for stratum in sizes},
        )


class Frame:
    """Sessions by cell: the combination of every state key that any of the draws goes by."""

    def __init__(self, draws: Sequence[Draw], held: dict[str, int]) -> None:
        self.names = list(dict.fromkeys(name for draw in draws for name in draw.names))
        self.keys: dict[Stratum, list[SessionKey]] = defaultdict(list)
        self.held_runs = held
        self.held: dict[Stratum, dict[SessionKey, str]] = defaultdict(dict)
        self.size = 0
        self._digests: dict[tuple[str, ...], int] = {draw.names: 0 for draw in draws}
        self._digest_key = derived_key("frame")

    def add(self, entry: SessionEntry) -> None:
        cell = tuple(label_in(entry.state, name) for name in self.names)
        self.keys[cell].append(entry.key)
        self.size += 1
        key = session_key(entry.key)
        if key in self.held_runs:
            self.held[cell][entry.key] = key
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
        draws = [draw for draw in earlier if draw.run_id > _last_full(earlier)]
        if reason := self._unknown(draws, current):
            return dict.fromkeys(self.keys, None), [reason]
        draws = [*(draw for draw in draws if draw.complete), current]
        rates = [(draw, self._rates(draw)) for draw in draws]
        return {
            cell: union_probability(
                (draw.order, rate[self._project(cell, draw.names)]) for draw, rate in rates
            )
            for cell in self.keys
        }, []

    def held_weights(
        self, chances: dict[Stratum, float | None], earlier: Sequence[Draw]
    ) -> dict[float | None, list[str]]:
        """Weight → keys of the sessions that are here already and were not all taken before."""
        full = _last_full(earlier)
        weights: dict[float | None, list[str]] = defaultdict(list)
        for cell, keys in self.held.items():
            chance = chances[cell]
            for key in keys.values():
                certain = 0 < self.held_runs[key] <= full
                weights[1.0 if certain else 1 / chance if chance else None].append(key)
        return dict(weights)

    def _rates(self, draw: Draw) -> dict[Stratum, float]:
        sizes = self.sizes(draw)
        return {stratum: count / sizes[stratum] for stratum, count in draw.quota(sizes).items()}

    def _unknown(self, draws: Sequence[Draw], current: Draw) -> str:
        """Why the chance to be in any of the draws is not known; "" if it is."""
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

    def _project(self, cell: Stratum, names: Sequence[str]) -> Stratum:
        return tuple(cell[self.names.index(name)] for name in names)


def earlier_draws(study: Study | None, source: Source | None, run_id: int | None) -> list[Draw]:
    """What was drawn from the source into the study before, oldest first."""
    if study is None or source is None:
        return []
    runs = ImportRun.objects.filter(study=study, source=source).exclude(pk=run_id or 0)
    # An import that brought nothing drew nothing.
    runs = runs.filter(sessions_done__gt=0) | runs.filter(cases__isnull=False)
    rows = runs.distinct().order_by("pk").values_list("pk", "options", "state", "checkpoint")
    return [
        Draw(
            options=ImportOptions.from_json(options),
            run_id=pk,
            frame=checkpoint.get("frame", ""),
            complete=state == ImportRun.State.FINISHED,
        )
        for pk, options, state, checkpoint in rows
    ]


def held_sessions(study: Study | None, source: Source | None) -> dict[str, int]:
    """Keys of the source's sessions that are in the study → the import that first brought them."""
    if study is None or source is None:
        return {}
    cases = Case.objects.in_study(study).filter(source=source)
    rows = cases.values_list("session_key").annotate(first=Min("import_run")).order_by()
    return {key: first or 0 for key, first in rows.iterator(chunk_size=5_000)}


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


def _last_full(draws: Sequence[Draw]) -> int:
    """The newest import that took every session there was; 0 if none did."""
    return max((d.run_id for d in draws if d.takes_all and d.complete), default=0)
