"""Set-up in a folder of its own, with requirement files that need no package index."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.config.commands import ROOT, wait_for

pytestmark = pytest.mark.slow

MISSING = f"surely-not-there==1.0 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("scripts/run", "scripts/bootstrap.py", "config/parent.py"):
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, target)
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    (tmp_path / "requirements-dev.txt").write_text("# nothing\n")
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    # Without uv, whatever this machine has: both ways end in the same environment.
    path = f"{Path(sys.executable).resolve().parent}:/usr/bin:/bin"
    env = {
        "PATH": path,
        "HOME": "/nonexistent",
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": "/dev/null",
    }
    return env | more


def run(clone: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "scripts" / "run", *words],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_sets_up_once_and_runs_the_command_in_the_environment(clone: Path) -> None:
    ask = ["--", "python", "-c", "import sys; print(sys.prefix)"]
    first = run(clone, *ask)
    assert first.returncode == 0, first.stderr
    assert first.stdout.strip() == str(clone / ".venv")
    assert "making .venv" in first.stderr

    second = run(clone, *ask)
    assert second.stdout.strip() == str(clone / ".venv")
    assert second.stderr == ""

    (clone / "requirements.txt").write_text("# changed\n")
    third = run(clone, "--dev")
    assert third.returncode == 0
    assert "installing" in third.stderr
    assert "making" not in third.stderr
    # What tests need includes what the product needs.
    assert run(clone).stderr == ""


def test_a_failed_set_up_is_said_in_one_line_and_repaired_by_the_next(clone: Path) -> None:
    (clone / "requirements.txt").write_text(MISSING)
    failed = run(clone, "--", "python", "-c", "print('ran')")
    assert failed.returncode == 2
    assert failed.stdout == ""
    assert "package index can't be reached" in failed.stderr.splitlines()[-1]

    (clone / "requirements.txt").write_text("# nothing\n")
    (clone / ".venv" / "half-written").touch()
    repaired = run(clone)
    assert repaired.returncode == 0
    assert "anew" in repaired.stderr
    assert not (clone / ".venv" / "half-written").exists()


def test_a_killed_set_up_leaves_no_process_and_is_repaired_by_the_next(clone: Path) -> None:
    setup = subprocess.Popen([clone / "scripts" / "run"], env=environment(), stderr=subprocess.PIPE)
    wait_for("start of the environment", (clone / ".venv").exists, 20)
    time.sleep(0.3)
    setup.send_signal(signal.SIGKILL)
    setup.communicate()

    def is_quiet() -> bool:
        table = subprocess.run(["ps", "axww"], check=True, capture_output=True, text=True).stdout
        return str(clone / ".venv") not in table

    wait_for("end of every process of the set-up", is_quiet, 10)
    repaired = run(clone, "--", "python", "-c", "import pip")
    assert repaired.returncode == 0, repaired.stderr

    # So is an environment whose Python has gone.
    python = clone / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nonexistent/python3")
    assert run(clone, "--", "python", "-c", "pass").returncode == 0


def test_without_a_python_it_says_what_to_install(clone: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname"):
        os.symlink(shutil.which(name) or name, tools / name)
    result = run(clone, PATH=str(tools))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "Python 3.12" in result.stderr


def test_without_a_browser_it_says_what_to_install(clone: Path) -> None:
    result = run(clone, "--browser", CALIBRANT_CHROMIUM="/nonexistent/chromium")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "CALIBRANT_CHROMIUM" in result.stderr
    assert not (clone / ".venv").exists()
