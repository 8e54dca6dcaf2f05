"""The announcement of a win (RULES.md 5), with the scores of the winner and of all losers."""

import pytest

from engine.rules import Rules
from firmware_py.words.english import English
from firmware_py.words.in_use import win_in_words

NAMES = ("Ann", "Bob", "Cid")


@pytest.mark.parametrize(
    ("target", "scores", "said"),
    [
        (121, (121, 91), "Ann wins!"),
        (121, (121, 90), "Ann wins with a skunk!"),
        (121, (121, 60), "Ann wins with a double skunk!"),
        (61, (61, 30), "Ann wins; Bob is lurched!"),
        (121, (121, 100, 90), "Ann wins! Cid is skunked."),
        (121, (121, 60, 100), "Ann wins! Bob is double skunked."),
        (121, (121, 80, 60), "Ann wins with a skunk!"),
        (121, (121, 60, 60), "Ann wins with a double skunk!"),
        (61, (61, 40, 30), "Ann wins! Cid is lurched."),
        (61, (61, 30, 20), "Ann wins; both are lurched!"),
    ],
)
def test_the_skunks_of_all_losers_are_told(target: int, scores: tuple[int, ...], said: str) -> None:
    rules = Rules(players=len(scores), target=target)
    message = win_in_words(English(), rules, 0, scores, lambda side: (NAMES[side],))
    assert message.full == message.forms[0] == said


def test_another_side_can_win() -> None:
    message = win_in_words(English(), Rules(), 1, (90, 121), lambda side: (NAMES[side],))
    assert message.full == "Bob wins with a skunk!"
