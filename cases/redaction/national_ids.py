"""Numbers that a country gives its people, behind the word for them: "my DNI, 14517147F, …"."""

# Expressions are easier to read on long lines.
# ruff: noqa: E501

import regex

from cases.redaction.checks import is_date
from cases.redaction.keys import ID
from cases.redaction.names import word_set
from cases.redaction.spans import Span

RULE = "shape national id"
_WORDS = (
    r"dni(?:/nie)?|nie|nif|pps[- ]?n|pps|pesel|bsn|burgerservicenummer|rijksregisternummer|niss|steuer-?id(?:nr)?"
    r"|steuer-?identifikationsnummer|steuernummer|idnr|sozialversicherungs(?:nummer|nr)|sv[- ]?(?:nr|nummer|number)|svnr"
    r"|ahv(?:[- ]?(?:nr|nummer|number))?|avs|nss|num[ée]ro de s[ée]cu(?:rit[ée] sociale)?|s[ée]cu|nir|nino"
    r"|ni[ ](?:number|no|nr)|national insurance|social (?:security|insurance)|ssn|sin number|(?-i:SIN)|itin|tfn|tax (?:file|id|identification)"
    r"|(?<=\b(?:my|your|his|her|their|our|citizen|holder['’]s|traveller['’]s|patient['’]s|the) )id(?= (?:number|no)\b)"
    r"|personnummer|personnr|personal (?:identity|identification|id)|cpr|f[øo]dselsnummer|hetu|henkil[öo]tunnus"
    r"|codice fiscale|cpf|curp|rfc|c[ée]dula|aadhaar|nric|hkid|emirates id|iqama|national (?:id|identity|identification)"
    r"|identity (?:card|number|document)|id card|ausweis(?:nummer|nr)?|personalausweis(?:nummer)?|reisepass(?:nummer)?"
    r"|passport|pasaporte|passeport|passaporto|paspoort|paszport|driv(?:ing|er'?s?) licen[cs]e|licen[cs]e number|medicare"
    r"|nhs|residence permit|egn|cnp|oib|emšo|jmbg|amka|tckn|tc kimlik|rodn[ée] [čc][íi]slo|isikukood|asmens kodas"
    r"|personas kods|kennitala|nif|contribuinte|niscode|sofi|voter id|resident registration"
)
_CUE = regex.compile(
    rf"(?<![\w-])(?:{_WORDS})(?:[- ]?(?:number|numbers|no|nr|nummer|numero|num|card|code|id|ref))?\.?(?!\w)",
    regex.IGNORECASE,
)
_TO = regex.compile(
    r"(?:[ ](?:that |which )?(?:i|we|you|he|she|they)\b(?:['’]ve)?(?: (?:have|had|just|also|all|got|has|still))*(?: (?:hold|held|have|see|saw|gave|sent|wrote|use|used|put|got|typed|entered|provided|registered|recorded|noted|read))?)?"
    r"(?:[ ](?:on|in|for|from) (?:file|record|records|(?:my|your|our|the|her|his) (?:account|card|passport|profile|records?|system|form|documents?|files?|papers|letter|contract|tax return)))?"
    r"(?:[ ]?[,:=#(\n–-]{1,2}[ ]?|[ ](?:is|was|as|to|should|be|read|reads|it'?s|ist|lautet|es|est|number|no|nr|for"
    r"|tax|my|the|de|on|file|form|customs|purposes|says|of|and)\b\.?){0,5}[ ]?['\"(]?",
    regex.IGNORECASE,
)
_VALUE = regex.compile(r"[A-Z0-9](?:[./ -]?[A-Z0-9]){5,17}(?![\w-])|[A-Za-z0-9]{6,18}(?![\w-])")
_MAYBE = regex.compile(r"\d{2}[./ -]?\d{2}")
_FEWEST_DIGITS, _HEAD = 5, 3
# The first three letters of the words: most texts have none, which is quicker to see.
_WORD = regex.compile(r"[^\W\d_]{2,}")
_HEADS = word_set(
    "dni nie nif pps pes bsn bur rij nis ste idn soz sv svn ahv avs nss num sec sé nir nin"
    " ni nat soc ssn sin iti tfn tax per cpr fød fod het hen cod cpf cur rfc ced cé aad nri"
    " id hki emi iqa id ide aus rei pas dri lic med nhs res egn cnp oib emš jmb ama tck tc rod"
    " isi asm ken con sof vot"
)


class NationalIdFinder:
    """Finds numbers of people by the word in front of them, in the words of some"
    " thirty countries."""

    kind = ID

    def __init__(self) -> None:
        self.expressions = [_CUE, _TO, _VALUE]

    def find(self, text: str) -> list[Span]:
        if not _MAYBE.search(text):
            return []
        spans = []
        for word in _WORD.finditer(text):
            head = word.group()[:_HEAD].lower()
            if head not in _HEADS:
                continue
            cue = _CUE.match(text, word.start())
            if cue is None:
                continue
            filler = _TO.match(text, cue.end())
            start = filler.end() if filler else cue.end()
            value = _VALUE.match(text, start)
            if value is None or start == cue.end():
                continue
            number = value.group()
            if sum(map(str.isdigit, number)) >= _FEWEST_DIGITS and not is_date(number):
                spans.append(Span(*value.span(), ID, RULE))
        return spans
