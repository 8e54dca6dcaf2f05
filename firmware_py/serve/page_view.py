"""The web page's state of the board as a JSON object, with the hands counted in the game and all wording."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from engine.cards import Card
from engine.change_types import (
    CardLaid,
    CardLeft,
    Change,
    CribCard,
    GameBegun,
    HandCard,
    Points,
    StarterTurned,
    SuitNamed,
    TakenBack,
)
from engine.deals import Source
from engine.prompts import Asks, Prompt
from engine.scoring.items import Item
from engine.scoring.pegs import double_skunk_line, skunk_line
from firmware_py.input.keys import PHONE_PAD, RANKS, SUITS, Key
from firmware_py.system.web import PageFile, files_in
from firmware_py.window.seen import SeenBoard, SeenPage, SeenScreen
from firmware_py.words.english import English


def keys_of_turn(view: SeenBoard) -> dict[str, Any] | None:
    """Return the seat of the player whose turn it is, and the keys that only this player should press.

    An example is `{"seat": 0, "keys": ["A", "2", …]}`. Return None if anybody can press any key.
    """
    screen = view.screen
    prompt = screen.prompt
    if screen.page is not None or prompt is None or not prompt.for_one_player:
        return None
    # Where a card is asked for, OK calls points or turns the page, which anybody may do.
    keys = [*RANKS, Key.GO] if prompt.asks is Asks.CARD else [*RANKS, Key.GO, Key.OK]
    return {"seat": screen.to_act, "keys": [key.value for key in keys]}


def page_labels(words: English, *, from_menu: bool = True) -> dict[str, Any]:
    """Return the labels used on the web page, keyed by the names that its scripts use for them.

    `pad` holds the keys, row by row: each key's name, its label, and its name for a screen reader, which is
    empty if it is the label. `typed` maps the keys of a keyboard, in small letters, to the keys of the board.

    Args:
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
        "reviewDearest": words.REVIEW_DEAREST,
        "reviewFindDearest": words.PAGE_REVIEW_FIND_DEAREST,
        "reviewNoDearest": words.PAGE_REVIEW_NO_DEAREST,
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
        "pad": tuple(
            tuple((key.value, key.label, words.suit(SUITS[key]) if key in SUITS else "") for key in row)
            for row in PHONE_PAD
        ),
        "typed": {typed: key.value for row in PHONE_PAD for key in row for typed in key.typed},
        "typedHelp": words.PAGE_TYPED_HELP,
        "speak": words.PAGE_SPEAK,
        "help": words.PAGE_HELP,
        "wholeScreen": words.PAGE_WHOLE_SCREEN,
        "leaveWholeScreen": words.PAGE_LEAVE_WHOLE_SCREEN,
        "connecting": words.PAGE_CONNECTING,
        "lost": words.PAGE_LOST,
        "full": words.PAGE_FULL,
        "noBoard": words.PAGE_NO_BOARD,
        "boardStopped": words.PAGE_BOARD_STOPPED,
        "refused": words.PAGE_REFUSED,
    }


_LONGEST = 5000
"""The maximum number of changes to keep. They span several games, because UNDO can restore earlier games."""


class CountedHand(NamedTuple):
    """A hand or crib that was counted.

    Attributes:
        deal: the number of the deal in the game, starting at 1, or 0 if the start of the game is not known.
        seat: the seat of the player who owns the hand or crib.
        cards: the cards, with the starter at the end.
    """

    deal: int
    seat: int
    is_crib: bool
    points: int
    cards: tuple[Card, ...]
    items: tuple[Item, ...]


class CountedHands:
    """Reads each new view of the board, and collects the hands and cribs counted in the current game."""

    def __init__(self) -> None:
        self._seen: tuple[str | None, int] = (None, 0)
        self._changes: list[Change] = []

    def catch_up(self, view: SeenBoard, changes: Sequence[Change]) -> None:
        """Discard the hands collected so far, and collect all hands counted in the game up to now instead.

        Args:
            changes: everything that has happened in the game up to this view, oldest first.
        """
        self._seen = view.run, view.sequence
        self._changes = list(changes)

    def hear(self, view: SeenBoard) -> None:
        """Collect the hands and cribs that were counted since the previous view.

        They are found in the list of recent key presses in `view`.
        """
        run, seen = self._seen
        if view.run != run:
            self._changes, seen = [], 0
        self._seen = view.run, view.sequence
        for press in view.presses_since(seen):
            self._add(press.happened)

    def of_this_game(self) -> list[CountedHand]:
        """Return the hands and cribs counted in the current game, in chronological order."""
        return list(_counted(self._changes))

    def _add(self, happened: Sequence[Change]) -> None:
        for change in happened:
            if isinstance(change, TakenBack):
                del self._changes[max(0, len(self._changes) - len(change.changes)) :]
            else:
                self._changes.append(change)
        del self._changes[:-_LONGEST]


def _counted(changes: Iterable[Change]) -> Iterable[CountedHand]:
    """If a new game began during these changes, return only its hands and cribs."""
    found: list[CountedHand] = []
    deal = 0
    starter: list[Card] = []
    crib: list[Card] = []
    hands: dict[int, list[Card]] = {}
    last: list[Card] = []
    for change in changes:
        match change:
            case GameBegun():
                found, deal = [], 0
            case StarterTurned(card):
                starter, crib, hands = [card], [], {}
                deal, last = deal + 1, starter
            case CardLaid(seat, card) | CardLeft(seat, card) | HandCard(seat, card):
                last = hands.setdefault(seat, [])
                last.append(card)
            case CribCard(card=card):
                last = crib
                last.append(card)
            case SuitNamed(card) if last:
                last[-1] = card
            case Points(seat=int(seat), source=Source.HAND | Source.CRIB as source, by=None):
                is_crib = source is Source.CRIB
                cards = (*(crib if is_crib else hands.get(seat, [])), *starter)
                found.append(CountedHand(deal, seat, is_crib, change.points, cards, change.items))
    return found


_SUIT_KEYS = [key.value for key in SUITS]


def page_view(view: SeenBoard, hands: Sequence[CountedHand], words: English) -> dict[str, Any]:
    """Return the state of the board as the web page shows it, without the sentences for a screen reader.

    Args:
        hands: the hands counted in the current game, oldest first.
    """
    screen = view.screen
    return {
        "run": view.run,
        "sequence": view.sequence,
        "running": view.running,
        "target": view.rules.target,
        "lines": _skunk_lines(view, words),
        "sides": [_side(view, side, words) for side in range(len(view.sides))],
        "says": screen.says,
        "seats": view.names,
        "turn": keys_of_turn(view),
        "keys": screen.keys,
        "can": _keys_now(screen, words),
        "muggins": view.rules.muggins,
        "count": view.count if screen.prompt is Prompt.PLAY else None,
        # The page shows the starter elsewhere.
        "table": [] if screen.shows_starter else [_card(card, words) for card in screen.table],
        "starter": None if screen.starter is None else _card(screen.starter, words),
        "screen": None if screen.page is None else _screen(screen.page, words),
        "notice": screen.notice,
        "won": view.winner is not None,
        "call": last_call(view),
        "refused": view.recent[-1].refused if view.recent else None,
        "hands": [_hand(hand, view.names, words) for hand in hands],
    }


def _keys_now(screen: SeenScreen, words: English) -> str:
    of_page = screen.page.keys if screen.page else ()
    listed = "; ".join(screen.can or (words.key_and_meaning(*hint) for hint in of_page))
    return listed[:1].upper() + listed[1:]


def last_call(view: SeenBoard) -> tuple[str, ...]:
    """Return the sentences about the last key press that the board accepted.

    A suit that was named without points belongs to the card before it. Return an empty list if the board
    accepted none of the recent key presses.
    """
    for press in reversed(view.recent):
        if press.refused is None and (press.said or press.key not in _SUIT_KEYS):
            return press.said
    return ()


def _side(view: SeenBoard, side: int, words: English) -> dict[str, Any]:
    found, names, acts = view.sides[side], view.names, view.screen.to_act
    seats = range(side, len(names), len(view.sides))

    def partner(seat: int | None) -> str:
        return names[seat] if seat is not None and len(seats) > 1 else ""

    return {
        "name": found.name,
        "score": found.score,
        "front": found.front,
        "back": found.back,
        "score_in_words": words.page_score(found.name, found.score, view.rules.target),
        "games": words.page_games(found.games) if any(each.games for each in view.sides) else "",
        "deals": words.page_deals(partner(view.dealer)) if view.dealer in seats else "",
        "acts": words.page_acts(partner(acts), _does(view.screen.prompt, words)) if acts in seats else "",
        "won": view.winner == side,
    }


def _does(prompt: Prompt | None, words: English) -> str:
    if prompt is Prompt.CUT_FOR_DEAL:
        return words.PAGE_TO_CUT
    if prompt is Prompt.STARTER:
        return words.PAGE_TO_TURN_UP
    if prompt is None or not prompt.in_show:
        return words.PAGE_TO_PLAY
    return words.PAGE_TO_CLAIM if prompt.asks is Asks.NUMBER else words.PAGE_TO_COUNT


def _skunk_lines(view: SeenBoard, words: English) -> list[dict[str, Any]]:
    """Each has the number of the first hole beyond it, such as 91."""
    rules = view.rules
    lines = (skunk_line(rules), words.PAGE_SKUNK), (double_skunk_line(rules), words.PAGE_DOUBLE_SKUNK)
    return [{"hole": hole, "name": name} for hole, name in lines if 1 < hole < rules.target]


def _screen(page: SeenPage, words: English) -> dict[str, Any]:
    """Also list the keys that work on this page but that the page itself does not mention."""
    return {
        "title": page.title,
        "corner": page.corner,
        "rows": page.rows,
        "keys": [words.key_and_meaning(key, meaning) for key, meaning in page.unshown],
    }


def _hand(hand: CountedHand, names: Sequence[str], words: English) -> dict[str, Any]:
    title = words.crib_title if hand.is_crib else words.hand_title
    return {
        "deal": words.page_deal(hand.deal) if hand.deal else "",
        "title": title(names[hand.seat], str(hand.points)),
        "cards": [_card(card, words) for card in hand.cards],
        "items": [
            {
                "name": words.reason(item.reason),
                "points": item.points,
                "cards": [_card(card, words) for card in item.cards],
            }
            for item in hand.items
        ],
    }


def _card(card: Card, words: English) -> dict[str, str]:
    return {
        "rank": card.rank.symbol,
        "suit": "" if card.suit is None else card.suit.symbol,
        "name": words.card_in_words(card),
    }


def page_files(
    words: English, *, has_form: bool = False, has_keys: bool = False, from_menu: bool = True
) -> Mapping[str, PageFile]:
    """Return the web page's files, keyed by URL path. The path `/` is the page itself.

    Args:
        has_form: True if the page includes a form for entering the code that lets a phone join.
        has_keys: True if the page includes a keypad for phones that have joined.
        from_menu: True if players get the code for joining from the board's menu, False if from a terminal.
    """
    texts = {
        "LANGUAGE": words.LANGUAGE,
        "TITLE": words.PAGE_TITLE,
        "NEEDS_SCRIPT": words.PAGE_NEEDS_SCRIPT,
        "HAS_FORM": "yes" if has_form else "no",
        "HAS_KEYS": "yes" if has_keys else "no",
        "LABELS": json.dumps(page_labels(words, from_menu=from_menu)),
    }
    return files_in(files("firmware_py.serve") / "page", texts)
