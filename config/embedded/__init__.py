"""Services of the embedded default: a queue, a worker and a web process for a data folder.

    with embedded.running(worker=True) as services:
        ...

`keeper` is run by path and imports nothing from here.
"""

from config.embedded.lifecycle import Services, is_served, running
from config.embedded.processes import Web, check_port

__all__ = ["Services", "Web", "check_port", "is_served", "running"]
