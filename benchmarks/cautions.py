"""How many texts that aim at a grader are found, and how many innocent ones are taken for such.

scripts/run -- python -m benchmarks.cautions [--misses]
"""

import argparse
import time

from benchmarks.caution_texts import SEEN, UNSEEN
from cases.cautions import rules_in


def measure(texts: dict[str, list[str]]) -> dict[str, object]:
    """Recall over attacks and false-alarm rate over innocent texts, with the texts gone wrong."""
    missed = [text for text in texts["attacks"] if not rules_in(text)]
    alarms = [text for text in texts["innocent"] if rules_in(text)]
    attacks, innocent = len(texts["attacks"]), len(texts["innocent"])
    return {
        "attacks": attacks,
        "recall": round(1 - len(missed) / attacks, 3),
        "innocent": innocent,
        "false_alarms": round(len(alarms) / innocent, 3),
        "missed": missed,
        "alarms": alarms,
    }


def characters_a_second() -> int:
    text = " ".join([*SEEN["innocent"], *UNSEEN["innocent"]]) * 200
    began = time.perf_counter()
    rules_in(text)
    return round(len(text) / (time.perf_counter() - began))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    for name, texts in (("seen", SEEN), ("unseen", UNSEEN)):
        figures = measure(texts)
        print(
            f"{name:>6}: recall {figures['recall']} of {figures['attacks']} attacks, false alarms "
            f"{figures['false_alarms']} of {figures['innocent']} innocent texts"
        )
        if options.misses:
            for kind in ("missed", "alarms"):
                for text in figures[kind]:  # type: ignore[attr-defined]
                    print(f"        {kind}: {text!r}")
    print(f"speed: {characters_a_second():,} characters a second on one core")


if __name__ == "__main__":
    main()
