from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from cases.import_pages import policy_has_changed
from cases.importing import import_sessions, run_import, start_import
from cases.models import ImportRun, Person, Source, Study
from cases.redaction_policies import policy_hash
from tests.cases.private_strings import strings_in
from tests.make import make_case, make_person, make_study

FIXTURE = Path(__file__).parents[1] / "data" / "adk_sessions_v1.db"
URI = f"sqlite:///{FIXTURE}"


@pytest.fixture
def folders(settings: object) -> None:
    settings.CALIBRANT_IMPORT_DIRS = [str(FIXTURE.parent)]  # type: ignore[attr-defined]


@pytest.fixture
def leon(client: Client, lead: Person) -> Client:
    client.force_login(lead)
    return client


def test_checking_a_source_offers_its_apps(leon: Client, study: Study, folders: None) -> None:
    page = leon.post(
        reverse("import_new", args=[study.slug]), {"source_uri": URI, "do": "check", "seed": 0}
    )
    assert page.status_code == 200
    content = page.content.decode()
    assert "refund_support (62 sessions)" in content
    assert "warranty_desk (2 sessions)" in content
    assert not ImportRun.objects.exists()


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("", "This field is required"),
        ("mongodb://x/y", "source scheme &#x27;mongodb&#x27; is not supported"),
        ("sqlite:////etc/passwd", "outside the folders"),
        (f"sqlite:///{FIXTURE.parent}/missing.db", "does not exist"),
    ],
)
def test_a_source_that_cannot_be_read_is_said_and_kept(
    leon: Client, study: Study, folders: None, uri: str, words: str
) -> None:
    page = leon.post(
        reverse("import_new", args=[study.slug]), {"source_uri": uri, "do": "check", "seed": 0}
    )
    assert page.status_code == 422
    assert words in page.content.decode()
    assert uri in page.content.decode()


def test_starting_records_a_run_and_queues_it_after_commit(
    leon: Client,
    study: Study,
    folders: None,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    form = {
        "source_uri": URI,
        "app_name": "refund_support",
        "do": "start",
        "seed": "3",
        "sample": "9",
    }
    with django_capture_on_commit_callbacks() as callbacks:
        page = leon.post(reverse("import_new", args=[study.slug]), form)
    run = ImportRun.objects.get()
    assert page.headers["Location"] == reverse("import_detail", args=[study.slug, run.pk])
    assert run.options["sample"] == 9
    assert len(callbacks) == 1


def test_an_app_has_to_be_chosen(leon: Client, study: Study, folders: None) -> None:
    page = leon.post(
        reverse("import_new", args=[study.slug]), {"source_uri": URI, "do": "start", "seed": 0}
    )
    assert page.status_code == 422
    assert "Choose one of the apps" in page.content.decode()


def test_the_progress_page_polls_until_the_run_is_done(leon: Client, study: Study) -> None:
    run = start_import(study=study, source_uri=URI, app_name="warranty_desk")
    url = reverse("import_detail", args=[study.slug, run.pk])
    waiting = leon.get(url).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    assert 'http-equiv="refresh"' in waiting
    run_import(run.pk)
    fragment = leon.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "hx-get" not in fragment
    assert "New cases" in fragment
    assert 'http-equiv="refresh"' not in leon.get(url).content.decode()


def test_raters_and_strangers_get_no_case_pages(
    client: Client, study: Study, rater: Person, stranger: Person
) -> None:
    run = import_sessions(study=study, source_uri=URI, app_name="warranty_desk")
    case = study.cases.first()
    assert case is not None
    urls = [
        reverse("case_list", args=[study.slug]),
        reverse("case_detail", args=[study.slug, case.key]),
        reverse("import_new", args=[study.slug]),
        reverse("import_detail", args=[study.slug, run.pk]),
    ]
    for person, status in ((rater, 403), (stranger, 404)):
        client.force_login(person)
        assert [client.get(url).status_code for url in urls] == [status] * 4
        assert client.post(urls[2], {"source_uri": URI}).status_code == status


def test_cases_are_listed_filtered_and_shown(leon: Client, study: Study) -> None:
    import_sessions(study=study, source_uri=URI, app_name="refund_support")
    url = reverse("case_list", args=[study.slug])
    everything = leon.get(url).content.decode()
    assert "Page 1 of 2, 56 cases" in everything
    assert "damaged_item" in everything
    some = leon.get(url, {"intent": "cancel_subscription"}).content.decode()
    assert some.count("<tr>") == 2  # the head and one case
    assert "1 case matches." in some
    found = leon.get(url, {"q": "My neighbour"}).content.decode()
    assert "1 case matches." in found
    arabic = leon.get(url, {"q": "السلام"}).content.decode()
    assert "1 case matches." in arabic
    none = leon.get(url, {"q": "no such words"}, headers={"HX-Request": "true"}).content.decode()
    assert "No case matches" in none
    assert "<html" not in none
    case = study.cases.get(strata__intent="cancel_subscription")
    detail = leon.get(reverse("case_detail", args=[study.slug, case.key])).content.decode()
    assert "asks the customer to confirm" in detail
    assert "refund-support@1.4.2" in detail
    assert strings_in((everything + some + found + detail).encode()) == []


def test_the_list_takes_a_constant_number_of_queries(
    leon: Client, study: Study, django_assert_max_num_queries: object
) -> None:
    import_sessions(study=study, source_uri=URI, app_name="refund_support")
    with django_assert_max_num_queries(13):  # type: ignore[operator]
        leon.get(reverse("case_list", args=[study.slug]))


@pytest.mark.usefixtures("no_queue")
@pytest.mark.django_db(transaction=True)
def test_without_a_queue_the_import_says_so(client: Client) -> None:
    study = make_study()
    client.force_login(make_person("root", is_superuser=True))
    answer = client.post(
        reverse("import_new", args=[study.slug]),
        {"source_uri": URI, "app_name": "warranty_desk", "seed": 0, "do": "start"},
        follow=True,
    )
    assert "The queue can&#x27;t be reached" in answer.content.decode()
    assert not study.cases.exists()


@pytest.mark.parametrize("name", ["q", "version", "intent", "outcome"])
def test_a_filter_that_no_case_can_match_finds_none(leon: Client, study: Study, name: str) -> None:
    make_case(study)
    url = reverse("case_list", args=[study.slug])
    assert len(leon.get(url).context["page"]) == 1
    for value in ("\x00", "damaged\x00_item", "é" * 60_000):
        page = leon.get(url, {name: value})
        assert page.status_code == 200
        assert len(page.context["page"]) == 0


@pytest.mark.parametrize("name", ["stratify", "agent_version", "source_uri", "app_name"])
def test_nul_in_an_import_is_said(leon: Client, study: Study, folders: None, name: str) -> None:
    form = {"source_uri": URI, "app_name": "refund_support", "do": "start", "seed": "3"}
    page = leon.post(reverse("import_new", args=[study.slug]), form | {name: "a\x00b"})
    assert page.status_code == 422
    assert not ImportRun.objects.exists()


@pytest.mark.parametrize(
    "uri",
    ["sqlite:////" + 480 * "a", "sqlite:////a%00b", "sqlite://[/a", "sqlite:////proc/1/fd/1/x"],
)
def test_an_address_that_names_no_file_is_said_to_admins_too(
    client: Client, lead: Person, study: Study, uri: str
) -> None:
    Person.objects.filter(pk=lead.pk).update(is_superuser=True)
    client.force_login(lead)
    page = client.post(reverse("import_new", args=[study.slug]), {"source_uri": uri, "seed": 0})
    assert page.status_code == 422
    assert page.context["form"].errors["source_uri"]


@pytest.mark.django_db
def test_only_cases_of_an_import_can_be_of_an_older_policy(study: Study) -> None:
    make_case(study)  # as replays are: of no import
    assert not policy_has_changed(study)
    source = Source.objects.create(uri="sqlite:////nowhere.db", app_name="a")
    now = policy_hash(study.redaction_policy)
    run = ImportRun.objects.create(study=study, source=source, state="finished", policy_hash=now)
    make_case(study, import_run=run)
    assert not policy_has_changed(study)
    study.redaction_policy = {"keep_keys": ["depot"]}
    assert policy_has_changed(study)
