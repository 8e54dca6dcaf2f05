"""`muggins practice`: practise throwing to the crib and counting hands, with comments from the coach."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach import Throw, throws
from engine.errors import InvalidCard
from engine.rules import STANDARD
from engine.scoring.hands_and_crib import count_show, impossible_counts
from firmware_py.system.output import say, show
from firmware_py.words.in_use import cards_in_row, words

from .hands import count_text
from .options import Command, whole_number

_DEALT = 6
_EQUAL = 0.005
"""The difference, in points, below which two throws are equally good."""


class PracticeTally(NamedTuple):
    """A player's results in a practice session.

    Attributes:
        best: the number of throws that were as good as the best possible throw.
        cost: the total number of points lost by not making the best throws.
        right: the number of hands that the player has counted correctly.
    """

    throws: int = 0
    best: int = 0
    cost: float = 0.0
    counts: int = 0
    right: int = 0


class _Ended(Exception):
    """Raised when the player stops practising."""


def _practice_options(parser: ArgumentParser) -> None:
    crib = parser.add_mutually_exclusive_group()
    crib.add_argument("--dealer", action="store_true", help="the crib is always your own")
    crib.add_argument("--pone", action="store_true", help="the crib is always the other player's")
    parser.add_argument(
        "--seed", type=whole_number, metavar="N", help="deal the same cards each time (default: by chance)"
    )


def practice(options: Namespace) -> None:
    """Let the player practise throwing cards and counting hands until the input ends. Then print the results.

    After each answer, say how good the throw was or whether the count was right.
    """
    random = Random(options.seed)
    tally, deals = PracticeTally(), 0
    # The cards of a seed are the same for the dealer and for pone.
    is_dealer = (random.random() < 0.5 or options.dealer) and not options.pone
    show(words().PRACTICE_BEGINS)
    try:
        while True:
            deals += 1
            *six, starter = random.sample(PACK, _DEALT + 1)
            tally, kept = _throw(tally, sorted(six), deals, is_dealer=is_dealer)
            tally = _count(tally, kept, starter)
            if not (options.dealer or options.pone):
                is_dealer = not is_dealer
    except _Ended:
        _show_tally(tally)
    except KeyboardInterrupt:
        say("")
        _show_tally(tally)
        raise


def _throw(
    tally: PracticeTally, six: Sequence[Card], deal: int, *, is_dealer: bool
) -> tuple[PracticeTally, tuple[Card, ...]]:
    """Return the tally including this throw, and the four cards kept."""
    show("\n" + words().practice_deal(deal, cards_in_row(six), is_dealer=is_dealer))
    ranked = throws(six, dealer=is_dealer)
    thrown = _asked_throw(six)
    made = next(throw for throw in ranked if set(throw.thrown) == set(thrown))
    show(_answer(ranked, made))
    cost = ranked[0].total - made.total
    is_best = cost < _EQUAL
    return (
        tally._replace(
            throws=tally.throws + 1,
            best=tally.best + is_best,
            cost=tally.cost + (0 if is_best else cost),
        ),
        made.kept,
    )


def _answer(ranked: Sequence[Throw], made: Throw) -> str:
    """Return the coach's comment. `ranked` contains all possible throws, best first."""
    rank = 1 + sum(throw.total > made.total + _EQUAL for throw in ranked)
    if rank == 1:
        return words().throw_is_best(cards_in_row(made.thrown), made.total)
    best = ranked[0]
    return words().throw_is_worse(rank, made.total, cards_in_row(best.thrown), best.total)


def _asked_throw(six: Sequence[Card]) -> tuple[Card, ...]:
    while True:
        found = thrown_cards(_typed(words().THROW_WHICH), six)
        if not isinstance(found, str):
            return found
        show(found)


def thrown_cards(text: str, six: Sequence[Card]) -> tuple[Card, ...] | str:
    """Return the two cards that a player has typed, or a sentence that says what is wrong with the input.

    Args:
        text: the player's input, such as `5H J`. The suit may be omitted if the card is unambiguous.
    """
    typed = text.replace(",", " ").split()
    if len(typed) != 2:
        return words().TYPE_TWO_CARDS
    try:
        wanted = [Card.parse(word) for word in typed]
    except InvalidCard as error:
        return str(error)
    found: list[Card] = []
    for card in sorted(wanted, key=lambda card: card.suit is None):
        of_rank = [each for each in six if each.rank is card.rank and card.suit in (None, each.suit)]
        fits = [each for each in of_rank if each not in found]
        if not fits:
            return words().not_in_hand(card.pretty)
        if len(fits) > 1 and len(of_rank) > sum(each.rank is card.rank for each in wanted):
            return words().which_of_a_rank(card.pretty, [each.pretty for each in fits], str(fits[0]))
        found.append(fits[0])
    return tuple(found)


def _count(tally: PracticeTally, kept: Sequence[Card], starter: Card) -> PracticeTally:
    show(words().practice_starter(starter.pretty, cards_in_row(kept)))
    counted = count_show(kept, starter)
    typed = _asked_points()
    is_right = typed == counted.points
    show(words().COUNTED_RIGHT if is_right else words().counted_wrong(counted.points))
    show(count_text(counted, counted.called(words())))
    return tally._replace(counts=tally.counts + 1, right=tally.right + is_right)


def _asked_points() -> int:
    most, _ = impossible_counts(STANDARD, crib=False)
    while True:
        text = _typed(words().HOW_MANY_POINTS).strip()
        if text.isascii() and text.isdigit() and int(text) <= most:
            return int(text)
        show(words().type_points(most))


def _typed(prompt: str) -> str:
    try:
        line = input(prompt)
    except EOFError:
        say("")
        raise _Ended from None
    if not sys.stdin.isatty():
        say(line)  # a terminal shows what is typed
    return line


def _show_tally(tally: PracticeTally) -> None:
    if tally.throws:
        show(words().practice_throws(tally.throws, tally.best, tally.cost / tally.throws))
    if tally.counts:
        show(words().practice_counts(tally.counts, tally.right))


COMMANDS = {
    "practice": Command(
        practice,
        _practice_options,
        "You are dealer and pone in turn, unless you choose one. Ctrl-D ends it and prints how you did.",
        speaks_to_players=True,
    )
}
