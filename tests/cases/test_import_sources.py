"""What pages may name as a source, and where its password never goes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.importing import (
    check_web_source,
    import_sessions,
    run_import,
    start_import,
)
from cases.models import ImportRun, Person, Source, Study
from tests.cases.sources.store_servers import (
    FIXTURE,
    READER_PASSWORD,
    Server,
    copy_store,
    servers,
)
from tests.make import make_person

LISTED = "postgresql://reader:${CALIBRANT_SOURCE_PASSWORD}@db.example.org/agents"


@pytest.fixture
def site_admin(db: None) -> Person:
    person = make_person("root")
    person.is_superuser = True
    person.save()
    return person


@pytest.fixture
def mysql() -> Iterator[Server]:
    yield from servers("mysql")


def why_not(uri: str, person: Person) -> str:
    try:
        check_web_source(uri, person)
    except BadInput as error:
        return str(error)
    return ""


def test_leads_may_name_servers_that_are_listed_only(
    lead: Person, settings: pytest.FixtureRequest
) -> None:
    settings.CALIBRANT_IMPORT_SOURCES = [LISTED]  # type: ignore[attr-defined]
    assert why_not(LISTED, lead) == ""
    for uri in (
        "mysql://reader@127.0.0.1/agents",
        "redis://169.254.169.254/0",
        LISTED.replace("db.example.org", "evil.example.org"),
        LISTED.replace("CALIBRANT_SOURCE_PASSWORD", "SECRET_KEY"),
    ):
        assert "CALIBRANT_IMPORT_SOURCES" in why_not(uri, lead)


def test_site_admins_may_name_any_server_but_no_secret_of_ours(site_admin: Person) -> None:
    assert why_not(LISTED, site_admin) == ""
    assert "rename SECRET_KEY" in why_not(
        LISTED.replace("CALIBRANT_SOURCE_PASSWORD", "SECRET_KEY"), site_admin
    )


def test_project_folders_are_files_too(
    lead: Person, tmp_path: Path, settings: pytest.FixtureRequest
) -> None:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]  # type: ignore[attr-defined]
    assert why_not(f"adk://{tmp_path}/agents", lead) == ""
    assert "outside the folders" in why_not(f"adk://{tmp_path}/../agents", lead)


@pytest.mark.parametrize("scheme", ["postgresql", "mysql", "redis", "unheard-of"])
def test_the_form_refuses_a_password_written_out_and_forgets_it(
    client: Client, study: Study, site_admin: Person, scheme: str
) -> None:
    client.force_login(site_admin)
    page = client.post(
        reverse("import_new", args=[study.slug]),
        {"source_uri": f"{scheme}://reader:hunter2@h/d", "do": "check", "seed": 0},
    )
    assert page.status_code == 422
    content = page.content.decode()
    assert "hunter2" not in content
    assert f"{scheme}://reader:***@h/d" in content
    if scheme != "unheard-of":
        assert "write the password as ${CALIBRANT_SOURCE_PASSWORD}" in content


def test_the_form_forgets_a_password_among_the_options(
    client: Client, study: Study, site_admin: Person
) -> None:
    client.force_login(site_admin)
    page = client.post(
        reverse("import_new", args=[study.slug]),
        {"source_uri": "mysql://h/d?password=hunter2", "do": "check", "seed": 0},
    )
    assert page.status_code == 422
    assert "hunter2" not in page.content.decode()
    assert "1 option(s) that are not known here" in page.content.decode()


@pytest.mark.parametrize("fields", [{}, {"source": "other", "sample": 2}])
@pytest.mark.parametrize(
    "uri", ["mysql://reader:hunter2@h/" + 600 * "d", "file://reader:hunter2@h/x"]
)
def test_no_form_gives_a_password_back(
    client: Client, study: Study, site_admin: Person, uri: str, fields: dict[str, object]
) -> None:
    client.force_login(site_admin)
    name = "redaction_preview_new" if fields else "import_new"
    page = client.post(
        reverse(name, args=[study.slug]), {"source_uri": uri, "do": "check", "seed": 0, **fields}
    )
    assert page.status_code == 422
    assert "reader:***@h/" in page.content.decode()
    assert "hunter2" not in page.content.decode()


def test_the_form_lists_apps_that_cannot_be_read(
    client: Client, study: Study, site_admin: Person, tmp_path: Path
) -> None:
    for app, data in (("good", FIXTURE.read_bytes()), ("bad<b>", b"none")):
        (tmp_path / app / ".adk").mkdir(parents=True)
        (tmp_path / app / ".adk" / "session.db").write_bytes(data)
    client.force_login(site_admin)
    page = client.post(
        reverse("import_new", args=[study.slug]),
        {"source_uri": f"adk://{tmp_path}", "do": "check", "seed": 0},
    )
    content = page.content.decode()
    assert "refund_support (62 sessions)" in content
    assert re.search(r"Not readable: bad&lt;b&gt;: .* is not a SQLite file", content)


@pytest.mark.stores
def test_a_password_written_out_serves_the_command_and_is_kept_nowhere(
    study: Study, mysql: Server, caplog: pytest.LogCaptureFixture
) -> None:
    copy_store(FIXTURE, mysql.engine_url())
    uri = mysql.let_read()
    run = import_sessions(study=study, source_uri=uri, app_name="warranty_desk")
    assert run.report["sessions"]["imported"] == 2
    assert Source.objects.get().uri == mysql.address(f"{mysql.reader}:***")
    written = everything_stored() + caplog.text
    assert READER_PASSWORD not in written
    assert uri not in written


def everything_stored() -> str:
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows += cursor.fetchall()
    assert len(rows) > 10
    return repr(rows)


@pytest.mark.stores
def test_a_worker_says_that_it_cannot_go_on_without_the_password(
    study: Study, mysql: Server
) -> None:
    copy_store(FIXTURE, mysql.engine_url())
    run = start_import(study=study, source_uri=mysql.let_read(), app_name="warranty_desk")
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.FAILED
    assert "the password of this source was written out" in run.message
    assert "${CALIBRANT_SOURCE_PASSWORD}" in run.message


@pytest.mark.stores
@pytest.mark.django_db(transaction=True)
def test_a_worker_fills_in_the_placeholder(
    study: Study, mysql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_store(FIXTURE, mysql.engine_url())
    mysql.let_read()
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", READER_PASSWORD)
    uri = mysql.address(f"{mysql.reader}:${{CALIBRANT_SOURCE_PASSWORD}}")
    run = start_import(study=study, source_uri=uri, app_name="warranty_desk")
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, run.message) == (ImportRun.State.FINISHED, "")
    assert run.source.uri == uri
