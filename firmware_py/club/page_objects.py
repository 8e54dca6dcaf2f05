"""JSON objects for the club's page: the tables, results, standings and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware_py.club.club_tables import Table
from firmware_py.club.draw_types import Draw, Form, Pair
from firmware_py.club.results import Numbered, Result, Results
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


def result_object(
    numbered: Numbered, names: Sequence[str], strangers: Sequence[str], words: English
) -> Object:
    """Return a game's result as a JSON object for the page. The time at which the game ended is in UTC.

    Args:
        numbered: the result.
        names: the sides' names, in the spelling of the standings.
        strangers: those of these names that are not in the draw, although there is one.
        words: the message catalogue.
    """
    number, result, is_undone = numbered
    remarks = [
        _skunk(result, words),
        words.club_not_in_draw(strangers) if strangers else "",
        words.club_from_another_board(result.seated) if result.seated else "",
    ]
    return {
        "number": number,
        "table": result.table,
        "scores": [list(each) for each in zip(names, result.scores, strict=True)],
        "winner": result.winner,
        "about": ", ".join(filter(None, remarks)),
        "ended": utc(result.ended),
        "undone": is_undone,
    }


def standing_object(rows: Sequence[ScorecardRow]) -> list[list[Any]]:
    """Return the standings as a list of rows that can be encoded as JSON.

    Each row consists of the place, the name, the games played and won, the game points, and the spread.
    """
    return [[row.place, row.name, row.games, row.won, row.game_points, row.signed_spread] for row in rows]


def round_object(draw: Draw, number: int, results: Results, words: English) -> Object:
    """Return a round of a club night as a JSON object, with the result of each game that has been played.

    Args:
        draw: who plays whom in each round.
        number: the number of the round, counted from 1.
        results: the results that the club has received.
        words: the message catalogue.
    """
    drawn, start = draw.rounds[number - 1], draw.starts[number - 1]
    total = len(draw.rounds) if draw.form is Form.EVERYONE else None
    return {
        "title": words.club_round(number, total),
        "pairs": [
            [*pair, _result_of(pair, results.first_between(*pair, start), words)] for pair in drawn.pairs
        ],
        "bye": words.club_bye(drawn.bye) if drawn.bye else "",
    }


def _result_of(pair: Pair, numbered: Numbered | None, words: English) -> str:
    """Return the result of a pair's game as text, or an empty string if the game is not finished."""
    if numbered is None:
        return ""
    result = numbered.result
    scores = dict(zip(map(str.casefold, result.names), result.scores, strict=True))
    one, other = (scores[name.casefold()] for name in pair)
    return words.club_pair_result(one, other, _skunk(result, words))


def _skunk(result: Result, words: English) -> str:
    return {None: "", "skunk": words.PAGE_SKUNK, "double": words.PAGE_DOUBLE_SKUNK}[result.skunk]
