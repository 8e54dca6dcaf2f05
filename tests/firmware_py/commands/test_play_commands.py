"""The options of the commands to play, to count and to practise."""

from firmware_py.commands.all_commands import parse
from tests.support.command import check_error, muggins


def test_without_options_the_simulator_goes_on_with_the_game() -> None:
    options = parse(["simulate"])
    assert (options.new, options.journal, options.opponent, options.config) == (False, None, None, None)


def test_a_crib_has_one_owner() -> None:
    check_error(muggins("discard", "5H", "5C", "--dealer", "--pone"), "do not go together")
