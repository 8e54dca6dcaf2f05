"""JSON objects for the club's page: the tables, results, standings and rounds, and the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from firmware_py.journal.archive import utc
from firmware_py.reports.scorecard import GOOD_CARD, WHOLE, ScorecardRow, tied
from firmware_py.words.english import English

from .pairing import Draw, Form, Pair, Place
from .results import Numbered, Result, Results
from .rounds import bracket, decided_by, withdrawn
from .tables import SideState, Table

Object = dict[str, Any]


def table_object(table: Table, label: str, words: English, strangers: Sequence[str] = ()) -> Object:
    """Return a club table, with the state of its board, as a JSON object.

    Args:
        table: the table. Its `state` must not be None.
        strangers: what to say of players who are not in the draw.
    """
    state = table.state
    assert state is not None
    return {
        "id": table.board,
        "label": label,
        "sequence": state.sequence,
        "online": table.is_online,
        "away": ", ".join(filter(None, [_offline_reason(table, words), *strangers])),
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
    numbered: Numbered,
    names: Sequence[str],
    strangers: Sequence[str],
    words: English,
    players: Sequence[str] = (),
) -> Object:
    """Return a game's result as a JSON object for the page. The time at which the game ended is in UTC.

    Args:
        names: the sides' names, in the spelling of the standings.
        players: the names in the table of who played whom, where no two players share one.
    """
    number, result, is_undone = numbered
    remarks = [
        _skunk(result, words),
        words.club_forfeit(names[result.winner]) if result.director == "forfeit" else "",
        words.CLUB_BY_DIRECTOR.get(result.director, ""),
        *strangers,
        words.club_from_another_board(result.seated) if result.seated else "",
    ]
    return {
        "number": number,
        "table": result.table,
        "players": list(players),
        "scores": [list(each) for each in zip(names, result.scores, strict=True)],
        "winner": result.winner,
        "about": ", ".join(filter(None, remarks)),
        "ended": utc(result.ended),
        "undone": is_undone,
    }


def standing_object(rows: Sequence[ScorecardRow], byes: Mapping[str, int], words: English) -> list[list[Any]]:
    """Return the standings as a list of rows that can be encoded as JSON.

    Each row consists of the place, the name, the games played and won, the game points, and the spread with
    its plus and minus points. The byes of a player, if any, are marked beside the name.
    """
    names = [words.club_with_byes(row.name, byes.get(row.name.casefold(), 0)) for row in rows]
    return [[row.place, name, *row.cells] for row, name in zip(rows, names, strict=True)]


def tie_notes(rows: Sequence[ScorecardRow], words: English) -> list[str]:
    """Return a sentence for each tie in the standings that only a playoff settles."""
    places = groupby(tied(rows), lambda row: row.place)
    return [words.club_tie(place, [row.name for row in equal]) for place, equal in places]


def leaver_notes(rows: Sequence[ScorecardRow], withdrawn: Container[str], words: English) -> list[str]:
    """Return a sentence for each player in the standings who has withdrawn."""
    return [words.club_withdrawn([row.name]) for row in rows if row.name.casefold() in withdrawn]


def evening_numbers(rows: Sequence[ScorecardRow], words: English) -> list[str]:
    """Return the evening in numbers, a line for each kind: good scorecards, skunks, great hands, all won."""
    cards = Counter({row.name: row.game_points for row in rows if row.game_points >= GOOD_CARD})
    return in_numbers(rows, cards, Counter({row.name: row.games for row in rows if row.has_won_all}), words)


def in_numbers(
    rows: Sequence[ScorecardRow], cards: Counter[str], all_won: Counter[str], words: English
) -> list[str]:
    """Return what clubs mention, a line for each kind.

    Args:
        rows: the players' rows, from which skunks and great hands are taken.
        cards: what to say of the players with good scorecards.
        all_won: what to say of the players who have won all games of an evening.
    """
    skunks = Counter({row.name: row.skunks for row in rows})
    hands = sorted({points for row in rows for points in row.hands})
    kinds = [
        (words.club_good_cards(GOOD_CARD), cards),
        (words.CLUB_SKUNKS, skunks),
        *((words.club_hands(points), _held(points, rows)) for points in hands),
        (words.club_all_won(WHOLE), all_won),
    ]
    return [words.club_number(kind, (+most).most_common()) for kind, most in kinds if +most]


def _held(points: int, rows: Sequence[ScorecardRow]) -> Counter[str]:
    return Counter({row.name: row.hands.count(points) for row in rows})


def round_object(draw: Draw, number: int, results: Results, words: English) -> Object:
    """Return a round of a club night as a JSON object, with the result of each game that has been played.

    Args:
        number: the number of the round, counted from 1.
    """
    drawn = draw.rounds[number - 1]
    return {
        "title": round_title(draw, number, words),
        "pairs": [[*pair, _result_of(draw, number, pair, results, words)] for pair in drawn.pairs],
        "bye": words.club_bye(drawn.idle) if drawn.idle else "",
    }


def round_title(draw: Draw, number: int, words: English) -> str:
    """Return the heading of a round, such as `Round 2 of 5` or `Final, best of 3`."""
    if draw.form is Form.KNOCKOUT:
        return words.club_knockout_round(draw.places(number), draw.rounds[number - 1].best_of)
    return words.club_round(number, len(draw.rounds) if draw.form is Form.EVERYONE else None)


def _result_of(draw: Draw, number: int, pair: Pair, results: Results, words: English) -> str:
    scores, about = _scores_of(draw, number, pair, results, words)
    if not scores:
        return about
    one, other = scores
    return words.club_pair_result(one, other, about)


def _scores_of(
    draw: Draw, number: int, pair: Pair, results: Results, words: English
) -> tuple[list[int], str]:
    """Return the score of each player of a pair, if there is one so far, and what else there is to say.

    If more than one game can decide, the scores are the games won.
    """
    numbered, won = decided_by(draw, number, pair, results)
    left = withdrawn(pair, results) if numbered is None else []
    about = words.club_withdrawn(left) if left else ""
    if won and draw.rounds[number - 1].best_of > 1:
        return [won[name.casefold()] for name in pair], about
    if numbered is None:
        return [], about
    result = numbered.result
    if result.director == "forfeit":
        return [], words.club_forfeit(result.names[result.winner])
    scores = dict(zip(map(str.casefold, result.names), result.scores, strict=True))
    return [scores[name.casefold()] for name in pair], _skunk(result, words)


def bracket_object(draw: Draw, results: Results, words: English) -> list[Object]:
    """Return a knock-out as a list of columns for the page, one for each round from the first to the final.

    The places of a round that has not been drawn have the names of those who have come through so far.
    """
    found = bracket(draw, results)
    columns = []
    for number in range(1, draw.places(1).bit_length()):
        is_drawn = number <= len(draw.rounds)
        empty: list[Place] = [(None, None)] * (draw.places(number) // 2)
        places = found[number - 1] if number <= len(found) else empty
        through = [name for place in found[number] for name in place] if is_drawn else []
        best_of = draw.rounds[number - 1].best_of if is_drawn else 1
        ties = [
            _tie(draw, number, place, results, words) | {"winner": name and place.index(name)}
            for place, name in zip_longest(places, through[: len(places)])
        ]
        title = words.club_knockout_round(draw.places(number), best_of)
        columns.append({"title": title, "ties": ties})
    return columns


def _tie(draw: Draw, number: int, place: Place, results: Results, words: English) -> Object:
    names, about = [name for name in place if name], ""
    scores: list[int] = []
    if number <= len(draw.rounds):
        if len(names) == 2:
            scores, about = _scores_of(draw, number, Pair(*names), results, words)
        elif names:
            about = words.club_bye(names)
    return {"names": list(place), "scores": scores, "about": about}


def _skunk(result: Result, words: English) -> str:
    return {None: "", "skunk": words.PAGE_SKUNK, "double": words.PAGE_DOUBLE_SKUNK}[result.skunk]


def club_labels(words: English) -> dict[str, Any]:
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
        "numbers": words.CLUB_NUMBERS,
        "director": words.CLUB_PEN,
        "penCode": words.CLUB_PEN_CODE,
        "penAct": words.CLUB_PEN_ACT,
        "penDo": words.CLUB_PEN_DO,
        "penActs": words.CLUB_PEN_ACTS,
        "penWrong": words.CLUB_PEN_WRONG,
        "penTooMany": words.CLUB_PEN_TOO_MANY,
        "penFailed": words.CLUB_PEN_FAILED,
        "noDraw": words.CLUB_NO_DRAW,
        "bracket": words.CLUB_BRACKET,
        "champion": words.CLUB_CHAMPION,
        "cross": words.PAGE_WHO_BEAT_WHOM,
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
