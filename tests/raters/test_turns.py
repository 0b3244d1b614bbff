import threading

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
