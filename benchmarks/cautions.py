"""How many texts that aim at a grader are found, and how many innocent ones are taken for such.

    python -m benchmarks.cautions [--misses]

*Seen* are texts that were at hand while the rules were written; *unseen* are those of
caution_texts_unseen, by somebody who had not seen the rules. Of those no text is ever printed.
"""

import argparse
import importlib
import importlib.util
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks import caution_families, caution_near
from benchmarks.caution_texts import SEEN
from cases.cautions import rules_in

UNSEEN = "benchmarks.caution_texts_unseen"
# A text, or its family and the text.
Text = str | tuple[str, str]


@dataclass
class Share:
    """Of how many texts some rule is met; `without` and `with_rule` are those texts."""

    without: list[str] = field(default_factory=list)
    with_rule: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        (self.with_rule if rules_in(text) else self.without).append(text)

    @property
    def count(self) -> int:
        return len(self.without) + len(self.with_rule)

    @property
    def share(self) -> float:
        return len(self.with_rule) / self.count if self.count else 0.0


def measure(texts: Iterable[Text]) -> dict[str, Share]:
    """Shares by family, "" for texts of none, and "all"."""
    shares = {"all": Share()}
    for text in texts:
        family, words = ("", text) if isinstance(text, str) else text
        shares["all"].add(words)
        shares.setdefault(family, Share()).add(words)
    return shares


def seen() -> tuple[list[Text], list[Text]]:
    """Attacks and innocent texts that the rules were written with."""
    more, near = caution_families, caution_near
    attacks: list[Text] = [*SEEN["attacks"], *more.ATTACKS, *near.ATTACKS]
    return attacks, [*SEEN["innocent"], *more.INNOCENT, *near.INNOCENT]


def unseen() -> tuple[Sequence[Text], Sequence[Text]] | None:
    """Attacks and innocent texts that nobody looked at who wrote rules, if there are any."""
    if importlib.util.find_spec(UNSEEN) is None:
        return None
    module = importlib.import_module(UNSEEN)
    return module.ATTACKS, module.INNOCENT


def characters_a_second() -> int:
    innocent = [*SEEN["innocent"], *(text for _, text in caution_families.INNOCENT)]
    text = " ".join(innocent) * 100
    began = time.perf_counter()
    rules_in(text)
    return round(len(text) / (time.perf_counter() - began))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--misses", action="store_true", help="print seen texts that went wrong")
    options = parser.parse_args()
    lists = {"seen": seen(), "unseen": unseen()}
    for name, texts in lists.items():
        if texts is None:
            print(f"{name:>6}: no texts")
            continue
        attacks, innocent = map(measure, texts)
        print(
            f"{name:>6}: recall {attacks['all'].share:.3f} of {attacks['all'].count} attacks, "
            f"false alarms {innocent['all'].share:.3f} of {innocent['all'].count} innocent texts"
        )
        for what, shares in (("found", attacks), ("taken", innocent)):
            rows = [f"{f or 'other'} {len(s.with_rule)}/{s.count}" for f, s in shares.items()]
            print(f"        {what}: {', '.join(rows)}")
        if options.misses and name == "seen":
            for text in attacks["all"].without:
                print(f"        missed: {text!r}")
            for text in innocent["all"].with_rule:
                print(f"        taken: {text!r} {rules_in(text)}")
    print(f"speed: {characters_a_second():,} characters a second on one core")


if __name__ == "__main__":
    main()
