"""Rules as data on a criterion, which the offline baseline judge evaluates. Pure.

A rule is a mapping with a `type` of RULE_TYPES and that type's options. All rules of a criterion
must hold for it to pass. Findings quote the transcript verbatim: text that was said as it was
said, tool data as cases.transcript.step_body writes it.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cases import rule_checks as checks
from cases.phrases import pattern_problem
from cases.rule_checks import MIN_QUOTE, Finding, RuleOutcome
from cases.transcript import Step

__all__ = [
    "FALLBACK_RULES",
    "MIN_QUOTE",
    "RULE_TYPES",
    "Finding",
    "Rule",
    "RuleOutcome",
    "evaluate_rule",
    "evaluate_rules",
    "validate_rules",
]

Rule = Mapping[str, Any]

_MAX_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Option:
    """What an option of a rule type takes: a kind of value, or one of `choices`."""

    kind: str = "choice"
    default: Any = None
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleType:
    """A check with its options. `check` gets the options with defaults filled in."""

    check: Callable[[Mapping[str, Any], Sequence[Step]], RuleOutcome]
    options: Mapping[str, Option]


def _any_of(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    outcomes = [evaluate_rule(rule, steps) for rule in options["rules"]]
    for outcome in outcomes:
        if outcome.passed:
            return outcome
    if all(outcome.passed is None for outcome in outcomes):
        return RuleOutcome(None, [f for o in outcomes for f in o.findings])
    return RuleOutcome(False, [f for o in outcomes if o.passed is False for f in o.findings])


# --- the types and their options -----------------------------------------------------------

_WHERE = Option(default="answer", choices=("answer", "says"))
_SOURCES = Option(default="both", choices=("results", "calls", "both"))
_MATCH = Option(default="any", choices=("any", "all"))
_TOLERANCE = Option("number", default=0.005)
_PHRASES: dict[str, Option] = {
    "phrases": Option("texts", required=True),
    "match": _MATCH,
    "regex": Option("flag", default=False),
    "case_sensitive": Option("flag", default=False),
    "where": _WHERE,
    "about": Option("text", default=""),
}
_TOOLS = {
    "tools": Option("texts", required=True),
    "succeeded": Option("flag", default=False),
}
_LIMIT = {
    "limit": Option("count", required=True),
    "unit": Option(default="characters", choices=("characters", "words")),
    "where": _WHERE,
}

RULE_TYPES: dict[str, RuleType] = {
    "amounts_grounded": RuleType(
        checks.amounts_grounded,
        {
            "where": _WHERE,
            "sources": _SOURCES,
            "need_amount": Option("flag", default=False),
            "tolerance": _TOLERANCE,
        },
    ),
    "amount_matches": RuleType(
        checks.amount_matches,
        {
            "tool": Option("text", required=True),
            "field": Option("text", required=True),
            "source": Option(default="result", choices=("result", "call")),
            "match": _MATCH,
            "when_absent": Option(default="skip", choices=("pass", "fail", "skip")),
            "when_silent": Option(default="fail", choices=("pass", "fail")),
            "where": _WHERE,
            "tolerance": _TOLERANCE,
        },
    ),
    "required_phrases": RuleType(checks.required_phrases, _PHRASES),
    "forbidden_phrases": RuleType(checks.forbidden_phrases, _PHRASES),
    "tool_order": RuleType(
        checks.tool_order,
        {"before": Option("text", required=True), "after": Option("text", required=True)},
    ),
    "tool_called": RuleType(checks.tool_called, _TOOLS),
    "tool_not_called": RuleType(checks.tool_not_called, _TOOLS),
    "max_length": RuleType(lambda o, s: checks.length(o, s, most=True), _LIMIT),
    "min_length": RuleType(lambda o, s: checks.length(o, s, most=False), _LIMIT),
    "overlap": RuleType(
        checks.overlap,
        {
            "threshold": Option("number", default=0.3),
            "sources": _SOURCES,
            "where": _WHERE,
        },
    ),
    "any_of": RuleType(_any_of, {"rules": Option("rules", required=True)}),
}

# What the baseline judge does with a criterion that has no rules.
FALLBACK_RULES: tuple[Rule, ...] = ({"type": "overlap"},)


def evaluate_rules(rules: Sequence[Rule], steps: Sequence[Step]) -> RuleOutcome:
    """Whether the steps keep all of `rules`, with a finding for each that decided.

    False as soon as one rule is broken (its findings come first), True when none is and at least
    one holds, None when none could decide. Rules must have passed `validate_rules`.
    """
    outcomes = [evaluate_rule(rule, steps) for rule in rules]
    broken = [f for o in outcomes if o.passed is False for f in o.findings]
    held = [f for o in outcomes if o.passed is True for f in o.findings]
    undecided = [f for o in outcomes if o.passed is None for f in o.findings]
    if broken:
        return RuleOutcome(False, broken + held)
    return RuleOutcome(True, held) if held else RuleOutcome(None, undecided)


def evaluate_rule(rule: Rule, steps: Sequence[Step]) -> RuleOutcome:
    """One rule. Undecided when its `when` rule doesn't hold."""
    condition = rule.get("when")
    if condition is not None and not evaluate_rule(condition, steps).passed:
        return RuleOutcome(None, [Finding("the rule doesn't apply here")])
    rule_type = RULE_TYPES[rule["type"]]
    options = {name: rule.get(name, option.default) for name, option in rule_type.options.items()}
    return rule_type.check(options, steps)


# --- validation ----------------------------------------------------------------------------


def validate_rules(rules: Any, depth: int = 1) -> list[str]:
    """What is wrong with `rules`, one sentence each; an empty list when they can be evaluated."""
    if not isinstance(rules, list):
        return ["rules must be a list"]
    problems = []
    for number, rule in enumerate(rules, start=1):
        problems += [f"rule {number}{problem}" for problem in _rule_problems(rule, depth)]
    return problems


def _rule_problems(rule: Any, depth: int) -> list[str]:
    if not isinstance(rule, dict) or "type" not in rule:
        return [": must be a block with a type, one of " + ", ".join(RULE_TYPES)]
    name = rule["type"]
    if not isinstance(name, str) or name not in RULE_TYPES:
        return [f": unknown type {name!r}{_meant(str(name), RULE_TYPES)}"]
    options = RULE_TYPES[name].options
    problems = [
        f" ({name}): unknown option {key!r}{_meant(str(key), (*options, 'when'))}"
        for key in rule
        if key not in options and key not in {"type", "when"}
    ]
    for key, option in options.items():
        if key in rule:
            problem = _option_problem(option, rule[key], depth)
            if not problem and key == "phrases" and rule.get("regex") is True:
                problem = next(filter(None, map(pattern_problem, rule[key])), "")
            problems += [f" ({name}): {key} {problem}"] if problem else []
        elif option.required:
            problems.append(f" ({name}): needs {key}")
    if "when" in rule:
        nested = _rule_problems(rule["when"], depth + 1) if depth < _MAX_DEPTH else [": too deep"]
        problems += [f" ({name}): when{problem}" for problem in nested]
    return problems


def _meant(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f": did you mean {close[0]!r}?" if close else f": known are {', '.join(known)}"


def _option_problem(option: Option, value: Any, depth: int) -> str:
    if option.kind == "rules":
        if depth >= _MAX_DEPTH:
            return "is nested too deeply"
        if not value:
            return "must hold at least one rule"
        return "; ".join(validate_rules(value, depth + 1))
    if option.kind == "choice":
        known = isinstance(value, str) and value in option.choices
        return "" if known else f"must be one of {', '.join(option.choices)}"
    return "" if _KINDS[option.kind][0](value) else f"must be {_KINDS[option.kind][1]}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (_is_text, "a text"),
    "texts": (
        lambda v: isinstance(v, list) and 0 < len(v) <= 100 and all(map(_is_text, v)),
        "a list of texts",
    ),
    "flag": (lambda v: isinstance(v, bool), "true or false"),
    "count": (
        lambda v: isinstance(v, int) and not isinstance(v, bool) and 0 < v <= 1_000_000,
        "a whole number above 0",
    ),
    "number": (
        lambda v: isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1_000_000,
        "a number, 0 or more",
    ),
}
