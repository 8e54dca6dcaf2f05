"""The engine: how fast it counts, lists counts, asks about suits and is imported."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from engine.cards import Card, Rank, Suit
from engine.rules import Rules
from engine.scoring import fast_count
from engine.scoring.fast_count import distribution, show_points
from engine.scoring.hands_and_crib import count_show
from engine.scoring.suit_questions import settle
from tests.benchmarks.processes import byte_compiling
from tests.support.random_matches import hard_questions

Row = tuple[str, str, str, str]

PACK = [Card(rank, suit) for suit in Suit for rank in Rank]
DEALS = 10_000
CODES = [5 ** (card % 13) for card in range(52)]
SUITS = [card // 13 for card in range(52)]
JACKS = [card // 13 * 13 + 10 for card in range(52)]
TABLE: dict[int, int] = {}
IMPORT = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
BARE = "dataclasses, enum, typing"


def rows_of_hands(rounds: int) -> list[Row]:
    """Return table rows with the speed at which the engine counts hands."""
    random = Random(29)
    numbers = [tuple(random.sample(range(52), 5)) for _ in range(DEALS)]
    cards = [(tuple(PACK[i] for i in deal[:4]), PACK[deal[4]]) for deal in numbers]
    show_points(*cards[0])  # builds the table
    TABLE.update(fast_count._SIX_CARD)
    assert [show_points(*one) for one in cards] == [reference(*one) for one in numbers]
    # Measured in turn, so that other load slows all of them equally.
    taken = [
        (_timed(_by_reference, numbers), _timed(_by_points, cards), _timed(_by_items, cards[::20]))
        for _ in range(3 * rounds)
    ]
    best = [min(times) for times in zip(*taken, strict=True)]
    bare, ours, with_reasons = DEALS / best[0], DEALS / best[1], len(cards[::20]) / best[2]
    said = f"{bare / 1e6:.2f} million: the same table, five small ints"
    return [
        (
            "hands counted a second, points only",
            f"{ours / 1e6:.2f} million, {ours / bare:.2f} of the reference",
            "0.78",
            said,
        ),
        (
            "hands counted a second, with their reasons",
            f"{with_reasons / 1e3:.0f} thousand, {with_reasons / bare:.3f} of the reference",
            "",
            said,
        ),
        *(_distribution(game, bare, rounds) for game in ("six-card", "five-card", "seven-card")),
        _import(rounds),
    ]


def reference(a: int, b: int, c: int, d: int, starter: int) -> int:
    """Return the points of a hand of four cards with a starter, calculated as fast as possible.

    The engine's speed is compared with the speed of this function.

    The arguments `a` to `d` are the cards in the hand. Each card is a number from 0 to 51.
    """
    points = TABLE[CODES[a] + CODES[b] + CODES[c] + CODES[d] + CODES[starter]]
    suit = SUITS[a]
    if suit == SUITS[b] == SUITS[c] == SUITS[d]:
        points += 5 if SUITS[starter] == suit else 4
    jack = JACKS[starter]
    if jack == a or jack == b or jack == c or jack == d:  # noqa: SIM109 - a tuple takes longer
        points += 1
    return points


def _distribution(game: str, bare: float, rounds: int) -> Row:
    """Return a table row with the time needed to count every possible hand in one variant of the game.

    Args:
        game: the value of the option `game`, such as `six-card`.
        bare: the speed of this module's minimal function `reference`, in hands per second.
        rounds: the number of times to measure.
    """
    rules = Rules(game=game)
    taken = median(_timed(distribution, rules) for _ in range(rounds))
    hands = sum(distribution(rules))
    to_reach = {"six-card": "0.1 s, as 510 thousand", "seven-card": "1 s, as 5100 thousand"}.get(game, "")
    return (
        f"the distribution of all {hands:,} {game} hands",
        f"{1000 * taken:.0f} ms, as {taken * bare / 1000:.0f} thousand hands",
        to_reach,
        f"{hands / bare:.1f} s: each of them counted at the reference's speed",
    )


def _import(rounds: int) -> Row:
    _import_of("engine")  # byte-compiles
    engine, bare = [], []
    for _ in range(rounds):
        engine.append(_import_of("engine"))
        bare.append(_import_of(BARE))
    ratio = median(engine) / median(bare)
    return (
        "import engine",
        f"{1000 * median(engine):.0f} ms, {ratio:.1f} of the reference",
        "30 ms",
        f"{1000 * median(bare):.0f} ms: import {BARE}",
    )


def _import_of(names: str) -> float:
    """Return how many seconds a new process takes to import these modules.

    Args:
        names: the modules, separated by commas.
    """
    # Without site packages, which may import some modules themselves.
    command = [sys.executable, "-S", "-c", IMPORT.format(names)]
    done = subprocess.run(command, env=byte_compiling(), capture_output=True, text=True, check=True)
    return float(done.stdout)


def _by_reference(deals: list[tuple[int, ...]]) -> None:
    for a, b, c, d, starter in deals:
        reference(a, b, c, d, starter)


def _by_points(deals: list[tuple[tuple[Card, ...], Card]]) -> None:
    for hand, starter in deals:
        show_points(hand, starter)


def _by_items(deals: list[tuple[tuple[Card, ...], Card]]) -> None:
    for hand, starter in deals:
        count_show(hand, starter)


def _timed(function: Callable[..., Any], *arguments: Any) -> float:
    begun = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begun


def rows_of_questions(deals: int) -> list[tuple[str, str, str, str]]:
    """Return one table row: the time the engine needs to decide whether to ask the players about suits.

    Args:
        deals: the number of random deals to measure.
    """
    chance = Random(31)
    times = []
    for _ in range(deals):
        for asked in hard_questions(chance):
            # Take the best of three measurements, to ignore the effect of other load.
            times.append(1000 * min(_timed(settle, *asked) for _ in range(3)))
    times.sort()
    what = f"{times[len(times) // 2]:.2f}, {times[int(0.99 * len(times))]:.2f}, {times[-1]:.2f} ms"
    return [("a question about suits, hard deals, median, p99, worst", what, "2 ms at worst", "")]
