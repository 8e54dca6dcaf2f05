"""The announcements of points that were just scored."""

from collections.abc import Iterator

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.view.calls import call_of
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
