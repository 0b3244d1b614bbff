"""A person's draft of a study's policy: a base and the changes that previews gave rise to.

A change is {"id": HEX, "do": …} with what it needs:
deny {kind, hash, words} · hide_key {key, kind} · keep_key {key} · allow {text} · keep_kind {kind}
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from cases.errors import BadInput
from cases.models import Person, RedactionDraft, RedactionMark, RedactionPolicyVersion, Study
from cases.redaction import Policy
from cases.redaction.keys import KINDS
from cases.redaction_kinds import in_sentence
from cases.redaction_policies import PolicyJson, policy_hash, save_policy, tidied

Change = dict[str, Any]
MAX_CHANGES = 200


def draft_of(study: Study, person: Person) -> RedactionDraft | None:
    return RedactionDraft.objects.filter(study=study, person=person).first()


def draft_policy(study: Study, draft: RedactionDraft | None) -> PolicyJson:
    """The policy that a draft comes to; without one, the study's."""
    return applied(draft.base, draft.changes) if draft else tidied(study.redaction_policy)


def is_stale(study: Study, draft: RedactionDraft) -> bool:
    """Whether the study's policy was changed since the draft was begun."""
    return draft.based_on != policy_hash(study.redaction_policy)


def applied(policy: Mapping[str, Any], changes: Iterable[Change]) -> PolicyJson:
    """`policy` with the changes made to it, in order. Pure."""
    result = dict(policy)
    for change in changes:
        _apply(result, change)
    return tidied(result)


def change_words(change: Change) -> str:
    """What a change does, for a list. Says no word that is to be hidden."""
    kind = in_sentence(change.get("kind", ""))
    match change["do"]:
        case "deny":
            count = change["words"]
            return f"Hide a text of {count} word{'s' if count != 1 else ''} everywhere, as {kind}"
        case "hide_key":
            return f"Hide whatever stands under “{change['key']}”, as {kind}"
        case "keep_key":
            return f"Keep whatever stands under “{change['key']}”"
        case "allow":
            return f"Keep the text “{change['text']}”"
        case _:
            return f"Stop hiding {kind}"


def base_draft_on(*, study: Study, person: Person, base: Mapping[str, Any]) -> RedactionDraft:
    """Begin a draft with `base`, or put the changes of the one there is onto it."""
    draft, _ = RedactionDraft.objects.update_or_create(
        study=study,
        person=person,
        defaults={"base": tidied(base), "based_on": policy_hash(study.redaction_policy)},
    )
    return draft


@transaction.atomic
def add_change(*, study: Study, person: Person, change: Change) -> str:
    """Add a change to the person's draft, begun if there is none; returns the change's id.

    Locks the draft. Raises BadInput where the policy would not be one any more.
    """
    draft, _ = RedactionDraft.objects.select_for_update().get_or_create(
        study=study,
        person=person,
        defaults={
            "base": tidied(study.redaction_policy),
            "based_on": policy_hash(study.redaction_policy),
        },
    )
    if len(draft.changes) >= MAX_CHANGES:
        raise BadInput(f"{MAX_CHANGES} changes are collected: save them first")
    change = {"id": secrets.token_hex(8), **change}
    draft.changes = [*draft.changes, change]
    Policy.from_json(applied(draft.base, draft.changes))
    draft.save()
    return str(change["id"])


@transaction.atomic
def undo_change(*, study: Study, person: Person, change_id: str) -> bool:
    """Take a change back, with the mark it came from. False if it is not there."""
    draft = RedactionDraft.objects.select_for_update().filter(study=study, person=person).first()
    if draft is None:
        return False
    left = [change for change in draft.changes if change["id"] != change_id]
    if len(left) == len(draft.changes):
        return False
    draft.changes = left
    draft.save()
    RedactionMark.objects.filter(
        session__preview__study=study, created_by=person, change_id=change_id
    ).delete()
    return True


@transaction.atomic
def drop_draft(*, study: Study, person: Person) -> None:
    """Forget the draft. Marks stay, since what was seen was seen, and can be taken back alone."""
    draft = RedactionDraft.objects.select_for_update().filter(study=study, person=person).first()
    if draft is None:
        return
    RedactionMark.objects.filter(
        session__preview__study=study,
        created_by=person,
        change_id__in=[change["id"] for change in draft.changes],
    ).update(change_id="")
    draft.delete()


@transaction.atomic
def save_draft(
    *, study: Study, person: Person, base: PolicyJson | None = None, **facts: Any
) -> RedactionPolicyVersion | None:
    """Make the draft the study's policy; with `base`, its changes on top of that.

    None when nothing differs. Raises BadInput as save_policy does.
    """
    draft = RedactionDraft.objects.select_for_update().filter(study=study, person=person).first()
    if draft is None:
        return None
    policy = applied(draft.base if base is None else base, draft.changes)
    version = save_policy(
        study=study,
        policy=policy,
        actor=person,
        based_on=draft.based_on,
        marked_changes=len(draft.changes),
        **facts,
    )
    draft.delete()
    return version


def _apply(policy: PolicyJson, change: Change) -> None:
    match change["do"]:
        case "deny":
            told = ("kind", "hash", "words", "characters")
            entry = {name: change[name] for name in told if name in change}
            others = [e for e in policy.get("deny", []) if e["hash"] != entry["hash"]]
            policy["deny"] = [*others, entry]
        case "hide_key":
            policy["hide_keys"] = policy.get("hide_keys", {}) | {change["key"]: change["kind"]}
            policy["keep_keys"] = [k for k in policy.get("keep_keys", []) if k != change["key"]]
        case "keep_key":
            hidden = policy.get("hide_keys", {})
            policy["hide_keys"] = {k: v for k, v in hidden.items() if k != change["key"]}
            policy["keep_keys"] = [*policy.get("keep_keys", []), change["key"]]
        case "allow":
            policy["allow"] = [*policy.get("allow", []), change["text"]]
        case "keep_kind":
            kinds = policy.get("hide", KINDS)
            policy["hide"] = [kind for kind in kinds if kind != change["kind"]]
