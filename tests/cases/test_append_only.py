import pytest
from django.db import IntegrityError, transaction
from django.db.utils import DatabaseError

from cases.models import Case, Study
from tests.make import make_case


def test_the_database_refuses_to_change_a_case(study: Study) -> None:
    case = make_case(study)
    with pytest.raises(DatabaseError), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(turns=[])
    case.refresh_from_db()
    assert case.turns


def test_erasure_on_request_is_let_through(study: Study) -> None:
    from django.utils import timezone

    case = make_case(study)
    Case.objects.filter(pk=case.pk).update(turns=[], erased_at=timezone.now())
    case.refresh_from_db()
    assert case.turns == []


def test_a_criterion_is_free_until_its_version_is_frozen(study: Study) -> None:
    from django.utils import timezone

    version = study.rubric_version
    criterion = version.criteria.first()
    assert criterion is not None
    version.criteria.filter(pk=criterion.pk).update(question="Better?")
    version.frozen_at = timezone.now()
    version.save()
    with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
        version.criteria.filter(pk=criterion.pk).update(question="Worse?")
    criterion.refresh_from_db()
    assert criterion.question == "Better?"
