"""The worked example as a newcomer runs it: killed, run again, run once more, served."""

import http.cookiejar
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.config.commands import MANAGE, ROOT, Command, assert_nothing_left, environment

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.embedded]

linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")


def demo(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MANAGE, "demo", *words],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


def query(data: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{data}/calibrant.sqlite3?mode=ro", uri=True)) as db:
        return db.execute(sql).fetchall()


def rows(data: Path) -> list[str]:
    """Everything in the database, but for who is logged in."""
    with closing(sqlite3.connect(f"file:{data}/calibrant.sqlite3?mode=ro", uri=True)) as db:
        return [line for line in db.iterdump() if "django_session" not in line]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose first run was killed while the raters were at it."""
    data = tmp_path_factory.mktemp("demo") / "data"
    with Command([*MANAGE, "demo", "--no-serve"], data) as first:
        first.wait_for_text(r"Pairs .*\n", seconds=300)
        first.end(signal.SIGKILL, within=5)
    return data


@pytest.fixture(scope="module")
def built(killed: Path) -> tuple[Path, dict[str, Any]]:
    """The folder after a run that was let finish, and what that run said."""
    done = demo(killed, "--no-serve", "--json")
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    return killed, facts


@linux
def test_a_killed_run_leaves_no_process(killed: Path) -> None:
    assert_nothing_left(killed, within=20)


def test_the_report_tells_criteria_apart(built: tuple[Path, dict[str, Any]]) -> None:
    data, facts = built
    [[text]] = query(data, "SELECT content FROM calibration_report WHERE state = 'ready'")
    report = json.loads(text)
    assert set(report["criteria"]) == {"correct_amount", "grounded", "policy", "resolution"}
    uses = {}
    for key, block in report["criteria"].items():
        judge = block["judges"]["baseline-v1"]
        kappa, alpha = judge["cohen_kappa"], block["humans"]["krippendorff_alpha"]
        assert kappa["low"] < kappa["value"] < kappa["high"], key
        assert alpha["low"] < alpha["value"] < alpha["high"], key
        assert judge["compared"] > 150
        uses[key] = judge["use"]
        assert facts["criteria"][key]["use"] == judge["use"]
    assert facts["criteria"]["correct_amount"]["kappa"] > 0.5
    kappas = [found["kappa"] for found in facts["criteria"].values()]
    assert max(kappas) - min(kappas) > 0.15
    assert set(uses.values()) - {"gate"}
    assert report["pairwise"]["items"] >= 5
    assert all(rater["simulated"] for rater in report["raters"].values())
    assert "simulated" in report["notes"][0]


def test_ratings_went_through_the_engine(built: tuple[Path, dict[str, Any]]) -> None:
    data, _ = built
    live = "FROM raters_assignment WHERE state = 'finished'"
    per_item = Counter(
        n
        for (n,) in query(data, f"SELECT count(*) {live} AND slot_id IS NOT NULL GROUP BY item_id")
    )
    assert max(per_item) == 3
    assert per_item[3] > 0.95 * sum(per_item.values())
    pairs = query(
        data,
        "SELECT a.rater_id, b.rater_id, count(*) FROM raters_assignment a JOIN raters_assignment b"
        " ON a.item_id = b.item_id AND a.rater_id < b.rater_id"
        " WHERE a.state = 'finished' AND b.state = 'finished' GROUP BY 1, 2",
    )
    assert len(pairs) == 10
    [[gold]] = query(data, f"SELECT count(*) {live} AND slot_id IS NULL")
    assert gold > 5
    # Work for whoever logs in.
    [[left]] = query(
        data, "SELECT count(DISTINCT item_id) FROM raters_slot WHERE state != 'filled'"
    )
    assert left >= 20
    [[simulated]] = query(data, "SELECT count(*) FROM cases_membership WHERE simulated")
    assert simulated == 5


def test_the_author_s_verdicts_are_in_gold_answers_only(
    built: tuple[Path, dict[str, Any]],
) -> None:
    data, _ = built
    truth = json.loads((data / "demo" / "truth.json").read_text(encoding="utf-8"))
    told = {v["why"] for verdicts in truth.values() for v in verdicts.values()}
    lines = [line for line in rows(data) if 'INTO "cases_goldanswer"' not in line]
    text = "\n".join(lines).replace("''", "'")
    assert 'INTO "cases_case"' in text
    assert 'INTO "judges_judgerequest"' in text
    found = [why for why in told if why in text or json.dumps(why)[1:-1] in text]
    assert not found


def test_what_is_exported(built: tuple[Path, dict[str, Any]]) -> None:
    data, _ = built
    [evalset] = (data / "demo" / "export").glob("*/*.evalset.json")
    cases = json.loads(evalset.read_text(encoding="utf-8"))["eval_cases"]
    assert len(cases) > 50
    assert (evalset.parent / "test_config.json").exists()
    header = (data / "demo" / "export" / "labels.csv").read_text("utf-8").splitlines()[0]
    assert header.startswith("study,item_id")


def test_a_second_run_is_quick_and_changes_nothing(built: tuple[Path, dict[str, Any]]) -> None:
    data, facts = built
    before = rows(data)
    again = demo(data, "--no-serve", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout) == facts
    assert rows(data) == before
    seconds = [float(found) for found in re.findall(r"\((\d+\.\d) s\)", again.stderr)]
    assert len(seconds) == len(facts["steps"])
    assert sum(seconds) < 5


def test_it_is_served_with_the_log_ins_it_prints(built: tuple[Path, dict[str, Any]]) -> None:
    data, _ = built
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = demo(data, "--port", str(port))
    assert refused.returncode == 2
    assert str(port) in refused.stderr
    with Command([*MANAGE, "demo", "--port", str(port)], data) as served:
        address = served.wait_for_text(rf"(http://127.0.0.1:{port}/) ", seconds=120)[1]
        logins = dict(re.findall(r"^  (rater|lead|admin) +(\S+)$", served.text, re.MULTILINE))
        assert set(logins) == {"rater", "lead", "admin"}
        study = f"{address}studies/refund-support/"
        for role in ("lead", "admin"):
            page = browse(address, role, logins[role], study)
            assert "Refund support" in page
            assert "simulated raters, not by people" in page
        assert "refund" in browse(
            address, "rater", logins["rater"], f"{address}rate/refund-support/"
        )
        assert served.end(signal.SIGINT, within=30) == 0
    if sys.platform == "linux":
        assert_nothing_left(data, within=10)


def browse(address: str, username: str, password: str, url: str) -> str:
    """The page at `url`, for somebody who logs in first."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    login = f"{address}login/"
    form = opener.open(login).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    assert token
    fields = {"csrfmiddlewaretoken": token[1], "username": username, "password": password}
    opener.open(
        urllib.request.Request(  # noqa: S310 - our own server
            login, urllib.parse.urlencode(fields).encode(), headers={"Referer": login}
        )
    )
    page: str = opener.open(url).read().decode()
    return page


def test_it_keeps_out_of_a_folder_with_real_work(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code = (
        "import django; django.setup()\n"
        "from django.core.management import call_command\n"
        "from tests.make import make_study\n"
        "call_command('migrate', verbosity=0); make_study('spring-audit')"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(data), check=True)
    before = rows(data)
    for words in ((), ("--reset",)):
        refused = demo(data, "--no-serve", *words)
        assert refused.returncode == 2
        assert "CALIBRANT_DATA" in refused.stderr
    assert rows(data) == before
