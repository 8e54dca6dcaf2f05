"""The coach's advice: the deal that it is about, the advice itself, and the pages that show it.

A deal and its advice are sent from one process to another as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.deals import Source
from engine.game import Game
from engine.games_known_to_coach import TARGET, is_known_to_coach
from engine.indices import Seat
from engine.prompts import Prompt
from engine.scoring.suit_questions import Question
from firmware_py.input.keys import AddOnMessage
from firmware_py.input.page import Page, Row, Rows, sentence
from firmware_py.words.in_use import PlayerNames, cards_in_row, words

if TYPE_CHECKING:
    from collections.abc import Sequence


_LEAST = 0.05
"""The lowest cost of a throw, in points, that is shown. A lower cost would be shown as 0.0."""


def advice_pages(game: Game, offer: CoachOffer) -> tuple[Page, ...]:
    """Return the pages with the coach's advice about the deal that has just been counted."""
    if offer.advice is None:
        failed, working = words().COACH_HAS_FAILED_ROWS, words().COACH_IS_WORKING_ROWS
        about = failed if offer.has_failed else working
        return (Page(words().COACH, "", tuple(map(Row, about)), aloud=(sentence(about),)),)
    names = PlayerNames(game).seats
    in_order = sorted(enumerate(offer.advice.throws), key=lambda each: each[0] == offer.deal.dealer)
    titled = [(words().coach_about(names[seat]), *_throw_rows(throw)) for seat, throw in in_order]
    chances = _chance_rows(names, offer.advice, guessed=not offer.deal.thrown)
    titled.append((words().CHANCE_TO_WIN, *chances))
    return tuple(Page(title, "", rows, aloud=aloud) for title, rows, aloud in titled)


def _throw_rows(throw: RatedThrow) -> tuple[Rows, Rows]:
    shown = [Row(words().threw(cards_in_row(throw.thrown))), Row(words().kept(cards_in_row(throw.kept)))]
    aloud = [Row(words().threw(_aloud(throw.thrown))), Row(words().kept(_aloud(throw.kept)))]
    if throw.cost < _LEAST:
        best = Row(words().NO_THROW_IS_BETTER)
        return (*shown, best), (*aloud, best)
    shown.append(Row(words().better_throw(cards_in_row(throw.best))))
    shown.append(Row(words().cost_of_throw(throw.cost)))
    aloud.append(Row(words().better_throw(_aloud(throw.best)), words().cost_aloud(throw.cost)))
    return tuple(shown), tuple(aloud)


def _chance_rows(names: Sequence[str], advice: Advice, *, guessed: bool) -> tuple[Rows, Rows]:
    """Return the rows to show, then the rows to speak."""
    shares = list(zip(names, advice.chances, strict=True))
    rows = [Row(name, words().percent(share)) for name, share in shares]
    said = [Row(name, words().percent_aloud(share)) for name, share in shares]
    if guessed:
        rows.append(Row(words().THROWS_ARE_GUESSED, words().percent(advice.certainty)))
        said.append(Row(words().THROWS_ARE_GUESSED_ALOUD, words().percent_aloud(advice.certainty)))
    suits = () if advice.has_suits else (Row(words().SUITS_NOT_KEYED),)
    return (*rows, *suits), (*said, *suits)


def _aloud(cards: Sequence[Card]) -> str:
    return words().cards_in_words(cards)


_FLUSHES = (Question.FLUSH, Question.FLUSH_WITH_STARTER)


class CountedDeal(NamedTuple):
    """A deal of the six-card game for two that has just been counted.

    Attributes:
        dealer: the dealer's seat.
        hands: the four cards that each player kept, in the order of the seats.
        flushes: for each hand, True if its cards are known to be of one suit.
        crib: the four cards in the crib.
        scores: each player's score, converted so that the target is 121.
        next_dealer: the seat that deals next.
        thrown: the two cards that each player threw to the crib, in the order of the seats. Empty if nobody
            has said who threw which cards.
        before: each player's score before the deal, converted like `scores`. Empty if it is not to count.
    """

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    flushes: tuple[bool, ...]
    crib: tuple[Card, ...]
    scores: tuple[int, ...]
    next_dealer: Seat
    thrown: tuple[tuple[Card, ...], ...] = ()
    before: tuple[int, ...] = ()


def counted_deal(game: Game) -> CountedDeal | None:
    """Return the deal that has just been counted.

    Return None if the crib has not been counted, if the next deal has begun, if the game is over, or if the
    coach does not support this variant of the game.
    """
    deal = game.deal
    if game.prompt is not Prompt.STARTER or deal is None or deal.counted <= game.rules.players:
        return None
    if not is_known_to_coach(game.rules):
        return None
    cards = game.deal_cards
    flushes = [answer.hand for answer in deal.answers if answer.yes and answer.question in _FLUSHES]
    dealer = next(entry.seat for entry in reversed(game.entries) if entry.source is Source.CRIB)
    assert dealer is not None
    scores = tuple(side.front + TARGET - game.rules.target for side in game.sides)
    pegged = [(entry.side, entry.points) for entry in game.entries[deal.entries :]]
    return CountedDeal(
        dealer=dealer,
        hands=tuple(tuple(cards[index] for index in hand) for hand in deal.hands),
        flushes=tuple(hand in flushes for hand in deal.hands),
        crib=tuple(cards[index] for index in deal.crib),
        scores=scores,
        next_dealer=game.current_dealer,
        before=tuple(
            score - sum(points for side, points in pegged if side == seat)
            for seat, score in enumerate(scores)
        ),
    )


class RatedThrow(NamedTuple):
    """A player's throw, compared with the best throw.

    Attributes:
        thrown: the two cards that the player threw, or most likely threw.
        best: the two cards that the player should have thrown: they score more, and win more often.
        cost: the number of points by which the best throw is expected to score more than the player's throw.
    """

    kept: tuple[Card, ...]
    thrown: tuple[Card, ...]
    best: tuple[Card, ...]
    cost: float


class Advice(NamedTuple):
    """The coach's advice about a deal that has been played.

    Attributes:
        throws: each player's throw with the coach's rating, in the order of the seats.
        chances: each player's chance of winning after the deal, from 0 to 1, in the order of the seats.
        certainty: the probability that the coach's assumption about who threw which cards is right, from 0 to
            1. It is 1 if it is known who threw which cards.
        has_suits: False if some suits were not entered, so that the coach had to assume them.
    """

    throws: tuple[RatedThrow, ...]
    chances: tuple[float, ...]
    certainty: float
    has_suits: bool


class _CoachOfferFields(NamedTuple):
    deal: CountedDeal
    advice: Advice | None = None
    has_failed: bool = False


class CoachOffer(_CoachOfferFields, AddOnMessage):
    """The coach's advice as shown by the board.

    Attributes:
        advice: the advice; None if it is not available yet.
        has_failed: True if the coach could not work out the advice.
    """

    __slots__ = ()


class _HintFields(NamedTuple):
    question: tuple[str, ...]
    answer: str


class HintMessage(_HintFields, AddOnMessage):
    """The coach's answer in a game alone, to the person or the opponent, on its way to the board.

    Attributes:
        question: the command that was run, with its arguments.
        answer: what it printed; empty if it failed.
    """

    __slots__ = ()


def as_text(value: CountedDeal | Advice) -> str:
    """Return a deal or advice as text that `read_deal` or `read_advice` can read in another process."""
    from json import dumps

    return dumps(value, default=str)


def read_deal(text: str) -> CountedDeal:
    """Return the deal that `as_text` has written."""
    from json import loads

    dealer, hands, flushes, crib, scores, next_dealer, thrown, before = loads(text)
    return CountedDeal(
        Seat(dealer),
        tuple(map(_read_cards, hands)),
        tuple(flushes),
        _read_cards(crib),
        tuple(scores),
        Seat(next_dealer),
        tuple(map(_read_cards, thrown)),
        tuple(before),
    )


def read_advice(text: str) -> Advice:
    """Return the coach's advice that `as_text` has written.

    Raises:
        ValueError: the text is not valid, e.g. because the process that wrote it was killed.
    """
    from json import loads

    throws, chances, certainty, has_suits = loads(text)
    rated = tuple(
        RatedThrow(_read_cards(kept), _read_cards(thrown), _read_cards(best), cost)
        for kept, thrown, best, cost in throws
    )
    return Advice(rated, tuple(chances), certainty, has_suits)


def _read_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))
