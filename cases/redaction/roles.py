"""Keys that may be somebody's or a program's: `agent`, `assigned_to`, `gift_for`, `NAME1`.

Their values decide: "Laleh Farahani" is a person below each of them, and "refund-agent" or
"tier 2" below none.
"""

import re
from typing import Any

from cases.redaction.keys import PEOPLE_WORDS, words_of
from cases.redaction.name_reading import SURE, SURELY, NameReader, worth_of
from cases.redaction.names import is_somebody, word_set

_ROLES = word_set(
    "agent agents assignee assignees caller callers manager supervisor technician driver courier"
    " courier_name operator handler approver approvers rep reps representative"
    " advisor adviser staff"
    " employee employees engineer lead captain host doctor physician nurse clerk cashier broker"
    " specialist coordinator coordinators reporter requestor requester signer signatory signee"
    " deputy delegate dispatcher installer mechanic cleaner tutor teacher student instructor coach"
    " tenant landlord lessee lessor occupant resident insured policyholder debtor creditor lender"
    " borrower donor member members participant participants attendees invitee invitees organizer"
    " organiser speaker winner nominee heir executor trustee proxy attorney lawyer notary"
    " collaborator collaborators watcher watchers follower followers mentor trainee candidate"
    " referrer referee inviter bearer traveller traveler travellers cohost companion witness"
    " wife husband partner father mother son daughter sibling relative kin alias nick nickname aka"
    " login handle author creator editor maintainer translator seller vendor_contact consultant"
    " planner picker packer inspector auditor verifier escalation backup substitute"
    " neighbor neighbour neighbours colleague boss crew people persons who person owners users"
    " betreuer ansprechpartner fahrer mitarbeiter sachbearbeiter bearbeiter besteller vendedor"
    " conductor tecnico repartidor encargado responsable responsabile chauffeur livreur conseiller"
    " gestionnaire autista addetto medewerker bezorger motorista entregador atendente kierowca"
    " pracownik"
)
# What somebody did, or what was done for somebody: created_by, gift_for, handed_to, left_with.
_TO_SOMEBODY = word_set("by for to with from of via")
# Other than shipped_from and sent_via, which name places and ways.
_HANDED = word_set(
    "assigned handed passed transferred gift given addressed escalated forwarded reports belongs"
    " left spoke spoken talked registered issued message note letter present reassigned delegated"
)
_SHOWN = word_set("display label formatted preferred legal shown full text value title print")
_NAMED = word_set("name names naam nombre nom nome navn namn nm nam imie")
# Names of fields in systems that write everything in one short word.
_SHORT = word_set(
    "ernam aenam uname namev vname nname bname usnam verna sname fname lname mname"
    " cname pname rname"
    " custname username usernm ename dname"
)
_LAST_FIRST = re.compile(r"([^,]{2,40}), ?([^,]{2,40})")
_LONGEST, _MOST_WORDS = 60, 6
_SHORTEST, _PAIR = 3, ("first", "last")


def may_be_somebodys(key: str, parent: str) -> bool:
    """Whether a key may hold the name of a person, if its value is written like one."""
    words = tuple(word for word in words_of(key) if not word.isdecimal())
    if not words:
        return False
    last = words[-1]
    if last in _ROLES or last in _SHORT or last in _NAMED:
        return True
    if last in _TO_SOMEBODY and len(words) > 1:
        return last in ("by", "for") or words[-2] in _HANDED
    if len(words) > 1 and last in ("info", "user", "id") and words[-2] in _ROLES:
        return True
    above = words_of(parent)[-1:]
    return last in _SHOWN and bool(above) and above[0] in PEOPLE_WORDS | _ROLES


def is_written_like_a_name(value: Any) -> bool:
    """Whether a value is nothing but a person's name: "Ortega, J. R.", "SORCHA NEARY", "सुनीता"."""
    if not isinstance(value, str) or not 1 < len(value.strip()) <= _LONGEST:
        return False
    text = value.strip()
    if any(map(str.isdigit, text)) or not is_somebody(text) or len(text.split()) > _MOST_WORDS:
        return False
    if re.fullmatch(r"[^\W\d_A-Za-z\u00c0-\u024f][^\x00-\u024f]*(?: [^\x00-\u024f]+){0,3}", text):
        return True
    swapped = _LAST_FIRST.fullmatch(text)
    for written in (f"{swapped[2]} {swapped[1]}", text) if swapped else (text,):
        reader = NameReader(written)
        if reader.words and reader.name_at(0, SURELY) == len(reader) - 1:
            return True
        # A last name of two letters may be a word as well: "XIUYING LÜ".
        parts = reader.lows
        short = len(parts) == len(_PAIR) and min(map(len, parts)) <= _SHORTEST
        sure = short and written == text and max(map(worth_of, parts)) == SURE
        if sure and all(map(str.isalpha, parts)):
            return not any(word.islower() for word in reader.words)
    return False
