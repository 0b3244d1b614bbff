"""People of a case, with everything about them that a session may tell."""

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from random import Random

from benchmarks.redaction_corpus import values
from benchmarks.redaction_corpus.bank import Bank
from benchmarks.redaction_corpus.digits import filled

# Spellings of a name and how often a sentence and a field use them.
_IN_SENTENCES = {"full": 62, "lower": 14, "first": 14, "first lower": 5, "caps": 5}
_IN_FIELDS = {"full": 80, "comma": 8, "caps": 8, "lower": 4}
_NATIVE_SHARE = 0.08
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "ı": "i", "'": None})


@dataclass(frozen=True, slots=True)
class Written:
    """A value as it is written, its form, and parts of it as (form, start, end)."""

    text: str
    form: str
    parts: tuple[tuple[str, int, int], ...] = ()


class Person:
    """Somebody drawn from a bank. Every value is drawn once, so that a case agrees with itself."""

    def __init__(self, bank: Bank, rng: Random) -> None:
        self._bank = bank
        self._makers = bank.makers or values.MAKERS
        self._rng = rng
        self.origin = rng.choice(list(bank.origins))
        origin = bank.origins[self.origin]
        self.first, self.last = rng.choice(origin.first), rng.choice(origin.last)
        scripted = origin.native and rng.random() < _NATIVE_SHARE
        self.native = rng.choice(origin.native) if scripted else ""
        self.country = rng.choice(list(bank.addresses))
        claimed = bank.addresses[self.country].claimed
        self._place = self.country if claimed else f"other {self.country}"

    def written(self, attribute: str, *, in_field: bool) -> Written:
        """The value that a template asks for by `attribute`, as "phone" in {p.phone}."""
        if attribute == "name":
            return self._name(in_field)
        if attribute in ("first", "last", "full"):
            return Written(self._of_name(attribute), "native" if self.native else attribute)
        text, form = getattr(self, f"_{attribute}")
        if attribute == "address":
            end = len(self._street[0])
            return Written(text, form, ((self._street[1], 0, end),))
        return Written(text, form)

    def words(self, form: str) -> frozenset[str]:
        """The words, in lower case, of the name in `form`."""
        return frozenset(self._of_name(form).casefold().replace(",", " ").split())

    def _name(self, in_field: bool) -> Written:
        if self.native:
            return Written(self.native, "native")
        shares = _IN_FIELDS if in_field else _IN_SENTENCES
        form = self._rng.choices(list(shares), list(shares.values()))[0]
        return Written(self._of_name(form), form)

    def _of_name(self, form: str) -> str:
        if self.native:
            return self.native
        full = f"{self.first} {self.last}"
        return {
            "native": full,
            "full": full,
            "lower": full.lower(),
            "caps": full.upper(),
            "comma": f"{self.last}, {self.first}",
            "first": self.first,
            "first lower": self.first.lower(),
            "last": self.last,
        }[form]

    @cached_property
    def _email(self) -> tuple[str, str]:
        first, last = _ascii(self.first), _ascii(self.last)
        local = self._rng.choice(
            [
                f"{first}.{last}",
                f"{first[:1]}{last}",
                f"{last}_{first}",
                f"{first}+shop",
                first + "88",
            ]
        )
        return f"{local}@{self._rng.choice(self._bank.domains)}", "any"

    @cached_property
    def _phone(self) -> tuple[str, str]:
        country = self._rng.choice(list(self._bank.phones))
        return filled(self._rng, self._rng.choice(self._bank.phones[country])), country

    @cached_property
    def _street(self) -> tuple[str, str]:
        streets = self._bank.addresses[self.country].streets
        return filled(self._rng, self._rng.choice(streets)), f"street {self._place}"

    @cached_property
    def _town_and_code(self) -> tuple[str, str]:
        town, _, code = self._rng.choice(self._bank.addresses[self.country].towns).partition("|")
        return town, filled(self._rng, code)

    @cached_property
    def _town(self) -> tuple[str, str]:
        return self._town_and_code[0], "town"

    @cached_property
    def _code(self) -> tuple[str, str]:
        return self._town_and_code[1], "postcode"

    @cached_property
    def _address(self) -> tuple[str, str]:
        town, code = self._town_and_code
        line = self._bank.addresses[self.country].town_line.format(town=town, code=code)
        return f"{self._street[0]}, {line}", f"whole {self._place}"

    @cached_property
    def _card(self) -> tuple[str, str]:
        issuer, number = self._makers.card(self._rng)
        return number, issuer

    @cached_property
    def _iban(self) -> tuple[str, str]:
        country, number = self._makers.account(self._rng)
        return number, country

    @cached_property
    def _id(self) -> tuple[str, str]:
        name, number = self._makers.national_id(self._rng)
        return number, name

    @property
    def id_word(self) -> str:
        return self._rng.choice(self._makers.id_words[self._id[1]].split("|"))

    @cached_property
    def _born(self) -> tuple[str, str]:
        return self._makers.birthday(self._rng), "any"

    @cached_property
    def _secret(self) -> tuple[str, str]:
        name, text = self._makers.secret(self._rng)
        return text, name

    @cached_property
    def _password(self) -> tuple[str, str]:
        return self._makers.password(self._rng), "password"

    @cached_property
    def _ip(self) -> tuple[str, str]:
        version, text = self._makers.ip_address(self._rng)
        return text, version


def _ascii(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.lower().translate(_PLAIN))
    return "".join(char for char in apart if char.isascii() and char.isalnum())
