"""The order of a report's criteria and judges, which a JSON column need not keep. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]


def in_order(content: Mapping[str, Any]) -> Json:
    """The report with criteria in rubric order and judges in the order they were made.

    PostgreSQL stores the keys of an object by length. Reports from before the order was stored
    keep what they have for criteria; judges go by the id of their version.
    """
    criteria, judges = _criteria_order(content), _judge_order(content)

    def block(found: Mapping[str, Any]) -> Json:
        result = dict(found)
        if "judges" in result:
            result["judges"] = _sorted(result["judges"], judges)
        if isinstance(result.get("prevalence"), Mapping):
            result["prevalence"] = _sorted(result["prevalence"], result.get("categories", ()))
        return result

    def blocks(found: Mapping[str, Any]) -> Json:
        return {key: block(one) for key, one in _sorted(found, criteria).items()}

    def pairs(found: Mapping[str, Any]) -> Json:
        return {**block(found), "criteria": blocks(found.get("criteria", {}))}

    result = dict(content)
    result["criteria"] = blocks(content["criteria"])
    result["overall"] = block(content["overall"])
    if "judge_versions" in content:
        result["judge_versions"] = _sorted(content["judge_versions"], judges)
    if "by_split" in content:
        parts = _sorted(content["by_split"], ("tuning", "held_out"))
        result["by_split"] = {split: blocks(part) for split, part in parts.items()}
    if "by_stratum" in content:
        result["by_stratum"] = {
            name: {value: blocks(parts[value]) for value in sorted(parts)}
            for name, parts in sorted(content["by_stratum"].items())
        }
    if "pairwise" in content:
        others = [pairs(other) for other in content["pairwise"].get("others", [])]
        result["pairwise"] = pairs(content["pairwise"]) | ({"others": others} if others else {})
    return result


def _criteria_order(content: Mapping[str, Any]) -> list[str]:
    return list(content.get("order", {}).get("criteria", content["criteria"]))


def _judge_order(content: Mapping[str, Any]) -> list[str]:
    versions = content.get("judge_versions", {})
    return sorted(versions, key=lambda name: versions[name]["id"])


def _sorted(found: Mapping[str, Any], order: Iterable[str]) -> Json:
    """The same mapping with its keys in `order`; what the order doesn't name comes last."""
    known = [key for key in order if key in found]
    return {key: found[key] for key in [*known, *(key for key in found if key not in known)]}
