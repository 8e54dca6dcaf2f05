"""A game begins in the right state, and each event leads to the right state."""

from typing import Any

import pytest

from engine import (
    Event,
    Game,
    IllegalEvent,
    InvalidGame,
    InvalidRules,
    Kind,
    Pegs,
    Prompt,
    Rank,
    Reason,
    Rules,
    Seat,
    Side,
    Skunk,
    Source,
)
from engine.deals import Claims, Missed
from engine.indices import DealIndex
from engine.scoring.items import Finding
from tests.support.words import game, reasons


def test_a_new_game_waits_for_the_cut() -> None:
    new = Game.new()
    assert (new.prompt, new.to_act, new.dealer, new.winner) == (Prompt.CUT_FOR_DEAL, 0, None, None)
    assert new.sides == (Pegs(), Pegs())
    assert (new.count, new.deals, new.entries, new.deal_cards) == (0, 0, (), ())


@pytest.mark.parametrize("start", [(-1, 0), (0, 121), (121, 121), (0,), (0, 0, 0), (1000, 0)])
def test_impossible_scores_are_refused(start: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRules) as caught:
        Game.new(start=start)
    given = ",".join(map(str, start))
    assert str(caught.value) == f"start cannot be {given}: give 2 numbers from 0 to 120"


def test_points_before_the_first_deal() -> None:
    assert Game.new(start=(120, 7)).sides == (Pegs(front=120), Pegs(front=7))
    assert Game.new(start=()).sides == Game.new().sides


def test_an_event_makes_another_game_and_leaves_the_first_as_it_was() -> None:
    before = game("OK 3")
    after = before.apply(Event.lay(Rank.KING))
    assert (before.count, after.count) == (0, 10)
    assert (type(after), before) == (Game, game("OK 3"))


def test_a_refused_event_leaves_the_game_as_it_was() -> None:
    before = game("OK 3 K")
    with pytest.raises(IllegalEvent):
        before.apply(Event.crib(Rank.ACE))
    assert before == game("OK 3 K")


def test_a_game_accepts_the_events_of_its_prompt() -> None:
    """In the play, the game accepts a card or a suit, and a go only above a count of 21 (RULES.md 3)."""
    assert {Kind.LAY, Kind.SUIT} <= game("OK 3").accepts
    assert not {Kind.GO, Kind.CRIB, Kind.CUT} & game("OK 3").accepts
    assert Kind.GO in game("OK 3 K 8 4").accepts


# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
ONE_DEAL = f"{QUIET} A A 2 2"


def test_its_repr_is_one_line() -> None:
    assert repr(game("OK 2 K 5", (32, 29))) == "<Game to 121: 34-29, play, seat 1 to act, count 15>"
    assert repr(game("", rules=Rules(target=61))) == "<Game to 61: 0-0, cut_for_deal, seat 0 to act>"
    assert repr(game("OK J", (119, 0))) == "<Game to 121: 121-0, game_over>"


@pytest.mark.parametrize("setup", [None, Rules(), "six-card", (Rules(), (), (), ())])
def test_a_game_begins_with_nothing_but_a_setup(setup: Any) -> None:
    with pytest.raises(InvalidRules, match=r"^a setup is made by Setup\(…\), not "):
        Game.of(setup)


def test_the_cards_of_a_deal_begin_with_its_starter() -> None:
    assert [str(card) for card in game("OK 3 K").deal_cards] == ["3", "K"]
    second = game(f"{ONE_DEAL} 9 H 8")
    assert [str(card) for card in second.deal_cards] == ["9H", "8"]
    assert len(second.cards) == 13 + 2
    assert second.last_index == 1


def test_a_deal_lasts_from_its_starter_to_the_end_of_its_crib() -> None:
    assert [game(words).has_deal for words in ("", "4 9", "OK")] == [False] * 3
    assert [game(words).has_deal for words in ("OK 3", "OK 3 K", QUIET, f"{QUIET} A A 2")] == [True] * 4
    assert not game(ONE_DEAL).has_deal
    assert not game("OK J", (119, 0)).has_deal


@pytest.mark.parametrize(("words", "start"), [("OK", ()), (ONE_DEAL, ()), ("OK J", (119, 0))])
def test_between_deals_no_hand_is_counted_next(words: str, start: tuple[int, ...]) -> None:
    between = game(words, start)
    assert not between.has_deal
    for name in ("hand_owner", "counts_crib", "last_index"):
        with pytest.raises(InvalidGame, match="no deal is in progress"):
            getattr(between, name)


def test_between_deals_the_latest_deal_is_the_one_before() -> None:
    between = game(ONE_DEAL)
    assert between.latest_deal is between.deal
    assert between.latest_deal.counted == 3


def test_the_last_card_is_that_of_the_deal_before_until_a_deal_is_thrown_in() -> None:
    assert game("OK").last_card is None
    assert str(game("OK 3 K").last_card) == "K"
    assert str(game(ONE_DEAL).last_card) == "2"
    assert game(f"{ONE_DEAL} 9 8").apply(Event.thrown_in()).last_card is None


@pytest.mark.parametrize(("players", "pone"), [(2, 1), (3, 1), (4, 1)])
def test_pone_sits_on_the_dealers_left(players: int, pone: int) -> None:
    # RULES.md 1: seats are numbered clockwise.
    state = game("OK", rules=Rules(players=players))
    assert (state.current_dealer, state.pone) == (0, pone)
    assert state.left_of(Seat(players - 1)) == 0


def test_counting_order() -> None:
    """RULES.md 4: the hands are counted clockwise from the dealer's left, and the dealer's crib is last."""
    assert (game("OK 3").hand_owner, game("OK 3").counts_crib) == (1, False)
    at_crib = game(QUIET)
    assert at_crib.prompt is Prompt.CRIB
    assert (at_crib.hand_owner, at_crib.counts_crib) == (0, True)


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


def test_a_pack_has_four_of_a_rank() -> None:
    state = game("OK 5 5 5")
    fourth = state.add_card(Rank.FIVE)
    assert [card.rank for card in fourth.deal_cards] == [Rank.FIVE] * 4
    with pytest.raises(IllegalEvent, match=r"^All four fives are already out$"):
        fourth.add_card(Rank.FIVE)
    # The next deal has the whole pack again, although two aces were in the last crib.
    second = game(f"{ONE_DEAL} A A A")
    assert second.add_card(Rank.ACE).deal_cards[-1].rank is Rank.ACE


def test_the_pegs_of_one_side_change_alone() -> None:
    state = game("OK", (1, 2, 3), Rules(players=3)).with_pegs(Side(1), Pegs(9, 2))
    assert state.sides == (Pegs(1), Pegs(9, 2), Pegs(3))


def test_the_count_is_kept_when_the_play_wins_the_game() -> None:
    assert game("OK 2 K 5", (119, 0)).count == 15
    assert game("OK J", (119, 0)).count == 0
    assert game(QUIET).count == 0
    assert game("OK 2 K 5 OK", (119, 0)).count == 0


def test_entries_keep_their_cards_through_the_next_deals() -> None:
    first, second = game(f"{QUIET} A A 2 2"), game(f"{QUIET} A A 2 2 9 H 8 8 Q S")
    for entry in first.entries:
        assert reasons(second, entry) == reasons(first, entry)
    assert reasons(second, second.entries[-1]) == [("pair", 2, "8 8")]


def test_number_of_deals_starts_again_in_each_game() -> None:
    """The number of deals counts only the finished deals of the current game."""
    assert game(f"{QUIET} A A 2").deals == 0
    assert game(f"{QUIET} A A 2 2").deals == 1
    # Pone scores 3 in the first deal, deals the second, and wins it with his heels.
    won = game(f"{QUIET} A A 2 2 J", (0, 117))
    assert (won.winner, won.deals) == (1, 1)
    # Case E4: won on the dealer's hand.
    assert game(QUIET, (110, 116)).deals == 0


MUGGINS = Rules(muggins=True)


def test_a_deal_begins_with_empty_hands_and_the_dealer_as_the_last_player() -> None:
    deal = game("OK 3").latest_deal
    assert (deal.hands, deal.crib, deal.counted) == (((), ()), (), 0)
    play = game("OK 3").current_play
    assert (play.laid, play.total, play.last, play.passed, play.denied) == ((), 0, 0, (), (0, 0))


def test_the_play_has_the_cards_of_its_count_as_indices_into_the_deal() -> None:
    # After 31, the list of cards is empty again.
    play = game("OK 3 K 5 6").current_play
    assert (play.laid, play.total, play.last) == ((1, 2, 3), 21, 1)
    play = game("OK 3 K 5 6 10").current_play
    assert (play.laid, play.total, play.last) == ((), 0, 0)


def test_go_rules_out_every_playable_card() -> None:
    """RULES.md 3: a player who says go when the count is 25 claims to hold no card of value six or less."""
    play = game("OK 2 10 5 10 GO").current_play
    assert (play.passed, play.denied, play.laid_at_go) == ((0,), (6, 0), 3)


def test_missed_points_are_those_not_yet_called() -> None:
    findings = (
        Finding(Reason.PAIR, 2, (DealIndex(7), DealIndex(8))),
        Finding(Reason.LAST_CARD, 1, (DealIndex(8),)),
    )
    missed = Missed(Seat(0), Source.PLAY, DealIndex(8), findings, True, None, 9, 121, 29)
    assert missed.points == 3
    assert missed._replace(called=2).points == 1


def test_claims_are_kept_until_the_hand_is_counted() -> None:
    # The hand is that of case E4: K 8 K 6 with the starter 3.
    claiming = game("OK 3 K 4 8 5 K 10 6 10", rules=MUGGINS)
    assert (claiming.prompt, claiming.latest_deal.claims) == (Prompt.CLAIM, Claims())
    claimed = claiming.apply(Event.claim(1))
    assert (claimed.prompt, claimed.latest_deal.claims) == (Prompt.MUGGINS, Claims(points=1))
    counted = claimed.apply(Event.muggins(1, seat=0))
    assert (counted.latest_deal.counted, counted.latest_deal.claims) == (1, Claims())


def test_the_crib_is_known_card_by_card() -> None:
    before = game("OK 3 K 4 8 5 K 10 6 10")
    assert before.latest_deal.crib == ()
    assert before.apply(Event.crib(Rank.ACE)).latest_deal.crib == (9,)
