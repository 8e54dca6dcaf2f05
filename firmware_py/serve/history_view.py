"""The finished games as the web page shows them: a list, and a scorecard of the most recent evening."""

from __future__ import annotations

import calendar
import time
from collections.abc import Mapping, Sequence
from typing import Any

from firmware_py.game_points import ScorecardRow, scorecard
from firmware_py.view.listed_games import best_lines, kind_text, pair_lines, result_text
from firmware_py.words.english import English

_BREAK = 6 * 60 * 60
"""The time, in seconds, without a finished game after which the next game begins a new scorecard."""
LISTED = 300
"""The maximum number of games that the page lists. The download contains all games."""


def history_view(games: Sequence[Mapping[str, Any]], words: English) -> dict[str, Any]:
    """Return the finished games as shown on the web page, as a JSON object.

    Args:
        games: the results of the games, oldest first (`firmware_py.journal.game_result.result_object`).
        words: the message catalogue of the page.
    """
    night = [dict(game) for game in last_night(games)]
    return {
        "night": {
            "rows": [_row(row) for row in scorecard(night)],
            "pairs": pair_lines(night),
            "best": [f"{name}: {line}" for name, line in best_lines(night)],
        },
        "games": [_game(dict(game), words) for game in reversed(games[-LISTED:])],
    }


def _row(row: ScorecardRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "cells": [row.games, row.won, row.game_points, row.signed_spread],
    }


def _game(game: dict[str, Any], words: English) -> dict[str, Any]:
    """Return a finished game as a JSON object for the list of games.

    The time at which the game ended is in UTC, and the browser converts it to the user's time zone.
    """
    scores = zip(game["names"], game["scores"], strict=True)
    about = [result_text(game), kind_text(game), words.page_deals_played(game["deals"])]
    return {
        "number": game["number"],
        "ended": game["ended"],
        "scores": [f"{name} {score}" for name, score in scores],
        "about": [text for text in about if text],
        "review": (game["game"], game["players"]) == ("six-card", 2) and game["deals"] > 0,
    }


def last_night(games: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the games of the last evening, i.e. those after the last break of at least six hours.

    A game whose time is not known belongs to the same evening as the game before it.

    Args:
        games: the results of the games, oldest first (`firmware_py.journal.game_result.result_object`).
    """
    found: list[Mapping[str, Any]] = []
    before: float | None = None
    for game in games:
        ended = _seconds(game["ended"])
        if ended is not None:
            if before is not None and abs(ended - before) >= _BREAK:
                found = []
            before = ended
        found.append(game)
    return found


def _seconds(ended: str | None) -> float | None:
    if ended is None:
        return None
    try:
        return calendar.timegm(time.strptime(ended, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return None
