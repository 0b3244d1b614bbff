"""Fixtures for every test: a study and the people with fixed roles in it."""

import pytest

from cases.models import Person, Study
from tests.make import join, make_person, make_study


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
