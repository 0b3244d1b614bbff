"""The embedded services as processes: who owns them, who joins, and that nothing stays behind."""

import os
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import redis

from tests.config.commands import (
    MANAGE,
    OWNER,
    ROOT,
    Command,
    assert_nothing_left,
    environment,
    left_over,
    wait_for,
)

pytestmark = [pytest.mark.services, pytest.mark.embedded]

linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        [*MANAGE, *words],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_starts_keeps_secrets_to_itself_and_stops(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        pids = owner.said("pids")
        url = owner.said("url")
        assert set(pids) == {"keeper", "valkey", "worker"}
        assert len(left_over(data)) >= 6  # (owner, keeper, queue, worker, two pool processes)
        for name in ("services.json", "valkey/password", "valkey/valkey.conf", "run/redis_url"):
            assert stat.S_IMODE((data / name).stat().st_mode) == 0o600, name
        password = (data / "valkey" / "password").read_text()
        assert not [line for line in left_over(data) if password in line]
        assert redis.Redis.from_url(url).config_get("appendonly") == {"appendonly": "yes"}
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(url.replace(f":{password}@", "")).ping()
        assert owner.end(signal.SIGINT, within=30) != 0
    assert_nothing_left(data, within=5)
    assert not (data / "services.json").exists()


def test_a_second_command_joins_and_is_waited_for(data: Path) -> None:
    with Command([*OWNER, "3"], data) as owner:
        url = owner.said("url")
        with Command([*OWNER, "7"], data) as guest:
            assert guest.said("joined") is True
            assert guest.said("url") == url
            assert guest.said("pids") == {}
            assert "waiting for other commands" in owner.said("said", seconds=10)
            assert guest.said("left", seconds=20) is True
        assert owner.said("left", seconds=15) is True
    assert_nothing_left(data)


def test_a_guest_is_told_when_the_services_go(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        owner.said("pids")
        with Command([*OWNER, "60"], data) as guest:
            assert guest.said("joined") is True
            owner.end(signal.SIGTERM, within=30)
            assert "were stopped by" in guest.said("bad_input", seconds=10)
            assert guest.process.wait(5) == 2


def test_two_at_once_share_one_set(data: Path) -> None:
    with Command([*OWNER, "5"], data) as one, Command([*OWNER, "5"], data) as other:
        assert sorted([one.said("joined"), other.said("joined")]) == [False, True]
        assert one.said("url") == other.said("url")
        assert one.said("left", seconds=30) is True
        assert other.said("left", seconds=30) is True
    assert_nothing_left(data)


def test_a_killed_owner_leaves_nothing_and_the_queue_survives(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        queue = redis.Redis.from_url(owner.said("url"))
        queue.rpush("kept", "task")
        owner.process.kill()
        # The next command need not wait for the old services to be gone: it waits itself.
        with Command([*OWNER, "60"], data) as heir:
            assert heir.said("joined") is False
            assert redis.Redis.from_url(heir.said("url")).lrange("kept", 0, -1) == [b"task"]
            heir.process.kill()
            heir.process.wait()
        assert_nothing_left(data)


def test_a_forked_child_does_not_hide_the_end_of_its_parent(data: Path) -> None:
    with Command([*OWNER, "60", "--fork"], data) as owner:
        pids = owner.said("pids")
        owner.process.kill()
        owner.process.wait()
        wait_for("end of the keeper", lambda: not Path(f"/proc/{pids['keeper']}").exists(), 5)
        rest = left_over(data)
        assert len(rest) == 1, rest
        os.kill(int(rest[0].split()[0]), signal.SIGKILL)
    assert_nothing_left(data)


@linux
def test_a_killed_keeper_takes_its_processes_along(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        os.kill(owner.said("pids")["keeper"], signal.SIGKILL)
        assert "was killed" in owner.said("bad_input", seconds=10)
        assert owner.process.wait(10) == 2
    assert_nothing_left(data)


def test_ends_with_the_process_that_started_it(data: Path) -> None:
    # As make does: a shell in between that is killed without a chance to say anything.
    line = f"{' '.join(OWNER)} 60 & wait"
    with Command(["sh", "-c", line], data, CALIBRANT_DIE_WITH_PARENT="1") as shell:
        shell.said("pids")
        shell.process.kill()
        shell.process.wait()
        assert_nothing_left(data, within=30)


def test_a_crashed_queue_comes_back_with_what_it_held(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        url, pids = owner.said("url"), owner.said("pids")
        queue = redis.Redis.from_url(url)
        queue.rpush("kept", "task")
        os.kill(pids["valkey"], signal.SIGKILL)

        def is_back() -> bool:
            try:
                return queue.lrange("kept", 0, -1) == [b"task"]
            except redis.ConnectionError:
                return False

        assert "valkey ended (signal 9)" in owner.said("said")
        wait_for("queue", is_back, 10)
        assert owner.end(signal.SIGTERM, within=30) == 128 + signal.SIGTERM
    assert_nothing_left(data, within=5)


def test_a_crashed_worker_loses_its_pool_and_is_started_again(data: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        worker = owner.said("pids")["worker"]
        before = {line.split()[0] for line in left_over(data) if " celery " in line}
        assert len(before) >= 3
        os.kill(worker, signal.SIGKILL)
        assert "worker ended (signal 9)" in owner.said("said")

        def is_back() -> bool:
            now = {line.split()[0] for line in left_over(data) if " celery " in line}
            return len(now) >= 3 and not now & before

        wait_for("a new worker with a new pool", is_back, 30)
        owner.end(signal.SIGTERM, within=30)
    assert_nothing_left(data, within=5)


def test_serves_until_interrupted(data: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with Command([*MANAGE, "serve", "--port", str(port)], data) as serve:
        address = serve.wait_for_text(r"runs at (http://\S+)").group(1)
        link = serve.wait_for_text(r"first admin here, once: (http://\S+)").group(1)
        for url in (f"{address}healthz", f"{address}login/", link):
            with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310
                assert answer.status == 200, url
        again = manage(data, "serve", "--port", str(port + 1))
        assert again.returncode == 2
        assert again.stderr.strip().endswith(f"served at {address}; open that, or stop it first")
        assert serve.end(signal.SIGINT, within=30) == 0
    assert_nothing_left(data, within=5)


def test_a_taken_port_is_named_before_anything_starts(data: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        result = manage(data, "serve", "--port", str(port))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert f"port {port}" in result.stderr
    assert "--port" in result.stderr
    assert not (data / "valkey" / "valkey.conf").exists()
    assert_nothing_left(data, within=5)


@pytest.mark.parametrize("command", [["serve"], ["demo", "--no-serve"]])
def test_a_data_folder_that_cannot_be_written_is_named(command: list[str], tmp_path: Path) -> None:
    # (Permissions would not stop root; a file in the way stops everybody.)
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    result = manage(folder, *command)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert str(folder) in result.stderr
    assert "CALIBRANT_DATA" in result.stderr


def test_a_host_that_others_reach_has_to_be_asked_for(data: Path) -> None:
    result = manage(data, "serve", "--host", "0.0.0.0")  # noqa: S104
    assert result.returncode == 2
    assert "--remote" in result.stderr


def test_a_queue_that_cannot_start_says_why(data: Path) -> None:
    folder = data / "valkey" / "appendonlydir"
    folder.mkdir(parents=True)
    (folder / "appendonly.aof.manifest").write_text("nonsense\n")
    with Command([*OWNER, "5"], data) as owner:
        message = owner.said("bad_input")
        assert message.startswith("valkey did not start")
        assert "Invalid AOF manifest file format" in message
        assert owner.process.wait(10) == 2
    assert_nothing_left(data, within=5)


def test_a_given_queue_is_used_and_none_is_started(data: Path, tmp_path: Path) -> None:
    with Command([*OWNER, "60"], data) as owner:
        url = owner.said("url")
        other = tmp_path / "elsewhere"
        with Command([*OWNER, "60"], other, REDIS_URL=url) as user:
            assert user.said("joined") is False
            assert set(user.said("pids")) == {"keeper", "worker"}
            assert user.said("url") == url
            user.end(signal.SIGTERM, within=30)
        assert_nothing_left(other, within=5)
        assert redis.Redis.from_url(url).ping()
        wrong = url.replace("redis://:", "redis://:not-")
        with Command([*OWNER, "60"], other, REDIS_URL=wrong) as user:
            assert "password" in user.said("bad_input")
        external = {"REDIS_URL": url, "CALIBRANT_WORKER": "external"}
        with Command([*OWNER, "60"], other, **external) as user:
            assert set(user.said("pids")) <= {"keeper"}


def test_a_given_queue_that_does_not_answer_is_named(data: Path) -> None:
    with Command([*OWNER, "5"], data, REDIS_URL="redis://:secret@127.0.0.1:1/0") as owner:
        message = owner.said("bad_input")
    assert "127.0.0.1:1" in message
    assert "secret" not in message


def test_an_address_of_another_kind_is_refused(data: Path) -> None:
    with Command([*OWNER, "5"], data, REDIS_URL="amqp://127.0.0.1/") as owner:
        assert owner.said("bad_input").startswith("REDIS_URL: ")
