from django.apps import AppConfig


class RatersConfig(AppConfig):
    name = "raters"
