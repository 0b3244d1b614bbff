from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from cases.errors import BadInput
from cases.models import Study
from tests.config.commands import MANAGE, Command
from tests.make import make_study


@pytest.mark.services
@pytest.mark.embedded
def test_a_folder_without_a_database_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    argv = [*MANAGE, "report", "--study", "any"]
    with Command(argv, data) as command:
        assert command.process.wait(60) == 2
    assert command.text.count("\n") == 1
    assert f"no study database yet in {data}" in command.text


def test_an_unknown_study_is_answered_with_the_known_ones(db: None) -> None:
    with pytest.raises(BadInput, match="there is none yet"):
        Study.named("refunds")
    make_study("returns")
    with pytest.raises(BadInput, match="no study 'refunds'; there are: returns"):
        Study.named("refunds")
    assert Study.named("returns").slug == "returns"


def test_a_port_out_of_range_is_said_before_anything_is_done() -> None:
    with pytest.raises(CommandError, match="port 99999 does not exist") as caught:
        call_command("serve", port=99999)
    assert caught.value.returncode == 2
