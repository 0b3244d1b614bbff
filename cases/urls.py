from django.urls import URLPattern, path

from cases import case_views, import_views, rubric_views, study_views

urlpatterns: list[URLPattern] = [
    path("rubrics/", rubric_views.rubric_list, name="rubric_list"),
    path("rubrics/new/", rubric_views.rubric_new, name="rubric_new"),
    path("rubrics/<slug:slug>/<int:number>/", rubric_views.rubric_detail, name="rubric_detail"),
    path("rubrics/<slug:slug>/<int:number>/edit/", rubric_views.rubric_edit, name="rubric_edit"),
    path("studies/new/", study_views.study_new, name="study_new"),
    path("studies/<slug:slug>/settings/", study_views.study_settings, name="study_settings"),
    path("studies/<slug:slug>/settings/state/", study_views.study_state, name="study_state"),
    path("studies/<slug:slug>/cases/", case_views.case_list, name="case_list"),
    path("studies/<slug:slug>/cases/<slug:key>/", case_views.case_detail, name="case_detail"),
    path("studies/<slug:slug>/imports/new/", import_views.import_new, name="import_new"),
    path("studies/<slug:slug>/imports/<int:pk>/", import_views.import_detail, name="import_detail"),
]
