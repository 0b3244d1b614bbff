"""Dates with a month's name: "14 Jan 2025" names no Jan, and "18 November 2026" no street."""

# Expressions are easier to read on long lines.

import re
from functools import lru_cache

import regex

from cases.redaction.names import word_set
from cases.redaction.spelling import bare

_MONTHS = (
    r"jan(?:uary|uar|vier|eiro|uari)?|ene(?:ro)?|gen(?:naio)?|feb(?:ruary|ruar|rero|braio|ruari)?"
    r"|fev(?:rier|ereiro)?|mar(?:ch|z|s|zo|co|et)?|maerz|maart|mrt|apr(?:il|ile)?|abr(?:il)?"
    r"|avr(?:il)?|may|mai|mayo|maj|maio|mei|mag(?:gio)?|jun(?:e|i|ho|io)?|juin|giu(?:gno)?"
    r"|jul(?:y|i|ho|io)?|juil(?:let)?|lug(?:lio)?|aug(?:ust|usti|ustus)?|ago(?:sto)?|aout"
    r"|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|okt(?:ober)?|oct(?:ober|obre|ubre)?"
    r"|ott(?:obre)?|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?|dec(?:ember|embre)?|dez(?:ember"
    r"|embro)?|dic(?:iembre|embre)?|styczen|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca"
    r"|sierpnia|wrzesnia|pazdziernika|listopada|grudnia"
)
_YEAR = r"(?:(?:19|20)\d\d|['’]\d\d)(?![\d/])"
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|\.|º|°)?"
_DATE = regex.compile(
    rf"(?<![\w-])(?:{_DAY}[ -]?(?:of[ ]|de[ ]|di[ ])?(?:{_MONTHS})\b\.?(?:,?[ -](?:de[ ]|del[ ])?"
    rf"(?:{_YEAR}|\d\d(?!\d)))?"
    rf"|(?:{_MONTHS})\b\.?[ -](?:the[ ])?{_DAY}(?![\d:])(?:,?[ ]{_YEAR}|[ -]\d\d(?!\d))?"
    rf"|(?:{_MONTHS})\b\.?,?[ -](?:of[ ]|de[ ])?{_YEAR}"
    rf"|\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{{1,9}})?(?:Z|[+-]\d\d:?\d\d)?)?)"
    r"(?![\w]|-\d)",
    regex.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(?<!\d)\d{4}-\d\d(?=-\d\d)")
# What months begin with.
_MONTH_WORD = re.compile(
    r"(?<![^\W\d_])(?:[Jj](?:an|un|ui|ul|AN|UN|UL)|[EeGg](?:ne|en|NE|EN)|[Ff]e[bv]|[Mm](?:a[reaiygj]|rt|ei)"
    r"|[Aa](?:[pb]r|vr|ug|go|ou)|[Ss]e[pt]|[Oo](?:[ck]t|tt|ut)|[Nn]ov|[Dd](?:e[cz]|ic)|FE[BV]|MA[RIY]"
    r"|A(?:[PB]R|VR|UG|GO)|SE[PT]|O[CK]T|NOV|D(?:E[CZ]|IC)|[Gg]iu|[Ll](?:ug|ip|is|ut)|sty|kwi|cze|sie|wrz|paz|gru)"
)
_SHORT, _BEFORE, _AFTER = 4_000, 12, 40
# Days of the week, which name finders take for people in small letters and in capitals.
WEEKDAYS = word_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri"
    " sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi"
    " jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo lunedi"
    " martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag"
    " zaterdag zondag segunda terca quarta quinta sexta"
)


def date_places(text: str) -> list[tuple[int, int]]:
    """Where dates stand in a text that have a month's name, or are written year first."""
    if not any(map(str.isdigit, text)):
        return []
    return list(_remembered(text) if len(text) <= _SHORT else _places(text))


@lru_cache(maxsize=1_024)
def _remembered(text: str) -> list[tuple[int, int]]:
    return _places(text)


def _places(text: str) -> list[tuple[int, int]]:
    spelling = bare(text)
    plain = spelling.text
    near = [match.start() for match in _MONTH_WORD.finditer(plain)]
    near += [match.end() for match in _YEAR_FIRST.finditer(plain)]
    places = []
    end = 0
    for place in sorted(near):
        # Only beside a month's name or a year: looking everywhere takes longer than all else.
        match = _DATE.search(plain, max(end, place - _BEFORE), place + _AFTER)
        if match and match.start() <= place and match.end() > end:
            end = match.end()
            places.append(spelling.place(*match.span()))
    return places
