"""Ask the coach about each deal that has been counted, and show its answer on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from firmware_py.input.keys import AddOnMessage
from firmware_py.view.coach import CoachOffer, CountedDeal, advice_pages, counted_deal
from firmware_py.view.view import NO_ADDITIONS, Additions

from .add_on import AddOn

if TYPE_CHECKING:
    from .board import Board


class CoachHelper(Protocol):
    """An object that works out the coach's advice about a deal, without delaying the loop."""

    def ask(self, deal: CountedDeal) -> None:
        """Start to work out the coach's advice about a deal, and return immediately.

        The advice is sent to the main loop as a message. Work on an earlier deal is stopped.
        """

    def close(self) -> None:
        """Stop working out advice, even if it is not complete yet."""


class AfterDeal(AddOn):
    """The add-on that asks the coach about each deal that has been counted, and shows the coach's answer.

    Attributes:
        deadline: the time by which `follow` must be called, or None if there is none.
        shows: the pages with the coach's answer, for the board to show.
    """

    deadline: float | None = None
    shows = NO_ADDITIONS

    def __init__(
        self,
        board: Board,
        helper: CoachHelper,
        noticed: Callable[[str], None],
        completed: Callable[[CountedDeal], CountedDeal] | None = None,
    ) -> None:
        """Prepare to ask the coach about deals.

        Args:
            board: the board, which shows the coach's advice.
            helper: the object that works out the advice.
            noticed: a function that is called with a line of text if the helper could not work out advice.
            completed: a function that adds to a deal what the players have not entered; None to add nothing.
        """
        self._board, self._helper, self._noticed = board, helper, noticed
        self._completed = completed
        self._deal: CountedDeal | None = None
        self._offer: CoachOffer | None = None
        self._shown: CoachOffer | None = None
        self._is_asked = False

    def follow(self, now: float) -> None:
        """If a deal has just been counted, show the coach's advice about it, or ask for the advice.

        The coach is asked in the next call, so that the outputs show the count first. The answer arrives
        later, as a message. Nothing is shown while the coach is switched off, or if it does not support the
        rules.
        """
        before, self._deal, self.deadline = self._deal, self._deal_to_rate, None
        if self._deal is not None:
            if self._offer is None or self._deal != self._offer.deal:
                self._offer, self._is_asked = CoachOffer(self._deal), False
            if not self._is_asked and self._deal != before:
                self.deadline = now
            elif not self._is_asked:
                self._is_asked = True
                self._helper.ask(self._deal)
        self._show()

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Show the coach's answer, unless it is about an earlier deal. Other messages are ignored."""
        if not isinstance(message, CoachOffer) or self._offer is None or message.deal != self._offer.deal:
            return
        self._offer = message
        self._show()
        if message.has_failed:
            self._noticed("the coach could not work out its advice: its process failed; the game goes on")

    def close(self) -> None:
        """Stop working out the coach's advice."""
        self._helper.close()

    @property
    def _deal_to_rate(self) -> CountedDeal | None:
        deal = counted_deal(self._board.history.game) if self._board.equipment.coach else None
        return deal if deal is None or self._completed is None else self._completed(deal)

    def _show(self) -> None:
        offer = None if self._deal is None else self._offer
        if offer != self._shown:
            self._shown = offer
            pages = advice_pages(self._board.history.game, offer) if offer else ()
            self.shows = Additions(more_pages=pages)
