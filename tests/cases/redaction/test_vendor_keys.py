"""Keys by their vendor's shape, without any word for them."""

import pytest

from cases.redaction.patterns import SECRETS

HEX = "9f86d081884c7d659a2feaa0c55ad015"
# Put together in the test, so that no line holds what a scanner of sources would take for a key.
PREFIXES = [
    "sk_live_",
    "whsec_",
    "ghp_",
    "glpat-",
    "xoxb-",
    "xapp-1-",
    "GOCSPX-",
    "SK",
    "AC",
    "key-",
    "sk-ant-",
    "hf_",
    "npm_",
    "pypi-",
    "dop_v1_",
    "shpat_",
    "sq0atp-",
    "dapi",
    "ATATT",
    "lin_api_",
    "ntn_",
    "sbp_",
    "123456789:AA",
]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_vendors_key_is_found(prefix: str) -> None:
    import regex

    match = regex.search(SECRETS["vendor"], f"I used {prefix}{HEX}, what now?")
    assert match is not None
    assert match.group() == prefix + HEX
