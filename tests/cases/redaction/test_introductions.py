"""People whom the words beside their name announce, and words that only look like it."""

import pytest

from cases.redaction.introductions import IntroductionFinder


def found(text: str) -> list[str]:
    spans = IntroductionFinder().find(text)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("this is Priya speaking", ["Priya"]),
        ("Spoke w/ Jonas from accounts", ["Jonas"]),
        ("on behalf of my wife anneke", ["anneke"]),
        ("transferred to Lena", ["Lena"]),
        ("cc: Mirela Halmos; Đorđe Petković", ["Mirela Halmos", "Đorđe Petković"]),
        ("Attendees: J. R. Ortega, hilde van 't Hof", ["J. R. Ortega", "hilde van 't Hof"]),
        ("Attendees: Chidi, Fatoumata & Wolfgang", ["Chidi", "Fatoumata", "Wolfgang"]),
        ("I spoke with gráinne ó dubhghaill yesterday", ["gráinne ó dubhghaill"]),
        ("signed for by szabolcs on Thursday", ["szabolcs"]),
        ("Refund approved by TOMOKO MATSUZAKI", ["TOMOKO MATSUZAKI"]),
        ("From: Selam Warsame <s@example.net>", ["Selam Warsame"]),
        ("handed over to Al-Rashid Khan", ["Al-Rashid Khan"]),
        ("Kind regards,\nmeiling xie", ["meiling xie"]),
        ("Thanks for your help\n\nSigríður\nBuyer", ["Sigríður"]),
        ("It's nasreen again.", ["nasreen"]),
        ("Hi nurcan, any news?", ["nurcan"]),
        ("mr müller rang", ["müller"]),
        ("@priya.nair can you look", ["priya.nair"]),
        ("Maartje's account is locked", ["Maartje"]),
        ("Stamatia was not helpful", ["Stamatia"]),
        ("Delivered next door, signed Pham", ["Pham"]),
    ],
)
def test_announced_people_are_found(text: str, names: list[str]) -> None:
    assert sorted(set(found(text))) == sorted(names)


@pytest.mark.parametrize(
    "text",
    [
        "my husband placed the order",
        "the customer recieved it",
        "it's DHL that lost it",
        "contact paypal about it",
        "Hi team,",
        "Dear Customer,",
        "I'm sorry to hear that",
        "Thanks\nplease call me",
        "ORDER IS LATE, CALL ME BACK",
        "paid by Visa",
        "sent by Royal Mail",
        "To: warehouse",
        "The contract is under warranty",
        "assigned to tier2-support",
        "booked by Friday",
        "talk to support@example.org",
    ],
)
def test_ordinary_words_and_firms_behind_a_cue_are_nobody(text: str) -> None:
    assert found(text) == []
