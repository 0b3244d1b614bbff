"""Runs the whole suite: quick tests on all cores, then those that start browsers and servers.

The second part runs one after another: each of its tests starts processes of its own and
measures what happens within seconds, which a busy machine would blur.
"""

import os
import subprocess
import sys
import time

SERVERS = "e2e or services"
LARGEST_CREW = 8


def main() -> int:
    parts = [
        ("quick tests", ["-m", f"not ({SERVERS})", "-n", str(crew()), "--dist", "worksteal"]),
        ("browser and server tests", ["-m", SERVERS]),
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


def crew() -> int:
    return max(1, min(LARGEST_CREW, os.cpu_count() or 1))


if __name__ == "__main__":
    sys.exit(main())
