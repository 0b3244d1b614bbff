"""A rubric as people write it: read from YAML or a form, checked, with every problem located.

Pure but for the exception that it shares with the rest.
"""

import difflib
import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.functional_validators import BeforeValidator

from cases.errors import BadInput
from cases.rubric_yaml import Document, Path, YamlProblem, read_yaml, write_yaml
from cases.rules import validate_rules

MAX_SIZE = 200_000
# States of an answer, which no level may be called.
RESERVED_VALUES = frozenset(
    {"CANT_TELL", "SKIP", "OPT_OUT", "ERROR", "FIRST_CASE", "SECOND_CASE", "TIE"}
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in one place. `path` leads to the field, as ("criteria", 0, "question")."""

    path: Path
    message: str
    place: str = ""
    line: int = 0

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        place = ", ".join(part for part in (line, self.place) if part)
        return f"{place}: {self.message}" if place else self.message


class RubricInvalid(BadInput):
    """A rubric that can't be taken, with all its problems."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 5} more)" if len(problems) > 5 else ""
        super().__init__("rubric: " + "; ".join(str(p) for p in problems[:5]) + more)


def _clean(value: Any) -> Any:
    """Texts without outer space or the line ends of forms; numbers as the text they were."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    value = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if any(unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t" for c in value):
        raise ValueError("holds a control character: take it out")
    return value


_Clean = BeforeValidator(_clean)
Text = Annotated[str, StringConstraints(min_length=1, max_length=4_000), _Clean]
OptionalText = Annotated[str, StringConstraints(max_length=4_000), _Clean]
Key = Annotated[str, StringConstraints(min_length=1, max_length=60), _Clean]
Value = Annotated[str, StringConstraints(min_length=1, max_length=100), _Clean]
Name = Annotated[str, StringConstraints(min_length=1, max_length=160), _Clean]
Label = Annotated[str, StringConstraints(max_length=160), _Clean]
Slug = Annotated[str, StringConstraints(max_length=80), _Clean]
Skill = Annotated[str, StringConstraints(max_length=40), _Clean]
Note = Annotated[str, StringConstraints(max_length=400), _Clean]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class LevelSpec(_Strict):
    """A level of a scale: the stored value, the word on the button, and its anchor."""

    value: Value
    label: Label = ""
    text: Text


class ExamplesSpec(_Strict):
    """Answers that clearly pass, clearly fail, and sit on the border (saying which side)."""

    pass_: list[Text] = Field(default=[], alias="pass")
    fail: list[Text] = []
    borderline: list[Text] = []


class CriterionSpec(_Strict):
    key: Key
    question: Text
    property: OptionalText = ""
    scale: Literal["binary", "ordinal", "nominal"] = "binary"
    kind: Literal["final_response", "tool_use", "process"] = "final_response"
    levels: list[LevelSpec]
    pass_levels: list[Value] = []
    examples: ExamplesSpec = ExamplesSpec()
    rules: list[dict[str, Any]] = []
    gates: bool = True
    evidence_optional: bool = False
    # Only raters with this skill are asked; "" asks all.
    skill: Skill = ""

    def content(self) -> dict[str, Any]:
        """Everything, in a form that doesn't depend on what was left to its default.

        A skill only where one is asked for: rubrics from before there were any keep their hash.
        """
        content = self.model_dump(by_alias=True)
        if not self.skill:
            del content["skill"]
        return content

    def content_hash(self) -> str:
        """Of what makes an answer comparable: the wording that people and judges answer to.

        Rules, gating, pass levels, skill and position are left out: a human label means the same
        when they change.
        """
        left_out = {"rules", "gates", "pass_levels", "evidence_optional", "skill"}
        return _digest({k: v for k, v in self.content().items() if k not in left_out})


class RubricSpec(_Strict):
    name: Name
    slug: Slug = ""
    note: Note = ""
    criteria: list[CriterionSpec]

    def content_hash(self) -> str:
        """Of all criteria with all they hold, in their order; not of the name or the note."""
        return _digest([criterion.content() for criterion in self.criteria])


def _digest(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse_rubric(text: str) -> RubricSpec:
    """The rubric written in `text` (YAML). Raises RubricInvalid naming lines and remedies."""
    if len(text) > MAX_SIZE:
        raise RubricInvalid(
            [Problem((), f"longer than {MAX_SIZE:,} characters: split it into several rubrics")]
        )
    try:
        document = read_yaml(text)
    except YamlProblem as error:
        problem = Problem(
            (), f"{error.message} (this is not YAML that can be read)", "", error.line
        )
        if "stands twice" in error.message or "aliases" in error.message:
            problem = Problem((), error.message, "", error.line)
        raise RubricInvalid([problem]) from error
    if not isinstance(document.data, dict):
        raise RubricInvalid(
            [Problem((), "a rubric starts with `name:` and `criteria:`; see the starter rubric")]
        )
    return check_rubric(document.data, document)


def check_rubric(data: dict[str, Any], document: Document | None = None) -> RubricSpec:
    """The rubric that plain values describe. Raises RubricInvalid with every problem found."""
    try:
        spec = RubricSpec.model_validate(data)
    except ValidationError as error:
        found = [_shape_problem(detail) for detail in error.errors(include_url=False)]
        found += _doubled_keys(data.get("criteria"))
    else:
        found = list(_problems(spec))
        if not found:
            return spec
    found.sort(key=lambda problem: _criterion_number(problem[0]))
    raise RubricInvalid([_located(path, message, data, document) for path, message in found])


def _criterion_number(path: Path) -> int:
    """Where a problem stands in the order of the rubric; what is not in a criterion comes first."""
    return path[1] if len(path) > 1 and isinstance(path[1], int) else -1


def spec_yaml(spec: RubricSpec) -> str:
    """YAML that parse_rubric reads back to an equal spec."""
    data = spec.model_dump(by_alias=True, exclude_defaults=True)
    data["criteria"] = [
        c.model_dump(by_alias=True, exclude_defaults=True) | {"scale": c.scale, "kind": c.kind}
        for c in spec.criteria
    ]
    data["criteria"] = [_ordered(c) for c in data["criteria"]]
    return write_yaml(data)


def _ordered(criterion: dict[str, Any]) -> dict[str, Any]:
    return {name: criterion[name] for name in _names(CriterionSpec) if name in criterion}


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


# --- what can be wrong ---------------------------------------------------------------------

Found = tuple[Path, str]


def _problems(spec: RubricSpec) -> Iterator[Found]:
    """What is wrong with a rubric whose fields have the right shapes."""
    if not spec.criteria:
        yield ("criteria",), "is empty: write at least one criterion"
    if len(spec.criteria) > 50:
        yield ("criteria",), "holds more than 50 criteria: nobody can answer them well, split it"
    if spec.slug and not re.fullmatch(r"[a-z0-9]+(?:[-_][a-z0-9]+)*", spec.slug):
        yield ("slug",), "takes small letters, digits and single hyphens"
    yield from _doubled_keys([{"key": criterion.key} for criterion in spec.criteria])
    for number, criterion in enumerate(spec.criteria):
        path: Path = ("criteria", number)
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", criterion.key):
            yield (*path, "key"), "takes small letters, digits, _ and -, and starts with a letter"
        yield from _criterion_problems(criterion, path)


def _doubled_keys(criteria: Any) -> Iterator[Found]:
    """Keys that two criteria share. Takes any shape, so that it can be told with the rest."""
    first: dict[str, int] = {}
    for number, criterion in enumerate(criteria if isinstance(criteria, list) else []):
        key = criterion.get("key") if isinstance(criterion, dict) else None
        if not isinstance(key, str) or not key.strip():
            continue
        if key in first:
            yield (
                ("criteria", number, "key"),
                f"{key!r} is the key of criterion {first[key] + 1} too: "
                "give each criterion its own key",
            )
        first.setdefault(key, number)


def _criterion_problems(criterion: CriterionSpec, path: Path) -> Iterator[Found]:
    values = [level.value for level in criterion.levels]
    if len(values) < 2:
        yield (*path, "levels"), "needs at least two levels: one choice tells nothing"
    elif criterion.scale == "binary" and len(values) != 2:
        yield (
            (*path, "levels"),
            f"a binary scale has exactly 2 levels, this has {len(values)}: "
            "take two, or make the scale ordinal or nominal",
        )
    elif len(values) > 12:
        yield (
            (*path, "levels"),
            f"{len(values)} levels are more than people can keep apart: 12 at most",
        )
    for number, (value, count) in enumerate(Counter(values).items()):
        if count > 1:
            yield (
                (*path, "levels", number, "value"),
                f"{value!r} is the value of {count} levels: give each its own",
            )
        if value.upper() in RESERVED_VALUES:
            yield (
                (*path, "levels", number, "value"),
                f"{value!r} is the name of a state of an answer: call the level something else",
            )
        if "\n" in value:
            yield (*path, "levels", number, "value"), "must be on one line"
    for number, value in enumerate(criterion.pass_levels):
        if value not in values:
            yield (
                (*path, "pass_levels", number),
                f"{value!r} is no level of this criterion: choose among {', '.join(values)}",
            )
    if values and set(values) <= set(criterion.pass_levels):
        yield (*path, "pass_levels"), "holds every level, so nothing could fail: leave one out"
    if "\n" in criterion.property:
        yield (*path, "property"), "must be a single paragraph on one line"
    if criterion.skill and not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", criterion.skill):
        yield (*path, "skill"), "takes small letters, digits and hyphens, as in medical-de"
    for message in validate_rules(criterion.rules):
        yield (*path, "rules"), message


_MISSING = {
    "text": "is missing: write what an answer at this level looks like",
    "question": "is missing: write the question a rater answers from the transcript",
    "levels": "is missing: list the levels with value and text, worst first",
    "key": "is missing: give the criterion a short name, such as grounded",
    "value": "is missing: give the level a short value, such as PASS",
    "name": "is missing: give the rubric a name",
    "criteria": "is missing: list the criteria",
}


def _shape_problem(detail: Any) -> Found:
    """One of pydantic's errors in our words."""
    path: Path = tuple(detail["loc"])
    name = str(path[-1]) if path else ""
    kind: str = detail["type"]
    limits = detail.get("ctx", {})
    empty = kind == "string_too_short" or (kind == "string_type" and detail["input"] is None)
    if kind == "missing" or empty:
        return path, _MISSING.get(name, "is empty: write it or leave it out")
    if kind == "extra_forbidden":
        return path, f"is not a field here{_meant(path)}"
    if kind == "string_too_long":
        return path, f"is longer than {limits['max_length']:,} characters"
    if kind == "string_type" and isinstance(detail["input"], bool):
        return path, "is true or false without quotes: put the word in quotes"
    messages = {
        "string_type": "must be a text",
        "list_type": "must be a list",
        "bool_type": "must be true or false",
        "bool_parsing": "must be true or false",
        "model_type": "must be a block of fields",
        "dict_type": "must be a block of fields",
        "literal_error": f"must be one of {limits.get('expected', '')}".replace("'", ""),
        "value_error": str(limits.get("error", "")),
    }
    return path, messages.get(kind, detail["msg"])


_BLOCKS: dict[str, type[BaseModel]] = {
    "criteria": CriterionSpec,
    "levels": LevelSpec,
    "examples": ExamplesSpec,
}


def _meant(path: Path) -> str:
    model: type[BaseModel] = RubricSpec
    for part in path[:-1]:
        model = _BLOCKS.get(str(part), model)
    known = _names(model)
    close = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.6)
    return f": did you mean {close[0]!r}?" if close else f": known are {', '.join(known)}"


def _located(path: Path, message: str, data: Any, document: Document | None) -> Problem:
    line = document.line_of(path) if document else 0
    return Problem(path, message, _place(path, data), line)


def _place(path: Path, data: Any) -> str:
    """The path in words: `criterion "grounded", level "PASS", text`."""
    words: list[str] = []
    here = data
    for part, following in zip(path, (*path[1:], None), strict=True):
        parent = here
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(part, int):
            continue
        one = {"criteria": "criterion", "levels": "level", "pass_levels": "pass level"}.get(part)
        if not isinstance(following, int):
            words.append(part)
            continue
        item = parent[part][following] if isinstance(parent, dict) else None
        named = item.get("key") or item.get("value") if isinstance(item, dict) else None
        words.append(
            f"{one or part} {json.dumps(named, ensure_ascii=False)}"
            if named
            else f"{one or part} {following + 1}"
        )
    return ", ".join(words)
