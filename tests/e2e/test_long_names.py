"""Names of 150 characters without a break, and long reasons: no page scrolls sideways for them."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from cases.models import AgentVersion, Case, ImportRun, Person, Source, Study
from cases.transcript import Step, StepKind, Turn
from tests.e2e.conftest import Visitor
from tests.make import join, make_case, make_person, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LONG = ("Looooong_token_without_any_break_" * 5)[:150]
REASON = "something shaped like a secret was left in step 4: the session was refused"


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study("refunds")


@pytest.fixture
def admin(study: Study) -> Person:
    return join(make_person("ada"), study, "admin")


@pytest.fixture
def run(study: Study) -> ImportRun:
    stratum = {LONG: LONG, "b": "x", "sessions": 2, "drawn": 1, "probability": 0.5, "weight": 2.0}
    return ImportRun.objects.create(
        study=study,
        source=Source.objects.create(uri=f"sqlite:////srv/{LONG}", app_name=LONG),
        state="finished",
        message=LONG,
        options={"stratify": [LONG, "b"], "sample": 3, "allocation": "neyman"},
        report={
            "sessions": {"imported": 1, "refused": 2},
            "problems": [
                {"session": "ab12cd34ef56ab12", "reason": REASON},
                {"session": "ab12cd34ef56ab13", "reason": LONG},
            ],
            "warnings": [LONG],
            "redactions": {"PERSON": 1},
            "redaction_rules": {f"pattern {LONG[:60]}": 2},
            "events": {"thought": 1},
            "agent_versions": {LONG[:100]: 2},
            "strata": [{**stratum, "spread": 0.3}],
        },
    )


@pytest.fixture
def case(study: Study, run: ImportRun) -> Case:
    steps = (
        Step(2, StepKind.CALL, LONG, tool=LONG, data={LONG: LONG, "n": {LONG: [LONG] * 5}}, call=1),
        Step(3, StepKind.RESULT, LONG, tool=LONG, data=[{LONG: [LONG] * 20}] * 20, call=1),
        Step(4, StepKind.TRANSFER, LONG, text=LONG),
        Step(5, StepKind.ERROR, LONG, tool=LONG, text=LONG),
    )
    return make_case(
        study,
        [Turn(1, "user", (Step(1, StepKind.SAY, LONG, text=LONG),)), Turn(2, "agent", steps)],
        strata={LONG: LONG, "intent": LONG, "outcome": LONG},
        app_name=LONG,
        agent_version=AgentVersion.objects.create(study=study, label=LONG[:100], derived=True),
        import_run=run,
        cautions=[{"step": 5, "rule": "verdict_mark"}],
        conversation_key="a" * 64,
    )


@pytest.mark.parametrize("width", ["1440", "390"])
def test_no_page_scrolls_sideways(
    visitor: Visitor,
    admin: Person,
    run: ImportRun,
    case: Case,
    check_page: Callable[[Page, str], None],
    width: str,
) -> None:
    slug = case.study.slug
    page = visitor.open(admin, width=width)
    for name, args in (
        ("case_detail", [slug, case.key]),
        ("case_step", [slug, case.key, 3]),
        ("case_list", [slug]),
        ("import_detail", [slug, run.pk]),
        ("import_new", [slug]),
        ("redaction_preview_new", [slug]),
    ):
        page.goto(visitor.url + reverse(name, args=args))
        check_page(page, f"long-{name}-{width}")
    page.locator("input[name=source][value=other]").check()
    page.locator("#id_source_uri").fill(f"sqlite:////srv/{LONG}/{LONG}.db")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("alert").wait_for()
    check_page(page, f"long-preview-errors-{width}")
    page.goto(visitor.url + reverse("import_new", args=[slug]))
    page.locator("#id_source_uri").fill(f"sqlite:////srv/{LONG}/{LONG}.db")
    page.get_by_role("button", name="Check source").click()
    page.locator(".errorlist").first.wait_for()
    check_page(page, f"long-import-errors-{width}")
