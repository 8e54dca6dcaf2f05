from engine.cards import Card
from engine.coach.reviewing.played_deals import deals_thrown_in, played_deals
from engine.deals import Source
from engine.indices import Seat, Side
from tests.support.reviewed_games import BEGINS, DEAL, FIRST_DEAL, timeline


def texts(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_a_deal_has_its_cards_and_points() -> None:
    (deal,) = played_deals(timeline(FIRST_DEAL))
    assert (deal.number, deal.dealer, str(deal.starter)) == (1, 0, "K")
    assert [texts(deal.hand(Seat(seat))) for seat in (0, 1)] == ["10 J Q K", "5 5 6 7"]
    assert texts(deal.crib) == "3 3 2 9"
    assert deal.are_hands_known and deal.is_crib_known
    assert [deal.pegged(Side(side)) for side in (0, 1)] == [4, 1]
    assert [deal.counted(Seat(seat), Source.HAND) for seat in (0, 1)] == [10, 12]
    assert deal.counted(Seat(0), Source.CRIB) == 8
    assert deal.counted(Seat(1), Source.CRIB) is None


def test_the_scores_are_those_after_a_number_of_entries() -> None:
    (deal,) = played_deals(timeline(BEGINS.format(start="10,20", target=121) + DEAL))
    assert deal.scores_after(0) == (10, 20)
    assert deal.scores_after(4) == (14, 21)  # the play
    assert deal.scores_after(5) == (14, 33)  # Bob's hand
    assert deal.scores_after(7) == (32, 33)


def test_a_suit_named_after_the_last_card_belongs_to_the_deal() -> None:
    (deal,) = played_deals(timeline(FIRST_DEAL + "suit H\n"))
    assert texts(deal.crib) == "3 3 2 9H"


def test_a_flush_that_the_players_confirmed_is_known() -> None:
    (deal,) = played_deals(timeline(FIRST_DEAL.replace("lay K\nno\nno", "lay K\nyes")))
    assert [deal.is_flush(Seat(seat)) for seat in (0, 1)] == [True, False]


def test_a_deal_in_progress_is_left_out() -> None:
    assert played_deals(timeline(FIRST_DEAL.removesuffix("crib 9\n"))) == ()
    assert [deal.number for deal in played_deals(timeline(FIRST_DEAL + "starter 4\nlay 5\n"))] == [1]


def test_a_deal_thrown_in_is_left_out() -> None:
    again = timeline(FIRST_DEAL + "starter 4\nlay 5\nthrown-in" + DEAL)
    assert [deal.number for deal in played_deals(again)] == [1, 2]
    assert deals_thrown_in(again) == 1
    assert str(played_deals(again)[1].starter) == "K"


def test_the_deal_in_which_the_game_was_won_may_lack_its_crib() -> None:
    (deal,) = played_deals(timeline(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0]))
    assert deal.after.winner == 1
    assert deal.are_hands_known and not deal.is_crib_known
    assert deal.counted(Seat(1), Source.HAND) == 12
    assert deal.counted(Seat(0), Source.HAND) is None


def test_the_deal_in_which_the_game_was_won_in_the_play_may_lack_its_hands() -> None:
    (deal,) = played_deals(timeline(BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n"))
    assert not deal.are_hands_known
    assert [texts(deal.hand(Seat(seat))) for seat in (0, 1)] == ["10", "5"]
