"""Fixtures for every test: a study and the people with fixed roles in it.

Tests marked "stores" read session stores in real PostgreSQL and MySQL servers. Where a server is
named they run, and fail if it does not answer; where none is named they are left out, and the last
lines of the run say so.

With --servers-only those tests are left out that ask no server for anything: neither the product's
database nor a session store. What they say of the code is the same on whichever database.
"""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from cases.models import Person, Study
from config.embedded.lifecycle import point_at
from tests.make import join, make_person, make_study

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_setup"})
STORE_SERVERS = ("CALIBRANT_TEST_DATABASE_URL", "CALIBRANT_TEST_MYSQL_URL")

# A busy machine is slow: how long an example takes says nothing of whether the law holds.
hypothesis_settings.register_profile(
    "unhurried",
    parent=hypothesis_settings.get_profile(hypothesis_settings.get_current_profile_name()),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--servers-only",
        action="store_true",
        help="leave out tests that use neither the database nor a session store",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = []
    if not all(os.environ.get(name) for name in STORE_SERVERS):
        left_out += [item for item in items if item.get_closest_marker("stores")]
    if config.getoption("--servers-only"):
        left_out += [item for item in items if not asks_a_server(item)]
    away = set(left_out)
    items[:] = [item for item in items if item not in away]
    config.hook.pytest_deselected(items=left_out)


def asks_a_server(item: pytest.Item) -> bool:
    if any(item.get_closest_marker(name) for name in ("django_db", "stores", "services")):
        return True
    return not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


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
