"""A chunk's calls in one event loop, in a thread of its own, under one semaphore.

The caller's thread keeps the database to itself: it takes replies as they come and renews its
claims between them, however long a model thinks.
"""

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from types import TracebackType
from typing import Self


class Asking[Job, Answer]:
    """Asks for an answer to every job, at most `concurrency` at a time.

    Use as a context manager; leaving it cancels what is still under way and waits for it.
    """

    def __init__(
        self,
        jobs: Sequence[Job],
        ask: Callable[[Job], Awaitable[Answer]],
        *,
        concurrency: int,
    ) -> None:
        self._jobs = jobs
        self._ask = ask
        self._concurrency = concurrency
        self._answers: queue.SimpleQueue[tuple[Job, Answer] | None] = queue.SimpleQueue()
        self._stop: Callable[[], None] = lambda: None
        self._failure: BaseException | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="judge-calls", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        self._thread.join()

    def batches(self, *, every: float) -> Iterator[list[tuple[Job, Answer]]]:
        """Answers as they come, many at once if many are there.

        An empty list comes when `every` seconds pass without an answer. Raises what `ask` raised.
        """
        over = False
        while not over:
            batch: list[tuple[Job, Answer]] = []
            try:
                answer = self._answers.get(timeout=every)
                while answer is not None:
                    batch.append(answer)
                    answer = self._answers.get_nowait()
                over = True
            except queue.Empty:
                pass
            yield batch
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            self._failure = error
        finally:
            self._ready.set()
            self._answers.put(None)

    async def _main(self) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine under asyncio.run is a task

        def stop() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

        self._stop = stop
        self._ready.set()
        free = asyncio.Semaphore(self._concurrency)

        async def one(job: Job) -> None:
            async with free:
                self._answers.put((job, await self._ask(job)))

        async with asyncio.TaskGroup() as group:
            for job in self._jobs:
                group.create_task(one(job))
