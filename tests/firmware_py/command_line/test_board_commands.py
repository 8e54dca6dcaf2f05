"""The options of the commands that follow a running board."""

from pathlib import Path

import pytest

from firmware_py.command_line.arguments import parse
from firmware_py.commands.option_values import CLUB_PORT, PORT
from tests.support.command import check_error, muggins, nothing_changes


@pytest.mark.parametrize(("command", "port"), [("serve", PORT), ("club", CLUB_PORT)])
def test_a_page_has_a_port_of_its_own(command: str, port: int) -> None:
    assert parse([command]).port == port


def test_the_voice_does_one_thing_at_a_time() -> None:
    check_error(muggins("speak", "--print", "--phrases"), "do not go together")


def test_phrases_are_rendered_only_to_a_folder_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with nothing_changes(tmp_path):
        check_error(muggins("speak", "--render", ""), "--render: the folder has no name")
