import contextlib
import string
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cases.errors import BadInput
from cases.sources import addresses as registry
from cases.sources import (
    check_no_literal_password,
    check_placeholders,
    is_listed,
    is_local,
    open_store,
    path_of,
    shown,
)
from cases.sources.addresses import KINDS, Kind
from cases.sources.servers import ServerAddress, server_address

LISTED = "postgresql://reader:${CALIBRANT_SOURCE_PASSWORD}@db.example.org:5432/agents?schema=adk"


def refused(uri: str) -> str:
    with pytest.raises(BadInput) as caught:
        server_address(uri, options=("schema",))
    return str(caught.value)


def test_an_unknown_scheme_is_told_what_is_known() -> None:
    with pytest.raises(BadInput) as caught:
        open_store("mongodb://reader:hunter2@h/d")
    said = str(caught.value)
    assert said.startswith("source scheme 'mongodb' is not supported; known are: ")
    assert "hunter2" not in said
    for kind in KINDS:
        assert f"{kind.scheme}://" in said


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "opener_of_tests.py").write_text("def open_it(uri):\n    import not_there_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    kind = Kind("x", "x://y", "opener_of_tests:open_it", package="not-there[all]")
    monkeypatch.setitem(registry._BY_SCHEME, "x", kind)
    with pytest.raises(BadInput, match=r"x:// need a package .*: pip install not-there\[all\]"):
        open_store("x://y")


def test_every_kind_says_how_it_is_addressed() -> None:
    for kind in KINDS:
        assert kind.example.startswith(f"{kind.scheme}://")
        assert is_local(kind.example.split(" ")[0]) == kind.local
    assert is_local("SQLITE:///a.db")


def test_paths_of_local_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert path_of("sqlite:////srv/a%20b.db") == Path("/srv/a b.db")
    assert path_of("sqlite:///a.db") == tmp_path / "a.db"
    assert path_of("adk:///srv/agents") == Path("/srv/agents")
    assert path_of("adk://agents") == tmp_path / "agents"
    for uri in ("sqlite://host/a.db", "adk://", "adk:///", "adk:///a%00b"):
        with pytest.raises(BadInput):
            path_of(uri)
    with pytest.raises(BadInput, match="names no file but a server"):
        path_of("postgresql://reader:hunter2@h/d")


def test_a_placeholder_is_filled_in_for_use_and_kept_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", "a@b:c/d#e%20")
    address = server_address(LISTED, options=("schema",))
    assert (address.user, address.password) == ("reader", "a@b:c/d#e%20")
    assert (address.host, address.port, address.path) == ("db.example.org", 5432, "agents")
    assert address.options == {"schema": "adk"}
    assert address.kept == LISTED
    assert "a@b" not in repr(address)


def test_a_placeholder_may_be_read_from_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD_FILE", str(tmp_path / "secret"))
    assert server_address(LISTED, options=("schema",)).password == "from a file"
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD_FILE", str(tmp_path / "none"))
    assert "CALIBRANT_SOURCE_PASSWORD_FILE" in refused(LISTED)


def test_a_variable_that_is_not_set_is_named() -> None:
    assert "asks for ${CALIBRANT_SOURCE_PASSWORD}, which is not set" in refused(LISTED)


def test_a_password_written_out_is_used_once_and_not_kept() -> None:
    address = server_address("mysql://reader:hunt%2Fer2@h/d")
    assert address.password == "hunt/er2"
    assert address.kept == "mysql://reader:***@h/d"
    assert "was not kept and the source can't be opened again" in refused(address.kept)


def test_an_address_without_password_has_none() -> None:
    assert server_address("mysql://reader@h/d").password is None
    assert server_address("mysql://reader:@h/d").kept == "mysql://reader@h/d"


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("mysql://r:hunter2@x@h/d", "an @ where none is expected"),
        ("mysql://r:hunt/er2@h/d", "an @ where none is expected"),
        ("mysql://r:hunter2#@h/d", "an @ where none is expected"),
        ("mysql://r:hunter2@h:99999/d", "no usable port"),
        ("mysql://r:hunter2", "no usable port"),
        ("mysql://r:hunter2@h/d?password=hunter2", "1 option(s) that are not known here"),
        ("mysql://r:hunter2@h/d#hunter2", "has a # in it"),
        ("mysql://r:hunter2@[h/d", "can't name a server"),
        ("mysql://r:hunter2@${HOST}/d", "a placeholder that stands for neither"),
        ("mysql://r:hunter2${X}@h/d", "the whole password"),
        ("mysql://r:hunter2@h/a%00b", "a NUL character"),
        ("mysql://r:hunter2@h/" + 600 * "d", "longer than can be kept"),
    ],
)
def test_addresses_that_are_wrong_are_told_so_without_the_password(uri: str, words: str) -> None:
    said = refused(uri)
    assert words in said
    assert "hunter2" not in said
    assert "hunt/er2" not in said


def test_a_page_takes_placeholders_only() -> None:
    check_no_literal_password(LISTED)
    check_no_literal_password("mysql://reader@h/d")
    with pytest.raises(BadInput, match=r"\$\{CALIBRANT_SOURCE_PASSWORD\}") as caught:
        check_no_literal_password("mysql://reader:hunter2@h/d")
    assert "hunter2" not in str(caught.value)


def test_a_page_reads_no_variable_that_is_not_meant_for_it() -> None:
    check_placeholders(LISTED)
    with pytest.raises(BadInput, match="rename SECRET_KEY"):
        check_placeholders("mysql://reader:${SECRET_KEY}@h/d")


@pytest.mark.parametrize(
    ("uri", "covered"),
    [
        (LISTED, True),
        (LISTED.partition("?")[0], False),
        (LISTED + "&sslmode=disable", False),
        (LISTED.replace("agents", "agents/below"), True),
        (LISTED.replace("agents", "agents2"), False),
        (LISTED.replace("agents", "agents/../other"), False),
        (LISTED.replace("reader", "owner"), False),
        (LISTED.replace("CALIBRANT_SOURCE_PASSWORD", "SECRET_KEY"), False),
        (LISTED.replace("db.example.org", "evil.example.org"), False),
        (LISTED.replace("5432", "5433"), False),
        (LISTED.replace("postgresql", "mysql"), False),
        (LISTED.replace("schema=adk", "host=/tmp"), False),
        ("postgresql://[", False),
    ],
)
def test_what_a_listed_address_covers(uri: str, covered: bool) -> None:
    assert is_listed(uri, [LISTED]) is covered
    assert is_listed(uri, []) is False


def test_a_whole_server_may_be_listed() -> None:
    assert is_listed("mysql://r@h:3306/any", ["mysql://r@h:3306"])
    assert is_listed("mysql://r@h:3306/any", ["mysql://r@h:3306/"])


def test_listed_options_may_stand_in_another_order() -> None:
    listed = ["postgresql://r@h/d?sslmode=verify-full&schema=a%20b"]
    assert is_listed("postgresql://r@h/d?schema=a+b&sslmode=verify-full", listed)


@pytest.mark.parametrize("scheme", ["sqlite", "file", "adk"])
def test_an_address_of_a_file_with_a_password_in_it_is_refused_without_it(scheme: str) -> None:
    with pytest.raises(BadInput, match="can't name a file") as caught:
        path_of(f"{scheme}://reader:hunter2@h/x")
    assert "hunter2" not in str(caught.value)
    assert str(path_of("file:///a:b@c/x")) == "/a:b@c/x"


def tried(uri: str) -> ServerAddress | str:
    """What becomes of an address: nothing but an address or BadInput."""
    with contextlib.suppress(BadInput):
        check_no_literal_password(uri)
    try:
        return server_address(uri, options=("schema",))
    except BadInput as error:
        return str(error)


# A busy machine draws slowly; that says nothing about addresses.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@patient
@given(st.text(max_size=60), st.sampled_from([kind.scheme for kind in KINDS] + ["", "x"]))
@example("//[", "postgresql")
@example("x:\ud800@h/d", "mysql")
@example("～nobody/\x00", "sqlite")
def test_no_address_raises_anything_but_bad_input(rest: str, scheme: str) -> None:
    uri = f"{scheme}://{rest}"
    shown(uri)
    is_listed(uri, [LISTED])
    tried(uri)
    for function in (is_local, path_of):
        with contextlib.suppress(BadInput):
            function(uri)


TEXT = string.ascii_letters + string.digits + string.punctuation + " ü"
FORMS = (
    "{s}://reader:{p}@h/d",
    "{s}://:{p}@h:1/0",
    "{s}://reader:{p}",
    "{s}://reader:{p}@[h/d",
    "{s}://reader:{p}@h:port/d?x=1",
    "{s}://h/d?password={p}",
    "{s}://h/d?password=@{p}&x",
    "{s}://h/d#{p}",
    "{s}:///reader:{p}@h/d",
    "reader:{p}@h/d",
)


@patient
@given(
    st.text(TEXT, max_size=12),
    st.text(TEXT, max_size=12),
    st.sampled_from(FORMS),
    st.booleans(),
    st.sampled_from(["postgresql", "mysql", "unheard-of"]),
)
def test_no_password_is_ever_in_a_message(
    before: str, after: str, form: str, quoted: bool, scheme: str
) -> None:
    password = f"{before}hunter2{after}"
    if form.endswith("{p}") and not quoted:
        # An @ would make a host of what follows it, a slash a path.
        password = password.replace("@", "").replace("/", "")
    uri = form.format(s=scheme, p=quote(password, safe="") if quoted else password)
    assert "hunter2" not in shown(uri)
    result = tried(uri)
    if isinstance(result, ServerAddress):
        assert "hunter2" not in f"{result!r} {result.name} {result.kept}"
    else:
        assert "hunter2" not in result
    if scheme == "unheard-of" or "{s}" not in form:
        with pytest.raises(BadInput) as caught:
            open_store(uri)
        assert "hunter2" not in str(caught.value)


def test_no_option_leads_to_another_server() -> None:
    with pytest.raises(BadInput, match="names the folder of a socket"):
        open_store("postgresql://reader:hunter2@db/agents?host=evil.example.org")


def test_openers_get_the_address_as_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    import cases.sources.mysql as module

    seen: list[str] = []
    monkeypatch.setattr(module, "open_mysql", lambda uri: seen.append(uri) or SimpleNamespace())
    open_store("mariadb://h/d")
    assert seen == ["mariadb://h/d"]
