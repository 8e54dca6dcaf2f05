"""The play (RULES.md 3): turns, gos, and the points of each card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Card,
    Event,
    Game,
    IllegalEvent,
    InvalidHand,
    Kind,
    Prompt,
    Rank,
    Reason,
    Rules,
    Source,
    score_play,
)
from engine.deals import FalseGo
from engine.scoring.play_points import LIMIT, find_play
from tests.support import cases, oracle
from tests.support.words import event_of, game, reasons, scored


def rules_of(case: cases.PlayCase) -> Rules:
    settings = [f"{name}={value}" for name, value in case.options.items()]
    return Rules.parse(settings, players=case.players)


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_any_point_of_the_play_can_win(case: cases.PlayCase) -> None:
    """RULES.md 5: a side wins the game as soon as it reaches the target, even with a point for go or last."""
    rules = rules_of(case)
    before = [0] * rules.sides
    for place, (side, points) in enumerate(case.pegged):
        start = [0] * rules.sides
        start[side] = rules.target - 1 - before[side]
        before[side] += points
        after = Game.new(rules, start)
        for word in case.words:
            event = event_of(word, after.prompt)
            assert event is not None
            after = after.apply(event)
            if after.winner is not None:
                break
        assert scored(after) == [*case.pegged[:place], (side, 1)]
        assert (after.prompt, after.winner, after.to_act) == (Prompt.GAME_OVER, side, None)
        assert after.sides[side].front == rules.target
        # RULES.md 5: the losers have a few points at most; a game of 61 has no double skunk.
        assert after.sides[side].games == (2 if rules.target == 61 else 4)


@pytest.mark.parametrize(
    ("words", "to_act", "count", "why"),
    [
        ("OK 2 K Q A", 0, 21, "and left again"),
        ("OK 2 K Q A K", 1, 0, "31: left of the last player leads"),
        ("OK 2 K Q 9 GO", 1, 29, "the last player plays on himself"),
        ("OK 2 K Q 9 GO GO", 0, 0, "the same, with both gos on one count"),
        ("OK 2 K Q 9 8", 1, 8, "a card past 31 is both gos, and the lead of the next count"),
        ("OK 2 K Q 9 GO 8", 1, 8, "or the one go still to be said"),
        ("OK 2 K 3 5 3 3 GO A", 0, 0, "out of cards after the other's go: the count is over"),
        ("OK 2 K 3 5 3 3 GO A 9", 0, 9, "a player without cards is passed over"),
    ],
)
def test_whose_turn_it_is(words: str, to_act: int, count: int, why: str) -> None:
    # RULES.md 3, How it goes.
    after = game(words)
    assert (after.prompt, after.to_act, after.count) == (Prompt.PLAY, to_act, count), why


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        # The card makes the go certain: it is the player's last, and the other player has said go.
        ("OK 2 K 3 5 3 3 GO A", [("go", 1, "A")]),
        # The go is pegged with the points of the card.
        ("OK 2 6 3 6 5 4 GO 4", [("pair", 2, "4 4"), ("go", 1, "4")]),
        # 31 leaves no point for a go.
        ("OK 2 2 3 9 A K GO 6", [("thirty_one", 2, "2 3 9 A K 6")]),
        # The other player may hold a card that fits, so the go is pegged once everybody has said go.
        ("OK 2 K Q 9 GO GO", [("go", 1, "9")]),
        # The next card can imply the go.
        ("OK 2 K Q 9 8", [("go", 1, "9")]),
    ],
)
def test_when_a_go_is_pegged(words: str, entry: list[tuple[str, int, str]]) -> None:
    after = game(words)
    assert reasons(after, after.entries[-1]) == entry
    assert after.entries[-1].at == after.at - 1
    assert (after.entries[-1].source, after.entries[-1].side) == (Source.PLAY, 1)


@pytest.mark.parametrize(
    ("words", "count"), [("OK 2", 0), ("OK 2 K", 10), ("OK 2 K Q", 20), ("OK 2 K Q A", 21)]
)
def test_go_is_refused_while_any_card_can_be_played(words: str, count: int) -> None:
    """RULES.md 3, What the board can know: up to a count of 21, any card can be played, so go is refused."""
    with pytest.raises(IllegalEvent, match=f"No go at {count}: up to 21, any card can be played"):
        game(words).apply(Event(Kind.GO))


@pytest.mark.parametrize(
    ("words", "start", "card"),
    [
        ("OK 5 5 H 5 S K 5", (), Rank.FIVE),
        # The card is refused even if the point for the go that it implies would win.
        ("OK 9 9 A 9 2 9", (0, 120), Rank.NINE),
    ],
)
def test_no_fifth_card_of_a_rank(words: str, start: tuple[int, ...], card: Rank) -> None:
    # RULES.md 3, What the board can know.
    with pytest.raises(IllegalEvent, match=r"All four .* are already out"):
        game(words, start).apply(Event.lay(card))


@pytest.mark.parametrize(("start", "pegged", "laid"), [(120, 1, "9"), (0, 1, "8")])
def test_card_is_not_played_if_the_implied_go_wins(start: int, pegged: int, laid: str) -> None:
    """If a player enters an 8 at a count of 29, a go is implied, and its point is pegged first.

    If this point wins the game, the 8 is not played.
    """
    after = game("OK 2 K Q 9 8", (0, start))
    assert scored(after) == [(1, pegged)]
    assert str(after.cards[-1]) == laid
    assert after.count == (29 if start else 8)
    assert (after.winner == 1) is (start == 120)


@pytest.mark.parametrize(
    ("words", "false"),
    [
        ("OK 2 K Q 5 GO A GO 7", None),
        ("OK 2 K Q 5 GO A GO 6", FalseGo(0, 25)),
        # Pone said go at 26, and so denied a 5, but not a 6.
        ("OK 2 K Q 5 GO A GO 7 6", None),
        ("OK 2 K Q 5 GO A GO 7 5", FalseGo(1, 26)),
        # The dealer said go at 22 and at 30: he denied a 5 at 22.
        ("OK 2 K Q 2 GO GO Q J K GO GO J 5", FalseGo(0, 22)),
        # A go that a card implies counts like one that was said.
        ("OK 2 K Q 5 K 6", FalseGo(1, 25)),
        # The next card removes the report of the false go, but a suit does not.
        ("OK 2 K Q 5 GO A GO 6 8", None),
        ("OK 2 K Q 5 GO A GO 6 H S", FalseGo(0, 25)),
        # An answer removes the report, too, although it lays no card.
        ("OK 2 K Q 2 GO GO Q J K GO GO J 5 GO", None),
    ],
)
def test_false_go_is_reported(words: str, false: FalseGo | None) -> None:
    """RULES.md 3, What the board can know: a go that later proves false is reported but not penalised."""
    assert game(words).false_go == false


SIZES = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}


def ranks_of(words: str | list[str]) -> list[Rank]:
    return [Rank.parse(word) for word in (words.split() if isinstance(words, str) else words)]


@st.composite
def counts(draw: st.DrawFn) -> list[str]:
    """Generate the ranks of the cards played in one count. Their total is at most 31."""
    wanted = draw(
        st.lists(st.sampled_from(oracle.RANKS), min_size=1, max_size=13)
        | st.lists(st.sampled_from(oracle.RANKS[:7]), min_size=4, max_size=13)
        | st.permutations(oracle.RANKS[:7])
    )
    laid: list[str] = []
    for rank in wanted:
        if sum(map(oracle.value, [*laid, rank])) <= LIMIT and laid.count(rank) < 4:
            laid.append(rank)
    return laid


@given(counts())
def test_any_count_scores_the_same_by_brute_force(count: list[str]) -> None:
    """RULES.md 3: if random cards are played, each scores the points that the oracle finds by brute force."""
    for size in range(1, len(count) + 1):
        laid = count[:size]
        assert {
            found.reason.value: found.points for found in find_play(ranks_of(laid))
        } == oracle.play_points(laid)


@given(counts())
def test_items_contain_the_cards_that_score(count: list[str]) -> None:
    """A fifteen or 31 consists of all the cards in the count.

    A pair or a run consists only of the last cards played.
    """
    for found in find_play(ranks_of(count)):
        size = found.points if found.reason.value == "run" else SIZES.get(found.reason.value, len(count))
        assert found.indices == tuple(range(len(count) - size, len(count)))


@pytest.mark.parametrize(
    ("laid", "card", "items"),
    [
        ("", "5", []),
        ("10", "5", [(Reason.FIFTEEN, 2, "10 5")]),
        ("5 5", "5", [(Reason.FIFTEEN, 2, "5 5 5"), (Reason.PAIR_ROYAL, 6, "5 5 5")]),
        ("KH QH", "AS", []),
        ("4D 6C", "5S", [(Reason.FIFTEEN, 2, "4D 6C 5S"), (Reason.RUN, 3, "4D 6C 5S")]),
        ("10 10 9", "2", [(Reason.THIRTY_ONE, 2, "10 10 9 2")]),
    ],
)
def test_points_for_a_card_in_the_play(laid: str, card: str, items: list[tuple[Reason, int, str]]) -> None:
    """RULES.md 3: `score_play` returns the points for a card. They are the same if only ranks are given."""
    cards = [Card.parse(one) for one in laid.split()]
    scored = score_play(cards, Card.parse(card))
    assert [(item.reason, item.points, " ".join(map(str, item.cards))) for item in scored] == items
    by_rank = score_play([one.rank for one in cards], Card.parse(card).rank)
    assert [item[:2] for item in by_rank] == [item[:2] for item in scored]


@pytest.mark.parametrize(
    ("laid", "card", "why"),
    [
        ("K K K", "2", "the count would be 32: it cannot pass 31"),
        ("5H 6H", "5H", "5H is given twice"),
        ("2 2 2 2", "2", "a rank is given five times"),
    ],
)
def test_an_impossible_card_is_refused(laid: str, card: str, why: str) -> None:
    with pytest.raises(InvalidHand, match=why):
        score_play([Card.parse(one) for one in laid.split()], Card.parse(card))
