"""The referee's dialogues and options: muggins, manual points, the menu, and rules that change the play."""

from typing import Any

import pytest

from tests.support.referee import referee

# Pone leads the king, and the dealer's 5 makes fifteen.
FIFTEEN = "OK 2 K 5"


def press(keys: str, options: str = "", players: int = 2, start: tuple[int, ...] = (0, 0)) -> dict[str, Any]:
    """Press keys on a new referee (an independent implementation of the game), and return the final state.

    Args:
        keys: the keys, separated by spaces.
        options: rule options such as `muggins=on`, separated by spaces.
        players: the number of players.
        start: each side's score at the start of the game.
    """
    chosen = dict(each.split("=") for each in options.split())
    return referee(keys.split(), start, players=players, options=chosen)


def pegged(result: dict[str, Any]) -> list[tuple[int, int, str]]:
    return [(entry["side"], entry["points"], entry["items"][0]["reason"]) for entry in result["pegged"]]


def refused(result: dict[str, Any]) -> list[str]:
    return [each["key"] for each in result["refused"]]


@pytest.mark.parametrize(
    ("keys", "entries", "no"),
    [
        (FIFTEEN, [], []),
        (f"{FIFTEEN} OK", [(0, 2, "fifteen")], []),
        (f"{FIFTEEN} MUGGINS", [], ["MUGGINS"]),
        (f"{FIFTEEN} 9 OK MUGGINS MUGGINS", [(1, 2, "muggins")], ["MUGGINS"]),
        # A go that the next card pegs for the scorer leaves the points open; a later score closes them.
        (f"{FIFTEEN} 9 7 MUGGINS", [(1, 2, "muggins")], []),
        (f"{FIFTEEN} 9 7 OK MUGGINS", [(0, 2, "thirty_one")], ["MUGGINS"]),
    ],
)
def test_muggins_in_the_play(keys: str, entries: list[tuple[int, int, str]], no: list[str]) -> None:
    result = press(keys, "muggins=on")
    assert (pegged(result), refused(result)) == (entries, no)


@pytest.mark.parametrize(
    ("keys", "entries", "no"),
    [
        (f"{FIFTEEN} MUGGINS", [(1, 2, "muggins")], []),
        (f"{FIFTEEN} OK MUGGINS", [(0, 2, "fifteen")], ["MUGGINS"]),
    ],
)
def test_muggins_at_once(keys: str, entries: list[tuple[int, int, str]], no: list[str]) -> None:
    result = press(keys, "muggins=on muggins_opens=at_once")
    assert (pegged(result), refused(result)) == (entries, no)


def test_muggins_of_three() -> None:
    """With three players, the keys A, 2 and 3 select the player who claims the missed points."""
    keys = "OK 2 K 5 9 MUGGINS"
    result = press(f"{keys} OK 3 4 10 A", "muggins=on", 3)
    assert (pegged(result), refused(result)) == ([(0, 2, "muggins")], ["OK", "3", "4", "10"])
    assert pegged(press(f"{keys} 2", "muggins=on", 3)) == [(1, 2, "muggins")]
    assert pegged(press(f"{keys} UNDO 5", "muggins=on", 3)) == []


def test_muggins_in_the_show() -> None:
    """Players claim the points of their own hands, and an opponent claims those they missed (case E4)."""
    deal = "OK 3 K 4 8 5 K 10 6 10"
    start = press(deal, "muggins=on")
    assert (start["prompt"], start["to_act"]) == ("claim", 1)
    number = len(start["pegged"])
    for keys, shown, no in [
        ("2 OK OK", [(1, 2, "pair")], []),
        ("10 OK 10 OK", [], []),
        ("10 OK 2 OK", [(0, 2, "muggins")], []),
        ("10 OK 9 OK", [(0, 2, "muggins")], []),
        ("2 OK 4 OK", [(1, 2, "pair"), (1, 4, "penalty")], []),
        ("5 OK GO", [(1, 2, "pair")], []),
        ("A 9 OK UNDO UNDO 2 OK OK", [(1, 2, "pair")], ["OK"]),
        ("3 10 OK UNDO UNDO 2 OK 3 10 OK UNDO UNDO OK", [(1, 2, "pair")], ["OK", "OK"]),
        ("K GO OK 2 OK J OK", [(1, 2, "pair")], ["K", "GO", "OK", "J"]),
    ]:
        result = press(f"{deal} {keys}", "muggins=on")
        assert pegged(result)[number : number + len(shown)] == shown, keys
        assert refused(result) == no, keys


def test_ace_is_called() -> None:
    asked = press("OK 2 4 A", "ace_11=on")
    assert (asked["prompt"], asked["to_act"]) == ("ace", 0)
    assert pegged(press("OK 2 4 A OK", "ace_11=on")) == [(0, 2, "fifteen")]
    assert press("OK 2 4 A GO", "ace_11=on")["count"] == 5
    assert press("OK 2 K K 9 A", "ace_11=on")["prompt"] == "play"


def test_cut_offer() -> None:
    """The cut offer (RULES.md 6): the opponent cuts, which gives the dealer a point, or deals instead."""
    assert pegged(press("OK OK OK", "cut_before_deal=offer")) == [(0, 1, "cut_offer")]
    result = press("OK GO GO", "cut_before_deal=offer")
    assert (result["dealer"], refused(result)) == (1, ["GO"])
    taken = press("OK GO 3 K 4 8 5 K 10 6 10 A A 2 2", "cut_before_deal=offer")
    assert (taken["deals"], taken["dealer"], taken["prompt"]) == (1, 1, "starter")


@pytest.mark.parametrize(
    ("keys", "scores", "no"),
    [
        ("GO A 2 OK", (12, 0), []),
        ("GO 5 GO OK", (0, 5), []),
        ("GO GO GO 10 OK 5 OK", (5, 0), ["OK"]),
        ("GO 5 UNDO GO MENU GO 2 OK", (2, 0), []),
        ("GO 5 OK UNDO", (0, 0), []),
        ("GO A 2 A 2 H OK", (121, 0), ["2", "H"]),
        ("GO A 2 2 OK", (0, 0), ["OK"]),
        ("GO 9 OK MENU 2 4 OK", (5, 0), []),
        ("GO 9 OK MENU 2 A 10 OK UNDO", (9, 0), ["OK"]),
        ("GO 9 OK MENU 3 4 OK", (4, 0), []),
        ("GO 9 OK MENU 3 OK 9 OK MENU", (9, 0), ["OK", "OK"]),
    ],
)
def test_points_by_hand(keys: str, scores: tuple[int, int], no: list[str]) -> None:
    result = press(f"OK {keys}", "track=points")
    assert tuple(side["score"] for side in result["sides"]) == scores
    assert refused(result) == no


def test_pegs_of_points_taken_back() -> None:
    result = press("OK GO 9 OK GO 5 OK MENU 2 A OK MENU 3 6 OK MENU 3 8 OK", "track=points")
    assert [entry["points"] for entry in result["pegged"]] == [9, 5, -1, -7, 2]
    assert result["sides"][0] == {"score": 8, "front": 8, "back": 6, "games": 0}


def test_throwing_in() -> None:
    result = press("OK MENU 4 MENU J K 5 MENU 4 OK")
    assert (result["prompt"], result["dealer"], result["pegged"], refused(result)) == (
        "starter",
        0,
        [],
        ["4"],
    )
    assert pegged(press("OK J K 5 MENU 4 OK UNDO")) == pegged(press("OK J K 5"))
    assert press("OK J K 5 MENU 4 GO")["prompt"] == "play"


def test_forms_not_covered() -> None:
    for keys in ("MENU 5", "MENU 7", "MENU 6 2"):
        with pytest.raises(NotImplementedError):
            press(keys)


def test_track_show_and_reveal() -> None:
    result = press("OK 3 K 4 K 2", "track=show reveal=on_ok")
    assert (result["prompt"], result["to_act"], result["pegged"]) == ("reveal", 1, [])
    result = press("OK 3 K 4 K 2 GO OK 5", "track=show reveal=on_ok")
    assert (result["prompt"], result["to_act"], refused(result)) == ("hand", 0, ["GO"])


def test_next_only() -> None:
    keys = "OK 2 K 9 8 GO GO"
    assert press(keys, "go_multi=next_only", 3)["count"] == 0
    assert press(keys, "", 3)["count"] == 27
    # Left plays on and the next player says go; the player after that has already said go.
    keys = "OK 2 K 9 8 GO A GO"
    assert press(keys, "go_multi=next_only", 3)["count"] == 0
    assert press(keys, "", 3)["to_act"] == 2


def test_combinations_broken_by_a_go() -> None:
    """With `combo_after_go=broken`, a 2 played after a go does not pair with an earlier 2 (case P16)."""
    keys = "OK 5 10 9 2 2 GO 2 2"
    assert [points for _, points, _ in pegged(press(keys))] == [2, 6, 13]
    # The fourth 2 makes a pair with the third, because both follow the go. It also pegs one for the go.
    assert [points for _, points, _ in pegged(press(keys, "combo_after_go=broken"))] == [2, 3]
