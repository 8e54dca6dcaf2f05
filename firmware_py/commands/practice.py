"""`muggins practice`: practise throwing, leading, replying and counting, with comments from the coach."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import NamedTuple, TypeVar

from engine.cards import PACK, Card
from engine.coach import RatedCard, Throw, plays, throws
from engine.coach.play_choice import game_in_play
from engine.coach.throws import quick_throws
from engine.errors import InvalidCard
from engine.rules import STANDARD
from engine.scoring.hands_and_crib import count_show, impossible_counts
from firmware_py.system.output import say, show
from firmware_py.words.in_use import cards_in_row, words

from .hands import add_role, count_text, play_reasons, reasons_in_words
from .options import Command, whole_number

_DEALT = 6
_EQUAL = 0.005
"""The difference, in points, below which two choices are equally good."""


class _Tally(NamedTuple):
    """A player's results: the points that each throw and each card laid cost, and which counts were right."""

    throws: list[float]
    cards: list[float]
    counts: list[bool]


class _Ended(Exception):
    """Raised when the player stops practising."""


def _practice_options(parser: ArgumentParser) -> None:
    add_role(parser, required=False)
    parser.add_argument(
        "--seed", type=whole_number, metavar="N", help="deal the same cards each time (default: by chance)"
    )


def practice(options: Namespace) -> None:
    """Let the player practise throwing, laying and counting until the input ends. Then print the results."""
    random = Random(options.seed)
    results = _Tally([], [], [])
    # The cards of a seed are the same for the dealer and for pone.
    is_dealer = (random.random() < 0.5 or options.dealer) and not options.pone
    show(words().PRACTICE_BEGINS)
    try:
        for deal in count(1):
            _practise(results, deal, random.sample(PACK, 2 * _DEALT + 1), is_dealer=is_dealer)
            if not (options.dealer or options.pone):
                is_dealer = not is_dealer
    except _Ended:
        _show_results(results)
    except KeyboardInterrupt:
        say("")
        _show_results(results)
        raise


def _practise(results: _Tally, deal: int, cards: Sequence[Card], *, is_dealer: bool) -> None:
    six, starter, others = sorted(cards[:_DEALT]), cards[_DEALT], cards[_DEALT + 1 :]
    show("\n" + words().practice_deal(deal, cards_in_row(six), is_dealer=is_dealer))
    ranked = throws(six, dealer=is_dealer)
    thrown = _asked_cards(words().THROW_WHICH, six, 2)
    made = next(throw for throw in ranked if set(throw.thrown) == set(thrown))
    ranked, cost = _judged(ranked, made, lambda throw: cards_in_row(throw.thrown))
    results.throws.append(cost)
    show("\n".join(reasons_in_words(ranked, dealer=is_dealer)))
    theirs = quick_throws(others, dealer=not is_dealer)[0]
    _lay(results, made.kept, theirs.kept if is_dealer else (), starter)
    _count(results, made.kept, starter)
    _count(results, (*made.thrown, *theirs.thrown), starter, crib=True)


def _lay(results: _Tally, kept: Sequence[Card], theirs: Sequence[Card], starter: Card) -> None:
    """Ask for a lead or, if the other player's cards are given, for a reply to that player's lead."""
    lead = [plays(game_in_play((), starter, dealer=False), theirs)[0].card] if theirs else []
    game = game_in_play(lead, starter, dealer=bool(lead))
    show(words().practice_starter(starter.pretty, lead[0].pretty if lead else None))
    ranked = plays(game, kept)
    [card] = _asked_cards(words().LAY_WHICH, kept, 1)
    made = next(rated for rated in ranked if rated.card is card)
    ranked, cost = _judged(ranked, made, lambda rated: rated.card.pretty)
    results.cards.append(cost)
    show("\n".join(play_reasons(game, ranked, kept, starter)))


_Choice = TypeVar("_Choice", Throw, RatedCard)


def _judged(
    ranked: Sequence[_Choice], made: _Choice, name: Callable[[_Choice], str]
) -> tuple[tuple[_Choice, ...], float]:
    """Print the coach's comment. Return the choices, best first, and the cost of the one made."""
    # If the one made is as good as the best, it comes first, so that the reasons are about it.
    ranked = tuple(sorted(ranked, key=lambda each: -each.total - _EQUAL * (each is made)))
    best = ranked[0]
    if best is made:
        show(words().choice_is_best(name(made), made.total))
    else:
        rank = 1 + sum(each.total > made.total + _EQUAL for each in ranked)
        show(words().choice_is_worse(rank, len(ranked), made.total, name(best), best.total))
    return ranked, best.total - made.total


def _asked_cards(prompt: str, hand: Sequence[Card], number: int) -> tuple[Card, ...]:
    while True:
        found = chosen_cards(_typed(prompt), hand, number)
        if not isinstance(found, str):
            return found
        show(found)


def chosen_cards(text: str, hand: Sequence[Card], number: int) -> tuple[Card, ...] | str:
    """Return the cards typed, or a sentence about what is wrong. Suits are needed only in case of doubt."""
    typed = text.replace(",", " ").split()
    if len(typed) != number:
        return words().TYPE_ONE_CARD if number == 1 else words().TYPE_TWO_CARDS
    try:
        wanted = [Card.parse(word) for word in typed]
    except InvalidCard as error:
        return str(error)
    found: list[Card] = []
    for card in sorted(wanted, key=lambda card: card.suit is None):
        of_rank = [each for each in hand if each.rank is card.rank and card.suit in (None, each.suit)]
        fits = [each for each in of_rank if each not in found]
        if not fits:
            return words().you_do_not_hold(card.pretty, cards_in_row(hand))
        if len(fits) > 1 and len(of_rank) > sum(each.rank is card.rank for each in wanted):
            return words().which_of_a_rank(card.pretty, [each.pretty for each in fits], str(fits[0]))
        found.append(fits[0])
    return tuple(found)


def _count(results: _Tally, cards: Sequence[Card], starter: Card, *, crib: bool = False) -> None:
    show(words().count_cards(cards_in_row(cards), starter.pretty, crib=crib))
    counted = count_show(cards, starter, crib=crib)
    is_right = _asked_points() == counted.points
    show(words().COUNTED_RIGHT if is_right else words().counted_wrong(counted.points))
    show(count_text(counted, counted.called(words())))
    results.counts.append(is_right)


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


def _show_results(results: _Tally) -> None:
    thrown, laid, counts = results
    if thrown:
        show(words().practice_throws(len(thrown), thrown.count(0.0), sum(thrown) / len(thrown)))
    if laid:
        show(words().practice_cards(len(laid), laid.count(0.0), sum(laid) / len(laid)))
    if counts:
        show(words().practice_counts(len(counts), sum(counts)))


COMMANDS = {
    "practice": Command(
        practice,
        _practice_options,
        "You are dealer and pone in turn, unless you choose one. Ctrl-D ends it and prints how you did.",
        speaks_to_players=True,
    )
}
