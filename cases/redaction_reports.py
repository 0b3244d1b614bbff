"""What redaction did in one import: counts by kind and rule, refusals, the most hidden in."""

import csv
import heapq
import io
from collections import Counter
from typing import Any

from cases.models import ImportRun

MOST = 20
# Outcomes of a session that became no case.
_LOST = ("refused", "failed")


def redaction_report(run: ImportRun) -> dict[str, Any]:
    """The report as JSON holds it; keys of cases are keyed hashes, and no text stands in it.

    Counts are of this import's own new cases.
    """
    report = run.report
    sessions = report.get("sessions", {})
    return {
        "import": run.pk,
        "study": run.study.slug,
        "policy_hash": run.policy_hash or None,
        "policy_version": _version(run),
        "cases": sessions.get("imported", 0),
        "by_kind": _ordered(report.get("redactions", {})),
        "by_rule": _ordered(report.get("redaction_rules", {})),
        "not_imported": {name: sessions.get(name, 0) for name in _LOST},
        "problems": report.get("problems", []),
        "most_hidden": _most(run),
    }


def report_csv(report: dict[str, Any]) -> str:
    """The same as rows of (what, name, value)."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("what", "name", "value"))
    for name in ("import", "study", "policy_hash", "policy_version", "cases"):
        rows.writerow((name, "", "" if report[name] is None else report[name]))
    for what in ("by_kind", "by_rule", "not_imported"):
        rows.writerows((what, _plain(name), count) for name, count in report[what].items())
    rows.writerows(("problem", p["session"], _plain(p["reason"])) for p in report["problems"])
    rows.writerows(("most_hidden", _plain(r["case"]), r["count"]) for r in report["most_hidden"])
    return out.getvalue()


def _version(run: ImportRun) -> int | None:
    """The newest version of the study's policy with the run's hash; None where it has none."""
    if not run.policy_hash:
        return None
    versions = run.study.policy_versions.filter(policy_hash=run.policy_hash)
    number = versions.order_by("-number").values_list("number", flat=True).first()
    return int(number) if number is not None else None


def _ordered(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def _most(run: ImportRun) -> list[dict[str, Any]]:
    rows = run.cases.values_list("key", "redactions").iterator(chunk_size=2_000)
    counted = ((sum(kinds.values()), key, kinds) for key, kinds in rows if kinds)
    most = heapq.nlargest(MOST, counted, key=lambda row: (row[0], row[1]))
    return [
        {"case": key, "count": count, "by_kind": dict(Counter(kinds).most_common())}
        for count, key, kinds in most
    ]


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
