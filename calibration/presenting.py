"""A report's JSON as the page shows it: sentences, figures with interval and n, charts. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.charts import HeatRow, IntervalChart, heat_map, interval_chart
from calibration.verdicts import in_words

Json = Mapping[str, Any]

# How an item can have been settled, or not.
BASIS = (
    "adjudicated",
    "unanimous",
    "majority",
    "single",
    "ambiguous",
    "undecided",
    "tied",
    "none",
)

USES = {
    "gate": ("Gate", "May decide releases on this criterion."),
    "trend": ("Trend only", "May be watched over time, may not decide."),
    "rewrite": ("Rewrite", "Not to be used before something is rewritten."),
    "undefined": ("Undefined", "The labels don't tell yet."),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure ready to print. `value` is empty where it is undefined, and `reason` says why."""

    label: str
    value: str
    interval: str
    n: int
    method: str
    reason: str

    @property
    def text(self) -> str:
        """All in one line: value, interval, n; or "undefined" and why."""
        if self.reason:
            return f"undefined: {self.reason}"
        return (
            f"{self.value} {self.interval}, n {self.n}"
            if self.interval
            else f"{self.value}, n {self.n}"
        )


def shown(label: str, estimate: Json, *, percent: bool = False) -> Shown:
    """An estimate of the report in words; rates as percentages."""

    def number(value: float) -> str:
        return f"{value * 100:.1f} %" if percent else f"{value:.2f}".replace("-", "−")

    value, low, high = (estimate[name] for name in ("value", "low", "high"))
    confidence = f"{estimate['confidence'] * 100:.3g} % confidence"
    return Shown(
        label=label,
        value="" if value is None else number(value),
        interval="" if low is None or high is None else f"[{number(low)}, {number(high)}]",
        n=estimate["n"],
        method=f"{estimate['method']}, {confidence}" if value is not None else estimate["method"],
        reason=in_words(estimate["undefined"]),
    )


@dataclass(frozen=True, slots=True)
class JudgeView:
    """One judge version under a criterion."""

    name: str
    use: str
    use_label: str
    use_means: str
    why: str
    next_step: str
    kappa: Shown
    headline: list[Shown]
    figures: list[Shown]
    # The same under other assumptions; these decide nothing.
    sensitivity: list[Shown]
    states: list[tuple[str, int | None, str]]
    columns: list[str]
    heat: tuple[HeatRow, ...]
    refused: bool
    alt_test: str


@dataclass(frozen=True, slots=True)
class CriterionView:
    """One criterion's card."""

    key: str
    question: str
    scale: str
    categories: list[str]
    pass_levels: list[str]
    gates: bool
    items: int
    labels: int
    settled: int
    chart: IntervalChart
    judges: list[JudgeView]
    humans: list[Shown]
    prevalence: list[Shown]
    states: list[tuple[str, int]]
    basis: list[tuple[str, int]]
    sensitivity: list[Shown]

    @property
    def use(self) -> str:
        """The latest judge's verdict, which the summary shows."""
        return self.judges[-1].use if self.judges else "undefined"

    @property
    def use_label(self) -> str:
        return USES[self.use][0]


def criterion_view(
    key: str, block: Json, thresholds: Json, names: Mapping[str, str]
) -> CriterionView:
    """A criterion's block as a card. `names` maps pseudonyms of raters to what the page says."""
    judges = [judge_view(name, judge) for name, judge in block["judges"].items()]
    return CriterionView(
        key=key,
        question=block.get("question", ""),
        scale=block.get("scale", "binary"),
        categories=block["categories"],
        pass_levels=block["pass_levels"],
        gates=block.get("gates", True),
        items=block["items"],
        labels=block["labels"],
        settled=block["settled"],
        chart=_chart(key, block, thresholds),
        judges=judges,
        humans=_human_figures(block["humans"], names),
        prevalence=[
            shown(value, share, percent=True) for value, share in block["prevalence"].items()
        ],
        states=_states(block),
        basis=[(name, n) for name in BASIS if (n := block["reference_basis"].get(name))],
        sensitivity=_human_sensitivity(block["humans"], names),
    )


def _states(block: Json) -> list[tuple[str, int]]:
    words = {
        "cant_tell": "can't tell",
        "skip": "skipped",
        "opt_out": "opted out",
        "missing": "still owed",
    }
    return [("labels", block["labels"])] + [(word, block["states"][k]) for k, word in words.items()]


def _human_figures(humans: Json, names: Mapping[str, str]) -> list[Shown]:
    figures = [
        shown("Raw agreement", humans["raw_agreement"], percent=True),
        shown("Krippendorff's alpha", humans["krippendorff_alpha"]),
        shown("Fleiss' kappa", humans["fleiss_kappa"]),
        shown("Gwet's AC1", humans["gwet_ac1"]),
    ]
    if "krippendorff_alpha_ordinal" in humans:
        figures.append(shown("Krippendorff's alpha, ordinal", humans["krippendorff_alpha_ordinal"]))
    for pair, estimate in humans["cohen_kappa"].items():
        a, b = (names.get(one, one) for one in pair.split("|"))
        figures.append(shown(f"Cohen's kappa, {a} and {b}", estimate))
    return figures


def _human_sensitivity(humans: Json, names: Mapping[str, str]) -> list[Shown]:
    """What CANT_TELL changes between people; nothing for a report from before it was counted."""
    found = humans.get("sensitivity")
    if not found:
        return []
    wide = found["cant_tell_as_category"]
    return [
        shown("Agreement, can't tell as an answer", wide["agreement"]),
        shown("Raw agreement, can't tell as an answer", wide["raw_agreement"], percent=True),
        *(
            shown(f"Can't tell, {names.get(rater, rater)}", share, percent=True)
            for rater, share in sorted(found["cant_tell_share"].items())
        ),
    ]


def _judge_sensitivity(judge: Json) -> list[Shown]:
    found = judge.get("sensitivity")
    if not found:
        return []
    wide, rates = found["cant_tell_as_category"], found["pass_rate"]
    return [
        shown("Cohen's kappa, can't tell as an answer", wide["cohen_kappa"]),
        shown("Raw agreement, can't tell as an answer", wide["raw_agreement"], percent=True),
        shown("Pass rate, Rogan-Gladen", rates["rogan_gladen"], percent=True),
        shown("Pass rate, PPI++", rates["ppi"], percent=True),
    ]


def _chart(key: str, block: Json, thresholds: Json) -> IntervalChart:
    people = block["humans"]["agreement"]
    rows = [("People with each other", people, shown("", people).text, "people")]
    ceiling = None
    for name, judge in block["judges"].items():
        kappa = judge["cohen_kappa"]
        rows.append((name, kappa, shown("", kappa).text, "judge"))
        ceiling = judge["human_ceiling"]
    if ceiling is not None:
        rows.append(("Human ceiling", ceiling, shown("", ceiling).text, "ceiling"))
    lines = [thresholds.get("judge_rewrite", 0.4), thresholds.get("judge_gate", 0.6)]
    return interval_chart(f"Agreement on {key}", rows, thresholds=lines)


def judge_view(name: str, judge: Json) -> JudgeView:
    use_label, use_means = USES[judge["use"]]
    headline = [
        shown("Raw agreement", judge["raw_agreement"], percent=True),
        shown("False passes", judge["false_pass_rate"], percent=True),
        shown("False fails", judge["false_fail_rate"], percent=True),
        shown("ERROR", judge["error_rate"], percent=True),
    ]
    matrix = judge["confusion"]["matrix"]
    return JudgeView(
        name=name,
        use=judge["use"],
        use_label=use_label,
        use_means=use_means,
        why=judge["why"],
        next_step=judge["next_step"],
        kappa=shown("Cohen's kappa", judge["cohen_kappa"]),
        headline=headline,
        figures=_judge_figures(judge, headline),
        sensitivity=_judge_sensitivity(judge),
        states=[
            ("compared with people", judge["compared"], ""),
            ("valid verdicts", judge["valid"], ""),
            ("ERROR", judge["errors"], "fail" if judge["errors"] else ""),
            ("no verdict", judge["missing"], ""),
        ],
        columns=judge["confusion"]["labels"],
        heat=heat_map(judge["confusion"]["labels"], matrix) if matrix else (),
        refused=matrix is None,
        alt_test=_alt_test(judge["alt_test"]),
    )


def _judge_figures(judge: Json, headline: list[Shown]) -> list[Shown]:
    rates = judge["pass_rate"]
    return [
        shown("Cohen's kappa", judge["cohen_kappa"]),
        shown("Human ceiling", judge["human_ceiling"]),
        shown("Gwet's AC1", judge["gwet_ac1"]),
        *([shown("Weighted kappa", judge["weighted_kappa"])] if judge["weighted_kappa"] else []),
        *headline[:3],
        shown("Pass rate, people", rates["human"], percent=True),
        shown("Pass rate, judge", rates["judge"], percent=True),
        shown("Pass rate, corrected", rates["corrected"], percent=True),
        headline[3],
    ]


def _alt_test(found: Json) -> str:
    if found["undefined"]:
        return f"undefined: {in_words(found['undefined'])}"
    answer = "passes" if found["passed"] else "does not pass"
    least = min(one["n"] for one in found["raters"])
    return (
        f"{answer}: within ε = {found['epsilon']:g} of {found['winning_rate']:.0%} of "
        f"{len(found['raters'])} raters, advantage {found['advantage']:.2f}, "
        f"at least {least} items a rater"
    )


def criterion_views(content: Json, names: Mapping[str, str]) -> list[CriterionView]:
    """All criteria of a report, in rubric order."""
    return [
        criterion_view(key, block, content["thresholds"], names)
        for key, block in content["criteria"].items()
    ]


def overall_view(content: Json, names: Mapping[str, str]) -> CriterionView | None:
    """All gating criteria together; None where one of them has no pass levels."""
    if content["overall"]["undefined"]:
        return None
    return criterion_view("overall", content["overall"], content["thresholds"], names)


@dataclass(frozen=True, slots=True)
class PartRow:
    """One criterion in one part (split or stratum) of the items, for one judge."""

    part: str
    criterion: str
    judge: str
    items: int
    humans: Shown
    kappa: Shown
    agreement: Shown


def part_rows(parts: Mapping[str, Json]) -> list[PartRow]:
    """Rows of a table that compares splits, or the values of one stratum."""
    return [
        PartRow(
            part=part.replace("_", "-") if part in ("tuning", "held_out") else part,
            criterion=key,
            judge=name,
            items=block["items"],
            humans=shown("People", block["humans"]["agreement"]),
            kappa=shown("Judge", judge["cohen_kappa"]),
            agreement=shown("Raw agreement", judge["raw_agreement"], percent=True),
        )
        for part, blocks in parts.items()
        for key, block in blocks.items()
        for name, judge in block["judges"].items()
    ]


@dataclass(frozen=True, slots=True)
class RaterRow:
    name: str
    simulated: bool
    items: int
    labels: int
    cant_tell: int
    skipped: int
    gold: Shown
    peers: Shown
    seconds: str


def rater_rows(content: Json, names: Mapping[str, str]) -> list[RaterRow]:
    """Health of each rater; `names` maps pseudonyms to what the page says."""
    return [
        RaterRow(
            name=names.get(pseudonym, pseudonym),
            simulated=one["simulated"],
            items=one["items"],
            labels=one["labels"],
            cant_tell=one["cant_tell"],
            skipped=one["skip"] + one["opt_out"],
            gold=shown("Gold", one["gold_agreement"], percent=True),
            peers=shown("Peers", one["peer_agreement"], percent=True),
            seconds=""
            if one["median_active_seconds"] is None
            else f"{one['median_active_seconds']:.0f} s",
        )
        for pseudonym, one in content["raters"].items()
    ]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Counts are None where the judge's held-out figures are refused; people don't flip."""

    name: str
    wins: int | None
    losses: int | None
    ties: int | None
    unsettled: int | None
    rate: Shown
    tie_rate: Shown
    flips: Shown | None
    reading: str


def pair_rows(content: Json) -> list[PairRow]:
    """The pairwise comparison as rows: people overall and per criterion, then each judge."""
    block = content["pairwise"]
    if not block["items"]:
        return []
    rows = [("People, whole items", block)]
    rows += [(f"People, {key}", one) for key, one in block["criteria"].items()]
    rows += [(f"{name}, whole items", one) for name, one in block.get("judges", {}).items()]
    return [
        PairRow(
            name=name,
            wins=one["wins"],
            losses=one["losses"],
            ties=one["ties"],
            unsettled=one["unsettled"],
            rate=shown("Win rate", one["win_rate"]),
            tie_rate=shown("Ties", one["tie_rate"], percent=True),
            flips=None
            if name.startswith("People, ")
            else shown("Flips", one["inconsistency_rate"], percent=True),
            reading=one["reading"],
        )
        for name, one in rows
    ]
