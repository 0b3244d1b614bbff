import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.extraction.cleaning import Cleaner
from cases.models import Case, Study
from tests.make import make_case

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(FINITE)
def test_cleaning_changes_no_numbers_value(number: float) -> None:
    clean = Cleaner(Counter()).value(number)
    assert clean == number or float(clean) == number
    assert "e+" not in json.dumps(clean)


@pytest.mark.parametrize("number", [1e22, 1.5e300, -0.0, 1e16, 5e-324, 0.1, 64.0, 10**15])
def test_a_database_gives_numbers_back_as_they_were_cleaned(study: Study, number: float) -> None:
    clean = Cleaner(Counter()).value([number])
    case = make_case(study, run_facts={"n": clean})
    assert json.dumps(Case.objects.get(pk=case.pk).run_facts["n"]) == json.dumps(clean)
