"""What is said about a press: the calls for points, other remarks, and the result of a game (RULES.md 5)."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.cards import Card
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Finding
from firmware_py.board.board import Board
from firmware_py.view.calls import call_of, hand_in_short
from tests.support import cases
from tests.support.cases import PlayCase
from tests.support.keyed import keys_in
from tests.support.views import view_after

WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five "
    "twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one"
).split()
SEATS = {2: ("Left", "Right"), 3: ("Left", "Middle", "Right"), 4: ("North", "East", "South", "West")}


# -- the play


def called(case: PlayCase) -> Iterator[str]:
    """Yield the announcements that the board should make for the cards in a case from RULES.md 8."""
    names = SEATS[case.players]
    for number, count in enumerate(case.steps):
        reached = 0
        for index, (seat, rank, points) in enumerate(count):
            reached += cases.value(rank)
            ends = index == len(count) - 1 and reached < 31
            made = points - ends
            words = [f"{WORDS[reached]} for {WORDS[made]}" if made else WORDS[reached]]
            if ends and not case.go_apart[number]:
                last = number == len(case.steps) - 1 and not case.rest
                words.append("and one for last" if last else "and one for the go")
            if made or len(words) > 1:
                yield f"{names[seat]}: {', '.join(words)}"
            if ends and case.go_apart[number]:
                yield f"{names[seat]}: one for the go"


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_count_and_points_of_each_card_are_announced(case: PlayCase) -> None:
    """In every test case for the play (RULES.md 8), the board announces the count and each card's points."""
    settings = [f"{name}={value}" for name, value in case.options.items()]
    board = Board(History.of(Game.new(Rules.parse(settings, players=case.players))))
    for key in keys_in(" ".join(case.words)):
        assert board.press(key).took
    expected = tuple(called(case))
    assert len(expected) == len(case.entries)
    game = board.history.game
    assert tuple(call_of(game, entry).said for entry in game.entries[: len(expected)]) == expected


# -- after a press


SHOW = "OK 2 10 5 5 5 6 K K 9 GO"
"""Keys to the end of Left's hand: 5 5 K 9 with a 2 has two fifteens and a pair."""
LEFTS_HAND = "Left's hand 6: fifteen two, fifteen four and a pair is six"
GO_AT_25 = "OK 2 K Q 5 GO A GO"
WRONG_CLAIM = "OK 3 K 4 8 5 K 10 6 10 2 OK 4 OK"
SIX_OF_EIGHT = "OK 3 5 5 OK 5 MENU 10 6 OK"
"""Keys after which Right has called 6 of the 8 points of RULES.md 8, P5."""
SCORE_SET = "OK GO 5 10 OK MENU 3 9 10 OK"
NO_GO = "OK 2 10 5 5 3 GO"
"""Right leads; 10, 5, 5 and 3 are 23. With the 10 corrected to an ace they are 14, and no go is possible."""
ONE_DROPPED = f"{NO_GO} MENU 7 GO GO GO GO OK A"
THREE_DROPPED = f"{NO_GO} 4 K MENU 7 GO GO GO GO GO GO OK A"
MUGGINS: dict[str, Any] = {"rules": "muggins=on"}
BY_HAND: dict[str, Any] = {"rules": "track=points"}


@pytest.mark.parametrize(
    ("keys", "options", "expected"),
    [
        ("OK 2 K Q A 10", {"players": 3}, ["Middle: thirty-one for two"]),
        (f"{GO_AT_25} 6", {}, ["Left said go at 25 but had a 6"]),
        ("OK 2 10 8 7 6 10 5 K 9 9 6 Q 6", {"players": 3}, ["Left said go at 24 but had a 6"]),
        # With muggins, points are not shown before they are called, and no more than are called.
        ("OK 2 10 5 OK", MUGGINS, ["Left: fifteen for two"]),
        (SIX_OF_EIGHT, MUGGINS, ["Right: fifteen for six"]),
        # Called late: the next count has begun after 31; K, 9 and 9 are 28 and end the play.
        ("OK 2 K Q A 10 OK", MUGGINS, ["Left: thirty-one for two"]),
        ("OK 2 10 5 5 5 6 K 9 9 OK", MUGGINS, ["Left: twenty-eight for two"]),
        # A wrong claim scores for the opponent (RULES.md 6).
        (WRONG_CLAIM, MUGGINS, ["Right 4: Left's claim was wrong"]),
        (WRONG_CLAIM, MUGGINS | {"names": ("Ann", "Bob")}, ["Bob 4: Ann's claim was wrong"]),
        # The hand that wins is called in full, also the points not needed (RULES.md 5).
        (SHOW, {"start": (108, 100)}, [LEFTS_HAND.replace("6:", "6, 4 to go out:"), "Left wins!"]),
        (SCORE_SET, BY_HAND, ["Left: score set to ninety"]),
        ("OK GO 9 10 OK", BY_HAND, ["Left: ninety by hand"]),
        # The games won, when a game begins. A double skunk counts as four games (RULES.md 5).
        ("OK J OK", {"start": (119, 20)}, ["Match: Left 4, Right 0"]),
        ("OK J OK 5", {"start": (119, 20)}, []),
        # A correction names the first of the presses that it drops.
        (ONE_DROPPED, {}, ["The last press, Right's go, no longer fits and was dropped."]),
        (THREE_DROPPED, {}, ["The last 3 presses no longer fit and were dropped, from Right's go on."]),
        # The lead is corrected to a fourth five, so the last five keyed is impossible. It was in Left's hand.
        (
            "OK 5 10 5 K 5 2 2 9 5 MENU 7 GO GO GO GO GO GO GO OK 5",
            {},
            ["The last press, Left's five, no longer fits and was dropped."],
        ),
        # The lead is corrected to a five, so the crib's second five would be the fifth of the pack.
        (
            "OK 2 10 5 5 K 6 9 9 4 GO GO 5 5 MENU 7 " + "GO " * 11 + "OK 5",
            {},
            ["The last press, the crib's five, no longer fits and was dropped."],
        ),
    ],
)
def test_the_last_calls_after_a_press(keys: str, options: dict[str, Any], expected: list[str]) -> None:
    said = [call.said for call in view_after(keys, **options).calls]
    assert said[-len(expected) :] == expected if expected else said == []


@pytest.mark.parametrize(
    ("keys", "options", "form"),
    [
        ("OK 2 K Q A 10", {}, "31 for 2"),
        (f"{GO_AT_25} 6", {}, "false go at 25"),
        (SIX_OF_EIGHT, MUGGINS, "15 for 6"),
        (SHOW, {}, "6: 15s 4, pair 2"),
        (SHOW, {"start": (108, 100)}, "hand 6, 4 to go out"),
        # 4 5 5 6 with a 6: RULES.md 8, S22 but for the names of the cards. 7 7 7 7 with an ace: S24.
        ("OK 6 K 4 K 5 10 5 10 6", {}, "24: 15s 8, quadruple run 16"),
        ("OK A K 7 Q 7 J 7 GO 7 10 GO GO", {}, "24: 15s 12, double pair royal 12"),
        (SCORE_SET, BY_HAND, "score set to 90"),
        ("OK J OK", {"start": (119, 20)}, "Match 4-0"),
        (ONE_DROPPED, {}, "Dropped: Right's go"),
        (THREE_DROPPED, {}, "Dropped: 3 presses from Right's go on"),
    ],
)
def test_a_call_has_a_short_form(keys: str, options: dict[str, Any], form: str) -> None:
    assert any(
        form in (call.text, call.figures, *call.short_forms) for call in view_after(keys, **options).calls
    )


def test_with_muggins_the_true_count_is_shown_beside_the_points_pegged() -> None:
    """If a hand has 4 points and its owner claims 2, the call says "2 of 4". The opponent gets the rest."""
    view = view_after("OK 2 10 5 5 5 6 K K 9 2 OK 2 OK GO", "muggins=on")
    hand, taken = view.calls
    assert hand.said.startswith("Right's hand 2 of 4: fifteen two, fifteen four")
    assert (taken.side, taken.said) == (0, "Left: muggins for two")
    assert not view.hints  # without hints, each call has a line of its own


def test_long_call_is_shortened_to_the_sum_of_its_parts() -> None:
    """A call that is too long for the display has shorter forms, the shortest of which is only the points.

    The crib is the one in RULES.md 8, S1.
    """
    *_, call = view_after("OK 6 2 4 2 4 Q K Q K A 6 7 8").calls
    assert call.short_forms == (
        "crib 14: 15s 6, double run 8",
        "crib 14: 15s 6, runs 8",
        "crib 14: 15s 6+8",
        "crib 14",
        "14",
    )


@pytest.mark.parametrize(
    ("cards", "forms"),
    [
        ("2H 4S 6D 8C KH", ()),
        ("5H 10S 2D 4C KH", ("15s 4",)),
        ("5H 5S KD 9C 2H", ("15s 4, pair 2", "15s 4, pairs 2", "15s 4+2")),
        ("2H 2S 9D 9C 7H", ("pairs 4",)),
        ("4H 5S 5D 6C 2H", ("15s 4, double run 8", "15s 4, runs 8", "15s 4+8")),
        ("AH 2S 3D 8C 8H", ("pair 2, run 3", "pairs 2, runs 3", "2+3")),
        ("2H 4H 6H JH KH", ("flush 5, nobs", "flush 5, nobs", "5+1")),
    ],
)
def test_a_hand_is_listed_by_name_by_kind_and_by_number(cards: str, forms: tuple[str, ...]) -> None:
    *hand, starter = deal = [Card.parse(card) for card in cards.split()]
    items = count_show(hand, starter).items
    findings = [Finding(item.reason, item.points, tuple(map(deal.index, item.cards))) for item in items]
    assert hand_in_short(findings) == forms


@pytest.mark.parametrize(
    ("rules", "start", "expected"),
    [
        # 121: skunked below 91, doubly below 61. On the line is safe (E11).
        ("", (115, 91), "Ann wins!"),
        ("", (115, 90), "Ann wins with a skunk!"),
        ("", (115, 61), "Ann wins with a skunk!"),
        # 61: a skunk is a lurch, and there is no double (E12).
        ("target=61", (55, 30), "Ann wins; Bo is lurched!"),
        # With three players, each loser is skunked or not, but the award is larger only if all losers are.
        ("", (115, 60, 108), "Ann wins! Bo is double skunked."),
        ("", (115, 60, 60), "Ann wins with a double skunk!"),
        ("target=61", (55, 20, 30), "Ann wins; both are lurched!"),
        # The side that reaches the target loses.
        ("objective=first_loses", (115, 100), "Bo wins!"),
    ],
)
def test_a_loser_is_skunked_or_lurched(rules: str, start: tuple[int, ...], expected: str) -> None:
    names = ("Ann", "Bo", "Cy")[: len(start)]
    view = view_after("OK GO 6 OK", f"track=points {rules}", len(start), start, names)
    assert view.calls[-1].said == expected


@pytest.mark.parametrize(
    ("rules", "start", "expected"),
    [
        ("", (115, 90), "North and South win with a skunk!"),
        ("target=61", (55, 30), "North and South win; East and West are lurched!"),
    ],
)
def test_partners_win_together(rules: str, start: tuple[int, ...], expected: str) -> None:
    view = view_after("OK GO 6 OK", f"track=points {rules}", 4, start)
    assert view.calls[-1].said == expected
