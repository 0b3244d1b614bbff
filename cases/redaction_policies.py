"""A study's redaction policy: saving it as a new version, bringing an old one back, saying how two
differ. Words to hide are keyed hashes from the moment they are read; none is kept as text."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Count, Value
from django.db.models.functions import Coalesce, NullIf

from cases.errors import BadInput
from cases.identifiers import keyed
from cases.models import AuditEvent, ImportRun, Person, RedactionPolicyVersion, Study
from cases.redaction import KINDS, Policy
from cases.redaction.policy import ALWAYS
from cases.redaction_kinds import in_sentence
from cases.redactors import check_language

# The policy that a case is known to come out of; older cases have that of their import.
POLICY_OF_CASE = Coalesce(NullIf("policy_hash", Value("")), "import_run__policy_hash", Value(""))

PolicyJson = dict[str, Any]

# Entries of a policy in the order in which pages and messages name them.
ENTRIES = ("hide", "hide_keys", "keep_keys", "allow", "deny", "patterns", "language")
ENTRY_WORDS = {
    "hide": "kinds to hide",
    "hide_keys": "keys to hide",
    "keep_keys": "keys to keep",
    "allow": "texts to keep",
    "deny": "words to hide",
    "patterns": "own patterns",
    "language": "language",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """How one entry of a policy changed. Kinds are named, everything else is a hash."""

    entry: str
    added: list[str]
    removed: list[str]

    @property
    def words(self) -> str:
        if self.entry == "hide":
            return _hidden_words(self.added, self.removed)
        parts = [
            f"{sign}{len(labels)}{_names(self.entry, labels)}"
            for sign, labels in (("+", self.added), ("−", self.removed))
            if labels
        ]
        return f"{ENTRY_WORDS.get(self.entry, self.entry)} {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class DeniedWords:
    """One entry of the deny list as a page may show it."""

    kind: str
    hash: str
    words: int
    since: datetime | None
    by: str


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version with how many cases came in under its policy."""

    version: RedactionPolicyVersion
    changes: list[str]
    cases: int
    current: bool


def policy_hash(policy: Mapping[str, Any]) -> str:
    """The same for policies that say the same, whatever the order of their entries."""
    text = json.dumps(tidied(policy), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def tidied(policy: Mapping[str, Any]) -> PolicyJson:
    """`policy` without empty entries, lists whose order means nothing sorted."""
    # An empty `hide` says that only what is always hidden is; absent it means the default.
    kept = {name: value for name, value in policy.items() if value or name == "hide"}
    for name in ("hide", "keep_keys", "allow"):
        if isinstance(kept.get(name), (list, tuple, set, frozenset)):
            kept[name] = sorted(set(kept[name]), key=str)
    return kept


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What differs, entry by entry."""
    found = []
    for entry in (*ENTRIES, *sorted({*before, *after} - set(ENTRIES))):
        # Tuples of the labels keep their order; a dict serves as an ordered set.
        old, new = _entry_labels(entry, before), _entry_labels(entry, after)
        added = [label for label in new if label not in old]
        removed = [label for label in old if label not in new]
        if added or removed or (entry == "hide" and (entry in before) != (entry in after)):
            found.append(Difference(entry, added, removed))
    return found


@transaction.atomic
def save_policy(
    *,
    study: Study,
    policy: Mapping[str, Any],
    actor: Person | None,
    based_on: str = "",
    restores: RedactionPolicyVersion | None = None,
    **facts: Any,
) -> RedactionPolicyVersion | None:
    """Make `policy` the study's, as a new version; None when it says the same as the present one.

    `based_on` is the hash of the policy that was changed. Locks the study's row. `facts` are ids
    and counts for the audit trail. Raises BadInput for a policy that can't be read, and when
    somebody else has changed it meanwhile, and for a language that the site's model is not for.
    """
    locked = Study.objects.select_for_update().get(pk=study.pk)
    present = locked.redaction_policy
    if based_on and based_on != policy_hash(present):
        raise BadInput("the policy was changed by somebody else meanwhile: look at it again")
    policy = tidied(policy)
    Policy.from_json(policy)
    check_language(policy)
    changes = differences(tidied(present), policy)
    if not changes and policy_hash(policy) == policy_hash(present):
        return None
    version = RedactionPolicyVersion.objects.create(
        study=locked,
        number=_first_version(locked) + 1,
        policy=policy,
        policy_hash=policy_hash(policy),
        changes=[asdict(change) for change in changes],
        restores=restores,
        created_by=actor,
    )
    Study.objects.filter(pk=study.pk).update(redaction_policy=policy)
    study.redaction_policy = policy
    AuditEvent.record(
        "redaction_policy.restored" if restores else "redaction_policy.changed",
        actor=actor,
        study=study,
        target=version,
        number=version.number,
        policy_hash=version.policy_hash,
        restores=restores.number if restores else None,
        changes=version.changes,
        **facts,
    )
    return version


def restore_policy(*, study: Study, number: int, actor: Person) -> RedactionPolicyVersion | None:
    """Bring back an earlier version as a new one. Raises BadInput if there is none."""
    version = study.policy_versions.filter(number=number).first()
    if version is None:
        raise BadInput(f"there is no policy version {number}: choose one of the list")
    return save_policy(study=study, policy=version.policy, actor=actor, restores=version)


def hold_to_policy(run: ImportRun) -> None:
    """Let an import that was killed go on under the policy it began with.

    Changes the policy of `run.study` in memory only.
    """
    if run.policy_hash and run.policy_hash != policy_hash(run.study.redaction_policy):
        versions = run.study.policy_versions.filter(policy_hash=run.policy_hash)
        if version := versions.order_by("-number").first():
            run.study.redaction_policy = version.policy


def version_rows(study: Study) -> list[VersionRow]:
    """All versions, newest first. A study whose policy never changed has none."""
    counts = cases_by_policy(study)
    present = policy_hash(study.redaction_policy)
    versions = list(
        study.policy_versions.select_related("created_by", "restores").order_by("-number")
    )
    rows: list[VersionRow] = []
    for version, earlier in zip_longest(versions, versions[1:]):
        # Made of the policies, not of what was noted once: both say what they hide.
        found = differences(earlier.policy, version.policy) if earlier else []
        current = not rows and version.policy_hash == present
        cases = counts.get(version.policy_hash, 0)
        rows.append(VersionRow(version, [change.words for change in found], cases, current))
    return rows


def cases_by_policy(study: Study) -> dict[str, int]:
    """How many current cases come out as they are under which policy, by its hash.

    A case that was redacted afresh and came out the same counts under the newer policy. Under ""
    are those of which none is recorded.
    """
    counted = (
        study.cases.current().values_list(POLICY_OF_CASE).annotate(count=Count("pk")).order_by()
    )
    return {name or "": count for name, count in counted}


def denied_words(study: Study, policy: Mapping[str, Any]) -> list[DeniedWords]:
    """The deny list of a policy, with who put each entry there and when."""
    first: dict[str, RedactionPolicyVersion] = {}
    for version in study.policy_versions.select_related("created_by").order_by("number"):
        for entry in version.policy.get("deny", []):
            first.setdefault(entry["hash"], version)
    rows = []
    for entry in policy.get("deny", []):
        version_of = first.get(entry["hash"])
        rows.append(
            DeniedWords(
                kind=entry["kind"],
                hash=entry["hash"],
                words=entry.get("words", 1),
                since=version_of.created_at if version_of else None,
                by=str(version_of.created_by or "") if version_of else "",
            )
        )
    return rows


def _first_version(study: Study) -> int:
    """The number of the newest version; where there is none, the present policy becomes 1."""
    last = study.policy_versions.order_by("-number").values_list("number", flat=True).first()
    if last is not None:
        return int(last)
    policy = study.redaction_policy
    RedactionPolicyVersion.objects.create(
        study=study, number=1, policy=policy, policy_hash=policy_hash(policy)
    )
    return 1


def _entry_labels(entry: str, policy: Mapping[str, Any]) -> list[str]:
    if entry == "hide" and entry not in policy:
        return [kind for kind in KINDS if kind not in ALWAYS]  # no list means all of them
    labels = _labels(entry, policy.get(entry))
    return [kind for kind in labels if kind not in ALWAYS] if entry == "hide" else labels


def _hidden_words(added: Sequence[str], removed: Sequence[str]) -> str:
    parts = [
        f"{words}: {', '.join(in_sentence(kind) for kind in kinds)}"
        for words, kinds in (("hidden now", added), ("no longer hidden", removed))
        if kinds
    ]
    return "; ".join(parts) or "the same kinds hidden, written otherwise"


def _labels(entry: str, value: Any) -> list[str]:
    """What an entry holds, as kinds and hashes."""
    if not value:
        return []
    if entry in ("hide", "language"):
        return [str(item) for item in ([value] if isinstance(value, str) else value)]
    if entry == "deny":
        return [f"{item['kind']} {item['hash']}" for item in value]
    items: Iterable[Any] = value.items() if isinstance(value, Mapping) else value
    return [keyed("policy", entry, json.dumps(item, sort_keys=True))[:16] for item in items]


def _names(entry: str, labels: list[str]) -> str:
    """Kinds by name; the rest only as a number."""
    return f" ({', '.join(labels)})" if entry in ("hide", "language") else ""
