"""Press a million random keys on a board with the real main loop. An invariant that fails raises an error.

The invariants of a board hold after any sequence of keys.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from engine.errors import InvalidRules
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.options import OPTIONS
from engine.rules import PLAYERS, Rules
from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.board.loop import Loop
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import RANKS, SUITS, Input, Key, Stick
from firmware_py.journal.checksum import finish
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from firmware_py.render import oled
from firmware_py.render.leds import LedPainter
from firmware_py.reports.match import report_object, report_text
from firmware_py.view.view import view
from tests.benchmarks.processes import memory
from tests.support.fakes import Fingers, Told, edges

SAID = """\
a key press that takes effect counts as one, and a press that is refused changes nothing;
the journal, read again, contains the same match, and UNDO changes both in the same way;
the match can be reported as JSON and as text."""


class Wrong(Exception):
    """Raised when an invariant does not hold. The message names the invariant."""


def hold(what: str, *, holds: object) -> None:
    """Raise `Wrong` with the message `what` unless the condition `holds` is true."""
    if not holds:
        raise Wrong(what)


def check_press(before: History, outcome: Outcome, after: History) -> None:
    """Raise `Wrong` unless a key press either took effect and was counted once, or changed nothing.

    Args:
        before: the match before the key press.
        outcome: whether the key press took effect, and if not, why.
        after: the match after the key press.
    """
    hold("the presses before it", holds=outcome.presses == before.applied)
    hold("refused, and took effect", holds=not (outcome.took and outcome.why))
    if outcome.took:
        hold("one press more", holds=after.applied == before.applied + 1)
    else:
        hold("nothing changes", holds=after is before)


def check_told(history: History) -> None:
    told = report_object(history)
    hold("the same in JSON", holds=json.loads(json.dumps(told)) == told)
    hold("a text", holds=report_text(history).isprintable() or "\n" in report_text(history))


def check_journal(path: Path, history: History) -> None:
    reading = read_journal(path) if path.exists() else None
    if reading is None:
        hold("nothing in the journal", holds=history.applied == 0)
        return
    hold("a whole journal", holds=reading.damage is None)
    _check_same("the journal", reading.history, history)
    kept = finish(reading.full_history())
    hold("the presses of the journal", holds=kept.applied == reading.history.applied == history.applied)
    _check_same("the whole journal", kept, history)
    if history.past and kept.past:
        _check_same("UNDO from the journal", *(each.apply(Event(Kind.UNDO)) for each in (kept, history)))
    hold("what can be taken back", holds=len(kept.past) == len(history.past))
    hold("what can be put in again", holds=len(kept.undone) == len(history.undone))


def _check_same(what: str, one: History, other: History) -> None:
    # The journal may omit the last deal of a finished game, which is no longer shown.
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    hold(f"the game of {what}", holds=plain[0] == plain[1])
    hold(f"the last card of {what}", holds=one.game.last_card == other.game.last_card)
    hold(f"the standing of {what}", holds=report_object(one) == report_object(other))
    hold(f"the screen of {what}", holds=view(one) == view(other))


Row = tuple[str, str, str, str]

A_MATCH = 1000
"""The number of keys in one match."""
DRAWN, READ = 97, 997
"""The numbers of keys between two drawn frames, and two checks of the journal."""
WITH_JOURNAL, WITH_JOYSTICK = 0.3, 0.3
"""The share of matches with a journal, and the share of matches with a joystick."""
MEMORY = Path("/dev/shm")
"""A folder in memory (on Linux) for the journal."""
TARGETS = (None, 31, 61, 121)

WEIGHTS: dict[Input, float] = {
    **dict.fromkeys(RANKS, 5),
    **dict.fromkeys(SUITS, 2.5),
    Key.OK: 14,
    Key.GO: 8,
    Key.UNDO: 4,
    Key.REDO: 4,
    Key.MENU: 1.2,
    Key.MUGGINS: 2,
    Key.AGAIN: 0.7,
    Key.SCORE: 0.7,
    **dict.fromkeys(Stick, 0.1),
}
"""The relative frequency of each key, chosen so that games advance and are finished."""
STEERED: dict[Input, float] = {**WEIGHTS, **dict.fromkeys(Stick, 8)}
"""The same weights for a board with a joystick."""


class Match(NamedTuple):
    """The settings of a match.

    Attributes:
        setup: the rules, the starting scores and the names.
        joystick: True if the board has a joystick.
        journal: True if the board has a journal.
    """

    setup: Setup
    joystick: bool
    journal: bool


class Figures(NamedTuple):
    """The results of a run with random keys.

    Attributes:
        counts: the number of times that each outcome of a key press, each kind of event and each prompt
            occurred.
        memory: the median of the resident memory after a match, in megabytes, in the first quarter of the
            matches and in the last.
    """

    counts: Counter[str]
    memory: tuple[float, float]


def drawn_match(random: Random) -> Match:
    while True:
        options = {
            name: random.choice(option.values if isinstance(option.values, tuple) else list(option.values))
            for name, option in OPTIONS.items()
            # Most options of a match keep their default value, so that each option is also tried alone.
            if name not in ("target", "game") and random.random() < 0.35
        }
        settings = [f"{name}={value}" for name, value in options.items()]
        settings.append(f"game={random.choice(OPTIONS['game'].values)}")
        target = random.choice(TARGETS)
        settings += [f"target={target}"] if target else []
        try:
            rules = Rules.parse(settings, players=random.choice(PLAYERS))
        except InvalidRules:
            continue  # an impossible combination
        start = (
            tuple(random.randrange(rules.target) for _ in range(rules.sides)) if random.random() < 0.3 else ()
        )
        return Match(Setup(rules, start), random.random() < WITH_JOYSTICK, random.random() < WITH_JOURNAL)


def play(match: Match, keys: Iterable[Input], counts: Counter[str]) -> None:
    """Play a match on a board with these keys, and check the invariants.

    Args:
        match: the settings of the match.
        keys: the keys.
        counts: the numbers described in `Figures`, which are increased.

    Raises:
        Exception: an invariant does not hold, or the board raised an error.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder) / "games.txt"
        journal = Journal(path, match.setup) if match.journal else None
        try:
            board = Board(
                History.of(Game.of(match.setup)), journal, equipment=Equipment(joystick=match.joystick)
            )
            taps = [edge for at, key in enumerate(keys) for edge in edges(key, 0.1 * at, 0.1 * at + 0.05)]
            fingers = Fingers(taps, until=taps[-1].at)
            before, number = board.history, 0
            painter = LedPainter()

            def pressed(key: Input, outcome: Outcome) -> None:
                nonlocal before, number
                after, number = board.history, number + 1
                check_press(before, outcome, after)
                if outcome.took:
                    undone = len(after.undone) > len(before.undone)
                    counts["event undo" if undone else f"event {after.past[-1].event.kind.value}"] += 1
                    counts[f"prompt {after.game.prompt.value}"] += 1
                if number % DRAWN == 0:
                    oled.draw(board.view)
                    painter.paint(board.view)
                    check_told(after)
                if journal and number % READ == 0:
                    check_journal(path, after)
                before = after
                counts["took effect" if outcome.took else "refused" if outcome.why else "neither"] += 1

            Loop(board, (), fingers, fingers.clock, Told(pressed)).run()
            if journal:
                check_journal(path, board.history)
        finally:
            if journal:
                journal.close()


def press_keys(keys: int, seed: str, tell: Callable[[str], None] = lambda text: None) -> Figures:
    """Press random keys in one match after another.

    Args:
        keys: how many keys to press.
        seed: the seed for the random numbers.
        tell: a function that is called with a progress message after each match.

    Raises:
        Exception: an invariant does not hold, or the board raised an error. A note on it names the match.
    """
    counts: Counter[str] = Counter()
    resident: list[float] = []
    for number in range(-(-keys // A_MATCH)):
        random = Random(f"{seed}.{number}")
        match = drawn_match(random)
        weights = STEERED if match.joystick else WEIGHTS
        chosen = random.choices(list(weights), list(weights.values()), k=A_MATCH)
        try:
            play(match, chosen, counts)
        except Exception as error:
            error.add_note(f"seed {seed}, match {number}: {match}")
            raise
        gc.collect()
        resident.append(memory(os.getpid()))
        tell(f"{(number + 1) * A_MATCH} keys, {resident[-1]:.1f} MB")
    quarter = max(1, len(resident) // 4)
    return Figures(counts, (median(resident[:quarter]), median(resident[-quarter:])))


def rows(keys: int) -> list[Row]:
    what = f"{keys:,} random keys: invariants that did not hold; memory, first and last quarter"
    return [(what, "0; {:.1f}, {:.1f} MB".format(*press_keys(keys, "121").memory), "0; flat", "")]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.random_keys", description=__doc__)
    parser.add_argument("--keys", type=int, default=1_000_000, help="number of keys (default: one million)")
    parser.add_argument("--seed", default="1", help="seed of the random keys (default: 1)")
    options = parser.parse_args()
    figures = press_keys(options.keys, options.seed, lambda text: print(text, end="\r", file=sys.stderr))
    for name, number in sorted(figures.counts.items()):
        print(f"{number:>9,}  {name}")
    print(f"seed {options.seed}: {options.keys:,} keys; held all the time:\n{SAID}")
    print("resident memory, first and last quarter: {:.1f} and {:.1f} MB".format(*figures.memory))


if __name__ == "__main__":
    main()
