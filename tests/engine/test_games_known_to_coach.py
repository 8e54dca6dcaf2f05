import pytest

from engine import InvalidGame, Rules
from engine.games_known_to_coach import check_coach_knows, is_known_to_coach


@pytest.mark.parametrize("rules", [Rules(), Rules(muggins=True, target=61), Rules(track="show")], ids=str)
def test_the_coach_knows_the_six_card_game_for_two(rules: Rules) -> None:
    assert is_known_to_coach(rules)
    check_coach_knows(rules)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (Rules(players=3), "^the coach knows the six-card game for two$"),
        (Rules(players=4), "^the coach knows the six-card game for two$"),
        (Rules("five-card"), "^the coach knows the six-card game for two$"),
        (Rules("seven-card"), "^the coach knows the six-card game for two$"),
        (Rules(target=181), "games to 121 or fewer, not to 181"),
        (Rules(objective="first_loses"), "the first to reach the target wins"),
        (Rules(ace_11=True), "an ace counts one"),
        (Rules(track="points"), "needs the cards"),
    ],
)
def test_other_games_are_refused(rules: Rules, says: str) -> None:
    assert not is_known_to_coach(rules)
    with pytest.raises(InvalidGame, match=says):
        check_coach_knows(rules)
