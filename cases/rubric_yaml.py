"""YAML that people write by hand, read strictly: every key once, line numbers, no aliases or tags.

Pure: text in, plain values out. Built on PyYAML's safe loader, without the YAML 1.1 surprises
(`No` is a word here, not false; a date is a text).
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

Path = tuple[str | int, ...]

_UNKEPT = "a character that text can't hold"
_STANDARD = "tag:yaml.org,2002:"


class YamlProblem(Exception):
    """Text that is not YAML, or not YAML that we take. `line` counts from 1; 0 is unknown."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class Document:
    """The values of a document, and the line on which each stands."""

    data: Any
    lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int:
        """The line of `path`, or of the nearest thing around it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return 0


class _Loader(yaml.SafeLoader):
    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            line = self.line + 1
            raise YamlProblem(
                "aliases (*name) are not taken: write the text out where it is used", line
            )
        return super().compose_node(parent, index)


# Only numbers, true, false and null are more than text.
_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?", "-+0123456789"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), list(_first)
    )


# What each kind of node may be. A tag can't make anything else of it.
_KINDS = {
    yaml.MappingNode: frozenset({"map"}),
    yaml.SequenceNode: frozenset({"seq"}),
    yaml.ScalarNode: frozenset({"str", "bool", "int", "float", "null"}),
}
# Escapes can write what no database keeps as text.
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")


def read_yaml(text: str) -> Document:
    """Parse one document. Raises YamlProblem with the line for anything that is not taken."""
    loader = None
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        lines: dict[Path, int] = {}
        data = _value(loader, root, (), lines) if root is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = ", ".join(part for part in (error.context, error.problem) if part)
        raise YamlProblem(words or "not YAML", mark.line + 1 if mark else 0) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise YamlProblem(_UNKEPT, line) from error
    except (yaml.YAMLError, ValueError) as error:
        raise YamlProblem(str(error)) from error
    except RecursionError as error:
        raise YamlProblem("nested too deeply") from error
    finally:
        if loader is not None:
            loader.dispose()
    return Document(data, lines)


def _value(loader: _Loader, node: yaml.Node, path: Path, lines: dict[Path, int]) -> Any:
    line = node.start_mark.line + 1
    lines[path] = line
    if node.tag.removeprefix(_STANDARD) not in _KINDS[type(node)]:
        raise YamlProblem(f"the tag {node.tag!r} is not taken: leave it out", line)
    if isinstance(node, yaml.MappingNode):
        return _mapping(loader, node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, child, (*path, i), lines) for i, child in enumerate(node.value)]
    return _scalar(loader, node, line)


def _scalar(loader: _Loader, node: yaml.Node, line: int) -> Any:
    try:
        value = loader.construct_object(node, deep=True)
    except (ValueError, LookupError) as error:
        # A tag says that it is a number or a truth value, or it has too many digits for one.
        raise YamlProblem(f"{node.value[:60]!r} can't be read: put it in quotes", line) from error
    if isinstance(value, float) and not math.isfinite(value):
        raise YamlProblem(f"{node.value[:60]!r} is no number that can be kept", line)
    if isinstance(value, str) and _NOT_TEXT.search(value):
        raise YamlProblem(_UNKEPT, line)
    return value


def _mapping(
    loader: _Loader, node: yaml.MappingNode, path: Path, lines: dict[Path, int]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlProblem("a key must be a word", line)
        key = str(key_node.value)
        if _NOT_TEXT.search(key):
            raise YamlProblem(_UNKEPT, line)
        if key in found:
            first = lines[(*path, key)]
            raise YamlProblem(
                f"the key {key!r} stands twice in one block, first in line {first}: keep one", line
            )
        found[key] = _value(loader, value_node, (*path, key), lines)
        lines[(*path, key)] = line
    return found


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def write_yaml(data: Any) -> str:
    """`data` as YAML that `read_yaml` reads back to the same values."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=88)
