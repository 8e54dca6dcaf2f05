"""Decide whether to resume the game in the journal or begin the game that the command line asks for."""

from __future__ import annotations

from pathlib import Path

from engine.events import Event
from engine.game import Game
from engine.indices import EventIndex
from engine.match.games import as_single_game, was_played
from engine.match.history import History
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.commands.game_options import GameAsked, listed
from firmware_py.errors import UsageError
from firmware_py.journal.journal import Journal
from firmware_py.player_names import PlayerNames


def resume_or_begin(board: Board, header: Setup, path: Path, asked: GameAsked) -> None:
    """Begin a new game if the command line asks for one. Otherwise resume the game in the journal.

    Args:
        board: the board, with the game from the journal.
        header: the setup of the first game in the journal.
        path: the path to the journal, for error messages.
        asked: the game that the command line asks for.

    Raises:
        UsageError: a different game is in progress, and `--new` was not given.
        JournalError: the new game cannot be written to the journal.
    """
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
    """Raise UsageError if the command line describes a game other than the one in the journal.

    Args:
        journal: the open journal.
        path: the path to the journal, for the error message.
        asked: the game that the command line describes.
    """
    if asked.setup != journal.header and not _is_asked_for(journal.history, journal.header, asked):
        raise UsageError(f"{_in_progress(path, journal.history, asked)}, or name another journal")


def _in_progress(path: Path, history: History, asked: GameAsked) -> str:
    """Return an error message that describes the journal's game and says how to continue it.

    The message has no full stop, because the caller appends what else the user can do.
    """
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
    """Return True if the current game is the game described on the command line.

    The rules must be the same. Names and starting scores are compared only if the user gave them. The
    starting scores may be those of the current game or of the first game in the journal, so that the user can
    repeat the same command after several games.

    Args:
        history: the match in the journal.
        header: the setup of the first game in the journal.
        asked: the game described on the command line.
    """
    game, setup = history.game, asked.setup
    begun, _ = as_single_game(header, history.timeline)
    return (
        game.rules == setup.rules
        and ("--start" not in asked.given or setup.start in (begun.checked().start, header.start))
        and (not setup.names or setup.names == game.names)
    )
