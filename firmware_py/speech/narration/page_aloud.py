"""Read out a page, such as the menu: all lines when it opens, and later only the lines that change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.cards import Card
from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.speech.narration.speakable import speakable

_CHOSEN = "◀"
"""The symbol that marks the row that the player has chosen."""
_PLACE = re.compile(r"\d+/\d+")
_CARD = r"(?:10|[2-9AJQK])[♠♥♦♣]?"
_ITEM = re.compile(rf"(?P<reason>.*?) ?(?P<cards>(?<!\S){_CARD}(?: {_CARD})+)")
"""Matches the left text of an item in a count, which contains its reason and at least two cards."""
Row = tuple[str, str]
Keys = tuple[tuple[str, str], ...]


class Page(NamedTuple):
    """A page that covers the game on the screen.

    Attributes:
        title: the title.
        corner: the text beside the title.
        rows: the rows, each consisting of the text on the left and the text on the right.
        keys: the keys that do something on the page, with their meanings.
    """

    title: str
    corner: str
    rows: tuple[Row, ...]
    keys: Keys

    @classmethod
    def of(cls, page: Mapping[str, Any]) -> Page:
        """Return the page described by an object in the board's view file."""
        return cls(
            page["title"],
            page["corner"],
            tuple((left, right) for left, right in page["rows"]),
            tuple((key, meaning) for key, meaning in page["keys"]),
        )


def lines(page: Page, seen: SeenGame) -> Iterator[str]:
    """Yield sentences that read out a page that has just opened: its title, its rows and its keys."""
    title = [page.title, page.corner] if _PLACE.fullmatch(page.corner) else [page.title]
    yield ", ".join(_aloud(text, seen) for text in title)
    yield from _text_of([(_typed_or_none(left), right) for left, right in _shown(page)], seen)
    for key, meaning in page.keys:
        yield _key(key, meaning, seen)


def changed_lines(before: Page, now: Page, seen: SeenGame) -> Iterator[str]:
    """Yield sentences about the rows and keys that differ between two states of the same page.

    The titles of both states must be equal.
    """
    changed = [
        _changed(old, new)
        for old, new in zip_longest(_shown(before), _shown(now), fillvalue=("", ""))
        if old != new
    ]
    yield from _text_of(changed, seen)
    for key, meaning in now.keys:
        if (key, meaning) not in before.keys:
            yield _key(key, meaning, seen)
    if before.corner != now.corner and _PLACE.fullmatch(now.corner):
        yield _aloud(now.corner, seen)


def _shown(page: Page) -> list[Row]:
    """Return the rows to say. If one of the rows has been chosen, return only that row.

    Texts that only list keys are omitted.
    """
    for left, right in page.rows:
        if right == _CHOSEN:
            return [(left, "")]
    return [(_without_keys(left, page.keys), _without_keys(right, page.keys)) for left, right in page.rows]


def _without_keys(cell: str, keys: Keys) -> str:
    """Return a cell's text, or an empty string if the text only lists keys and their meanings.

    Keys and their meanings are said separately.
    """
    rest = _letters(cell)
    for key, meaning in keys:
        rest = rest.replace(_letters(f"{key}{meaning}"), "", 1)
    return cell if rest or not _letters(cell) else ""


def _typed_or_none(cell: str) -> str:
    """Return a cell's text, or an empty string if nothing has been typed there yet.

    A single underscore means that nothing has been typed yet.
    """
    return "" if cell == "_" else cell


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _changed(old: Row, new: Row) -> Row:
    """Return the part of a changed row that should be said: the whole row, or only the text that changed."""
    if new[0].endswith("_") and new[1] == old[1]:
        return new[0], ""
    return ("", new[1]) if new[0] == old[0] else new


def _text_of(rows: Sequence[Row], seen: SeenGame) -> Iterator[str]:
    """Yield the rows as sentences to say.

    If a sentence continues in the next row, the two rows are joined.
    """
    sentence, is_text = "", False
    for left, right in rows:
        text = _row(left, right, seen)
        if not text:
            continue
        goes_on = left[:1].islower() and not right
        if sentence and not ((is_text and goes_on) or sentence.endswith(f" {seen.words.AND}")):
            yield sentence
            sentence = ""
        sentence, is_text = f"{sentence} {text}".strip(), not right
    if sentence:
        yield sentence


def _row(left: str, right: str, seen: SeenGame) -> str:
    """Return a row as it is spoken. In an item of a count, the cards and points are spoken as a sentence."""
    item = _ITEM.fullmatch(left) if right.isdigit() else None
    if item is None:
        return ", ".join(filter(None, (_cell(left, seen), _cell(right, seen))))
    cards = seen.words.cards_in_words(list(map(Card.parse, item["cards"].split())))
    return seen.words.item_counted(_aloud(item["reason"], seen), int(right), cards).strip()


def _cell(text: str, seen: SeenGame) -> str:
    """Return the spoken form of a cell's text. While the text is being typed, it ends with an underscore."""
    if text == "_":
        return seen.words.NOTHING_TYPED
    typed = text.removesuffix("_")
    if typed != text and not typed.isdigit():
        return ", ".join(_aloud(letter, seen) if letter.isdigit() else letter for letter in typed)
    return _aloud(typed, seen)


def _key(key: str, meaning: str, seen: SeenGame) -> str:
    return seen.words.key_means(key, _aloud(meaning, seen))


def _aloud(text: str, seen: SeenGame) -> str:
    return speakable(text, seen.names, seen.words)
