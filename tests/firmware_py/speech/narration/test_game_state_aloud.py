"""The state of the game in words, including skunks (RULES.md 5)."""

import pytest

from engine.rules import Rules
from firmware_py.speech.aloud import count, games, scores, standing, winner
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English

NAMES = ("Ann", "Bob", "Cid", "Dee")


def seen(*points: int, rules: str = "", players: int = 2, won: int | None = None, **more: object) -> SeenGame:
    found = Rules.parse(rules.split(), players=players)
    game = SeenGame(English(), found, NAMES[:players], points, (0,) * found.sides, 1, 0, False, won)
    return game._replace(**more)  # type: ignore[arg-type]  # names of attributes


def test_in_the_play_the_scores_the_dealer_and_the_count_are_said() -> None:
    found = seen(31, 12, count=15, is_play=True)
    assert list(standing(found)) == [
        "Ann thirty-one, Bob twelve", "Bob is the dealer", "the count is fifteen"
    ]  # fmt: skip


def test_outside_the_play_there_is_no_count() -> None:
    assert list(count(seen(31, 12))) == []
    assert list(standing(seen(31, 12))) == ["Ann thirty-one, Bob twelve", "Bob is the dealer"]


def test_a_count_of_zero_is_said_as_well() -> None:
    assert list(count(seen(31, 12, is_play=True))) == ["the count is zero"]


def test_before_the_cut_there_is_no_dealer() -> None:
    assert list(standing(seen(0, 0, dealer=None))) == ["Ann zero, Bob zero"]


def test_after_the_end_the_winner_is_said() -> None:
    assert list(standing(seen(121, 100, won=0))) == [
        "Ann one hundred and twenty-one, Bob one hundred",
        "Ann wins!",
    ]


def test_partners_share_a_score() -> None:
    assert scores(seen(31, 12, players=4)) == "Ann and Cid thirty-one, Bob and Dee twelve"


def test_the_games_of_the_match() -> None:
    assert games(seen(0, 0, games=(4, 1))) == "Match: Ann four, Bob one"


@pytest.mark.parametrize(
    ("points", "rules", "players", "said"),
    [
        ((121, 91), "", 2, "Ann wins!"),
        ((121, 90), "", 2, "Ann wins with a skunk!"),
        ((121, 61), "", 2, "Ann wins with a skunk!"),
        ((121, 60), "", 2, "Ann wins with a double skunk!"),
        ((61, 30), "game=five-card", 2, "Ann wins; Bob is lurched!"),
        ((61, 31), "game=five-card", 2, "Ann wins!"),
        ((121, 60), "", 4, "Ann and Cid win with a double skunk!"),
        ((121, 100, 90), "", 3, "Ann wins! Cid is skunked."),
        ((121, 100, 60), "", 3, "Ann wins! Cid is double skunked."),
        ((121, 80, 60), "", 3, "Ann wins with a skunk!"),
        ((121, 60, 60), "", 3, "Ann wins with a double skunk!"),
        ((100, 121), "objective=first_loses", 2, "Ann wins!"),
    ],
)
def test_the_winner_and_skunks(points: tuple[int, ...], rules: str, players: int, said: str) -> None:
    assert winner(seen(*points, rules=rules, players=players), 0) == said
