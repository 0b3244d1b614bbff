"""A labelled corpus for redaction: cases made by a seed, with what is private in them.

Two banks of templates, names and key names: `tuning` may be looked at while rules are written,
`measuring` may not. Both are made up; nothing in them was copied from a list or a data set.
"""

from benchmarks.redaction_corpus.bank import Bank
from benchmarks.redaction_corpus.generator import bank_named, cases_of, prose_of
from benchmarks.redaction_corpus.labels import Kept, LabelledCase, Path, Private

__all__ = ["Bank", "Kept", "LabelledCase", "Path", "Private", "bank_named", "cases_of", "prose_of"]
