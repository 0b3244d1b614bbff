"""A labelled corpus for redaction: cases made by a seed, with what is private in them.

Four banks of templates, names and key names: `tuning` may be looked at while rules are written.
`measuring` may not, but its author had read some of the rules. `held_out` and `blind` were each
written by somebody who had seen neither rules nor banks. All are made up; nothing was copied from
a list or a data set.
"""

from benchmarks.redaction_corpus.bank import Bank
from benchmarks.redaction_corpus.generator import BANKS, bank_named, cases_of, prose_of
from benchmarks.redaction_corpus.labels import Kept, LabelledCase, Path, Private

__all__ = [
    "BANKS",
    "Bank",
    "Kept",
    "LabelledCase",
    "Path",
    "Private",
    "bank_named",
    "cases_of",
    "prose_of",
]
