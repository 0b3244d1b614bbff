"""The policy page: who may do what, what is said about bad lines, what never comes back."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cases.models import AuditEvent, Person, RedactionDraft, Study
from cases.redaction_drafts import add_change
from cases.redaction_policies import policy_hash, save_policy
from cases.redaction_policy_forms import try_patterns
from tests.cases.redaction_pages import make_preview, policy_form, session_url

WORDS = "Ottoline Brackwater"


@pytest.fixture
def ada(client: Client, admin: Person) -> Client:
    client.force_login(admin)
    return client


@pytest.fixture
def url(study: Study) -> str:
    return reverse("redaction_policy", args=[study.slug])


def test_everything_of_a_policy_is_saved_and_shown(ada: Client, study: Study, url: str) -> None:
    form = policy_form(
        hide=["PERSON", "EMAIL"],
        hide_keys="nick = user\nbadge no = ID",
        keep_keys="depot",
        allow="Kelly bag",
        deny_texts=f"{WORDS}\nPX 4471",
        **{"pattern-0-name": "loyalty", "pattern-0-kind": "ID", "pattern-0-regex": r"LC-\d{6}"},
        **{"pattern-0-context": "loyalty, card"},
    )
    answer = ada.post(url, form)
    assert answer.status_code == 302, answer.content.decode()
    study.refresh_from_db()
    policy = study.redaction_policy
    assert sorted(policy["hide"]) == ["EMAIL", "PERSON"]
    assert policy["hide_keys"] == {"nick": "USER", "badge no": "ID"}
    assert (policy["keep_keys"], policy["allow"]) == (["depot"], ["Kelly bag"])
    assert [entry["words"] for entry in policy["deny"]] == [2, 2]
    assert policy["patterns"][0]["context"] == ["loyalty", "card"]
    page = ada.get(url).content.decode()
    assert "LC-\\d{6}" in page
    assert "Kelly bag" in page
    assert "Ottoline" not in page


def test_typed_words_never_come_back_but_are_not_lost(ada: Client, study: Study, url: str) -> None:
    page = ada.post(url, policy_form(deny_texts=WORDS, hide_keys="nick"))
    assert page.status_code == 422
    content = page.content.decode()
    assert "Line 1: write a key, an equals sign and a kind." in content
    assert "Ottoline" not in content
    assert "1 entry you typed will be added" in content
    typed = page.context["form"].typed_json()
    ada.post(url, policy_form(deny_typed=typed))
    study.refresh_from_db()
    assert [entry["words"] for entry in study.redaction_policy["deny"]] == [2]


def test_denied_words_can_be_removed(ada: Client, study: Study, url: str) -> None:
    ada.post(url, policy_form(deny_texts=WORDS))
    study.refresh_from_db()
    ada.post(url, policy_form(deny_remove=[study.redaction_policy["deny"][0]["hash"]]))
    study.refresh_from_db()
    assert "deny" not in study.redaction_policy


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"hide_keys": "a = PERSON\nb = SHOE"}, "Line 2: SHOE is no kind"),
        ({"hide_keys": "= PERSON"}, "Line 1: write a key"),
        ({"deny_texts": "ok ok\n!"}, "Line 2: give two letters or digits at least"),
        ({"deny_texts": "x " * 13}, "Line 1: 13 words are more than 12"),
        ({"language": "english"}, "at most 3 characters"),
        ({"hide": ["SHOE"]}, "SHOE is not one of the available choices"),
        ({"hide_keys": "nick = USER", "keep_keys": "nick"}, "nick is a key to hide as well"),
        ({"pattern-0-name": "x", "pattern-0-regex": "(a+"}, "is no regular expression"),
        ({"pattern-0-name": "x", "pattern-0-regex": "(a+)+$"}, "takes too long"),
        ({"pattern-0-name": "", "pattern-0-regex": "abc"}, "the name must be a text"),
        ({"pattern-TOTAL_FORMS": "nonsense"}, "ManagementForm data is missing"),
    ],
)
def test_bad_input_is_said_line_by_line_with_the_form_kept(
    ada: Client, study: Study, url: str, fields: dict[str, Any], words: str
) -> None:
    page = ada.post(url, policy_form(allow="Kelly bag") | fields)
    assert page.status_code == 422
    content = page.content.decode()
    assert words in content
    assert "Kelly bag" in content
    study.refresh_from_db()
    assert study.redaction_policy == {}


def test_patterns_are_tried_on_a_text_that_is_not_kept(ada: Client, study: Study, url: str) -> None:
    fields = {"pattern-0-name": "loyalty", "pattern-0-regex": r"LC-\d{6}", "do": "try"}
    page = ada.post(url, policy_form(trial="My card is LC-204417.", **fields))
    assert page.status_code == 200
    assert page.context["tried"][0]["found"] == ["LC-204417"]
    assert not study.policy_versions.exists()
    assert not RedactionDraft.objects.exists()


def test_a_draft_is_kept_apart_until_it_is_saved(
    ada: Client, study: Study, admin: Person, url: str
) -> None:
    answer = ada.post(url, policy_form(allow="Kelly bag", do="draft"))
    assert answer.headers["Location"] == reverse("redaction_preview_new", args=[study.slug])
    study.refresh_from_db()
    assert study.redaction_policy == {}
    add_change(study=study, person=admin, change={"do": "keep_kind", "kind": "IP"})
    page = ada.get(url).content.decode()
    assert "Stop hiding IP addresses" in page
    ada.post(reverse("redaction_draft", args=[study.slug]), {"do": "save"})
    study.refresh_from_db()
    assert study.redaction_policy["allow"] == ["Kelly bag"]
    assert "IP" not in study.redaction_policy["hide"]
    assert not RedactionDraft.objects.exists()


def test_a_draft_on_an_old_policy_is_put_on_the_new_one(
    ada: Client, study: Study, admin: Person, url: str
) -> None:
    add_change(study=study, person=admin, change={"do": "keep_kind", "kind": "IP"})
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=None)
    draft = reverse("redaction_draft", args=[study.slug])
    answer = ada.post(draft, {"do": "save"}, follow=True)
    assert "changed by somebody else" in answer.content.decode()
    assert "Somebody else has saved" in answer.content.decode()
    ada.post(draft, {"do": "renew"})
    ada.post(draft, {"do": "save"})
    study.refresh_from_db()
    assert study.redaction_policy["keep_keys"] == ["depot"]
    assert "IP" not in study.redaction_policy["hide"]


def test_a_stale_form_is_not_saved(ada: Client, study: Study, url: str) -> None:
    begun = policy_hash({})
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=None)
    page = ada.post(url, policy_form(allow="Kelly bag", based_on=begun))
    assert page.status_code == 422
    assert "changed by somebody else" in page.content.decode()


def test_a_stale_form_becomes_no_draft(ada: Client, study: Study, url: str) -> None:
    begun = policy_hash({})
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=None)
    page = ada.post(url, policy_form(allow="Kelly bag", based_on=begun, do="draft"))
    assert page.status_code == 422
    assert "changed by somebody else" in page.content.decode()
    assert not RedactionDraft.objects.exists()


def test_a_form_that_does_not_say_what_to_do_saves_nothing(
    ada: Client, study: Study, url: str
) -> None:
    page = ada.post(url, policy_form(allow="Kelly bag", do="nonsense"))
    assert page.status_code == 422
    assert "choose what to do" in page.content.decode().lower()
    assert not study.policy_versions.exists()


def test_patterns_after_slow_ones_are_not_tried() -> None:
    slow = [
        {"name": f"n{number}", "kind": "ID", "regex": r"(x+x+)+(x+x+)+y"} for number in range(5)
    ]
    tried = try_patterns(slow, "x" * 5_000)
    assert [bool(row["problem"]) for row in tried] == [True] * 5
    assert "not tried" in tried[-1]["problem"]
    assert "not tried" not in tried[0]["problem"]


def test_an_earlier_version_is_brought_back(ada: Client, study: Study, url: str) -> None:
    ada.post(url, policy_form(allow="Kelly bag"))
    restore = reverse("redaction_restore", args=[study.slug])
    assert (
        "is back, as version 3" in ada.post(restore, {"number": "1"}, follow=True).content.decode()
    )
    study.refresh_from_db()
    assert study.redaction_policy == {}
    for odd in ("", "7", "²", "-1"):
        page = ada.post(restore, {"number": odd}, follow=True)
        assert "Not done" in page.content.decode()
    assert AuditEvent.objects.filter(action="redaction_policy.restored").count() == 1


def test_raters_and_strangers_see_nothing_and_leads_change_nothing(
    client: Client,
    study: Study,
    rater: Person,
    lead: Person,
    stranger: Person,
    url: str,
    tmp_path: Path,
) -> None:
    preview = make_preview(study, tmp_path / "none.db", run=False)
    slug = study.slug
    readable = [url, reverse("redaction_preview_detail", args=[slug, preview.pk])]
    admins = [reverse("redaction_preview_new", args=[slug]), session_url(preview)]
    changing = [
        url,
        reverse("redaction_draft", args=[slug]),
        reverse("redaction_restore", args=[slug]),
        reverse("redaction_preview_again", args=[slug, preview.pk]),
        reverse("redaction_preview_mark", args=[slug, preview.pk, 1]),
        *admins,
    ]
    for person, read, other in ((rater, 403, 403), (stranger, 404, 404), (lead, 200, 403)):
        client.force_login(person)
        assert [client.get(address).status_code for address in readable] == [read] * 2
        assert [client.get(address).status_code for address in admins] == [other] * 2
        assert {client.post(address, policy_form()).status_code for address in changing} == {other}
    study.refresh_from_db()
    assert study.redaction_policy == {}


def test_a_lead_reads_the_policy_in_a_form_that_is_off(
    client: Client, study: Study, lead: Person, url: str
) -> None:
    client.force_login(lead)
    page = client.get(url).content.decode()
    assert "Admins of the study change it" in page
    assert "Save policy" not in page
    assert "deny_texts" not in page
