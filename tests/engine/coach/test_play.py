"""The card to play: the coach's choice, the search behind it, and the opponents of one person."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from engine import Card, Prompt, Source
from engine.cards import Rank
from engine.coach import plays, throws
from engine.coach.opponent import Strength, opponents_card, opponents_throw
from engine.coach.play_choice import KeptHand, kept_hands, lead_cost, mean
from engine.coach.play_search import Earlier, PlaySearch, merits, weighed
from engine.coach.quick_play import choose, play_on
from engine.coach.tables import kept
from engine.coach.unseen import possible_rests
from engine.errors import InvalidGame, InvalidHand
from engine.events import Event
from engine.game import Game
from engine.rules import Rules
from tests.benchmarks.opponents import gain
from tests.support import oracle
from tests.support.words import cards

Ranks = tuple[int, ...]


def played(text: str, rules: Rules | None = None) -> Game:
    """Return a game in which seat 0 has dealt, the starter has been turned up, and cards have been played.

    Args:
        text: the starter, followed by the cards played and the word `go` for each go, in order.
        rules: the rules; None for the standard game.
    """
    game = Game.new(rules).apply(Event.deals(0))
    for each in text.split():
        if each == "go":
            game = game.apply(Event.go())
            continue
        card = Card.parse(each)
        event = Event.starter if game.prompt is Prompt.STARTER else Event.lay
        game = game.apply(event(card.rank))
        if card.suit:
            game = game.apply(Event.suit(card.suit))
    return game


def test_each_card_that_can_be_played_is_ranked_the_best_first() -> None:
    hand = cards("3H 3D 7S KC")
    found = plays(played("2H 8C"), hand)
    assert {play.card for play in found} == set(hand)
    totals = [play.total for play in found]
    assert totals == sorted(totals, reverse=True)
    assert all(play.total == pytest.approx(play.points + play.rest) for play in found)
    of_threes = [play.total for play in found if play.card.rank == 3]
    assert of_threes[0] == of_threes[1]
    assert {play.card.rank: play.points for play in found} == {3: 0, 7: 2, 13: 0}


def test_cards_that_would_pass_31_are_left_out_and_without_any_other_the_player_says_go() -> None:
    game = played("2H 10C QS 5H")  # the count is 25
    assert tuple(play.card for play in plays(game, cards("KH 6S 8D"))) == cards("6S")
    assert plays(game, cards("KH 7S 8D")) == ()


def test_a_go_is_remembered() -> None:
    """Pone said go at 27, and so cannot hold an ace, two, three or four."""
    game = played("2H 10C QS 4H 3D go")
    assert game.to_act == 0
    by_card = {str(play.card): play for play in plays(game, cards("AS 4D"))}
    assert by_card["4D"].points == 2
    assert by_card["AS"].points == 0
    assert by_card["4D"].total > by_card["AS"].total


@pytest.mark.parametrize(
    ("before", "pile", "laid", "denied", "text"),
    [
        # Both players said go at 24, and then the dealer led a three, which would have fitted.
        ((2, 10, 12, 4), (), 3, 7, "2H 10C QS 4H go go 3D"),
        # A card that made 31 belongs to the count that it ended.
        ((2, 10, 12, 6), (10, 12, 6), 5, 0, "2H 10C QS 6D 5H"),
    ],
)
def test_the_play_so_far_weighs_the_hands_of_the_other_player(
    before: Ranks, pile: Ranks, laid: int, denied: int, text: str
) -> None:
    steps = [Earlier(12, (10,), public_of(2, 10), 3), Earlier(laid, pile, public_of(*before), 2)]
    rests = weighed(possible_rests([12, laid], [2, 10, before[3], 9, 13], dealer=True, denied=denied), steps)
    values = PlaySearch(public_of(*before, laid)).values((9, 13), rests, () if pile else (laid,))
    total = sum(weight for _, weight in rests)
    found = {int(play.card.rank): play.total for play in plays(played(text), cards("9H KC"))}
    assert found == pytest.approx({rank: value / total for rank, value in values.items()})


def test_a_go_that_was_not_called_has_ended_its_count_too() -> None:
    called = Rules(muggins=True, muggins_go=True)
    text, hand = "2H 10C QS 4H go go 3D", cards("9H KC")
    assert plays(played(text, called), hand) == plays(played(text), hand)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("game", "a game is made by Game.new"),
        (Game.new().apply(Event.deals(0)), "no card is to be played now"),
        (played("2H", Rules(game="seven-card")), "the six-card game for two"),
    ],
)
def test_games_without_a_card_to_play_are_refused(game: object, says: str) -> None:
    with pytest.raises(InvalidGame, match=says):
        plays(game, cards("3H 9D JS KS"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards("3H 9D JS"), "still holds 4 cards: give the coach these, not 3"),
        (cards("3H 9D JS 8C"), "8C is already out: a pack has each card once"),
        (cards("3H 9D JS JS"), "JS is given twice: a pack has each card once"),
        ("3H 9D JS KS", "a sequence of cards"),
    ],
)
def test_hands_that_the_player_cannot_hold_are_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        plays(played("2H 8C"), hand)  # type: ignore[arg-type]


FIVE_AND_KINGS = KeptHand(
    (Rank.FIVE, Rank.QUEEN, Rank.KING, Rank.KING), 10, {Rank.FIVE: -1.5, Rank.QUEEN: -0.5, Rank.KING: 0.25}
)


def test_the_cost_is_that_of_the_best_lead_among_those_allowed() -> None:
    assert FIVE_AND_KINGS.best is Rank.KING
    assert FIVE_AND_KINGS.cost([Rank.FIVE, Rank.QUEEN]) == 0.75
    rarer = FIVE_AND_KINGS._replace(weight=30, values={Rank.FIVE: 0.0, Rank.KING: 1.0})
    assert mean([FIVE_AND_KINGS, rarer], lambda hand: hand.cost([Rank.FIVE])) == pytest.approx(1.1875)


def test_every_hand_with_two_ranks_or_more_is_there() -> None:
    assert len(kept_hands()) == 1820 - 13
    table = kept(dealer=False)
    everything = sum(table.mixed.values()) + sum(table.suited.values())
    of_one_rank = sum(number for ranks, number in table.mixed.items() if len(set(ranks)) == 1)
    assert sum(hand.weight for hand in kept_hands()) == pytest.approx(everything - of_one_rank)


def test_a_lead_of_a_five_costs_most() -> None:
    """Books agree that a five is the worst lead, because sixteen cards in the pack make fifteen with it."""
    costs = {rank: lead_cost(rank, 1) for rank in Rank}
    assert max(costs, key=costs.__getitem__) is Rank.FIVE
    assert all(lead_cost(rank, 2) < lead_cost(rank, 1) for rank in Rank if rank is not Rank.FIVE)


def points(pile: Ranks) -> int:
    return sum(oracle.play_points([oracle.RANKS[rank - 1] for rank in pile]).values())


def count_of(pile: Ranks) -> int:
    return sum(min(rank, 10) for rank in pile)


def without(hand: Ranks, rank: int) -> Ranks:
    left = list(hand)
    left.remove(rank)
    return tuple(left)


def expected(own: Ranks, other: Ranks, pile: Ranks, turn: int, last: int, public: tuple[int, ...]) -> float:
    """Return the points that the player can expect in the rest of the play, minus the opponent's points.

    The player always plays the best card. The opponent chooses a card at random. The function `merits` says
    how likely each rank is.

    Args:
        own: the ranks that the player holds.
        other: the ranks that the opponent holds.
        pile: the ranks played in this count.
        turn: 0 if it is the player's turn, 1 if it is the opponent's.
        last: 0 if the player played the last card, 1 if the opponent did.
        public: the number of cards of each rank that both players have seen, indexed by rank.
    """
    hands = (own, other)
    fitting = [{rank for rank in hand if count_of((*pile, rank)) <= 31} for hand in hands]
    if not fitting[turn]:
        turn = 1 - turn
    if not fitting[turn]:
        ends = (count_of(pile) not in (0, 31)) * (1 if last == 0 else -1)
        if not own and not other:
            return ends
        turn = 1 - last if hands[1 - last] else last
        return ends + expected(own, other, (), turn, last, public)
    values = {}
    for rank in fitting[turn]:
        after = tuple(number + (index == rank) for index, number in enumerate(public))
        left = without(hands[turn], rank)
        rest = (left, other) if turn == 0 else (own, left)
        scored = points((*pile, rank)) * (1 if turn == 0 else -1)
        values[rank] = scored + expected(*rest, (*pile, rank), 1 - turn, turn, after)
    if turn == 0:
        return max(values.values())
    weight = merits(pile, public, len(own))
    return sum(weight[rank] * value for rank, value in values.items()) / sum(weight[rank] for rank in values)


def public_of(*ranks: int) -> tuple[int, ...]:
    return tuple(ranks.count(rank) for rank in range(14))


def card_by_card(
    own: Ranks, rests: list[tuple[Ranks, float]], pile: Ranks, public: tuple[int, ...]
) -> dict[int, float]:
    found = {}
    for rank in {rank for rank in own if count_of((*pile, rank)) <= 31}:
        after = tuple(number + (index == rank) for index, number in enumerate(public))
        found[rank] = sum(
            weight * (points((*pile, rank)) + expected(without(own, rank), rest, (*pile, rank), 1, 0, after))
            for rest, weight in rests
        )
    return found


@pytest.mark.parametrize("own", [(1, 10), (4, 6), (8, 8), (2, 7)])
@pytest.mark.parametrize("pile", [(), (9, 4), (10, 5, 9), (10, 10, 3)])
def test_with_two_cards_each_the_value_is_that_of_every_course_by_its_chance(own: Ranks, pile: Ranks) -> None:
    rests: list[tuple[Ranks, float]] = [
        (hand, 1 + sum(hand) % 5) for hand in combinations_with_replacement(range(1, 14), 2)
    ]
    public = public_of(2, 12, *pile)
    found = PlaySearch(public).values(own, rests, pile)
    assert found == pytest.approx(card_by_card(own, rests, pile, public))


def test_a_card_that_scores_has_more_merit_than_one_that_helps_the_player() -> None:
    merit = merits((10,), public_of(10), 3)
    assert merit[5] > merit[10] > merit[11]
    assert set(merits((10, 10, 5), public_of(10, 10, 5), 2)) == {1, 2, 3, 4, 5, 6}


def test_a_player_who_did_not_make_fifteen_is_unlikely_to_have_been_able_to() -> None:
    rests = {(5, 13): 1.0, (9, 13): 1.0}
    (_, with_five), (_, without_five) = weighed(rests, [Earlier(2, (10,), public_of(7, 10), 3)])
    assert with_five < 0.5 * without_five


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


@pytest.mark.parametrize("seed", range(20))
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


SIX = "3H 3D 5H 5D 6H 7S"


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ((2, 6, 9, 13), (9,), 6),  # fifteen
        ((3, 8, 12, 13), (5, 4), 3),  # a run
        ((1, 5, 9, 12), (10, 10), 12),  # twenty-one would let the other player make thirty-one
        ((3, 4, 7, 9), (10, 10, 8), 3),  # thirty-one
        ((1, 13), (10, 9), 13),  # twenty-nine leaves the other player aces and twos: a go is likely
        ((4, 4, 9, 13), (), 4),  # a lead from a pair
    ],
)
def test_it_plays_as_every_player_learns_first(hand: Ranks, pile: Ranks, card: int) -> None:
    assert choose(hand, pile, 3 if pile else 4) == card


def no_chance() -> float:
    pytest.fail("this strength leaves nothing to chance")


def play(strength: Strength, hand: str, pile: str) -> str | None:
    """Return the card that an opponent with the given hand plays in the first count; None for a go.

    Args:
        strength: the opponent's strength.
        hand: the opponent's cards, such as `5H 9D`.
        pile: the cards already played in this count, oldest first.
    """
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(Rank.TWO))
    for card in cards(pile):
        game = game.apply(Event.lay(card.rank))
    chance = Random(1).random if strength is Strength.EASY else no_chance
    found = opponents_card(strength, game, cards(hand), chance)
    return None if found is None else str(found)


@pytest.mark.parametrize("dealer", [True, False])
def test_a_strong_opponent_throws_as_the_coach_advises(dealer: bool) -> None:
    thrown = opponents_throw(Strength.STRONG, cards(SIX), no_chance, dealer=dealer)
    assert thrown == throws(cards(SIX), dealer=dealer)[0].thrown


@pytest.mark.parametrize("dealer", [True, False])
def test_a_medium_opponent_throws_by_hand_and_crib(dealer: bool) -> None:
    ranked = throws(cards(SIX), dealer=dealer)
    best = max(throw.hand + throw.crib for throw in ranked)
    thrown = set(opponents_throw(Strength.MEDIUM, cards(SIX), no_chance, dealer=dealer))
    made = next(throw for throw in ranked if set(throw.thrown) == thrown)
    assert made.hand + made.crib == pytest.approx(best, abs=0.3)  # its mean of the crib is not exact


def test_an_easy_opponent_throws_one_of_the_better_half() -> None:
    random = Random(1)
    better = [frozenset(throw.thrown) for throw in throws(cards(SIX), dealer=True)[:9]]
    found = {
        frozenset(opponents_throw(Strength.EASY, cards(SIX), random.random, dealer=True)) for _ in range(200)
    }
    assert len(found) == 8
    assert found <= set(better)


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize("hand", [None, SIX, cards("3H 3D 5H"), cards("3H 3D 5H 5D 6H 7"), cards("3H " * 6)])
def test_no_opponent_takes_a_hand_that_cannot_be_dealt(strength: Strength, hand: Any) -> None:
    with pytest.raises(InvalidHand):
        opponents_throw(strength, hand, Random(1).random, dealer=True)
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(Rank.TWO))
    with pytest.raises(InvalidHand):
        opponents_card(strength, game, [*cards("5H 6H 7H"), hand], Random(1).random)


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(
    "game", [None, Game.new(), Game.new(Rules(players=3)), Game.new().apply(Event.deals(0))]
)
def test_no_opponent_plays_a_card_outside_the_play(strength: Strength, game: Any) -> None:
    with pytest.raises(InvalidGame):
        opponents_card(strength, game, cards("5H 6H 7H 8H"), Random(1).random)


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.STRONG])
@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("5H 9D KC QD", "10S", "5H"),
        ("5H 9D 10C", "KS QH 8C", None),
        ("7H 8D KC", "7S 7C", "7H"),
        ("AH KC QH", "KH JC QD", "AH"),
    ],
)
def test_stronger_opponents_play_to_score(strength: Strength, hand: str, pile: str, card: str | None) -> None:
    """A medium or strong opponent plays a card that makes a fifteen or three of a kind.

    Without a choice, it says go or plays its only playable card.
    """
    assert play(strength, hand, pile) == card


def test_a_medium_opponent_beats_an_easy_one() -> None:
    """A medium opponent is better by about three points per deal, so a hundred deals prove the difference."""
    mean, error = gain(Strength.MEDIUM, Strength.EASY, 100)
    assert mean > 5 * error > 0
