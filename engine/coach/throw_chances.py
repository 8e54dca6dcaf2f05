"""Estimate the chance of winning after a throw, by simulating the deal with many possible opposing hands.

All throws are tried with the same opposing hands. For each of them, every possible starter and every possible
score for the crib is considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from engine.cards import PACK, Card, Rank
from engine.coach.crib_points import Chances, pair_weights, points_of_throw
from engine.coach.given import checked_hand
from engine.coach.likely_hands import LikelyHands
from engine.coach.quick_play import PlayPoints, play_on
from engine.coach.tables import habits, play_mean, winning
from engine.coach.unseen import DEALER, PONE, RankPair, seed_of
from engine.errors import InvalidGame, InvalidHand, quoted
from engine.games_known_to_coach import TARGET
from engine.scoring.fast_count import show_points

HANDS = 200
"""The number of random hands of the opponent for which a throw is simulated."""
_HEELS = 2


def throw_chances(
    hand: Sequence[Card],
    thrown: Iterable[tuple[Card, Card]],
    *,
    dealer: bool,
    score: tuple[int, int],
    hands: int = HANDS,
) -> tuple[float, ...]:
    """Return the player's chance of winning the game after each of the given throws, from 0 to 1.

    The same cards at the same score always have the same chances, in whatever order the cards are given.

    Args:
        hand: the six cards, with their suits.
        thrown: the throws. Each throw consists of two cards in the hand.
        dealer: True if the player is the dealer, so that the crib is the player's own.
        score: the player's score and the opponent's score before the deal. The target is 121.
        hands: how many hands of the opponent to try for each throw.

    Raises:
        InvalidHand: `hand` does not consist of six different cards with known suits, or a throw is not two of
            them.
        InvalidGame: a score is not a whole number from 0 to 120, or there are not two of them.
    """
    cards = checked_hand(hand)
    own, others = _checked_score(score)
    deal = _Deal(cards, dealer, own, others, hands)
    return tuple(deal.chance(_checked_throw(pair, cards)) for pair in thrown)


def _checked_score(score: object) -> tuple[int, int]:
    if not isinstance(score, (tuple, list)) or len(score) != 2:
        raise InvalidGame(f"a score is two numbers, your own and the other player's, not {quoted(score)}")
    for points in score:
        if type(points) is not int or not 0 <= points < TARGET:
            raise InvalidGame(f"a score before a deal is from 0 to {TARGET - 1}, not {quoted(points)}")
    return score[0], score[1]


def _checked_throw(pair: tuple[Card, Card], hand: Sequence[Card]) -> tuple[Card, Card]:
    if not isinstance(pair, (tuple, list)) or len(set(pair)) != 2 or not all(card in hand for card in pair):
        raise InvalidHand(f"a throw is two cards of the hand, not {quoted(pair)}")
    return pair[0], pair[1]


class _Deal:
    """The deal as the player sees it before throwing, with some hands that the opponent may hold."""

    def __init__(self, hand: tuple[Card, ...], dealer: bool, own: int, others: int, hands: int) -> None:
        self._hand = tuple(sorted(hand))  # the order of the cards must not change the random numbers
        self._dealer = dealer
        self._scores = (own, others) if dealer else (others, own)
        self._unseen = [card for card in PACK if card not in hand]
        left = Counter(dict.fromkeys(Rank, 0))
        left.update(card.rank for card in self._unseen)
        self._left = left
        self._pairs: dict[RankPair, float] = pair_weights(left, habits(dealer=not dealer))
        self._others = self._drawn(hands)

    def _drawn(self, number: int) -> list[tuple[tuple[Card, ...], dict[Card, int]]]:
        """Return random hands for the opponent, likely ones more often, with the points for each starter."""
        random = Random(seed_of((self._hand, self._dealer, self._scores)))
        likely = LikelyHands((), self._hand, dealer=not self._dealer)
        offset = random.random()
        found = []
        for each in range(number):
            other = likely.complete((each + offset) / number, random) or likely.draw(random)
            shows = {card: show_points(other, card) for card in self._unseen if card not in other}
            found.append((other, shows))
        return found

    def chance(self, thrown: tuple[Card, Card]) -> float:
        kept = tuple(card for card in self._hand if card not in thrown)
        shows = {card: show_points(kept, card) for card in self._unseen}
        cribs = {rank: points_of_throw(thrown, rank, self._left, self._pairs) for rank in self._left}
        after: dict[tuple[Rank, int, int], float] = {}
        ranks = [int(card.rank) for card in kept]
        won = own_points = others_points = 0.0
        own = DEALER if self._dealer else PONE
        for other, other_shows in self._others:
            hands = ([int(card.rank) for card in other], ranks)  # pone's hand is at index 0
            play = play_on(hands if self._dealer else hands[::-1], PONE)
            mine = sum(points for player, points in play if player == own)
            own_points += mine
            others_points += sum(points for _, points in play) - mine
            won += self._mean(play, shows, other_shows, cribs, after)
        number = len(self._others)
        mean = play_mean(kept, dealer=self._dealer)
        chance = won / number
        if not self._dealer:
            chance = 1 - chance
        own_more, others_more = self._slopes()
        chance += (mean.own - own_points / number) * own_more
        chance += (mean.others - others_points / number) * others_more
        return min(1.0, max(0.0, chance))

    def _mean(
        self,
        play: Sequence[PlayPoints],
        shows: dict[Card, int],
        other_shows: dict[Card, int],
        cribs: dict[Rank, Chances],
        after: dict[tuple[Rank, int, int], float],
    ) -> float:
        """Return the dealer's chance of winning, averaged over all starters, given the hands and the play."""
        before = self._played(play, 0)
        with_heels = self._played(play, _HEELS)
        pones, dealers = (other_shows, shows) if self._dealer else (shows, other_shows)
        won = 0.0
        for starter in other_shows:
            rank = starter.rank
            scores = with_heels if rank is Rank.JACK else before
            if isinstance(scores, float):
                won += scores
                continue
            pone = scores[1] + pones[starter]
            if pone >= TARGET:
                continue
            own = scores[0] + dealers[starter]
            if own >= TARGET:
                won += 1
                continue
            key = rank, own, pone
            if key not in after:
                after[key] = _after_crib(cribs[rank], own, pone)
            won += after[key]
        return won / len(other_shows)

    def _played(self, play: Sequence[PlayPoints], heels: int) -> float | tuple[int, int]:
        """Return the scores of the dealer and pone after the play, or the dealer's chance if one won."""
        dealer, pone = self._scores
        dealer += heels
        if dealer >= TARGET:
            return 1.0
        for player, points in play:
            if player == DEALER:
                dealer += points
                if dealer >= TARGET:
                    return 1.0
            else:
                pone += points
                if pone >= TARGET:
                    return 0.0
        return dealer, pone

    def _slopes(self) -> tuple[float, float]:
        """Return how much a point more for the player, or for the opponent, changes the player's chance."""
        dealer, pone = self._scores
        table = winning()
        now = table[dealer][pone]
        ahead = table[dealer + 1][pone] - now if dealer + 1 < TARGET else 0.0
        behind = table[dealer][pone + 1] - now if pone + 1 < TARGET else 0.0
        return (ahead, behind) if self._dealer else (-behind, -ahead)


def _after_crib(crib: Chances, dealer: int, pone: int) -> float:
    """Return the dealer's chance of winning just before the crib is counted."""
    row = winning()[pone]
    chance = 0.0
    for points, share in enumerate(crib):
        if share:
            chance += share * (1 - row[dealer + points] if dealer + points < TARGET else 1.0)
    return chance
