"""Keys pressed on emulated pins, with every frame drawn on emulated chips: `muggins replay --device`."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.assembly import assemble
from firmware_py.board import Board
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.emulated_board import HELD_FOR, EmulatedBoard
from firmware_py.emulator.meter import Meter
from firmware_py.input.debounce import QUIET
from firmware_py.input.keys import Key
from firmware_py.input.long_press import LONG
from firmware_py.listeners.listener import Listener


def replay_on_device(
    board: Board, keys: Sequence[Key], listener: Listener, emulated: EmulatedBoard | None = None
) -> Meter:
    """Press keys on emulated pins, and measure what each press costs.

    The keys have a clock of their own: a press and its release are 50 ms apart, a long press is held as long
    as it must be, and no time is spent waiting.

    Args:
        board: takes the presses.
        keys: the keys, in order.
        listener: told of each press and what came of it.
        emulated: the parts; those of the default board if None. Each key needs a button.

    Returns:
        The bytes on each bus, and the processor's time from the edge to the last byte of the frames, for each
        press.
    """
    emulated = emulated or EmulatedBoard()
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
            if key in HELD_FOR:
                now[0] += LONG
                loop.turn()
            now[0] += 2 * QUIET
            emulated.release(key)
            loop.turn()
        now[0] += 2 * QUIET
    close()
    return meter
