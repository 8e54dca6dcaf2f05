"""The engine: how fast it counts, lists counts, asks about suits and is imported; key presses a deal."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import median

from engine.cards import Card, Rank, Suit
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring import fast_count
from engine.scoring.fast_count import distribution, show_points
from engine.scoring.hands_and_crib import count_show
from engine.scoring.suit_questions import settle
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from tests.benchmarks.measure import Row, compiled, milliseconds, p99
from tests.support.random_matches import hard_questions
from tests.support.table import Keep, Table, keep_any, keep_best


def rows_of_deals(deals: int) -> list[Row]:
    """Return two table rows with the mean number of key presses per deal.

    In the first row, the players keep random cards. In the second row, they keep the best four.

    Args:
        deals: the minimum number of deals to play for the first row. The second row uses a fifth of them.
    """
    every_suit = "29.2 with every suit"
    random, best = mean(deals, keep_any), mean(deals // 5, keep_best)
    return [
        Row("presses a deal, random hands, random legal play", f"{random:.2f}", "16.1", every_suit),
        Row("presses a deal, best four kept", f"{best:.2f}", "15.3", every_suit),
    ]


def mean(deals: int, keep: Keep) -> float:
    """Play whole games, and return the mean number of key presses per deal.

    Args:
        deals: the minimum number of deals to play.
        keep: a function that chooses which cards a player keeps.
    """
    random = Random(121)
    finished = presses = 0
    while finished < deals:
        board = Board(History.of(Game.new()))
        in_deal = done = 0
        for word in Table(random, keep=keep).keys(lambda board=board: board.history.game):
            in_deal += board.history.game.prompt is not Prompt.CUT_FOR_DEAL
            board.press(Key.parse(word))
            if board.history.game.deals > done:
                done, finished, presses, in_deal = done + 1, finished + 1, presses + in_deal, 0
    return presses / finished


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
    few = cards[::20]
    # Measured in turn, so that other load slows all of them equally.
    taken = [
        [
            milliseconds(lambda: [reference(a, b, c, d, e) for a, b, c, d, e in numbers], 1)[0] / DEALS,
            milliseconds(lambda: [show_points(hand, starter) for hand, starter in cards], 1)[0] / DEALS,
            milliseconds(lambda: [count_show(hand, starter) for hand, starter in few], 1)[0] / len(few),
        ]
        for _ in range(3 * rounds)
    ]
    bare, ours, with_reasons = (1000 / min(times) for times in zip(*taken, strict=True))
    said = f"{bare / 1e6:.2f} million: the same table, five small ints"
    points = f"{ours / 1e6:.2f} million, {ours / bare:.2f} of the reference"
    reasons = f"{with_reasons / 1e3:.0f} thousand, {with_reasons / bare:.3f} of the reference"
    return [
        Row("hands counted a second, points only", points, "0.78", said),
        Row("hands counted a second, with their reasons", reasons, "", said),
        *(_distribution(game, bare, rounds) for game in ("six-card", "seven-card")),
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
    taken = median(milliseconds(lambda: distribution(rules), rounds))
    hands = sum(distribution(rules))
    took = f"{taken:.0f} ms, as {taken * bare / 1e6:.0f} thousand hands"
    most = {"six-card": "0.1 s, as 510 thousand", "seven-card": "1 s, as 5100 thousand"}[game]
    reference = f"{hands / bare:.1f} s: each of them counted at the reference's speed"
    return Row(f"the distribution of all {hands:,} {game} hands", took, most, reference)


def _import(rounds: int) -> Row:
    _import_of("engine")  # byte-compiles
    engine, bare = zip(*((_import_of("engine"), _import_of(BARE)) for _ in range(rounds)), strict=True)
    took = f"{median(engine):.0f} ms, {median(engine) / median(bare):.1f} of the reference"
    return Row("import engine", took, "30 ms", f"{median(bare):.0f} ms: import {BARE}")


def _import_of(names: str) -> float:
    """Return how many milliseconds a new process takes to import these modules, separated by commas."""
    # Without site packages, which may import some modules themselves.
    command = [sys.executable, "-S", "-c", IMPORT.format(names)]
    done = subprocess.run(command, env=compiled(), capture_output=True, text=True, check=True)
    return 1000 * float(done.stdout)


def rows_of_questions(deals: int) -> list[Row]:
    """Return one table row: the time the engine needs to decide whether to ask the players about suits.

    Args:
        deals: the number of random deals to measure.
    """
    chance = Random(31)
    questions = (asked for _ in range(deals) for asked in hard_questions(chance))
    # Take the best of three measurements, to ignore the effect of other load.
    times = [min(milliseconds(lambda asked=asked: settle(*asked), 3)) for asked in questions]
    what = f"{median(times):.2f}, {p99(times):.2f}, {max(times):.2f} ms"
    return [Row("a question about suits, hard deals, median, p99, worst", what, "2 ms at worst")]
