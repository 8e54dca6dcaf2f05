from engine import Card, Event, Game, Rank, Rules, Suit
from engine.coach.unseen import PONE, public_view, scores_to_121


def begun(rules: Rules | None = None, dealer: int = 0) -> Game:
    return Game.new(rules).apply(Event.deals(dealer)).apply(Event.starter(Rank.SIX))


def test_the_view_has_what_everyone_saw() -> None:
    game = begun().apply(Event.suit(Suit.HEARTS))
    for rank in (Rank.TEN, Rank.NINE, Rank.KING):
        game = game.apply(Event.lay(rank))
    view = public_view(game.apply(Event.go()))
    assert view.starter == Card.parse("6H")
    assert view.hands == (tuple(map(Card, (Rank.TEN, Rank.KING))), (Card(Rank.NINE),))
    assert view.denied == (0, 2)
    assert (view.turn, view.last, view.deals_again) == (PONE, PONE, False)
    assert view.pile == tuple(map(Card, (Rank.TEN, Rank.NINE, Rank.KING)))


def test_a_shorter_game_is_the_end_of_a_longer_one() -> None:
    game = Game.new(Rules(target=61), start=(5, 60))
    assert scores_to_121(game) == (65, 120)


def test_points_that_can_still_be_called_count() -> None:
    game = begun(Rules(muggins=True)).apply(Event.lay(Rank.SEVEN)).apply(Event.lay(Rank.EIGHT))
    assert [side.front for side in game.sides] == [0, 0]
    assert scores_to_121(game) == (2, 0)


def test_without_the_play_its_points_are_still_to_come_until_some_are_entered() -> None:
    game = begun(Rules(track="show"))
    assert public_view(game).turn is PONE
    assert public_view(game.apply(Event.peg(0, 3))).turn is None
    assert public_view(game.apply(Event.hand(Rank.ACE))).turn is None
