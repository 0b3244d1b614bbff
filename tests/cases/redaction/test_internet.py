"""Addresses on the internet, as sentences and logs write them."""

import pytest

from cases.redaction.internet import IpFinder


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in IpFinder().find(text)]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("a login from 10.1.2.3.", "10.1.2.3"),
        ("(192.168.0.1), again", "192.168.0.1"),
        ("[192.168.0.1]:8080", "192.168.0.1"),
        ("saw 203.0.113.9:443, then nothing", "203.0.113.9:443"),
        ("the net 10.0.0.0/8 is ours", "10.0.0.0/8"),
        ("http://10.0.0.7/status", "10.0.0.7"),
        ("from 203[.]0[.]113[.]9 today", "203[.]0[.]113[.]9"),
        ("from 2001:db8::1: refused", "2001:db8::1"),
        (
            "[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:443",
            "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
        ),
        ("via fe80::1%eth0 only", "fe80::1%eth0"),
        ("::ffff:192.0.2.128 came", "192.0.2.128"),
    ],
)
def test_an_address_is_found_whole(text: str, address: str) -> None:
    assert address in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "firmware v1.2.3.4",
        "version 10.0.0.1",
        "Chrome/120.0.0.0",
        "at 10:30:15",
        "300.1.2.999 pieces",
        "1.2.3.4.5",
        "std::vector, a::b",
    ],
)
def test_versions_times_and_code_stay(text: str) -> None:
    assert found(text) == []
