"""What text looks like that addresses a grader or gives orders to a model. Pure; data only.

A rule is looked for in text without accents of format: spaces are single, what no screen shows is
gone. `needs` are words of which one must be there before its pattern is tried.
"""

from cases.caution_languages import LANGUAGES, LANGUAGES_NEED
from cases.caution_marks import MARKS
from cases.caution_orders import ORDERED
from cases.caution_rule import rule
from cases.caution_shapes import SHAPES

OTHER_LANGUAGE = rule(
    "other_language",
    "gives orders to a model or a grader in another language",
    LANGUAGES_NEED,
    *LANGUAGES,
)
RULES = (*SHAPES, *MARKS, *ORDERED, OTHER_LANGUAGE)

ENCODED = "encoded_orders"
HIDDEN = "hidden_characters"
RULE_WORDS = {rule.name: rule.words for rule in RULES} | {
    ENCODED: "holds such an order in base64 or disguised in another way",
    HIDDEN: "hides characters that no screen shows",
}
