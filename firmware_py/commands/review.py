"""`muggins review`: look back at a game, deal by deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.coach import Review, ToldThrows
from engine.coach import review as review_of
from engine.errors import RecordError
from engine.match.games import timelines
from engine.match.record import read_record
from engine.match.timeline import Timeline
from firmware_py.reports.review import review_object, review_text
from firmware_py.reports.saved_games import last_finished, record_of_game
from firmware_py.system.errors import UsageError
from firmware_py.system.output import show

from .replay import read_text

if TYPE_CHECKING:
    from argparse import Namespace


def review(options: Namespace) -> None:
    """Print the review of a game, or draw a chart that shows how the chance of winning changed.

    Raises:
        UsageError: the game does not exist, the record is not valid, or the drawing cannot be written.
        InvalidGame: the coach does not support this variant of the game, or there is nothing to review.
        InvalidHand: `--threw` names cards that are not in the crib.
        JournalError: a file cannot be read.
    """
    reviewed = reviewed_game(options)
    if options.out:
        from firmware_py.drawing.formats import ON_PAPER, save
        from firmware_py.drawing.review_chart import review_chart

        save(options.out, review_chart(reviewed), suffixes=ON_PAPER)
    elif options.json:
        show(review_object(reviewed))
    else:
        show(review_text(reviewed))


def reviewed_game(options: Namespace) -> Review:
    """Return the review of the game that the options specify, by default the board's last finished game.

    Raises:
        UsageError: the game does not exist, the file with the recorded match is not valid, or the options
            contradict each other.
        InvalidGame: the coach does not support this variant of the game, or there is nothing to review.
        InvalidHand: `--threw` names cards that are not in the crib.
        JournalError: a file cannot be read.
    """
    if options.record and options.journal:
        raise UsageError("name a record or a journal, not both")
    told = [ToldThrows(deal, tuple(map(Card.parse, cards))) for deal, cards in options.threw]
    if options.record:
        return review_of(_game_in(options.record, options.game), threw=told)
    number = options.game
    if number is None and (number := last_finished(options.journal)) is None:
        raise UsageError("no game is finished yet; to look at a game in progress, add --game and its number")
    return review_of(read_record(record_of_game(options.journal, number)), threw=told)


def _game_in(name: str, number: int | None) -> Timeline:
    text = read_text(name)
    try:
        record = read_record(text)
    except RecordError as error:
        raise UsageError(f"{name}: {error}") from None
    games = list(timelines(record.start, record.events).values())
    if number is None:
        finished = [game for game in games if game.game.winner is not None]
        return (finished or games)[-1]
    if not 1 <= number <= len(games):
        raise UsageError(f"--game {number}: there is no such game: choose 1 to {len(games)}")
    return games[number - 1]
