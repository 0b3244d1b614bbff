from django.urls import URLPattern, path

from cases import (
    case_views,
    import_views,
    pair_views,
    process_views,
    redaction_policy_views,
    redaction_preview_views,
    redaction_report_views,
    revision_views,
    rubric_views,
    study_views,
    transcript_views,
    turn_views,
)

urlpatterns: list[URLPattern] = [
    path("rubrics/", rubric_views.rubric_list, name="rubric_list"),
    path("rubrics/new/", rubric_views.rubric_new, name="rubric_new"),
    path("rubrics/<slug:slug>/<int:number>/", rubric_views.rubric_detail, name="rubric_detail"),
    path("rubrics/<slug:slug>/<int:number>/edit/", rubric_views.rubric_edit, name="rubric_edit"),
    path("studies/new/", study_views.study_new, name="study_new"),
    path("studies/<slug:slug>/settings/", study_views.study_settings, name="study_settings"),
    path("studies/<slug:slug>/settings/state/", study_views.study_state, name="study_state"),
    path("studies/<slug:slug>/cases/", case_views.case_list, name="case_list"),
    path("studies/<slug:slug>/warnings/", case_views.case_warn, name="case_warn"),
    path("studies/<slug:slug>/cases/<slug:key>/", case_views.case_detail, name="case_detail"),
    path(
        "studies/<slug:slug>/cases/<slug:key>/parts/<int:number>/",
        transcript_views.case_part,
        name="case_part",
    ),
    path(
        "studies/<slug:slug>/cases/<slug:key>/steps/<int:number>/",
        transcript_views.case_step,
        name="case_step",
    ),
    path(
        "studies/<slug:slug>/cases/<slug:key>/search/",
        transcript_views.case_search,
        name="case_search",
    ),
    path(
        "studies/<slug:slug>/cases/<slug:key>/text/",
        transcript_views.case_text,
        name="case_text",
    ),
    path("studies/<slug:slug>/imports/", import_views.import_list, name="import_list"),
    path("studies/<slug:slug>/imports/new/", import_views.import_new, name="import_new"),
    path("studies/<slug:slug>/imports/<int:pk>/", import_views.import_detail, name="import_detail"),
    path(
        "studies/<slug:slug>/imports/<int:pk>/cancel/",
        import_views.import_cancel,
        name="import_cancel",
    ),
    path(
        "studies/<slug:slug>/imports/<int:pk>/repeat/",
        import_views.import_repeat,
        name="import_repeat",
    ),
    path("studies/<slug:slug>/revisions/", revision_views.revision_list, name="revision_list"),
    path(
        "studies/<slug:slug>/revisions/<slug:key>/add/",
        revision_views.revision_add,
        name="revision_add",
    ),
    path(
        "studies/<slug:slug>/revisions/<slug:key>/undo/",
        revision_views.revision_undo,
        name="revision_undo",
    ),
    path("studies/<slug:slug>/turns/", turn_views.turn_list, name="turn_list"),
    path("studies/<slug:slug>/turns/<int:pk>/undo/", turn_views.turn_undo, name="turn_undo"),
    path("studies/<slug:slug>/process/", process_views.process_list, name="process_list"),
    path(
        "studies/<slug:slug>/process/<int:pk>/undo/",
        process_views.process_undo,
        name="process_undo",
    ),
    path("studies/<slug:slug>/pairs/", pair_views.pair_list, name="pair_list"),
    path("studies/<slug:slug>/pairs/<int:pk>/undo/", pair_views.pair_undo, name="pair_undo"),
    path(
        "studies/<slug:slug>/imports/<int:pk>/redaction.<slug:form>",
        redaction_report_views.import_redaction,
        name="import_redaction",
    ),
    path(
        "studies/<slug:slug>/redaction/",
        redaction_policy_views.redaction_policy,
        name="redaction_policy",
    ),
    path(
        "studies/<slug:slug>/redaction/draft/",
        redaction_policy_views.redaction_draft,
        name="redaction_draft",
    ),
    path(
        "studies/<slug:slug>/redaction/restore/",
        redaction_policy_views.redaction_restore,
        name="redaction_restore",
    ),
    path(
        "studies/<slug:slug>/redaction/previews/new/",
        redaction_preview_views.redaction_preview_new,
        name="redaction_preview_new",
    ),
    path(
        "studies/<slug:slug>/redaction/previews/<int:pk>/",
        redaction_preview_views.redaction_preview_detail,
        name="redaction_preview_detail",
    ),
    path(
        "studies/<slug:slug>/redaction/previews/<int:pk>/again/",
        redaction_preview_views.redaction_preview_again,
        name="redaction_preview_again",
    ),
    path(
        "studies/<slug:slug>/redaction/previews/<int:pk>/sessions/<int:position>/",
        redaction_preview_views.redaction_preview_session,
        name="redaction_preview_session",
    ),
    path(
        "studies/<slug:slug>/redaction/previews/<int:pk>/sessions/<int:position>/marks/",
        redaction_preview_views.redaction_preview_mark,
        name="redaction_preview_mark",
    ),
]
