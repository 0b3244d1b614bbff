"""An admin looks at what redaction hides, marks what is wrong, previews again and saves."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect

from cases.models import Person, RedactionMark, RedactionPreview, Study
from cases.redaction_drafts import add_change
from cases.redaction_policies import save_policy
from cases.redaction_previews import run_preview
from cases.redactors import denied
from tests.cases.private_strings import fuller_store
from tests.cases.redaction_pages import forget_others, make_preview
from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SAID = "Thanks. 🦄 The brass unicorn was for Zwetsch Quist, order BR-204417."


@pytest.fixture
def study(transactional_db: None) -> Study:
    cache.clear()
    return make_study("refunds")


@pytest.fixture
def admin(study: Study) -> Person:
    return join(make_person("ada"), study, "admin")


@pytest.fixture
def preview(study: Study, admin: Person, tmp_path: Path, settings: Any) -> RedactionPreview:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]
    store = fuller_store(tmp_path / "sessions.db")
    forget_others(store, "record-0")
    event = {"content": {"parts": [{"text": SAID}]}, "author": "user", "timestamp": 1}
    with sqlite3.connect(store) as rows:
        data = json.dumps(event | {"invocation_id": "i"}, ensure_ascii=False)
        rows.execute("UPDATE events SET event_data = ? WHERE id = '2'", (data,))
    rows.close()
    return make_preview(study, store, admin)


def select(page: Page, words: str) -> None:
    """Select words in the session as a mouse would."""
    page.evaluate(
        """words => {
          const walker = document.createTreeWalker(
            document.querySelector(".redaction-text"), NodeFilter.SHOW_TEXT);
          let node;
          while ((node = walker.nextNode())) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            getSelection().setBaseAndExtent(node, at, node, at + words.length);
            return;
          }
          throw new Error("not there: " + words);
        }""",
        words,
    )


def open_session(page: Page, url: str, preview: RedactionPreview) -> None:
    args = [preview.study.slug, preview.pk, 1]
    page.goto(url + reverse("redaction_preview_session", args=args))
    page.get_by_role("button", name="Show original text").click()
    expect(page.locator(".redaction-session")).to_be_visible()
    page.wait_for_load_state()  # keys are listened to from then on


def test_marking_a_miss_and_a_false_alarm(
    visitor: Visitor,
    live_server: object,
    admin: Person,
    study: Study,
    preview: RedactionPreview,
    check_page: Callable[[Page, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # There is no worker here: the preview's task is run at once.
    monkeypatch.setattr("cases.tasks.preview_redaction.delay_on_commit", run_preview)
    page = visitor.open(admin)
    open_session(page, visitor.url, preview)
    expect(page.get_by_role("link", name="Marguerite Okonkwo").first).to_be_visible()
    check_page(page, "redaction-session-1440")

    select(page, "Zwetsch Quist")
    expect(page.locator("[data-chosen]")).to_have_text("Selected: Zwetsch Quist")
    page.get_by_label("They are").select_option("PERSON")
    page.get_by_role("button", name="Mark as missed").click()
    expect(page.get_by_role("status").first).to_contain_text("Marked.")
    expect(page.get_by_text("Hide a text of 2 words everywhere").first).to_be_visible()

    page.locator('a[data-rule^="Telephone"]').first.click()
    chosen = page.locator('input[name="finding"]:checked')
    expect(chosen).to_have_count(1)
    page.locator("#alarm").get_by_label("And then").or_(
        page.locator("#alarm select")
    ).first.select_option("keep_kind")
    page.get_by_role("button", name="Mark as false alarm").click()
    expect(page.locator(".is-false")).not_to_have_count(0)
    assert sorted(RedactionMark.objects.values_list("verdict", flat=True)) == [
        "false_alarm",
        "miss",
    ]

    page.get_by_role("link", name="Preview again or save them").click()
    expect(page.get_by_text("1 is marked false")).to_be_visible()
    page.get_by_role("button", name="Preview again with these changes").click()
    expect(page.get_by_role("heading", name="Newly hidden")).to_be_visible()
    check_page(page, "redaction-preview-1440-full")
    page.get_by_role("button", name="Save as the study's policy").click()
    expect(page.get_by_text("Saved as version 2")).to_be_visible()
    study.refresh_from_db()
    assert "PHONE" not in study.redaction_policy["hide"]
    assert study.redaction_policy["deny"] == [denied("Zwetsch Quist", "PERSON")]


def test_marking_by_keyboard(visitor: Visitor, admin: Person, preview: RedactionPreview) -> None:
    page = visitor.open(admin)
    open_session(page, visitor.url, preview)
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.locator("a.hid:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator('input[name="finding"]:checked')).to_have_count(1)
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("m")
    expect(page.get_by_label("The words")).to_be_focused()
    page.keyboard.type("brass unicorn")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Marked.")).to_be_visible()
    assert RedactionMark.objects.get().verdict == "miss"


def test_marking_without_script(visitor: Visitor, admin: Person, preview: RedactionPreview) -> None:
    page = visitor.open(admin, java_script_enabled=False)
    open_session(page, visitor.url, preview)
    page.locator('input[name="finding"]').first.check()
    page.locator("#alarm select").select_option("note")
    page.get_by_role("button", name="Mark as false alarm").click()
    page.get_by_label("The words").fill("brass unicorn")
    page.get_by_role("button", name="Mark as missed").click()
    assert RedactionMark.objects.count() == 2


@pytest.mark.parametrize("width", ["1440", "390"])
def test_the_pages_are_fit_to_be_seen(
    visitor: Visitor,
    admin: Person,
    study: Study,
    preview: RedactionPreview,
    check_schemes: Callable[[Page, str], None],
    width: str,
) -> None:
    policy = {
        "hide_keys": {"nick": "USER"},
        "deny": [denied("Zwetsch Quist", "PERSON")],
        "allow": ["Kelly bag"],
        "patterns": [
            {"name": "loyalty card", "kind": "ID", "regex": "LC-\\d{6}", "context": ["card"]}
        ],
    }
    save_policy(study=study, policy=policy, actor=admin)
    add_change(study=study, person=admin, change={"do": "keep_key", "key": "depot"})
    add_change(study=study, person=admin, change={"do": "keep_kind", "kind": "IP"})
    page = visitor.open(admin, width=width)
    name = f"{width}-full"
    page.goto(visitor.url + reverse("redaction_policy", args=[study.slug]))
    check_schemes(page, f"redaction-policy-{name}")
    page.get_by_label("Keys whose value is hidden").fill("nick = SHOE")
    page.get_by_label("Words to hide wherever they stand").fill("Ottoline Brackwater")
    page.get_by_role("button", name="Save policy").click()
    expect(page.get_by_text("Line 1: SHOE is no kind")).to_be_visible()
    check_schemes(page, f"redaction-wrong-{name}")
    page.goto(visitor.url + reverse("redaction_preview_new", args=[study.slug]))
    check_schemes(page, f"redaction-new-{name}")
    page.goto(visitor.url + reverse("redaction_preview_detail", args=[study.slug, preview.pk]))
    check_schemes(page, f"redaction-preview-{name}")
    open_session(page, visitor.url, preview)
    check_schemes(page, f"redaction-session-{name}")
    page.get_by_role("link", name="As it will be stored").click()
    expect(page.get_by_text(re.compile("<PERSON_1>")).first).to_be_visible()
    check_schemes(page, f"redaction-stored-{name}")
