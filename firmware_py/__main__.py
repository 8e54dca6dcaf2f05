"""The composition root: the one place that names real parts, or emulated ones, together."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py import cli
from firmware_py.app import Board, Frames, Loop, Outcome
from firmware_py.drivers.edges import EdgeQueue
from firmware_py.keys import LONG, QUIET, Key
from firmware_py.ports import UsageError
from firmware_py.wiring import BUTTONS, OLED_ADDRESS

if TYPE_CHECKING:
    from firmware_py.emulator.board import EmulatedBoard
    from firmware_py.emulator.meter import Meter

# Drivers and emulators are imported where they are used: a command that needs none starts at once, and on a
# Pi the game is on the screen before gpiozero, the slowest of them, is read.

_PINS = {pin: key for key, pin in BUTTONS.items()}


def main() -> int:
    """The command `muggins`: returns its exit status."""
    return cli.main(None, cli.Programs(run, simulator, has_pins, _figures_of_replay))


def has_pins() -> bool:
    """Whether this is a Raspberry Pi. Many laptops have GPIO chips too, but no header."""
    try:
        return Path("/proc/device-tree/model").read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def run(board: Board) -> None:
    """Run the board on its real parts until it is told to stop.

    Raises:
        UsageError: gpiozero cannot have the pins.
    """
    from firmware_py.drivers.apa102 import spi_chain
    from firmware_py.drivers.oled import i2c_oled

    queue = EdgeQueue(time.monotonic)
    _stop_on_signals(queue)
    display = i2c_oled(address=OLED_ADDRESS)
    lights = spi_chain()
    loop = Loop(board, Frames(display, lights, _tell), queue, time.monotonic)
    loop.show()
    from gpiozero import GPIOZeroError

    from firmware_py.drivers.buttons import Buttons

    try:
        buttons = Buttons(_PINS, queue.put)
        loop.run()
        buttons.close()
    except GPIOZeroError as error:
        why = f"the pins cannot be had: {error}; is lgpio installed, and nothing else using them?"
        raise UsageError(why) from None
    finally:
        display.close()
        lights.close()


def simulator() -> Callable[[Board, str], None]:
    """What runs a board on emulated parts, shown in the terminal.

    Raises:
        UsageError: this is no terminal, or Textual is not installed.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the simulator needs a terminal: 'muggins replay' takes keys from a file or a pipe")
    try:
        from firmware_py.emulator.terminal import simulate as show
    except ModuleNotFoundError as error:
        if error.name not in ("textual", "rich"):
            raise
        raise UsageError("the simulator needs Textual: pip install 'muggins[simulator]'") from None
    from firmware_py.calls import transcript
    from firmware_py.emulator.board import EmulatedBoard

    def simulate(board: Board, journal: str) -> None:
        emulated = EmulatedBoard()
        queue = EdgeQueue(time.monotonic)
        loop, close = _on_emulated_parts(emulated, board, queue, time.monotonic)
        try:
            show(
                emulated,
                lambda: transcript(board.history.game),
                loop.run,
                queue.stop,
                journal,
                lambda: len(board.history.game.sides),
            )
        finally:
            close()

    return simulate


def replay_on_device(board: Board, keys: Sequence[Key], pressed: Callable[[Key, Outcome], None]) -> Meter:
    """Send presses through the emulated pins, and every frame into the emulated chips.

    The clock of the keys is the replay's own: a press and its release are 50 ms apart, a long press lasts as
    long as it must, and no time is lost waiting.

    Args:
        board: the board that takes them.
        keys: what is pressed.
        pressed: told of each press and what it did.

    Returns:
        What each press cost: bytes on each bus, and the processor's time from the edge to the last byte of
        both frames.
    """
    from firmware_py.emulator.board import HELD_FOR, EmulatedBoard
    from firmware_py.emulator.meter import Meter

    emulated = EmulatedBoard()
    now = [0.0]
    queue = EdgeQueue(lambda: now[0])
    loop, close = _on_emulated_parts(emulated, board, queue, lambda: now[0], pressed)
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


def _figures_of_replay(
    board: Board, keys: Sequence[Key], pressed: Callable[[Key, Outcome], None]
) -> dict[str, Any]:
    """The figures that `replay --device` adds to what it prints."""
    return replay_on_device(board, keys, pressed).figures


def _on_emulated_parts(
    emulated: EmulatedBoard,
    board: Board,
    queue: EdgeQueue,
    clock: Callable[[], float],
    pressed: Callable[[Key, Outcome], None] = lambda key, outcome: None,
) -> tuple[Loop, Callable[[], None]]:
    """The shipped loop and drivers over emulated parts, and what lets go of them."""
    from firmware_py.drivers.apa102 import Apa102
    from firmware_py.drivers.buttons import Buttons
    from firmware_py.drivers.oled import Oled
    from firmware_py.emulator.i2c import pi_i2c

    display = Oled(pi_i2c(emulated.bus, OLED_ADDRESS))
    frames = Frames(display, Apa102(emulated.chain), _tell)
    buttons = Buttons(_PINS, queue.put, emulated.pins.factory)

    def close() -> None:
        buttons.close()
        emulated.pins.close()

    return Loop(board, frames, queue, clock, pressed), close


def _stop_on_signals(queue: EdgeQueue) -> None:
    """Let the loop end by itself when the service is stopped or Ctrl-C is pressed."""
    import signal

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.stop())


def _tell(text: str) -> None:
    """A line for whoever looks after the board."""
    print(f"muggins: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
