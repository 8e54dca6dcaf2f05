"""The options of the commands that follow a running board."""

import pytest

from firmware_py.commands.all_commands import parse
from firmware_py.commands.options import CLUB_PORT, PORT
from tests.support.command import check_error, muggins


@pytest.mark.parametrize(("command", "port"), [("serve", PORT), ("club", CLUB_PORT)])
def test_a_page_has_a_port_of_its_own(command: str, port: int) -> None:
    assert parse([command]).port == port


def test_the_voice_does_one_thing_at_a_time() -> None:
    check_error(muggins("speak", "--print", "--phrases"), "do not go together")
