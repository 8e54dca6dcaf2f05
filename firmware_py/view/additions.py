"""The values that the add-ons supply for the board to show, besides the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware_py.coaching.advice_message import CoachOffer
    from firmware_py.view.phone_offer import PhoneOffer


class Additions(NamedTuple):
    """Everything that the add-ons supply for the board to show. Each field belongs to one add-on.

    Attributes:
        phones: the values shown by the dialogue that lets phones join, or None if they are not known yet.
        advice: the coach's advice about the deal that has just been counted, or None if there is none.
    """

    phones: PhoneOffer | None = None
    advice: CoachOffer | None = None


NO_ADDITIONS = Additions()
"""The additions of a board without add-ons."""
