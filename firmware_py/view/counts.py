"""The pages that show the most recent points item by item. OK turns to the next page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.deals import Entry, Source
from engine.game import Game
from engine.scoring.items import Item, Reason, total
from firmware_py.input.page import ROWS, WIDE, Page, Row, Rows, place_in_figures
from firmware_py.words.in_use import words

from .calls import called_low, hand_aloud, is_for_hand, pegged, scorer, side_or_player

_CARDS = 6
"""The number of cards with suits that fit in a row."""
_LONG = 7
"""The maximum length, in letters, of a name that leaves room for `'s hand` in a title."""


def count_page(game: Game, number: int, more: Sequence[Page] = ()) -> Page | None:
    """Return the page to show after OK has been pressed `number` times, or None to show the game.

    The game is shown before the first page and again after the last page. The pages that show the counts
    come first, and `more` pages follow.
    """
    if not number:
        return None
    pages = [page for entry in _last_counts(game) for page in _pages(game, entry)]
    pages += more
    number %= len(pages) + 1
    if not number:
        return None
    place = number, len(pages)
    return pages[number - 1]._replace(corner=place_in_figures(place), place=place)


def _last_counts(game: Game) -> list[Entry]:
    if not game.entries:
        return []
    last = game.entries[-1]
    if not is_for_hand(last):
        return [entry for entry in game.entries if entry.at == last.at]
    first = game.deal.entries if game.deal else 0
    return [entry for entry in game.entries[first:] if is_for_hand(entry)]


def _pages(game: Game, entry: Entry) -> list[Page]:
    """An item is spoken on the page where it begins."""
    name = scorer(game, entry)
    points = pegged(entry) if is_for_hand(entry) else str(entry.points)
    if not is_for_hand(entry):
        title = words().points_title(name if len(name) > _LONG else side_or_player(game, entry), points)
    elif len(name) > _LONG or points != str(total(entry.findings)):
        title = words().points_title(name, points)
    elif entry.source is Source.HAND:
        title = words().hand_title(name, points)
    else:
        title = words().crib_title(name, points)
    found = _items(game, entry)
    pages: list[Page] = []
    rows = [(row, item.aloud if row is item.rows[0] else None) for item in found for row in item.rows]
    for start in range(0, len(rows), ROWS):
        shown = rows[start : start + ROWS]
        aloud = tuple(said for _, said in shown if said)
        pages.append(Page(title, "", tuple(row for row, _ in shown), aloud=aloud))
    return pages


class _Shown(NamedTuple):
    rows: Rows
    aloud: Row


def _items(game: Game, entry: Entry) -> list[_Shown]:
    """If the player called too few points, return only those: the board does not reveal the missed points."""
    if called_low(game, entry):
        called = Row(words().CALLED, str(entry.points))
        return [_Shown((called,), called)]
    nothing = Row(hand_aloud(game, entry), "0")
    found = [_Shown(_item_rows(item), _item_aloud(item)) for item in game.items(entry)]
    return found or [_Shown((nothing,), nothing)]


def _item_aloud(item: Item) -> Row:
    reason = words().reason(item.reason)
    if not item.cards:
        return Row(reason, str(item.points))
    return Row(words().item_counted(reason, item.points, words().cards_in_words(item.cards)))


def _item_rows(item: Item) -> Rows:
    """Return a single row if the name, the cards and the points fit into one."""
    reason, cards = words().reason(item.reason), [card.pretty for card in item.cards]
    if item.reason in (Reason.MUGGINS, Reason.GO) and len(cards) == 1:
        return (Row(words().reason_on_card(item.reason, cards[0]), str(item.points)),)
    # A suit symbol is as wide as two letters.
    if len(reason) + sum(4 if card.suit else 2 for card in item.cards) <= WIDE + 2:
        return (Row(" ".join([reason, *cards]), str(item.points)),)
    *lines, last = (" ".join(cards[start : start + _CARDS]) for start in range(0, len(cards), _CARDS))
    return (Row(reason), *map(Row, lines), Row(last, str(item.points)))
