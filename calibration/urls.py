from django.urls import URLPattern, path

from calibration import views_exports, views_home, views_reports

urlpatterns: list[URLPattern] = [
    path("", views_home.home, name="home"),
    path("studies/<slug:slug>/exports/", views_exports.export_list, name="export_list"),
    path(
        "studies/<slug:slug>/exports/freeze/",
        views_exports.regression_set_freeze,
        name="regression_set_freeze",
    ),
    path(
        "studies/<slug:slug>/exports/labels/", views_exports.label_download, name="label_download"
    ),
    path(
        "studies/<slug:slug>/exports/<int:version>/",
        views_exports.regression_set_detail,
        name="regression_set_detail",
    ),
    path(
        "studies/<slug:slug>/exports/<int:version>/<str:name>",
        views_exports.regression_set_file,
        name="regression_set_file",
    ),
    path("studies/<slug:slug>/", views_reports.study_detail, name="study_detail"),
    path("studies/<slug:slug>/reports/", views_reports.report_list, name="report_list"),
    path("studies/<slug:slug>/reports/new/", views_reports.report_new, name="report_new"),
    path(
        "studies/<slug:slug>/reports/<int:pk>/", views_reports.report_detail, name="report_detail"
    ),
    path(
        "studies/<slug:slug>/reports/<int:pk>/report.json",
        views_reports.report_json,
        name="report_json",
    ),
    path(
        "studies/<slug:slug>/reports/<int:pk>/report.csv",
        views_reports.report_csv,
        name="report_csv",
    ),
]
