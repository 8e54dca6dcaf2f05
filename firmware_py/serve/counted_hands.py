"""The hands and cribs counted in the current game, collected from the views of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.deals import Source
from firmware_py.change_names import CRIB, GAME, HAND, LAID, LEFT, POINTS, STARTER, SUIT, TAKEN_BACK

_LONGEST = 5000
"""The maximum number of changes to keep. They span several games, because UNDO can restore earlier games."""
_CARD_OF_HAND = {LAID, LEFT, HAND}
"""The kinds of changes that reveal a card in a player's hand."""
_SHOW = (Source.HAND.value, Source.CRIB.value)


class CountedHand(NamedTuple):
    """A hand or crib that was counted.

    Attributes:
        deal: the number of the deal in the game, starting at 1, or 0 if the start of the game is not known.
        seat: the seat of the player who owns the hand or crib.
        is_crib: True for a crib, or False for a hand.
        points: the points scored.
        cards: the cards, with the starter at the end.
        items: what the points are for, as listed in the board's view file: JSON objects with `reason`,
            `points` and `cards`.
    """

    deal: int
    seat: int
    is_crib: bool
    points: int
    cards: tuple[str, ...]
    items: tuple[Mapping[str, Any], ...]


class CountedHands:
    """Reads each new view of the board, and collects the hands and cribs counted in the current game."""

    def __init__(self) -> None:
        """Create an empty collection of hands."""
        self._seen: tuple[object, int] = (None, 0)
        self._changes: list[Mapping[str, Any]] = []

    def catch_up(self, view: Mapping[str, Any], changes: Sequence[Mapping[str, Any]]) -> None:
        """Discard the hands collected so far, and collect all hands counted in the game up to now instead.

        Args:
            view: the latest view of the board.
            changes: everything that has happened in the game up to this view, oldest first.
        """
        self._seen = view["run"], view["sequence"]
        self._changes = list(changes)

    def hear(self, view: Mapping[str, Any]) -> None:
        """Collect the hands and cribs that were counted since the previous view.

        They are found in the list of recent key presses in `view`.
        """
        run, seen = self._seen
        if view["run"] != run:
            self._changes, seen = [], 0
        self._seen = view["run"], view["sequence"]
        for press in view["recent"]:
            if press["sequence"] > seen:
                self._add(press["happened"])

    def of_this_game(self) -> list[CountedHand]:
        """Return the hands and cribs counted in the current game, in chronological order."""
        return list(_counted(self._changes))

    def _add(self, happened: Sequence[Mapping[str, Any]]) -> None:
        for change in happened:
            if change["what"] == TAKEN_BACK:
                del self._changes[max(0, len(self._changes) - len(change["changes"])) :]
            else:
                self._changes.append(change)
        del self._changes[:-_LONGEST]


def _counted(changes: Iterable[Mapping[str, Any]]) -> Iterable[CountedHand]:
    """Return the hands and cribs that were counted during the given changes to the match.

    If a new game began during these changes, only the hands and cribs counted in the new game are returned.
    """
    found: list[CountedHand] = []
    deal = 0
    starter: list[str] = []
    crib: list[str] = []
    hands: dict[int, list[str]] = {}
    last: list[str] = []
    for change in changes:
        what = change["what"]
        if what == GAME:
            found, deal = [], 0
        elif what == STARTER:
            starter, crib, hands = [change["card"]], [], {}
            deal, last = deal + 1, starter
        elif what in _CARD_OF_HAND or what == CRIB:
            last = crib if what == CRIB else hands.setdefault(change["seat"], [])
            last.append(change["card"])
        elif what == SUIT and last:
            last[-1] = change["card"]
        elif what == POINTS and change["source"] in _SHOW and change["by"] is None:
            is_crib = change["source"] == Source.CRIB.value
            cards = crib if is_crib else hands.get(change["seat"], [])
            all_cards = (*cards, *starter)
            items = tuple(change["items"])
            found.append(CountedHand(deal, change["seat"], is_crib, change["points"], all_cards, items))
    return found
