"""A script plays a game: it presses keys, and sends the board events that no single key can enter.

The game that `muggins demo` plays by itself, and the keys that enter a game's events.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.emulator.script import EdgeAndEventQueue, Script, player, sample_game
from firmware_py.input.keys import Key
from tests.support import oracle


def test_the_sample_game_could_be_dealt() -> None:
    """Each deal in the sample game uses a single pack: no rank occurs five times, and no card twice."""
    deals: list[list[str]] = []
    events = list(sample_game().events)
    for number, event in enumerate(events):
        if number + 1 < len(events) and events[number + 1].kind is Kind.UNDO:
            continue
        if event.kind is Kind.STARTER:
            deals.append([])
        if deals and isinstance(event.named, Rank):
            deals[-1].append(event.named.symbol)
        elif deals and isinstance(event.named, Suit):
            deals[-1][-1] += event.named.letter
    for cards in deals:
        ranks = [card.rstrip("SHDC") for card in cards]
        assert all(ranks.count(rank) <= 4 for rank in oracle.RANKS)
        named = [card for card in cards if card[-1] in "SHDC"]
        assert len(named) == len(set(named))
    # Each deal has a starter, two hands and a crib, except the last, which ended early at 121.
    assert {len(cards) for cards in deals[:-1]} == {13}


@pytest.mark.parametrize(
    ("steps", "tapped"),
    [((Key.FOUR, Key.KING, Key.TWO), [Key.FOUR, Key.KING, Key.TWO]), ((Event.deals(0),), [Key.OK])],
)
def test_keys_and_events_with_a_key_are_pressed_one_after_the_other(
    steps: tuple[Key | Event, ...], tapped: list[Key]
) -> None:
    board = Board(History.of(Game.new()))
    pressed: list[Key] = []

    class Fingers:
        """A test double for the terminal. It passes the script player's keys straight to a board."""

        def tap(self, key: Key) -> None:
            pressed.append(key)
            assert board.press(key).why is None

        async def rest(self) -> None:
            pass

    fingers: Any = Fingers()
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    asyncio.run(player(Script(steps, 0.0), board, queue)(fingers, lambda: True))
    assert pressed == tapped and board.history.game.dealer == 0
