"""Previews of a redaction policy: starting one, its counts, its sessions, and marks in them.

Original text of a session is read from its store for the moment of showing it, for admins of the
study, after they have said that they want to see it. It is kept nowhere.
"""

import time
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from cases.access import (
    ADMIN,
    get_preview_session,
    get_redaction_preview,
    get_study,
    person_of,
)
from cases.errors import BadInput
from cases.importing import check_web_source
from cases.models import AuditEvent, RedactionPreviewSession, Study
from cases.redaction_drafts import change_words, draft_of, draft_policy
from cases.redaction_findings import compared, findings_of, preview_counts
from cases.redaction_marks import (
    mark_false_alarm,
    mark_miss,
    measured,
    note_page_seen,
    unmark,
)
from cases.redaction_places import slot_at
from cases.redaction_policies import policy_hash
from cases.redaction_preview_forms import FalseAlarmForm, MissForm, PreviewForm
from cases.redaction_previews import SessionGone, queue_preview, read_again
from cases.redaction_session_page import chosen_place, session_page
from cases.transcript import Turn
from config.htmx import render_page

# How long somebody who has asked to see original texts need not ask again.
SHOWN_FOR_SECONDS = 3_600


def redaction_preview_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose sessions to see what the draft would hide in them."""
    study = get_study(request.user, slug, roles=(ADMIN,))
    person = person_of(request.user)
    draft = draft_of(study, person)
    form = PreviewForm(request.POST or None, study=study, person=person)
    if request.method == "POST" and form.is_valid():
        try:
            preview = queue_preview(
                study=study, policy=draft_policy(study, draft), actor=person, **form.choice()
            )
            return redirect("redaction_preview_detail", slug, preview.pk)
        except BadInput as error:
            form.add_error(None, str(error))
    context = {"study": study, "form": form, "draft": draft}
    status = 422 if request.method == "POST" else 200
    return render_page(request, "cases/redaction_preview_new.html", context, status=status)


def redaction_preview_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far a preview is, what it counted, and its sessions."""
    preview = get_redaction_preview(request.user, slug, pk)
    study, person = preview.study, person_of(request.user)
    draft = draft_of(study, person)
    context = {
        "study": study,
        "preview": preview,
        "may_change": person.role_in(study) == ADMIN,
        "counts": preview_counts(preview),
        "compared": compared(preview),
        "measured": measured(preview),
        "sessions": _session_rows(list(preview.sessions.prefetch_related("marks"))),
        "draft": draft,
        "changes": [(c["id"], change_words(c)) for c in draft.changes] if draft else [],
        "out_of_date": policy_hash(draft_policy(study, draft)) != preview.policy_hash,
    }
    return render_page(request, "cases/redaction_preview_detail.html", context, fragment="progress")


@require_POST
def redaction_preview_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The same sample under the draft as it is now, held against this preview."""
    preview = get_redaction_preview(request.user, slug, pk, roles=(ADMIN,))
    person = person_of(request.user)
    try:
        check_web_source(preview.source.uri, person)
        again = queue_preview(
            study=preview.study,
            source_uri=preview.source.uri,
            app_name=preview.source.app_name,
            policy=draft_policy(preview.study, draft_of(preview.study, person)),
            sample=preview.sample,
            seed=preview.seed,
            actor=person,
            compared_with=preview,
        )
    except BadInput as error:
        messages.error(request, f"Not started: {error}.")
        return redirect("redaction_preview_detail", slug, pk)
    return redirect("redaction_preview_detail", slug, again.pk)


def redaction_preview_session(
    request: HttpRequest, slug: str, pk: int, position: int
) -> HttpResponse:
    """One session with what would be hidden in it, for admins who asked to see it."""
    row = get_preview_session(request.user, slug, pk, position)
    if request.method == "POST":
        _ask_to_see(request, row.preview.study)
        return redirect("redaction_preview_session", slug, pk, position)
    return _session_page(request, row)


@require_POST
@sensitive_post_parameters("words")
def redaction_preview_mark(request: HttpRequest, slug: str, pk: int, position: int) -> HttpResponse:
    """Mark something missed or hidden without need, or take a mark back."""
    row = get_preview_session(request.user, slug, pk, position)
    person = person_of(request.user)
    if not _may_see(request, row.preview.study):
        return redirect("redaction_preview_session", slug, pk, position)
    action, _, mark = request.POST.get("do", "").partition(":")
    if action == "unmark":
        number = int(mark) if mark.isascii() and mark.isdecimal() and len(mark) < 12 else 0
        done = unmark(row=row, pk=number, actor=person)
        messages.success(request, "Taken back." if done else "That mark is gone already.")
        return redirect("redaction_preview_session", slug, pk, position)
    form = MissForm(request.POST) if action == "miss" else FalseAlarmForm(request.POST)
    forms: dict[str, Any] = {"miss_form" if action == "miss" else "alarm_form": form}
    if not form.is_valid():
        return _session_page(request, row, status=422, **forms)
    try:
        turns = read_again(row)
        if action == "miss":
            step = _mark_miss(row, turns, form.cleaned_data, request)
        else:
            step = _mark_false_alarm(row, turns, form.cleaned_data, request)
    except SessionGone:
        return _session_page(request, row)
    except BadInput as error:
        form.add_error(None, f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return _session_page(request, row, status=422, **forms)
    messages.success(request, "Marked.")
    address = reverse("redaction_preview_session", args=[slug, pk, position])
    return redirect(f"{address}?page={_page_number(request)}#step-{step}")


def _mark_miss(
    row: RedactionPreviewSession, turns: list[Turn], data: dict[str, Any], request: HttpRequest
) -> int:
    slot, start, end = chosen_place(turns, data)
    mark_miss(
        row=row,
        slot=slot,
        start=start,
        end=end,
        kind=data["kind"],
        action=data["action"],
        actor=person_of(request.user),
    )
    return slot.place.step


def _mark_false_alarm(
    row: RedactionPreviewSession, turns: list[Turn], data: dict[str, Any], request: HttpRequest
) -> int:
    found = findings_of(row)
    if data["finding"] >= len(found):
        raise BadInput("choose one of the hidden texts of the list")
    hidden = found[data["finding"]]
    slot = slot_at(turns, hidden.place)
    if slot is None:
        raise BadInput("the place of this text can't be found: preview again")
    mark_false_alarm(
        row=row, slot=slot, hidden=hidden, action=data["action"], actor=person_of(request.user)
    )
    return slot.place.step


def _session_page(
    request: HttpRequest, row: RedactionPreviewSession, *, status: int = 200, **forms: Any
) -> HttpResponse:
    context: dict[str, Any] = {
        "study": row.preview.study,
        "preview": row.preview,
        "row": row,
        "previous": row.position - 1,
        "next": row.position + 1 if row.position < row.preview.sessions_total else 0,
        "asked": _may_see(request, row.preview.study),
    }
    if context["asked"]:
        context |= _with_text(request, row, **forms)
    template = "cases/redaction_preview_session.html"
    response = render_page(request, template, context, status=status)
    add_never_cache_headers(response)
    return response


def _with_text(request: HttpRequest, row: RedactionPreviewSession, **forms: Any) -> dict[str, Any]:
    """What the page shows of the session's text; each look leaves a line in the audit trail."""
    person = person_of(request.user)
    draft = draft_of(row.preview.study, person)
    context: dict[str, Any] = {
        "miss_form": MissForm(),
        "alarm_form": FalseAlarmForm(),
        "changes": [(c["id"], change_words(c)) for c in draft.changes] if draft else [],
        "measured": measured(row.preview),
        "stored": request.GET.get("show") == "stored",
    } | forms
    if not row.raw_hash:
        return context
    try:
        turns = read_again(row)
    except SessionGone as error:
        return context | {"gone": str(error)}
    except BadInput as error:
        return context | {"unreadable": str(error)}
    AuditEvent.record(
        "redaction_preview.looked",
        actor=person,
        study=row.preview.study,
        target=row.preview,
        position=row.position,
        session_key=row.session_key,
    )
    page = session_page(row, turns, page=_page_number(request))
    # Whoever sees pseudonyms only can't tell whether they stand for the right words.
    if not context["stored"] and note_page_seen(row, page["steps"].number):
        context["measured"] = measured(row.preview)
    return context | page


def _ask_to_see(request: HttpRequest, study: Study) -> None:
    request.session[f"redaction_shown_{study.pk}"] = time.time() + SHOWN_FOR_SECONDS
    AuditEvent.record(
        "redaction_preview.asked_to_see",
        actor=person_of(request.user),
        study=study,
        seconds=SHOWN_FOR_SECONDS,
    )


def _may_see(request: HttpRequest, study: Study) -> bool:
    """Whether this person has asked to see original texts of the study within the hour."""
    return bool(request.session.get(f"redaction_shown_{study.pk}", 0) > time.time())


def _page_number(request: HttpRequest) -> str:
    """The page of a long session, as it was asked for; the paginator makes sense of it."""
    given = request.POST.get("page") or request.GET.get("page") or "1"
    return given if given.isascii() and given.isdecimal() and len(given) < 6 else "1"


def _session_rows(sessions: list[RedactionPreviewSession]) -> list[dict[str, Any]]:
    rows = []
    for session in sessions:
        counts: dict[str, int] = {}
        for hidden in findings_of(session):
            counts[hidden.kind] = counts.get(hidden.kind, 0) + 1
        rows.append({"session": session, "counts": counts, "marks": session.marks.all()})
    return rows
