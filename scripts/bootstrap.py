"""Set-up: makes .venv, installs the hashed requirements, then becomes the command given.

    scripts/run [--dev] [--browser] [-- COMMAND ...]

Standard library only. A second run with unchanged requirement files does nothing and takes a
moment. An interrupted run is repaired by the next: the stamp is written last, and a folder in
which an installation was under way is made anew.
"""

import argparse
import collections
import contextlib
import errno
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
INSTALLING = VENV / "calibrant-installing"
NEEDED_BYTES = 2_000_000_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# What an installer says when something outside of it is wrong → what to do about it.
REMEDIES = [
    (
        ("no space left", "disk quota exceeded"),
        "the disk is full; free about 2 GB (CALIBRANT_DATA may lie elsewhere, .venv may not)",
    ),
    (
        (
            *("name resolution", "dns error", "failed to establish a new connection"),
            *("connection refused", "network is unreachable", "timed out", "error sending request"),
            *("connecttimeout", "max retries exceeded", "no matching distribution found"),
        ),
        "the package index can't be reached; check the network or pip's index and proxy settings",
    ),
    (
        ("ensurepip is not available", "no module named venv", "no module named ensurepip"),
        "this Python can't make environments; install its venv package (Debian: python3-venv)",
    ),
    (
        ("do not match the hashes", "hash mismatch"),
        "a package differs from the one that was recorded; don't use it, and tell the maintainers",
    ),
    (("permission denied", "read-only file system"), f"{ROOT} can't be written"),
]


class SetupError(Exception):
    """One line: what is wrong and what to do."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/run", description="Set up, then run a command.")
    parser.add_argument("--dev", action="store_true", help="also what tests and checks need")
    parser.add_argument("--browser", action="store_true", help="also a browser for the tests")
    parser.add_argument("command", nargs="*", help="what to run in the environment afterwards")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if os.environ.get("CALIBRANT_DIE_WITH_PARENT") == "1":
        parent_module().die_with_parent()
    try:
        with one_at_a_time():
            if options.browser:  # (first: where it is missing, nobody should wait to hear it)
                os.environ["CALIBRANT_CHROMIUM"] = find_browser()
            set_up(dev=options.dev)
    except SetupError as error:
        sys.exit(complain(str(error)))
    except OSError as error:
        sys.exit(complain(remedy_for(str(error)) or f"set-up failed: {error}"))
    except KeyboardInterrupt:
        sys.exit(130)
    if options.command:
        become(options.command)


def complain(line: str) -> int:
    sys.stderr.write(f"calibrant: {line}\n")
    return 2


def become(command: list[str]) -> NoReturn:
    """Replace this process by `command`, with the environment's programs first in the PATH."""
    os.environ["PATH"] = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    os.environ["VIRTUAL_ENV"] = str(VENV)
    sys.stdout.flush()
    sys.stderr.flush()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)  # noqa: S606
    except OSError as error:
        sys.exit(complain(f"can't run {command[0]}: {error.strerror}"))


# --- the environment -------------------------------------------------------------------------


def set_up(*, dev: bool) -> None:
    """Make .venv hold what the requirement files say. Raises SetupError."""
    if sys.version_info < (3, 12):  # noqa: UP036 (this very check is for older ones)
        raise SetupError(f"Python 3.12 or newer is needed, this is {sys.version.split()[0]}")
    files = [ROOT / "requirements.txt"] + ([ROOT / "requirements-dev.txt"] if dev else [])
    if is_sound() and read(stamp_of(files)) == fingerprint(files):
        return
    free = shutil.disk_usage(ROOT).free
    if not is_sound():
        if free < NEEDED_BYTES:
            raise SetupError(
                f"set-up needs about {NEEDED_BYTES / 1e9:.1f} GB in {ROOT}, "
                f"{free / 1e9:.1f} GB are free; make room and run this again"
            )
        make_venv()
    INSTALLING.write_text("")
    say(f"installing {count_pins(files)} packages into .venv (the first time takes a few minutes)")
    install(files)
    INSTALLING.unlink()
    for count in range(1, len(files) + 1):  # (what tests need includes what the product needs)
        draft = stamp_of(files[:count]).with_suffix(".draft")
        draft.write_text(fingerprint(files[:count]))
        draft.replace(stamp_of(files[:count]))


def stamp_of(files: list[Path]) -> Path:
    """Where it is noted that the environment holds what `files` say."""
    return VENV / f"calibrant-stamp-{'run' if len(files) == 1 else 'dev'}"


def is_sound() -> bool:
    """Whether .venv has a Python that runs and is new enough, and no half-done installation."""
    if INSTALLING.exists() or not PYTHON.exists():
        return False
    test = "import sys; sys.exit(sys.version_info < (3, 12))"
    return subprocess.run([PYTHON, "-I", "-c", test], check=False).returncode == 0


def fingerprint(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return json.dumps({"requirements": digest.hexdigest(), "python": os.path.realpath(PYTHON)})


def make_venv() -> None:
    if VENV.exists() or VENV.is_symlink():
        say("making .venv anew (the last set-up did not finish, or its Python is gone)")
        remove(VENV)
    else:
        say(f"making .venv with Python {sys.version.split()[0]}")
    base = getattr(sys, "_base_executable", sys.executable)
    uv = shutil.which("uv")
    maker = [uv, "venv", "--quiet", "--no-project", "--python", base] if uv else []
    run([*(maker or [base, "-m", "venv"]), str(VENV)])


def remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def install(files: list[Path]) -> None:
    uv = shutil.which("uv")
    if uv:
        tool = [uv, "pip", "install", "--python", str(PYTHON)]
    else:
        if not list((VENV / "lib").glob("python*/site-packages/pip")):  # (a .venv made by uv)
            run([str(PYTHON), "-m", "ensurepip"])
        tool = [str(PYTHON), "-m", "pip", "install", "-qq", "--prefer-binary"]
        tool += ["--disable-pip-version-check", "--no-input"]
    listed = [word for file in files for word in ("-r", str(file))]
    run([*tool, "--require-hashes", *listed])


def count_pins(files: list[Path]) -> int:
    return sum("==" in line for file in files for line in file.read_text().splitlines())


# --- the browser -----------------------------------------------------------------------------


def find_browser() -> str:
    """Path of a Chromium for the browser tests, installed first where we may. SetupError else."""
    if named := os.environ.get("CALIBRANT_CHROMIUM"):
        if path := shutil.which(named):
            return path
        raise SetupError(f"CALIBRANT_CHROMIUM={named} is not a program; name one, or unset it")
    if path := first_on_path(BROWSERS):
        return path
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say("installing Chromium for the browser tests")
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        run(["apt-get", "-qq", "update"])
        run(["apt-get", "-qq", "-y", "install", "--no-install-recommends", "chromium"])
        if path := first_on_path(BROWSERS):
            return path
    raise SetupError(
        "the browser tests need Chromium: install it (Debian: apt-get install chromium; "
        "macOS: brew install --cask chromium) or name one in CALIBRANT_CHROMIUM"
    )


def first_on_path(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


# --- running things --------------------------------------------------------------------------


def run(command: list[str]) -> None:
    """Run an installer, pass on what it says, and put its failure into one line."""
    last: collections.deque[str] = collections.deque(maxlen=60)
    parent = parent_module()

    def before_exec() -> None:
        parent.ask_kernel(signal.SIGKILL)

    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        preexec_fn=before_exec,
    ) as child:
        try:
            for line in child.stdout or ():
                last.append(line)
                sys.stderr.write(line)
            code = child.wait()
        except BaseException:
            child.kill()
            raise
    if code != 0:
        what = Path(command[0]).name
        raise SetupError(remedy_for("".join(last)) or f"{what} failed with exit code {code}")


def remedy_for(text: str) -> str | None:
    text = text.lower()
    for signs, remedy in REMEDIES:
        if any(sign in text for sign in signs):
            return remedy
    return None


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two commands started together must not set up the same folder twice."""
    handle = os.open(ROOT / ".setup.lock", os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in {errno.EAGAIN, errno.EACCES}:
                raise
            say("waiting for another set-up of this folder to end")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def parent_module() -> "ParentModule":
    """config.parent, by path: the package around it can't be imported before set-up."""
    spec = importlib.util.spec_from_file_location("parent", ROOT / "config" / "parent.py")
    if spec is None or spec.loader is None:
        raise SetupError("config/parent.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module  # type: ignore[return-value]


class ParentModule:
    ask_kernel: Callable[[int], bool]
    die_with_parent: Callable[[], None]


def read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def say(line: str) -> None:
    sys.stderr.write(f"calibrant: {line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
