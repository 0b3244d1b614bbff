"""Regular expressions (of the `regex` library, case-sensitive) for what has a shape of its own.

One line an expression: broken up they are harder to read than long.
"""

# ruff: noqa: E501

from cases.redaction.checks import IBAN_LENGTHS

# A name's word: a capital of any script that has them, or one after a particle (O'Malley, al-Din).
_CAP = r"(?:(?:al|el|O|D|d|l|Mc|Mac)[-'’])?\p{Lu}[\p{L}\p{M}'’]*(?:-\p{Lu}?[\p{L}\p{M}'’]+)*(?:(?<=\b\p{Lu})\.)?"
_FULL = rf"{_CAP}(?:[ \u00a0]+(?:(?:van|von|de|der|den|del|della|di|da|dos|bin|ibn|al|el|la|le|y)[ ]+){{0,2}}{_CAP}){{0,3}}"
_NOT_A_NAME = (
    r"(?!(?:There|Team|All|Sir|Madam|Customer|Support|Everyone|Folks|Again|World|Support|Agent|Sorry"
    r"|Here|Just|Not|Very|So|Still|Also|Great|Good|The|A|An|My|Your|I|It|We|You|This|That|What|Where"
    r"|When|Why|How|Can|Could|Please|Is|Are|Thank|Thanks|Order|Refund|Hi|Hello|Dear|Regards|Best)\b)"
)
_SEP = r"[\s.\-–]{0,2}"

# British, Canadian and Irish codes.
_UK = r"(?:[A-Z]{1,2}\d[A-Z\d]?[ ]\d[A-Z]{2}|[A-Z]\d[A-Z][ ]\d[A-Z]\d|[A-Z]\d[\dW][ ][A-Z\d]{4})"
_US = r"(?:[A-Z]{2}[ ]\d{5}(?:-\d{4})?)"
# A full stop belongs to short words only, and the code that follows a town does not.
_CITY_WORD = r"\p{Lu}(?:\p{L}{1,3}\.|[\p{L}'’-]+)(?!\w|(?<=-)\d|[-/]\d)"
_CITY = rf"(?:[AO][ ])?{_CITY_WORD}(?:[ -]{_CITY_WORD}){{0,2}}"
_PLACE = (
    rf"(?:{_CITY}[ ](?:{_UK}|{_US}|[A-Z]{{2,3}}[ ]\d{{4}}(?!\w)|\d{{4,7}}(?!\w))|{_UK}|{_US}|\d{{3}}[ ]\d{{2}}[ ]{_CITY}|\d{{3,7}}(?:[ ]?[A-Z]{{2}})?[ ]{_CITY}"
    rf"|\d{{2,3}}-\d{{2,3}}[ ]{_CITY}|(?:Co\.|County)[ ]{_CITY}|Dublin[ ]\d{{1,2}}W?|{_CITY}(?!\w))"
)
_FLOOR = r"(?:,?[ ](?:\d{1,2}\.[ ]?(?:th|tv|mf|sal|OG|Stock|Etage)\b\.?(?:[ ](?:th|tv|mf)\b\.?)?|(?:appt|appartement|b[âa]t(?:iment)?|porte|hall|lot|studio|bo[îi]te|escalier)\.?[ ]\w{1,4}|\d{1,2}[º°ªoa](?:[ ]?[A-Z])?\b|(?:apto?|apartamento|piso|bloco|depto|esc|pta|lok|bte|bus|étage|interno)\.?[ ]?\w{1,4}))?"
_TOWN = rf"{_FLOOR}(?:,[ ]*{_PLACE}){{0,3}}"
_FLAT = r"(?:(?:Flat|Apt\.?|Apartment|Unit|Suite|Room|Floor|#)[ ]?[\w-]{1,6},?[ ]+)?"
_FLAT_AFTER = r"(?:,?[ ](?:Flat|Apt\.?|Apartment|Unit|Suite|Ste\.?|#)[ ]?[\w-]{1,6})?"
_ROAD = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Close|Lane|Ln|Drive|Dr|Court|Ct|Crescent|Cres|Place|Pl|Square|Sq"
    r"|Terrace|Way|Boulevard|Blvd|Gardens|Grove|Mews|Hill|Row|Walk|Parade|Quay|Park|Highway|Hwy|Parkway"
    r"|Pkwy|Circle|Trail|View|Green|Rise|Wharf|Heights|Yard|Mall|Approach|Paddocks?|Track|Loop|Bend|Crossing|Alley|Esplanade|Promenade|Embankment|Bypass|Turnpike|Pike|Path|Walk|Vale|Croft|Mount|Avenue)\.?"
)
_SOUTHERN_SMALL = (
    r"de|del|della|dello|degli|delle|dell['’]|dei|di|da|do|dos|das|la|las|los|el|d['’]|y|e|i"
)
_BEARING = r"(?:[ ](?:[NSEW]{1,2}|North|South|East|West|Upper|Lower)\b)?"
_STATE = "A[CKLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
# An address of small parts, as in India and where flats have numbers of their own: the house, then
# its building, its cross, sector or road, the quarter.
_HOUSE = (
    r"(?:Flat|House|Plot|Door|Shop|Villa|Apt|Apartment|Unit|Lot|SCO|Bungalow|Qtr|Quarter|H|D)\b\.?[ ]?(?:(?:No|no|#)\b[.:]?[ ]?){0,2}"
    r"(?:[A-Z]{1,2}[-/]?)?\d{1,4}(?:[/-][A-Z\d]{1,4}){0,3}[A-Z]?(?!\w)"
)
_HOUSE_CODE = r"(?:#[ ]?)?(?:[A-Z]{1,2}[-/]\d{1,4}|\d{1,4}/[A-Z\d]{1,4}|[A-Z]\d{1,3})(?:[/-][A-Z\d]{1,4}){0,2}(?!\w)"
_PART_WORD = r"\p{Lu}[\p{L}.'’]{0,20}"
_ORDINAL_PART = r"\d{1,3}(?:st|nd|rd|th)[ ](?:[A-Z][ ])?(?:Cross|Main|Street|Road|Stage|Block|Avenue|Lane|Phase|Sector)(?!\p{L})"
_NUMBERED_PART = r"(?:Sector|Phase|Block|Ward|Pocket|Stage)\b\.?[ -]?(?:No\.?[ ])?(?:\d{1,3}[A-Z]?|[A-Z]|[IVX]{1,4})\b"
_PART = (
    rf"(?:{_NUMBERED_PART}|(?:\d{{1,3}}(?:st|nd|rd|th)[ ])?{_PART_WORD}(?:[ ]{_PART_WORD}){{0,3}})"
)
_QUARTER = (
    r"Nagar|Marg|Colony|Vihar|Enclave|Salai|Puram|Bagh|Chowk|Layout|Gali|Sarani|Residency|Society|Bhavan|Bhawan|Niwas|Nivas|Kunj|Ganj|Peth"
    r"|Wadi|Palli|Pally|Mohalla|Apartments?|Chambers|Extension"
)
_PART_KIND = rf"{_QUARTER}|Road|Rd\.?|Street|St\.?|Lane|Towers?|Mansions?|Gardens?|Heights|Estate|Avenue|Drive|Court|Terrace|Crescent|Parade|Highway|Complex|Arcade"
STREETS = {
    "english": rf"\b{_FLAT}\d{{1,5}}(?:[/-]\d{{1,5}})?[A-Za-z]?,?[ ](?:[NSEW]{{1,2}}\.?[ ])?(?:(?:\p{{Lu}}[\p{{L}}'’.-]*|\d{{1,3}}(?:st|nd|rd|th))[ ]){{1,4}}{_ROAD}(?!\p{{L}}){_BEARING}{_FLAT_AFTER}{_TOWN}",
    "house": rf"\b(?:Villa|House|Building|Tower|Block|Plot)[ ]\d{{1,4}}[A-Z]?,[ ]{_CITY}{_TOWN}",
    "named": rf"\b\p{{Lu}}[\p{{L}}'’]+[ ](?:Cottage|House|Lodge|Farm|Manor|Hall|Villa),[ ]{_CITY}{_TOWN}|\bThe[ ](?:Old|New)[ ](?:Forge|Rectory|Mill|Barn|Vicarage|Bakery|Stables|Chapel|Schoolhouse|School|Smithy|Dairy|Parsonage|Presbytery|Glebe|Creamery|Coach[ ]House|Post[ ]Office|Station|Tannery|Granary),[ ]{_CITY}{_TOWN}",
    "indian": rf"\b(?:(?:Flat|Plot|House|Door|H)\.?[ ]?(?:No\.?[ ]?)?)?\d{{1,4}}(?:[/-]\d{{1,4}})?[A-Z]?,?[ ](?:\p{{Lu}}[\p{{L}}.]*[ ]){{1,3}}(?:Nagar|Marg|Colony|Vihar|Enclave|Salai|Puram|Bagh|Chowk|Layout|Gali|Path|Sarani|Cross|Main)(?!\p{{L}}){_TOWN}",
    "parts": rf"(?<![\w/-]){_HOUSE},?[ ](?:{_PART},[ ]){{0,3}}(?:{_PART_WORD}[ ](?:{_PART_WORD}[ ]){{0,3}}(?:{_PART_KIND})(?!\p{{L}})|{_ORDINAL_PART}|{_NUMBERED_PART}){_TOWN}",
    "parts_coded": rf"(?<![\w/-]){_HOUSE_CODE},[ ](?:{_PART},[ ]){{0,3}}(?:{_PART_WORD}[ ](?:{_PART_WORD}[ ]){{0,3}}(?:{_PART_KIND})(?!\p{{L}})|{_ORDINAL_PART}){_TOWN}",
    "parts_plain": rf"(?<![\w/-])\d{{1,4}}[A-Z]?,[ ](?:{_PART},[ ]){{0,2}}(?:{_PART_WORD}[ ](?:{_PART_WORD}[ ]){{0,3}}(?:{_QUARTER})(?!\p{{L}})|{_ORDINAL_PART}){_TOWN}",
    "flats": rf"\b(?:Flat|Apt\.?|Apartment|Unit|Suite|Room)[ ]?\w{{1,5}},?[ ](?:\p{{Lu}}[\p{{L}}'’.-]*[ ]){{1,3}}(?:Apartments?|House|Court|Towers?|Residency|Heights|Buildings?|Mansions?|Lodge|Residences?)(?!\p{{L}}){_TOWN}",
    "germanic_words": rf"\b(?:\p{{Lu}}[\p{{L}}.-]+[ ]){{1,3}}(?:Straße|Strasse|Str\.|Allee|Platz|Weg|Gasse|Ring|Ufer|Damm|Markt|Graben|Kai|Steig|Zeile|Promenade|Chaussee|Gracht|Kade|Laan|Straat|Plein|Dijk|Singel|Steeg|Vej|Gade|Allé|Boulevard|Plads|Stræde|Torv|Gata|Gatan|Väg|Vägen|Torg)[ ]\d{{1,4}}(?:[a-zA-Z]|[ ][A-H](?=[ ]*(?:[,.\n]|$)))?(?:[/-](?:\d{{1,3}}|[A-Za-z]{{1,3}}))?(?!\w){_TOWN}",
    "german_at": rf"\b(?:Am|Im|Zum|Zur|An der|An den|Auf der|Auf dem|In der|Unter den|Hinter der)[ ](?:(?:Alten?|Neuen?|Kleinen?|Großen?|Oberen?|Unteren?)[ ])?\p{{Lu}}[\p{{Ll}}]{{3,30}}[ ]\d{{1,3}}[a-z]?\b{_TOWN}",
    "county": rf"\b\d{{1,5}}[ ](?:County|State|Farm|Rural)[ ](?:Road|Route|Highway)[ ]\d{{1,4}}\b{_TOWN}",
    "germanic": rf"\b(?:(?:Västra|Östra|Norra|Södra|Stora|Lilla|Gamla|Nya|Oude|Nieuwe|Lange|Korte|Grote|Kleine|Van|Groote|Am|An|Im|In|Auf|Zum|Zur|Unter|Alte|Alter|Neue|Neuer|Obere|Untere|Große|Kleine)[ ](?:(?:der|den|dem)[ ])?)?\p{{Lu}}[\p{{L}}.-]{{0,40}}(?:markt|parken|vænget|bakken|toften|haven|engen|marken|lunden|stien|svinget|krogen|skoven|stræde|boulevard|straße|strasse|str\.|weg|allee|platz|gasse|damm|ufer|straat|laan|plein|gracht|kade|dijk|gatan|gata|vägen|gate|veien|vegen|gade|vej|katu|tie|allé|singel|steeg|hof|torget|torg|backen|stigen|gränd|brygga|stræde|plads|kai|steig|graben|zeile|hofstraße|Straße|Strasse|Allee|Platz|Weg|Ring|Damm)[ ]\d{{1,4}}(?:[a-zA-Z]|hs|[ ]bis|[ ][A-H](?=[ ]*(?:[,.\n]|$)))?(?:[/-](?:\d{{1,3}}|[A-Za-z]{{1,3}})){{0,2}}(?![\w])(?:[ ](?:lgh|tr)[ ]\d{{1,4}})?{_TOWN}",
    "romance": rf"\b\d{{1,4}}(?:[ ](?:bis|ter))?,?[ ](?:[Rr]ue|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]oul\.|[Bb]d\.?|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Aa]llée|[Qq]uai|[Cc]ours|[Rr]oute|[Ss]quare|[Pp]assage|[Ss]entier|[Vv]oie|[Rr]uelle|[Vv]enelle|[Vv]illa|[Cc]ité|[Ff]aubourg|[Mm]ontée|[Pp]romenade|[Ee]splanade|[Mm]ail|[Rr]ond-[Pp]oint|[Hh]ameau|[Ll]otissement|[Tt]raverse|[Pp]arvis|[Ss]ente|[Cc]los|[Aa]llees?|[Aa]llées|[Cc]haussée|[Ll]evée|[Pp]orte|[Gg]alerie|[Rr]ésidence|[Dd]igue|[Rr]ampe|[Pp]ont)[ ](?:(?:de|du|des|aux?|à la|de la|de l['’]|d['’]|l['’]|la|le|les)[ ]?)*\p{{Lu}}[\p{{L}}'’-]+(?:[ -]\p{{Lu}}[\p{{L}}'’-]+)*{_TOWN}",
    "romance_after": rf"\b(?:[Rr]ue|[Aa]venue|[Cc]haussée|[Pp]lace|[Bb]oulevard|[Qq]uai|[Aa]llée|[Cc]hemin|[Ii]mpasse|[Rr]oute|[Cc]ours)[ ](?:(?:de|du|des|de la|de l['’]|d['’]|l['’]|la|le|les)[ ]?){{0,2}}\p{{Lu}}[\p{{L}}'’-]+(?:[ -]\p{{Lu}}[\p{{L}}'’-]+){{0,3}},?[ ]\d{{1,4}}[a-zA-Z]?\b{_TOWN}",
    "southern": rf"\b(?:(?i:Calle|Carrer|Avenida|Avinguda|Plaza|Plaça|Paseo|Passeig|Ronda|Camino|Carretera|Travesía|Rúa|Gran Vía|Viale|Piazza|Piazzale|Corso|Vicolo|Strada|Contrada|Lungarno|Lungomare|Salita|Rua|Travessa|Praça|Praceta|Largo|Estrada|Alameda|Beco|Calçada|Rodovia|Via)|C/|Avda\.?|Av\.|Pza\.|Pl\.|Pza|R\.)[ ]?(?:(?:{_SOUTHERN_SMALL})[ ]?|\d{{1,2}}[ ]de[ ]){{0,3}}\p{{Lu}}[\p{{L}}'’.]*(?:[ ](?:(?:{_SOUTHERN_SMALL})[ ]){{0,2}}\p{{Lu}}[\p{{L}}'’.]*){{0,4}}(?:,?[ ](?:n\.?[ ]?[º°]?[ ]?|km[ ]?)?\d{{1,5}}(?:/\d{{1,4}})?(?:[ ]?(?:bis|ter)|[ /-]?[a-zA-Z])?(?![\w-])|,?[ ]s/n\b){_TOWN}",
    "slavic": rf"(?<!\p{{L}})(?:(?:ul|al|os|pl)\.|ulica|aleja|Rynek)[ ]\p{{Lu}}[\p{{L}}.-]+(?:[ ][\p{{L}}.-]+){{0,3}}[ ]\d{{1,4}}[a-zA-Z]?(?:[ ]?(?:/|m\.|lok\.)[ ]?(?:m\.[ ]?)?\d{{1,4}})?{_TOWN}",
    "japanese": rf"(?<![\w-])\d{{1,3}}-\d{{1,3}}-\d{{1,3}}[ ]\p{{Lu}}[\p{{L}}-]+{_TOWN}",
    "japanese_place": rf"\b\p{{Lu}}\p{{L}}{{1,20}}-(?:cho|chō|machi|chome|ku|dori|dōri|shi|mura|gun)(?:,?[ ]\p{{Lu}}\p{{L}}{{1,20}}){{0,2}}[ ]\d{{1,3}}(?:-\d{{1,4}}){{1,3}}(?![\w-])(?:,[ ](?:#|No\.[ ]?)?\d{{1,4}}\b)?{_TOWN}",
    "japanese_two": rf"(?<![\w/-])\d{{1,3}}-\d{{1,3}}(?:-\d{{1,3}})?[ ]\p{{Lu}}\p{{L}}{{2,20}}(?:-\p{{L}}{{2,10}})?,[ ](?:{_PART_WORD}[ ]){{1,3}}\d{{2,4}}(?!\w){_TOWN}",
    "box": rf"\bP\.?[ ]?O\.?[ ]Box[ ]\d{{1,6}}{_TOWN}",
    "american": rf"(?<![\w/-])\d{{1,5}}[ ](?:\p{{Lu}}[\p{{L}}'’.-]*[ ]?){{1,4}},[ ]{_CITY},?[ ](?:{_STATE})\b",
}
_ID_CUE = (
    r"(?:\b(?i:passports?|social (?:security|insurance)|my social|ssn|national (?:id|insurance|identity)|tax (?:id|code|file|number|payer)|nino|id card"
    r"|identity (?:card|number|document|code)|driv(?:ing|er['’]?s?) (?:licen[cs]e|permit)|aadhaar|pesel|cpf|curp|codice fiscale"
    r"|steuer-?(?:id\w*|nummer)|sozialversicherungs\w+|personnummer|personnr|fødselsnummer|personnumm?er|henkilötunnus|bsn"
    r"|burgerservicenummer|rijksregisternummer|nhs|medicare|emirates id|c[ée]dula|personal (?:identity|code|id)|ausweis\w*|reisepass\w*"
    r"|sécurité sociale|pps(?: ?n)?|ppsn|ird|contribuinte|passeport|pasaporte|passaporto|paspoort|paszport\w*)"
    r"|\b(?:DNI|NIE|NIF|SIN|TFN|NIR|NRIC|FIN|RUT|RFC|CNP|EGN|OIB|JMBG|AHV|AVS|TCKN|HKID|NPWP|KTP|PAN|TIN|CNIC|NISS|CPR|PPS|PPSN|IRD|BSN|ITIN|EIN))"
)
_ID_TO = r"(?:,?[ ](?i:number|no|nr|nummer|numéro|número|is|#|lautet|to|it|it['’]s|was|reads?|should|on|the|my|his|her|file|form|profile|de|es|est|è|given|as|read)\.?)*+[ ]?[:#=]?[ ]?"
_ID_VALUE = r"(?=[A-Z0-9./ -]{0,36}\d)[A-Z0-9](?:[./ -]?[A-Z0-9]){5,17}(?![a-z])"
SECRETS = {
    "vendor": r"\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?(?=[\w-]{0,80}\d)[A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bASIA[0-9A-Z]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}"
    r"|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{20,}"
    r"|\bwhsec_[\w+/=]{16,}|\bxapp-[\w-]{10,}|\bGOCSPX-[\w-]{16,}|\b(?:SK|AC)[0-9a-f]{32}\b|\bkey-[0-9a-f]{32}\b|\bpypi-(?=[\w-]{0,80}\d)[\w-]{20,}"
    r"|\bdo[opr]_v1_[0-9a-f]{32,}|\bshp(?:at|ss|ca|pa)_[0-9a-fA-F]{16,}|\bsq0[a-z]{3}-[\w-]{16,}|\b\d{8,10}:AA[\w-]{28,}|\bdapi[0-9a-f]{30,}"
    r"|\bATATT[\w=-]{16,}|\blin_api_\w{20,}|\b(?:secret|ntn)_[A-Za-z0-9]{24,}|\bsbp_[0-9a-f]{30,}"
    r"|\b(?:xkeysib-|xsmtpsib-|rubygems_|dckr_pat_|glsa_|pul-|sgp_|sntrys_|ops_ey|tvly-|hv[sb]\.|PMAK-|NRAK-|tskey-\w{2,10}-)[\w-]{20,}",
    "jwt": r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
    "pem": r"-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?",
    "bearer": r"(?<=\b(?i:bearer|basic)[ ])[\w.~+/=-]{16,}",
    # A password may hold the signs that end it elsewhere, as long as a host follows.
    "url": r"(?<=\w://)[^\s/@:<>\"']{0,100}:(?!//|\$?\{)(?:[^\s/@<>\"']{1,100}|[^\s<>\"']{1,100}?)(?=@[\w.\[-]{1,200}(?:[:/?\s,;\"')]|$))",
}
_MONTH = r"(?i:jan|ene|gen|f[eé][bv]|m[aä]r|mrt|a[pbv]r|ma[iyjg]|mei|ju[nli]|giu|lug|a[ug]o|aug|ao[uû]|se[pt]|o[ckut]t|out|nov|d[eéi][cz])\p{L}{0,8}"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:(?:19|20)\d\d|['’]?\d\d)(?!\d)"
_DATE = (
    rf"(?:\d{{1,4}}[-./ ]\d{{1,2}}[-./ ]\d{{1,4}}(?!\d)|{_DAY}[ -]?(?:of[ ]|de[ ])?{_MONTH}\.?,?[ -]?(?:de[ ])?{_YEAR}"
    rf"|{_MONTH}\.?[ ]{_DAY},?[ ]{_YEAR})"
)
_BORN = (
    r"\b(?i:born|(?:year|date|place) of birth|birth ?-?date|dob|d\.o\.b\.?|geboren|geb\.|geburtsdatum|geboortedatum|née?"
    r"|date de naissance|nacid[oa]|fecha de nacimiento|nat[oa] il|data di nascita|nascid[oa]|data de nascimento|urodzon[ya]|data urodzenia|född|født)"
)
EMAILS = {
    "any": r"[\p{L}\p{N}_+][\p{L}\p{N}_.+%'’-]{0,63}(?:@|%40|[ ]?[\[(](?i:at)[\])][ ]?)(?:[\p{L}\p{N}-]{1,63}(?:\.|[ ]?[\[(](?i:dot)[\])][ ]?)){1,8}\p{L}[\p{L}\p{N}-]{1,62}",
}
EMAILS_SAID = {
    "said": r"\b[\w+-]{1,40}(?:[ ](?i:dot|underscore|dash)[ ][\w+-]{1,40}){0,3}[ ](?i:at)[ ](?:[\w-]{1,40}[ ](?i:dot)[ ]){1,3}(?i:com|org|net|edu|gov|info|io|co|uk|de|fr|es|it|nl|pl|ie|in|au|ca|us|eu|ch|at|be|se|no|dk|jp|br|mx|example|internal)\b",
}
_DIGIT = r"(?i:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
PHONES_SAID = {
    "said": rf"\b(?:(?i:plus|double|triple)[ ])?{_DIGIT}(?:[ ,-]{{1,3}}(?:(?i:double|triple)[ ])?{_DIGIT}){{6,15}}\b",
}
_IBAN = "|".join(
    rf"{country}\d{{2}}(?:[ -]?[A-Z0-9]){{{length - 4}}}"
    for country, length in IBAN_LENGTHS.items()
)
IBANS = {"any": rf"(?<![\w-])(?i:{_IBAN})(?!\w)"}
# Where one may begin: trying eighty countries at every place takes longer than all other shapes.
IBAN_HEAD = r"(?<![\w-])[A-Za-z]{2}\d\d[ -]?\w"
AADHAAR = {"spaced": r"(?<![\w-])\d{4}[ -]\d{4}[ -]\d{4}(?![\w-])"}
CARDS = {
    "fours": rf"(?<![\w.-])\d{{4}}({_SEP})\d{{4}}\1\d{{4}}\1\d{{4}}(?!\w)",
    "fours_more": rf"(?<![\w.-])\d{{4}}({_SEP})\d{{4}}\1\d{{4}}\1\d{{4}}\1\d{{1,3}}(?!\w)",
    "four_six": rf"(?<![\w.-])\d{{4}}({_SEP})\d{{6}}\1\d{{4,5}}(?!\w)",
    "solid": r"(?<![\w.-])\d{12,19}(?!\w)",
    "lettered": rf"(?<=(?<!\w)[A-Za-z]{{1,4}})\d{{4}}({_SEP})\d{{4}}\1\d{{4}}\1\d{{4}}(?!\w)",
    "fours_one": r"(?<![\w.-])\d{4}([ .-])\d{4}\1\d{4}\1\d{1,3}(?!\w)",
    "threes": rf"(?<![\w.-])\d{{4}}({_SEP})\d{{4}}\1\d{{4}}(?!\w)",
    "fours_rest": rf"(?<![\w.-])\d{{4}}({_SEP})\d{{4}}\1\d{{4}}\1\d{{5,7}}(?![\w-]|[ .]\d)",
    "two_groups": r"(?<![\w.-])(?:\d{6}[ .-]\d{6,13}|\d{8}[ .-]\d{4,11})(?![\w-]|[ .]\d)",
    "four_six_more": r"(?<![\w.-])\d{4}([ .-])\d{6}\1\d{2,9}(?![\w-]|[ .]\d)",
    "sixes": r"(?<![\w.-])\d{6}([ .-])\d{3,6}\1\d{3,7}(?![\w-]|[ .]\d)",
}
# Other cards that people have; a card of any issuer counts only beside a word for one.
_CARD_WORD = (
    r"(?<!\b(?i:gift|loyalty|member|membership|store|points|sim|memory|sd|graphics|video|network|business|id|report|score|rate|library|rewards?|travel|phone|identity)[ -])"
    r"(?i:cards?|visa|mastercard|maestro|amex|american express|diners(?: club)?|jcb|union ?pay|rupay|elo|troy|mir|verve|bancontact|girocard|dankort|interac|eftpos|hipercard|cabal|naranja|humo|uzcard"
    r"|(?:kredit|debit|bank)?karten?|tarjetas?|cartes?|carta|cart[aã]o|(?:bank|credit|betaal)?kaart|kart[aeęy]|kort)(?![\w-])"
)
CARDS_NAMED = {
    "any_issuer": rf"\b{_CARD_WORD}(?:(?!\b(?i:order|orders|invoice|ticket|tracking|parcel|reference|ref|account|phone|imei|serial|gift|voucher|case)\b)[^\d\n]){{0,40}}(?<![\w.-])\K\d(?:[ .-]?\d){{12,18}}(?![\w-]|\.\d)",
}
CARD_DETAILS = {
    "expiry": r"(?<=\d[ ,;]{1,3}(?i:exp\.?(?:iry)?[ ])?)(?<=\d{4}\W{1,3}(?i:exp\.?(?:iry)?[ ])?)(?:0[1-9]|1[0-2])[ ]?/[ ]?(?:20)?\d{2}(?:[ ,;]{1,3}\d{3,4}(?!\w))?",
}
NATIONAL_IDS = {
    "ssn": r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])",
    "nino": r"\b(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D]\b",
    "pan": r"\b[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]\b",
    "curp": r"\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d\b",
    "fiscale": r"\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b",
    "nir": r"(?<![\w-])[12][ ]\d{2}[ ](?:0[1-9]|1[0-2])[ ]\d{2}[ ]\d{3}[ ]\d{3}(?:[ ]\d{2})?(?![\w-])",
    "cpf": r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)",
    "cue": rf"{_ID_CUE}{_ID_TO}\K{_ID_VALUE}",
    "before": rf"(?<![\w-]){_ID_VALUE}(?=[ ]?[,(-]{{0,2}}[ ]?(?i:(?:is|was|as|that['’]s) )?(?i:(?:my|her|his|the|their|a) )?{_ID_CUE}(?!\w))",
}
# A quick test for a birth.
BORN = rf"{_BORN}|(?i:birthday)"
# What a birthday is the day of, when it is not the day of a birth.
_PARTY = r"(?!(?i:\b(?:gift|present|order|discount|offer|party|code|voucher|arriv|deliver|ends|valid|ship|card|cake|sale)))"
BIRTHS = {
    "cue": rf"{_BORN}(?:{_PARTY}[^\d\n.!?]){{0,30}}(?<!\p{{Lu}})\K{_DATE}",
    "birthday": rf"\b(?i:birthdays?)\b(?:{_PARTY}[^\d\n.!?]){{0,20}}\K{_DATE}",
    "before": rf"(?<![\w/.-]){_DATE}(?=[ ]?[,(-]{{0,2}}[ ]?(?i:(?:is|was|as|that['’]s|for|being) )?(?i:(?:my|her|his|the|their) )?{_BORN}|[ ](?i:is|was) (?i:my|her|his) birthday)",
}
NAME_CUES = {
    "is": rf"(?<=\b(?i:my (?:full )?name(?:['’]s| is)|(?:the )?name(?:['’]s| is| on (?:it|the (?:card|account|order)) is)|call me|this is|speaking with|ask for|attn:?|name:)[ ]){_NOT_A_NAME}{_FULL}",
    "lower": r"(?<=\b(?i:my (?:full )?name(?:['’]s| is))[ ])(?!(?i:not|on|in|the|a|spelled|spelt|wrong|still|also|and)\b)\p{Ll}[\p{L}'’-]+(?:[ ](?!(?i:and|but|from|i|my|the|with|on|in|at|order|is|please|you|to|for)\b)\p{Ll}[\p{L}'’-]+)?(?=[ ]*(?:$|[,.;!?\n]|and\b|i\b|my\b|from\b))",
    "title": rf"(?<=\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herr|Frau|Mme|Sr|Sra)\.?[ ]){_NOT_A_NAME}{_FULL}",
    "greeting": rf"(?<=(?:^|[\n.!?][ ]*)(?i:dear|hi|hello|hey|good (?:morning|afternoon|evening))[ ]){_NOT_A_NAME}{_FULL}(?=[ ]*(?:[,!.\n–-]|$))",
    "signed": rf"(?<=(?i:regards|sincerely|cheers|best wishes|yours(?: truly| faithfully)?|thanks|thank you|best|kind regards)[ ]*[,.!]?[ ]*\n+[ ]*[-–—]?[ ]*){_NOT_A_NAME}{_FULL}(?=[ .]*(?:\n|$))",
    "dash": rf"(?<=\n[ ]*[-–—~]{{1,2}}[ ]*){_NOT_A_NAME}{_FULL}(?=[ .]*$)",
}
