"""Names of raters for leads; reports themselves hold pseudonyms."""

from calibration.label_rows import rater_pseudonym
from cases.models import Person, Study


def names_by_pseudonym(study: Study) -> dict[str, str]:
    """What the page calls each rater of the study, members or not any more. One query."""
    people = Person.objects.filter(labels__item__study=study) | Person.objects.filter(
        memberships__study=study
    )
    return {rater_pseudonym(person.pk): str(person) for person in people.distinct()}
