"""Fixtures for every test: a data folder of its own, fast password hashing, named people."""

import os
import tempfile

# Before Django reads its settings: tests never touch the data folder of a running app.
os.environ.setdefault("CALIBRANT_DATA", tempfile.mkdtemp(prefix="calibrant-test-"))
os.environ.pop("REDIS_URL", None) if "CALIBRANT_TEST_REDIS_URL" not in os.environ else None

import pytest
from django.conf import settings as django_settings

from cases.models import Person, Study
from tests.make import join, make_person, make_study


@pytest.fixture(autouse=True)
def _fast_passwords() -> None:
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater")


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


@pytest.fixture
def admin(study: Study) -> Person:
    return join(make_person("ada"), study, "admin")


@pytest.fixture
def stranger(db: None) -> Person:
    return make_person("sam")
