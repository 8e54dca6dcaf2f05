"""People at a table: they shuffle, deal, discard, play by the rules, and key what they do.

They know their cards and suits, so that they say go only when they must and answer questions truly; what the
board asks they learn from the board, as people do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from engine.game import Game, Prompt

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
PACK = [(rank, suit) for rank in RANKS for suit in "SHDC"]
Card = tuple[str, str]
Keep = Callable[[Random, Sequence[Card]], Sequence[Card]]


def keep_any(random: Random, dealt: Sequence[Card]) -> Sequence[Card]:
    """Four of six at random."""
    return random.sample(dealt, 4)


def keep_best(random: Random, dealt: Sequence[Card]) -> Sequence[Card]:
    """The four that count most without a starter."""
    from tests.oracle import count_show

    def worth(cards: Sequence[Card]) -> int:
        return sum(points for _, points, _ in count_show(["".join(card) for card in cards], None, False))

    return max(combinations(dealt, 4), key=worth)


class Table:
    """Two people and a pack. `keys` says what they press next, given where the board stands."""

    def __init__(self, random: Random, *, suits: bool = False, keep: Keep = keep_any) -> None:
        """People who key ranks alone, or name every suit, and keep cards in a certain way."""
        self._random = random
        self._suits = suits
        self._keep = keep

    def keys(self, board: Callable[[], Game]) -> Iterator[str]:
        """The words of a whole game's keys, from the cut on; press each before the next is taken."""
        while board().prompt is Prompt.CUT_FOR_DEAL:
            yield self._random.choice(RANKS)
        while board().prompt is not Prompt.GAME_OVER:
            yield from self._deal(board)

    def _card(self, board: Callable[[], Game], card: Card) -> Iterator[str]:
        """A card, with its suit unless the game is over: a go that it implied may have won it."""
        yield card[0]
        if self._suits and board().prompt is not Prompt.GAME_OVER:
            yield card[1]

    def _deal(self, board: Callable[[], Game]) -> Iterator[str]:
        """One deal, to the end of its crib or of the game."""
        game = board()
        assert game.dealer is not None
        pack = self._random.sample(PACK, 13)
        starter = pack[12]
        dealt = {1 - game.dealer: pack[:6], game.dealer: pack[6:12]}
        hands = {seat: list(self._keep(self._random, cards)) for seat, cards in dealt.items()}
        crib = [card for seat in hands for card in dealt[seat] if card not in hands[seat]]
        kept = {seat: tuple(cards) for seat, cards in hands.items()}
        yield from self._card(board, starter)
        while board().prompt is Prompt.PLAY:
            yield from self._turn(board, hands)
        while board().prompt is not Prompt.GAME_OVER:
            prompt, seat = board().prompt, board().to_act
            assert seat is not None
            if prompt is Prompt.CRIB:
                yield from self._card(board, crib.pop())
            elif prompt is Prompt.STARTER:
                return
            else:
                hand = list(kept[seat])
                if not crib:  # all of it has been keyed, so the question is about the crib
                    hand = [card for card in dealt[0] + dealt[1] if card not in kept[0] + kept[1]]
                yield "OK" if _true(prompt, hand, starter) else "GO"

    def _turn(self, board: Callable[[], Game], hands: dict[int, list[Card]]) -> Iterator[str]:
        """What the player in turn does: a card that fits, a go if he must say it, or the lead after one."""
        game = board()
        seat = game.to_act
        assert seat is not None
        fitting = [card for card in hands[seat] if game.count + worth(card) <= 31]
        if not fitting:
            other = 1 - seat
            passed = game.deal and game.deal.play and other in game.deal.play.passed
            if not passed and any(game.count + worth(card) <= 31 for card in hands[other]):
                yield "GO"
                return
            # Nobody can lay a card: the lead of the next one says so. It is his who is left of the last.
            play = game.deal and game.deal.play
            assert play
            seat = 1 - play.last if hands[1 - play.last] else play.last
            fitting = [card for card in hands[seat] if game.count + worth(card) > 31]
        card = self._random.choice(fitting)
        hands[seat].remove(card)
        yield from self._card(board, card)


def worth(card: Card) -> int:
    """The counting value of a card."""
    return min(RANKS.index(card[0]) + 1, 10)


def _true(prompt: Prompt, hand: Sequence[Card], starter: Card) -> bool:
    """The answer to a question about a hand."""
    if prompt is Prompt.NOBS:
        return ("J", starter[1]) in hand
    suits = {suit for _, suit in hand}
    if prompt is Prompt.FLUSH_WITH_STARTER:
        suits.add(starter[1])
    return len(suits) == 1
