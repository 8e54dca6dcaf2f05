"""The phases of a deal, where the referee, which compares whole games, does not look."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Card,
    Event,
    Game,
    History,
    InvalidHand,
    Kind,
    Pegs,
    Prompt,
    Rank,
    Reason,
    Rules,
    Seat,
    Side,
    Skunk,
    score_play,
)
from engine.deals import FalseGo
from engine.match.record_lines import read_event
from engine.scoring.play_points import LIMIT
from tests.support import oracle
from tests.support.words import event_of, game, history, reasons

# -- the deal: who deals, and what a misdeal leaves


@pytest.mark.parametrize(
    ("rules", "winners", "dealers"),
    [
        # Seat 0 deals first. For each winner in turn, the dealer of the next game.
        (Rules(next_game_dealer="loser"), (0, 0, 1), (1, 1, 0)),
        (Rules(next_game_dealer="winner"), (0, 1, 1), (0, 1, 1)),
        (Rules(next_game_dealer="alternate"), (0, 0, 1), (1, 0, 1)),
        (Rules(next_game_dealer="cut"), (1,), (None,)),
        # With more players, the deal passes to the left.
        (Rules(players=3), (0, 0, 2), (1, 2, 0)),
        (Rules(players=4, next_game_dealer="winner"), (0, 0), (1, 2)),
        (Rules(players=4, partners=False), (0, 3), (1, 2)),
    ],
)
def test_who_deals_next(rules: Rules, winners: tuple[int, ...], dealers: tuple[int | None, ...]) -> None:
    """RULES.md 1 and 2: with two players, the chosen option determines who deals the next game."""
    now = game("OK", rules=rules)
    for winner, dealer in zip(winners, dealers, strict=True):
        won = now.apply(Event.starter(Rank.TWO)).apply(Event.peg(winner, 121))
        assert won.winner == winner
        now = won.apply(Event.next_game())
        assert now.dealer == dealer
        assert now.sides == tuple(Pegs(games=side.games) for side in won.sides)
        assert (now.winner, now.skunk, now.entries, now.deals, now.count) == (None, None, (), 0, 0)


THROWN_IN = Event(Kind.THROWN_IN)


@pytest.mark.parametrize(
    ("by_hand", "score", "pegs_then", "entries"),
    [
        # His heels brought side 0 from 10 to 12; a misdeal takes these two points back, and no others.
        ("take-back 0 12", 0, (0, 0), [(-10, 0)]),
        ("score 0 92", 92, (90, 10), [(80, 90)]),
        ("score 0 3", 3, (1, 0), [(-9, 1)]),
        ("peg 0 2, take-back 0 1, peg 0 4", 17, (15, 11), [(2, 12), (-1, 11), (4, 15)]),
        ("peg 0 9, undo", 12, (10, 0), []),
    ],
)
def test_misdeal_removes_only_the_points_of_the_deal(
    by_hand: str, score: int, pegs_then: tuple[int, int], entries: list[tuple[int, int]]
) -> None:
    match = History.of(game("OK", (10, 0)).apply(Event(Kind.STARTER, Rank.JACK)))
    for line in by_hand.split(", "):
        match = match.apply(read_event(line))
    assert match.game.sides[0].front == score
    after = match.game.apply(THROWN_IN)
    assert (after.sides[0].front, after.sides[0].back) == pegs_then
    assert [(entry.points, entry.score) for entry in after.entries] == entries


def test_points_by_hand_that_stay_are_told_by_the_press_that_pegged_them() -> None:
    match = History.of(Game.new())
    for line in ("deals 0", "starter J", "peg 1 2", "lay 5", "thrown-in", "starter 4"):
        match = match.apply(read_event(line))
    assert [(press, entry.points) for press, entry in match.pegged] == [(2, 2)]
    # Points by hand can be corrected like any event of the deal.
    assert match.apply(read_event("undo")).apply(read_event("change 2 peg 1 3")).game.sides[1].front == 3


def test_cut_is_not_offered_again_after_a_misdeal() -> None:
    """RULES.md 1: after a misdeal, the same player deals again, and nobody is asked again whether to cut."""
    rules = Rules(cut_before_deal="offer")
    assert not game("OK 2 K", rules=rules).apply(THROWN_IN).offered
    cut = game("OK OK 2 K", rules=rules).apply(THROWN_IN)
    assert (cut.offered, cut.dealer, cut.sides[0].front) == (False, 0, 1)
    taken = game("OK GO 2 K", rules=rules).apply(THROWN_IN)
    assert (taken.offered, taken.dealer, taken.to_act) == (False, 1, 1)
    for word in "3 K 4 8 5 K 10 6 10 A A 2 2".split():
        event = event_of(word, taken.prompt)
        assert event
        taken = taken.apply(event)
    # The deal out of turn is over. Its dealer deals again, in his own turn.
    assert (taken.deals, taken.prompt, taken.dealer) == (1, Prompt.STARTER, 1)


def test_the_misdeal_of_older_records_takes_points_by_hand_back_as_well() -> None:
    before = game("OK", (7, 30))
    now = game("OK 2 10", (7, 30)).apply(Event(Kind.PEG, numbers=(0, 4)))
    assert now.sides[0].front == 11
    assert now.apply(Event(Kind.MISDEAL)).sides == before.sides
    assert now.apply(Event(Kind.MISDEAL)).entries == ()
    assert now.apply(THROWN_IN).sides[0].front == 11


# -- the play (RULES.md 3)


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
    """RULES.md 3: if random cards are played, each scores the points that the oracle finds by brute force.

    The suits, if they are given, make no difference.

    A fifteen or 31 consists of all the cards in the count, a pair or a run only of the last cards played.
    """
    with_suits = [f"{rank}{'SHDC'[count[:at].count(rank)]}" for at, rank in enumerate(count)]
    for size, (words, read) in product(
        range(1, len(count) + 1), ((count, Rank.parse), (with_suits, Card.parse))
    ):
        *before, card = map(read, words[:size])
        items = score_play(before, card)
        assert {item.reason.value: item.points for item in items} == oracle.play_points(count[:size])
        for item in items:
            own = item.points if item.reason is Reason.RUN else SIZES.get(item.reason.value, size)
            assert list(map(str, item.cards)) == words[size - own : size]


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


# -- points that must be called, and missed points that an opponent claims (RULES.md 6)

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
        # A player who calls more than the card scored pegs only what it scored.
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


# -- what a game knows

# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
ONE_DEAL = f"{QUIET} A A 2 2"


def test_the_cards_of_a_deal_begin_with_its_starter() -> None:
    assert [str(card) for card in game("OK 3 K").deal_cards] == ["3", "K"]
    second = game(f"{ONE_DEAL} 9 H 8")
    assert [str(card) for card in second.deal_cards] == ["9H", "8"]
    assert len(second.cards) == 13 + 2
    assert second.last_index == 1


def test_the_last_card_is_that_of_the_deal_before_until_a_deal_is_thrown_in() -> None:
    assert game("OK").last_card is None
    assert str(game("OK 3 K").last_card) == "K"
    assert str(game(ONE_DEAL).last_card) == "2"
    assert game(f"{ONE_DEAL} 9 8").apply(Event.thrown_in()).last_card is None


def test_partners_need_the_same_points() -> None:
    four = game("OK", (119, 7), Rules(players=4))
    assert [four.points_to_win(Seat(seat)) for seat in range(4)] == [2, 114, 2, 114]
    assert four.pegs_of(Seat(3)) == Pegs(front=7)


def test_each_of_two_losers_has_their_own_skunk() -> None:
    """RULES.md 5: two losers can have different skunks, and the winner is credited with the lesser one."""
    before = game("OK", (100, 80, 50), Rules(players=3))
    assert [before.skunk_of(Side(side)) for side in range(3)] == [None] * 3
    won = before.apply(Event.peg(0, 21))
    assert [won.skunk_of(Side(side)) for side in range(3)] == [None, Skunk.SKUNK, Skunk.DOUBLE]
    assert won.skunk is Skunk.SKUNK
    safe = game("OK", (100, 91, 50), Rules(players=3)).apply(Event.peg(0, 21))
    assert (safe.skunk_of(Side(1)), safe.skunk) == (None, None)


def test_entries_keep_their_cards_through_the_next_deals() -> None:
    first, second = game(f"{QUIET} A A 2 2"), game(f"{QUIET} A A 2 2 9 H 8 8 Q S")
    for entry in first.entries:
        assert reasons(second, entry) == reasons(first, entry)
    assert reasons(second, second.entries[-1]) == [("pair", 2, "8 8")]
