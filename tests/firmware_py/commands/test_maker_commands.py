"""The options of the commands for those who build a board."""

from firmware_py.commands.all_commands import parse
from tests.support.command import check_error, muggins


def test_one_drawing_is_made_at_a_time() -> None:
    check_error(muggins("wiring", "bare", "--drilling", "--enclosure"), "do not go together")


def test_setup_finds_a_place_for_the_file_itself() -> None:
    assert parse(["setup"]).out is None
