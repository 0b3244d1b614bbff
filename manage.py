#!/usr/bin/env python
"""Runs Calibrant's management commands."""

import os
import sys


def main() -> None:
    if os.environ.pop("CALIBRANT_DIE_WITH_PARENT", "") == "1":
        from config.parent import die_with_parent

        die_with_parent()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        sys.stderr.write(f"calibrant: {error}\n")
        raise SystemExit(2) from None
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
