"""Points scored in the play must be called, and an opponent can claim missed points (RULES.md 6)."""

import pytest

from engine import Game, IllegalEvent, Kind, Prompt, Rules, Source
from engine.match.record_lines import read_event
from tests.support.words import history, reasons

CALLED = Rules(muggins=True, muggins_go=True)
BOARD_PEGS = Rules(muggins=True)
AT_ONCE = Rules(muggins=True, muggins_go=True, muggins_opens="at_once")


def after(words: str, lines: str = "", rules: Rules = CALLED, start: tuple[int, ...] = ()) -> Game:
    """Press keys, apply the events in lines of a record, and return the resulting game.

    Args:
        words: the names of the keys, separated by spaces.
        lines: the lines with the events to apply after that, separated by commas, such as `lay 5, call`.
        rules: the rules.
        start: each side's score before the first deal.
    """
    now = history(words, start, rules).game
    for line in filter(None, lines.split(", ")):
        now = now.apply(read_event(line))
    return now


def pegged(now: Game) -> list[tuple[int, int, str]]:
    """Return each score in the game: the side, the points pegged, and the reasons, each with its cards."""
    return [
        (entry.side, entry.points, " and ".join(f"{reason} {cards}" for reason, _, cards in items))
        for entry in now.entries
        if (items := reasons(now, entry))
    ]


AT_29 = "OK 2 K Q 9"  # Right led and laid the 9; Left is in turn
SAID = f"{AT_29} GO GO"
LAST = "OK 3 A 6 4 9 2 4 2 A"  # all eight cards, in one count of 29 that scores only last
PAIR_AND_LAST = "OK 3 A 6 4 9 2 4 A A"
FIVES, THIRD = "OK 3 5 5", "call, lay 5"  # a pair, called, and a third five: eight points (case P5)
PAIR = (0, 2, "pair 5 5")
EIGHT = "fifteen 5 5 5 and pair_royal 5 5 5"


@pytest.mark.parametrize(
    ("rules", "words", "lines", "scores"),
    [
        # A go is pegged by the board, or else by the player who calls it, or by the opponent who takes it.
        (BOARD_PEGS, SAID, "", [(1, 1, "go 9")]),
        (CALLED, SAID, "", []),
        (CALLED, SAID, "call", [(1, 1, "go 9")]),
        (CALLED, SAID, "lay 5, take 0", [(0, 1, "muggins 9")]),
        (AT_ONCE, SAID, "take 0", [(0, 1, "muggins 9")]),
        # The go that a card implies can still be called after it, until the next card, which scores too.
        (CALLED, f"{AT_29} 8", "call", [(1, 1, "go 9")]),
        (CALLED, f"{AT_29} 8", "lay 7, call", [(1, 2, "fifteen 8 7")]),
        (CALLED, f"{AT_29} 8", "lay 7, take 0", [(0, 1, "muggins 9")]),
        # The point for the go is called first, then the card's points. Last is called with its card.
        (CALLED, "OK 2 K 9 9 GO GO", "call, call", [(1, 1, "go 9"), (1, 2, "pair 9 9")]),
        (CALLED, PAIR_AND_LAST, "call", [(0, 3, "pair A A and last_card A")]),
        # Missed points for last can be taken until pone's hand is counted.
        (CALLED, LAST, "claim 0, take 1", [(1, 1, "muggins A")]),
        (
            CALLED,
            PAIR_AND_LAST,
            "call 1, claim 0, take 1",
            [(0, 1, "pair A A and last_card A"), (1, 2, "muggins A")],
        ),
        # A player who says six for eight pegs six, and can call the rest until the next card.
        (CALLED, FIVES, f"{THIRD}, call 6, call", [PAIR, (1, 6, EIGHT), (1, 2, EIGHT)]),
        (CALLED, FIVES, f"{THIRD}, call 6, lay K, take 0", [PAIR, (1, 6, EIGHT), (0, 2, "muggins 5")]),
        # More than the card scored is cut to that.
        (CALLED, FIVES, f"{THIRD}, call 9", [PAIR, (1, 8, EIGHT)]),
        # A call closes the player's earlier missed points, here fifteen for two.
        (
            BOARD_PEGS,
            "OK 2 K 5 9 7",
            "call 1, lay 6, take 1",
            [(0, 1, "thirty_one K 5 9 7"), (1, 1, "muggins 7")],
        ),
        # His heels are called at once, or at least before pone's hand is counted.
        (
            Rules(track="show", muggins=True, muggins_heels=True),
            "OK J 3 3 3",
            "call",
            [(0, 2, "his_heels J")],
        ),
    ],
)
def test_points_are_pegged_by_those_who_call_or_take_them(
    rules: Rules, words: str, lines: str, scores: list[tuple[int, int, str]]
) -> None:
    assert pegged(after(words, lines, rules)) == scores


@pytest.mark.parametrize(
    ("rules", "words", "lines", "refused", "why"),
    [
        (CALLED, SAID, "", "take 0", "There are no missed points to take"),
        (CALLED, SAID, "lay 5", "call", "No points are waiting to be called"),
        (CALLED, SAID, "lay 5", "take 1", "cannot take points from its own side"),
        (AT_ONCE, SAID, "call", "take 0", "There are no missed points to take"),
        (CALLED, LAST, "claim 0", "call", "No call now: the game waits for what was missed"),
        (CALLED, LAST, "claim 0, muggins 0 0", "take 1", "There are no missed points to take"),
        (CALLED, FIVES, f"{THIRD}, call 6, call 2", "call", "No points are waiting to be called"),
        (CALLED, FIVES, f"{THIRD}, call 6, call 2, lay K", "take 0", "There are no missed points to take"),
        (BOARD_PEGS, "OK 2 K 5 9 7", "call 1", "take 1", "There are no missed points to take"),
        # Case P18: no single card scores more than 15 points.
        (CALLED, FIVES, THIRD, "call 0", "No card scores 0: call 1 to 15 points"),
        (CALLED, FIVES, THIRD, "call 16", "No card scores 16: call 1 to 15 points"),
    ],
)
def test_points_that_are_not_there_are_neither_called_nor_taken(
    rules: Rules, words: str, lines: str, refused: str, why: str
) -> None:
    with pytest.raises(IllegalEvent) as caught:
        after(words, lines, rules).apply(read_event(refused))
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("start", "words", "lines", "winner"),
    [
        # A go wins when it is called or taken.
        ((0, 120), SAID, "", None),
        ((0, 120), SAID, "call", 1),
        ((120, 0), SAID, "lay 5, take 0", 0),
        # The card is laid, although the go that it implies would win if it were called.
        ((0, 120), f"{AT_29} 8", "", None),
        ((0, 120), f"{AT_29} 8", "call", 1),
        ((0, 115), FIVES, f"{THIRD}, call 6", 1),
    ],
)
def test_points_win_when_they_are_called_or_taken(
    start: tuple[int, int], words: str, lines: str, winner: int | None
) -> None:
    assert after(words, lines, start=start).winner == winner


@pytest.mark.parametrize(("start", "taken"), [(114, 1), (113, 2)])
def test_claim_is_limited_to_the_points_needed_to_win(start: int, taken: int) -> None:
    """RULES.md 6: an opponent can claim only as many missed points as the scorer still needed to win."""
    said = after(FIVES, f"{THIRD}, call 6, lay K, take 0", start=(0, start))
    assert pegged(said)[-1] == (0, taken, "muggins 5")


def test_his_heels_can_be_called_before_pones_hand_is_counted() -> None:
    """RULES.md 2 and 6: his heels are called at once, or at least before pone's hand is counted."""
    for opens in ("after_next_card", "at_once"):
        rules = Rules(track="show", muggins=True, muggins_heels=True, muggins_opens=opens)
        before = after("OK J 3 3 3", rules=rules)
        called = before.apply(read_event("call"))
        assert [(entry.source, entry.points) for entry in called.entries] == [(Source.HEELS, 2)]
        assert (called.prompt, called.to_act) == (before.prompt, before.to_act) == (Prompt.HAND, 1)
        assert (Kind.CALL in before.accepts, Kind.CALL in called.accepts) == (True, False)
