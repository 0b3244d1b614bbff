"""Pages of imports, lists, pairs, rubrics and studies in each of their states: axe finds nothing,
nothing scrolls sideways, and the keyboard gets everywhere."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import AgentVersion, ImportRun, Item, Person, RedactionPreview, Source, Study
from cases.redaction_previews import KEPT_FOR
from tests.cases.small_store import SmallStore, talk
from tests.e2e.conftest import Visitor
from tests.make import join, make_case, make_item, make_person, make_study, make_turns

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

Check = Callable[[Page, str], None]
STRATA = [
    {"intent": intent, "outcome": "refunded", "sessions": 40, "drawn": drawn, "probability": 0.25,
     "weight": 4.0, "spread": 0.3}
    for intent, drawn in (("damaged_item", 10), ("a_parcel_that_did_not_arrive_in_time", 0))
]  # fmt: skip
REPORT: dict[str, Any] = {
    "sessions": {"seen": 10_320, "drawn": 60, "imported": 41, "grown": 4, "grown_but_rated": 2,
                 "unchanged": 3, "no_conversation": 2, "refused": 5, "failed": 3},
    "changes": {"longer": 5, "shorter": 1},
    "events": {"thought": 30, "file": 2},
    "redactions": {"PERSON": 518, "EMAIL": 645},
    "redaction_rules": {"key email": 420, "cue": 38},
    "agent_versions": {"refund-support@1.4.2": 41},
    "seconds_by": {"reading": 2.8, "redacting": 13.2},
    "warnings": ["no session has a key 'tags' in its state"],
    "problems": [{"session": "ab12cd34ef56ab12", "reason": "a secret was left in step 4"}],
}  # fmt: skip


@dataclass
class World:
    study: Study
    empty: Study
    admin: Person
    store: SmallStore
    runs: dict[str, ImportRun]


@pytest.fixture
def world(transactional_db: None, tmp_path: Path, settings: Any) -> World:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]
    study, empty = make_study("refunds"), make_study("october")
    admin = make_person("ada")
    for one in (study, empty):
        join(admin, one, "admin")
    store = SmallStore(tmp_path / "sessions.db")
    store.add("s1", talk("refund 1"))
    _cases(study)
    return World(study, empty, admin, store, _imports(study, admin, store))


def _cases(study: Study) -> None:
    """Two answers to one customer that can be compared, a pair, and a case that has changed."""
    versions = [AgentVersion.objects.create(study=study, label=f"desk@{n}") for n in (1, 2)]
    for talk_of in ("b" * 64, "c" * 64):
        two = [
            make_case(
                study,
                make_turns(answer=f"{version.label} has sent it."),
                agent_version=version,
                conversation_key=talk_of,
            )
            for version in versions
        ]
    make_item(study, two[0], case_b=two[1], kind=Item.Kind.PAIRWISE)
    old = make_case(study, superseded=True)
    make_item(study, old, kind=Item.Kind.ABSOLUTE)
    make_case(study, key=old.key, session_key=old.session_key, revision=2)


def _imports(study: Study, admin: Person, store: SmallStore) -> dict[str, ImportRun]:
    options = {"stratify": ["intent", "outcome"], "sample": 60, "allocation": "neyman"}
    live = {"claim": "x", "claimed_until": timezone.now() + timedelta(days=1)}
    part = REPORT | {"per_second": 21.4, "problems": [], "warnings": []}
    known = Source.objects.create(uri=store.uri, app_name="desk")
    states: dict[str, dict[str, Any]] = {
        "finished": {"report": REPORT | {"seconds": 18.4}, "strata": STRATA},
        "running": {"report": part, "sessions_total": 2_000, "sessions_done": 730, **live},
        "waiting": live,
        "cancelled": {"report": part, "strata": STRATA, "message": "Cancelled. It stays."},
        "failed": {"message": "source sqlite:////srv/s.db can't be read: the file is gone"},
    }
    runs = {}
    for name, fields in states.items():
        here = fields is live or "claim" in fields
        uri = f"postgresql://db.example.net/{name}"
        source = Source.objects.create(uri=uri, app_name="desk") if here else known
        runs[name] = ImportRun.objects.create(
            study=study, source=source, state=name, created_by=admin, options=options, **fields
        )
    runs["dry"] = ImportRun.objects.create(
        study=study, source=known, state="finished", strata=STRATA,
        options=options | {"dry_run": True}, report={"sessions": {"seen": 80, "drawn": 10}},
    )  # fmt: skip
    return runs


def each_size(test: Any) -> Any:
    return pytest.mark.parametrize("width", ["1440", "390"])(test)


@each_size
def test_pages_of_cases_are_fit_to_be_seen(
    visitor: Visitor, world: World, check_schemes: Check, width: str
) -> None:
    slug, empty = world.study.slug, world.empty.slug
    page = visitor.open(world.admin, width=width)

    def look(name: str, at: str) -> None:
        page.goto(visitor.url + at)
        check_schemes(page, f"{name}-full-{width}")

    for name, run in world.runs.items():
        look(f"import-{name}", reverse("import_detail", args=[slug, run.pk]))
    look("import-repeat", reverse("import_repeat", args=[slug, world.runs["finished"].pk]))
    for name in ("import_list", "import_new", "case_list", "revision_list", "pair_list"):
        look(name, reverse(name, args=[slug]))
        look(f"{name}-empty", reverse(name, args=[empty]))
    look("case_list-none", reverse("case_list", args=[slug]) + "?q=zebra")
    look("spots-empty", reverse("spot_check_list", args=[slug]))
    for state in ("waiting", "running", "failed"):
        preview = RedactionPreview.objects.create(
            study=world.study, source=world.runs["failed"].source, state=state, sample=3,
            created_by=world.admin, expires_at=timezone.now() + KEPT_FOR,
            message="The file is gone." if state == "failed" else "",
            claimed_until=timezone.now() + timedelta(days=1),
        )  # fmt: skip
        look(f"preview-{state}", reverse("redaction_preview_detail", args=[slug, preview.pk]))
    page.goto(visitor.url + reverse("pair_list", args=[slug]))
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name="Make 1 pair")).to_be_visible()
    check_schemes(page, f"pairs-shown-full-{width}")
    page.get_by_role("button", name="Make 1 pair").click()
    expect(page.get_by_text("1 pair is in the queue now.")).to_be_visible()


@each_size
def test_the_form_of_an_import_is_fit_to_be_seen(
    visitor: Visitor, world: World, check_schemes: Check, width: str
) -> None:
    page = visitor.open(world.admin, width=width)
    page.goto(visitor.url + reverse("import_new", args=[world.study.slug]))
    page.get_by_label("Source").fill(f"{world.store.uri}.gone")
    page.get_by_role("button", name="Check source").click()
    expect(page.get_by_text("does not exist")).to_be_visible()
    check_schemes(page, f"import-gone-full-{width}")
    page.get_by_label("Source").fill(world.store.uri)
    page.get_by_role("button", name="Check source").click()
    check_schemes(page, f"import-readable-full-{width}")
    page.get_by_text("What the agent is told, and its tools").click()
    page.get_by_label("Or a file").set_input_files(
        {"name": "info.json", "mimeType": "application/json", "buffer": b'{"name": "desk"}'}
    )
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Not started: see the fields marked below.")
    expect(page.get_by_label("Description of the agent")).to_have_value('{"name": "desk"}')
    check_schemes(page, f"import-refused-full-{width}")


@each_size
def test_pages_of_rubrics_and_studies_are_fit_to_be_seen(
    visitor: Visitor, world: World, check_schemes: Check, width: str
) -> None:
    page = visitor.open(world.admin, width=width)
    rubric = world.study.rubric_version.rubric.slug
    edit = reverse("rubric_edit", args=[rubric, 1])
    places = {
        "rubric_list": reverse("rubric_list"),
        "rubric_new": reverse("rubric_new"),
        "rubric_starter": reverse("rubric_new") + "?from=starter",
        "rubric_blank": reverse("rubric_new") + "?from=blank",
        "rubric_yaml": reverse("rubric_new") + "?from=yaml",
        "rubric_detail": reverse("rubric_detail", args=[rubric, 1]),
        "rubric_edit": edit,
        "rubric_as_yaml": f"{edit}?as=yaml",
        "study_new": reverse("study_new"),
        "study_settings": reverse("study_settings", args=[world.study.slug]),
    }
    wrong = {
        "rubric_blank": ("Save the rubric", "Not saved."),
        "rubric_yaml": ("Save the rubric", "Not saved."),
        "study_new": ("Make the study", "Not made"),
        "study_settings": ("Save settings", "Not saved"),
    }
    for name, at in places.items():
        page.goto(visitor.url + at)
        check_schemes(page, f"{name}-full-{width}")
        if name in wrong:
            button, said = wrong[name]
            # What a browser stops is for the server to refuse as well.
            page.locator("main form:not([action])").evaluate("form => { form.noValidate = true }")
            if name.startswith("study"):
                page.get_by_label("Name", exact=True).fill("")
            page.get_by_role("button", name=button).last.click()
            expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
            check_schemes(page, f"{name}-wrong-full-{width}")


def test_empty_rubrics_and_a_first_study_say_what_to_do(
    visitor: Visitor, transactional_db: None, check_page: Check
) -> None:
    page = visitor.open(make_person("root", is_superuser=True))
    page.goto(visitor.url + reverse("rubric_list"))
    expect(page.get_by_role("heading", name="No rubric yet")).to_be_visible()
    check_page(page, "rubrics-empty")
    page.goto(visitor.url + reverse("study_new"))
    expect(page.get_by_role("heading", name="First a rubric")).to_be_visible()
    check_page(page, "study-first")


REACHABLE = """() => {
  const shown = element => element.checkVisibility({visibilityProperty: true})
    && !element.disabled && element.tabIndex >= 0;
  const all = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
  const groups = new Set();
  return all.filter(shown).filter(element => {
    if (element.type !== 'radio') return true;
    if (groups.has(element.name)) return false;
    return groups.add(element.name);
  }).length;
}"""
FOCUSED = """() => {
  const here = document.activeElement;
  if (here === document.body) return null;
  window.met ??= new Map();
  const key = here.type === 'radio' ? 'radio ' + here.name : here;
  const style = getComputedStyle(here);
  const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const again = window.met.has(key);
  window.met.set(key, seen);
  return {seen, again, count: window.met.size, what: here.outerHTML.slice(0, 120)};
}"""


@pytest.mark.parametrize(
    "name",
    ["import_new", "import_list", "import_repeat", "import_detail", "case_list", "revision_list",
     "pair_list", "redaction_policy", "redaction_preview_new", "study_settings", "rubric_edit"],
)  # fmt: skip
def test_the_keyboard_gets_everywhere_and_shows_where_it_is(
    visitor: Visitor, world: World, name: str
) -> None:
    args: list[object] = [world.study.slug]
    if name in ("import_repeat", "import_detail"):
        args.append(world.runs["finished"].pk)
    if name == "rubric_edit":
        args = [world.study.rubric_version.rubric.slug, 1]
    page = visitor.open(world.admin)
    query = f"?from={world.runs['finished'].pk}" if name == "import_new" else ""
    page.goto(visitor.url + reverse(name, args=args) + query)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    wanted = page.evaluate(REACHABLE)
    met: list[dict[str, Any]] = []
    while (here := page.evaluate(FOCUSED)) and not here["again"]:
        met.append(here)
        page.keyboard.press("Tab")
    assert [one["what"] for one in met if not one["seen"]] == []
    assert met[-1]["count"] == wanted
    page.goto(page.url.partition("#")[0])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map(one => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), json.dumps(levels)
