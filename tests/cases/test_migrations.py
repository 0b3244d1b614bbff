"""Migrations of databases that people have worked in: rows that a new rule would refuse."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

BEFORE = [("cases", "0006_redaction_previews")]
AFTER = [("cases", "0007_import_checkpoints")]


def step_by_step() -> MigrationExecutor:
    """Goes the way of a database that was made before the steps were put together into one."""
    executor = MigrationExecutor(connection)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    return executor


def migrate(targets: list[tuple[str, str]]) -> StateApps:
    executor = step_by_step()
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture
def old_apps(transactional_db: None) -> Iterator[StateApps]:
    """Models as they were before, in a database as it was; afterwards it is as it should be."""
    leaves = step_by_step().loader.graph.leaf_nodes()
    yield migrate(BEFORE)
    migrate(leaves)


def make_study(apps: StateApps) -> Any:
    def make(model: str, **fields: Any) -> Any:
        return apps.get_model("cases", model).objects.create(**fields)

    rubric = make("Rubric", slug="r", name="R")
    version = make("RubricVersion", rubric=rubric, number=1, content_hash="0" * 64)
    return make("Study", slug="s", name="S", rubric_version=version)


@pytest.mark.django_db(transaction=True)
def test_of_several_live_imports_of_one_source_the_newest_stays_live(old_apps: StateApps) -> None:
    runs = old_apps.get_model("cases", "ImportRun").objects
    sources = old_apps.get_model("cases", "Source").objects
    study = make_study(old_apps)
    first, second = (sources.create(uri=f"sqlite:////{n}.db", app_name="a") for n in (1, 2))
    imports = [
        runs.create(study=study, source=source, state=state, claim="c")
        for source, state in (
            (first, "finished"),
            (first, "running"),
            (first, "waiting"),
            (first, "running"),
            (second, "waiting"),
        )
    ]
    case = old_apps.get_model("cases", "Case").objects.create(
        study=study,
        source=first,
        import_run=imports[1],
        key="k",
        session_key="k",
        conversation_key="k",
        app_name="a",
        turns=[],
        content_hash="0" * 64,
        weight=3.5,
    )

    new_apps = migrate(AFTER)

    after = new_apps.get_model("cases", "ImportRun").objects.order_by("pk")
    states = ["finished", "cancelled", "cancelled", "running", "waiting"]
    assert [run.state for run in after] == states
    for run in after.filter(state="cancelled"):
        assert (run.claim, run.claimed_until) == ("", None)
        assert run.finished_at is not None
        assert "a newer import of the source was under way" in run.message
    assert new_apps.get_model("cases", "Case").objects.get(pk=case.pk).weight is None
