"""Putting a board together: the drivers that a configuration names, joined to the loop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.drivers import from_config
from firmware_py.listeners.listener import Listener, Listeners
from firmware_py.loop import Loop
from firmware_py.outputs.screen_dimming import Screen
from firmware_py.outputs.screens import Screens

if TYPE_CHECKING:
    from firmware_py.board import Board
    from firmware_py.config.config import Config
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.drivers.from_config import Wires
    from firmware_py.ports import Output

# The LEDs, the buzzer and the pins are imported after the first picture is on the screen.


class Assembly(NamedTuple):
    """A board that was put together.

    Attributes:
        loop: the loop, ready to run.
        screens: the screens, for a last picture.
        close: leaves all parts dark and gives their wires back.
    """

    loop: Loop
    screens: Screens
    close: Callable[[], None]


def assemble(
    config: Config,
    wires: Wires,
    board: Board,
    queue: EdgeQueue,
    clock: Callable[[], float],
    listener: Listener,
) -> Assembly:
    """Put a board together on given wires. The first picture is on the screen when this returns.

    Args:
        config: the parts of the board.
        wires: the wires to them, real or emulated.
        board: the state of the game.
        queue: takes the edges of the keys, and hands them to the loop.
        clock: the time in seconds, on the clock of the queue.
        listener: told of each press, of each notice, and of parts that fail.

    Raises:
        UsageError: pins or input devices are not available. Everything is closed then.
    """
    with ExitStack() as opened:
        if wires.pins:
            opened.callback(wires.pins.close)
        screens = Screens([Screen(from_config.oled(each, wires), each) for each in config.displays], listener)
        opened.callback(screens.close)
        loop = Loop(board, (screens,), queue, clock, listener, is_dark=lambda: screens.asleep)
        loop.show()
        outputs: list[Output] = [screens]
        for output in _lights(config, wires, listener):
            opened.callback(output.close)
            outputs.append(output)
        buzzer = from_config.buzzer(config, wires)
        if buzzer:
            from firmware_py.listeners.buzzer import Sounds

            opened.callback(buzzer.close)
            listener = Listeners(listener, Sounds(buzzer))
        loop.equip(outputs, listener)
        for keys in from_config.inputs(config, queue.put, listener.noticed, wires):
            opened.callback(keys.close)
        return Assembly(loop, screens, opened.pop_all().close)


def _lights(config: Config, wires: Wires, listener: Listener) -> list[Output]:
    """Return the outputs besides the screens: the LED tracks and the indicator LEDs, as far as there are any.

    Raises:
        UsageError: the pins are not available.
    """
    made: list[Output] = []
    if config.lights:
        from firmware_py.outputs.led_tracks import LedTracks
        from firmware_py.render.leds import LedPainter

        paint = LedPainter(config.lights.shape, config.lights.palette).paint
        made.append(LedTracks(from_config.lights(config.lights, wires), paint, listener))
    indicators = from_config.indicators(config, wires)
    if indicators:
        from firmware_py.outputs.indicators import Indicators

        made.append(Indicators(indicators))
    return made
