import pytest

from cases.identifiers import opening_of


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        # The same words, whatever case and space they have.
        (["Where is order BR-1?", "Thanks"], ["where is  ORDER br-1?", "Thanks"], True),
        # Twins that part after the opening.
        (["My order BR-2041 came broken, what now?!", "yes"],
         ["My order BR-2041 came broken, what now?!", "no"], True),
        # A greeting tells nothing: what comes next does.
        (["Hello, is this the help desk?", "I want a refund"],
         ["Hello, is this the help desk?", "Where is my parcel"], False),
        (["Where is order BR-1?"], ["Where is order BR-2?"], False),
    ],
)  # fmt: skip
def test_conversations_that_begin_with_the_same_words(
    first: list[str], second: list[str], same: bool
) -> None:
    assert opening_of(first)
    assert (opening_of(first) == opening_of(second)) is same


@pytest.mark.parametrize("said", [[], ["Hi"], ["Hi", "there"], ["Thank you so much"]])
def test_few_words_are_no_opening(said: list[str]) -> None:
    assert opening_of(said) == ""
