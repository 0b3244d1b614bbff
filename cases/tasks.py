"""Doors for the worker: ids in, one call."""

from celery import shared_task

from cases import importing


@shared_task(name="cases.tasks.run_import")
def run_import(import_run_id: int) -> None:
    importing.run_import(import_run_id)


@shared_task(name="cases.tasks.resume_imports")
def resume_imports(everything: bool = False) -> None:
    importing.resume_imports(everything=everything)
