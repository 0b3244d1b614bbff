"""Playing the scenarios into an ADK session store, the same rows every time."""

import asyncio
import json
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from calibration.demo.agent import APP_NAME, Stage, build_app
from calibration.demo.scenarios import SEED, started_at
from calibration.demo.script import Scenario, seeded

Progress = Callable[[int, int], None]


def write_store(path: Path, script: Sequence[Scenario], progress: Progress | None = None) -> None:
    """Run the app over `script` and leave the sessions in an ADK SQLite store at `path`.

    The file appears whole or not at all.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    asyncio.run(_play_all(part, script, progress or (lambda done, total: None)))
    part.replace(path)


async def _play_all(part: Path, script: Sequence[Scenario], progress: Progress) -> None:
    from google.adk.artifacts import InMemoryArtifactService
    from google.adk.platform import time as adk_time
    from google.adk.platform import uuid as adk_uuid
    from google.adk.runners import Runner
    from google.adk.sessions.sqlite_session_service import SqliteSessionService

    clock = _Clock()
    ids = seeded("ids", SEED)
    # Both hold for this task only: they are context variables.
    adk_time.set_time_provider(clock)
    adk_uuid.set_id_provider(lambda: str(uuid.UUID(int=ids.getrandbits(128), version=4)))
    stage = Stage()
    # In memory first: with a file the service opens it anew, in a new thread, for every event.
    service = SqliteSessionService(":memory:")
    runner = Runner(
        app=build_app(stage), session_service=service, artifact_service=InMemoryArtifactService()
    )
    try:
        for number, scenario in enumerate(script):
            clock.now = started_at(number).timestamp()
            await _play(scenario, runner, service, stage, clock)
            progress(number + 1, len(script))
        async with service._get_db_connection() as db:
            await db.execute("VACUUM INTO ?", (str(part),))
    finally:
        await runner.close()
        await service.close()


async def _play(
    scenario: Scenario, runner: Any, service: Any, stage: Stage, clock: "_Clock"
) -> None:
    from google.adk.agents.run_config import RunConfig
    from google.genai import types

    person = scenario.person
    session = await service.create_session(
        app_name=APP_NAME,
        user_id=person.user_id,
        session_id=scenario.session_id,
        state={
            "intent": scenario.intent,
            "outcome": scenario.outcome,
            "channel": scenario.channel,
            "user:name": person.name,
            "user:email": person.email,
        },
    )
    for exchange in scenario.exchanges:
        clock.now += exchange.pause
        stage.set(exchange.moves)
        async for _ in runner.run_async(
            user_id=person.user_id,
            session_id=session.id,
            run_config=RunConfig(custom_metadata={"agent_version": scenario.agent_version}),
            new_message=types.Content(role="user", parts=[types.Part(text=exchange.said)]),
        ):
            pass
        if stage.left:
            raise AssertionError(f"{scenario.session_id}: {stage.left} moves were not played")


class _Clock:
    """Seconds since the epoch, moving a little forward at every reading."""

    def __init__(self) -> None:
        self.now = 0.0
        self._random = seeded("clock", SEED)

    def __call__(self) -> float:
        self.now += self._random.uniform(0.02, 0.7)
        return round(self.now, 6)


def write_truth(path: Path, script: Sequence[Scenario]) -> None:
    """The author's verdicts by session, in a file that neither importer nor judge ever reads."""
    truth = {
        s.session_id: {
            key: {"value": j.value, "why": j.why, "hard": j.hard} for key, j in s.truth.items()
        }
        for s in script
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(truth, indent=1, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
