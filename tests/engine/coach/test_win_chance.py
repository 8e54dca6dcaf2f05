"""The chance of winning, before a deal and at any moment in it."""

from random import Random

import pytest

from engine import PACK, Card, Event, Game, Prompt, Rank, Rules, Setup, read_record, write_record
from engine.coach import chance_before_deal, win_chance
from engine.coach.crib_points import crib_points
from engine.coach.tables import winning
from engine.coach.unseen import PublicView
from engine.coach.win_chance import chance_of_dealer
from engine.errors import InvalidGame
from tests.support.words import cards


def test_the_first_dealer_wins_more_than_half_of_all_games() -> None:
    """According to published figures, the first dealer wins 55.5% or 56% of the games of good players."""
    assert 0.55 < chance_before_deal(dealer=0, pone=0) < 0.57


def test_a_point_more_never_makes_a_win_less_likely() -> None:
    table = winning()
    assert len(table) == len(table[0]) == 121
    for dealer in range(121):
        for pone in range(120):
            assert table[dealer][pone + 1] <= table[dealer][pone]
            assert table[pone][dealer] <= table[pone + 1][dealer]


@pytest.mark.parametrize("score", [-1, 121, 3.0, True])
def test_what_is_no_score_before_a_deal_is_refused(score: object) -> None:
    with pytest.raises(InvalidGame, match="from 0 to 120"):
        chance_before_deal(dealer=score, pone=0)  # type: ignore[arg-type]
    with pytest.raises(InvalidGame, match="from 0 to 120"):
        chance_before_deal(dealer=0, pone=score)  # type: ignore[arg-type]


def entered(game: Game, *cards: str) -> Game:
    """Enter cards such as `5H` or `5` as the starter, in the play or in the crib, and return the game."""
    for text in cards:
        card = Card.parse(text)
        event = Event.starter if game.prompt is Prompt.STARTER else Event.lay
        event = Event.crib if game.prompt is Prompt.CRIB else event
        game = game.apply(event(card.rank))
        if card.suit:
            game = game.apply(Event.suit(card.suit))
    return game


def begun(*scores: int, dealer: int = 0, rules: Rules | None = None) -> Game:
    return Game.new(rules, start=scores).apply(Event.deals(dealer))


@pytest.mark.parametrize("dealer", [0, 1])
def test_before_a_deal_the_chance_is_that_of_the_table(dealer: int) -> None:
    own, others = (98, 104)[dealer], (98, 104)[1 - dealer]
    chances = win_chance(begun(98, 104, dealer=dealer))
    assert chances[dealer] == chance_before_deal(dealer=own, pone=others)
    assert sum(chances) == pytest.approx(1)


def test_before_the_cut_both_may_deal() -> None:
    assert win_chance(Game.new()) == (0.5, 0.5)
    assert win_chance(read_record(write_record(Setup(), ()))) == (0.5, 0.5)


def test_a_low_card_cut_for_the_deal_is_a_good_sign() -> None:
    """A player who cuts an ace cannot lose the cut for the deal. A player who cuts a king cannot win it."""
    after_ace, after_king = (win_chance(Game.new().apply(Event.cut(rank))) for rank in (Rank.ACE, Rank.KING))
    first = chance_before_deal(dealer=0, pone=0)
    assert after_ace == pytest.approx((first, 1 - first))
    assert after_king == pytest.approx((1 - first, first))


WHOLE_PLAY = ("4C", "AH", "5H", "2S", "5C", "2H", "6D", "QD", "7S")
"""The starter, and the cards of pone and the dealer in turn.

In the show pone has 6 points and the dealer 14.
"""


def test_the_sides_do_not_matter_only_who_deals() -> None:
    for number in (1, 3, 6):
        chances = [
            win_chance(entered(begun(*scores, dealer=dealer), *WHOLE_PLAY[:number]))
            for scores, dealer in (((80, 90), 0), ((90, 80), 1))
        ]
        assert chances[0] == chances[1][::-1]
        assert sum(chances[0]) == pytest.approx(1)


def test_the_crib_may_still_decide() -> None:
    game = entered(begun(100, 90), *WHOLE_PLAY)
    assert game.prompt is Prompt.CRIB
    dealer, pone = game.sides[0].front, game.sides[1].front
    certain = entered(game, "10S", "10H", "QC", "KD")
    assert win_chance(certain)[0] == pytest.approx(1 - chance_before_deal(dealer=pone, pone=dealer + 2))
    richer = entered(game, "3S", "3H")
    poorer = entered(game, "QC", "KD")
    assert win_chance(poorer)[0] < win_chance(game)[0] < win_chance(richer)[0]


def test_chances_are_known_throughout_a_game() -> None:
    for seed, written in ((1, str), (2, lambda card: card.rank.symbol)):
        random = Random(seed)
        game = begun(105, 108)
        while game.winner is None:
            *cards, starter = random.sample(PACK, 13)
            hands, crib = (cards[:4], cards[4:8]), cards[8:]
            game = entered(game, written(starter))
            while game.prompt is Prompt.PLAY:
                assert game.to_act is not None
                fits = [card for card in hands[game.to_act] if game.count + card.rank.counting_value <= 31]
                if fits:
                    hands[game.to_act].remove(fits[0])
                    game = entered(game, written(fits[0]))
                else:
                    game = game.apply(Event.go())
                _check(game)
            while game.prompt not in (Prompt.STARTER, Prompt.GAME_OVER):
                game = (
                    entered(game, written(crib.pop()))
                    if game.prompt is Prompt.CRIB
                    else game.apply(Event.no())
                )
                _check(game)
        assert win_chance(game)[game.winner] == 1


def _check(game: Game) -> None:
    chances = win_chance(game)
    assert sum(chances) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize(
    ("game", "why"),
    [("121", "a game is made by"), (Game.new(Rules(players=3)), "the coach knows the six-card game for two")],
)
def test_what_is_no_game_of_the_coach_is_refused(game: Game, why: str) -> None:
    with pytest.raises(InvalidGame, match=why):
        win_chance(game)


DEALERS = "5H 5C 6D 7S"
PONES = "AH 2S 2H QD"  # with the four of clubs they count 14 and 6


def show(*scores: int, **changes: object) -> PublicView:
    """Return the view of a deal in which the play is over.

    Args:
        scores: the non-dealer's score, then the dealer's.
        changes: fields of the view to replace.
    """
    view = PublicView((scores[0], scores[1]), Card.parse("4C"), (cards(PONES), cards(DEALERS)))
    return view._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("view", "chance"),
    [
        (show(115, 120), 0),  # pone counts first
        (show(120, 120), 0),
        (show(115, 120, counted=1), 1),  # it is the dealer's turn
        (show(114, 107), 1),  # pone comes to 120 only, and the dealer to 121
        (show(115, 0), 0),
        (show(119, 121), 1),  # a point that only has to be called is enough
    ],
)
def test_known_hands_at_the_end_of_a_game_leave_no_doubt(view: PublicView, chance: float) -> None:
    assert chance_of_dealer(view) == chance


def test_only_the_crib_is_uncertain_when_the_hands_are_known() -> None:
    cribs = crib_points(Card.parse("4C"), cards(PONES), cards(DEALERS))
    expected = sum(
        chance * (1 - chance_before_deal(dealer=66, pone=74 + points)) for points, chance in enumerate(cribs)
    )
    assert chance_of_dealer(show(60, 60)) == pytest.approx(expected)


def test_mean_chance_over_all_starters() -> None:
    """The mean of the dealer's chances over all starters is close to the chance before the deal."""
    total = 0.0
    for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split():
        heels = 2 * (rank == "J")
        view = PublicView((75, 70 + heels), Card.parse(f"{rank}S"), turn=0)
        total += chance_of_dealer(view, deals=100)
    assert total / 13 == pytest.approx(chance_before_deal(dealer=70, pone=75), abs=0.02)
