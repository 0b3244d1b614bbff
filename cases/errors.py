"""The one exception for input that somebody can put right."""


class BadInput(Exception):
    """Says what was wrong, where, and what to do. Commands exit with 2, pages answer 422."""
