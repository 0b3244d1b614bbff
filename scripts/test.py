"""Runs the whole suite: quick tests on all cores, then pages in browsers, then servers.

Browsers run two at a time, since each is a few processes already. So do the tests that start and
kill servers, file by file, since they wait more than they work.
"""

import os
import subprocess
import sys
import time

LARGEST_CREW = 8
PAIR = 2


def main() -> int:
    parts = [
        ("quick tests", ["-m", "not e2e and not services", *on(crew(), "worksteal")]),
        ("browser tests", ["-m", "e2e and not services", *on(PAIR, "worksteal")]),
        ("server tests", ["-m", "services", *on(PAIR, "loadfile")]),
    ]
    given = sys.argv[1:]
    codes = []
    for title, arguments in parts:
        start = time.monotonic()
        sys.stdout.write(f"\n== {title}\n")
        sys.stdout.flush()
        command = [sys.executable, "-m", "pytest", "-q", *arguments, *given]
        code = subprocess.run(command, check=False).returncode
        # 5: nothing was collected, which is right only when the caller made a choice.
        codes.append(0 if code == 5 and given else code)
        sys.stdout.write(f"== {title}: exit {code} after {time.monotonic() - start:.0f} s\n")
        if code == 2:  # (interrupted)
            break
    return max(codes)


def on(processes: int, spread: str) -> list[str]:
    return ["-n", str(processes), "--dist", spread]


def crew() -> int:
    return max(1, min(LARGEST_CREW, os.cpu_count() or 1))


if __name__ == "__main__":
    sys.exit(main())
