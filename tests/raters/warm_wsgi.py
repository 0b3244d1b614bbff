"""The app with what its first request would load, for gunicorn's --preload: a web process that is
started in place of a killed one answers at once."""

from django.template.loader import get_template
from django.urls import get_resolver

from config.wsgi import application

__all__ = ["application"]

_ = [pattern.name for pattern in get_resolver().url_patterns if hasattr(pattern, "name")]
for _name in ("raters/item_rate.html", "raters/queue_empty.html"):
    get_template(_name)
