"""The game to play: that of the journal, or the one that the command line or the configuration asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.events import Event
from engine.game import Game
from engine.indices import EventIndex
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.system.errors import JournalBusy, JournalError, UsageError
from firmware_py.words.in_use import PlayerNames, words

if TYPE_CHECKING:
    from argparse import Namespace

    from firmware_py.config.config import Config
    from firmware_py.journal.unavailable import UnavailableJournal


_DEFAULT = Setup()

# `engine.match.games` is imported where a command asks for a game: a board takes the one in its journal.


class GameAsked(NamedTuple):
    """The game that the user asks for on the command line.

    Attributes:
        given: the options on the command line that describe the game, such as `--players`.
        new: True to begin the game even if a different game is in progress (`--new`).
    """

    setup: Setup = _DEFAULT
    given: tuple[str, ...] = ()
    new: bool = False


def game_asked(options: Namespace, default: Setup) -> GameAsked:
    """Return the game that the command line asks for.

    Args:
        default: the setup to use if no option describes the game.

    Raises:
        UsageError: `--start` or `--names` is not what the game needs.
        InvalidRules: the options do not describe a valid game.
    """
    given = given_options(options)
    return GameAsked(setup_asked(options) if given else default, given, options.new)


def given_options(options: Namespace) -> tuple[str, ...]:
    """Return the names of the options given on the command line that describe a game, such as `--players`."""
    values = {
        "--players": options.players,
        "--names": options.names,
        "--start": options.start,
        "--set": options.set,
    }
    return tuple(name for name, value in values.items() if value not in (None, []))


def setup_asked(options: Namespace) -> Setup:
    """Return the setup that the command line describes.

    Raises:
        UsageError: `--start` is not a list of numbers, or `--names` does not have a name for each player.
        InvalidRules: the options do not describe a valid game.
    """
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    names = _names(options.names, players)
    if options.start is None:
        return Setup(rules, names=names).checked()
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(
            f"--start {options.start!r} isn't a list of whole numbers: give one for each side, such as 0,0"
        ) from None
    return Setup(rules, start, names).checked()


def _names(given: str | None, players: int) -> tuple[str, ...]:
    if given is None:
        return ()
    names = tuple(given.split(","))
    if len(names) != players:
        example = ",".join(("Ann", "Bob", "Cyd", "Dee")[:players])
        raise UsageError(f"--names wants {players} names: --names {example}")
    return names


def listed(words: Sequence[str]) -> str:
    """Join words with commas and "and", such as `--players, --start and --set`."""
    return " and ".join(", ".join(words).rsplit(", ", 1))


def resume_or_begin(board: Board, header: Setup, path: Path, asked: GameAsked) -> None:
    """Begin a new game if the command line asks for one. Otherwise resume the game in the journal.

    Args:
        board: the board, with the game from the journal.
        header: the setup of the first game in the journal.

    Raises:
        UsageError: a different game is in progress, and `--new` was not given.
        JournalError: the new game cannot be written to the journal.
    """
    from engine.match.games import was_played

    history = board.history
    if history.game._replace(number=0, at=EventIndex(0)) == Game.of(asked.setup):
        return  # the journal holds this very game, and no key has been pressed in it yet
    if not asked.new:
        if not asked.given or _is_asked_for(history, header, asked):
            return
        if history.game.winner is None and was_played(history.timeline):
            raise UsageError(
                f"{_in_progress(path, history, asked)}, or add --new to begin another: this one is saved"
            )
    board.take(Event.new_game(asked.setup))


def refuse_another_game(journal: Journal, path: Path, asked: GameAsked) -> None:
    """Raise UsageError if the command line describes a game other than the one in the journal."""
    if asked.setup != journal.header and not _is_asked_for(journal.history, journal.header, asked):
        raise UsageError(f"{_in_progress(path, journal.history, asked)}, or name another journal")


def _in_progress(path: Path, history: History, asked: GameAsked) -> str:
    """Return an error message without a full stop: the caller appends what else the user can do."""
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


def _is_asked_for(history: History, header: Setup, asked: GameAsked) -> bool:
    """`--start` may also be that of the journal's first game, so that a command can be repeated later."""
    from engine.match.games import as_single_game

    game, setup = history.game, asked.setup
    begun, _ = as_single_game(header, history.timeline)
    return (
        game.rules == setup.rules
        and ("--start" not in asked.given or setup.start in (begun.checked().start, header.start))
        and (not setup.names or setup.names == game.names)
    )


def own_journal(header: Setup) -> Journal | UnavailableJournal:
    """Open the board's own journal. If it is unusable, return a substitute, so that the board can start.

    Args:
        header: the first game's setup, to be used if the journal is new.

    Raises:
        JournalBusy: another program has the journal open.
    """
    path = default_journal()
    try:
        return Journal(path, header, repair=True)
    except JournalBusy:
        raise
    except JournalError as error:
        from firmware_py.journal.unavailable import UnavailableJournal

        return UnavailableJournal(path, header, error)


def adopt(config: Config, board: Board) -> None:
    """Use the configuration's rules and names for the board's game, if the game has not begun yet.

    If a game in progress has other rules or names, the board shows a notice that explains how to start a new
    game.
    """
    game = board.history.game
    if not config.plays or (game.rules, game.names) == (config.setup.rules, config.setup.names):
        return
    touched = game.deals or game.deal or game.cards or game.entries or game.winner is not None
    if not touched and not any(side.games for side in game.sides):
        try:
            board.take(Event.new_game(config.setup))
        except JournalError as error:
            board.say(str(error))
    else:
        board.say(words().NEW_RULES_OR_NAMES)


def solo_game(asked: GameAsked) -> GameAsked:
    """Return the game that the user asked for, converted to a game against the program.

    Raises:
        UsageError: the program cannot play by the chosen rules.
    """
    from firmware_py.board.solo import (
        is_for_one,  # it brings the coach, which a board with hardware does without
    )

    setup = asked.setup
    if not is_for_one(setup.rules):
        raise UsageError(
            "the opponent knows the six-card game for two, with each card keyed as it is laid and without "
            "muggins: leave out --opponent, or the option of the rules"
        )
    return asked._replace(setup=_named(setup), given=(*asked.given, "--opponent"))


def is_going_on(history: History, asked: GameAsked) -> bool:
    """Return True if the match in the journal is the one that the user asked for.

    It must have the same rules and player names.
    """
    game = history.game
    return game.rules == asked.setup.rules and game.names == asked.setup.names


def _named(setup: Setup) -> Setup:
    return setup if setup.names else setup._replace(names=words().SOLO_NAMES)
