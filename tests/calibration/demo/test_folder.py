import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from calibration.demo.folder import SLUG, Folder, logins, open_folder, sessions_of, start_over
from calibration.demo.scenarios import scenarios
from calibration.demo.store import write_truth
from cases.errors import BadInput
from config.embedded.folder import FileLock
from tests.config.commands import ROOT, environment
from tests.make import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(tmp_path: Path):  # type: ignore[no-untyped-def]
    folder = tmp_path / "data"
    with override_settings(DATA_DIR=folder):
        yield folder


def test_an_empty_data_folder_is_taken(data: Path) -> None:
    folder = open_folder()
    assert folder.path == data / "demo"
    assert folder.marker.exists()


def test_a_folder_with_real_studies_is_left_alone(data: Path) -> None:
    make_study("spring-audit")
    with pytest.raises(BadInput, match=r"holds other studies \(spring-audit\).*CALIBRANT_DATA"):
        open_folder()
    assert not (data / "demo").exists()


def test_studies_made_in_the_example_s_own_folder_do_no_harm(data: Path) -> None:
    open_folder()
    make_study("my-first-try")
    assert open_folder().marker.exists()


def test_log_ins_are_drawn_once_and_private(data: Path) -> None:
    folder = open_folder()
    drawn = logins(folder)
    assert set(drawn) == {"rater", "lead", "admin"}
    assert len({login["password"] for login in drawn.values()}) == 3
    assert logins(folder) == drawn
    assert stat.S_IMODE(folder.logins.stat().st_mode) == 0o600


def test_reset_wants_the_database_in_the_data_folder(data: Path) -> None:
    open_folder()
    with pytest.raises(BadInput, match="DATABASE_URL"):
        start_over()
    assert (data / "demo").exists()


# --- reset, with the database where the example keeps it: in processes of their own ---------------

SETUP = """
import django
django.setup()
from django.core.management import call_command
from calibration.demo.folder import logins, open_folder, start_over
from cases.errors import BadInput
from config.embedded.folder import FileLock
from tests.config.commands import ROOT, environment
from tests.make import make_study
def reset():
    try:
        start_over()
    except BadInput as error:
        print(error)
"""


def play(data: Path, code: str) -> str:
    """What `code` prints in a process whose data folder is `data`."""
    done = subprocess.run(
        [sys.executable, "-c", SETUP + code],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_reset_leaves_a_folder_alone_that_the_example_did_not_make(tmp_path: Path) -> None:
    (tmp_path / "calibrant.sqlite3").write_text("precious")
    assert "was not made by the demo command" in play(tmp_path, "reset()")
    assert (tmp_path / "calibrant.sqlite3").read_text() == "precious"


def test_reset_of_nothing_does_nothing(tmp_path: Path) -> None:
    assert play(tmp_path, "reset()") == ""
    # What every command's settings make, the database empty.
    assert {path.name for path in tmp_path.iterdir()} == {"calibrant.sqlite3", "secret_key"}
    assert (tmp_path / "calibrant.sqlite3").stat().st_size == 0


def test_reset_stops_at_studies_made_by_hand(tmp_path: Path) -> None:
    code = "call_command('migrate', verbosity=0)\nopen_folder()\nmake_study('my-try')\nreset()"
    assert "also holds studies made by hand (my-try)" in play(tmp_path, code)
    assert (tmp_path / "demo").exists()
    assert (tmp_path / "calibrant.sqlite3").exists()


def test_reset_takes_all_of_it_but_the_key(tmp_path: Path) -> None:
    code = f"""
call_command('migrate', verbosity=0)
logins(open_folder())
make_study({SLUG!r})
reset()
"""
    assert play(tmp_path, code) == ""
    assert {path.name for path in tmp_path.iterdir()} == {"secret_key", "calibrant.lock"}


def test_reset_stops_while_something_runs_on_the_folder(tmp_path: Path) -> None:
    play(tmp_path, "open_folder()")
    with FileLock(tmp_path / "calibrant.lock") as lock:
        assert lock.take()
        assert "is running on" in play(tmp_path, "reset()")
    assert (tmp_path / "demo").exists()


def test_an_example_keeps_the_number_of_its_sessions(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert sessions_of(folder, None, otherwise=224) == 224
    assert sessions_of(folder, 60, otherwise=224) == 60
    write_truth(folder.truth, scenarios(60))
    assert sessions_of(folder, None, otherwise=224) == 60
    assert sessions_of(folder, 60, otherwise=224) == 60
    with pytest.raises(BadInput, match="has 60 sessions, not 70: add --reset"):
        sessions_of(folder, 70, otherwise=224)


@pytest.mark.parametrize("sessions", ["59", "225", "-1"])
def test_a_number_of_sessions_out_of_range_is_said(sessions: str) -> None:
    with pytest.raises(CommandError, match=f"--sessions {sessions}: take 60 to 224") as stopped:
        call_command("demo", f"--sessions={sessions}", "--no-serve")
    assert stopped.value.returncode == 2
