"""The journal of a board on its real parts, and the rules and names of its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event, Kind
from engine.game_setup import Setup
from firmware_py.errors import JournalBusy, JournalError
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal

if TYPE_CHECKING:
    from firmware_py.board import Board
    from firmware_py.config.config import Config
    from firmware_py.journal.unavailable import UnavailableJournal

OTHERWISE = "new rules or names: start a new game with MENU, 6, OK, OK"
"""The notice on the screen if the configuration has other rules or names than the game in progress."""


def own_journal(header: Setup) -> Journal | UnavailableJournal:
    """Open the board's own journal. If that is impossible, return one that waits, so that the board starts.

    Args:
        header: the setup of the first game, if the journal begins now.

    Raises:
        JournalBusy: another board has the journal.
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
    """Let a board play by the rules and names of its configuration.

    A game in progress goes on as it began, and a notice says how to begin another.
    """
    game = board.history.game
    if not config.plays or (game.rules, game.names) == (config.setup.rules, config.setup.names):
        return
    touched = game.deals or game.deal or game.cards or game.entries or game.winner is not None
    if not touched and not any(side.games for side in game.sides):
        try:
            board.take(Event(Kind.NEW_GAME, setup=config.setup))
        except JournalError as error:
            board.say(str(error))
    else:
        board.say(OTHERWISE)
