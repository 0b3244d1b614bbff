import pytest

from cases.extraction.notes import media_type


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("image/png", "image/png"),
        ("Text/Plain; charset=utf-8", "text/plain"),
        ("application/vnd.jane-doe.letters", "application"),
        ("text/jane.doe@example.org", "text"),
        ("jane/png", "unknown type"),
        ("", "unknown type"),
        (None, "unknown type"),
        (7, "unknown type"),
    ],
)
def test_only_common_types_of_files_are_shown(given: object, shown: str) -> None:
    assert media_type({"mime_type": given}) == shown
