"""What is special about claims of imports: reading keeps them, cancelling takes them away.

`claimed_until` of an import that failed or was cancelled says until when whoever ended it, or lost
it, is left to settle what it has brought (cases.import_running.settle); then somebody else does.
"""

from collections.abc import Iterator, Mapping

from django.utils import timezone

from cases.claims import LAPSE, MAX_ATTEMPTS, Claim
from cases.models import ImportRun
from cases.sources import SessionEntry, SessionKey, Store, StoredSession

State = ImportRun.State


class KeptStore:
    """A store whose reading keeps a claim, so that a cancelled import soon stops reading.

    Its methods raise ClaimLost beside what the store raises.
    """

    def __init__(self, store: Store, claim: Claim) -> None:
        self._store = store
        self._claim = claim
        self.uri, self.name, self.layout = store.uri, store.name, store.layout

    @property
    def unread(self) -> Mapping[str, str]:
        return self._store.unread

    def apps(self) -> dict[str, int]:
        return self._store.apps()

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        for entry in self._store.index(app_name):
            self._claim.keep()
            yield entry

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        self._claim.keep()
        return self._store.read(key, digest_key=digest_key)


def is_held(run: ImportRun) -> bool:
    """Whether somebody works on the import, or will soon."""
    return run.claimed_until is not None and run.claimed_until > timezone.now()


def ended_by(run: ImportRun) -> str:
    """What reports call the session that ended the import's workers; "" if it is not known."""
    return str(run.checkpoint.get("at", ""))[:16] if run.attempts > MAX_ATTEMPTS else ""


def release(run: ImportRun, message: str) -> bool:
    """Cancel an import that waits or runs: whoever works on it loses it. False if it was over."""
    live = ImportRun.objects.filter(pk=run.pk).live()
    return bool(
        live.update(
            state=State.CANCELLED,
            message=message,
            claimed_until=timezone.now() + LAPSE,
            finished_at=timezone.now(),
        )
    )


def take_unsettled() -> list[int]:
    """Ids of imports that ended early and that nobody has settled, left to us for a while now."""
    now = timezone.now()
    late = ImportRun.objects.ended_early().filter(claimed_until__lt=now)
    ids = list(late.order_by("pk").values_list("pk", flat=True))
    return [pk for pk in ids if late.filter(pk=pk).update(claimed_until=now + LAPSE)]
