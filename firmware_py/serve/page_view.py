"""The state of the board as a JSON object for the web page, including the wording of all messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import Card
from engine.errors import InvalidRules
from engine.prompts import SUIT_QUESTIONS, Prompt
from engine.scoring.items import Reason
from engine.scoring.pegs import double_skunk_line, skunk_line
from firmware_py.input.keys import SUITS
from firmware_py.seen_rules import seen_rules
from firmware_py.serve.counted_hands import CountedHand
from firmware_py.serve.keys_of_turn import keys_of_turn
from firmware_py.words.english import English

_COUNTS = {prompt.value for prompt in (Prompt.HAND, Prompt.REVEAL, Prompt.CRIB, *SUIT_QUESTIONS)}
"""The prompts at which the owner of a hand or of the crib counts it."""

_SUIT_KEYS = {key.value for key in SUITS}


def page_view(view: Mapping[str, Any], hands: Sequence[CountedHand], words: English) -> dict[str, Any]:
    """Return the state of the board as the web page shows it, without the list of recent key presses.

    `presses_since` returns that list.

    Args:
        view: the JSON object from the board's view file.
        hands: the hands counted in the current game, oldest first.
        words: the message catalogue of the page.
    """
    names = view["names"]
    number = len(view["sides"])
    sides = [_side(view, side, range(side, view["players"], number), words) for side in range(number)]
    return {
        "run": view["run"],
        "sequence": view["sequence"],
        "running": view["running"],
        "target": view["target"],
        "lines": _skunk_lines(view, words),
        "sides": sides,
        "says": view["says"],
        "seats": names,
        "turn": keys_of_turn(view),
        "keys": view["keys"],
        "muggins": "muggins=on" in view["options"],
        "count": view["count"] if view["prompt"] == "play" else None,
        "table": [_card(card, words) for card in _table_cards(view)],
        "starter": None if view["starter"] is None else _card(view["starter"], words),
        "screen": None if view["page"] is None else _screen(view["page"], words),
        "notice": view["notice"],
        "won": view["winner"] is not None,
        "call": last_call(view),
        "refused": view["recent"][-1]["refused"] if view["recent"] else None,
        "hands": [_hand(hand, names, words) for hand in hands],
    }


def presses_since(view: Mapping[str, Any], sequence: int) -> list[dict[str, Any]]:
    """Return the key presses with sequence numbers greater than `sequence`, as JSON objects.

    Each object contains the sentences spoken about the key press and, if the key was refused, the reason.

    Args:
        view: the JSON object from the board's view file.
        sequence: the sequence number of the last key press that the web page already has.
    """
    return [
        {"said": press["said"], "refused": press["refused"]}
        for press in view["recent"]
        if press["sequence"] > sequence
    ]


def last_call(view: Mapping[str, Any]) -> list[str]:
    """Return the sentences about the last key press that the board accepted.

    A suit that was named without points belongs to the card before it. Return an empty list if the board
    accepted none of the recent key presses.
    """
    for press in reversed(view["recent"]):
        if press["refused"] is None and (press["said"] or press["key"] not in _SUIT_KEYS):
            return list(press["said"])
    return []


def _side(view: Mapping[str, Any], side: int, seats: Sequence[int], words: English) -> dict[str, Any]:
    found = view["sides"][side]
    deals, acts = view["dealer"] in seats, view["to_act"] in seats

    def acting(partner: str) -> str:
        return words.page_acts(partner, does(view["prompt"], words))

    return {
        "name": found["name"],
        "score": found["score"],
        "front": found["front"],
        "back": found["back"],
        "score_in_words": words.page_score(found["name"], found["score"], view["target"]),
        "games": words.page_games(found["games"]) if any(each["games"] for each in view["sides"]) else "",
        "deals": _role(view["names"], view["dealer"], words.page_deals, len(seats)) if deals else "",
        "acts": _role(view["names"], view["to_act"], acting, len(seats)) if acts else "",
        "won": view["winner"] == side,
    }


def does(prompt: str, words: English) -> str:
    """Return a phrase that says what the current player has to do, such as `to play`.

    Args:
        prompt: the name of the board's prompt, such as `starter`.
        words: the message catalogue of the page.
    """
    if prompt == Prompt.CUT_FOR_DEAL.value:
        return words.PAGE_TO_CUT
    if prompt == Prompt.STARTER.value:
        return words.PAGE_TO_TURN_UP
    if prompt in (Prompt.CLAIM.value, Prompt.MUGGINS.value):
        return words.PAGE_TO_CLAIM
    return words.PAGE_TO_COUNT if prompt in _COUNTS else words.PAGE_TO_PLAY


def _table_cards(view: Mapping[str, Any]) -> Sequence[str]:
    """Return the cards on the table without the starter, which the page shows elsewhere."""
    return [] if view.get("shows_starter") else view["table"]


def _role(names: Sequence[str], seat: int, text: Any, partners: int) -> str:
    return str(text(names[seat] if partners > 1 else ""))


def _skunk_lines(view: Mapping[str, Any], words: English) -> list[dict[str, Any]]:
    """Return the skunk lines, each with its name and the number of the first hole beyond it, such as 91."""
    try:
        rules = seen_rules(view)
    except InvalidRules:  # a newer board with other options
        return []
    lines = (skunk_line(rules), words.PAGE_SKUNK), (double_skunk_line(rules), words.PAGE_DOUBLE_SKUNK)
    return [{"hole": hole, "name": name} for hole, name in lines if 1 < hole < view["target"]]


def _screen(page: Mapping[str, Any], words: English) -> dict[str, Any]:
    """Convert the page that is open on the board's screen, such as the menu, to a JSON object.

    The object also lists the keys that work on this page but that the page itself does not mention.
    """
    return {
        "title": page["title"],
        "corner": page["corner"],
        "rows": page["rows"],
        "keys": [words.key_and_meaning(key, meaning) for key, meaning in page.get("unshown", ())],
    }


def _hand(hand: CountedHand, names: Sequence[str], words: English) -> dict[str, Any]:
    title = words.crib_title if hand.is_crib else words.hand_title
    return {
        "deal": words.page_deal(hand.deal) if hand.deal else "",
        "title": title(names[hand.seat], str(hand.points)),
        "cards": [_card(card, words) for card in hand.cards],
        "items": [
            {
                "name": words.reason(Reason(item["reason"])),
                "points": item["points"],
                "cards": [_card(card, words) for card in item["cards"]],
            }
            for item in hand.items
        ],
    }


def _card(text: str, words: English) -> dict[str, str]:
    card = Card.parse(text)
    return {
        "rank": card.rank.symbol,
        "suit": "" if card.suit is None else card.suit.symbol,
        "name": words.card_in_words(card),
    }
