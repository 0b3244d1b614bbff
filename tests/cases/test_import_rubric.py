import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cases.models import Rubric, RubricVersion
from tests.cases.test_rubric_spec import GOOD

pytestmark = pytest.mark.django_db


def run(*args: str) -> str:
    out = io.StringIO()
    call_command("import_rubric", *args, stdout=out)
    return out.getvalue()


def test_a_file_becomes_a_version_once(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    file.write_text(GOOD)
    assert run(str(file)) == "Rubric support, version 1: grounded, tone\n"
    assert run(str(file)) == "Rubric support, version 1: grounded, tone\n"
    file.write_text(GOOD.replace("Rude", "Unkind"))
    result = json.loads(run(str(file), "--json"))
    assert (result["rubric"], result["version"]) == ("support", 2)
    assert result["content_hash"] == RubricVersion.objects.get(number=2).content_hash
    run(str(file), "--slug", "other")
    assert Rubric.objects.filter(slug="other").exists()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "No such file"),
        (b"\xff\xfe", "UTF-8"),
        (GOOD.replace("key: tone", "key: grounded").encode(), "line 12"),
        (GOOD.replace("text: Rude", "text:").encode(), "is missing"),
    ],
)
def test_bad_files_end_with_two(tmp_path: Path, content: bytes | None, problem: str) -> None:
    file = tmp_path / "r.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=problem) as caught:
        run(str(file))
    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)
    assert not Rubric.objects.exists()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="name a rubric file") as caught:
        run(str(tmp_path))
    assert caught.value.returncode == 2
