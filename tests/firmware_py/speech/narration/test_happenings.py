"""The sentences about events in the game, such as a card laid (RULES.md 3; RULES.md 4, Calling).

Depending on its level, the voice says only what players would call aloud, or everything.
"""

import pytest

from engine.rules import Rules
from firmware_py.speech.aloud import Lasts, Level
from firmware_py.speech.happenings import tell
from firmware_py.window.seen import Change, SeenGame
from firmware_py.words.english import English

SEEN = SeenGame(English(), Rules(), ("Ann", "Bob"), (33, 12), (0, 0), 0, 0, False, None)
TURN = {"what": "turn", "seat": 0, "prompt": "play"}
RESTART = {"what": "restart"}


def laid(seat: int, card: str, count: int | None) -> Change:
    return {"what": "laid", "seat": seat, "card": card, "count": count}


def go(seat: int) -> Change:
    return {"what": "go", "seat": seat, "implied": False}


def points(seat: int, number: int, reason: str, count: int = 0, source: str = "play") -> Change:
    items = [{"reason": reason, "points": number, "cards": ["5"]}] if number else []
    change = {"what": "points", "side": seat, "seat": seat, "points": number, "score": 33, "source": source}
    return {**change, "items": items, "count": count, "by": None}


def said(changes: list[Change], level: Level, *, echo: bool = True) -> list[str]:
    """Return the sentences that the voice speaks for these changes.

    A sentence that is valid only until the next key press is returned with `~` at the end.

    Args:
        changes: the changes to the game.
        level: how much the voice says.
        echo: if False, do not say again which cards were entered and who said go.
    """
    sentences = tell(changes, SEEN, level, 7, echo=echo)
    assert all(sentence.press == 7 for sentence in sentences)
    return [each.text + "~" * (each.lasts is Lasts.UNTIL_NEXT_PRESS) for each in sentences]


@pytest.mark.parametrize(
    ("changes", "calls", "full"),
    [
        ([laid(0, "10", 10), TURN], ["ten~"], ["Ann: ten"]),
        ([laid(0, "10", 20), TURN], ["twenty~"], ["Ann: ten", "twenty~"]),
        ([laid(0, "A", 1), TURN], ["one~"], ["Ann: ace", "one~"]),
        ([laid(1, "5", 15), points(1, 2, "fifteen", 15), TURN],
         ["Bob: fifteen for two"], ["Bob: five", "fifteen for two"]),
        ([laid(1, "A", None), TURN], [], ["Bob: ace"]),
        ([{"what": "ace", "seat": 1, "value": 11, "count": 21}, TURN],
         ["twenty-one~"], ["eleven", "twenty-one~"]),
        ([{"what": "ace", "seat": 1, "value": 11, "count": 15}, points(1, 2, "fifteen", 15)],
         ["Bob: fifteen for two"], ["eleven", "fifteen for two"]),
        ([go(1), TURN], ["Bob: go"], ["Bob: go"]),
        ([go(1), points(0, 1, "go"), RESTART, TURN], ["Bob: go", "Ann: one for the go"],
         ["Bob: go", "Ann: one for the go"]),
        ([go(1), points(0, 1, "go"), RESTART, laid(1, "K", 10), TURN],
         ["Bob: go", "Ann: one for the go", "ten~"],
         ["Bob: go", "Ann: one for the go", "Bob: king", "ten~"]),
        ([laid(0, "6", 26), {"what": "false_go", "seat": 0, "said_at": 25}, TURN], ["twenty-six~"],
         ["Ann: six", "twenty-six~", "Ann said go at twenty-five but had a six"]),
        ([laid(0, "8", 31), {"what": "false_go", "seat": 0, "said_at": 20}, points(0, 2, "thirty_one", 31)],
         ["Ann: thirty-one for two"],
         ["Ann: eight", "Ann said go at twenty but had an eight", "thirty-one for two"]),
        ([{"what": "starter", "card": "J"}, points(0, 2, "his_heels", source="heels"), TURN],
         ["Ann: two for his heels"], ["starter: jack", "Ann: two for his heels"]),
        ([{"what": "cut", "seat": 1, "card": "3"}, TURN], [], ["Bob: three"]),
        ([{"what": "suit", "card": "5H"}], [], ["five of hearts"]),
        ([{"what": "crib", "seat": 0, "card": "5"}], [], ["crib: five"]),
        ([{"what": "left", "seat": 0, "card": "5"}], [], ["Ann: five"]),
        ([{"what": "hand", "seat": 0, "card": "5"}], [], ["Ann: five"]),
        ([{"what": "answer", "question": "flush", "yes": False}, points(1, 0, "", source="hand")],
         ["Bob's hand: nineteen"], ["no", "Bob's hand: nineteen", "Bob thirty-three~"]),
        ([points(0, 2, "fifteen", source="crib"), {"what": "deal", "dealer": 1, "out_of_turn": False}],
         ["Ann's crib: fifteen two and the rest won't do"],
         ["Ann's crib: fifteen two and the rest won't do", "Ann thirty-three~"]),
        ([{"what": "score_set", "side": 0, "score": 33, "points": 2}], ["Ann: score set to thirty-three"],
         ["Ann: score set to thirty-three"]),
        ([{"what": "thrown_in", "scores": [33, 12]}], ["the deal is thrown in"], ["the deal is thrown in"]),
        ([{"what": "game", "games": [0, 0], "scores": [0, 0]}, TURN], ["a new game"], ["a new game"]),
        ([{"what": "claim", "seat": 1, "points": 4}, TURN], [], []),
    ],
)  # fmt: skip
def test_what_happened_is_said(changes: list[Change], calls: list[str], full: list[str]) -> None:
    assert said(changes, Level.CALLS) == calls
    assert said(changes, Level.FULL) == full


def test_the_winner_is_said_after_the_points_that_win() -> None:
    won = {"what": "won", "side": 0, "skunk": "double", "games": [4, 0]}
    over = SEEN._replace(scores=(121, 60), winner=0)
    sentences = tell([points(0, 1, "last_card"), won], over, Level.CALLS, 1)
    assert [sentence.text for sentence in sentences] == ["Ann: one for last", "Ann wins with a double skunk!"]


def test_the_score_of_a_hand_that_wins_is_said_once() -> None:
    won = {"what": "won", "side": 0, "skunk": None, "games": [1, 0]}
    over = SEEN._replace(scores=(121, 100), winner=0)
    texts = [each.text for each in tell([points(0, 4, "pair", source="hand"), won], over, Level.FULL, 1)]
    assert texts[1:] == ["Ann wins!", "Ann one hundred and twenty-one, Bob one hundred"]


def test_of_a_game_before_the_one_on_the_board_no_skunk_is_worked_out() -> None:
    won = {"what": "won", "side": 0, "skunk": None, "games": [1, 0]}
    assert said([won], Level.CALLS) == ["Ann wins!"]


def test_what_is_put_back_is_not_repeated_card_by_card() -> None:
    changes = [laid(1, "5", 15), points(1, 2, "fifteen", 15), TURN]
    assert said(changes, Level.FULL, echo=False) == ["Bob: fifteen for two"]


def test_a_new_game_of_a_match_says_the_games_won() -> None:
    begun = {"what": "game", "games": [1, 0], "scores": [0, 0]}
    assert said([begun], Level.FULL) == ["a new game", "Match: Ann zero, Bob zero~"]
