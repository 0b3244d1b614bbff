import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from raters.turns import writing


@pytest.mark.django_db(transaction=True)
def test_turns_nest_and_end_with_an_error() -> None:
    with pytest.raises(ZeroDivisionError), writing(), writing():
        _ = 1 / 0
    with writing():
        assert connection.in_atomic_block
    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_one_thread_writes_at_a_time_on_sqlite() -> None:
    inside = 0
    most = 0

    def write() -> None:
        nonlocal inside, most
        with writing():
            inside += 1
            most = max(most, inside)
            threading.Event().wait(0.01)
            inside -= 1
        connection.close()

    threads = [threading.Thread(target=write) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if connection.vendor == "sqlite":
        assert most == 1


HOLDER = """
import sys
from raters.turns import writing
with writing():
    sys.stdout.write("mine\\n")
    sys.stdout.flush()
    sys.stdin.read()
"""


@pytest.mark.django_db(transaction=True)
def test_another_process_waits_for_its_turn_and_gets_it_when_the_holder_is_killed() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows, not the file")
    held = threading.Event()
    with _process_that_writes() as holder:

        def write() -> None:
            with writing():
                held.set()
            connection.close()

        thread = threading.Thread(target=write)
        thread.start()
        assert not held.wait(0.3)
        holder.kill()
        thread.join(timeout=30)
    assert held.is_set()


@contextmanager
def _process_that_writes() -> Iterator[subprocess.Popen[str]]:
    name = str(connection.settings_dict["NAME"])
    start = "import django; django.setup()"
    holder = subprocess.Popen(
        [sys.executable, "-c", start + HOLDER],
        env=os.environ
        | {"DATABASE_URL": f"sqlite:///{name}", "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        yield holder
    finally:
        holder.kill()
        holder.communicate()
