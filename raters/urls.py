from django.urls import path

from raters import (
    flag_views,
    inviting_views,
    member_views,
    people_views,
    rating_views,
    training_views,
    transcript_views,
)

urlpatterns = [
    path("login/", people_views.Login.as_view(), name="login"),
    path("logout/", people_views.Logout.as_view(), name="logout"),
    path("invitations/<str:token>/", people_views.invitation_accept, name="invitation_accept"),
    path("studies/<slug:slug>/people/", people_views.people_list, name="people_list"),
    path("studies/<slug:slug>/people/invite/", inviting_views.people_invite, name="people_invite"),
    path(
        "studies/<slug:slug>/people/invitations/<int:pk>/revoke/",
        people_views.invitation_revoke,
        name="invitation_revoke",
    ),
    path("studies/<slug:slug>/people/<int:pk>/", member_views.member_detail, name="member_detail"),
    path("studies/<slug:slug>/flags/", flag_views.flag_list, name="flag_list"),
    path("studies/<slug:slug>/flags/<int:pk>/", flag_views.flag_decide, name="flag_decide"),
    path("rate/<slug:slug>/", rating_views.rate_next, name="rate_next"),
    path("rate/<slug:slug>/guidelines/", rating_views.guidelines, name="guidelines"),
    path("rate/<slug:slug>/mine/", rating_views.rate_mine, name="rate_mine"),
    path("rate/<slug:slug>/ahead/", rating_views.rate_ahead, name="rate_ahead"),
    path("rate/<slug:slug>/last/", rating_views.rate_last, name="rate_last"),
    path("rate/<slug:slug>/training/", training_views.training, name="training"),
    path("rate/<slug:slug>/<uuid:token>/", rating_views.item_rate, name="item_rate"),
    path("rate/<slug:slug>/<uuid:token>/draft/", rating_views.item_draft, name="item_draft"),
    path(
        "rate/<slug:slug>/<uuid:token>/parts/<int:number>/",
        transcript_views.item_part,
        name="item_part",
    ),
    path(
        "rate/<slug:slug>/<uuid:token>/steps/<int:number>/",
        transcript_views.item_step,
        name="item_step",
    ),
    path(
        "rate/<slug:slug>/<uuid:token>/search/",
        transcript_views.item_search,
        name="item_search",
    ),
]
