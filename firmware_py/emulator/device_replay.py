"""Replay keys on emulated pins, and draw every frame on emulated chips (`muggins replay --device`)."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.assembly import assemble
from firmware_py.board import Board
from firmware_py.config.build import load
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.emulated_board import EmulatedBoard, with_keys_of_held_go
from firmware_py.emulator.meter import Meter
from firmware_py.input.debounce import QUIET
from firmware_py.input.keys import Key
from firmware_py.input.long_press import LONG
from firmware_py.listeners.listener import Listener


def replay_on_device(
    board: Board, keys: Sequence[Key], listener: Listener, emulated: EmulatedBoard | None = None
) -> Meter:
    """Press keys on emulated pins and measure the bytes sent and processor time used for each key press.

    The clock is simulated, so the function never waits.

    Args:
        board: the board that handles the key presses.
        keys: the keys, in order.
        listener: the listener to notify of each key press and its result.
        emulated: the emulated hardware, with a button for each key; None for the default hardware, with
            buttons for MUGGINS, AGAIN and SCORE added.
    """
    emulated = emulated or EmulatedBoard(with_keys_of_held_go(load()))
    now = [0.0]

    def clock() -> float:
        return now[0]

    emulated.pins.factory.clock = clock
    wires = emulated.wires._replace(clock=clock)
    loop, _, close = assemble(emulated.config, wires, board, EdgeQueue(clock), clock, listener)
    loop.show()
    meter = Meter(emulated)
    for key in keys:
        with meter.press():
            emulated.press(key)
            loop.turn()
            if emulated.must_be_held(key):
                now[0] += LONG
                loop.turn()
            now[0] += 2 * QUIET
            emulated.release(key)
            loop.turn()
        now[0] += 2 * QUIET
    close()
    return meter
