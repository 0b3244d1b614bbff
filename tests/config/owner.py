"""A command as the tests need one: enters `running()`, says what it got, stays for a while.

python -m tests.config.owner SECONDS [--fork]
"""

import json
import os
import sys
import time
from typing import Any

import django


def main() -> int:
    if os.environ.pop("CALIBRANT_DIE_WITH_PARENT", "") == "1":
        from config.parent import die_with_parent

        die_with_parent()
    django.setup()
    from cases.errors import BadInput
    from config import embedded

    try:
        with embedded.running(worker=True, say=lambda line: tell(said=line)) as services:
            if "--fork" in sys.argv and os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            tell(joined=services.joined, url=services.redis_url, pids=services.pids)
            until = time.monotonic() + float(sys.argv[1])
            while time.monotonic() < until:
                time.sleep(0.1)
                services.check()
        tell(left=True)
    except BadInput as error:
        tell(bad_input=str(error))
        return 2
    return 0


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    sys.exit(main())
