"""The item after the one being rated, leased early so that its page stands ready in the browser."""

import uuid

from django.db.models import Exists
from django.utils import timezone

from cases.models import Membership, Person, Study
from raters.leases import lease_end
from raters.models import Assignment
from raters.turns import writing


@writing()
def take_up(*, study: Study, rater: Person, token: uuid.UUID) -> bool:
    """Go on with the item whose page stands ready; its lease begins anew.

    False where it is no longer the rater's to rate, where its lease ran out, and where the rater or
    the study is paused meanwhile: the page then has to ask for an item like any other.
    """
    if study.state != Study.State.OPEN:
        return False
    now = timezone.now()
    standing = Membership.objects.live().filter(
        study=study, person=rater, role=Membership.Role.RATER, paused_at=None, results_seen_at=None
    )
    mine = Assignment.objects.of(rater, study).filter(
        Exists(standing), token=token, state=Assignment.State.LEASED, expires_at__gt=now
    )
    return bool(mine.update(expires_at=lease_end(study, now)))
