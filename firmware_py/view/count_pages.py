"""The pages that show the last points item by item. OK turns the pages."""

from __future__ import annotations

from engine.entries import Entry, Source
from engine.game import Game
from engine.scoring.items import Item, Reason, total
from firmware_py.view.calls import called_low, hand_aloud, of_a_hand, pegged, scorer, side_or_player
from firmware_py.view.page import ROWS, WIDE, Page, Row, Rows
from firmware_py.words.in_use import words

_CARDS = 6
"""The number of cards with suits that fit in a row."""
_LONG = 7
"""The maximum length, in letters, of a name that leaves room for `'s hand` in a title."""


def count_page(game: Game, number: int) -> Page | None:
    """Return the page to show after OK has been pressed `number` times, or None to show the game.

    The game is shown before the first page and again after the last page.
    """
    if not number:
        return None
    pages = [page for entry in _last_counts(game) for page in _pages(game, entry)]
    number %= len(pages) + 1
    if not number:
        return None
    title, rows = pages[number - 1]
    return Page(title, f"{number}/{len(pages)}", rows)


def _last_counts(game: Game) -> list[Entry]:
    """Return the entries to show: either all hands counted in this deal, or the last points scored.

    The hands are shown only if no other points have been scored since the last hand was counted.
    """
    if not game.entries:
        return []
    last = game.entries[-1]
    if not of_a_hand(last):
        return [entry for entry in game.entries if entry.at == last.at]
    first = game.deal.entries if game.deal else 0
    return [entry for entry in game.entries[first:] if of_a_hand(entry)]


def _pages(game: Game, entry: Entry) -> list[tuple[str, Rows]]:
    """Return the title and the rows of each page that shows the details of an entry."""
    name = scorer(game, entry)
    points = pegged(entry) if of_a_hand(entry) else str(entry.points)
    if not of_a_hand(entry):
        title = words().points_title(name if len(name) > _LONG else side_or_player(game, entry), points)
    elif len(name) > _LONG or points != str(total(entry.findings)):
        title = words().points_title(name, points)
    elif entry.source is Source.HAND:
        title = words().hand_title(name, points)
    else:
        title = words().crib_title(name, points)
    return [(title, rows) for rows in _in_pages(_count_rows(game, entry))]


def _count_rows(game: Game, entry: Entry) -> list[Row]:
    """Return the rows for an entry: its items, or only the points called if the player called too few.

    If a hand has no points, a single row says so.
    """
    if called_low(game, entry):
        return [Row(words().CALLED, str(entry.points))]
    rows = [row for item in game.items(entry) for row in _item_rows(item)]
    return rows or [Row(hand_aloud(game, entry), "0")]


def _in_pages(rows: list[Row]) -> list[Rows]:
    return [tuple(rows[start : start + ROWS]) for start in range(0, len(rows), ROWS)]


def _item_rows(item: Item) -> Rows:
    """Return the rows that show an item's reason, cards and points.

    If everything fits into one row, return a single row.
    """
    reason, cards = words().reason(item.reason), [card.pretty for card in item.cards]
    if item.reason in (Reason.MUGGINS, Reason.GO) and len(cards) == 1:
        return (Row(words().reason_on_card(item.reason, cards[0]), str(item.points)),)
    # A suit symbol is as wide as two letters.
    if len(reason) + sum(4 if card.suit else 2 for card in item.cards) <= WIDE + 2:
        return (Row(" ".join([reason, *cards]), str(item.points)),)
    *lines, last = (" ".join(cards[start : start + _CARDS]) for start in range(0, len(cards), _CARDS))
    return (Row(reason), *map(Row, lines), Row(last, str(item.points)))
