"""Runs the whole suite: quick tests on all cores, then pages in browsers, then servers.

Browsers run two at a time, since each is a few processes already. The last part runs one after
another: each of its tests starts and kills servers of its own, which a busy machine would blur.
"""

import os
import subprocess
import sys
import time

LARGEST_CREW = 8
BROWSERS = 2


def main() -> int:
    parts = [
        ("quick tests", ["-m", "not e2e and not services", *on(crew())]),
        ("browser tests", ["-m", "e2e and not services", *on(min(crew(), BROWSERS))]),
        ("server tests", ["-m", "services"]),
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


def on(processes: int) -> list[str]:
    return ["-n", str(processes), "--dist", "worksteal"]


def crew() -> int:
    return max(1, min(LARGEST_CREW, os.cpu_count() or 1))


if __name__ == "__main__":
    sys.exit(main())
