"""Start a board: read its configuration, open its journal, and decide which game is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.match.history import History
from engine.match.separate_games import alone, was_played
from firmware_py.board import Board, Outcome
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.errors import JournalBusy, JournalError, UsageError
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Input, Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.player_names import PlayerNames

if TYPE_CHECKING:
    from firmware_py.commands.script import Script
    from firmware_py.journal.unavailable import WaitingJournal

Run = Callable[[Config, Board, Callable[[], Config]], None]
Simulate = Callable[..., None]

OTHERWISE = "new rules or names: start a new game with MENU, 6, OK, OK"
"""The notice on the screen if the configuration has other rules or names than the game in progress."""


class Programs(NamedTuple):
    """The programs that the commands start. The composition root supplies them.

    Attributes:
        run: run a board on its real parts; its last argument reads the configuration again.
        simulator: return a function that runs a board in the terminal, given its configuration, the board,
            the name of its journal and, for a game that plays itself, a `Script`. Raises UsageError if the
            simulator cannot run here.
        has_pins: tell whether this machine has GPIO pins.
        fault: show on the screen, if there is one, why the board cannot start. The configuration is None if
            it could not be read.
        device: press keys through the emulated parts, report each press, and return the measurements.
        setup: ask what the board is made of and write the configuration, to the usual file if None.
    """

    run: Run
    simulator: Callable[[], Simulate]
    has_pins: Callable[[], bool]
    fault: Callable[[str, Config | None], None]
    device: Callable[[Board, Sequence[Key], Callable[[Input, Outcome], None]], dict[str, Any]]
    setup: Callable[[Path | None], None]


class Asked(NamedTuple):
    """The game that a command line asks for.

    Attributes:
        setup: the setup of that game.
        given: the options that describe it, such as `--players`; none if the command line names no game.
        new: `--new` was given: begin the game even if another one is in progress.
    """

    setup: Setup
    given: tuple[str, ...] = ()
    new: bool = False


def board(programs: Programs, given: Path | None = None) -> None:
    """Run a board, or the simulator on a machine without pins and without a configuration.

    Args:
        programs: the programs to choose from.
        given: the configuration; if None, the first one found in the usual places.

    Raises:
        UsageError: the configuration is wrong, or a part of the board is missing.
        JournalBusy: another board has the games.
    """
    path = given or files.found()
    if path is None and not programs.has_pins():
        simulation(programs, load(), None, Asked(Setup()))
        return

    config = None
    try:
        config = load(path)
        journal = _own_journal(config.setup)
        try:
            made = Board(
                journal.history, journal, journal.notice, equipment=Equipment(config.joystick, config.preset)
            )
            _adopt(config, made)

            def again() -> Config:
                fresh = load(given or files.found())
                _adopt(fresh, made)
                return fresh

            programs.run(config, made, again)
        finally:
            journal.close()
    except JournalBusy:
        raise  # that other board has the screen
    except UsageError as error:
        programs.fault(str(error), config)
        raise


def _own_journal(header: Setup) -> Journal | WaitingJournal:
    """Open the board's own journal; whatever is wrong with it, the board comes up.

    Args:
        header: what is played if it begins now.

    Raises:
        JournalBusy: another board holds it.
    """
    path = default_journal()
    try:
        return Journal(path, header, mend=True)
    except JournalBusy:
        raise
    except JournalError as error:
        from firmware_py.journal.unavailable import WaitingJournal

        return WaitingJournal(path, header, error)


def simulation(programs: Programs, config: Config, path: Path | None, asked: Asked) -> None:
    """Run a board in the terminal.

    Args:
        programs: the programs to choose from.
        config: the configuration of the board.
        path: its journal, if a user named one, which is refused if it is damaged; the board's own if None.
        asked: the game to play.

    Raises:
        UsageError: the simulator cannot run here, or another game is in progress.
        JournalError: the journal cannot be opened.
    """
    simulate = programs.simulator()  # before the journal is touched
    named, path = path, path or default_journal()
    journal = Journal(path, asked.setup, mend=named is None)
    try:
        made = Board(journal.history, journal, journal.notice)
        _begin(made, journal.header, path, asked)
        simulate(config, made, str(path))
        made.settle()  # what fails now is tried again, and reported, at the next start
    finally:
        journal.close()


def watch(programs: Programs, begins: History, script: Script) -> None:
    """Let a game play itself in the terminal. Nothing is kept of it.

    Args:
        programs: what it can run on.
        begins: where the match stands before the first press.
        script: the presses.

    Raises:
        UsageError: it cannot run here.
    """
    programs.simulator()(load(), Board(begins), "a game that plays itself; nothing is saved", script)


def _begin(made: Board, header: Setup, path: Path, asked: Asked) -> None:
    """Begin the game asked for, unless the game in the journal is the one to play on.

    The former game stays in the journal, where UNDO still reaches it; the board archives it when idle.

    Raises:
        UsageError: another game is in progress, and `--new` was not given.
        JournalError: the new game cannot be written to the journal.
    """
    history = made.history
    if history.game._replace(number=0, at=0) == Game.of(asked.setup):
        return  # it has begun, and nothing was keyed in it
    if not asked.new:
        if not asked.given or _is_asked_for(history, header, asked):
            return
        if history.game.winner is None and was_played(history.timeline):
            raise UsageError(
                f"{_in_progress(path, history, asked)}, or add --new to begin another: this one is saved"
            )
    made.take(Event(Kind.NEW_GAME, setup=asked.setup))


def refuse_another_game(journal: Journal, path: Path, asked: Asked) -> None:
    """Refuse options that describe another game than the one in a journal.

    Raises:
        UsageError: they do.
    """
    if asked.setup != journal.header and not _is_asked_for(journal.history, journal.header, asked):
        raise UsageError(f"{_in_progress(path, journal.history, asked)}, or name another journal")


def _in_progress(path: Path, history: History, asked: Asked) -> str:
    """Say which game the journal holds, and how to play on; the sentence is left open."""
    game = history.game
    scores = ", ".join(
        f"{name} {side.front}" for name, side in zip(PlayerNames(game).sides, game.sides, strict=True)
    )
    if game.rules.players != asked.setup.rules.players:
        which = f"a game for {game.rules.players} players"
    elif game.rules != asked.setup.rules:
        which = "a game with other rules"
    else:
        which = "another game"
    stage = "in progress" if game.winner is None else "finished"
    return f"{path}: {which} is {stage} ({scores}): leave out {listed(asked.given)} to go on with it"


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does: `--players, --start and --set`."""
    return " and ".join(", ".join(words).rsplit(", ", 1))


def _is_asked_for(history: History, header: Setup, asked: Asked) -> bool:
    """Tell whether the game in a journal fits the options given. What was not given does not matter.

    The start may be that of this game, or of the first game of the journal: a player who types the same
    command again wants to play on.
    """
    game, setup = history.game, asked.setup
    begun, _ = alone(header, history.timeline)
    return (
        game.rules == setup.rules
        and ("--start" not in asked.given or setup.start in (begun.checked().start, header.start))
        and (not setup.names or setup.names == game.names)
    )


def _adopt(config: Config, made: Board) -> None:
    """Have a board play by the rules and names of its configuration.

    If a game is in progress, it goes on as it began, and a notice says how to begin another.
    """
    game = made.history.game
    if not config.plays or (game.rules, game.names) == (config.setup.rules, config.setup.names):
        return
    touched = game.deals or game.deal or game.cards or game.entries or game.winner is not None
    if not touched and not any(side.games for side in game.sides):
        try:
            made.take(Event(Kind.NEW_GAME, setup=config.setup))
        except JournalError as error:
            made.say(str(error))
    else:
        made.say(OTHERWISE)
