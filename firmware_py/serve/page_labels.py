"""The labels on the web page: the wording that does not depend on the game."""

from __future__ import annotations

from engine.cards import Suit
from firmware_py.words.english import English


def page_labels(words: English, *, from_menu: bool = True) -> dict[str, str | tuple[str, ...]]:
    """Return the labels used on the web page, keyed by the names that its scripts use for them.

    Args:
        words: the message catalogue of the page.
        from_menu: True if players find the code for phones in the board's menu, or False if they find it in
            the terminal.
    """
    return {
        "board": words.PAGE_BOARD,
        "hands": words.PAGE_HANDS,
        "night": words.PAGE_NIGHT,
        "games": words.PAGE_GAMES,
        "review": words.PAGE_REVIEW,
        "reviewGame": words.PAGE_REVIEW_GAME,
        "reviewWait": words.PAGE_REVIEW_WAIT,
        "reviewFailed": words.PAGE_REVIEW_FAILED,
        "reviewSplit": words.PAGE_REVIEW_SPLIT,
        "reviewThrows": words.PAGE_REVIEW_THROWS,
        "chance": words.REVIEW_CHANCE,
        "turningPoints": words.REVIEW_TURNING_POINTS,
        "nightColumns": words.PAGE_NIGHT_COLUMNS,
        "gamePoints": words.PAGE_GAME_POINTS,
        "whoBeatWhom": words.PAGE_WHO_BEAT_WHOM,
        "bestHands": words.PAGE_BEST_HANDS,
        "noGames": words.PAGE_NO_GAMES,
        "download": words.PAGE_DOWNLOAD,
        "views": words.PAGE_VIEWS,
        "scores": words.PAGE_SCORES,
        "count": words.PAGE_COUNT,
        "table": words.PAGE_TABLE,
        "starter": words.PAGE_STARTER,
        "lastHands": words.PAGE_LAST_HANDS,
        "noHands": words.PAGE_NO_HANDS,
        "keys": words.PAGE_KEYPAD,
        "code": words.PAGE_CODE,
        "join": words.PAGE_JOIN,
        "joinHelp": words.PAGE_JOIN_HELP if from_menu else words.PAGE_JOIN_HELP_TERMINAL,
        "joinToWatch": words.PAGE_JOIN_TO_WATCH if from_menu else words.PAGE_JOIN_TO_WATCH_TERMINAL,
        "wrongCode": words.PAGE_WRONG_CODE,
        "tooManyTries": words.PAGE_TOO_MANY_TRIES,
        "notSent": words.PAGE_CODE_NOT_SENT,
        "notJoined": words.PAGE_NOT_JOINED,
        "seat": words.PAGE_SEAT,
        "anySeat": words.PAGE_ANY_SEAT,
        "notTaken": words.PAGE_SEAT_NOT_TAKEN,
        "notYourTurn": words.PAGE_NOT_YOUR_TURN,
        "notPressed": words.PAGE_NOT_PRESSED,
        "suits": tuple(words.suit(suit) for suit in Suit),
        "speak": words.PAGE_SPEAK,
        "wholeScreen": words.PAGE_WHOLE_SCREEN,
        "leaveWholeScreen": words.PAGE_LEAVE_WHOLE_SCREEN,
        "connecting": words.PAGE_CONNECTING,
        "lost": words.PAGE_LOST,
        "full": words.PAGE_FULL,
        "noBoard": words.PAGE_NO_BOARD,
        "boardStopped": words.PAGE_BOARD_STOPPED,
        "refused": words.PAGE_REFUSED,
    }
