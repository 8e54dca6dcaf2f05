"""The board's remarks, apart from announcements of points."""

import pytest

from tests.support.views import view_after


def test_games_won_are_shown_when_a_game_begins() -> None:
    """When a new game begins, the board shows how many games each side has won.

    A double skunk counts as four games (RULES.md 5).
    """
    view = view_after("OK J OK", start=(119, 20))
    assert [call.said for call in view.calls] == ["Match: Left 4, Right 0"]
    assert view.calls[0].short_forms[0] == "Match 4-0"
    assert [call.said for call in view_after("OK J OK 5", start=(119, 20)).calls] == []
    assert [call.said for call in view_after("OK").calls] == []


@pytest.mark.parametrize(
    ("keys", "players", "expected"),
    [
        ("OK 2 K Q 5 GO A GO 6", 2, "Left said go at 25 but had a 6"),
        ("OK 2 K Q 5 GO A GO A", 2, "Left said go at 25 but had an A"),
        ("OK 2 10 8 7 6 10 5 K 9 9 6 Q 6", 3, "Left said go at 24 but had a 6"),
    ],
)
def test_a_false_go_is_reported_with_its_player_and_the_card(keys: str, players: int, expected: str) -> None:
    call = view_after(keys, players=players).calls[-1]
    assert call.said == expected
    assert "false go at 2" in call.short_forms[-1]


# Right leads; 10, 5, 5 and 3 are 23. With the 10 corrected to an ace they are 14, and no go is possible.
BEFORE = "OK 2 10 5 5 3 GO"


@pytest.mark.parametrize(
    ("keys", "expected", "short"),
    [
        (
            f"{BEFORE} MENU 7 GO GO GO GO OK A",
            "The last press, Right's go, no longer fits and was dropped.",
            "Dropped: Right's go",
        ),
        (
            f"{BEFORE} 4 K MENU 7 GO GO GO GO GO GO OK A",
            "The last 3 presses no longer fit and were dropped, from Right's go on.",
            "Dropped: 3 presses from Right's go on",
        ),
    ],
)
def test_a_correction_says_which_presses_it_dropped(keys: str, expected: str, short: str) -> None:
    (call,) = view_after(keys).calls
    assert (call.said, call.text) == (expected, short)


@pytest.mark.parametrize(
    ("keys", "rules", "expected"),
    [
        # The lead is corrected to a fourth five, so the last five keyed is impossible. It was in Left's hand.
        ("OK 5 10 5 K 5 2 2 9 5 MENU 7 GO GO GO GO GO GO GO OK 5", "", "Left's five"),
        # The lead is corrected to a five, so the crib's second five would be the fifth of the pack.
        ("OK 2 10 5 5 K 6 9 9 4 GO GO 5 5 MENU 7 " + "GO " * 11 + "OK 5", "", "the crib's five"),
    ],
)
def test_the_first_press_dropped_is_named_by_its_player(keys: str, rules: str, expected: str) -> None:
    (call,) = view_after(keys, rules).calls
    assert call.said == f"The last press, {expected}, no longer fits and was dropped."
