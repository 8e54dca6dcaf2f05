"""A board begins: its configuration, its journal, and what is played on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.events import Event, Kind
from engine.setup import Setup
from firmware_py.app import Board, Outcome
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.values import Config
from firmware_py.journal import Journal
from firmware_py.keys import Input, Key
from firmware_py.places import config_cache, default_journal
from firmware_py.ports import JournalBusy, JournalError, UsageError

Run = Callable[[Config, Board, Callable[[], Config]], None]
Simulate = Callable[[Config, Board, str], None]

OTHERWISE = "the configuration has other rules or names: menu, 6, OK OK plays by them"
"""What the board says when a game is on that the configuration would have begun otherwise."""


class Programs(NamedTuple):
    """What the commands start; the composition root makes them of real parts and emulated ones.

    Attributes:
        run: a board on its real parts, and what reads its configuration again.
        simulator: a board in the terminal, to be given its configuration, the board and its journal's name;
            asking for it raises UsageError where it cannot run.
        has_pins: whether this machine has GPIO.
        fault: says on the screen, if one can be found, why the board cannot start; its configuration is None
            where that is what is wrong.
        device: a replay through the emulated parts: it takes the board and the keys, tells of each press,
            and returns the figures of the wire.
        setup: asks what the board is made of, and writes that to a file, the usual one if None.
    """

    run: Run
    simulator: Callable[[], Simulate]
    has_pins: Callable[[], bool]
    fault: Callable[[str, Config | None], None]
    device: Callable[[Board, Sequence[Key], Callable[[Input, Outcome], None]], dict[str, Any]]
    setup: Callable[[Path | None], None]


def board(programs: Programs, given: Path | None = None) -> None:
    """Run a board: with a configuration, or the one found, or in the simulator if there is none and no pins.

    Raises:
        UsageError: the configuration is wrong, or its parts cannot be had.
        JournalError: the games cannot be kept.
    """
    path = given or files.found()
    if path is None and not programs.has_pins():
        simulation(programs, load(), default_journal(), Setup())
        return

    config = None
    try:
        config = load(path, config_cache())
        journal = Journal(default_journal(), config.setup, mend=True)
        try:
            made = Board(
                journal.history, journal, journal.notice, joystick=config.joystick, preset=config.preset
            )
            _adopt(config, made)

            def again() -> Config:
                fresh = load(given or files.found(), config_cache())
                _adopt(fresh, made)
                return fresh

            programs.run(config, made, again)
        finally:
            journal.close()
    except JournalBusy:
        raise  # that other board has the screen
    except (UsageError, JournalError) as error:
        programs.fault(str(error), config)
        raise


def simulation(
    programs: Programs,
    config: Config,
    path: Path,
    setup: Setup,
    check: Callable[[Journal], None] | None = None,
) -> None:
    """Run a board in the terminal.

    Args:
        programs: what it can run on.
        config: the board.
        path: its journal.
        setup: what is played if the journal begins now.
        check: looks at the journal before anything is played.

    Raises:
        UsageError: it cannot run here.
        JournalError: the games cannot be kept.
    """
    simulate = programs.simulator()  # before the journal is touched
    journal = Journal(path, setup, mend=True)
    if check:
        check(journal)  # which closes it where it refuses
    try:
        simulate(config, Board(journal.history, journal, journal.notice), str(path))
    finally:
        journal.close()


def _adopt(config: Config, made: Board) -> None:
    """Have a board play what its configuration says.

    A game in which nothing has happened yet gives way to that; one that is on does not, which it says.
    """
    game = made.history.game
    if not config.plays or (game.rules, game.names) == (config.setup.rules, config.setup.names):
        return
    touched = game.deals or game.deal or game.cards or game.entries or game.winner is not None
    if not touched and not any(side.games for side in game.sides):
        made.take(Event(Kind.NEW_GAME, setup=config.setup))
    else:
        made.say(OTHERWISE)
