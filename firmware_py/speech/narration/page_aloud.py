"""Read out a page, such as the menu: all lines when it opens, and later only the lines that change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.speech.narration.speakable import speakable

Row = tuple[str, str]
Keys = tuple[tuple[str, str], ...]


class SeenPage(NamedTuple):
    """A page that covers the game on the screen.

    Attributes:
        title: the title.
        rows: the rows to read aloud. Each row consists of a label, such as an option's name, and the
            text beside it, such as the option's value.
        keys: the keys that do something on the page, with their meanings.
        place: the number of the page and the total number of such pages, or None if it is the only one.
        typed: the digits typed so far, or None if the page does not ask for a number.
        letters: the letters typed so far, or None if the page does not ask for a name.
    """

    title: str
    rows: tuple[Row, ...] = ()
    keys: Keys = ()
    place: tuple[int, int] | None = None
    typed: str | None = None
    letters: str | None = None

    @classmethod
    def of(cls, page: Mapping[str, Any]) -> SeenPage:
        """Return the page described by a JSON object from the board's view file."""
        place = page.get("place")
        return cls(
            page["title"],
            tuple((left, right) for left, right in page.get("aloud", page["rows"])),
            tuple((key, meaning) for key, meaning in page["keys"]),
            (place[0], place[1]) if place else None,
            page.get("typed"),
            page.get("letters"),
        )


def lines(page: SeenPage, seen: SeenGame) -> Iterator[str]:
    """Yield the sentences to say when a page opens: the page's title, rows and keys.

    Args:
        page: the page.
        seen: the current game.
    """
    yield ", ".join([_aloud(page.title, seen), *_place(page, seen)])
    for left, right in page.rows:
        yield from _row(left, right, seen)
    if page.typed or page.letters:
        yield _typed(page, seen)
    for key, meaning in page.keys:
        yield _key(key, meaning, seen)


def changed_lines(before: SeenPage, now: SeenPage, seen: SeenGame) -> Iterator[str]:
    """Yield sentences about everything that differs between two states of the same page.

    The titles of both states must be equal.

    Args:
        before: the page as it was when the voice last described it.
        now: the page as it is now.
        seen: the current game.
    """
    for old, new in zip_longest(before.rows, now.rows, fillvalue=("", "")):
        if old != new:
            is_same_option = old[0] == new[0] and new[1]
            yield from _row("" if is_same_option else new[0], new[1], seen)
    if (before.typed, before.letters) != (now.typed, now.letters):
        is_next_question = before.rows != now.rows and not (now.typed or now.letters)
        if not is_next_question:
            yield _typed(now, seen)
    for key, meaning in now.keys:
        if (key, meaning) not in before.keys:
            yield _key(key, meaning, seen)
    if before.place != now.place:
        yield from _place(now, seen)


def _place(page: SeenPage, seen: SeenGame) -> Iterator[str]:
    if page.place is not None:
        yield seen.words.page_of(*page.place)


def _row(left: str, right: str, seen: SeenGame) -> Iterator[str]:
    between = " " if left.endswith(":") else ", "
    said = between.join(filter(None, (_aloud(left, seen), _aloud(right, seen))))
    if said:
        yield said


def _typed(page: SeenPage, seen: SeenGame) -> str:
    if page.typed:
        return seen.words.number(int(page.typed))
    spelled = (_aloud(letter, seen) if letter.isdigit() else letter for letter in page.letters or "")
    return ", ".join(spelled) or seen.words.NOTHING_TYPED


def _key(key: str, meaning: str, seen: SeenGame) -> str:
    return seen.words.key_means(key, _aloud(meaning, seen))


def _aloud(text: str, seen: SeenGame) -> str:
    return speakable(text, seen.names, seen.words)
