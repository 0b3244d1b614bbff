"""Doors for the worker: ids in, one call."""

from celery import shared_task

from cases import importing, redaction_previews


@shared_task(name="cases.tasks.run_import")
def run_import(import_run_id: int) -> None:
    importing.run_import(import_run_id)


@shared_task(name="cases.tasks.resume_imports")
def resume_imports(everything: bool = False) -> None:
    """Imports, and the previews of redaction that are left in the same way."""
    importing.resume_imports(everything=everything)
    redaction_previews.resume_previews(everything=everything)


@shared_task(name="cases.tasks.settle_import")
def settle_import(import_run_id: int) -> None:
    importing.settle_import(import_run_id)


@shared_task(name="cases.tasks.preview_redaction")
def preview_redaction(preview_id: int) -> None:
    redaction_previews.run_preview(preview_id)
