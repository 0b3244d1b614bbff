"""What holds for every template."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"


def test_every_box_that_scrolls_sideways_can_be_reached_by_keyboard_and_has_a_name() -> None:
    boxes = [
        (path.name, box)
        for path in TEMPLATES.rglob("*.html")
        for box in re.findall(r'<div class="table-wrap[^>]*>', path.read_text())
    ]
    assert len(boxes) > 20
    for name, box in boxes:
        assert 'tabindex="0" role="group" aria-label' in box, name
