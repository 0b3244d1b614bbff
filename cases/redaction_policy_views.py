"""The page of a study's redaction policy. Admins change it, leads read it."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from cases.access import ADMIN, get_study, person_of
from cases.errors import BadInput
from cases.models import Person, RedactionPreview, Study
from cases.redaction.policy import ALWAYS
from cases.redaction_drafts import (
    applied,
    base_draft_on,
    change_words,
    draft_of,
    drop_draft,
    is_stale,
    save_draft,
    undo_change,
)
from cases.redaction_kinds import EXAMPLES, KEPT, KIND_WORDS
from cases.redaction_marks import measured
from cases.redaction_policies import (
    cases_by_policy,
    denied_words,
    policy_hash,
    restore_policy,
    save_policy,
    version_rows,
)
from cases.redaction_policy_forms import (
    PatternFormSet,
    PolicyForm,
    pattern_forms,
    try_patterns,
)
from config.htmx import render_page


@sensitive_post_parameters("deny_texts", "trial")
def redaction_policy(request: HttpRequest, slug: str) -> HttpResponse:
    """What is hidden in a study's cases, and the forms that change it."""
    study = get_study(request.user, slug)
    person = person_of(request.user)
    if request.method == "POST":
        study = get_study(request.user, slug, roles=(ADMIN,))
        return _changed(request, study, person)
    draft = draft_of(study, person)
    base = draft.base if draft else study.redaction_policy
    form = PolicyForm(policy=base, based_on=policy_hash(study.redaction_policy))
    return _page(request, study, form, pattern_forms(None, base))


def _changed(request: HttpRequest, study: Study, person: Person) -> HttpResponse:
    draft = draft_of(study, person)
    base = draft.base if draft else study.redaction_policy
    based_on = policy_hash(study.redaction_policy)
    form = PolicyForm(request.POST, policy=base, based_on=based_on)
    patterns = pattern_forms(request.POST, base)
    if not (form.is_valid() & patterns.is_valid()):
        return _page(request, study, form, patterns, status=422)
    policy = form.to_json(patterns.to_json())
    action = request.POST.get("do")
    if action == "try":
        tried = try_patterns(patterns.to_json(), request.POST.get("trial", "")[:20_000])
        return _page(request, study, form, patterns, tried=tried)
    seen = form.cleaned_data["based_on"] or based_on
    try:
        if action not in ("draft", "save"):
            raise BadInput("choose what to do: save the policy, or try it first")
        if seen != based_on or (draft and is_stale(study, draft)):
            raise BadInput("the policy was changed by somebody else meanwhile: look at it again")
        if action == "draft":
            base_draft_on(study=study, person=person, base=policy)
            return redirect("redaction_preview_new", study.slug)
        changes = draft.changes if draft else []
        version = save_policy(
            study=study,
            policy=applied(policy, changes),
            actor=person,
            based_on=seen,
            marked_changes=len(changes),
        )
    except BadInput as error:
        form.add_error(None, f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return _page(request, study, form, patterns, status=422)
    if draft:
        draft.delete()
    said = f"Saved as version {version.number}." if version else "Nothing was changed."
    messages.success(request, said)
    return redirect("redaction_policy", study.slug)


@require_POST
def redaction_draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Save, drop or renew a draft, or take one of its changes back."""
    study = get_study(request.user, slug, roles=(ADMIN,))
    person = person_of(request.user)
    action, _, change_id = request.POST.get("do", "").partition(":")
    preview = _preview_of(request, study)
    try:
        if action == "save":
            # What looking at the sample has shown stands beside the change it led to.
            seen = {"preview": preview.pk, **asdict(measured(preview))} if preview else {}
            version = save_draft(study=study, person=person, **seen)
            said = f"Saved as version {version.number}." if version else "Nothing was changed."
        elif action == "undo":
            undone = undo_change(study=study, person=person, change_id=change_id)
            said = "Taken back." if undone else "That change is gone already."
        elif action == "renew":
            base_draft_on(study=study, person=person, base=study.redaction_policy)
            said = "Your changes stand on the present policy now."
        elif action == "drop":
            drop_draft(study=study, person=person)
            said = "The draft is gone; the policy is as it was."
        else:
            raise BadInput("choose what to do with the draft")
    except BadInput as error:
        messages.error(request, f"Not done: {error}.")
    else:
        messages.success(request, said)
    if preview:
        return redirect("redaction_preview_detail", slug, preview.pk)
    return redirect("redaction_policy", slug)


def _preview_of(request: HttpRequest, study: Study) -> RedactionPreview | None:
    """The preview from whose page the draft is acted on, if any."""
    given = request.POST.get("preview", "")
    if not (given.isdecimal() and given.isascii() and len(given) < 12):
        return None
    return RedactionPreview.objects.in_study(study).filter(pk=int(given)).first()


@require_POST
def redaction_restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring back an earlier policy as a new version."""
    study = get_study(request.user, slug, roles=(ADMIN,))
    number = request.POST.get("number", "")
    try:
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise BadInput("choose a version of the list")
        version = restore_policy(study=study, number=int(number), actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, f"Not done: {error}.")
    else:
        said = f"Version {number} is back, as version {version.number}." if version else ""
        messages.success(request, said or f"The policy says what version {number} says already.")
    return redirect("redaction_policy", slug)


def _page(
    request: HttpRequest,
    study: Study,
    form: PolicyForm,
    patterns: PatternFormSet,
    *,
    tried: list[dict[str, Any]] | None = None,
    status: int = 200,
) -> HttpResponse:
    person = person_of(request.user)
    draft = draft_of(study, person)
    previews = RedactionPreview.objects.in_study(study).select_related("source", "created_by")
    counts, present = cases_by_policy(study), policy_hash(study.redaction_policy)
    context = {
        "study": study,
        "form": form,
        "patterns": patterns,
        "tried": tried,
        "failed": status == 422,
        "trial": request.POST.get("trial", "") if tried is not None else "",
        "may_change": person.role_in(study) == ADMIN,
        "always": [(KIND_WORDS[kind], EXAMPLES[kind]) for kind in sorted(ALWAYS)],
        "kept": KEPT,
        "model": settings.REDACTION_SPACY_MODEL,
        "denied": denied_words(study, form.policy),
        "draft": draft,
        "stale": draft is not None and is_stale(study, draft),
        "changes": [(c["id"], change_words(c)) for c in draft.changes] if draft else [],
        "versions": version_rows(study),
        "unchanged_cases": counts.get(present, 0),
        "unrecorded_cases": counts.get("", 0),
        "replayed_cases": study.cases.current().exclude(run_facts={}).count(),
        "old_cases": sum(count for name, count in counts.items() if name not in ("", present)),
        "previews": previews.order_by("-pk")[:8],
    }
    response = render_page(request, "cases/redaction_policy.html", context, status=status)
    add_never_cache_headers(response)
    return response
