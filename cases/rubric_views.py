"""Pages for rubrics: the list, one version to read, and the editor."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from cases.access import (
    get_editable_version,
    get_rubric_version,
    may_edit_version,
    need_lead,
    person_of,
    studies_on,
)
from cases.errors import BadInput
from cases.models import Rubric, RubricVersion
from cases.rubric_editing import (
    Draft,
    apply_action,
    blank_draft,
    draft_from_post,
    draft_of,
    editor_of,
    spec_from_draft,
)
from cases.rubric_spec import MAX_SIZE, Problem, RubricInvalid, RubricSpec, parse_rubric
from cases.rubrics import (
    add_rubric,
    change_version,
    criteria_with_changes,
    rubric_yaml,
    spec_of,
    starter_text,
)
from config.htmx import render_page


@require_safe
def rubric_list(request: HttpRequest) -> HttpResponse:
    need_lead(request.user)
    context = {"rubrics": Rubric.objects.with_latest().order_by("name")}
    return render_page(request, "cases/rubric_list.html", context)


@require_safe
def rubric_detail(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A version as raters and judges read it. `?format=yaml` is the file to keep or change."""
    version = get_rubric_version(request.user, slug, number)
    if request.GET.get("format") == "yaml":
        response = HttpResponse(rubric_yaml(version), content_type="application/yaml")
        response["Content-Disposition"] = f'attachment; filename="{version}.yaml"'
        return response
    context = {
        "version": version,
        "criteria": criteria_with_changes(version),
        "versions": version.rubric.versions.order_by("-number"),
        "studies": studies_on(request.user, version),
        "may_edit": may_edit_version(request.user, version),
    }
    return render_page(request, "cases/rubric_detail.html", context)


def rubric_new(request: HttpRequest) -> HttpResponse:
    """Choose a start (starter rubric, blank, YAML), or, with `?from=`, edit and save it."""
    need_lead(request.user)
    start = request.GET.get("from", "")
    if request.method == "POST" and start == "yaml":
        return _save_yaml(request, None)
    if request.method == "POST":
        return _save_form(request, None)
    if start in {"starter", "blank"}:
        draft = draft_of(parse_rubric(starter_text())) if start == "starter" else blank_draft()
        return _editor_page(request, None, draft)
    if start == "yaml":
        return _yaml_page(request, None, "")
    return render_page(request, "cases/rubric_new.html", {})


def rubric_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a version; a frozen one stays as it is and a new one is made."""
    version = get_editable_version(request.user, slug, number)
    as_yaml = request.GET.get("as") == "yaml"
    if request.method == "POST":
        return _save_yaml(request, version) if as_yaml else _save_form(request, version)
    if as_yaml:
        return _yaml_page(request, version, rubric_yaml(version))
    return _editor_page(request, version, draft_of(spec_of(version)))


def _save_form(request: HttpRequest, version: RubricVersion | None) -> HttpResponse:
    """Save the editor's form, or do what one of its other buttons says."""
    draft = draft_from_post(request.POST)
    action = request.POST.get("do", "save")
    if action != "save":
        return _editor_page(request, version, apply_action(draft, action))
    try:
        return _save(request, version, spec_from_draft(draft))
    except RubricInvalid as error:
        return _editor_page(request, version, draft, error.problems)
    except BadInput as error:
        return _editor_page(request, version, draft, [Problem(("slug",), str(error))])


def _save_yaml(request: HttpRequest, version: RubricVersion | None) -> HttpResponse:
    text = request.POST.get("yaml", "")
    try:
        text = _uploaded(request.FILES.get("file")) or text
        return _save(request, version, parse_rubric(text))
    except RubricInvalid as error:
        return _yaml_page(request, version, text, error.problems)
    except BadInput as error:
        return _yaml_page(request, version, text, [Problem((), str(error))])


def _uploaded(file: "UploadedFile[bytes] | None") -> str:
    if file is None:
        return ""
    if (file.size or 0) > 4 * MAX_SIZE:
        raise BadInput(f"the file is larger than {MAX_SIZE:,} characters: split the rubric")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("the file is not text in UTF-8: save it as UTF-8 and try again") from error


def _save(request: HttpRequest, version: RubricVersion | None, spec: RubricSpec) -> HttpResponse:
    actor = person_of(request.user)
    if version is None:
        saved = add_rubric(spec=spec, actor=actor)
        messages.success(request, f"{saved.rubric} is saved.")
    else:
        saved = change_version(version=version, spec=spec, actor=actor)
        new = saved.pk != version.pk
        messages.success(
            request,
            f"Saved as version {saved.number}; version {version.number} stays as it was."
            if new
            else "Saved.",
        )
    return redirect("rubric_detail", saved.rubric.slug, saved.number)


def _editor_page(
    request: HttpRequest,
    version: RubricVersion | None,
    draft: Draft,
    problems: list[Problem] | None = None,
) -> HttpResponse:
    context = {"version": version, "editor": editor_of(draft, problems)}
    status = 422 if problems else 200
    return render_page(request, "cases/rubric_edit.html", context, fragment="editor", status=status)


def _yaml_page(
    request: HttpRequest,
    version: RubricVersion | None,
    text: str,
    problems: list[Problem] | None = None,
) -> HttpResponse:
    context = {"version": version, "text": text, "problems": problems}
    status = 422 if problems else 200
    return render_page(request, "cases/rubric_yaml.html", context, status=status)
