"""What a review adds up over the deals of a game, for each player."""

import pytest

from engine.cards import Card
from engine.coach.reviewing.review import ToldThrows, review
from engine.errors import InvalidGame
from engine.seats import Seat
from tests.support.reviewed_games import DEAL, FIRST_DEAL, timeline

NAMED = ToldThrows(1, (Card.parse("2"), Card.parse("9")))


def test_the_totals_add_up_the_deals() -> None:
    made = review(timeline(FIRST_DEAL + DEAL), threw=[NAMED])
    first, second = made.deals
    ann = made.totals(Seat(0))
    assert first.players[0].throw and second.players[0].throw
    assert ann.throws == pytest.approx(first.players[0].throw.cost + second.players[0].throw.cost)
    assert ann.crib == pytest.approx(first.luck_of_crib)  # Bob deals the second
    assert made.totals(Seat(1)).crib == pytest.approx(second.luck_of_crib)
    assert ann.cut == pytest.approx(sum(deal.players[0].luck_of_cut or 0 for deal in made.deals))


@pytest.mark.parametrize("seat", [-1, 2, "x", None])
def test_only_the_two_players_have_totals(seat: Seat) -> None:
    made = review(timeline(FIRST_DEAL), threw=[NAMED])
    for total in (made.totals, made.win_lost):
        with pytest.raises(InvalidGame, match="there is no seat"):
            total(seat)
