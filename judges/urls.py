from django.urls import path

from judges import judge_views as views

urlpatterns = [
    path("studies/<slug:slug>/judges/", views.judge_list, name="judge_list"),
    path("studies/<slug:slug>/judges/new/", views.judge_new, name="judge_new"),
    path("studies/<slug:slug>/judges/<int:pk>/", views.version_detail, name="version_detail"),
    path("studies/<slug:slug>/runs/new/", views.run_new, name="run_new"),
    path("studies/<slug:slug>/runs/<int:pk>/", views.run_detail, name="run_detail"),
    path("studies/<slug:slug>/runs/<int:pk>/stop/", views.run_stop, name="run_stop"),
    path("studies/<slug:slug>/requests/<int:pk>/", views.request_detail, name="request_detail"),
]
