"""Steps of a transcript as HTML. Pure.

What was said stands alone in an element with `data-step`, whose text content is exactly the
step's text, so that an offset into one is an offset into the other. Built as text and not by a
template, since a rater waits for it and a template takes several times as long.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from cases.pretty_json import clip_text
from cases.text_markup import HUES, shown_text, text_html
from cases.transcript import Step, StepKind, Turn
from cases.transcript_parts import SAID_SHOWN
from cases.value_markup import value_html, words

# A longer result is folded.
FOLD_OVER = 900

FLAG_WORDS = {
    "truncated": "cut off by the model's length limit",
    "pending": "waiting for an answer from outside",
    "resumed": "answers a question the agent had asked earlier",
    "confirmation": "asks the customer to confirm",
    "unanswered": "no result came back",
    "unmatched": "no call with this number was recorded",
    "error": "reports an error",
    "blocked": "stopped by the model's safety filter",
    "interrupted": "interrupted by the user",
    "spoken": "spoken, as the session wrote it down",
    "said_to_agent": "said to the agent that asked, not to the user",
    "asks_for_input": "asks the user for something",
    "server_side": "done by the model's own server",
    "node_output": "given by a step of a workflow",
    "made_up": "the turn was aborted: filled in so that the call has a result",
}
_SERIOUS = frozenset({"error", "unanswered", "unmatched", "blocked"})


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a transcript stands on its page, and what its steps have to do with each other.

    `prefix` sets the ids of two transcripts on one page apart, `ask` is the query that addresses
    of this transcript carry, `shown` the steps that the page holds.
    """

    prefix: str = ""
    ask: str = ""
    shown: range = field(default_factory=lambda: range(0))
    call_steps: Mapping[int, int] = field(default_factory=dict)
    result_steps: Mapping[int, Sequence[int]] = field(default_factory=dict)
    agents: Mapping[str, int] = field(default_factory=dict)
    # Calls whose result came in a later turn.
    late: frozenset[int] = frozenset()

    def link(self, step: int) -> str:
        """The address of a step: a place on this page, or the page that holds it."""
        anchor = f"#{self.prefix}step-{step}"
        if step in self.shown:
            return anchor
        return f"{self.ask + '&amp;' if self.ask else '?'}step={step}{anchor}"


def frame_of(turns: Iterable[Turn]) -> Frame:
    """What the steps of a whole transcript have to do with each other."""
    call_steps: dict[int, int] = {}
    result_steps: dict[int, list[int]] = {}
    agents: dict[str, int] = {}
    called_in: dict[int, int] = {}
    late: set[int] = set()
    for turn in turns:
        for step in turn.steps:
            if turn.role == "agent" and step.author not in agents:
                agents[step.author] = len(agents)
            if step.call is None:
                continue
            if step.kind is StepKind.CALL:
                call_steps[step.call] = step.index
                called_in[step.call] = turn.index
            elif step.kind is StepKind.RESULT:
                result_steps.setdefault(step.call, []).append(step.index)
                if called_in.get(step.call, turn.index) != turn.index:
                    late.add(step.call)
    return Frame(
        call_steps=call_steps, result_steps=result_steps, agents=agents, late=frozenset(late)
    )


def turn_steps_html(turn: Turn, frame: Frame) -> str:
    """The steps of a turn; who speaks is said where somebody else begins."""
    parts: list[str] = []
    speaker = "" if turn.role == "agent" else "user"
    for step in turn.steps:
        parts.append(step_html(step, frame, named=step.author != speaker))
        speaker = step.text if step.kind is StepKind.TRANSFER else step.author
        if step.kind is StepKind.TRANSFER:
            speaker = ""
    return "".join(parts)


def step_html(step: Step, frame: Frame, *, named: bool = True, whole: bool = False) -> str:
    """One step with its number and anchor. `whole` leaves nothing out."""
    match step.kind:
        case StepKind.SAY:
            body = (_by(step, frame, "step-author") if named else "") + _said(step, frame, whole)
        case StepKind.TRANSFER:
            body = _handover(step, frame)
        case StepKind.ERROR:
            body = _error(step, frame, whole)
        case _:
            body = _tool(step, frame, named=named, whole=whole)
    index, ident = step.index, f"{frame.prefix}step-{step.index}"
    paired = f' data-pair="{step.call}"' if step.call is not None else ""
    return (
        f'<div class="step step-{step.kind.lower()}" id="{ident}" data-index="{index}"{paired}>\n'
        f'<a class="step-number" href="#{ident}" title="Step {index}">'
        f'<span class="visually-hidden">Step </span>{index}</a>\n'
        f'<div class="step-body">{body}{_notes(step)}</div>\n</div>\n'
    )


def _by(step: Step, frame: Frame, css: str) -> str:
    hue = frame.agents.get(step.author, 0) % HUES + 1
    return (
        f'<p class="{css}"><span class="agent hue-{hue}" aria-hidden="true"></span>'
        f"<bdi>{text_html(step.author)}</bdi></p>"
    )


def _said(step: Step, frame: Frame, whole: bool) -> str:
    begin = f'<div class="said" dir="auto" data-step="{step.index}"'
    text = shown_text(step.text)
    if whole or len(text) <= SAID_SHOWN:
        return f"{begin}>{text_html(text)}</div>"
    clipped = clip_text(text, SAID_SHOWN)
    if not clipped.is_cut:
        return f"{begin}>{text_html(text)}</div>"
    rest = len(text) - len(clipped.tail)
    return (
        f'{begin} data-clipped><div data-from="0">{text_html(clipped.head)}</div>'
        f'<p class="cut" data-aside>… {clipped.said} cut … {_more(step, frame, "text")}</p>'
        f'<div data-from="{rest}">{text_html(clipped.tail)}</div></div>'
    )


def _handover(step: Step, frame: Frame) -> str:
    to_hue = frame.agents.get(step.text, 0) % HUES + 1
    by_hue = frame.agents.get(step.author, 0) % HUES + 1
    return (
        '<p class="handover"><span class="step-kind">Hand-over</span> '
        f'<span class="agent hue-{by_hue}" aria-hidden="true"></span><bdi>{text_html(step.author)}'
        '</bdi> <span aria-hidden="true">→</span><span class="visually-hidden">hands over to</span>'
        f' <span class="agent hue-{to_hue}" aria-hidden="true"></span>'
        f'<bdi data-step="{step.index}">{text_html(step.text)}</bdi></p>'
    )


def _error(step: Step, frame: Frame, whole: bool) -> str:
    tool = f" <code>{text_html(step.tool)}</code>" if step.tool else ""
    head = f'<span class="step-kind">Error</span> <bdi>{text_html(step.author)}</bdi>{tool}'
    return f'<p class="went-wrong">{head}</p>{_said(step, frame, whole)}'


def _tool(step: Step, frame: Frame, *, named: bool, whole: bool) -> str:
    call = step.kind is StepKind.CALL
    tool = text_html(step.tool)
    kind = "Tool call" if call else "Result"
    shown = value_html(
        step.data,
        name=f"{'Arguments' if call else 'Result'} of {step.tool}",
        arguments=call,
        whole=whole,
        more=_more(step, frame, "call" if call else "result"),
    )
    hue = frame.agents.get(step.author, 0) % HUES + 1
    by = (
        f'<span class="step-author">by <span class="agent hue-{hue}" aria-hidden="true"></span>'
        f"<bdi>{text_html(step.author)}</bdi></span>"
        if call and named
        else ""
    )
    head = words([f'<span class="step-kind">{kind}</span> <code>{tool}</code>', by])
    clipped = " data-clipped" if shown.cut else ""
    failed = " tool-failed" if "error" in step.flags else ""
    begin = (
        f'<figure class="tool tool-{step.kind.lower()}{failed}" data-step="{step.index}"{clipped}'
        f' aria-label="{kind} {escape(step.tool)}">{_pair(step, frame)}'
    )
    if not call and shown.size > FOLD_OVER and not whole:
        length = f'<span class="step-size">{shown.size:,} characters</span>'
        return (
            f'{begin}<details><summary class="tool-head">{head} {length}</summary>{shown.html}'
            "</details></figure>"
        )
    return f'{begin}<figcaption class="tool-head">{head}</figcaption>{shown.html}</figure>'


def _pair(step: Step, frame: Frame) -> str:
    """Where the other half of a call and its result is."""
    if step.call is None:
        return ""
    late = " late" if step.call in frame.late else ""
    if step.kind is StepKind.RESULT:
        call = frame.call_steps.get(step.call)
        if call is None:
            return ""
        link = f'<a class="pair-link" href="{frame.link(call)}" data-aside>'
        return f"{link}answers step {call}{late}</a>"
    found = frame.result_steps.get(step.call, ())
    links = ", ".join(f'<a href="{frame.link(at)}">step {at}</a>' for at in found)
    if not links:
        return ""
    return f'<span class="pair-link" data-aside>answered{late} in {links}</span>'


def _more(step: Step, frame: Frame, what: str) -> str:
    return (
        f'<a class="btn more" href="steps/{step.index}/{frame.ask}" data-whole>'
        f"Show the whole {what}</a>"
    )


def _notes(step: Step) -> str:
    return "".join(
        f'<p class="step-note{" serious" if flag in _SERIOUS else ""}">'
        f"{escape(FLAG_WORDS.get(flag, flag.replace('_', ' ')))}</p>"
        for flag in step.flags
    )
