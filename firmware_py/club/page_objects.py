"""JSON objects for the club's page: the tables, results, standings and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware_py.club.club_tables import Table
from firmware_py.club.draw_types import Draw, Form, Pair
from firmware_py.club.next_round import game_of, played
from firmware_py.club.results import Numbered, Result, Results
from firmware_py.club.standings import places
from firmware_py.club.state_message import SideState
from firmware_py.game_points import ScorecardRow
from firmware_py.journal.game_result import utc
from firmware_py.words.english import English

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
