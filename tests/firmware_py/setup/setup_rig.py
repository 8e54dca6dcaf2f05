"""A machine on which `muggins setup` runs, and a person who answers its questions."""

from __future__ import annotations

import io
import itertools
import os
import pty
import signal
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.config.programs import SpeechSettings
from firmware_py.config.requirements import spi_devices
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.machine import Machine
from firmware_py.drivers import Wires
from firmware_py.drivers import from_config as drivers
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.setup.find_parts import Hardware
from firmware_py.setup.profile_choice import parts_of
from firmware_py.setup.terminal import Terminal
from firmware_py.setup.wizard import run
from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad
from tests.support.pi_captures import bare, changed, profile

Reply = str | Callable[[], object]
PI = "Raspberry Pi 4 Model B Rev 1.5"


def proc_inputs(devices: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Return the contents of /proc/bus/input/devices on a 64-bit machine with these named sets of keys."""
    blocks = []
    for number, (name, codes) in enumerate(devices):
        bits = sum(1 << code for code in codes)
        longs = [f"{bits >> shift & (1 << 64) - 1:x}" for shift in range(0, 768, 64)][::-1]
        handlers = f"H: Handlers=kbd event{number}"
        blocks.append(f'I: Bus=0003\nN: Name="{name}"\n{handlers}\nB: KEY={" ".join(longs)}\n')
    return "\n".join(blocks)


class SetupRig:
    """An emulated machine to which a board's display, LEDs and keys are connected.

    Attributes:
        board: the emulated board.
        frames: for each LED frame recorded so far, the colour of each lit LED.
        heard: each text that the voice was asked to say, with the voice settings to use for it.
        looks: set to True to record the LED frames, which is slow.
        parts: the hardware object to pass to `muggins setup`.
    """

    def __init__(self, config: Config, *, devices: dict[str, bool] | None = None, **machine: Any) -> None:
        """Create a Raspberry Pi to which a board's display, LEDs and keys are connected.

        Args:
            config: the board's configuration. Each keyboard in it is emulated by a keypad that has only the
                configured keys.
            devices: for each device file, True if the user may open it. If None, the user may open the bus
                devices that the board needs.
            machine: fields of `Machine` with values other than those of the default Raspberry Pi 4.
        """
        self.board = EmulatedBoard(config)
        self.inputs = EmulatedInputFolder()
        self.keyboards: list[EmulatedKeypad] = []
        self.unplugged: EmulatedKeypad | None = None
        self.frames: list[dict[int, tuple[int, int, int]]] = []
        self.looks = False
        self.heard: list[tuple[str, SpeechSettings]] = []
        self.slept = 0.0
        self.changes = machine
        self.devices = self._devices(config) if devices is None else devices
        for each in config.inputs:
            if isinstance(each, KeyboardSettings):
                self.plug(EmulatedKeypad({code for codes in each.codes.values() for code in codes}))
        ticks = itertools.count()
        wires = self.board.wires._replace(i2c=lambda bus: _Tolerant(self.board.wires.i2c(bus)))
        self.parts = Hardware(
            inspect=self.inspect,
            display=lambda settings: drivers.oled(settings, wires),
            lights=lambda settings: drivers.lights(
                settings, wires if self.looks else wires._replace(spidev=_Nowhere)
            ),
            button=self.button,
            keyboard=self.keyboard,
            say=lambda text, settings: self.heard.append((text, settings)),
            sleep=self.sleep,
            clock=lambda: float(next(ticks)),
        )

    def plug(self, keyboard: EmulatedKeypad) -> EmulatedKeypad:
        self.inputs.plug(keyboard, f"event{len(self.keyboards)}")
        self.keyboards.append(keyboard)
        return keyboard

    def inspect(self, config: Config) -> Machine:
        """Return a description of the emulated machine.

        Args:
            config: the board's configuration. The description includes the chips on its displays' I2C buses.
        """
        asked = {(each.bus, each.address) for each in config.displays}
        answers = {
            bus: BusAnswers(
                tuple(address for each, address in self._panels if each == bus),
                status={
                    address: chip.status()
                    for (each, address), chip in self._panels.items()
                    if each == bus and (bus, address) in asked
                },
            )
            for bus in {bus for bus, _ in asked}
        }
        usual = bare(model=PI, devices=self.devices, inputs=self.proc_inputs, lines={}, answers=answers)
        return changed(usual, **self.changes)

    @property
    def proc_inputs(self) -> str:
        """The contents of /proc/bus/input/devices on a 64-bit machine with all of this rig's keypads."""
        return proc_inputs((each.name, each.codes) for each in self.keyboards)

    def button(self, pin: int, put: Callable[[bool], object]) -> Any:
        return drivers.one_button(pin, put, self.wires)

    def keyboard(self, node: str, codes: Iterable[int], put: Callable[[int, bool], object]) -> Any:
        return drivers.any_keys(str(self.inputs.folder / Path(node).name), codes, put, self.wires)

    @property
    def wires(self) -> Wires:
        return self.board.wires._replace(inputs=self.inputs.opener, folder=str(self.inputs.folder))

    def sleep(self, seconds: float) -> None:
        """Return immediately, but add `seconds` to the total in `self.slept`.

        If `self.looks` is True, also record which LEDs are lit at the moment, and in which colours.
        """
        self.slept += seconds
        if self.board.chain and self.looks:
            # An LED of type APA102 has brightness, red, green and blue; the others have only the colours.
            leds = [tuple(led)[-3:] for led in self.board.chain.leds]
            self.frames.append({number: led for number, led in enumerate(leds) if any(led)})

    def pin(self, number: int) -> Callable[[], None]:
        """Return a function that presses and releases the button on the pin with this BCM number."""

        def push() -> None:
            self.board.pins.press(number)
            self.board.pins.release(number)

        return push

    def code(self, number: int, keyboard: int = 0) -> Callable[[], None]:
        """Return a function that presses and releases a key of a keypad.

        Args:
            number: the key's code.
            keyboard: the index of the keypad.
        """

        def push() -> None:
            self.keyboards[keyboard].press(number)
            self.keyboards[keyboard].release(number)

        return push

    def right(self) -> list[Reply]:
        """Return the correct answers to setup's requests to press each key, in the order of these requests.

        Each answer is a function that presses one key.
        """
        pushes: list[Reply] = []
        for each in self.board.config.inputs:
            if isinstance(each, ButtonSettings):
                pushes += [self.pin(pin) for pin in each.pins.values()]
            else:
                pushes += [self.code(codes[0]) for codes in each.codes.values()]
        return pushes

    def close(self) -> None:
        self.board.pins.close()
        self.inputs.close()

    @property
    def _panels(self) -> dict[tuple[int, int], Any]:
        return {
            (each.bus, each.address): chip
            for each, chip in zip(self.board.config.displays, self.board.chips, strict=True)
            if each.interface == "i2c"
        }

    @staticmethod
    def _devices(config: Config) -> dict[str, bool]:
        names = [f"/dev/i2c-{each.bus}" for each in config.displays if each.interface == "i2c"]
        names += [f"/dev/spidev{bus}.{device}" for bus, device in sorted(spi_devices(config))]
        return dict.fromkeys(names, True)


class _Nowhere:
    """An SPI port that discards all data. It is used because emulating the LEDs would be slow."""

    max_speed_hz = mode = bits_per_word = 0

    def open(self, bus: int, device: int) -> None:
        pass

    def writebytes2(self, data: object) -> None:
        pass

    def close(self) -> None:
        pass


class _Tolerant:
    """An I2C bus whose chips ignore unknown commands, as real chips do."""

    def __init__(self, bus: Any) -> None:
        self.select, self.read, self.close = bus.select, bus.read, bus.close
        self._write = bus.write

    def write(self, message: bytes) -> None:
        with suppress(ProtocolError):
            self._write(message)


Answers = Sequence[Reply] | Callable[[str], str]


class Person(io.TextIOBase):
    """A simulated person who answers the questions of `muggins setup` by typing lines or pressing keys.

    Attributes:
        said: everything that setup has printed, including the questions.
        questions: the questions asked so far, in order.
    """

    def __init__(self, answers: Answers, on_terminal: bool = False) -> None:
        """Prepare a person who types these answers in order, after which the input ends.

        Args:
            answers: lines to type, and functions to call that may return a line to type. Alternatively, one
                function that is called with each question and returns the line to type.
            on_terminal: True to type into a pseudo-terminal, False to write to a pipe.
        """
        self.reader, self.keyboard = self._terminal() if on_terminal else os.pipe()
        self._says = answers if callable(answers) else None
        self._answers = [] if callable(answers) else list(answers)
        self._on_terminal = on_terminal
        self._line = ""
        self.said = ""
        self.questions: list[str] = []

    @staticmethod
    def _terminal() -> tuple[int, int]:
        master, slave = pty.openpty()
        return slave, master

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def write(self, text: str) -> int:
        self.said += text
        self._line += text
        *_, self._line = self._line.split("\n")
        if not self._line.strip():
            return len(text)
        self.questions.append(self._line.strip())
        if self._says:
            self.type(f"{self._says(self._line.strip())}\n")
            return len(text)
        if not self._answers:
            self._end()
            return len(text)
        answer = self._answers.pop(0)
        if isinstance(answer, str):
            self.type(f"{answer}\n")
        else:
            line = answer()
            pressed = self._line.startswith(("Press ", "Enter to begin"))
            assert pressed or isinstance(line, str), f"pressing something is no answer: {self._line}"
            if isinstance(line, str):
                self.type(f"{line}\n")
            self._line = ""
        return len(text)

    @property
    def left(self) -> int:
        return len(self._answers)

    def leave(self) -> None:  # not named `close`, which Python calls again when it discards the object
        os.close(self.reader)
        if self.keyboard >= 0:
            os.close(self.keyboard)

    def _end(self) -> None:
        if self._on_terminal:
            self.type("\x04")
        else:
            os.close(self.keyboard)
            self.keyboard = -1


def answers(
    rig: SetupRig,
    name: str,
    *,
    display: Sequence[Reply] = ("",),
    keys: Sequence[Reply] | None = None,
    lights: Sequence[Reply] = ("",),
    more: Sequence[Reply] = (),
) -> list[Reply]:
    """Return the answers with which `muggins setup` configures the board that a profile describes.

    There must be no configuration file yet.

    Args:
        rig: the simulated hardware.
        name: the name of the profile.
        display: the answers about the display, used only if the profile has a display.
        keys: the answers to setup's test of the keys; None to press the correct keys.
        lights: the answers about the LEDs, used only if the profile has LEDs.
        more: the answers to "Anything else?", without the final Enter that means no.
    """
    config = profile(name)
    return [
        *(each or "none" for each in parts_of(name)),
        name,
        *(display if config.displays else ()),
        "",  # Enter starts the test of the keys
        *(rig.right() if keys is None else keys),
        *(lights if config.lights else ()),
        "",  # no voice
        *more,
        "",  # nothing else
        "y",
    ]


def _overdue(*_: object) -> None:
    raise AssertionError("setup waits for something that was not done")


def set_up(
    rig: SetupRig,
    answers: Answers,
    out: Path | None,
    *,
    on_terminal: bool = False,
    meet: Callable[[Person], object] = lambda person: None,
) -> Person:
    """Run `muggins setup` with these answers, check that it used all of them, and return the person.

    Args:
        rig: the simulated hardware.
        answers: the answers that the person gives.
        out: the path to the configuration file to write; None for the default path.
        on_terminal: True if the person types in a terminal, False for a pipe.
        meet: a function that is called with the person before setup starts.
    """
    person = Person(answers, on_terminal)
    meet(person)
    before = signal.signal(signal.SIGALRM, _overdue)
    signal.alarm(30)
    try:
        run(Terminal(person.reader, person), rig.parts, out)
        assert not person.left
    except BaseException as error:
        error.add_note(person.said)
        raise
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        person.leave()
        rig.close()
    return person
