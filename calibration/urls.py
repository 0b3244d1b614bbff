from django.urls import URLPattern, path

from calibration import views_home
from calibration import views_exports

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
]
