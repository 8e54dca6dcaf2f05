"""Ask the coach about each deal that has been counted, and give its answer to the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.coaching.advice_message import CoachOffer

if TYPE_CHECKING:
    from firmware_py.board import Board
    from firmware_py.coaching.counted_deal import CountedDeal
    from firmware_py.ports import CoachHelper


class AfterDeal:
    """Asks the coach about each deal that has been counted, and passes the coach's answer on to the board."""

    def __init__(self, board: Board, helper: CoachHelper, noticed: Callable[[str], None]) -> None:
        """Prepare to ask the coach about deals.

        Args:
            board: the board, which shows the coach's advice.
            helper: the object that works out the advice.
            noticed: a function that is called with a line of text if the helper could not work out advice.
        """
        self._board, self._helper, self._noticed = board, helper, noticed
        self._asked: CountedDeal | None = None

    def follow(self) -> None:
        """If a deal has just been counted, ask the coach for advice about it.

        The advice arrives later, as a message to the main loop. Do nothing if the coach is switched off, does
        not support the rules, or has already been asked about this deal.
        """
        deal = self._board.deal_to_rate
        if deal is None or deal == self._asked:
            return
        self._asked = deal
        self._board.offer_advice(CoachOffer(deal))
        self._helper.ask(deal)

    def hear(self, offer: CoachOffer) -> None:
        """Pass the coach's answer on to the board, unless the answer is about an earlier deal."""
        if offer.deal != self._asked:
            return
        self._board.offer_advice(offer)
        if offer.has_failed:
            self._noticed("the coach could not work out its advice: its process failed; the game goes on")

    def close(self) -> None:
        """Stop working out the coach's advice about the last deal, if this is in progress."""
        self._helper.close()
