"""A process that ends when the one that started it ends, whatever ended that one.

Standard library only and without imports from the project: set-up runs this file with whatever
Python it finds, before anything is installed.
"""

import os
import signal
import sys
import threading
import time

_POLL_SECONDS = 0.5
_GRACE_SECONDS = 15.0
_PR_SET_PDEATHSIG = 1


def ask_kernel(signum: int) -> bool:
    """Have Linux send `signum` to this process when its parent ends; False on other systems.

    The request outlives exec, not fork, and hangs on the parent's thread that forked us.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(_PR_SET_PDEATHSIG, signum, 0, 0, 0) == 0)


def die_with_parent(*, grace: float = _GRACE_SECONDS) -> None:
    """End this process soon after its parent: SIGTERM first, SIGKILL after `grace` seconds."""
    parent = os.getppid()
    ask_kernel(signal.SIGTERM)
    if os.getppid() != parent or parent == 1:
        # It left before we asked. A parent of 1 is a container's own first process as well.
        if parent == 1:
            return
        os.kill(os.getpid(), signal.SIGTERM)
    threading.Thread(target=_watch, args=(parent, grace), daemon=True, name="parent").start()


def _watch(parent: int, grace: float) -> None:
    """Where the kernel can't be asked, look; everywhere, insist."""
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace)
    os.kill(os.getpid(), signal.SIGKILL)
