"""The rubric editor without a page: posted fields → a draft → fields with their problems. Pure.

A draft is a mapping shaped like the YAML of a rubric, except that each criterion carries its rules
as YAML text under `rules_text`, since somebody may be in the middle of writing them. Field names
are `name`, `c0.question`, `c0.level1.text`, `c0.level1.passes`, `c0.borderline2` and so on.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cases.rubric_spec import Problem, RubricInvalid, RubricSpec, check_rubric
from cases.rubric_yaml import Path, YamlProblem, read_yaml, write_yaml

Draft = dict[str, Any]
# Field name → what is wrong with it.
Errors = dict[str, list[str]]

EXAMPLE_KINDS = ("pass", "fail", "borderline")
_PLAIN = ("key", "question", "property", "scale", "kind", "skill")
_ACTION = re.compile(r"(?P<verb>remove|up|down|add-level)-(?P<at>\d{1,3})(?:-(?P<level>\d{1,3}))?")


def blank_draft() -> Draft:
    return {"name": "", "slug": "", "note": "", "criteria": [blank_criterion()]}


def blank_criterion() -> Draft:
    return {
        "key": "",
        "question": "",
        "property": "",
        "scale": "binary",
        "kind": "final_response",
        "levels": [
            {"value": "FAIL", "label": "No", "text": ""},
            {"value": "PASS", "label": "Yes", "text": ""},
        ],
        "pass_levels": ["PASS"],
        "examples": {kind: [] for kind in EXAMPLE_KINDS},
        "rules_text": "",
        "gates": True,
        "evidence_optional": False,
        "skill": "",
    }


def draft_of(spec: RubricSpec) -> Draft:
    draft = spec.model_dump(by_alias=True)
    for criterion in draft["criteria"]:
        rules = criterion.pop("rules")
        criterion["rules_text"] = write_yaml(rules) if rules else ""
    return draft


# --- reading a post ------------------------------------------------------------------------


def draft_from_post(post: Mapping[str, str]) -> Draft:
    """The draft that a posted form describes. Rows and examples left empty are dropped."""
    numbers = sorted({int(m[1]) for name in post if (m := re.match(r"c(\d{1,3})\.", name))})
    return {
        "name": post.get("name", ""),
        "slug": post.get("slug", ""),
        "note": post.get("note", ""),
        "criteria": [_criterion_from_post(post, f"c{number}.") for number in numbers],
    }


def _criterion_from_post(post: Mapping[str, str], prefix: str) -> Draft:
    criterion: Draft = {name: post.get(prefix + name, "") for name in _PLAIN}
    levels, passing = [], []
    for number in _numbered(post, f"{prefix}level", r"\."):
        row = f"{prefix}level{number}."
        level = {name: post.get(row + name, "") for name in ("value", "label", "text")}
        if any(part.strip() for part in level.values()):
            levels.append(level)
            passing += [level["value"].strip()] if post.get(row + "passes") else []
    examples = {}
    for kind in EXAMPLE_KINDS:
        texts = [post.get(f"{prefix}{kind}{n}", "") for n in _numbered(post, prefix + kind, "$")]
        examples[kind] = [text for text in texts if text.strip()]
    return criterion | {
        "levels": levels,
        "pass_levels": passing,
        "examples": examples,
        "rules_text": post.get(f"{prefix}rules", ""),
        "gates": bool(post.get(f"{prefix}gates")),
        "evidence_optional": bool(post.get(f"{prefix}evidence_optional")),
    }


def _numbered(post: Mapping[str, str], stem: str, after: str) -> list[int]:
    pattern = re.compile(re.escape(stem) + r"(\d{1,3})" + after)
    return sorted({int(m[1]) for name in post if (m := pattern.match(name))})


def apply_action(draft: Draft, action: str) -> Draft:
    """The draft after one of the editor's buttons; anything unknown changes nothing."""
    criteria = list(draft["criteria"])
    if action == "add":
        return draft | {"criteria": [*criteria, blank_criterion()]}
    match = _ACTION.fullmatch(action)
    if match is None or int(match["at"]) >= len(criteria):
        return draft
    verb, at = match["verb"], int(match["at"])
    if verb == "add-level":
        levels = [*criteria[at]["levels"], {"value": "", "label": "", "text": ""}]
        criteria[at] = criteria[at] | {"levels": levels}
    elif verb == "remove" and match["level"] is not None:
        levels = [v for n, v in enumerate(criteria[at]["levels"]) if n != int(match["level"])]
        criteria[at] = criteria[at] | {"levels": levels}
    elif verb == "remove":
        del criteria[at]
    else:
        to = max(0, at - 1) if verb == "up" else min(len(criteria) - 1, at + 1)
        criteria.insert(to, criteria.pop(at))
    return draft | {"criteria": criteria}


def spec_from_draft(draft: Draft) -> RubricSpec:
    """The rubric of a draft. Raises RubricInvalid with every problem and its path."""
    problems: list[Problem] = []
    criteria = []
    for number, criterion in enumerate(draft["criteria"]):
        plain = {name: value for name, value in criterion.items() if name != "rules_text"}
        try:
            plain["rules"] = _rules(criterion["rules_text"])
        except YamlProblem as error:
            line = f", line {error.line} of the rules" if error.line else ""
            problems.append(Problem(("criteria", number, "rules"), f"{error.message}{line}"))
            plain["rules"] = []
        criteria.append(plain)
    try:
        spec = check_rubric(draft | {"criteria": criteria})
    except RubricInvalid as error:
        raise RubricInvalid(error.problems + problems) from error
    if problems:
        raise RubricInvalid(problems)
    return spec


def _rules(text: str) -> Any:
    data = read_yaml(text).data if text.strip() else []
    return [] if data is None else data


# --- what the page shows -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EditorField:
    name: str
    value: str
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LevelRow:
    number: int
    value: EditorField
    label: EditorField
    text: EditorField
    passes: bool


@dataclass(frozen=True, slots=True)
class CriterionBlock:
    number: int
    first: bool
    last: bool
    fields: dict[str, EditorField]
    levels: list[LevelRow]
    level_errors: list[str]
    examples: dict[str, list[EditorField]]
    rules: EditorField
    gates: bool
    evidence_optional: bool


@dataclass(frozen=True, slots=True)
class Editor:
    name: EditorField
    slug: EditorField
    note: EditorField
    criteria: list[CriterionBlock]
    errors: list[str]
    problems: int


def editor_of(draft: Draft, problems: list[Problem] | None = None) -> Editor:
    """The draft as fields, each with the problems of its place."""
    errors: Errors = {}
    for problem in problems or []:
        errors.setdefault(_field_name(problem.path), []).append(problem.message)
    last = len(draft["criteria"]) - 1
    return Editor(
        name=_field("name", draft["name"], errors),
        slug=_field("slug", draft["slug"], errors),
        note=_field("note", draft["note"], errors),
        criteria=[_block(n, n == last, c, errors) for n, c in enumerate(draft["criteria"])],
        errors=errors.get("criteria", []) + errors.get("", []),
        problems=len(problems or []),
    )


def _field(name: str, value: str, errors: Errors) -> EditorField:
    return EditorField(name, value, errors.get(name, []))


def _block(number: int, last: bool, criterion: Draft, errors: Errors) -> CriterionBlock:
    prefix = f"c{number}."
    return CriterionBlock(
        number=number,
        first=number == 0,
        last=last,
        fields={name: _field(prefix + name, criterion[name], errors) for name in _PLAIN},
        levels=[
            _level(prefix, n, level, criterion, errors)
            for n, level in enumerate(criterion["levels"])
        ],
        level_errors=errors.get(f"{prefix}levels", []),
        examples={
            kind: [
                _field(f"{prefix}{kind}{n}", text, errors)
                # One empty field more than there are examples, for the next one.
                for n, text in enumerate([*criterion["examples"][kind], ""])
            ]
            for kind in EXAMPLE_KINDS
        },
        rules=_field(f"{prefix}rules", criterion["rules_text"], errors),
        gates=criterion["gates"],
        evidence_optional=criterion["evidence_optional"],
    )


def _level(prefix: str, row: int, level: Draft, criterion: Draft, errors: Errors) -> LevelRow:
    stem = f"{prefix}level{row}."
    return LevelRow(
        number=row,
        value=_field(stem + "value", level["value"], errors),
        label=_field(stem + "label", level["label"], errors),
        text=_field(stem + "text", level["text"], errors),
        passes=level["value"].strip() in criterion["pass_levels"],
    )


def _field_name(path: Path) -> str:
    """The editor's field for a path: ("criteria", 0, "levels", 1, "text") → c0.level1.text."""
    match path:
        case ("criteria", int(at), "levels", int(row), str(part)):
            return f"c{at}.level{row}.{part}"
        case ("criteria", int(at), "levels" | "pass_levels", *_):
            return f"c{at}.levels"
        case ("criteria", int(at), "examples", str(kind), int(n)):
            return f"c{at}.{kind}{n}"
        case ("criteria", int(at), str(part), *_):
            return f"c{at}.{part}"
        case (str(part), *_):
            return part
    return ""
