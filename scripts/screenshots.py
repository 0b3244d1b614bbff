"""Take the screenshots of the docs from a served worked example.

make demo                                   # in one terminal
.venv/bin/python scripts/screenshots.py     # in another
"""

import argparse
import json
import os
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
STUDY = "/studies/refund-support"
LEAD = {
    "study": f"{STUDY}/",
    "cases": f"{STUDY}/cases/",
    "people": f"{STUDY}/people/",
    "work": f"{STUDY}/rating/",
    "judges": f"{STUDY}/runs/1/",
    "report": f"{STUDY}/reports/1/",
    "exports": f"{STUDY}/exports/",
    "rubric": "/rubrics/refund/1/",
    "import": f"{STUDY}/imports/1/",
}
CHROMIUM = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
]  # fmt: skip


def log_in(page: Page, address: str, login: dict[str, str]) -> None:
    page.goto(f"{address}/login/")
    page.fill("[name=username]", login["username"])
    page.fill("[name=password]", login["password"])
    page.click("main button[type=submit]")
    page.wait_for_load_state()


def look_at_a_source(page: Page, address: str) -> None:
    """The form of an import, with the store of the worked example found readable."""
    page.goto(f"{address}{STUDY}/imports/new/?from=1")


def preview_redaction(page: Page, address: str) -> None:
    """A session of a new preview, with its original text: invented, as all of the example is."""
    page.goto(f"{address}{STUDY}/redaction/previews/new/")
    page.get_by_label("How many sessions").fill("5")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("heading", name="What you found").wait_for(timeout=120_000)
    page.get_by_role("link", name="Session 1", exact=True).click()
    page.get_by_role("button", name="Show original text").click()
    page.wait_for_load_state()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--address", default="http://127.0.0.1:8000")
    parser.add_argument("--data", type=Path, default=ROOT / "var" / "demo")
    options = parser.parse_args()
    logins = json.loads((options.data / "demo" / "logins.json").read_text())
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CALIBRANT_CHROMIUM", "/usr/bin/chromium"), args=CHROMIUM
        )

        def shoot(page: Page, name: str) -> None:
            page.wait_for_load_state("networkidle")
            page.screenshot(path=images / f"{name}.png")

        view = {"width": 1280, "height": 860}
        page = browser.new_page(viewport=view, color_scheme="light")
        log_in(page, options.address, logins["lead"])
        for name, path in LEAD.items():
            page.goto(options.address + path)
            shoot(page, name)
        page.goto(f"{options.address}{STUDY}/cases/?intent=damaged_item")
        page.click(".cases-table a")
        shoot(page, "transcript")
        # Present where somebody has replayed a case: see docs/replay.md.
        page.goto(f"{options.address}{STUDY}/cases/?replays=only")
        if page.locator(".cases-table a").count():
            page.locator(".cases-table a").first.click()
            shoot(page, "replay")
        page = browser.new_context(viewport=view, color_scheme="light").new_page()
        log_in(page, options.address, logins["admin"])
        look_at_a_source(page, options.address)
        shoot(page, "source")
        preview_redaction(page, options.address)
        shoot(page, "redaction")
        page = browser.new_context(viewport=view, color_scheme="light").new_page()
        log_in(page, options.address, logins["rater"])
        page.goto(f"{options.address}/rate/refund-support/")
        if "guidelines" in page.url:
            page.click("main form button[type=submit]")
        shoot(page, "rating")
        browser.close()


if __name__ == "__main__":
    main()
