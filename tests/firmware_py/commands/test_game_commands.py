"""The options of the commands for saved games."""

from tests.support.command import check_error, muggins


def test_one_game_and_all_games_exclude_each_other() -> None:
    check_error(muggins("record", "--all", "--game", "2"), "do not go together")
