"""Policies are versioned, can be brought back, and keep no word that is to be hidden."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from cases.errors import BadInput
from cases.models import AuditEvent, ImportRun, Person, Source, Study
from cases.redaction_policies import (
    cases_by_policy,
    denied_words,
    differences,
    policy_hash,
    restore_policy,
    save_policy,
    version_rows,
)
from cases.redactors import denied
from tests.make import make_case


def test_saving_keeps_every_version_from_the_first_on(study: Study, admin: Person) -> None:
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=admin)
    save_policy(study=study, policy={"keep_keys": ["depot"], "hide": ["PERSON"]}, actor=admin)
    study.refresh_from_db()
    assert study.redaction_policy == {"keep_keys": ["depot"], "hide": ["PERSON"]}
    policies = list(study.policy_versions.order_by("number").values_list("number", "policy"))
    assert policies[0] == (1, {})
    assert [number for number, _ in policies] == [1, 2, 3]
    row = version_rows(study)[0]
    assert row.current
    assert len(row.changes) == 1
    assert row.changes[0].startswith("no longer hidden: ")
    assert "IBAN" in row.changes[0]
    assert "e-mail" in row.changes[0].lower()
    assert "hidden now" not in row.changes[0]


def test_bringing_back_makes_a_new_version(study: Study, admin: Person) -> None:
    save_policy(study=study, policy={"hide": ["PERSON"]}, actor=admin)
    version = restore_policy(study=study, number=1, actor=admin)
    assert version is not None
    assert version.number == 3
    assert version.restores is not None
    assert version.restores.number == 1
    assert study.redaction_policy == {}
    assert restore_policy(study=study, number=1, actor=admin) is None
    with pytest.raises(BadInput, match="no policy version 9"):
        restore_policy(study=study, number=9, actor=admin)


def test_what_says_the_same_is_no_new_version(study: Study) -> None:
    same: dict[str, Any] = {"hide_keys": {}, "deny": [], "allow": []}
    assert save_policy(study=study, policy=same, actor=None) is None
    assert not study.policy_versions.exists()
    assert policy_hash({"keep_keys": ["b", "a"]}) == policy_hash({"keep_keys": ["a", "b"]})
    assert policy_hash({"hide": []}) != policy_hash({})


def test_a_policy_that_somebody_changed_meanwhile_is_not_overwritten(study: Study) -> None:
    begun = policy_hash(study.redaction_policy)
    save_policy(study=study, policy={"hide": ["PERSON"]}, actor=None)
    with pytest.raises(BadInput, match="somebody else"):
        save_policy(study=study, policy={"hide": ["EMAIL"]}, actor=None, based_on=begun)
    study.refresh_from_db()
    assert study.redaction_policy == {"hide": ["PERSON"]}


def test_a_policy_that_is_none_is_refused_with_nothing_changed(study: Study) -> None:
    with pytest.raises(BadInput, match="unknown kind"):
        save_policy(study=study, policy={"hide": ["SHOE"]}, actor=None)
    assert not study.policy_versions.exists()


def test_the_audit_trail_holds_kinds_and_hashes_only(study: Study, admin: Person) -> None:
    policy = {
        "deny": [denied("Rosalind Quarshie", "PERSON")],
        "allow": ["Kelly bag"],
        "hide_keys": {"nick_of_rosalind": "USER"},
        "patterns": [{"name": "quarshie", "kind": "ID", "regex": "Q[0-9]{4}"}],
    }
    save_policy(study=study, policy=policy, actor=admin)
    event = AuditEvent.objects.get(action="redaction_policy.changed")
    assert event.actor == admin
    kept = json.dumps([event.data, list(study.policy_versions.values_list("changes", flat=True))])
    assert policy["deny"][0]["hash"] in kept  # type: ignore[index]
    assert [word for word in ("osalind", "uarshie", "Kelly") if word in kept] == []


def test_denied_words_say_since_when_and_by_whom(study: Study, admin: Person) -> None:
    entry = denied("Rosalind Quarshie", "PERSON")
    save_policy(study=study, policy={"deny": [entry]}, actor=admin)
    save_policy(study=study, policy={"deny": [entry], "hide": []}, actor=None)
    (row,) = denied_words(study, study.redaction_policy)
    first = study.policy_versions.get(number=2)
    assert (row.kind, row.words, row.by) == ("PERSON", 2, str(admin))
    assert row.since == first.created_at


def test_cases_are_counted_by_the_policy_of_their_import(study: Study) -> None:
    source = Source.objects.create(uri="sqlite:////s.db", app_name="a")
    present = policy_hash({})
    for name in (present, "f" * 64):
        run = ImportRun.objects.create(
            study=study, source=source, state="finished", policy_hash=name
        )
        make_case(study, import_run=run)
    make_case(study)
    make_case(study, import_run=run, superseded=True)
    assert cases_by_policy(study) == {present: 1, "f" * 64: 1, "": 1}


def test_differences_name_entries_in_one_order() -> None:
    before = {"hide": ["PERSON", "EMAIL"], "keep_keys": ["a"]}
    after = {"hide": ["PERSON"], "keep_keys": ["a", "b"], "language": "de"}
    found = [(d.entry, len(d.added), len(d.removed)) for d in differences(before, after)]
    assert found == [("hide", 0, 1), ("keep_keys", 1, 0), ("language", 1, 0)]


def test_no_list_of_kinds_means_all_of_them() -> None:
    (switched_off,) = differences({}, {"hide": ["PERSON", "EMAIL"]})
    (back_on,) = differences({"hide": ["PERSON", "EMAIL"]}, {})
    assert switched_off.added == back_on.removed == []
    assert "PERSON" not in switched_off.removed
    assert "IBAN" in switched_off.removed
    assert switched_off.words.startswith("no longer hidden: ")
    assert back_on.words.startswith("hidden now: ")


def test_a_language_that_the_model_is_not_for_is_refused_with_what_to_do(study: Study) -> None:
    with pytest.raises(BadInput, match=r"'de'.*install a spaCy model for 'de'"):
        save_policy(study=study, policy={"language": "de"}, actor=None)
    study.refresh_from_db()
    assert study.redaction_policy == {}


def test_the_database_refuses_to_change_a_version(study: Study) -> None:
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=None)
    with pytest.raises(DatabaseError), transaction.atomic():
        study.policy_versions.filter(number=2).update(policy={})
    assert study.policy_versions.get(number=2).policy == {"keep_keys": ["depot"]}
