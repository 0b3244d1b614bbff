"""Addresses on the internet: IPv4 and IPv6 as people, logs and URLs write them."""

from ipaddress import AddressValueError, IPv4Address, IPv6Address

import regex

from cases.redaction.keys import IP
from cases.redaction.spans import Span

RULE = "shape IP address"
_DOT = r"(?:\.|\[\.\])"
_V4 = regex.compile(
    rf"(?<![\w.])(?<![A-Za-z]/)(?P<address>\d{{1,3}}(?:{_DOT}\d{{1,3}}){{3}})"
    r"(?:/\d{1,2}(?![\w/])|:\d{1,5}(?!\w))?(?!\w|[.-]\d)"
)
_V6 = regex.compile(
    r"(?<![\w:.])(?P<address>[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?)"
    r"(?:%[\w.-]{1,16})?(?:/\d{1,3})?(?!\w)"
)
# What counts versions in four parts, right before them.
_VERSION = regex.compile(
    r"\b(?:v|ver|version|release|build|firmware|update|upgrade|patch|driver|software|sdk|ios"
    r"|android|chrome|section|clause|revision|rev)\.?[ :=(]*(?:is |to |from |no\.? )?$",
    regex.IGNORECASE,
)
_REACH = 24


class IpFinder:
    """Finds addresses of either kind with their port or prefix, but no version numbers."""

    kind = IP

    def __init__(self) -> None:
        self.expressions = [_V4, _V6]
        self._maybe = regex.compile(
            rf"\d{{1,3}}(?:{_DOT}\d{{1,3}}){{3}}|:[0-9a-fA-F]{{0,4}}:"
        ).search

    def find(self, text: str) -> list[Span]:
        if not self._maybe(text):
            return []
        found = [
            match.span()
            for match in _V4.finditer(text)
            if _is_v4(match["address"])
            and not _VERSION.search(text[max(0, match.start() - _REACH) : match.start()])
        ]
        for match in _V6.finditer(text):
            address = match["address"]
            # A colon that goes on with the sentence: "from fe80::1: refused".
            spare = address.endswith(":") and not address.endswith("::")
            if _is_v6(address.removesuffix(":") if spare else address):
                found.append((match.start(), match.end() - spare))
        return [Span(*place, IP, RULE) for place in found]


def _is_v4(text: str) -> bool:
    parts = text.replace("[", "").replace("]", "").split(".")
    try:
        IPv4Address(".".join(str(int(part)) for part in parts))
    except AddressValueError:
        return False
    return True


def _is_v6(text: str) -> bool:
    if text.count(":") < 2 or not any(char.isdigit() for char in text):
        return False
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return True
