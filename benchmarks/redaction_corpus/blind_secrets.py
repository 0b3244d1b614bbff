"""Keys, tokens and passwords of the blind bank.

Keys have the shapes that their issuers publish, with bodies drawn at random; none was ever given
out. The form names the issuer, so that keys can be told from passwords.
"""

import base64
import json
import string
from collections.abc import Callable
from random import Random

from benchmarks.redaction_corpus.bank import words

_ALNUM = string.ascii_letters + string.digits
_LOWER = string.ascii_lowercase + string.digits
_UPPER = string.ascii_uppercase + string.digits
_HEX = "0123456789abcdef"
_URL = _ALNUM + "-_"
_BASE32 = string.ascii_uppercase + "234567"


def _of(rng: Random, alphabet: str, count: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(count))


def _base64(rng: Random, size: int) -> str:
    return base64.b64encode(rng.randbytes(size)).decode()


def _jwt(rng: Random) -> str:
    def part(value: object) -> str:
        raw = json.dumps(value, separators=(",", ":")).encode()
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    algorithm, size = rng.choice([("RS256", 256), ("ES256", 64), ("HS256", 32), ("HS512", 64)])
    head = {"alg": algorithm, "typ": "JWT"}
    if rng.random() < 0.5:
        head["kid"] = _of(rng, _HEX, 8)
    issued = rng.randint(1_690_000_000, 1_760_000_000)
    body = {"sub": _of(rng, _LOWER, 12), "scope": "read", "iat": issued, "exp": issued + 3600}
    signature = base64.urlsafe_b64encode(rng.randbytes(size)).rstrip(b"=").decode()
    return f"{part(head)}.{part(body)}.{signature}"


def _pem(rng: Random) -> str:
    kind = rng.choice(["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "]) + "PRIVATE KEY"
    body = _base64(rng, rng.randint(150, 400))
    rows = [body[at : at + 64] for at in range(0, len(body), 64)]
    return "\n".join([f"-----BEGIN {kind}-----", *rows, f"-----END {kind}-----"])


def _discord(rng: Random) -> str:
    number = base64.b64encode(str(rng.randint(10**17, 10**18)).encode()).decode()
    return f"{number.rstrip('=')}.{_of(rng, _URL, 6)}.{_of(rng, _URL, 38)}"


_Make = Callable[[Random], str]
# Issuer -> (how often, maker).
SECRETS: dict[str, tuple[int, _Make]] = {
    "stripe": (5, lambda r: r.choice(["sk_live_", "rk_live_", "sk_test_"]) + _of(r, _ALNUM, 24)),
    "stripe long": (2, lambda r: "sk_live_51" + _of(r, _ALNUM, 97)),
    "stripe webhook": (2, lambda r: "whsec_" + _of(r, _ALNUM, 32)),
    "aws key id": (4, lambda r: r.choice(["AKIA", "ASIA"]) + _of(r, _BASE32, 16)),
    "aws secret": (3, lambda r: _of(r, _ALNUM + "+/", 40)),
    "github": (5, lambda r: r.choice(["ghp_", "gho_", "ghs_"]) + _of(r, _ALNUM, 36)),
    "github fine": (2, lambda r: f"github_pat_{_of(r, _ALNUM, 22)}_{_of(r, _ALNUM, 59)}"),
    "gitlab": (3, lambda r: r.choice(["glpat-", "glptt-", "gldt-"]) + _of(r, _URL, 20)),
    "slack": (
        3,
        lambda r: "-".join(
            [
                r.choice(["xoxb", "xoxp"]),
                *(str(r.randint(10**11, 10**12)) for _ in "ab"),
                _of(r, _ALNUM, 24),
            ]
        ),
    ),
    "slack app": (
        1,
        lambda r: f"xapp-1-A{_of(r, _UPPER, 10)}-{r.randint(10**12, 10**13)}-{_of(r, _HEX, 64)}",
    ),
    "openai": (
        3,
        lambda r: f"sk-proj-{_of(r, _URL, 74)}T3BlbkFJ{_of(r, _URL, 74)}",
    ),
    "openai old": (1, lambda r: f"sk-{_of(r, _ALNUM, 20)}T3BlbkFJ{_of(r, _ALNUM, 20)}"),
    "anthropic": (3, lambda r: f"sk-ant-api03-{_of(r, _URL, 93)}AA"),
    "google": (4, lambda r: "AIza" + _of(r, _URL, 35)),
    "google oauth": (2, lambda r: "GOCSPX-" + _of(r, _URL, 28)),
    "google access": (1, lambda r: "ya29." + _of(r, _URL, 120)),
    "sendgrid": (2, lambda r: f"SG.{_of(r, _URL, 22)}.{_of(r, _URL, 43)}"),
    "twilio": (2, lambda r: "SK" + _of(r, _HEX, 32)),
    "mailgun": (1, lambda r: "key-" + _of(r, _HEX, 32)),
    "mailchimp": (1, lambda r: f"{_of(r, _HEX, 32)}-us{r.randint(1, 21)}"),
    "npm": (2, lambda r: "npm_" + _of(r, _ALNUM, 36)),
    "shopify": (3, lambda r: r.choice(["shpat_", "shpss_", "shpca_"]) + _of(r, _HEX, 32)),
    "square": (1, lambda r: "EAAA" + _of(r, _URL, 60)),
    "hugging face": (2, lambda r: "hf_" + _of(r, string.ascii_letters, 34)),
    "digitalocean": (2, lambda r: "dop_v1_" + _of(r, _HEX, 64)),
    "telegram": (2, lambda r: f"{r.randint(10**8, 10**10 - 1)}:AA{_of(r, _URL, 33)}"),
    "discord": (1, _discord),
    "databricks": (1, lambda r: "dapi" + _of(r, _HEX, 32)),
    "new relic": (1, lambda r: "NRAK-" + _of(r, _UPPER, 27)),
    "postman": (1, lambda r: f"PMAK-{_of(r, _HEX, 24)}-{_of(r, _HEX, 34)}"),
    "linear": (1, lambda r: "lin_api_" + _of(r, _ALNUM, 40)),
    "notion": (1, lambda r: f"ntn_{r.randint(10**10, 10**11)}{_of(r, _ALNUM, 35)}"),
    "vault": (2, lambda r: "hvs." + _of(r, _URL, 24)),
    "atlassian": (2, lambda r: f"ATATT3xFfGF0{_of(r, _URL, 171)}={_of(r, '0123456789ABCDEF', 8)}"),
    "grafana": (1, lambda r: f"glsa_{_of(r, _ALNUM, 32)}_{_of(r, _HEX, 8)}"),
    "doppler": (1, lambda r: "dp.pt." + _of(r, _ALNUM, 43)),
    "docker": (1, lambda r: "dckr_pat_" + _of(r, _URL, 27)),
    "airtable": (1, lambda r: f"pat{_of(r, _ALNUM, 14)}.{_of(r, _HEX, 64)}"),
    "razorpay": (2, lambda r: "rzp_live_" + _of(r, _ALNUM, 14)),
    "adyen": (1, lambda r: f"AQE{_of(r, _LOWER, 60)}-{_base64(r, 33)}-{_of(r, _ALNUM, 16)}"),
    "supabase": (1, lambda r: "sbp_" + _of(r, _HEX, 40)),
    "okta": (1, lambda r: "00" + _of(r, _URL, 40)),
    "azure storage": (2, lambda r: _base64(r, 64)),
    "azure client": (
        2,
        lambda r: f"{_of(r, _ALNUM, 3)}8Q~{_of(r, _ALNUM + '~._-', 33)}{_of(r, _ALNUM, 1)}",
    ),
    "signature": (
        2,
        lambda r: _base64(r, 32).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"),
    ),
    "jwt": (8, _jwt),
    "pem": (2, _pem),
    "in-house prefixed": (
        4,
        lambda r: f"qlx-{r.choice(['prod', 'uat', 'eu1'])}-{_of(r, _LOWER, 32)}",
    ),
    "in-house underscore": (3, lambda r: f"orbit_tk_{_of(r, _ALNUM, 28)}"),
    "in-house dotted": (2, lambda r: f"HELIO.{_of(r, _HEX, 12)}.{_of(r, _HEX, 40)}"),
    "in-house hex": (4, lambda r: _of(r, _HEX, r.choice([32, 40, 64]))),
    "in-house base64": (3, lambda r: _base64(r, r.choice([24, 32, 48]))),
    "in-house letters": (3, lambda r: _of(r, _ALNUM, r.choice([24, 32, 43]))),
}


def secret(rng: Random) -> tuple[str, str]:
    form = rng.choices(list(SECRETS), [weight for weight, _ in SECRETS.values()])[0]
    return form, SECRETS[form][1](rng)


_THINGS = words("""
    sunflower biscuit thunder marigold pancake dolphin mustang pepper cricket bluebird tigger
    arsenal lakers cowboy cinnamon shadow rocky bella coco luna football guitar snowball midnight
    chocolate princesa schatzi fenerbahce sommer winter welcome changeme letmein office telefon
    hallo bienvenue kaffee butterfly batman pikachu
""")
_LEET = str.maketrans({"a": "@", "o": "0", "e": "3", "i": "1", "s": "$"})


def password(rng: Random) -> str:
    """A password, PIN or pass phrase as people choose them or as a system makes them up."""
    thing = rng.choice(_THINGS)
    year = str(rng.choice([*range(1968, 2012), *range(2019, 2026)]))
    mark = rng.choice("!!!*#$@")
    ways: tuple[tuple[int, Callable[[], str]], ...] = (
        (20, lambda: thing.capitalize() + year + mark),
        (12, lambda: thing.capitalize() + str(rng.randint(1, 99))),
        (10, lambda: thing + str(rng.randint(1, 9999))),
        (6, lambda: thing.capitalize().translate(_LEET) + str(rng.randint(1, 99))),
        (4, lambda: f"{thing.capitalize()}_{rng.choice(_THINGS)}{rng.randint(1, 99)}"),
        (3, lambda: thing),
        (5, lambda: "-".join(rng.sample(_THINGS, 3))),
        (2, lambda: thing.upper() + mark + str(rng.randint(10, 99))),
        (8, lambda: _of(rng, string.digits, 4)),
        (6, lambda: _of(rng, string.digits, 6)),
        (9, lambda: _of(rng, _ALNUM + "!#%*+", rng.randint(10, 14))),
        (6, lambda: _of(rng, _ALNUM, 8)),
        (4, lambda: "-".join(_of(rng, _ALNUM, 4) for _ in range(3))),
        (
            3,
            lambda: (
                rng.choice(["qwerty", "asdf", "zxcv", "1q2w3e"]) + str(rng.randint(1, 999)) + mark
            ),
        ),
        (2, lambda: f"{mark}{thing.capitalize()}{rng.randint(1, 99)}{mark}"),
    )
    return rng.choices([make for _, make in ways], [weight for weight, _ in ways])[0]()
