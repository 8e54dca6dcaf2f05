"""The sentence about a key press that is refused, undone, redone or corrected."""

from typing import Any

from engine.rules import Rules
from firmware_py.speech.aloud import Lasts, Level, Sentence
from firmware_py.speech.press_aloud import press_aloud
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English

SEEN = SeenGame(English(), Rules(), ("Ann", "Bob"), (33, 12), (0, 0), 0, 0, False, None)
TURN = {"what": "turn", "seat": 0, "prompt": "play"}
SIX = {"what": "laid", "seat": 0, "card": "6", "count": 16}
FIVE = {"what": "laid", "seat": 0, "card": "5", "count": 15}
FIFTEEN = {
    "what": "points", "side": 0, "seat": 0, "points": 2, "score": 33, "source": "play",
    "count": 15, "by": None, "items": [{"reason": "fifteen", "points": 2, "cards": ["10", "5"]}],
}  # fmt: skip
HEARTS, SPADES = {"what": "suit", "card": "5H"}, {"what": "suit", "card": "5S"}


def press(key: str, *happened: Any, gone: tuple[Any, ...] = (), **more: Any) -> dict[str, Any]:
    changes = [{"what": "taken_back", "changes": list(gone)}] if gone else []
    return {"key": key, "refused": None, "happened": [*changes, *happened], **more}


def said(found: dict[str, Any], level: Level = Level.FULL) -> tuple[list[str], Lasts | None]:
    told = press_aloud(found, SEEN, level, 3)
    return [sentence.text for sentence in told.sentences], told.scores


def test_a_refusal_is_said_with_its_reason_until_the_next_press() -> None:
    why = "K does nothing here: key the starter"
    refused = press("K", refused=why, aloud="king does nothing here: key the starter")
    told = press_aloud(refused, SEEN, Level.FULL, 3)
    assert told.sentences == (Sentence("king does nothing here: key the starter", Lasts.UNTIL_NEXT_PRESS, 3),)
    assert press_aloud(refused, SEEN, Level.CALLS, 3).sentences == ()


def test_a_refusal_by_an_older_board_is_said_as_it_is_on_the_screen() -> None:
    sentences, _ = said(press("K", refused="K does nothing here: UNDO leaves"))
    assert sentences == ["K does nothing here: undo leaves"]


def test_an_undo_says_what_was_taken_back_and_then_the_score_if_it_is_another() -> None:
    undone = press("UNDO", gone=(FIVE, FIFTEEN, TURN))
    assert said(undone) == (["taken back: Ann's five"], Lasts.UNTIL_NEXT_PRESS)
    assert said(undone, Level.CALLS) == said(undone)
    assert said(press("UNDO", gone=(SIX, TURN))) == (["taken back: Ann's six"], None)


def test_a_redo_says_what_is_put_back_and_its_points() -> None:
    assert said(press("REDO", FIVE, FIFTEEN, TURN)) == (
        ["put back: Ann's five", "Ann: fifteen for two"],
        None,
    )


def test_a_correction_is_announced_before_the_right_points_and_the_right_score() -> None:
    corrected = press("5", FIVE, FIFTEEN, TURN, gone=(SIX, TURN))
    assert said(corrected) == (["correction: Ann's five, not six", "Ann: fifteen for two"], Lasts.UNTIL_SAID)
    assert said(corrected, Level.CALLS) == said(corrected)


def test_points_that_a_correction_leaves_as_they_were_are_not_said_again() -> None:
    later = {**FIFTEEN, "score": 35}
    corrected = press("5", FIVE, later, TURN, gone=(SIX, FIFTEEN, TURN))
    assert said(corrected)[0] == ["correction: Ann's five, not six"]


def test_a_correction_says_which_presses_no_longer_fit() -> None:
    corrected = press("5", FIVE, TURN, gone=(SIX, TURN), dropped="The last press, Bob's 7, no longer fits.")
    assert said(corrected)[0] == [
        "correction: Ann's five, not six",
        "The last press, Bob's seven, no longer fits.",
    ]


def test_the_undo_and_the_redo_of_a_correction_say_so() -> None:
    undone = press("UNDO", SIX, TURN, gone=(FIVE, FIFTEEN, TURN))
    assert said(undone) == (["taken back: the correction"], Lasts.UNTIL_NEXT_PRESS)
    redone = press("REDO", FIVE, FIFTEEN, TURN, gone=(SIX, TURN))
    assert said(redone) == (["put back: the correction"], Lasts.UNTIL_SAID)


def test_another_suit_for_the_last_card() -> None:
    assert said(press("H", HEARTS, gone=(SPADES,))) == (["five of hearts"], None)
    assert said(press("H", HEARTS, FIFTEEN, gone=(SPADES,))) == (
        ["five of hearts", "Ann: fifteen for two"], Lasts.UNTIL_SAID
    )  # fmt: skip
    assert said(press("UNDO", SPADES, gone=(HEARTS,)))[0] == ["taken back: the suit of the five of hearts"]


def test_after_a_misdeal_the_score_is_said() -> None:
    thrown_in = press("OK", {"what": "thrown_in", "scores": [33, 12]}, TURN)
    assert said(thrown_in) == (["the deal is thrown in"], Lasts.UNTIL_NEXT_PRESS)
