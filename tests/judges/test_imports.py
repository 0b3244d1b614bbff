"""What the web process loads, and what nobody may."""

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

SCRIPT = """
import sys, django
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
import judges.judge_views, judges.tasks, judges.management.commands.run_judge
heavy = ("google.adk", "google.genai", "litellm", "spacy", "presidio_analyzer", "sklearn")
print([name for name in heavy if name in sys.modules])
"""


def test_the_web_process_loads_no_heavy_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": "", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_litellm_is_not_installed() -> None:
    assert importlib.util.find_spec("litellm") is None
