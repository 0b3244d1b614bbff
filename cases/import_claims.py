"""What is special about claims of imports: reading keeps them, and cancelling takes them away."""

from collections.abc import Iterator, Mapping

from django.utils import timezone

from cases.claims import MAX_ATTEMPTS, Claim
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
            claim="",
            claimed_until=None,
            finished_at=timezone.now(),
        )
    )
