"""Open the board's journal, and apply the configured rules and player names to a game that has not begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.setup import Setup
from firmware_py.errors import JournalBusy, JournalError
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.board import Board
    from firmware_py.config.config import Config
    from firmware_py.journal.unavailable import UnavailableJournal


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
