"""Celery tasks of the judges."""

from celery import shared_task

from judges import claims, working


@shared_task
def judge_chunk(request_ids: list[int]) -> None:
    """Judge a chunk of requests."""
    working.judge_chunk(request_ids)


@shared_task
def resume_runs(everything: bool = False) -> None:
    """Queue again what nobody works on."""
    for chunk in claims.take_due(everything=everything):
        judge_chunk.delay(chunk)
