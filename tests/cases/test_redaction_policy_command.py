"""`redaction_policy`: show and set, with words hashed on the way in."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cases.models import AuditEvent, Study
from cases.redactors import denied

POLICY = """
hide: [PERSON, EMAIL]
keep_keys: [depot]
deny:
  - {kind: PERSON, text: Ottoline Brackwater}
"""


def call(study: Study, **options: object) -> str:
    out = StringIO()
    call_command("redaction_policy", study=study.slug, stdout=out, **options)
    return out.getvalue()


def test_a_policy_is_set_from_yaml_and_shown(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(POLICY)
    done = call(study, set=str(path), json=True)
    assert json.loads(done)["changed"] is True
    study.refresh_from_db()
    assert study.redaction_policy["deny"] == [denied("Ottoline Brackwater", "PERSON")]
    shown = call(study, show=True)
    assert "policy version 2" in shown
    assert "words on the deny list: 1 PERSON" in shown
    assert "depot" in shown
    as_json = call(study, show=True, json=True)
    kept = str(list(AuditEvent.objects.values_list("data", flat=True)))
    assert "Ottoline" not in shown + as_json + kept
    again = tmp_path / "again.json"
    for printed in (as_json, json.dumps(json.loads(as_json)["policy"])):
        again.write_text(printed)
        done = call(study, set=str(again), json=True)
        assert json.loads(done)["changed"] is False


def test_the_policy_that_a_study_begins_with_is_shown(study: Study) -> None:
    assert "kinds hidden: all" in call(study, show=True)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("p.yaml", "hide: [SHOE]", "unknown kind 'SHOE'"),
        ("p.yaml", "hide: [", "line 1: not YAML"),
        ("p.json", "{", "not JSON"),
        ("p.yaml", "- a", "a policy is a mapping"),
        ("p.yaml", "", "a policy is a mapping"),
        ("p.yaml", "hide: 7", "hide must be a list"),
        ("p.yaml", "deny: words", "deny must be a list"),
        ("p.yaml", "deny: [{kind: PERSON, text: '!'}]", "deny, entry 1"),
        ("p.yaml", "colour: red", "unknown entry 'colour'"),
    ],
)
def test_bad_input_ends_with_two_and_one_line(
    study: Study, tmp_path: Path, name: str, text: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(CommandError) as raised:
        call(study, set=str(path))
    assert raised.value.returncode == 2
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
    study.refresh_from_db()
    assert study.redaction_policy == {}
