"""How long a store may take to answer: no import waits for ever for one that has stopped."""

from django.conf import settings


def seconds(usual: float) -> float:
    """Seconds to wait for one answer: as the setting says for all kinds of stores, else `usual`."""
    return float(settings.STORE_SECONDS or usual)
