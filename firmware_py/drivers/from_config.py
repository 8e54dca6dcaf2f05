"""Create the drivers of a board from its configuration, for real or emulated hardware."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.config.lights import LightSettings
from firmware_py.input.keys import Input, parse_input
from firmware_py.system.errors import UsageError

from . import REAL, Wires

if TYPE_CHECKING:
    from firmware_py.board.ports import OpenPart

    from .leds import LedChain
    from .oled import Oled
    from .signals import PinBuzzer, PinIndicators

# Each driver is imported where it is created, because the libraries load slowly and the screen comes first.

Put = Callable[[Input, bool, int, float | None], object]
Tell = Callable[[str], None]


def oled(settings: DisplaySettings, wires: Wires = REAL) -> Oled:
    """Return the driver for a display. Its bus is opened by the first call to `show`."""
    from .oled import Oled

    return Oled(settings, wires)


def lights(settings: LightSettings, wires: Wires = REAL) -> LedChain:
    """Return the driver for the track LEDs. Its device is opened by the first call to `show`."""
    from .leds import chain

    return chain(settings, wires)


def inputs(config: Config, put: Put, tell: Tell, wires: Wires = REAL) -> list[OpenPart]:
    """Open all keypads and buttons and report every key that is pressed or released.

    Args:
        put: a function that is called with the key, True if it was pressed or False if it was released, a
            number that identifies its keypad, and the time in seconds (None if it is not known).
        tell: a function that is called with a message when a keypad is plugged in, unplugged, or cannot be
            read.

    Raises:
        UsageError: a pin is not available, or the kernel cannot report input devices.
    """
    opened: list[OpenPart] = []
    try:
        for settings in config.inputs:
            opened.append(
                _buttons(settings, put, wires)
                if isinstance(settings, ButtonSettings)
                else _kernel_keypads(settings, put, tell, wires)
            )
    except BaseException:
        for each in opened:
            each.close()
        raise
    return opened


def indicators(config: Config, wires: Wires = REAL) -> PinIndicators | None:
    """Return the indicator LEDs, or None if the board has none.

    Raises:
        UsageError: an LED's pin is not available.
    """
    pins = config.signals
    if pins is None or not (pins.turn or pins.dealer or pins.game_over is not None):
        return None
    from .signals import PinIndicators

    with _usage_errors():
        return PinIndicators(pins, wires)


def buzzer(config: Config, wires: Wires = REAL) -> PinBuzzer | None:
    """Return the buzzer, or None if the board has none.

    Raises:
        UsageError: the buzzer's pin is not available.
    """
    if config.signals is None or config.signals.buzzer is None:
        return None
    from .signals import PinBuzzer

    with _usage_errors():
        return PinBuzzer(config.signals.buzzer, wires)


def _buttons(settings: ButtonSettings, put: Put, wires: Wires) -> OpenPart:
    from .buttons import GpioButtons

    meanings = {pin: parse_input(word) for word, pin in settings.pins.items()}
    with _usage_errors():
        return GpioButtons(meanings, lambda key, down, at: put(key, down, 0, at), wires.pins, wires.clock)


def _kernel_keypads(settings: KeyboardSettings, put: Put, tell: Tell, wires: Wires) -> OpenPart:
    from .kernel_keypads import KernelKeypads

    codes = {code: parse_input(word) for word, codes in settings.codes.items() for code in codes}
    return KernelKeypads(
        codes,
        put,
        device=settings.device,
        grab=settings.grab,
        tell=tell,
        folder=wires.folder,
        opener=wires.inputs,
    )


def one_button(pin: int, put: Callable[[bool], object], wires: Wires = REAL) -> OpenPart:
    """Open one button, and call `put` with True when it is pressed and False when it is released.

    Args:
        pin: the BCM number of the button's pin.

    Raises:
        UsageError: the pin is not available.
    """
    from .buttons import GpioButtons

    with _usage_errors():
        return GpioButtons({pin: pin}, lambda _, down, at: put(down), wires.pins, wires.clock)


def any_keys(
    node: str, codes: Iterable[int], put: Callable[[int, bool], object], wires: Wires = REAL
) -> OpenPart:
    """Open one input device and report each key that is pressed or released.

    Other programs still receive its keys, so the user can keep typing on it.

    Args:
        put: a function that is called with a key code, and with True if the key was pressed or False if it
            was released.

    Raises:
        UsageError: the package inotify_simple is not installed, or the kernel cannot watch the folder that
            contains the device files.
    """
    from .kernel_keypads import KernelKeypads

    return KernelKeypads(
        {code: code for code in codes},
        lambda code, down, source, at: put(code, down),
        device=node,
        grab=False,
        folder=wires.folder,
        opener=wires.inputs,
    )


@contextmanager
def _usage_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # the errors of pin factories have no narrower class
        from traceback import clear_frames

        # While a half-made device object is alive, gpiozero treats its pin as taken. The frames of the error
        # would keep the object alive, perhaps until the next garbage collection.
        clear_frames(error.__traceback__)
        raise UsageError(f"the pins are not available: {error}") from None
