"""Dates with a month's name: "14 Jan 2025" names no Jan, and "18 November 2026" no street."""

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
_MAYBE = regex.compile(r"\d")
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
    if not _MAYBE.search(text):
        return []
    spelling = bare(text)
    return [spelling.place(*match.span()) for match in _DATE.finditer(spelling.text)]
