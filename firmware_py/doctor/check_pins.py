"""Check that nothing else uses the board's pins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, suppress

from firmware_py.config.clashes import CHIP_SELECTS, READ_BY_KERNEL, PinUser, Use, uses
from firmware_py.config.requirements import MATRIX, SINGLE_KEY, UART_PINS, spi0_line, spi_devices, uses_pins
from firmware_py.system.gpio_chip import CONSUMER, GpioError, header_chip

from .boot_files import Settings, TakenPin, is_sound_card, taken
from .diagnosis import FAULT, OK, WARNING, Diagnosis
from .machine import UNIT, Machine

_LGPIO = "lg"  # the name under which every program with the library lgpio uses a pin
_FIND = "find the program: sudo apt install psmisc, then sudo fuser -v /dev/gpiochip*"
_DRIVER = re.compile(r"spi\d|onewire|w1")  # the names of drivers that do not read keys
# Debian's kernel calls the port on these pins ttyS1 if Bluetooth has the other one.
_CONSOLE = re.compile(r"(?:^|\s)(console=(?:serial0|ttyS[01]|ttyAMA0)\b\S*)(?=\s|$)")


_HEADER = 28  # BCM 0 to 27


def pin_users(machine: Machine) -> dict[int, str] | None:
    """Return the driver or program that uses each header pin, keyed by BCM number. Unused pins are omitted.

    Return None if there is no header, if this user is not permitted to open its device file, or if the board
    uses no pins.
    """
    return users_on_chip() if machine.is_here and uses_pins(machine.config) else None


def users_on_chip(folder: str = "/dev") -> dict[int, str] | None:
    """Do the same for the header whose device file is in this folder, for any board."""
    with suppress(GpioError, OSError), closing(header_chip(folder)) as chip:
        lines = {pin: chip.info(pin) for pin in range(_HEADER)}
        return {pin: line.consumer or "the kernel" for pin, line in lines.items() if line.is_used}
    return None


def running_command_line(machine: Machine) -> str | None:
    """Return the command line of the running kernel."""
    return machine.text("proc/cmdline")


def check(machine: Machine) -> Iterator[Diagnosis]:
    """Check that none of the board's pins is used by anything else."""
    every = uses(machine.config)
    own = {use.pin: use for use in every if not _of_bus(use)}
    buses = {use.pin: use for use in every if _of_bus(use)}
    found = [*_assigned_elsewhere(machine, own, buses)]
    found += _in_use(machine, own, {pin for pin, _ in found})
    yield from (finding for _, finding in found)
    serial = list(_serial(machine, own))
    yield from serial
    if every and not found and not serial:
        yield from _free(machine)


def _free(machine: Machine) -> Iterator[Diagnosis]:
    if machine.fact(pin_users) is not None:
        yield Diagnosis(OK, "nothing else uses the board's pins")
    elif machine.config_txt is not None:
        yield Diagnosis(OK, "config.txt gives the board's pins to nothing else")


def _of_bus(use: Use) -> bool:
    return use.shared or use.signal in CHIP_SELECTS or use.part is PinUser.AMPLIFIER


def _of_its_bus(use: Use, overlay: str) -> bool:
    return is_sound_card(overlay) if use.part is PinUser.AMPLIFIER else overlay.startswith("spi")


def _assigned_elsewhere(
    machine: Machine, own: dict[int, Use], buses: dict[int, Use]
) -> Iterator[tuple[int, Diagnosis]]:
    """Yield each pin that config.txt assigns to a different bus or overlay, with the fault."""
    for other in sorted(taken(machine.settings), key=lambda each: each.pin):
        use = own.get(other.pin)
        if use is None:
            # A bus gets its pins from settings of its own. Any other overlay on these pins is a fault.
            use = buses.get(other.pin)
            if use is None or not other.overlay or _of_its_bus(use, other.overlay):
                continue
        elif use.part in READ_BY_KERNEL and other.overlay in (SINGLE_KEY, MATRIX):
            continue
        what = f"BCM {other.pin} is {_called(use)}, but {other.by} takes it"
        yield other.pin, Diagnosis(FAULT, what, _remedy(machine, other, own))


def _called(use: Use) -> str:
    if use.part is PinUser.BUTTON:
        return f"the button {use.key}"
    if use.part is PinUser.AMPLIFIER:
        return f"the {use.wire} of the amplifier"
    return f"the {use.wire} of {use.setting}" if use.signal else use.setting


def _remedy(machine: Machine, other: TakenPin, own: dict[int, Use]) -> str:
    if other.overlay:
        move = " or give it another pin" if other.overlay.startswith(("w1-", "gpio-", "pwm")) else ""
        return f"{other.place}: remove {other.by}{move}, and restart, or use another pin for the board"
    devices = spi_devices(machine.config)
    if other.remedy and any(bus == 0 for bus, _ in devices):
        line = spi0_line({device for bus, device in devices if bus == 0}, own)
        return machine.write(line or other.remedy)
    return f"{other.place}: remove {other.by} and restart, or use another pin for the board"


def _in_use(machine: Machine, own: dict[int, Use], known: set[int]) -> Iterator[tuple[int, Diagnosis]]:
    """Yield each pin that the wrong program uses, or that lacks its kernel driver, with the finding."""
    lines = machine.fact(pin_users)
    if lines is None:
        return
    for pin, use in sorted(own.items()):
        user = lines.get(pin)
        if pin in known:
            continue
        if use.part in READ_BY_KERNEL:
            # If the key's overlay is missing from config.txt, check_keys says which line to add.
            if user is None:
                what = f"no kernel driver uses BCM {pin}, which is {use.setting}"
                yield pin, Diagnosis(FAULT, what, "restart, so that the overlays of config.txt are loaded")
            elif user in (CONSUMER, _LGPIO) or _DRIVER.match(user):
                yield pin, _busy(pin, use, user)
        elif user == CONSUMER:
            if machine.unit(UNIT).state != "active":
                what = f"BCM {pin} is {_called(use)}, and a board that is not the service uses it"
                yield pin, Diagnosis(WARNING, what, f"if no board should be running, {_FIND}")
        elif user is not None:
            yield pin, _busy(pin, use, user)


def _busy(pin: int, use: Use, user: str) -> Diagnosis:
    if user.startswith("spi0 CS"):
        remedy = f"free it: add dtoverlay=spi0-{user[-1]}cs to config.txt, and restart"
    elif re.match(r"spi\d", user):
        remedy = f"remove dtoverlay={user[:4]}-… from config.txt and restart, or use another pin"
    elif user.startswith(("onewire", "w1")):
        remedy = "remove dtoverlay=w1-gpio from config.txt, or give it another gpiopin=, and restart"
    elif user == _LGPIO:
        remedy = f"{_FIND}; stop it, or use another pin for the board"
    else:
        remedy = "stop the program or remove the overlay that uses it, or use another pin for the board"
    return Diagnosis(FAULT, f'BCM {pin} is {_called(use)}, but "{user}" has it', remedy)


def _serial(machine: Machine, own: dict[int, Use]) -> Iterator[Diagnosis]:
    if not any(pin in own for pin in UART_PINS):
        return
    enabled = machine.settings.values.get("enable_uart")
    port = has_port(machine.settings, machine.models)
    if port and enabled is not None:
        yield Diagnosis(
            FAULT,
            f"enable_uart={enabled.value} gives BCM 14 and 15 to the serial port",
            machine.write("enable_uart=0", enabled),
        )
    elif port:
        yield Diagnosis(
            FAULT, "this model gives BCM 14 and 15 to the serial port", machine.write("enable_uart=0")
        )
    written = _console(machine.cmdline_txt, machine)
    if written:
        yield Diagnosis(
            FAULT if port else WARNING,
            f"the kernel puts a console on BCM 14 and 15: {written}",
            f"{machine.cmdline_file}: remove {written} from its one line, and restart",
        )
    elif _console(machine.fact(running_command_line), machine) and port:
        yield Diagnosis(FAULT, "the kernel still has a console on BCM 14 and 15", "restart")


def has_port(settings: Settings, models: frozenset[str]) -> bool:
    """Return True if the Pi's serial port uses BCM 14 and 15.

    This depends on the model, on `enable_uart` in config.txt, and on overlays that disable or move Bluetooth
    (Raspberry Pi documentation, "Configuring UARTs").

    Args:
        models: the model filters that match the machine, such as `pi4`, or an empty set if it is not a
            Raspberry Pi.
    """
    if "pi5" in models or not models:
        return False
    enabled = settings.values.get("enable_uart")
    if enabled is not None:
        return enabled.value != "0"
    moved = any(each.name in ("disable-bt", "miniuart-bt") for each in settings.overlays)
    bare = bool(models & {"pi1", "pi2"}) or ("pi0" in models and "pi0w" not in models)
    return moved or bare


def _console(cmdline: str | None, machine: Machine) -> str | None:
    for word in _CONSOLE.findall(cmdline or ""):
        # On a Pi 5, serial0 is the connector between the HDMI sockets.
        if not ("pi5" in machine.models and "serial0" in word):
            return str(word)
    return None
