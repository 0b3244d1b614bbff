import subprocess
import sys
from pathlib import Path

import pytest

from config.settings import BASE_DIR


def migrate(data: Path) -> None:
    subprocess.run(
        ["/bin/sh", "-c", f"umask 022; exec {sys.executable} manage.py migrate --verbosity 0"],
        cwd=BASE_DIR,
        env={"CALIBRANT_DATA": str(data), "PATH": "/usr/bin:/bin"},
        check=True,
    )


@pytest.mark.parametrize("there", [False, True])
def test_nobody_else_may_read_the_embedded_database(tmp_path: Path, *, there: bool) -> None:
    data = tmp_path / "data"
    if there:
        data.mkdir()
        (data / "calibrant.sqlite3").touch(mode=0o644)
    migrate(data)
    modes = {p.name: p.stat().st_mode & 0o077 for p in data.iterdir() if p.is_file()}
    assert "calibrant.sqlite3" in modes
    assert set(modes.values()) == {0}
    assert there or data.stat().st_mode & 0o077 == 0
