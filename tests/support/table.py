"""Simulated players at a table, who shuffle, deal, discard, play by the rules, and press keys.

They know the ranks and suits of their cards, so they say go only when they must, and answer questions
truthfully. Like real players, they learn from the board what to press next.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from engine.events import Event, Kind
from engine.game import Game
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.hands_and_crib import impossible_counts
from engine.scoring.pegs import Pegs
from tests.support import oracle

RANKS = oracle.RANKS
PACK = [(rank, suit) for rank in RANKS for suit in oracle.SUITS]
DIGITS = dict(zip("1234567890", "A 2 3 4 5 6 7 8 9 10".split(), strict=True))
Card = tuple[str, str]
Keep = Callable[[Random, Sequence[Card], int], Sequence[Card]]


def keep_any(random: Random, dealt: Sequence[Card], size: int) -> Sequence[Card]:
    return random.sample(dealt, size)


def keep_best(random: Random, dealt: Sequence[Card], size: int) -> Sequence[Card]:
    """Return the `size` cards from `dealt` that score the most points together, without a starter."""

    def points(cards: Sequence[Card]) -> int:
        return sum(points for _, points, _ in oracle.count_show(words(cards), None, False))

    return max(combinations(dealt, size), key=points)


def words(cards: Sequence[Card]) -> list[str]:
    return ["".join(card) for card in cards]


def typed(number: int) -> Iterator[str]:
    return (DIGITS[digit] for digit in str(number))


class Table:
    """Simulated players with a pack of cards, who decide which keys to press on the board."""

    def __init__(
        self, random: Random, *, suits: bool = False, keep: Keep = keep_any, rules: Rules | None = None
    ) -> None:
        """Create players who have not been dealt any cards yet.

        Args:
            random: the source of all random choices, including the shuffles.
            suits: True if the players also enter the suits of their cards.
            keep: a function that chooses which cards a player keeps.
            rules: the rules of the game; None for the standard game.
        """
        self._random = random
        self._suits = suits
        self._keep = keep
        self._rules = rules or Rules()

    def keys(self, board: Callable[[], Game]) -> Iterator[str]:
        """Yield the keys of a whole game. The caller must press each key before requesting the next one.

        Args:
            board: a function that returns the current game on the board.
        """
        self._board = board
        while self._prompt is Prompt.CUT_FOR_DEAL:
            yield self._random.choice(RANKS)
        while self._prompt is not Prompt.GAME_OVER:
            if self._prompt is Prompt.IDLE:
                yield from self._by_hand()
                if self._prompt is Prompt.IDLE:
                    yield "OK"
            else:
                yield from self._deal()

    @property
    def _prompt(self) -> Prompt:
        return self._board().prompt

    def _card(self, card: Card) -> Iterator[str]:
        """Yield the keys for a card: its rank, then its suit.

        The suit is left out if the players do not enter suits, or if entering the rank ended the game.
        """
        yield card[0]
        if self._suits and self._prompt is not Prompt.GAME_OVER:
            yield card[1]

    def _by_hand(self) -> Iterator[str]:
        yield "GO"
        yield from ["GO"] * self._random.randrange(self._rules.sides)
        yield from typed(self._random.randint(1, 12))
        yield "OK"

    def _shuffle(self) -> None:
        rules, players = self._rules, range(self._rules.players)
        away = {2: 2, 3: 1, 4: 1}[rules.players]
        size = rules.hand_size + away
        pack = self._random.sample(PACK, 52)
        self._starter = pack.pop()
        dealt = [[pack.pop() for _ in range(size)] for _ in players]
        self._kept = [tuple(self._keep(self._random, cards, rules.hand_size)) for cards in dealt]
        self._hands = [list(cards) for cards in self._kept]
        self._crib = [
            card for cards, kept in zip(dealt, self._kept, strict=True) for card in cards if card not in kept
        ]
        self._crib += [pack.pop()] * (rules.players == 3)
        self._away = tuple(self._crib)

    def _deal(self) -> Iterator[str]:
        self._shuffle()
        game = self._board()
        if game.offered and self._random.random() < 0.6:
            yield self._random.choice(["OK", "GO"])
            if self._prompt is Prompt.GAME_OVER:
                return
        yield from self._card(self._starter)
        while self._prompt not in (Prompt.GAME_OVER, Prompt.STARTER):
            yield from self._turn()

    def _turn(self) -> Iterator[str]:
        game = self._board()
        seat = game.to_act
        match game.prompt:
            case Prompt.PLAY:
                yield from self._play(game, seat)
            case Prompt.ACE:
                yield self._random.choice(["OK", "GO"])
            case Prompt.REST:
                yield from self._card(self._hands[seat].pop())
            case Prompt.HAND:
                yield from self._called(game)
                if self._prompt is not Prompt.HAND:
                    return
                if self._random.random() < 0.1:
                    yield from self._by_hand()
                else:
                    yield from self._card(self._hands[seat].pop())
            case Prompt.CRIB:
                yield from self._card(self._crib.pop())
            case Prompt.REVEAL:
                yield "OK"
            case Prompt.CLAIM:
                yield from self._claim(game)
            case Prompt.MUGGINS:
                yield from self._muggins(game)
            case _:
                yield "OK" if _answer_is_yes(game.prompt, self._counted(game), self._starter) else "GO"

    def _play(self, game: Game, seat: int) -> Iterator[str]:
        yield from self._called(game)
        if self._prompt is not Prompt.PLAY:
            return
        fitting = [card for card in self._hands[seat] if fits(card, game)]
        if not fitting:
            leader = self._leads_next(game)
            wide = [] if leader is None else [card for card in self._hands[leader] if not fits(card, game)]
            if leader is None or not wide or self._random.random() < 0.2:
                yield "GO"
                return
            # Nobody can lay a card, so the next lead implies the gos.
            seat, fitting = leader, wide
        card = self._random.choice(fitting)
        self._hands[seat].remove(card)
        yield from self._card(card)

    def _leads_next(self, game: Game) -> int | None:
        # At the start of the tracks, no go can end the game.
        game = game._replace(sides=(Pegs(),) * self._rules.sides)
        while game.prompt is Prompt.PLAY and game.count:
            if any(fits(card, game) for card in self._hands[game.to_act]):
                return None
            game = game.apply(Event(Kind.GO))
        return game.to_act

    def _called(self, game: Game) -> Iterator[str]:
        if game.points_to_call and self._random.random() < 0.15:
            yield from ("MENU", "10", *typed(self._random.randint(1, 9)), "OK")
        elif game.points_to_call and self._random.random() < 0.7:
            yield "OK"
        elif game.points_to_take and self._random.random() < 0.5:
            yield "MUGGINS"
            if self._rules.sides > 2:
                yield from typed(1 + self._random.choice(self._others(game.points_to_take.seat)))

    def _others(self, seat: int) -> list[int]:
        side_of = self._rules.side_of
        return [other for other in range(self._rules.players) if side_of(other) != side_of(seat)]

    def _claim(self, game: Game) -> Iterator[str]:
        yield from self._called(game)
        if self._prompt is not Prompt.CLAIM:
            return
        most, never = impossible_counts(self._rules, crib=not self._in_hands(game))
        claim = self._points(game) + self._random.choice([0, 0, 0, -2, -3, 2])
        while not 0 <= claim <= most or claim in never:
            claim = self._random.randint(0, most)
        self._claimed = claim
        yield from typed(claim)
        yield "OK"

    def _muggins(self, game: Game) -> Iterator[str]:
        more = max(0, self._points(game) - self._claimed)
        if self._random.random() < 0.2:
            more = self._random.randint(0, 5)
        yield from typed(more)
        yield "OK"
        if more and self._rules.sides > 2:
            # The board asks the seat to the left of the owner.
            yield from typed(1 + self._random.choice(self._others((game.to_act - 1) % self._rules.players)))

    def _in_hands(self, game: Game) -> bool:
        return game.deal.counted < self._rules.players

    def _counted(self, game: Game) -> Sequence[Card]:
        if not self._in_hands(game):
            return self._away
        return self._kept[(game.dealer + 1 + game.deal.counted) % self._rules.players]

    def _points(self, game: Game) -> int:
        rules = self._rules
        hand, starter = words(self._counted(game)), "".join(self._starter)
        items = oracle.count_show(hand, starter, not self._in_hands(game), rules.ace_11, rules.crib_flush)
        return sum(points for _, points, _ in items)


def fits(card: Card, game: Game) -> bool:
    return game.count + oracle.value(card[0]) <= 31


def _answer_is_yes(prompt: Prompt, hand: Sequence[Card], starter: Card) -> bool:
    if prompt is Prompt.NOBS:
        return ("J", starter[1]) in hand
    suits = {suit for _, suit in hand}
    if prompt is Prompt.FLUSH_WITH_STARTER:
        suits.add(starter[1])
    return len(suits) == 1
