from django.urls import URLPattern, path

from calibration import (
    export_views,
    gold_views,
    health_views,
    home_views,
    report_views,
    round_views,
    set_aside_views,
    setup_views,
    spot_check_views,
    work_item_views,
    work_views,
)

urlpatterns: list[URLPattern] = [
    path("", home_views.home, name="home"),
    path("studies/<slug:slug>/exports/", export_views.export_list, name="export_list"),
    path(
        "studies/<slug:slug>/exports/freeze/",
        export_views.regression_set_freeze,
        name="regression_set_freeze",
    ),
    path("studies/<slug:slug>/exports/labels/", export_views.label_download, name="label_download"),
    path(
        "studies/<slug:slug>/exports/<int:version>/",
        export_views.regression_set_detail,
        name="regression_set_detail",
    ),
    path(
        "studies/<slug:slug>/exports/<int:version>/<str:name>",
        export_views.regression_set_file,
        name="regression_set_file",
    ),
    path(
        "studies/<slug:slug>/spot-checks/",
        spot_check_views.spot_check_list,
        name="spot_check_list",
    ),
    path(
        "studies/<slug:slug>/spot-checks/<int:pk>/",
        spot_check_views.spot_check_detail,
        name="spot_check_detail",
    ),
    path("studies/<slug:slug>/gold/", gold_views.gold_list, name="gold_list"),
    path("studies/<slug:slug>/gold/choose/", gold_views.gold_choose, name="gold_choose"),
    path("studies/<slug:slug>/gold/items/<slug:key>/", gold_views.gold_item, name="gold_item"),
    path("studies/<slug:slug>/gold/items/<slug:key>/act/", gold_views.gold_act, name="gold_act"),
    path(
        "studies/<slug:slug>/gold/raters/<int:pk>/",
        gold_views.gold_release,
        name="gold_release",
    ),
    path("studies/<slug:slug>/raters/", health_views.health_list, name="health_list"),
    path("studies/<slug:slug>/raters/new/", health_views.health_new, name="health_new"),
    path("studies/<slug:slug>/raters/<int:pk>/", health_views.health_detail, name="health_detail"),
    path("studies/<slug:slug>/set-asides/", set_aside_views.set_aside_list, name="set_aside_list"),
    path(
        "studies/<slug:slug>/set-asides/<int:pk>/",
        set_aside_views.set_aside_detail,
        name="set_aside_detail",
    ),
    path("studies/<slug:slug>/setup/", setup_views.study_setup, name="study_setup"),
    path("studies/<slug:slug>/rating/", work_views.work_detail, name="work_detail"),
    path("studies/<slug:slug>/rating/state/", work_views.work_state, name="work_state"),
    path("studies/<slug:slug>/rating/more/", work_views.work_extend, name="work_extend"),
    path("studies/<slug:slug>/rating/rounds/", round_views.round_list, name="round_list"),
    path(
        "studies/<slug:slug>/rating/rounds/<int:number>/close/",
        round_views.round_close,
        name="round_close",
    ),
    path("studies/<slug:slug>/rating/items/", work_item_views.work_items, name="work_items"),
    path(
        "studies/<slug:slug>/rating/items/<slug:key>/", work_item_views.work_item, name="work_item"
    ),
    path("studies/<slug:slug>/", report_views.study_detail, name="study_detail"),
    path("studies/<slug:slug>/reports/", report_views.report_list, name="report_list"),
    path("studies/<slug:slug>/reports/new/", report_views.report_new, name="report_new"),
    path("studies/<slug:slug>/reports/<int:pk>/", report_views.report_detail, name="report_detail"),
    path(
        "studies/<slug:slug>/reports/<int:pk>/report.json",
        report_views.report_json,
        name="report_json",
    ),
    path(
        "studies/<slug:slug>/reports/<int:pk>/report.csv",
        report_views.report_csv,
        name="report_csv",
    ),
]
