"""Check what a program gives to the coach, a game or cards, and add the suits that were not entered."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Suit
from engine.errors import InvalidGame, InvalidHand, quoted
from engine.game import Game
from engine.games_known_to_coach import COACHED_GAME, check_coach_knows
from engine.match.history import History
from engine.match.record import Record

SIX_CARDS = (6,)


def given_game(game: Game | History | Record) -> Game:
    """Return the game itself: the last one of a history or a record.

    Raises:
        InvalidGame: the value is none of these, or the coach does not support this variant of the game.
    """
    if isinstance(game, Record):
        game = game.history
    if isinstance(game, History):
        game = game.game
    if not isinstance(game, Game):
        raise InvalidGame(f"a game is made by Game.new(), not {quoted(game)}")
    check_coach_knows(game.rules)
    return game


def given_cards(hand: Sequence[Card], seen: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Return the cards of a hand, whose suits may be unknown, as a tuple. Those in `seen` are elsewhere.

    Raises:
        InvalidHand: the hand is not a sequence of cards, or a pack does not have all of these cards.
    """
    try:
        cards = tuple(hand)
    except TypeError:
        raise InvalidHand("a hand is a sequence of cards") from None
    if not all(isinstance(card, Card) for card in cards):
        raise InvalidHand("a hand is a sequence of cards: make them with Card.parse('5H')")
    for index, card in enumerate(cards):
        if card.suit and card in seen:
            raise InvalidHand(f"{card} is already out: a pack has each card once")
        if card.suit and card in cards[:index]:
            raise InvalidHand(f"{card} is given twice: a pack has each card once")
        if sum(one.rank is card.rank for one in (*seen, *cards)) > len(Suit):
            raise InvalidHand(f"all four cards of the rank {card.rank.symbol} are already out")
    return cards


def checked_hand(hand: Sequence[Card], sizes: Sequence[int] = SIX_CARDS) -> tuple[Card, ...]:
    """Return a hand of different cards with known suits as a tuple.

    Raises:
        InvalidHand: the hand is no such hand, or has none of the numbers of cards that are allowed.
    """
    cards = given_cards(hand)
    if len(cards) not in sizes:
        if tuple(sizes) == SIX_CARDS:
            raise InvalidHand(f"{COACHED_GAME}: give it six cards, not {len(cards)}")
        raise InvalidHand(f"two of {' or '.join(map(str, sizes))} cards are thrown, not of {len(cards)}")
    if any(card.suit is None for card in cards):
        raise InvalidHand("the coach needs the suit of every card, such as 5H")
    return cards


def check_dealer(dealer: bool) -> None:
    """Raise InvalidGame if `dealer` is neither True nor False: it decides which tables are used."""
    if not isinstance(dealer, bool):
        raise InvalidGame(f"dealer is True or False, not {quoted(dealer)}")


def with_suits(kept: Sequence[Card], thrown: Sequence[Card], *, is_flush: bool) -> tuple[Card, ...]:
    """Return the four cards kept and the two thrown, with a suit for each card whose suit is unknown.

    The missing suits are as mixed as possible, unless the cards kept are known to be a flush.
    """
    taken = {(card.rank, card.suit) for card in (*kept, *thrown) if card.suit is not None}
    if is_flush:
        suit = _suit_of_flush(kept, thrown)
        kept = [Card(card.rank, suit) for card in kept]
        taken.update((card.rank, suit) for card in kept)
    numbers = {suit: sum(each is suit for _, each in taken) for suit in Suit}
    found = []
    for card in (*kept, *thrown):
        if card.suit is None:
            free = [suit for suit in Suit if (card.rank, suit) not in taken]
            chosen = min(free, key=lambda suit: (numbers[suit], suit))
            numbers[chosen] += 1
            card = Card(card.rank, chosen)
            taken.add((card.rank, chosen))
        found.append(card)
    return tuple(found)


def _suit_of_flush(kept: Sequence[Card], thrown: Sequence[Card]) -> Suit:
    known = [card.suit for card in kept if card.suit is not None]
    if known:
        return known[0]
    ranks = {card.rank for card in kept}
    impossible = {card.suit for card in thrown if card.rank in ranks}
    return next(suit for suit in Suit if suit not in impossible)
