"""A script plays a game: it presses keys, and sends the board events that no single key can enter."""

import asyncio
import time
from typing import Any

from engine.events import Event
from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.emulator.script import EdgeAndEventQueue, Script, player
from firmware_py.input.keys import Key


class DirectFingers:
    """A test double for the terminal. It passes the script player's keys straight to a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tapped: list[Key] = []

    def tap(self, key: Key) -> None:
        self.tapped.append(key)
        assert self.board.press(key).why is None

    async def rest(self) -> None:
        pass


def test_the_queue_hands_events_to_the_board_and_returns_edges_in_between() -> None:
    taken: list[Event] = []
    queue = EdgeAndEventQueue(time.monotonic, taken.append)
    queue.put_event(Event.deals(0))
    queue.put(Key.OK, True)
    edge: Any = queue.wait(None)
    assert (edge.key, taken) == (Key.OK, [])
    assert queue.wait(None) is None and taken == [Event.deals(0)]
    queue.stop()
    assert queue.wait(None) is Ending.STOPPED


def test_keys_are_pressed_one_after_the_other() -> None:
    board = Board(History.of(Game.new()))
    fingers: Any = DirectFingers(board)
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    keys = (Key.FOUR, Key.KING, Key.TWO)
    asyncio.run(player(Script(keys, 0.0), board, queue)(fingers, lambda: True))
    assert fingers.tapped == list(keys)


def test_an_event_with_a_key_is_pressed() -> None:
    board = Board(History.of(Game.new()))
    fingers: Any = DirectFingers(board)
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    asyncio.run(player(Script((Event.deals(0),), 0.0), board, queue)(fingers, lambda: True))
    assert fingers.tapped == [Key.OK] and board.history.game.dealer == 0
