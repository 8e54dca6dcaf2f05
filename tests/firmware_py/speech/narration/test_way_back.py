"""Finding the key press that was undone, redone or corrected."""

import pytest

from engine.rules import Rules
from firmware_py.speech.press_aloud import corrected, is_suit_replaced, pressed
from firmware_py.window.seen import Change, SeenGame
from firmware_py.words.english import English

SEEN = SeenGame(English(), Rules(), ("Ann", "Bob"), (0, 0), (0, 0), 0, 0, False, None)
TURN = {"what": "turn", "seat": 0, "prompt": "play"}
POINTS = {"what": "points", "side": 1, "seat": 1, "points": 1, "source": "play"}


def laid(seat: int, card: str) -> Change:
    return {"what": "laid", "seat": seat, "card": card, "count": 10}


def go(seat: int, *, implied: bool = False) -> Change:
    return {"what": "go", "seat": seat, "implied": implied}


@pytest.mark.parametrize(
    ("changes", "phrase"),
    [
        ([laid(0, "5"), TURN], "Ann's five"),
        ([laid(0, "5H"), TURN], "Ann's five of hearts"),
        ([go(1), POINTS, TURN], "Bob's go"),
        ([go(1, implied=True), POINTS, laid(0, "K"), TURN], "Ann's king"),
        ([{"what": "cut", "seat": 1, "card": "3"}, TURN], "Bob's three"),
        ([{"what": "starter", "card": "J"}, POINTS], "the starter, jack"),
        (
            [{"what": "crib", "seat": 0, "card": "9"}, POINTS, {"what": "deal", "dealer": 1}],
            "the crib's nine",
        ),
        ([{"what": "suit", "card": "9C"}], "the suit of the nine of clubs"),
        ([{"what": "answer", "yes": True, "question": "flush"}, POINTS], "the answer"),
        ([{"what": "claim", "seat": 0, "points": 8}], "Ann's count"),
        ([{**POINTS, "seat": None, "points": 3, "source": "by hand"}], "Bob's three points"),
        ([{"what": "thrown_in", "scores": [0, 0]}], "the misdeal"),
        ([{"what": "game"}, {"what": "deal", "dealer": 0}, TURN], "the new game"),
        ([{"what": "deal", "dealer": 0}, TURN], "the deal"),
        ([TURN], "the last press"),
    ],
)
def test_a_press_is_named_by_what_it_did(changes: list[Change], phrase: str) -> None:
    assert pressed(changes, SEEN) == phrase


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ([laid(0, "5"), TURN], [laid(0, "6"), TURN], "correction: Ann's six, not five"),
        ([laid(0, "5"), TURN], [go(0), laid(1, "5")], "correction: Ann's go is put in"),
        ([go(0), laid(1, "5")], [laid(1, "5")], "correction: Ann's go is taken out"),
        ([go(0), TURN], [laid(0, "5"), TURN], "correction: Ann's five, not go"),
        ([{"what": "starter", "card": "J"}], [{"what": "starter", "card": "Q"}],
         "correction: the starter is queen, not jack"),
        ([{"what": "crib", "seat": 0, "card": "9"}], [{"what": "crib", "seat": 0, "card": "8"}],
         "correction: the crib's eight, not nine"),
        ([{"what": "suit", "card": "9C"}, POINTS], [{"what": "suit", "card": "9S"}],
         "correction: nine of spades, not nine of clubs"),
        ([{"what": "suit", "card": "9C"}], [], "correction: the suit of the nine of clubs is taken out"),
        ([{"what": "answer", "yes": True}], [{"what": "answer", "yes": False}], "correction: no, not yes"),
        ([{**POINTS, "seat": None}, TURN], [TURN], "correction: Bob's one point is taken out"),
        ([TURN], [POINTS], "correction"),
        ([laid(0, "5"), laid(1, "7")], [laid(0, "5"), laid(1, "8")], "correction: Bob's eight, not seven"),
    ],
)  # fmt: skip
def test_a_correction_says_what_is_right_and_what_was_wrong(
    was: list[Change], now: list[Change], sentence: str
) -> None:
    assert corrected(was, now, SEEN) == sentence


def test_another_suit_for_the_last_card_is_no_correction() -> None:
    assert is_suit_replaced([{"what": "suit", "card": "9C"}], [{"what": "suit", "card": "9S"}])
    assert not is_suit_replaced([laid(0, "9")], [laid(0, "8")])
    assert not is_suit_replaced([{"what": "suit", "card": "9C"}], [])
