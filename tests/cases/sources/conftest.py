"""A fresh database in each of the servers for tests marked "stores"."""

from collections.abc import Iterator

import pytest

from tests.cases.sources.store_servers import Server, servers


@pytest.fixture(params=["postgresql", "mysql"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    yield from servers(request.param)


@pytest.fixture
def postgresql() -> Iterator[Server]:
    yield from servers("postgresql")


@pytest.fixture
def mysql() -> Iterator[Server]:
    yield from servers("mysql")
