"""What a bank of templates and names holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Origin:
    """First and last names of one origin. `native` are full names in another script than Latin;
    `last_first` says that the last name is spoken first."""

    first: Sequence[str]
    last: Sequence[str]
    native: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Addresses:
    """Streets with # for the digits of the number, and towns as "town|postcode pattern".

    `town_line` joins them, such as "{code} {town}". `claimed` says that the rules are meant to know
    addresses of the country; others are counted apart.
    """

    streets: Sequence[str]
    towns: Sequence[str]
    town_line: str
    country: str
    claimed: bool = True


@dataclass(frozen=True, slots=True)
class Sentences:
    """Templates by who says them: the user, the agent, or somebody in a note inside a value."""

    user: Sequence[str]
    agent: Sequence[str]
    note: Sequence[str]
    prose: Sequence[str]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A tool call and its result. `about`: whether fields of it name the case's first person.

    `fixed_keys`: the system has its own spelling of keys; else each case draws one.
    """

    tool: str
    arguments: Any
    result: Any
    about: bool = False
    fixed_keys: bool = False


@dataclass(frozen=True, slots=True)
class Makers:
    """What draws numbers, secrets and dates. Those that give two texts give (form, value)."""

    card: Callable[[Random], tuple[str, str]]
    account: Callable[[Random], tuple[str, str]]
    national_id: Callable[[Random], tuple[str, str]]
    id_words: Mapping[str, str]
    secret: Callable[[Random], tuple[str, str]]
    password: Callable[[Random], str]
    ip_address: Callable[[Random], tuple[str, str]]
    birthday: Callable[[Random], str]
    day: Callable[[Random], str]
    amount: Callable[[Random], str]
    tracking: Callable[[Random], str]


@dataclass(frozen=True, slots=True)
class Bank:
    """`makers` are the bank's own; without any those of `values` serve."""

    name: str
    origins: Mapping[str, Origin]
    phones: Mapping[str, Sequence[str]]
    addresses: Mapping[str, Addresses]
    domains: Sequence[str]
    products: Sequence[str]
    carriers: Sequence[str]
    orders: tuple[str, ...]
    skus: tuple[str, ...]
    authors: Sequence[str]
    sentences: Sentences
    exchanges: Sequence[Exchange]
    tickets: tuple[str, ...] = ()
    makers: Makers | None = None


@dataclass(frozen=True, slots=True)
class AsJson:
    """In a result: a string that holds the JSON of `value`."""

    value: Any


@dataclass(frozen=True, slots=True)
class Cell:
    """In a result: a value whose column is named elsewhere, so that its own key says nothing."""

    template: str


@dataclass(frozen=True, slots=True)
class Plain:
    """In a result: a private value as a whole leaf below a key that does not say what it is."""

    template: str


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def lines(text: str) -> tuple[str, ...]:
    """One entry a line; blank lines do not count and \\n inside an entry is a line break."""
    return tuple(line.strip().replace("\\n", "\n") for line in text.splitlines() if line.strip())
