"""The labels on the club's web page, i.e. the wording that does not depend on the games."""

from __future__ import annotations

from firmware_py.words.english import English


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
