"""The dialogues for adding, removing and setting points manually."""

from collections.abc import Sequence

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.rules import Rules
from firmware_py.input.dialogue import KEYS_ALONE
from firmware_py.input.keys import Key
from firmware_py.input.questions import PointsByHand
from firmware_py.input.typed import DIGITS, Digits
from tests.support import keyed
from tests.support.dialogues import check_accepted_keys, match_at, press


@pytest.mark.parametrize("kind", [Kind.PEG, Kind.TAKE_BACK, Kind.SCORE])
def test_points_are_typed_for_the_side_on_the_screen(kind: Kind) -> None:
    match = match_at()
    check_accepted_keys(PointsByHand(kind), match, *DIGITS, Key.GO, Key.UNDO, Key.MENU)
    check_accepted_keys(
        PointsByHand(kind, 0, Digits("12")), match, *DIGITS, Key.OK, Key.GO, Key.UNDO, Key.MENU
    )
    begun = PointsByHand(kind)
    assert press(begun, "A 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    # The digits stay when GO shows the next side.
    assert press(begun, "A GO 2 OK", match)[1] == [Event(kind, numbers=(1, 12))]
    assert press(begun, "A GO GO 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    for word in ("UNDO", "MENU"):
        assert press(begun, f"A 2 {word}", match) == (None, [])


@pytest.mark.parametrize(("start", "most"), [((), 121), ((119, 0), 121), ((), 61)])
def test_more_points_than_a_game_has_are_refused(start: Sequence[int], most: int) -> None:
    match = match_at("OK", start, Rules(target=most))
    for points in (most + 1, 999):
        with pytest.raises(CribbageError, match=f"{points} is too many: peg 1 to {most}"):
            PointsByHand(digits=Digits(str(points))).press(Key.OK, match, KEYS_ALONE)
    assert PointsByHand(digits=Digits(str(most))).press(Key.OK, match, KEYS_ALONE)[1] == Event(
        Kind.PEG, numbers=(0, most)
    )


def test_go_shows_all_sides_in_turn() -> None:
    three = match_at("OK", rules=Rules(players=3))
    sides = [press(PointsByHand(), " ".join(["GO"] * times), three)[0] for times in range(1, 4)]
    assert sides == [PointsByHand(side=1), PointsByHand(side=2), PointsByHand(side=0)]
    four = match_at("OK", rules=Rules(players=4))
    assert press(PointsByHand(), "GO GO", four)[0] == PointsByHand()


def test_an_impossible_number_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 K", start=(10, 0))
    for words, why in (
        ("MENU A 10 OK", "0 points cannot be pegged"),
        ("UNDO MENU 2 A A OK", "11 cannot be taken back: this side has 10"),
        ("UNDO MENU 2 10 OK", "0 cannot be taken back"),
        ("UNDO MENU 3 A 10 OK", "The score is already 10"),
        ("UNDO MENU 3 A 2 A OK", "The score cannot be 121: choose 0 to 120"),
    ):
        *_, last = keyed.press(board, words)
        assert last.why is not None and last.why.startswith(why)
        assert board.prompt == "points"
    assert keyed.press(board, "UNDO MENU 3 10 OK")[-1].took
    assert (board.prompt, board.history.game.sides[0].front) == ("play", 0)
