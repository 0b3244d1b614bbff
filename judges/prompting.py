"""Prompt texts: four sections with named placeholders, checked before any call is made."""

import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from cases.errors import BadInput

PROMPTS = Path(__file__).resolve().parent / "prompts"
BASELINE_MODEL = "baseline/rules"

_HEADING = re.compile(r"^=== (.+?) ===[ \t]*$", re.MULTILINE)

# Section → sets of placeholders, one of each of which it has to hold.
_REQUIRED: dict[str, tuple[frozenset[str], ...]] = {
    "absolute: instruction": (frozenset({"criteria", "rules_json"}),),
    "absolute: message": (frozenset({"case", "case_json"}),),
    "pairwise: instruction": (frozenset({"criteria", "rules_json"}),),
    "pairwise: message": (
        frozenset({"case_a", "case_a_json"}),
        frozenset({"case_b", "case_b_json"}),
    ),
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text that goes around criteria and cases, as templates with $placeholders."""

    absolute_instruction: Template
    absolute_message: Template
    pairwise_instruction: Template
    pairwise_message: Template


def default_prompt(model: str) -> str:
    """The prompt that ships for `model`: the baseline gets its rules, others never see them."""
    name = "baseline.txt" if model == BASELINE_MODEL else "judge.txt"
    return (PROMPTS / name).read_text(encoding="utf-8")


def complete_prompt(text: str, model: str) -> str:
    """`text` with the sections it leaves out taken from the default.

    Raises BadInput for an unknown section, text before the first heading, or placeholders that
    are missing or unknown.
    """
    sections = _sections(default_prompt(model)) | _sections(text)
    complete = "".join(f"=== {name} ===\n{sections[name]}\n" for name in _REQUIRED)
    read_prompt(complete, model)
    return complete


def ships(text: str) -> bool:
    """Whether `text` is one of the prompts that ship, for whichever model."""
    plain = text.replace("\r\n", "\n").strip()
    return plain in {default_prompt(BASELINE_MODEL).strip(), default_prompt("").strip()}


def read_prompt(text: str, model: str) -> Prompt:
    """The four templates of `text`. Raises BadInput; nothing is sent for a prompt it refuses."""
    sections = _sections(text)
    templates = []
    for name, required in _REQUIRED.items():
        if name not in sections:
            raise BadInput(f'prompt: the section "=== {name} ===" is missing')
        templates.append(_template(name, sections[name], required, model))
    return Prompt(*templates)


def _sections(text: str) -> dict[str, str]:
    parts = _HEADING.split(text.replace("\r\n", "\n"))
    if parts[0].strip():
        raise BadInput('prompt: text stands before the first heading; begin with "=== … ==="')
    sections: dict[str, str] = {}
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        if name not in _REQUIRED:
            raise BadInput(
                f'prompt: unknown section "=== {name} ==="; the sections are {", ".join(_REQUIRED)}'
            )
        if name in sections:
            raise BadInput(f'prompt: the section "=== {name} ===" stands twice')
        sections[name] = body.strip("\n")
    return sections


def _template(name: str, body: str, required: tuple[frozenset[str], ...], model: str) -> Template:
    template = Template(body)
    if not template.is_valid():
        raise BadInput(f'prompt, section "{name}": write $$ for a dollar sign')
    found = set(template.get_identifiers())
    allowed = frozenset().union(*required)
    as_data = model == BASELINE_MODEL
    allowed = frozenset(p for p in allowed if p.endswith("_json") == as_data)
    for choices in required:
        if not found & choices & allowed:
            wanted = " or ".join(f"${p}" for p in sorted(choices & allowed))
            raise BadInput(f'prompt, section "{name}": the placeholder {wanted} is missing')
    if unknown := found - allowed:
        names = ", ".join(f"${p}" for p in sorted(unknown))
        raise BadInput(
            f'prompt, section "{name}": unknown placeholder {names}; write $$ for a dollar sign'
        )
    return template
