"""What a reader has to know beside the numbers. Pure."""

from typing import Any

Json = dict[str, Any]

# Below this many compared items an interval is too wide to decide much.
THIN = 50
# Above this share of "can't tell" the transcript probably lacks something.
MANY_CANT_TELL = 0.1
# Above this share of one category kappa hangs on very few items.
ONE_SIDED = 0.95


_WEIGHTED = (
    "Items were drawn with different chances: pass rates are weighted by the inverse of each "
    "item's chance to be drawn. Agreement, false passes and false fails describe the items drawn."
)


def notes_of(
    content: Json,
    *,
    carried: int = 0,
    off_scale: int = 0,
    weighting: str = "equal",
    items: int = 0,
    unweighted: int = 0,
    purposive: int = 0,
    trajectories: int = 0,
) -> list[str]:
    """The notes of a report, most general first.

    `weighting` is what pass_rates.weighting_of says of the report's `items`, of which
    `unweighted` have no known weight. `purposive` of the study's items lack ratings although
    items were rated in an order of priority. `trajectories` are its process items.
    """
    notes = _origin(content["raters"])
    if carried:
        notes.append(
            f"{carried} labels were given under another version of the rubric, to questions "
            "that have not changed since."
        )
    if off_scale:
        notes.append(f"{off_scale} labels are not on their criterion's scale and count nowhere.")
    if trajectories:
        notes.append(_trajectories(trajectories))
    if purposive:
        notes.append(_purposive(purposive))
    if weighting == "weighted":
        notes.append(_WEIGHTED)
    if weighting == "unknown":
        notes.append(_unknown_weights(unweighted, items))
    single = content["reference_basis"]["single"]
    if single:
        notes.append(
            f"Labels that rest on a single person: {single}. Have a second rate those items."
        )
    notes += _thin(content)
    for key, block in content["criteria"].items():
        notes += [f"{key}: {text}" for text in _of_criterion(block)]
    return notes


def _unknown_weights(unweighted: int, items: int) -> str:
    start = f"{unweighted} of {items} items have no known weight"
    if unweighted == items:
        start = f"None of the {items} items has a known weight"
    return (
        f"{start}: with what chance they came into the study is not known. Pass rates are "
        "unweighted and of these items only, not of the sessions they were taken from."
    )


def _trajectories(count: int) -> str:
    if count == 1:
        return "1 case is rated step by step: that is in exports and in no figure of this report."
    return (
        f"{count} cases are rated step by step: that is in exports and in no figure of this report."
    )


def _purposive(lacking: int) -> str:
    return (
        "Items that people and the judge were thought likely to split on were rated first, and "
        f"{lacking} items still lack ratings: what is rated so far was chosen on purpose, so rates "
        "and agreement are of these items only. Have the rest rated before you go by them."
    )


def _origin(raters: dict[str, Json]) -> list[str]:
    simulated = sum(one["simulated"] for one in raters.values())
    if not simulated:
        return []
    who = (
        "All raters are" if simulated == len(raters) else f"{simulated} of {len(raters)} raters are"
    )
    return [
        f"{who} simulated by a program, not people: these figures show how the report works, "
        "not how good the judge is."
    ]


def _of_criterion(block: Json) -> list[str]:
    notes = []
    answered = block["labels"] + block["states"]["cant_tell"]
    if answered and block["states"]["cant_tell"] / answered > MANY_CANT_TELL:
        share = block["states"]["cant_tell"] / answered
        notes.append(f"{share:.0%} of the answers are “can't tell”: context may be missing.")
    for value, share in block["prevalence"].items():
        if share["value"] == 1:
            notes.append(f"all settled labels are {value}: kappa can tell nothing. Add others.")
        elif share["value"] is not None and share["value"] > ONE_SIDED:
            notes.append(
                f"{share['value']:.0%} of the settled labels are {value}: kappa hangs on the few "
                "others. Add cases of the rare kind."
            )
    return notes


def _thin(content: Json) -> list[str]:
    """One note for every judge version that few items compare with people."""
    fewest: dict[str, dict[str, int]] = {}
    for key, block in content["criteria"].items():
        for name, judge in block["judges"].items():
            # None where the judge's figures are refused.
            if judge["compared"] and judge["compared"] < THIN:
                fewest.setdefault(name, {})[key] = judge["compared"]
    notes = []
    for name, found in fewest.items():
        counts = ", ".join(f"{key} {n}" for key, n in found.items())
        notes.append(f"Few items compare {name} with people ({counts}): the intervals are wide.")
    return notes
