"""Points scored in the play must be called, and an opponent can claim missed points (RULES.md 6)."""

import pytest

from engine import Game, IllegalEvent, Kind, Prompt, Rules, Source
from engine.match.record_lines import read_event
from tests.support.words import history, reasons, scored

BOARD_PEGS = Rules(muggins=True)
CALLED = Rules(muggins=True, muggins_go=True)


def after(words: str, *lines: str, rules: Rules = CALLED, start: tuple[int, ...] = ()) -> Game:
    """Press keys, apply the events in lines of a record, and return the resulting game.

    Args:
        words: the names of the keys, separated by spaces.
        lines: the lines with the events to apply after that, such as `lay 5`.
        rules: the rules.
        start: each side's score before the first deal.
    """
    match = history(words, start, rules)
    for line in lines:
        match = match.apply(read_event(line))
    return match.game


def refused(before: Game, line: str) -> str:
    with pytest.raises(IllegalEvent) as caught:
        before.apply(read_event(line))
    return str(caught.value)


# -- go and last

AT_29 = "OK 2 K Q 9"  # Right led and laid the 9; Left is in turn
SAID = f"{AT_29} GO GO"
LAST = "OK 3 A 6 4 9 2 4 2 A"  # all eight cards, in one count of 29 that scores only last
PAIR_AND_LAST = "OK 3 A 6 4 9 2 4 A A"


def test_a_go_is_pegged_by_the_board_unless_it_has_to_be_called() -> None:
    assert scored(after(SAID, rules=BOARD_PEGS)) == [(1, 1)]
    waiting = after(SAID)
    assert scored(waiting) == []
    called = waiting.apply(read_event("call"))
    assert scored(called) == [(1, 1)]
    assert reasons(called, called.entries[-1]) == [("go", 1, "9")]
    assert (called.entries[-1].source, called.prompt, called.to_act) == (Source.PLAY, Prompt.PLAY, 0)


def test_uncalled_go_can_be_claimed_after_the_next_card() -> None:
    """RULES.md 6: the scorer can call the point for go until the next card is played.

    After that, an opponent can claim it.
    """
    assert after(SAID).points_to_take is None
    missed = after(SAID, "lay 5")
    assert missed.points_to_call is None
    taken = missed.apply(read_event("take 0"))
    assert (scored(taken), reasons(taken, taken.entries[-1])) == ([(0, 1)], [("muggins", 1, "9")])
    assert "cannot take points from its own side" in refused(missed, "take 1")


def test_at_once_it_can_be_taken_before_the_next_card() -> None:
    rules = CALLED._replace(muggins_opens="at_once")
    assert scored(after(SAID, "take 0", rules=rules)) == [(0, 1)]
    assert scored(after(SAID, "call", rules=rules)) == [(1, 1)]
    assert refused(after(SAID, "call", rules=rules), "take 0") == "There are no missed points to take"


def test_the_go_that_a_card_implies_can_still_be_called_after_it() -> None:
    # The go and the card that implies it are entered as one event.
    implied = after(f"{AT_29} 8")
    assert (implied.count, scored(implied), implied.points_to_take) == (8, [], None)
    assert scored(implied.apply(read_event("call"))) == [(1, 1)]
    # The next card ends the right to call the go. It scores, too: 8 and 7 are fifteen.
    later = implied.apply(read_event("lay 7"))
    assert scored(later.apply(read_event("call"))) == [(1, 2)]
    assert scored(later.apply(read_event("take 0"))) == [(0, 1)]


def test_card_and_go_are_called_separately_latest_first() -> None:
    """RULES.md 6: if a go follows a card, the point for the go is called first, then the card's points."""
    called = after("OK 2 K 9 9 GO GO", "call")
    assert reasons(called, called.entries[-1]) == [("go", 1, "9")]
    called = called.apply(read_event("call"))
    assert reasons(called, called.entries[-1]) == [("pair", 2, "9 9")]
    assert called.points_to_call is None


def test_missed_point_for_last_can_be_claimed_until_pones_hand_is_counted() -> None:
    """RULES.md 6: an opponent can claim a missed point for last until the first hand, pone's, is counted."""
    at_the_end = after(LAST)
    assert at_the_end.points_to_take is None
    claimed = at_the_end.apply(read_event("claim 0"))
    assert claimed.points_to_call is None
    taken = claimed.apply(read_event("take 1"))
    assert reasons(taken, taken.entries[-1])[0][0] == "muggins"
    counted = claimed.apply(read_event("muggins 0 0"))
    assert counted.points_to_take is None


def test_a_go_wins_when_it_is_called_or_taken() -> None:
    assert after(SAID, start=(0, 120)).winner is None
    assert after(SAID, "call", start=(0, 120)).winner == 1
    assert after(SAID, "lay 5", "take 0", start=(120, 0)).winner == 0
    # The card is laid, although the go that it implies would win if it were called.
    implied = after(f"{AT_29} 8", start=(0, 120))
    assert (implied.count, implied.winner) == (8, None)
    assert implied.apply(read_event("call")).winner == 1


# -- a call of fewer points

THIRD_FIVE = "OK 3 5 5"  # then OK for the pair, and a third five: pair royal and fifteen


def third_five(rules: Rules = BOARD_PEGS, start: tuple[int, ...] = ()) -> Game:
    """Return a game in which the players have just played three fives, one after another (case P5).

    Args:
        rules: the rules.
        start: each side's score before the first deal.
    """
    return after(THIRD_FIVE, "call", "lay 5", rules=rules, start=start)


def test_a_player_who_says_six_for_eight_pegs_six_and_can_lose_the_rest() -> None:
    said = third_five().apply(read_event("call 6"))
    entry = said.entries[-1]
    assert (entry.side, entry.points, entry.score) == (1, 6, 6)
    # The items keep their full points, as for a hand in the show.
    assert reasons(said, entry) == [("fifteen", 2, "5 5 5"), ("pair_royal", 6, "5 5 5")]
    assert said.points_to_take is None
    missed = said.apply(read_event("lay K"))
    taken = missed.apply(read_event("take 0"))
    assert (scored(taken)[-1], reasons(taken, taken.entries[-1])) == ((0, 2), [("muggins", 2, "5")])


def test_until_the_next_card_the_rest_can_still_be_called() -> None:
    said = third_five().apply(read_event("call 6"))
    assert scored(said.apply(read_event("call")))[-2:] == [(1, 6), (1, 2)]
    whole = said.apply(read_event("call 2"))
    assert whole.points_to_call is None
    assert whole.apply(read_event("lay K")).points_to_take is None


@pytest.mark.parametrize("cards", [0, 3])
@pytest.mark.parametrize("opens", ["after_next_card", "at_once"])
def test_where_only_hands_are_entered_his_heels_can_be_called_before_them(cards: int, opens: str) -> None:
    """RULES.md 2 and 6: his heels are called at once, or at least before pone's hand is counted."""
    rules = Rules(track="show", muggins=True, muggins_heels=True, muggins_opens=opens)
    before = after("OK J" + " 3" * cards, rules=rules)
    assert before.prompt is Prompt.HAND
    assert Kind.CALL in before.accepts
    called = before.apply(read_event("call"))
    assert [(entry.source, entry.points) for entry in called.entries] == [(Source.HEELS, 2)]
    assert (called.prompt, called.to_act) == (Prompt.HAND, 1)
    assert Kind.CALL not in called.accepts


def test_call_closes_the_players_earlier_missed_points() -> None:
    """RULES.md 6: a player's missed points can no longer be claimed once that player calls other points."""
    # Left misses fifteen for two, and calls one of the two for thirty-one.
    missed = after("OK 2 K 5 9 7", rules=BOARD_PEGS)
    assert missed.points_to_take is not None
    assert missed.points_to_take.seat == 0
    said = missed.apply(read_event("call 1"))
    assert said.points_to_take is None
    taken = said.apply(read_event("lay 6")).apply(read_event("take 1"))
    assert scored(taken) == [(0, 1), (1, 1)]


@pytest.mark.parametrize(("line", "points"), [("call 8", 8), ("call 9", 8), ("call 15", 8), ("call", 8)])
def test_more_than_the_card_made_is_cut_to_that(line: str, points: int) -> None:
    said = third_five().apply(read_event(line))
    assert (scored(said)[-1], said.points_to_call) == ((1, points), None)


@pytest.mark.parametrize("line", ["call 0", "call 16", "call 9999"])
def test_points_that_no_card_can_make_are_refused(line: str) -> None:
    """RULES.md 3: a call must be for 1 to 15 points, because no single card scores more (case P18)."""
    assert refused(third_five(), line) == f"No card scores {line.split()[1]}: call 1 to 15 points"


@pytest.mark.parametrize(("start", "taken"), [(114, 1), (113, 2), (115, None)])
def test_claim_is_limited_to_the_points_needed_to_win(start: int, taken: int | None) -> None:
    """RULES.md 6: an opponent can claim only as many missed points as the scorer still needed to win."""
    said = third_five(start=(0, start)).apply(read_event("call 6"))
    if taken is None:
        assert said.winner == 1
        return
    assert scored(said.apply(read_event("lay K")).apply(read_event("take 0")))[-1] == (0, taken)


def test_fewer_can_be_called_of_a_card_and_its_last() -> None:
    said = after(PAIR_AND_LAST, "call 1", "claim 0", "take 1")
    assert scored(said) == [(0, 1), (1, 2)]
