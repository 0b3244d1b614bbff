"""Take a rubric from a YAML file; the same content again changes nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from cases.errors import BadInput
from cases.rubrics import parse_rubric, save_rubric_version
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = "Import a rubric from a YAML file as a new version of its rubric."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the rubric, YAML in UTF-8")
        parser.add_argument("--slug", help="its short name (default: the file's slug or name)")

    def run(self, **options: Any) -> dict[str, Any]:
        spec = parse_rubric(_read(Path(options["file"])))
        version = save_rubric_version(spec=spec, slug=options["slug"])
        return {
            "rubric": version.rubric.slug,
            "version": version.number,
            "criteria": [criterion.key for criterion in spec.criteria],
            "content_hash": version.content_hash,
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        return [
            f"Rubric {result['rubric']}, version {result['version']}: "
            f"{', '.join(result['criteria'])}"
        ]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not text in UTF-8; save the rubric as UTF-8 YAML") from error
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; name a rubric file that can be read") from error
