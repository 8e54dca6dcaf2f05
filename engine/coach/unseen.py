"""The cards that the others may hold or have thrown, from what everyone at the table has seen.

`public_view` is the deal as everyone sees it: the cards shown so far, and the gos that were said. From it
come the ranks that the opponent may still hold in the play, `possible_rests`, and the pairs that a player
may have thrown, given the four cards kept, `thrown_weights`: players usually throw the cards that are least
valuable to them, so the cards kept say a lot about the cards thrown. Suits are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, exp, prod
from typing import NamedTuple, NewType

from engine.cards import Card, Rank, Suit
from engine.coach.tables import kept, play_mean, usual_crib_mean
from engine.deals import Source
from engine.game import Game
from engine.games_known_to_coach import TARGET
from engine.prompts import Prompt
from engine.scoring.fast_count import show_points

Role = NewType("Role", int)
"""A player, identified by the player's role in the deal: `PONE` or `DEALER`.

It is an index into pairs of values, which are in the order pone, dealer. It is not the number of a seat.
"""

PONE, DEALER = Role(0), Role(1)


def other_role(role: Role) -> Role:
    """Return the role of the other player."""
    return PONE if role == DEALER else DEALER


class PublicView(NamedTuple):
    """A deal in progress, as everyone at the table sees it.

    Pairs of values are in the order pone, dealer.

    Attributes:
        scores: the scores, converted so that the target is 121.
        starter: the starter. Its suit may be unknown.
        hands: the cards in each hand that have been shown. Their suits may be unknown.
        crib: the cards in the crib that have been shown.
        denied: for each player, the highest card value that the player's gos rule out, such as 6 after a go
            at 25; 0 for none.
        turn: the player whose turn it is; None if the play is over.
        pile: the cards played since the count was last reset, oldest first.
        last: the player who played the last card.
        counted: the number of hands counted so far. Pone's hand is counted first.
        deals_again: True if the dealer also deals next.
    """

    scores: tuple[int, int]
    starter: Card
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    crib: tuple[Card, ...] = ()
    denied: tuple[int, int] = (0, 0)
    turn: Role | None = None
    pile: tuple[Card, ...] = ()
    last: Role = DEALER
    counted: int = 0
    deals_again: bool = False


def public_view(game: Game) -> PublicView:
    """Return what everyone at the table can see of a game whose deal is in progress."""
    deal, cards = game.latest_deal, game.deal_cards
    seats = game.pone, game.current_dealer
    scores = scores_to_121(game)
    pone, dealer = (tuple(cards[index] for index in deal.hands[seat]) for seat in seats)
    view = PublicView(
        (scores[seats[PONE]], scores[seats[DEALER]]),
        cards[0],
        (pone, dealer),
        tuple(cards[index] for index in deal.crib),
        counted=deal.counted,
        deals_again=game.taken,
    )
    if deal.play is not None:
        denied = deal.play.denied
        return view._replace(
            denied=(denied[seats[PONE]], denied[seats[DEALER]]),
            turn=Role(seats.index(game.in_turn)),
            pile=tuple(cards[index] for index in deal.play.laid),
            last=Role(seats.index(deal.play.last)),
        )
    return view._replace(turn=PONE) if _play_to_come(game) else view


def _play_to_come(game: Game) -> bool:
    """Return True if the play has probably not begun, in a game in which the cards laid are not entered.

    Points pegged manually in this deal, or cards entered in the show, mean that the play has begun.
    """
    deal = game.latest_deal
    pegged = any(entry.source is Source.BY_HAND for entry in game.entries[deal.entries :])
    shown = any(deal.hands) or deal.counted
    return game.prompt is Prompt.HAND and not shown and not pegged


def seed_of(question: object) -> str:
    """Return the text with which the random numbers for a question begin.

    It keeps an older spelling of the cards, because figures in the documents come from it.
    """
    return repr(question).replace("Card('", "Card.parse('")


def scores_to_121(game: Game) -> tuple[int, int]:
    """Return the scores, converted so that the target is 121.

    Each side still needs as many points to win as in the actual game. With muggins, the scores include points
    that have not been called yet, as long as the player can still call them.
    """
    lead = TARGET - game.rules.target
    scores = [side.front + lead for side in game.sides]
    for missed in game.deal.missed if game.deal else ():
        if missed.own:
            scores[missed.seat] += missed.points
    return scores[0], scores[1]


RARE = 0.004
"""The least number of times that each hand is kept in a million deals, because people keep any hand."""

Ranks = tuple[int, ...]
"""Ranks of cards, in ascending order, from 1 for an ace to 13 for a king."""


def possible_rests(
    shown: Sequence[int], seen: Sequence[int], *, dealer: bool, denied: int
) -> dict[Ranks, float]:
    """Return every set of ranks that a player may still hold, with a weight proportional to its probability.

    Args:
        shown: the ranks of the cards that the player has played.
        seen: the ranks of all other cards that cannot be in the player's hand, such as the starter.
        denied: the highest card value that the player cannot hold after saying go, e.g. 6 after a go at 25.
            The player cannot hold any lower value either. 0 if the player has not said go. If no hand fits,
            `denied` is ignored, because the player must have said go wrongly.
    """
    left = Counter({rank: len(Suit) for rank in range(1, 14)})
    left.subtract(shown)
    left.subtract(seen)
    played = sorted(shown)
    found: dict[Ranks, float] = {}
    for ranks, each in each_hand(dealer=dealer):
        rest = ranks_without(ranks, played)
        if rest is None or (rest and min(rest[0], 10) <= denied):
            continue
        ways = prod(comb(left[rank], rest.count(rank)) for rank in set(rest))
        if ways:
            found[rest] = ways * each
    if not found and denied:
        return possible_rests(shown, seen, dealer=dealer, denied=0)
    return found


@cache
def each_hand(*, dealer: bool) -> list[tuple[Ranks, float]]:
    """Return each combination of four ranks, and how often in a million deals each such hand is kept."""
    table = kept(dealer=dealer)
    found = []
    for ranks, number in table.mixed.items():
        ways = prod(comb(len(Suit), ranks.count(rank)) for rank in set(ranks))
        found.append((tuple(map(int, ranks)), (number + table.suited.get(ranks, 0)) / ways + RARE))
    return found


def ranks_without(ranks: Ranks, played: Sequence[int]) -> Ranks | None:
    """Return the ranks left in a hand after some were played, or None if one of these was not in the hand."""
    left = list(ranks)
    for rank in played:
        if rank not in left:
            return None
        left.remove(rank)
    return tuple(left)


RankPair = tuple[Rank, Rank]
"""The ranks of two cards, the lower rank first."""
PAIRS: tuple[RankPair, ...] = tuple(combinations_with_replacement(Rank, 2))
"""All pairs of ranks."""
_KeptRanks = tuple[Rank, ...]

_TYPICAL_COST = 0.25
"""The cost of a throw, in points, beyond which a player chooses it e times less often."""
_RARE_THROW = 1e-4
"""The least weight of a throw, because people throw any cards."""
_SPLITS = [
    (pair, tuple(index for index in range(6) if index not in pair)) for pair in combinations(range(6), 2)
]
"""The fifteen ways to split six cards into two thrown and four kept, as indices."""
_SUITS = 4


def thrown_weights(kept: _KeptRanks, left: Mapping[Rank, int], *, dealer: bool) -> dict[RankPair, float]:
    """Return how likely a player is to have thrown each pair of ranks, as weights.

    The ranks of the cards kept are in ascending order. `left` holds, for each rank, the number of cards that
    the player can have thrown.
    """
    found = {}
    for low, high in PAIRS:
        ways = comb(left[low], 2) if low is high else left[low] * left[high]
        if ways:
            six = sorted((*kept, low, high))
            best = max(
                _value(tuple([six[index] for index in four]), (six[two[0]], six[two[1]]), dealer)
                for two, four in _SPLITS
            )
            cost = best - _value(kept, (low, high), dealer)
            found[low, high] = ways * (_RARE_THROW + exp(-cost / _TYPICAL_COST))
    return found


def _value(kept: _KeptRanks, thrown: RankPair, dealer: bool) -> float:
    return _kept_value(kept, dealer) + _crib_value(thrown, dealer)


@lru_cache(maxsize=4_096)
def _kept_value(kept: _KeptRanks, dealer: bool) -> float:
    """Return the average score of the hand and in the play, minus the opponent's in the play."""
    cards = [Card(rank) for rank in kept]
    points = starters = 0
    for rank in Rank:
        number = _SUITS - kept.count(rank)
        if number:
            points += number * show_points(cards, Card(rank))
            starters += number
    play = play_mean(cards, dealer=dealer)
    nobs = kept.count(Rank.JACK) / _SUITS
    return points / starters + nobs + play.own - play.others


@lru_cache(maxsize=256)
def _crib_value(thrown: RankPair, dealer: bool) -> float:
    mean = usual_crib_mean(Card(thrown[0]), Card(thrown[1]), dealer=dealer)
    return mean if dealer else -mean
