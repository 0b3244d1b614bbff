"""The words and signs around keys, and the expressions that see them."""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

import regex

from cases.redaction.names import word_set

# The lookbehind has the signs of the word itself, so that each word is read once.
WORD = regex.compile(
    r"(?<![A-Za-z0-9+/=_.~%@#$-])[A-Za-z0-9_+/-](?:[A-Za-z0-9+/=_.~-]|%[0-9A-Fa-f]{2}){7,}"
)
URL = regex.compile(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s<>\"'`]{4,2000}", regex.IGNORECASE)
LETTERS = regex.compile(r"(?<![\w-])[A-Za-z]{2,}(?![\w-])")

# What a key is called. A word such as "primary" before it makes it another kind of key.
_NO_KEY = (
    r"primary|foreign|partition|sort|cache|idempotency|row|order|object|issue|lookup|dedup\w*|project"
    r"|translation|public|page|next|cursor|pagination|continuation|sync|resume|tracking|a|car|house"
    r"|door|front|spare|box|hex|torx|safe|piano|arrow|hot|shortcut|enter|escape"
)
_KEY = (
    r"(?:api|access|secret|private|client|signing|license|licence|account|auth\w*|bearer|session"
    r"|refresh|webhook|integration|deploy\w*|personal|service|master|encryption|shared|bot|app|test"
    r"|live|prod\w*|staging|sandbox|admin|product|activation)?[ _-]?"
    r"(?:keys?|tokens?|secrets?|credentials?|creds?|apikeys?|passkeys?|pat|jwt)"
)
CUE = regex.compile(
    rf"(?<![\w-])(?:(?<!\b(?:{_NO_KEY})[ _-]){_KEY}|bearer|auth(?:entication|orization)?"
    r"|(?:oauth|sso|hmac)\b|pass(?:word|code|phrase)s?|x-api-key)(?![\w-])",
    regex.IGNORECASE,
)
# A quick test for one of these.
HINT = regex.compile(r"(?i:key|tok|secret|cred|creds|bearer|auth|pass|\bpat|jwt|sso|hmac)")
# What names something that stays, right before it or nearer than the word for a key.
OTHER = regex.compile(
    rf"(?<![\w])(?:(?:{_NO_KEY})[ _-](?:keys?|tokens?)|orders?|tracking|sku|ticket|invoice|ref(?:erence)?"
    r"|commit|sha\d*|digest|checksum|md5|build|version|release|branch|tag|uuid|guid|ids?|e?tag|hash(?:es)?"
    r"|file(?:name)?|image|img|photo|screenshot|attachment|batch|serial|model|part|article|item"
    r"|booking|confirmation|shipment|parcel|consignment|container|case|trace|span|request|correlation"
    r"|transaction|payment|charge|node|pod|cluster|instance|bucket|folder|path|function|method|class"
    r"|tool|table|column|field|variable|param(?:eter)?|cursor|fingerprint|thumbprint|cert\w*|payload"
    r"|body|avatar|logo|video|channel|playlist|address|wallet)(?![\w])",
    regex.IGNORECASE,
)
DIRECT = regex.compile(
    r"[\s\"'“‘`*(]*(?:(?:number|value|string|code)[ ])?(?:(?:is|was|are|now|of|being|reads?|says|called|to"
    r"|just|still)[ ]|['’]s[ ]|[:=]|->|=>|→|-[ ]|,[ ])*[\s\"'“‘`*(:]*",
    regex.IGNORECASE,
)
SAID = regex.compile(r"(?:\b(?:is|was|are|reads?)[ ]|['’]s[ ]|[:=]|->|→)", regex.IGNORECASE)
# In the sentence after the one that names the key: "… the key. The old one was …".
ONE = regex.compile(
    r"\b(?:old|new|other|current|previous|first|second|last|right|correct|wrong|leaked|expired|latest)[ ](?:one|value)"
    r"(?:[ ](?:is|was|reads|starts? with|would be)|['’]s|[ ]?:)?[ :=\n]{1,3}[\"'“‘`(]?$",
    regex.IGNORECASE,
)
# … that we use in the shop is:
SAID_LATER = regex.compile(
    r"(?:[ ,(]{1,2}[\w'’-]{1,20}){1,8}(?:[ ](?:is|was|reads?)|[ ]?[:=]|[ ]?->)[\s\"'“‘`*(]{1,3}",
    regex.IGNORECASE,
)
# Keys that people type: four groups and more of the same length.
GROUPED = regex.compile(
    r"[A-Za-z0-9]{4}(?:-[A-Za-z0-9]{4}){3,7}|[A-Za-z0-9]{5}(?:-[A-Za-z0-9]{5}){2,7}|[A-Za-z0-9]{6}(?:-[A-Za-z0-9]{6}){2,7}"
)
CUE_AFTER = regex.compile(
    rf"[\"'”’`*)]*[,;]?[ ]?[(–-]?[ ]?(?:(?:is|was|as|that['’]s|which|being|for|isn['’]t|as)[ ])*"
    rf"(?:(?:my|our|the|your|their|a|an|old|new|current|valid|right|first|second|temporary|not|still)[ ])*"
    rf"(?:[\w-]{{2,14}}[ ]){{0,2}}{_KEY}\b",
    regex.IGNORECASE,
)
STOP = regex.compile(r"[.!?][\"'”’)]?\s|\n\s*\n")

# Names that a program gives a key to: FOO_SECRET=…, X-Api-Key: …, --token …
GIVEN = regex.compile(
    r"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z][\w.-]{0,80})[\"'`]?(?P<sign>[ \t]{0,2}(?:=>|:=|=|:)[ \t]{0,2}|[ \t]{1,2}(?<=--[\w-]{2,40}[ \t]{1,2}))"
    r"(?:(?P<scheme>(?i:bearer|basic|token|apikey))[ ])?(?P<quote>[\"'`]?)"
    r"(?P<value>[^\s\"'`<>,;&]{4,400}|(?<=[\"'])[^\"'\n<>]{4,200}(?=[\"']))"
)
# A quick test for one of them: how a name ends, and the sign behind it.
MAYBE_GIVEN = regex.compile(
    r"(?i:key|token|secret|passw(?:or)?d|passwd|phrase|pwd|psk|credentials?|creds|signature|sas|bearer|jwt|pat|auth"
    r"|authorization|pass|cookie|session|sessionid|sid)[\"'`]?[ \t]{0,2}(?:=|:)|--\w"
)
GIVEN_NAME = regex.compile(
    r"(?:.*[-_.]|.*(?<=[a-z]))?(?:secret|token|passw(?:or)?d|passwd|passphrase|pwd|psk|credentials?|creds|signature"
    r"|bearer|jwt|authorization|sharedaccesskey|accountkey|apikey|privatekey|secretkey|accesskey"
    r"|(?:api|access|account|private|signing|encryption|auth|master|license|service|secret|subscription|deploy"
    r"|webhook|admin|app|client|shared|stripe|hmac|db|jwt|aws|ssh|bot|live|test|prod)[-_.]?key"
    r")",
    regex.IGNORECASE,
)
VAGUE_NAME = regex.compile(
    r"(?:.*[-_.]|.*(?<=[a-z]))?(?:pass|pat|sas|auth|cookie|session(?:id)?|sid|key)",
    regex.IGNORECASE,
)
PROGRAM_NAME = regex.compile(
    r"[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|[a-z0-9]+(?:[_-][a-z0-9]+)+|--.+|(?i:x-).+"
)
FILLED_IN = regex.compile(
    r"[$%{<].*|[*x•.…#_-]+|(?i:null|none|true|false|undefined|required|missing|expired|invalid|string|secret"
    r"|redacted|hidden|your[-_ ].*|my[-_ ].*|changeme|example|todo|tbd|n/a|process\.env.*|os\.\w.*|env\..*)"
)

NO_KEY_NAME = regex.compile(
    rf"(?:.*[-_.])?(?:{_NO_KEY})[-_.]?(?:key|token)|utm_.*", regex.IGNORECASE
)
# Names and calls of programs.
CODE = regex.compile(
    r"[/(\[{].*|[A-Za-z_][\w.\[\]]*\(.*|_*[a-z]+(?:_+[a-z]+)+_*|[A-Z]+(?:_[A-Z]+)+|[A-Za-z_]+(?:\.[A-Za-z_]+)+|await|self|.*%[sd].*"
)

PREFIXED = regex.compile(
    r"(?P<prefix>[A-Za-z][A-Za-z0-9]{0,11}(?:[-_.][A-Za-z0-9]{1,10}){0,4}?)(?P<sign>[-_.])(?P<body>[A-Za-z0-9+/_-]{12,}={0,2})"
)
# Words in a prefix that only a key has.
TELLING = word_set(
    """
    live test prod production sandbox staging dev secret sk pk rk key keys tok token pat api
    apikey access auth oauth bot personal refresh webhook whsec svc srv cred priv admin scrt sec
    """
)
# Prefixes of ids, digests and files, which stay.
ID_PREFIX = word_set(
    """
    order ord ords po so inv invoice cust customer cus user usr acct account ch charge pi pm py
    src card seti si sub prod price plan evt event txn tx trx pay payment rf refund ref ret return
    rma req request trace span run thread msg message call toolu tool asst chatcmpl cmpl file
    batch job task item sku cart basket ship shipment parcel track tracking trk label tkt ticket
    case conv conversation img image doc page node pod build commit sha sha1 sha256 sha384 sha512
    md5 rev ver git hash etag digest checksum uuid guid id obj row rec record lead opp deal store
    loc wh warehouse coupon promo gift review product variant var gid resp step turn inst instance
    vm ami vol snap subnet sg vpc eni screenshot photo video session container booking reservation
    reply comment post article entry log export report backup index
    """
)
# Parameters of a URL that carry a key, and steps of its path before one.
PARAMETER = regex.compile(
    r"(?<=[?&#;](?:amp;)?)(?P<name>[\w.\[\]-]{1,40})=(?P<value>[^&#\s;<>]{4,2000})"
)
SECRET_PARAMETER = regex.compile(
    r"(?:.*[-_.])?(?:sig|signature|token|secret|passw(?:or)?d|pwd|pass|hmac|jwt|auth|apikey|api_?key|access_?key|key|credential"
    r"|otp|sid|session(?:_?id)?|code|ticket|nonce|hash|hdnea|authkey|authtoken|accesstoken|magic|invite|sas|st|t|k|h|s)",
    regex.IGNORECASE,
)
SURE_PARAMETER = regex.compile(
    r"(?:.*[-_.]|.*(?<=[a-z]))?(?:sig|signature|token|secret|passw(?:or)?d|pwd|pass|hmac|jwt|auth|apikey|api_?key|access_?key|otp|authkey|authtoken"
    r"|accesstoken)",
    regex.IGNORECASE,
)
HOOKED = regex.compile(
    r"/(?:web)?hooks?\b|/webhookb2/|hooks?\.|/services/T|/(?:reset|verify|verification|confirm|activate|activation|invite"
    r"|invitation|magic|magic-link|token|tokens|login|signin|sign-in|auth|sso|unlock|unsubscribe|share|s|bot\d*:?)"
    r"[\w-]{0,20}/|/[\w-]*(?:reset|verify|invite|magic|hook)[\w-]*/",
    regex.IGNORECASE,
)
STEP = regex.compile(r"(?<=[/:@])[A-Za-z0-9_.~=-]{8,}(?=[/?#]|$)|(?<=/bot)\d{6,}:[\w-]{20,}")
USER_OF_URL = regex.compile(r"(?<=://)[A-Za-z0-9_-]{16,}(?=@)")
