"""JSON objects for the club's page: the tables, results, standings and rounds.

The labels on the club's web page, i.e. the wording that does not depend on the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware_py.journal.archive import utc
from firmware_py.reports.scorecard import ScorecardRow
from firmware_py.words.english import English

from .pairing import Draw, Form, Pair
from .results import Numbered, Result, Results
from .rounds import game_of, places, played
from .tables import SideState, Table

Object = dict[str, Any]


def table_object(table: Table, label: str, words: English) -> Object:
    """Return a club table, with the state of its board, as a JSON object.

    Args:
        table: the table. Its `state` must not be None.
        label: the table's label.
        words: the message catalogue.
    """
    state = table.state
    assert state is not None
    return {
        "id": table.board,
        "label": label,
        "sequence": state.sequence,
        "online": table.is_online,
        "away": _offline_reason(table, words),
        "target": state.target,
        "says": state.says,
        "sides": [_side(side, index == state.winner) for index, side in enumerate(state.sides)],
    }


def _offline_reason(table: Table, words: English) -> str:
    if table.is_online:
        return ""
    return words.CLUB_BOARD_STOPPED if table.is_connected else words.CLUB_AWAY


def _side(side: SideState, has_won: bool) -> Object:
    return {
        "name": side.name,
        "score": side.score,
        "back": side.back,
        "games": side.games,
        "acts": side.acts,
        "deals": side.deals,
        "won": has_won,
    }


def result_object(numbered: Numbered, words: English) -> Object:
    """Return a game's result as a JSON object for the page. The time at which the game ended is in UTC."""
    number, result, is_undone = numbered
    return {
        "number": number,
        "table": result.table,
        "scores": _scores(result),
        "winner": result.winner,
        "about": _skunk(result, words),
        "ended": utc(result.ended),
        "undone": is_undone,
    }


def standing_object(rows: Sequence[ScorecardRow]) -> list[list[Any]]:
    """Return the standings as a list of rows that can be encoded as JSON.

    Each row consists of the place, the name, the games played and won, the game points, and the spread.
    """
    return [
        [place, row.name, row.games, row.won, row.game_points, row.signed_spread]
        for place, row in zip(places(rows), rows, strict=True)
    ]


def round_objects(draw: Draw, results: Results, words: English) -> list[Object]:
    """Return all rounds of a club night as JSON objects, with the result of each game that has been played.

    Args:
        draw: who plays whom in each round.
        results: the results that the club has received.
        words: the message catalogue.
    """
    total = len(draw.rounds) if draw.form is Form.EVERYONE else None
    return [
        {
            "title": words.club_round(number, total),
            "pairs": [[*pair, _result_of(pair, game_of(pair, games), words)] for pair in each.pairs],
            "bye": words.club_bye(each.bye) if each.bye else "",
        }
        for number, (each, games) in enumerate(zip(draw.rounds, played(draw, results), strict=True), 1)
    ]


def round_now(rounds: Sequence[Object]) -> int:
    """Return the number of the first unfinished round or, if there is none, of the last round."""
    unfinished = (
        number for number, each in enumerate(rounds, 1) if not all(result for *_, result in each["pairs"])
    )
    return next(unfinished, len(rounds))


def _result_of(pair: Pair, numbered: Numbered | None, words: English) -> str:
    """Return the result of a pair's game as text, or an empty string if the game is not finished."""
    if numbered is None:
        return ""
    result = numbered.result
    scores = dict(zip(map(str.casefold, result.names), result.scores, strict=True))
    one, other = (scores[name.casefold()] for name in pair)
    return words.club_pair_result(one, other, _skunk(result, words))


def _scores(result: Result) -> list[list[Any]]:
    return [list(each) for each in zip(result.names, result.scores, strict=True)]


def _skunk(result: Result, words: English) -> str:
    return {None: "", "skunk": words.PAGE_SKUNK, "double": words.PAGE_DOUBLE_SKUNK}[result.skunk]


def club_labels(words: English) -> dict[str, str | tuple[str, ...]]:
    """Return the labels used on the club's page, keyed by the names that the page's scripts use for them."""
    return {
        "views": words.PAGE_VIEWS,
        "tables": words.CLUB_TABLES,
        "standing": words.CLUB_STANDING,
        "draw": words.CLUB_DRAW,
        "results": words.CLUB_RESULTS,
        "find": words.CLUB_FIND,
        "notFound": words.CLUB_NOT_FOUND,
        "noTables": words.CLUB_NO_TABLES,
        "noDraw": words.CLUB_NO_DRAW,
        "noGames": words.PAGE_NO_GAMES,
        "gamePoints": words.PAGE_GAME_POINTS,
        "standingColumns": words.CLUB_STANDING_COLUMNS,
        "download": words.CLUB_DOWNLOAD,
        "undone": words.CLUB_UNDONE,
        "acts": words.CLUB_ACTS,
        "deals": words.page_deals(""),
        "wins": words.CLUB_WINS,
        "wholeScreen": words.PAGE_WHOLE_SCREEN,
        "leaveWholeScreen": words.PAGE_LEAVE_WHOLE_SCREEN,
        "pause": words.CLUB_PAUSE,
        "next": words.CLUB_NEXT,
        "connecting": words.CLUB_CONNECTING,
        "lost": words.PAGE_LOST,
        "full": words.PAGE_FULL,
        "noBroker": words.CLUB_NO_BROKER,
    }
