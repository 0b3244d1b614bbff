"""The product's addresses and the page behind a planted link."""

from django.urls import include, path

from tests.config.leaks import leak

urlpatterns = [path("leaked/", leak, name="leak"), path("", include("config.urls"))]
