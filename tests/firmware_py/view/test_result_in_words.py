"""The result of a game in words (RULES.md 5)."""

import pytest

from tests.support.views import view_after

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("rules", "start", "expected"),
    [
        # 121: skunked below 91, doubly below 61. On the line is safe (E11).
        ("", (115, 91), "Ann wins!"),
        ("", (115, 90), "Ann wins with a skunk!"),
        ("", (115, 61), "Ann wins with a skunk!"),
        ("", (115, 60), "Ann wins with a double skunk!"),
        # 61: a skunk is a lurch, and there is no double (E12).
        ("target=61", (55, 31), "Ann wins!"),
        ("target=61", (55, 30), "Ann wins; Bo is lurched!"),
        ("target=61", (55, 0), "Ann wins; Bo is lurched!"),
        # With three players, each loser is skunked or not, but the award is larger only if all losers are.
        ("", (115, 108, 91), "Ann wins!"),
        ("", (115, 108, 90), "Ann wins! Cy is skunked."),
        ("", (115, 60, 108), "Ann wins! Bo is double skunked."),
        ("", (115, 60, 90), "Ann wins with a skunk!"),
        ("target=61", (55, 40, 30), "Ann wins! Cy is lurched."),
        ("target=61", (55, 20, 30), "Ann wins; both are lurched!"),
    ],
)
def test_the_winner_wins_and_the_loser_is_skunked_or_lurched(
    rules: str, start: tuple[int, ...], expected: str
) -> None:
    settings = f"track=points {rules}"
    view = view_after("OK GO 6 OK", settings, len(start), start, NAMES[: len(start)])
    assert view.calls[-1].said == expected


@pytest.mark.parametrize(
    ("rules", "start", "expected"),
    [
        ("", (115, 108), "North and South win!"),
        ("", (115, 90), "North and South win with a skunk!"),
        ("target=61", (55, 30), "North and South win; East and West are lurched!"),
    ],
)
def test_partners_win_together(rules: str, start: tuple[int, ...], expected: str) -> None:
    view = view_after("OK GO 6 OK", f"track=points {rules}", 4, start)
    assert view.calls[-1].said == expected


def test_the_loser_who_goes_out_first_is_not_called_the_winner() -> None:
    """With `objective=first_loses`, the side that reaches the target loses.

    The other side is announced as the winner.
    """
    view = view_after("OK GO 6 OK", "track=points objective=first_loses", 2, (115, 100))
    assert view.calls[-1].said == "Right wins!"
