"""Whatever stands in an address or in a form's fields, no page breaks."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from calibration.models import Report
from calibration.regression_sets import freeze_set, set_files
from calibration.reporting import build_report
from calibration.spot_checks import queue_of
from cases.models import ImportRun, Item, Membership, Person, Source, Study
from raters.assignment import claim_next
from raters.invitations import invite
from raters.models import CalibrationRound, SetAside
from tests.calibration.answers import judge, make_judge_run, rate
from tests.cases.redaction_pages import make_preview
from tests.make import make_case, make_item, make_person, make_slots

# All parameters that any page reads, and one that none reads.
READ = (
    *("q", "version", "intent", "outcome", "page", "format", "from", "as", "start", "rubric"),
    *("next", "split", "other", "show", "step", "revision", "side", "list"),
    *("state", "after", "more", "items", "overlap", "minutes", "hours"),
)
# Percent-encoded: NUL, digits that are none, too many digits, half a surrogate pair, bytes that
# are no UTF-8, markup, much text.
ODD = (
    *("%00", "a%00b", "%C2%B2", "1" + 30 * "0", 5_000 * "9", "-1", "%ED%A0%80%ff"),
    *("%0d%0aX:1%3Cb%3E%7B%7B%22%27", "//evil.example/", 60_000 * "a"),
)
FIELDS = (
    *("split", "format", "state", "do", "yaml", "name", "slug", "note", "action", "role", "days"),
    *("submit_key", "base_revision", "active_ms", "rubric", "skip_reason", "skip_note", "seed"),
    *("grounded-answer", "grounded-comment", "grounded-evidence", "grounded-quote", "source_uri"),
    *("stratify", "agent_version", "sample", "app_name", "model", "prompt", "version", "samples"),
    *("username", "password", "again", "display_name", "c0.key", "c0.rules", "c0.level0.text"),
    *("guidelines", "description", "overlap", "rubric_version", "lease_minutes", "next"),
    *("hide", "hide_keys", "deny_texts", "deny_typed", "language", "pattern-TOTAL_FORMS", "number"),
    *("source", "words", "step", "slot", "start", "kind", "finding", "preview", "page", "trial"),
    *(
        "skills",
        "more",
        "assignment",
        "rater",
        "skill",
        "priority",
        "reason",
        "raters",
        "keys",
        "count",
    ),
)

Args = dict[str, list[object]]


@pytest.fixture
def args(study: Study, rater: Person, lead: Person, admin: Person, tmp_path: Path) -> Args:
    """URL name → arguments of a page that exists, in a study where everything has happened."""
    cache.clear()
    Membership.objects.filter(person=rater).update(guidelines_read_at=timezone.now())
    case = make_case(study, cautions=[{"step": 1, "rule": "verdict_mark"}])
    items = [make_item(study, case), make_item(study, split=Item.Split.HELD_OUT)]
    run = make_judge_run(study)
    for item, grade in zip(items, ("PASS", "FAIL"), strict=True):
        for person in (make_person(), make_person()):
            rate(item, person, correct_amount="PASS", grounded=grade)
        judge(run, item, correct_amount="PASS", grounded="PASS")
    make_slots(study, 3)
    CalibrationRound.objects.create(study=study, number=1)
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    invitation, token = invite(study=study, role="rater", actor=admin)
    source = Source.objects.create(uri="sqlite:////s.db", app_name="a")
    imported = ImportRun.objects.create(study=study, source=source, state="finished")
    preview = make_preview(study, tmp_path / "none.db", run=False)
    preview.sessions.create(position=1, session_key="k")
    aside = SetAside.objects.create(study=study, rater=rater, cause="lead", reason="in a hurry")
    report = Report.objects.create(study=study, split="all")
    build_report(report.pk)
    frozen = freeze_set(study=study)
    frozen.refresh_from_db()
    version = study.rubric_version
    return {
        **{n: [] for n in ("healthz", "favicon", "home", "login", "logout")},
        **{n: [] for n in ("rubric_list", "rubric_new", "study_new")},
        **{n: [study.slug] for n in _of_study()},
        **{n: [version.rubric.slug, version.number] for n in ("rubric_detail", "rubric_edit")},
        **{n: [study.slug, case.key] for n in ("case_detail", "case_search", "case_text")},
        **{n: [study.slug, case.key, 1] for n in ("case_part", "case_step")},
        **{n: [study.slug, imported.pk] for n in _of_import()},
        **{n: [study.slug, case.key] for n in ("revision_add", "revision_undo")},
        **{
            n: [study.slug, 1]
            for n in ("pair_undo", "process_undo", "turn_undo", "flag_decide", "round_close")
        },
        **{n: [study.slug, items[0].key] for n in ("gold_item", "gold_act", "work_item")},
        "gold_release": [study.slug, rater.pk],
        "member_detail": [study.slug, rater.memberships.get().pk],
        "set_aside_detail": [study.slug, aside.pk],
        "import_redaction": [study.slug, imported.pk, "json"],
        **{f"redaction_preview_{n}": [study.slug, preview.pk] for n in ("detail", "again")},
        **{f"redaction_preview_{n}": [study.slug, preview.pk, 1] for n in ("session", "mark")},
        "regression_set_detail": [study.slug, frozen.version],
        "regression_set_file": [study.slug, frozen.version, next(iter(set_files(frozen)))],
        **{n: [study.slug, report.pk] for n in ("report_detail", "report_json", "report_csv")},
        "invitation_accept": [token],
        "invitation_revoke": [study.slug, invitation.pk],
        **{n: [study.slug, assignment.token] for n in ("item_rate", "item_draft", "item_search")},
        **{n: [study.slug, assignment.token, 1] for n in ("item_part", "item_step")},
        "health_detail": [study.slug, rater.pk],
        "version_detail": [study.slug, run.version_id],
        **{n: [study.slug, run.pk] for n in ("run_detail", "run_stop")},
        "request_detail": [study.slug, run.requests.order_by("pk")[0].pk],
        "spot_check_detail": [study.slug, queue_of(study)[0].pk],
    }


def _of_import() -> list[str]:
    return ["import_detail", "import_cancel", "import_repeat"]


def _of_study() -> list[str]:
    """Names of the URLs that take a study's slug and nothing else."""
    return [p.name for p in patterns() if list(p.pattern.converters) == ["slug"] and p.name]


def patterns() -> Iterator[URLPattern]:
    waiting: list[URLPattern | URLResolver] = list(get_resolver().url_patterns)
    while waiting:
        pattern = waiting.pop()
        if isinstance(pattern, URLResolver):
            waiting += pattern.url_patterns
        else:
            yield pattern


def test_every_url_is_tried(args: Args) -> None:
    assert set(args) == {pattern.name for pattern in patterns()}


def broken(ask: Callable[..., object], requests: list[str], **options: object) -> list[str]:
    answers = {url: ask(url, **options) for url in requests}
    return [url[:120] for url, answer in answers.items() if answer.status_code >= 500]  # type: ignore[attr-defined]


@pytest.fixture(params=["rater", "lead", "admin", "nobody"])
def client(request: pytest.FixtureRequest, args: Args) -> Client:
    client = Client(raise_request_exception=False)
    if request.param != "nobody":
        client.force_login(request.getfixturevalue(request.param))
    return client


def test_no_query_breaks_a_page(client: Client, args: Args) -> None:
    queries = ["&".join(f"{name}={odd}" for name in READ) for odd in ODD]
    assert not broken(
        client.get,
        [f"{reverse(name, args=a)}?{query}" for name, a in args.items() for query in queries],
    )


def test_no_part_of_a_path_breaks_a_page(client: Client, args: Args) -> None:
    urls = []
    for name, known in args.items():
        path = reverse(name, args=known)
        for part in known:
            stem, _, rest = path.rpartition(quote(str(part)))
            urls += [f"{stem}{odd}{rest}" for odd in ODD if "/" not in odd]
    assert not broken(client.get, urls)


def test_no_field_of_a_form_breaks_a_page(client: Client, args: Args) -> None:
    # But for logging out, after which the others would only ask to log in.
    urls = [reverse(name, args=a) for name, a in args.items() if name != "logout"]
    for odd in ("a\x00b", "\x00", "²", "9" * 5_000, "[" * 10_000, '[{"quote": "\\ud800"}]'):
        data = urlencode(dict.fromkeys(FIELDS, odd)).encode()
        assert not broken(
            client.post, urls, data=data, content_type="application/x-www-form-urlencoded"
        )


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_no_fragment_is_kept_in_place_of_its_page(
    args: Args, lead: Person, headers: dict[str, str]
) -> None:
    client = Client()
    client.force_login(lead)
    for name, given in args.items():
        if name == "logout":
            continue
        answer = client.get(reverse(name, args=given), headers=headers)
        assert "HX-Request" in answer.get("Vary", ""), name
        assert not headers or "no-store" in answer["Cache-Control"], name
