"""Addresses of servers, with their secrets: what is used to connect, what may be kept and shown.

A password stands in an address as ${NAME}, read from the environment whenever the store is opened,
so that web and worker processes can open it again. A literal one serves the process that was given
it and is kept nowhere: the kept address says *** instead.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from cases.errors import BadInput
from config.env import env_str

# Characters of an address, as it is kept.
MAX_URI = 500
NOT_KEPT = "***"
# What a placeholder may be called in an address that comes from a page and is not listed.
PAGE_PREFIX = "CALIBRANT_SOURCE_"

_PLACEHOLDER = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_SECRET_OPTION = re.compile(r"(?i)[?&][^=]*(pass|secret|token)")
_HINT = (
    f"write the password as ${{{PAGE_PREFIX}PASSWORD}} and set that variable for the processes "
    "that import"
)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a server is and who asks. `user` and `password` are filled in, `kept` has neither
    password nor filled-in placeholder and may be stored and shown."""

    scheme: str
    host: str
    port: int | None
    user: str
    password: str | None = field(repr=False)
    # What follows the host, unquoted and without its first slash: most often a database.
    path: str
    options: dict[str, str]
    kept: str

    @property
    def name(self) -> str:
        """What messages call the server: its kept address without options."""
        return self.kept.partition("?")[0]


def server_address(uri: str, *, options: Iterable[str] = ()) -> ServerAddress:
    """`uri` with its placeholders filled in. Knows the named `options` and refuses all others.

    Raises BadInput, never with a secret in it.
    """
    parts = _split(uri)
    try:
        port = parts.port
    except ValueError:
        raise BadInput(f"source {shown(uri)} has no usable port: write HOST:PORT") from None
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    known = sorted(options)
    if unknown := [name for name in given if name not in known]:
        raise BadInput(
            f"source {shown(uri)} has {len(unknown)} option(s) that are not known here; "
            f"known are: {', '.join(known) or 'none'}"
        )
    user, password = _userinfo(parts)
    address = ServerAddress(
        scheme=parts.scheme,
        host=unquote(parts.hostname or ""),
        port=port,
        user=_filled(user),
        password=None if password is None else _filled(password),
        path=unquote(parts.path[1:]),
        options=given,
        kept=_kept(parts, user, password),
    )
    if "\x00" in "".join((address.host, address.user, address.path, *given.values())):
        raise BadInput(f"source {shown(uri)} holds a NUL character: check it")
    if len(address.kept) > MAX_URI:
        raise BadInput(f"the source's address is longer than can be kept ({MAX_URI} characters)")
    return address


def check_no_literal_password(uri: str) -> None:
    """Refuse a password written out in an address that comes from a page. Raises BadInput."""
    _, password = _userinfo(_split(uri))
    if password and not _PLACEHOLDER.fullmatch(password):
        raise BadInput(f"a password must not be written in the address here: {_HINT}")


def placeholders(uri: str) -> list[str]:
    """Names of the variables that `uri` asks for."""
    return [name for part in _userinfo(_split(uri)) for name in _PLACEHOLDER.findall(part or "")]


def shown(uri: str) -> str:
    """`uri` as messages quote it: masked and not too long."""
    text = masked(uri)
    return repr(text if len(text) <= MAX_URI else text[:80] + "…")


def masked(uri: str) -> str:
    """`uri` with *** for whatever could be a password, and without its options.

    For any text at all, so it rather masks too much.
    """
    scheme, separator, rest = uri.partition("://")
    if not separator:
        scheme, rest = "", uri
    before, at, after = rest.rpartition("@")
    if at and re.search(r"[?#]", before):
        # A password with one of these in it, or an option with an @: nobody can tell.
        rest = NOT_KEPT
    elif at:
        user, colon, password = before.partition(":")
        if not _harmless(user):
            user = NOT_KEPT
        if colon:
            user += ":" + (password if _PLACEHOLDER.fullmatch(password) else NOT_KEPT)
        rest = f"{user}@{after}"
    else:
        host, colon, port = rest.partition(":")
        if colon and not host.startswith("[") and not re.fullmatch(r"[0-9]{1,5}(/[^:]*)?", port):
            rest = f"{host}:{NOT_KEPT}"
    rest = re.split(r"[?#]", rest, maxsplit=1)[0]
    return f"{scheme}{separator}{rest}"


def shown_again(uri: str) -> str:
    """`uri` as a page that refuses it puts it back into its field."""
    return masked(uri) if NOT_KEPT in masked(uri) or _SECRET_OPTION.search(uri) else uri


def _harmless(user: str) -> bool:
    return bool(re.fullmatch(r"[^/?#@]{0,128}", user))


def _split(uri: str) -> SplitResult:
    try:
        parts = urlsplit(uri)
        _ = parts.hostname
    except ValueError:
        raise BadInput(f"source {shown(uri)} can't name a server: check its address") from None
    if "@" in f"{parts.path}{parts.query}{parts.fragment}" or parts.netloc.count("@") > 1:
        raise BadInput(
            f"source {shown(uri)} has an @ where none is expected: in a user name, a password or "
            "a database write @ as %40, / as %2F, ? as %3F and # as %23"
        )
    if parts.fragment or "#" in uri:
        raise BadInput(f"source {shown(uri)} has a # in it: write it as %23")
    if "${" in f"{parts.hostname or ''}{parts.path}{parts.query}":
        raise BadInput(
            f"source {shown(uri)} has a placeholder that stands for neither the user nor the "
            "password: write the rest out"
        )
    return parts


def _userinfo(parts: SplitResult) -> tuple[str, str | None]:
    """User and password as they are written; a password of "" counts as none."""
    user, colon, password = parts.netloc.rpartition("@")[0].partition(":")
    for part in (user, password):
        if "${" in part and not _PLACEHOLDER.fullmatch(part):
            raise BadInput(
                "a placeholder in a source's address stands for the whole user or the whole "
                "password, as in ${NAME}; letters, digits and _ make a name"
            )
    return user, password if colon and password else None


def _filled(written: str) -> str:
    """A user or password as the server gets it. Raises BadInput."""
    found = _PLACEHOLDER.fullmatch(written)
    if not found:
        if written == NOT_KEPT:
            raise BadInput(
                "the password of this source was written out when it was named, so it was not "
                f"kept and the source can't be opened again: start anew, and {_HINT}"
            )
        return unquote(written)
    name = found[1]
    try:
        value = env_str(name)
    except ImproperlyConfigured:
        raise BadInput(f"can't read the file that {name}_FILE names: check its path") from None
    if not value:
        raise BadInput(
            f"the source's address asks for ${{{name}}}, which is not set in the environment of "
            "this process: set it for web and worker alike"
        )
    return value


def _kept(parts: SplitResult, user: str, password: str | None) -> str:
    """The address to keep: the user and placeholders as written, options, no password."""
    info = user
    if password is not None:
        info += ":" + (password if _PLACEHOLDER.fullmatch(password) else NOT_KEPT)
    host = parts.netloc.rpartition("@")[2]
    query = f"?{parts.query}" if parts.query else ""
    path = quote(unquote(parts.path))
    return f"{parts.scheme}://{info}{'@' if info else ''}{host}{path}{query}"
