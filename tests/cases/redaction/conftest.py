import pytest

from cases.redaction import Redactor
from tests.cases.redaction.cases import MODEL


@pytest.fixture(scope="session")
def redactor() -> Redactor:
    """One under the default policy."""
    return Redactor(model_name=MODEL)
