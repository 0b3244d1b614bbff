import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Progress shown on rating pages is kept for a minute."""
    cache.clear()
