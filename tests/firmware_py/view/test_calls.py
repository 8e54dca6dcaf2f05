"""What is said about a press: the calls for points, other remarks, and the result of a game (RULES.md 5)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.cards import Card
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Finding
from firmware_py.board.board import Board
from firmware_py.view.calls import call_of, hand_in_short
from firmware_py.view.view import View
from tests.support import cases
from tests.support.cases import PlayCase
from tests.support.keyed import keys_in
from tests.support.views import view_after

WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five "
    "twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one"
).split()
SEATS = {
    2: ("Left", "Right"),
    3: ("Left", "Middle", "Right"),
    4: ("North", "East", "South", "West"),
}


def said(view: View) -> list[str]:
    """Return the announcements in a view as full sentences, e.g. `Left: fifteen for two`."""
    return [call.said for call in view.calls]


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


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        # Examples from RULES.md 8: the third five also makes fifteen, which is 8 in all; three tens and an
        # ace make 31; a run of seven ends at 28; a fourth two makes fifteen, which is 14, and one for last.
        ("P5", ["fifteen for eight", "twenty for twelve"]),
        ("P15", ["thirty-one for fourteen"]),
        ("P14", ["twenty-eight for seven"]),
        ("P18", ["fifteen for fourteen, and one for last"]),
        ("P8", ["thirty-one for two"]),
        ("P4", ["twenty for five"]),
    ],
)
def test_calls_that_the_rules_give_as_examples(id: str, expected: list[str]) -> None:
    (case,) = (case for case in cases.play_cases() if case.id == id)
    calls = [call.partition(": ")[2] for call in called(case)]
    for call in expected:
        assert any(made == call or made.startswith(f"{call}, and one for ") for made in calls), call


def test_thirty_one_stays_until_the_next_press() -> None:
    assert said(view_after("OK 2 K Q A 10")) == ["Left: thirty-one for two"]
    assert [call.figures for call in view_after("OK 2 K Q A 10").calls] == ["31 for 2"]
    assert said(view_after("OK 2 K Q A 10", players=3)) == ["Middle: thirty-one for two"]


def test_with_muggins_points_are_not_shown_before_they_are_called() -> None:
    assert said(view_after("OK 2 10 5", "muggins=on")) == []
    assert said(view_after("OK 2 10 5 OK", "muggins=on")) == ["Left: fifteen for two"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        # K, Q, A and 10 are 31; the next count has already begun when the 31 is called.
        ("OK 2 K Q A 10 OK", "Left: thirty-one for two"),
        # K, 9 and 9 are 28 and end the play. The board pegs last itself; then the pair is called.
        ("OK 2 10 5 5 5 6 K 9 9 OK", "Left: twenty-eight for two"),
    ],
)
def test_points_called_late_name_the_count_that_their_card_reached(keys: str, expected: str) -> None:
    assert said(view_after(keys, "muggins=on"))[-1] == expected


# -- the show


def test_with_muggins_the_true_count_is_shown_beside_the_points_pegged() -> None:
    """If a hand has 4 points and its owner claims 2, the call says "2 of 4". The opponent gets the rest."""
    view = view_after("OK 2 10 5 5 5 6 K K 9 2 OK 2 OK GO", "muggins=on")
    hand, taken = view.calls
    assert hand.said.startswith("Right's hand 2 of 4: fifteen two, fifteen four")
    assert (taken.side, taken.said) == (0, "Left: muggins for two")
    assert not view.hints  # without hints, each call has a line of its own


def test_the_last_hand_of_a_game_is_called_in_full() -> None:
    """If a hand wins the game, all its points are called, even those not needed to win (RULES.md 5)."""
    hand, result = view_after("OK 2 10 5 5 5 6 K K 9 GO", start=(108, 100)).calls[-2:]
    assert hand.said == "Left's hand 6, 4 to go out: fifteen two, fifteen four and a pair is six"
    assert hand.short_forms[-3:] == ("hand 6, 4 to go out", "6, 4 to go out", "6")
    assert result.said == "Left wins!"


def test_a_hand_whose_points_are_all_needed_is_called_as_usual() -> None:
    hand, _ = view_after("OK 2 10 5 5 5 6 K K 9 GO", start=(106, 100)).calls[-2:]
    assert hand.said == "Left's hand 6: fifteen two, fifteen four and a pair is six"


@pytest.mark.parametrize(
    ("keys", "short"),
    [
        # 5 5 K 9 with a 2: two fifteens, a pair.
        ("OK 2 10 5 5 5 6 K K 9 GO", "6: 15s 4, pair 2"),
        # 4 5 5 6 with a 6: RULES.md 8, S22 but for the names of the cards.
        ("OK 6 K 4 K 5 10 5 10 6", "24: 15s 8, quadruple run 16"),
        # 7 7 7 7 with an ace: S24.
        ("OK A K 7 Q 7 J 7 GO 7 10 GO GO", "24: 15s 12, double pair royal 12"),
    ],
)
def test_the_short_form_of_a_hand_names_its_parts(keys: str, short: str) -> None:
    assert view_after(keys).calls[-1].short_forms[0] == short


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


# -- by hand, and with muggins


def test_a_score_that_was_set_is_not_called_points_by_hand() -> None:
    (call,) = view_after("OK GO 5 10 OK MENU 3 9 10 OK", "track=points").calls
    assert (call.said, call.short_forms[0]) == ("Left: score set to ninety", "score set to 90")
    assert said(view_after("OK GO 9 10 OK", "track=points")) == ["Left: ninety by hand"]


def test_points_for_a_wrong_claim_name_the_claimant() -> None:
    """If a claim was wrong, the opponent scores, and the call says whose claim it was (RULES.md 6)."""
    keys = "OK 3 K 4 8 5 K 10 6 10 2 OK 4 OK"
    assert said(view_after(keys, "muggins=on"))[-1] == "Right 4: Left's claim was wrong"
    named = view_after(keys, "muggins=on", names=("Ann", "Bob"))
    assert said(named)[-1] == "Bob 4: Ann's claim was wrong"


def test_call_of_fewer_points_reveals_no_other_points() -> None:
    """If a player calls only 6 of a card's 8 points (RULES.md 8, P5), the board announces only those 6."""
    view = view_after("OK 3 5 5 OK 5 MENU 10 6 OK", "muggins=on")
    assert said(view) == ["Right: fifteen for six"]
    assert view.calls[-1].short_forms[0] == "15 for 6"


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
        ("", (115, 60, 60), "Ann wins with a double skunk!"),
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
