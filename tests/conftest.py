"""Fixtures for every test: a study and the people with fixed roles in it.

Tests marked "stores" read session stores in real PostgreSQL and MySQL servers. Where a server is
named they run, and fail if it does not answer; where none is named they are left out, and the last
lines of the run say so.
"""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings

from cases.models import Person, Study
from config.embedded.lifecycle import point_at
from tests.make import join, make_person, make_study

STORE_SERVERS = ("CALIBRANT_TEST_DATABASE_URL", "CALIBRANT_TEST_MYSQL_URL")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if all(os.environ.get(name) for name in STORE_SERVERS):
        return
    left_out = [item for item in items if item.get_closest_marker("stores")]
    items[:] = [item for item in items if not item.get_closest_marker("stores")]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missing = [name for name in STORE_SERVERS if not os.environ.get(name)]
    if missing:
        terminalreporter.write_line(
            "not run: tests of session stores in PostgreSQL and MySQL; they need "
            f"{' and '.join(missing)} (see .env.example)"
        )


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater")


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


@pytest.fixture
def admin(study: Study) -> Person:
    return join(make_person("ada"), study, "admin")


@pytest.fixture
def stranger(db: None) -> Person:
    return make_person("sam")


@pytest.fixture
def no_queue() -> Iterator[None]:
    """No queue answers, whatever server the run was given."""
    point_at("")
    yield
    point_at(settings.REDIS_URL)
