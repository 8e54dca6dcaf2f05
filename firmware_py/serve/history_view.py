"""The finished games as the web page shows them: a list, and a scorecard of the most recent evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware_py.serve.scorecard import ScorecardRow, last_night, scorecard
from firmware_py.view.listed_games import best_lines, kind_text, pair_lines, result_text
from firmware_py.words.english import English

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
