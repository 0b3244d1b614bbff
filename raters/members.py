"""The members of a study and how far each has come."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from cases.models import Membership, Study
from raters.models import Assignment


def members_of(study: Study) -> QuerySet[Membership]:
    """Memberships with their person and `rated`, the number of items each has finished."""
    finished = (
        Assignment.objects.finished()
        .filter(item__study=study, rater=OuterRef("person"))
        .order_by()
        .values("rater")
        .annotate(count=Count("pk"))
        .values("count")
    )
    return (
        Membership.objects.filter(study=study)
        .select_related("person")
        .annotate(rated=Coalesce(Subquery(finished), 0))
        .order_by("role", "person__display_name", "person__username")
    )
