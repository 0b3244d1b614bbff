from cases.models import Case
from cases.templatetags.importing import event_counts, extraction_notes


def test_notes_say_what_was_left_out_and_nothing_of_the_build() -> None:
    case = Case(extraction={"events": 9, "thought": 3, "rewind": 1, "several_agent_versions": 1})
    assert extraction_notes(case) == ["3 thoughts left out", "1 rewind"]


def test_counts_of_an_import_are_rows_of_words() -> None:
    assert event_counts({"thought": 2, "events": 7}) == [
        ("Events read", 7),
        ("Thoughts left out", 2),
    ]
