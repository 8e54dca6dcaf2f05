"""`muggins review`: look back at a game, deal by deal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from engine.cards import Card
from engine.coach import Review, ToldThrows
from engine.coach import review as review_of
from engine.errors import RecordError
from engine.match.games import timelines
from engine.match.record import read_record
from engine.match.timeline import Timeline
from firmware_py.drawing.formats import ON_PAPER, save
from firmware_py.drawing.review_chart import review_chart
from firmware_py.reports.review import review_object, review_text
from firmware_py.reports.saved_games import last_finished, record_of_game
from firmware_py.system.errors import UsageError
from firmware_py.system.output import show

from .options import Command, add_journal, add_json, threw, whole_number
from .replay import read_text


def _review_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "record",
        nargs="?",
        metavar="RECORD",
        help="a game that 'muggins record' printed; - for standard input",
    )
    parser.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    parser.add_argument(
        "--threw",
        type=threw,
        action="append",
        default=[],
        metavar="DEAL:CARD,CARD",
        help="the two cards of the crib that the dealer threw in this deal, such as 3:5H,J; can be given "
        "several times (default: the most likely two)",
    )
    parser.add_argument(
        "--play",
        action="store_true",
        help="judge each card of the play, too; a small Pi needs a minute or two",
    )
    add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="draw the course of the chance to win; FILE ends in .svg, .png or .pdf",
    )
    add_json(how)


def review(options: Namespace) -> None:
    """Print the review of a game, or draw a chart that shows how the chance of winning changed."""
    reviewed = _reviewed_game(options)
    if options.out:
        save(options.out, review_chart(reviewed), suffixes=ON_PAPER)
    elif options.json:
        show(review_object(reviewed))
    else:
        show(review_text(reviewed))


def _reviewed_game(options: Namespace) -> Review:
    if options.record and options.journal:
        raise UsageError("name a record or a journal, not both")
    told = [ToldThrows(deal, tuple(map(Card.parse, cards))) for deal, cards in options.threw]
    if options.record:
        return review_of(_game_in(options.record, options.game), threw=told, card_by_card=options.play)
    number = options.game
    if number is None and (number := last_finished(options.journal)) is None:
        raise UsageError("no game is finished yet; to look at a game in progress, add --game and its number")
    record = read_record(record_of_game(options.journal, number))
    return review_of(record, threw=told, card_by_card=options.play)


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


COMMANDS = {
    "review": Command(
        review,
        _review_options,
        "Without options it looks at the last finished game of the board.",
        speaks_to_players=True,
    )
}
