from django.urls import include, path

urlpatterns = [
    path("", include("calibration.urls")),
    path("", include("raters.urls")),
    path("", include("judges.urls")),
    path("", include("cases.urls")),
]
