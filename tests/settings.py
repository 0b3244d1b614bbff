"""The product's settings over a data folder that is thrown away."""

import os
import tempfile
from pathlib import Path

os.environ["CALIBRANT_DATA"] = tempfile.mkdtemp(prefix="calibrant-test-")
# A suite that is to use real servers names them with these two; the app's own never leak in.
# They stay in the environment, since workers of pytest-xdist load these settings once more.
for name in ("DATABASE_URL", "REDIS_URL"):
    value = os.environ.get(f"CALIBRANT_TEST_{name}", "")
    os.environ.pop(name, None)
    if value:
        os.environ[name] = value

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASE_URL, DATABASES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not DATABASE_URL:
    # A file, not memory: locks, WAL and several connections behave as they do in use.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(os.environ["CALIBRANT_DATA"]) / "test.sqlite3")
    }
# WhiteNoise warns about a folder that collectstatic has not made.
STATIC_ROOT = os.environ["CALIBRANT_DATA"]
