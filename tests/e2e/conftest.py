"""A real browser, Debian's Chromium, against a live server."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from cases.models import Person

CHROMIUM = os.environ.get("CALIBRANT_CHROMIUM", "/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]
SIZES = {"1440": (1440, 900), "390": (390, 844)}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's loop runs in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Visitor:
    """A person in front of a browser: pages that fail on any error in the console."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def open(self, person: Person | None = None, *, width: str = "1440", **options: Any) -> Page:
        """A page of a fresh browser context, logged in as `person`."""
        wide, high = SIZES[width]
        context = self.browser.new_context(viewport={"width": wide, "height": high}, **options)
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if person is not None:
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": session(person), "url": self.url}]
            )
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def _console(self, message: Any) -> None:
        # Chromium reports each answer of 400 and above; 422 is how a form comes back.
        if message.type in {"error", "warning"} and "status of 422" not in message.text:
            self.problems.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def visitor(browser: Browser, live_server: Any) -> Iterator[Visitor]:
    visitor = Visitor(browser, live_server.url)
    yield visitor
    visitor.close()
    assert visitor.problems == []


def session(person: Person) -> str:
    """The key of a session in which `person` is logged in."""
    store = SessionStore()
    store[SESSION_KEY] = str(person.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.save()
    assert store.session_key is not None
    return store.session_key


def run_axe(page: Page) -> AxeResults:
    """What axe finds on the page as it is now; a document takes the script of axe once."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate("options => axe.run(options)", DEFAULT_OPTIONS))


@pytest.fixture
def check_page() -> Callable[[Page, str], None]:
    """Assert that axe finds nothing and nothing overflows; keep a picture if asked to.

    Pictures go to the folder that CALIBRANT_SCREENSHOTS names.
    """

    def check(page: Page, name: str) -> None:
        folder = os.environ.get("CALIBRANT_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            path = Path(folder) / f"{name}.png"
            # Hiding the caret would add a style that the page's policy refuses.
            page.screenshot(path=path, full_page="full" in name, caret="initial")
        results = run_axe(page)
        assert results.violations_count == 0, f"{name}\n{results.generate_report()}"
        overflow = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0, f"{name} scrolls sideways by {overflow} px"

    return check


@pytest.fixture
def check_schemes(check_page: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Check a page in light and in dark, as it stands: styles alone follow the scheme."""

    def check(page: Page, name: str) -> None:
        # Light comes last, as the page was opened.
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
            assert dark is (scheme == "dark")
            check_page(page, f"{name}-{scheme}")

    return check


@pytest.fixture
def check_four_ways(check_schemes: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Check a page wide and narrow, in light and in dark; no script asks for the width."""

    def check(page: Page, name: str) -> None:
        # Wide comes last, as the page was opened.
        for width in ("390", "1440"):
            wide, high = SIZES[width]
            page.set_viewport_size({"width": wide, "height": high})
            assert page.evaluate("innerWidth") == wide
            check_schemes(page, f"{name}-{width}")

    return check
