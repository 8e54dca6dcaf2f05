"""Press a million random keys on a board with the real main loop. Exit with status 1 if an invariant fails.

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
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from engine.errors import InvalidRules
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.rules import PLAYERS, Rules
from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Ending
from firmware_py.input.keys import RANKS, SUITS, Edge, Input, Key, Stick
from firmware_py.input.settings import Equipment
from firmware_py.journal.checksum import finish
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from firmware_py.render import oled
from firmware_py.render.leds import LedPainter
from firmware_py.reports.match import report_object, report_text
from firmware_py.view.view import view
from tests.benchmarks.measure import MEMORY, Row, of_status
from tests.support.fakes import Told


def check_press(before: History, outcome: Outcome, after: History) -> None:
    """Fail unless a key press either took effect and was counted once, or changed nothing.

    Args:
        before: the match before the key press.
        outcome: whether the key press took effect, and if not, why.
        after: the match after the key press.
    """
    assert outcome.presses == before.applied, "the presses before it"
    assert not (outcome.took and outcome.why), "refused, and took effect"
    if outcome.took:
        assert after.applied == before.applied + 1, "one press more"
    else:
        assert after is before, "nothing changes"


def check_game(history: History, setup: Setup) -> None:
    """Fail if the state of the game is not possible.

    Args:
        history: the match, whose current game is checked.
        setup: the setup at the start of the match.
    """
    game = history.game
    target = game.rules.target
    fronts = [side.front for side in game.sides]
    assert all(0 <= front <= target for front in fronts), "scores from 0 to the target"
    assert all(0 <= side.back <= side.front for side in game.sides), "no back peg ahead"
    _check_sums(history, setup)
    assert (game.winner is None) == (game.prompt is not Prompt.GAME_OVER), "over if and only if won"
    assert (game.winner is None) == (target not in fronts), "won in the game hole alone"
    assert (game.to_act is None) == (game.winner is not None), "nobody to act once it is over"
    assert 0 <= game.count <= 31, "the count"
    ranks = Counter(card.rank for card in game.deal_cards)
    assert all(number <= 4 for number in ranks.values()), "four of a rank at the most"
    known = [card for card in game.deal_cards if card.suit]
    assert len(set(known)) == len(known), "no card twice"


def _check_sums(history: History, setup: Setup) -> None:
    """Check that each score in the current game is the side's score at the start plus its points since then.

    Args:
        history: the match.
        setup: the setup of the first game, which may give a side points at the start.
    """
    game, steps = history.timeline
    began = steps[0].event if steps else None
    scores = list(setup.checked().start)
    if began and began.kind in BEGINS:
        scores = list(began.setup.checked().start) if began.setup else [0] * len(game.sides)
    for entry in game.entries:
        scores[entry.side] += entry.points
        assert entry.score == scores[entry.side], "the score of an entry"
    assert scores == [side.front for side in game.sides], "what was pegged is the score"


def check_undo(history: History) -> None:
    """Check that UNDO reverts the last key press, if there is one, and that REDO restores it."""
    if not history.past:
        return
    back = history.apply(Event(Kind.UNDO))
    last = history.past[-1]
    game = last.timeline.game if isinstance(last, Replacement) else last.before
    assert back.game == game and back.past == history.past[:-1], "UNDO leads back"
    again = back.apply(Event(Kind.REDO))
    assert again.timeline == history.timeline and again.past == history.past, "REDO leads here"


def check_told(history: History) -> None:
    told = report_object(history)
    assert json.loads(json.dumps(told)) == told, "the same in JSON"
    assert report_text(history).isprintable() or "\n" in report_text(history), "a text"


def check_journal(path: Path, history: History) -> None:
    reading = read_journal(path) if path.exists() else None
    if reading is None:
        assert history.applied == 0, "nothing in the journal"
        return
    assert reading.damage is None, "a whole journal"
    _check_same("the journal", reading.history, history)
    kept = finish(reading.full_history())
    assert kept.applied == reading.history.applied == history.applied, "the presses of the journal"
    _check_same("the whole journal", kept, history)
    if history.past and kept.past:
        _check_same("UNDO from the journal", *(each.apply(Event(Kind.UNDO)) for each in (kept, history)))
    assert len(kept.past) == len(history.past), "what can be taken back"
    assert len(kept.undone) == len(history.undone), "what can be put in again"


def _check_same(what: str, one: History, other: History) -> None:
    # The journal may omit the last deal of a finished game, which is no longer shown.
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    assert plain[0] == plain[1], f"the game of {what}"
    assert one.game.last_card == other.game.last_card, f"the last card of {what}"
    assert report_object(one) == report_object(other), f"the standing of {what}"
    assert view(one) == view(other), f"the screen of {what}"


A_MATCH = 2000  # keys
UNDONE, DRAWN, READ = 13, 97, 997
"""The numbers of keys between two tests of undo and redo, two drawn frames, and two checks of the journal."""
WITH_JOURNAL, WITH_JOYSTICK = 0.3, 0.3  # shares of the matches
TARGETS = (None, 31, 61, 121)

# The relative frequency of each key, chosen so that games advance and are finished.
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
STEERED: dict[Input, float] = {**WEIGHTS, **dict.fromkeys(Stick, 8)}  # with a joystick


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
        games: the number of games that ended.
        rss: the resident memory after each match, in megabytes.
        fault: the first fault that was found, and the keys of its match; empty if there was none.
    """

    games: int
    rss: list[float]
    fault: str = ""


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


class Hands:
    """A simulated player, who presses and releases one key after another."""

    def __init__(self, keys: Sequence[Input]) -> None:
        self._edges = iter([edge for key in keys for edge in (Edge(key, True, 0), Edge(key, False, 0))])
        self.now = 0.0

    def wait(self, timeout: float | None) -> Edge | Ending | None:
        """Return the next press or release of a key, or `Ending.STOPPED` if there are no more keys to press.

        The result is returned at once, whatever the `timeout`.
        """
        self.now += 0.05
        edge = next(self._edges, None)
        return edge._replace(at=self.now) if edge else Ending.STOPPED


def play(match: Match, keys: Sequence[Input]) -> int:
    """Play a match on a board with these keys, check the invariants, and return how many games ended.

    Raises:
        Exception: an invariant does not hold, or the board raised an error.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, ExitStack() as stack:
        path, journal = Path(folder) / "games.txt", None
        if match.journal:
            journal = stack.enter_context(closing(Journal(path, match.setup)))
        equipment, painter = Equipment(joystick=match.joystick), LedPainter()
        board = Board(History.of(Game.of(match.setup)), journal, equipment=equipment)
        hands, before, number, games = Hands(keys), board.history, 0, 0

        def pressed(key: Input, outcome: Outcome) -> None:
            nonlocal before, number, games
            after, number = board.history, number + 1
            check_press(before, outcome, after)
            if outcome.took:
                check_game(after, match.setup)
                games += after.game.winner is not None and before.game.winner is None
            if number % UNDONE == 0:
                check_undo(after)
            if number % DRAWN == 0:
                oled.draw(board.view)
                painter.paint(board.view)
                check_told(after)
            if journal and number % READ == 0:
                check_journal(path, after)
            before = after

        Loop(board, (), hands, lambda: hands.now, Told(pressed)).run()
        if journal:
            check_journal(path, board.history)
        return games


def press_keys(keys: int, seed: str, tell: Callable[[str], None] = lambda text: None) -> Figures:
    """Press random keys in one match after another, and return the results up to the first fault found.

    Args:
        keys: how many keys to press.
        seed: the seed for the random numbers.
        tell: a function that is called with a progress message after each match.
    """
    games, rss = 0, list[float]()
    for number in range(-(-keys // A_MATCH)):
        random = Random(f"{seed}.{number}")
        match = drawn_match(random)
        weights = STEERED if match.joystick else WEIGHTS
        count = min(A_MATCH, keys - number * A_MATCH)
        chosen = random.choices(list(weights), list(weights.values()), k=count)
        try:
            games += play(match, chosen)
        except Exception as error:
            words = " ".join(key.value for key in chosen)
            return Figures(games, rss, f"{type(error).__name__}: {error}\n{match}\nkeys: {words}")
        gc.collect()
        rss.append(of_status(os.getpid(), "VmRSS") / 1024)
        tell(f"{(number + 1) * A_MATCH} keys, {rss[-1]:.1f} MB")
    return Figures(games, rss)


def _memory(rss: Sequence[float]) -> str:
    """Return the median memory use in the first quarter and in the last quarter of the matches."""
    quarter = max(1, len(rss) // 4)
    return f"{median(rss[:quarter]):.1f}, {median(rss[-quarter:]):.1f} MB"


def rows(keys: int) -> list[Row]:
    found = press_keys(keys, "121")
    what = f"{keys:,} random keys: invariants that did not hold; memory, first and last quarter"
    return [Row(what, f"1: {found.fault}" if found.fault else f"0; {_memory(found.rss)}", "0; flat")]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.random_keys", description=__doc__)
    parser.add_argument("--keys", type=int, default=1_000_000, help="number of keys (default: one million)")
    parser.add_argument("--seed", default="1", help="seed of the random keys (default: 1)")
    options = parser.parse_args()
    found = press_keys(options.keys, options.seed, lambda text: print(text, end="\r", file=sys.stderr))
    if found.fault:
        print(f"seed {options.seed}: {found.fault}")
        return 1
    print(f"seed {options.seed}: {options.keys:,} keys, {found.games:,} games ended; all invariants held")
    print(f"resident memory, first and last quarter: {_memory(found.rss)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
