"""Conversations written into stores by ADK's own session services."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[2] / "data" / "s-photo-plates.session.json"


def sample() -> dict[str, Any]:
    """One session as `adk run --save_session` writes it: transfer, tools, files, a thought."""
    return dict(json.loads(SAMPLE.read_text()))


def write(service: AbstractAsyncContextManager[Any], sessions: Sequence[dict[str, Any]]) -> None:
    """Create each session through the service and append its events one by one."""
    asyncio.run(_write(service, sessions))


async def _write(
    opened: AbstractAsyncContextManager[Any], sessions: Sequence[dict[str, Any]]
) -> None:
    from google.adk.sessions import Session

    async with opened as service:
        for given in sessions:
            read = Session.model_validate(given)
            session = await service.create_session(
                app_name=read.app_name, user_id=read.user_id, session_id=read.id, state=read.state
            )
            for event in read.events:
                await service.append_event(session, event)


def numbered(count: int, *, app: str = "desk") -> list[dict[str, Any]]:
    """Small sessions, each of a user of its own: one turn that says its number."""
    return [
        {
            "id": f"s-{number:03}",
            "appName": app,
            "userId": f"u-{number:03}",
            "state": {"intent": "refund", "user:name": f"Ada {number}", "app:motto": "Be kind"},
            "events": [
                {
                    "id": f"e-{number}-{place}",
                    "invocationId": f"i-{number}",
                    "author": author,
                    "timestamp": 1_790_000_000.5 + place,
                    "content": {"role": role, "parts": [{"text": f"{author} {number}"}]},
                }
                for place, (author, role) in enumerate((("user", "user"), ("desk", "model")))
            ],
        }
        for number in range(count)
    ]
