"""The settings of the indicator LEDs and the buzzer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class SignalSettings(NamedTuple):
    """The BCM pins of the indicator LEDs and the buzzer.

    Attributes:
        turn: for each side, the pin of the LED that shows that it is the side's turn; empty if there is
            none.
        dealer: for each side, the pin of the LED that shows that the side deals; empty if there is none.
        game_over: the pin of the LED that is lit when the game is over; None if there is none.
        buzzer: the pin of an active buzzer; None if there is none.
    """

    turn: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    game_over: int | None = None
    buzzer: int | None = None


def signals(table: Mapping[str, Any]) -> SignalSettings:
    """Return the settings of the indicator LEDs and the buzzer.

    Args:
        table: the configuration's `[signals]` table.
    """
    return SignalSettings(
        turn=tuple(table.get("turn", ())),
        dealer=tuple(table.get("dealer", ())),
        game_over=table.get("game_over"),
        buzzer=table.get("buzzer"),
    )
