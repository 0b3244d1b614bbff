"""What each type of rule looks for in the steps of a case, and the quote that shows it. Pure.

Every check takes its options, defaults filled in, and the steps; cases.rules says which options.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cases.amounts import Amount, amounts_in, numbers_in
from cases.phrases import find_phrase, word_overlap
from cases.transcript import SAID_TO_AGENT, Step, StepKind, step_body

# A quote shorter than this is no evidence; judges.validation asks the same.
MIN_QUOTE = 12
_MAX_QUOTE = 160


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason, and the verbatim quote that shows it ("" where nothing can be quoted)."""

    text: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """`passed` is None when no rule could decide, as with no rules at all."""

    passed: bool | None
    findings: list[Finding] = field(default_factory=list)


# --- reading the transcript ----------------------------------------------------------------


def answer_steps(steps: Sequence[Step]) -> list[Step]:
    """What the agent said last: the SAY steps of its last turn in which it said anything."""
    answer: list[Step] = []
    turn_over = True
    for step in steps:
        if step.author == "user":
            turn_over = True
        elif step.kind is StepKind.SAY and step.text.strip() and SAID_TO_AGENT not in step.flags:
            if turn_over:
                answer, turn_over = [], False
            answer.append(step)
    return answer


def _said(steps: Sequence[Step], where: str) -> list[Step]:
    if where == "answer":
        return answer_steps(steps)
    return [s for s in steps if s.kind is StepKind.SAY and s.author != "user" and s.text]


def _calls(steps: Sequence[Step], tool: str) -> list[Step]:
    return [s for s in steps if s.kind is StepKind.CALL and s.tool == tool]


def _facts(steps: Sequence[Step], sources: str) -> list[Step]:
    kinds = {
        "results": {StepKind.RESULT},
        "calls": {StepKind.CALL},
        "both": {StepKind.RESULT, StepKind.CALL},
    }[sources]
    return [s for s in steps if s.kind in kinds]


def quote(text: str, start: int, end: int) -> str:
    """A verbatim piece of `text` around [start, end), of MIN_QUOTE characters or more if it can.

    Never runs over a line break, widens to whole words, and is cut at the end when too long.
    """
    left = text.rfind("\n", 0, start) + 1
    right = text.find("\n", end)
    right = len(text) if right < 0 else right
    begin, stop = start, min(end, start + _MAX_QUOTE)
    while stop - begin < 40 and (begin > left or stop < right):
        begin, stop = max(left, begin - 12), min(right, stop + 12)
    while begin > left and text[begin - 1].isalnum() and start - begin < 80:
        begin -= 1
    while stop < right and text[stop].isalnum() and stop - end < 80:
        stop += 1
    found = text[begin:stop].strip()
    return found if len(found) >= MIN_QUOTE else ""


def _quote_any(*groups: Iterable[Step]) -> str:
    """The beginning of the first step that is long enough to quote."""
    for group in groups:
        for step in group:
            body = step_body(step)
            for line in body.splitlines():
                if len(line.strip()) >= MIN_QUOTE:
                    return line.strip()[:_MAX_QUOTE].strip()
    return ""


def _holds(text: str, evidence: str) -> RuleOutcome:
    return RuleOutcome(True, [Finding(text, evidence)])


def _fails(text: str, evidence: str) -> RuleOutcome:
    return RuleOutcome(False, [Finding(text, evidence)])


# --- the checks ----------------------------------------------------------------------------


def amounts_grounded(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    said = _said(steps, options["where"])
    facts = _facts(steps, options["sources"])
    known = {n for step in facts for n in numbers_in(step.data)}
    named = [(step, amount) for step in said for amount in amounts_in(step.text)]
    if not named:
        verdict = _fails if options["need_amount"] else _holds
        return verdict("no amount of money is named", _quote_any(said, steps))
    for step, amount in named:
        if not _near(amount, known, options["tolerance"]):
            return _fails(
                f"{amount.text} stands in no tool result or call",
                quote(step.text, amount.start, amount.end) or _quote_any(steps),
            )
    step, amount = named[-1]
    return _holds(
        "every amount stands in a tool result or call",
        quote(step.text, amount.start, amount.end) or _quote_any(facts),
    )


def _near(amount: Amount, known: Iterable[Any], tolerance: float) -> bool:
    return any(abs(float(amount.value - value)) <= tolerance for value in known)


def amount_matches(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    tool, name = options["tool"], options["field"]
    kind = StepKind.RESULT if options["source"] == "result" else StepKind.CALL
    stated = [s for s in steps if s.kind is kind and s.tool == tool]
    wanted = {n for s in stated for v in _fields(s.data, name) for n in numbers_in(v, name)}
    said = _said(steps, options["where"])
    if not wanted:
        passed = {"pass": True, "fail": False, "skip": None}[options["when_absent"]]
        return RuleOutcome(
            passed, [Finding(f"no {tool} {options['source']} gives {name}", _quote_any(said))]
        )
    named = [(step, amount) for step in said for amount in amounts_in(step.text)]
    hits = [_near(amount, wanted, options["tolerance"]) for _, amount in named]
    if hits and (all(hits) if options["match"] == "all" else any(hits)):
        step, amount = named[hits.index(True)]
        return _holds(
            f"{amount.text} is the {name} of {tool}", quote(step.text, amount.start, amount.end)
        )
    if not named:
        verdict = _holds if options["when_silent"] == "pass" else _fails
        return verdict(f"the answer doesn't name the {name} of {tool}", _quote_any(said, stated))
    step, amount = named[hits.index(False)]
    return _fails(
        f"{amount.text} is not the {name} of {tool}",
        quote(step.text, amount.start, amount.end) or _quote_any(stated),
    )


def _fields(data: Any, name: str) -> list[Any]:
    """Every value under the key `name`, at any depth."""
    if isinstance(data, dict):
        own = [data[name]] if name in data else []
        return own + [v for k, value in data.items() if k != name for v in _fields(value, name)]
    if isinstance(data, list):
        return [v for value in data for v in _fields(value, name)]
    return []


def required_phrases(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    said = _said(steps, options["where"])
    found = [_find(phrase, said, options) for phrase in options["phrases"]]
    wanted_all = options["match"] == "all"
    if all(found) if wanted_all else any(found):
        phrase, evidence = next(hit for hit in found if hit)
        return _holds(f"the agent says “{phrase}”", evidence or _quote_any(said, steps))
    missing = [p for p, hit in zip(options["phrases"], found, strict=True) if not hit]
    return _fails(_unsaid(options, missing, wanted_all=wanted_all), _quote_any(said, steps))


def _unsaid(options: Mapping[str, Any], missing: Sequence[str], *, wanted_all: bool) -> str:
    """The finding in words; patterns are no reading, so `about` or their number stands for them."""
    if options["about"]:
        return f"the agent doesn't say {options['about']}"
    if options["regex"]:
        return f"the agent says nothing that {len(missing)} of the rule's patterns look for"
    listed = ", ".join(f"“{p}”" for p in missing[:4])
    return f"the agent doesn't say {listed}" if wanted_all else f"the agent says none of {listed}"


def forbidden_phrases(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    said = _said(steps, options["where"])
    found = [_find(phrase, said, options) for phrase in options["phrases"]]
    if all(found) if options["match"] == "all" else any(found):
        phrase, evidence = next(hit for hit in found if hit)
        return _fails(f"the agent says “{phrase}”", evidence or _quote_any(said, steps))
    return _holds(
        f"the agent doesn't say {options['about'] or 'a forbidden phrase'}", _quote_any(said, steps)
    )


def _find(phrase: str, said: Sequence[Step], options: Mapping[str, Any]) -> tuple[str, str] | None:
    for step in said:
        span = find_phrase(
            phrase, step.text, regex=options["regex"], case_sensitive=options["case_sensitive"]
        )
        if span is not None:
            return step.text[span[0] : span[1]][:80] or phrase, quote(step.text, *span)
    return None


def tool_order(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    first, then = options["before"], options["after"]
    seen = False
    for step in steps:
        if step.kind is StepKind.CALL and step.tool == first:
            seen = True
        elif step.kind is StepKind.CALL and step.tool == then and not seen:
            return _fails(f"{then} is called before {first}", _quote_any([step], steps))
    later = _calls(steps, then)
    if not later:
        return _holds(f"{then} is never called", _quote_any(answer_steps(steps), steps))
    return _holds(f"{first} is called before {then}", _quote_any(later, steps))


def tool_called(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    for tool in options["tools"]:
        for call in _calls(steps, tool):
            if not options["succeeded"] or _succeeded(call, steps):
                return _holds(f"{tool} is called", _quote_any([call], steps))
    return _fails(
        f"{' or '.join(options['tools'])} is not called", _quote_any(answer_steps(steps), steps)
    )


def _succeeded(call: Step, steps: Sequence[Step]) -> bool:
    """Whether the call has a result, and one that doesn't say error."""
    for step in steps:
        if step.kind is StepKind.RESULT and step.tool == call.tool and step.call == call.call:
            return not (isinstance(step.data, dict) and _says_error(step.data))
    return False


def _says_error(data: Mapping[str, Any]) -> bool:
    status = str(data.get("status", "")).lower()
    return bool(data.get("error")) or status in {"error", "failed", "denied", "refused", "rejected"}


def tool_not_called(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    outcome = tool_called(options, steps)
    return RuleOutcome(not outcome.passed, outcome.findings)


def length(options: Mapping[str, Any], steps: Sequence[Step], *, most: bool) -> RuleOutcome:
    said = _said(steps, options["where"])
    text = "\n\n".join(s.text for s in said)
    size = len(text.split()) if options["unit"] == "words" else len(text)
    limit = options["limit"]
    evidence = _quote_any(said, steps)
    if size <= limit if most else size >= limit:
        return _holds(f"{size} {options['unit']}", evidence)
    return _fails(f"{size} {options['unit']}, {'over' if most else 'under'} {limit}", evidence)


def overlap(options: Mapping[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    said = _said(steps, options["where"])
    facts = "\n".join(step_body(s) for s in _facts(steps, options["sources"]))
    share = word_overlap("\n".join(s.text for s in said), facts)
    if share is None:
        return RuleOutcome(None, [Finding("there are no words to compare")])
    verdict = _holds if share >= options["threshold"] else _fails
    return verdict(f"{share:.0%} of the answer's words stand in tool data", _quote_any(said, steps))
