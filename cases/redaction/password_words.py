"""The words around passwords, PINs, codes and answers to security questions."""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

import regex

from cases.redaction.names import word_set

_NAMES = (
    r"pass[ -]?(?:words?|codes?|phrases?|wd|keys?)|passwrd|paswords?|pword|p/w|pwd?|pws|psw|psk|kennwort|passwort|contraseñas?"
    r"|clave|mot de passe|mdp|senha|wachtwoord|hasło|lösenord|adgangskode|salasana|parola"
    r"|(?:wi-?fi|network|router|wpa2?|security|secret|recovery|unlock|master)[ -](?:pass|key|phrase|word)"
    r"|(?:memorable|safe|secret|magic|code)[ -]?word|credentials?|creds|(?:log|sign)[ -]?ins?(?: details| data)?"
)
CUE = regex.compile(
    rf"(?<![\w-])(?:{_NAMES})(?![\w-])|(?<=\bpass)(?=[ ]?[:=]|[ ](?:is|was)[ ])|(?<=\b(?:user|username|login|email)\b[^\n.!?]{{1,40}}\bpass)(?=[ ])",
    regex.IGNORECASE,
)
# Words that rather announce a user with a password than a password.
ACCESS = regex.compile(r"(?:log|sign).*|cred.*|pass", regex.IGNORECASE)
# What stands between the word and its value.
_FILLED = (
    r"(?:[ ]?\([^()\n]{1,30}\))?(?:[ ](?:(?:that )?(?:(?:i|we|you|he|she|they)(?:['’]ve)? )(?:(?:have|had|was|were|am|are|is|been|just|always|usually|normally|currently|now|also|still|keep|kept) )*"
    r"(?:set|use[ds]?|using|chose|picked|got|gave|given|sent|typed?|typing|entered|entering|tried|try|trying|made|wrote|put|need|received|created|remember|want)(?: (?:me|up|in|it|her|him|them|us|earlier|before|today|yesterday|last \w+))*"
    r"|for (?:the |my |our |this |that |it|your )?(?:[\w.'’@-]{1,30}[ ]?){0,4}?|on (?:the |my |our |this |file)?(?:[\w'’-]{1,20}[ ]?){0,3}?|to (?:log|sign|get|go|unlock|open|enter|use|access)(?: (?:in|on|it|into|the|my|with|account))*"
    r"|as (?:always|usual|before|ever|last time)|there|here|i mean|which|that|again|number|no\.?|code))*"
)
_SAID = (
    r"(?:[ ]?(?:,|:|=|->|=>|→|-|–|—|\()+[ ]?|[ ](?:(?:currently|now|still|always|just|really|definitely|also|then|probably|simply|actually)[ ])*"
    r"(?:is|was|are|were|used to be|will be|would be|should be|shall be|has been|had been|must be|to be|be|being|ist|lautet|es|est|é|è|är|er|jest|on|reads?|says|equals|to|as|of)(?!\w)"
    r"(?:[ ](?:currently|now|still|always|just|set|changed|reset|updated|switched|back|exactly|literally|simply|called|probably|the word|the phrase|this|the following|i think|supposed to be|meant to be|likely|something like|to|as|to be|being))*"
    r"(?:[ ]?[:=-])?|['’]s)[ \n]{0,2}"
)
# With a sign or verb before the value, and without any.
BETWEEN = (
    regex.compile(_FILLED + _SAID, regex.IGNORECASE),
    regex.compile(_FILLED + r"[ \n]{0,2}", regex.IGNORECASE),
)
# After a value: X is my password, X as the temporary password, X (my password).
CUE_AFTER = regex.compile(
    rf"(?:[\"'”’`)]|,)?[ ]?(?:\(|[-–—][ ]|\b(?:(?:that|this|it|which)(?:['’]?s| is| was)|is|was|as|isn['’]t|for|being|should be|used to be|would be|are|works? as)\b)[ ]?"
    rf"(?:(?:my|our|the|your|his|her|their|a|an|old|new|current|right|correct|wrong|temporary|temp|first|default|initial|account|login|wi-?fi|shop|one|portal|admin|user|email|that|for|it|now|still)[ ])*(?:{_NAMES}|pass)\b",
    regex.IGNORECASE,
)
# Set to a value, in a text that speaks of passwords.
SET_TO = regex.compile(
    r"(?<!\w)(?:(?:re-?set|chang(?:e|ed|ing)|set(?:ting)?|updat(?:e|ed|ing)|switch(?:ed)?|made|make|chose|picked|replaced|revert(?:ed)?|turned|rotated?)"
    r"(?:[ ](?:it|this|that|mine|yours|them|back|(?:the|my|our|your|her|his)(?: \w{2,12})? (?:password|passcode|passphrase|pin|code)|the password|his|hers|theirs|one|now|again|account))*[ ](?:to|as|with|into|be|from)(?:[ ](?:be|just|simply|something like))?"
    r"|(?:reset|revoked|rotated|disabled|deactivated|changed|retired|replaced|cancelled|blocked|invalidated|tried|typed?|typing|entered?|using|used?|enter|try|use|trying|entering|with)"
    r"|(?:new|old|other|temporary|temp|current|previous|first|last|second|right|correct|latest|default|initial|updated)(?:[ ](?:one|pass))?(?:[ ](?:i (?:got|have|set|use)|you (?:sent|gave me)))?(?:[ ](?:is|was|would be|should be|being)|['’]s|:)|(?:it|that|this|mine|hers|his|theirs|yours)(?:[ ](?:is|was|used to be|should be)|['’]s)(?:[ ](?:now|still|just|currently|actually))?)[ :]{1,2}",
    regex.IGNORECASE,
)
# A value spelt out behind it: X, capital H.
SPELT = regex.compile(
    r"(?:,|[ ][-–—]|[ ]?\(|;|\.)[ ]?(?:(?:with|and|that['’]s|it['’]s|note|mind)[ ])*(?:(?:a|an|the|one|all|in|both|two|no)[ ])*(?:capital|upper ?-?case|lower ?-?case|capitali[sz]ed|big|small|exclamation|zero|underscore|hyphen|dash|hash ?tag|dollar sign|spaces|caps|letter [oO]\b)",
    regex.IGNORECASE,
)
# Phrases of several plain words.
PHRASE = regex.compile(
    r"(?<![\w-])(?i:pass ?phrase|(?:seed|recovery|secret|backup|mnemonic|wallet) ?(?:phrase|words)|mnemonic)"
    r"(?i:[ ](?:i use|i set|for it|for my wallet))?(?i:[ ]?[:=]|[ ](?:is|was))(?i:[ ]now)?[ \n]{1,2}(?!(?i:not|no|wrong|invalid|incorrect|the|a|too|still|required|always|asked|missing|lost|set|safe|never|being|only|also|in|on|one|my|what|that|something|needed|optional|this|different|accepted|rejected|refused|expired|same|gone|so)\b)"
    r"(?P<phrase>\p{L}[\p{L}'’]{1,20}(?:[ ](?!(?i:and|but|does|is|isn|was|please|can|which|why|it|when|if|has|should|i|doesn)\b)[\p{L}\d'’]{1,20}){2,23})"
)
_TO = (
    r"(?:[ ](?:number|no\.?|code|for (?:the |my |our |this )?[\w'’-]{1,20}(?: [\w'’-]{1,20})?|on (?:it|the back|file|my card|the card|the account)|i (?:set|use|chose|entered)|you (?:sent|gave|asked for)|they (?:sent|gave me)|that))*"
    r"(?:[ ]?(?:[:=#,(]|-|->|→)|[ ](?:is|was|used to be|should be|being|will be|reads|says|to|from|of|as|are|ist|lautet|est|es|è|é|er|är)(?!\w)|['’]s)*(?:[ ](?:now|still|currently|just|set to|changed to|reset to))?[ \"'“‘(]{0,2}"
)
PIN = regex.compile(
    rf"(?<![\w-])(?i:(?:card |sim |phone |account |customer |security |access |voicemail |bank |door |gate |parking |telephone |(?:four|4|6|six)-digit )*(?:pin[ -]?(?:codes?|numbers?|no\.?)|pins?|puk(?:[ -]?codes?)?|(?-i:[im]?TAN)|geheimzahl)(?!\w)){_TO}"
    rf"|(?<![\w-])(?i:(?:front door|door|gate|alarm|entry|entrance|access|unlock|lock|keypad|key ?safe|safe|lock ?box|garage|building|buzzer|gate ?keeper|intercom|locker|combination|(?:(?:tele)?phone|online|internet|mobile|home|tele)[ -]?banking|banking|voicemail|mailbox|alarm system|burglar alarm|screen|padlock|bike lock|suitcase|luggage|parental(?: control)?|child lock|vault|house|front door|back door|key box)[ -]?(?:pin[ -]?)?(?:codes?|combination|combo|pin|password)(?!\w)){_TO}",
    regex.IGNORECASE,
)
CVV = regex.compile(
    rf"(?<![\w-])(?:cvv2?|cvc2?|cv2|cid|csc|cvn|card verification (?:value|code|number)|(?:card )?security (?:code|number|digits)|(?:three|3|four|4)(?: |-)(?:digits?|numbers?)(?: code| number)?(?: on the (?:back|front|reverse|signature strip))?|(?:last three|three) (?:on|from) the back|(?:number|digits|code) on (?:the |its )?(?:back|reverse)(?: of (?:it|the card|my card))?){_TO}",
    regex.IGNORECASE,
)
_CODE = (
    r"(?:verification|security|access|one[ -]?time|confirmation|log ?-?in|sign[ -]?in|auth\w*|2fa|mfa|two[ -]factor|sms|text(?: message)?"
    r"|otp|reset|recovery|backup|activation|unlock|temporary|six[ -]digit|6[ -]digit|four[ -]digit|4[ -]digit|eight[ -]digit|identity|authori[sz]ation|validation|device)"
)
# The code of what is a code by its purpose, or one that somebody sent.
CODE = regex.compile(
    rf"(?<![\w-])(?:(?:(?<!booking )(?<!order ){_CODE}[ -])+(?:pass ?)?(?:codes?|numbers?|pass(?:word|code)?s?|pin)|otps?|totp|passcodes?|2fa|mfa|c[óo]digo de (?:verificaci[óo]n|seguridad|acceso|confirmaci[óo]n)|c[óo]digo de (?:verifica[çc][ãa]o|seguran[çc]a|acesso)|code de (?:v[ée]rification|s[ée]curit[ée]|confirmation|validation)|code secret|(?:best[äa]tigungs|sicherheits|verifizierungs|einmal|zugangs|freischalt)code|codice di (?:verifica|sicurezza|accesso)|(?:verificatie|beveiligings|toegangs)code|kod (?:weryfikacyjny|dost[ęe]pu)"
    r"|code[s]?(?= (?:(?:that |which )?(?:i|you|we|they|he|she|it)(?:['’]ve)? (?:just |have |was |were |had |been |ever )*(?:sent|got|gave|texted|received|get|was|were|emailed|read|see|mailed)|from (?:the|my|your) (?:text|sms|app|authenticator|email|message)|on my (?:phone|screen|authenticator)|(?:sent|texted|emailed|mailed) to|in the (?:text|sms|app)|(?:came|arrived)\b))"
    r"|(?:texted|sent|gave|got|received|sms['’]?d|messaged|emailed)(?: (?:me|you|her|him|us|them|another|to my phone))? (?:a|the|this|another|your|my) (?:new )?code)(?![\w-])",
    regex.IGNORECASE,
)
# Words that make it another code, between the word and a number.
CODE_KIND = regex.compile(
    r"\b(?:order|orders|invoice|ticket|reference|ref|tracking|parcel|item|sku|amount|total|booking|valid|expires?|within|minutes?|call|ring|phone|line|extension|ending|charge|paid|since|until|on \d|in \d|at \d|case|account)\b",
    regex.IGNORECASE,
)
CODE_AFTER = regex.compile(
    rf"(?<![\w.,-])(?P<value>\d{{3}}[ -]\d{{3}}|(?:[A-Z]-)?\d{{4,8}})(?![\w-]|[.,]\d)[\"'”’]?,?[ ](?:is|was|as|['’]s)[ ](?:(?:my|the|your|our|his|her|a|that)[ ])?(?:(?:door|gate|card|current|old|new|temporary|alarm|voicemail|[\w.-]{{2,20}}(?=[ ](?:verification|security|login|log-in|sign-in|confirmation|one-time|authentication)))[ ])*(?:pins?\b|passcode|otp\b|{_CODE}[ -](?:code|pin|password)|code (?:i|you|that|they|we) (?:got|sent|received|were|was|texted))"
    rf"|(?<![\w.,-])(?P<value>\d{{3,4}})(?![\w-]|[.,]\d)[ ]?(?:[(,]|\b(?:is|was|as|on)\b)[ ]?(?:(?:my|the|its|card['’]?s?|back of)[ ])*(?:cvv2?|cvc2?|cv2|csc|security code|back of (?:it|the card|my card)|on the back)"
    rf"|(?<![\w-])(?:use|enter|type|with)[ ](?:the[ ])?(?:code[ ])?(?P<value>(?:[A-Z]-)?\d{{4,8}}|\d{{3}}[ -]\d{{3}})[ ](?:to|as|when|for)[ ](?:you[ ])?(?:verify|verification|log|login|sign|confirm|complete|finish|authenticat\w+|continue|reset|unlock|access|get in|your)\b"
    rf"|(?<![\w-])(?:(?:your|my|her|his|their|our)[ ]code|(?<!\w[ ])code(?=[ ]?:[ ]\d{{6}}(?!\d))|the[ ]code(?=[ ](?:is|was)[ :]{{1,2}}\d{{6}}(?!\d)))(?:[ ](?:is|was)|[ ]?:)[ :]{{1,2}}(?P<value>\d{{4,8}}|\d{{3}}[ -]\d{{3}})(?![\w-]|[.,]\d)",
    regex.IGNORECASE,
)
# Tried again in capitals: nothing else is.
TRIED = regex.compile(
    r"(?<!\w)(?:tried|tr(?:y|ying)|typ(?:ed|ing)|enter(?:ed|ing)|us(?:ed|ing)|put(?:ting)? in|wrote)[ ](?:with[ ])?[\"'“‘]?(?P<value>[^\s\"'”’<>]{4,64})[\"'”’]?[, ][^.!?\n]{0,40}?\b(?:capitals?|caps(?: lock)?|(?:upper|lower)[ -]?case|small letters)\b",
    regex.IGNORECASE,
)
_ANSWERED = r"(?P<answer>(?!(?:not|wrong|no|incorrect|the same|being|what|my|a|too|required|missing|asked|also|still|never|case)\b)[\p{L}\d][\p{L}\d'’.-]{1,25}(?:[ ](?!(?:and|but|so|if|can|please|does|is|was|why|what|when|i|it|then|thanks|if|who|which|as|in case)\b)[\p{L}\d'’-]{1,25}){0,3})"
ANSWER = regex.compile(
    r"(?<![\w-])(?:(?:security|secret|challenge|verification|recovery|memorable)[ -](?:answer|word|place|name|date|phrase)|(?:the |my |our )?answer(?:s)? (?:to|for) (?:my|the|your|our|that|his|her|this) (?:security|secret|challenge|recovery|verification)(?: question)?s?"
    r"|(?:mother|mum|mom|father)['’]?s maiden name|maiden name of (?:my|her|his) mother|(?:name of )?(?:my|the|her|his|your|our) (?:first|childhood|favou?rite) (?:pet|dog|cat|school|car|teacher|street|toy|hero|best friend|film|book|team|nickname)(?:['’]s name)?"
    r"|(?:security|secret) question[^\n.!?]{0,60}?,? (?:the )?answer|(?:memorable|safe|secret|magic) ?word)"
    rf"(?:[ ](?:on file|on the account|i gave|i set|you have|we hold))?(?:[ ]?[:=]|[ ](?:is|was)(?: called| named| still| now)?|['’]s)[ ]?[\"'“‘]?{_ANSWERED}",
    regex.IGNORECASE,
)
_USER = r"(?:[^\s@,;/|:]{1,64}@[^\s,;/|:]{3,100}|[\w.-]{2,40})"
# Two in a row that somebody logs in with.
LOGIN = regex.compile(
    rf"(?<![\w-])(?:log[ -]?ins?|credentials?|creds)(?:[ ](?:is|are|for the \w{{2,20}}))?[ :=]{{1,3}}(?:admin(?:istrator)?|root|user|guest|demo|test|operator)[ ]?[/|:][ ]?(?P<word>\p{{L}}{{4,30}})(?=[ ]?(?:$|[.,;!?\n)]))"
    rf"|(?<![\w-])(?:log(?:ged|ging)?[ -]?(?:in|on|into)|sign(?:ed|ing)?[ -]?(?:in|on)|user(?:[ -]?name|[ -]?id)?s?|credentials?|creds|admin|access|account|portal|details)(?![\w/.-])(?:[ ](?:is|are|with|as|using|use|of|for|to|by|were|was|it|the|my|in|on|account|details|name|data|shop|portal|site|page|you|have|i|we|always|normally))*(?:[ ]?[:=][ ]?|[ ])[\"'“(]?{_USER}[\"'”)]?(?:[ ]?(?:/|\||,|;|:|\+|&)[ ]?|[ ](?:and|with|plus|then)[ ](?:the |a |my )?)(?:(?:pass(?:word|code|phrase)?|pw|pwd|p)(?:[ ]?[:=][ ]?|[ ](?:is |was )?))?[\"'“]?(?P<secret>[^\s<>\"”]{{4,64}})"
    rf"|(?<![\w@./-])[\w.+-]{{1,64}}@[\w-]{{1,60}}(?:\.[\w-]{{1,30}}){{1,4}}(?:[ ]?[/|][ ]?|[ ]?:[ ]?|,[ ])(?P<secret>[^\s<>\"”]{{5,64}})"
    rf"|(?<![\w./-])(?:admin(?:istrator)?|root|user|test|demo|guest)[ ]?[:/|][ ]?(?P<secret>[^\s<>\"”]{{5,64}})"
    rf"|(?<![\w-])(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)(?:[ ](?:as|to|into)[ ](?:the[ ]|my[ ]|our[ ]|your[ ])?[\w.@-]{{2,40}})?[ ](?:with|using)[ ][\"'“]?(?P<bare>[^\s<>\"”]{{7,64}})"
    rf"|(?<![\w-])(?:-u|--user|--proxy-user)[ =]?[\"']?[\w.@-]{{1,64}}:(?P<secret>[^\s<>\"']{{3,64}})|\bmysql\w{{0,10}}\b[^\n<>]{{0,60}}?[ ]-p(?P<secret>[^\s<>]{{4,64}})"
    rf"|(?<![\w-])(?:user(?:[ -]?name)?|login|account|uid)(?:[ ]?[:=][ ]?|[ ]){_USER}[ ]?,?[ ](?:and )?(?:the )?(?:pass|pw|pwd|pass(?:word|code))[ ]?(?:is|:|=)?[ ]?(?P<secret>[^\s<>\"”]{{4,64}})",
    regex.IGNORECASE,
)
# What a value stands behind that is something else.
ADDRESSED = regex.compile(
    r"(?:\b(?:order|orders|invoice|ticket|ref|reference|tracking|sku|item|model|version|user|username|user name|account|named?|booking|case|file|page|site|app|room|unit|flat|code|step|chapter|article|product|serial|host|server|parcel|build|release|function|tool|branch|commit|field|variable|parameter|the|a|an|my|our|your|of|in)[ :#]{1,2})[\"'“‘(]?$",
    regex.IGNORECASE,
)
# In a quotation of these it is a message or a button, and no password.
NOT_PASSWORDS = regex.compile(
    r"(?i:pass ?word|passcode|invalid|incorrect|wrong|forgot|log ?in|sign ?in|try again|required|expired|error|must|please|cannot|not |reset|does ?n['’]t|characters|account|user ?name|unknown|failed|link|click|submit|continue)"
)
_ORDINARY = word_set(
    """
    not now no none never nothing wrong right correct incorrect invalid valid expired missing
    required optional mandatory empty blank hidden visible secure insecure safe unsafe weak strong
    long short old new same different unknown known ok okay fine good bad broken working changed
    reset set sent updated saved stored lost forgotten forgot stolen leaked compromised exposed
    rejected refused accepted denied declined locked unlocked blocked disabled enabled active
    inactive again already also always still just only really very too so the a an my your our his
    her their its this that these those there here it i we you he she they one some any all both
    each every something anything everything what which who whose when where why how
    case-sensitive case sensitive encrypted hashed plain plaintext temporary permanent default
    generated random protected secret private public personal shared mine yours ours theirs being
    been be is was are were has have had do does did doing can could will would shall should may
    might must need needs needed going gone come comes coming about above after before below
    because but and or if then than though although unless until while with without within from
    for of off on onto over under up upon down in into to at by as per via like unlike near next
    out please thanks thank sorry yes yeah yep nope hello hi dear recovery resetting changing
    reset-link link email mail page form field box screen window prompt dialog button manager
    generator policy policies requirements requirement rules rule strength length protection
    protected-file hint hints history expiry expiration change request requests attempt attempts
    error errors problem problems issue issues question questions message messages settings option
    options feature app apps account accounts user users username usernames login logins number
    numbers letter letters digit digits character characters symbol symbols word words name names
    date time today tomorrow yesterday soon later early earlier ago once twice first second third
    last final another other others else more less most least much many few not-working wrongly
    correctly properly possible impossible available unavailable unable able allowed forbidden
    pending waiting waited asked asking tells tell told says said see seen look looks looking let
    lets try tried trying type typed typing enter entered entering use used using work works
    worked fail fails failed failing get gets got getting give gave given make made take took put
    keep kept know knew think thought want wanted find found n/a tbd todo null true false
    undefined redacted withheld confidential supposed meant linked tied related matching
    mismatched mismatch identical case-insensitive alphanumeric numeric ready useless pointless
    annoying confusing simple easy hard difficult complex complicated two-factor sign-in log-in
    up-to-date out-of-date end-to-end well-known self-service one-time step-by-step out-of-office
    state-of-the-art support service customer team help agent shop store website site portal
    computer laptop phone device browser
    """
)


def is_ordinary(word: str) -> bool:
    """Whether a word is one that a sentence goes on with behind a word for a password."""
    folded = word.casefold().rstrip(".!?,'’")
    return folded in _ORDINARY or folded.endswith(("n't", "n’t", "'s", "’s", "ing", "ly"))
