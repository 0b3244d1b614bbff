"""Show a study's redaction policy, or set it from a file."""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

import yaml

from cases.errors import BadInput
from cases.models import Study
from cases.redaction import KINDS, Policy
from cases.redaction_policies import PolicyJson, policy_hash, save_policy, tidied
from cases.redactors import denied
from config.commands import CalibrantCommand

MAX_BYTES = 1_000_000
# What --show --json prints: a file of it is taken as the policy in it.
_PRINTED = {"study", "changed", "version", "policy_hash", "policy"}


class Command(CalibrantCommand):
    help = (
        "Show the redaction policy of a study, or make a YAML or JSON file its new version. "
        "In the file, `deny` may hold {kind: PERSON, text: …} entries; only a keyed hash of "
        "the text is kept."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, metavar="SLUG")
        action = parser.add_mutually_exclusive_group(required=True)
        action.add_argument("--show", action="store_true", help="print the policy")
        action.add_argument("--set", metavar="FILE", help="the new policy, YAML or JSON in UTF-8")

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        changed = None
        if options["set"]:
            policy = with_hashes(read_policy(Path(options["set"])))
            changed = save_policy(study=study, policy=policy, actor=None)
        number = study.policy_versions.order_by("-number").values_list("number", flat=True).first()
        return {
            "study": study.slug,
            "changed": changed is not None,
            "version": number or 1,
            "policy_hash": policy_hash(study.redaction_policy),
            "policy": tidied(study.redaction_policy),
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        policy = result["policy"]
        shown = {name: value for name, value in policy.items() if name != "deny"}
        counts = Counter(entry["kind"] for entry in policy.get("deny", []))
        hidden = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        lines = [f"{result['study']}: policy version {result['version']}"]
        lines += [f"hash: {result['policy_hash']}"]
        if "hide" not in shown:
            lines.append(f"kinds hidden: all ({', '.join(KINDS)})")
        lines += yaml.safe_dump(shown, allow_unicode=True).splitlines() if shown else []
        return [*lines, *([f"words on the deny list: {hidden}"] if hidden else [])]


def read_policy(path: Path) -> PolicyJson:
    """A policy of a file, as it is written. Raises BadInput, which quotes nothing of it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(f"{path}: larger than {MAX_BYTES:,} bytes; no policy is that long")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not text in UTF-8; save the policy as UTF-8") from error
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; name a policy file that can be read") from error
    try:
        # Every JSON text is YAML.
        data = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{path}: not JSON; correct its syntax") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadInput(f"{path}, line {line}: not YAML; correct its syntax") from None
    except yaml.YAMLError:
        raise BadInput(f"{path}: not YAML; correct its syntax") from None
    if not isinstance(data, dict):
        raise BadInput(f"{path}: a policy is a mapping, such as `keep_keys: [depot]`")
    if set(data) == _PRINTED and isinstance(data["policy"], dict):
        return dict(data["policy"])
    return data


def with_hashes(policy: PolicyJson) -> PolicyJson:
    """The policy with the texts of its deny list as hashes. Raises BadInput."""
    entries = policy.get("deny", [])
    if not isinstance(entries, list):
        raise BadInput("redaction policy: deny must be a list")
    hashed = []
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, dict) and set(entry) == {"kind", "text"}:
            try:
                hashed.append(denied(str(entry["text"]), str(entry["kind"])))
            except BadInput as error:
                raise BadInput(f"redaction policy: deny, entry {number}: {error}") from None
        else:
            hashed.append(entry)
    result = {**policy, "deny": hashed}
    Policy.from_json(result)
    return result
