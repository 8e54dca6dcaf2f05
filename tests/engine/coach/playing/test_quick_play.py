from random import Random

import pytest

from engine import Event, Game, Prompt, Rank, Source
from engine.coach.quick_play import choose, pile_points, play_on
from tests.support import oracle


def counting_values(ranks: list[int]) -> int:
    return sum(Rank(rank).counting_value for rank in ranks)


def test_a_pile_scores_the_points_that_the_oracle_counts() -> None:
    random = Random(121)
    piles = [
        [random.randint(1, random.choice([5, 13])) for _ in range(random.randint(1, 8))] for _ in range(3000)
    ]
    for pile in piles:
        if counting_values(pile) <= 31:
            points = oracle.play_points([Rank(rank).symbol for rank in pile])
            assert pile_points(tuple(pile)) == sum(points.values()), pile


def entered(hands: list[list[int]], cards: int) -> tuple[Game, list[list[int]]]:
    """Return a game in which the coach has played some cards for both players, and the ranks that remain.

    Args:
        hands: the ranks in each player's hand at the start of the play.
        cards: the maximum number of cards to play. The play may end earlier.
    """
    game = Game.new().apply(Event.deals(1)).apply(Event.starter(Rank.KING))
    left = [list(hand) for hand in hands]
    while cards and game.prompt is Prompt.PLAY:
        game = laid(game, left)
        cards -= 1
    return game, left


def laid(game: Game, left: list[list[int]]) -> Game:
    """Play the card that the coach would choose, and return the game after it.

    A player who cannot play any card says go, and the other player continues.

    Args:
        game: the game, during the play.
        left: for each player, the ranks of the cards that have not been played yet. The rank that is played
            is removed.
    """
    assert game.to_act is not None
    while all(game.count + Rank(rank).counting_value > 31 for rank in left[game.to_act]):
        game = game.apply(Event.go())
    seat = game.to_act
    assert game.deal is not None and game.deal.play is not None
    pile = tuple(int(game.deal_cards[index].rank) for index in game.deal.play.laid)
    rank = choose(tuple(sorted(left[seat])), pile, len(left[1 - seat]))
    left[seat].remove(rank)
    return game.apply(Event.lay(Rank(rank)))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("cards", [0, 1, 3, 5, 6, 7])
def test_the_points_are_those_that_the_game_pegs(seed: int, cards: int) -> None:
    random = Random(seed)
    dealt = random.sample([rank for rank in range(1, 14) for _ in range(4 - (rank == 13))], 8)
    game, left = entered([dealt[:4], dealt[4:]], cards)
    if game.prompt is not Prompt.PLAY:
        return
    assert game.to_act is not None and game.deal is not None and game.deal.play is not None
    pile = [int(game.deal_cards[index].rank) for index in game.deal.play.laid]
    before = len(game.entries)
    points = play_on(left, game.to_act, pile, game.deal.play.last)
    while game.prompt is Prompt.PLAY and any(left):
        game = laid(game, left)
    pegged = [entry for entry in game.entries[before:] if entry.source is Source.PLAY]
    for seat in (0, 1):
        expected = sum(entry.points for entry in pegged if entry.seat == seat)
        assert sum(found for player, found in points if player == seat) == expected


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ((2, 6, 9, 13), (9,), 6),  # fifteen
        ((3, 8, 12, 13), (5, 4), 3),  # a run
        ((1, 5, 9, 12), (10, 10), 12),  # twenty-one would let the other player make thirty-one
        ((3, 4, 7, 9), (10, 10, 8), 3),  # thirty-one
    ],
)
def test_it_plays_as_every_player_learns_first(
    hand: tuple[int, ...], pile: tuple[int, ...], card: int
) -> None:
    assert choose(hand, pile, 3) == card


def test_it_leads_no_five_and_from_a_pair() -> None:
    assert choose((5, 11, 12, 13), (), 4) != 5
    assert choose((4, 4, 9, 13), (), 4) == 4
