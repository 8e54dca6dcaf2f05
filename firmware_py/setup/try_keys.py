"""Set up the keys: the user presses each key once, and its pin or key code is added to the draft.

`KeyWatch` watches pins and input devices for the next press; the rest asks for each key.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from firmware_py.board.ports import OpenPart
from firmware_py.config.clashes import PinUser, uses
from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.config.requirements import UART_PINS
from firmware_py.config.wiring_warnings import NUM_LOCK
from firmware_py.doctor.boot_files import taken
from firmware_py.doctor.check_pins import has_port
from firmware_py.doctor.machine import InputDevice
from firmware_py.input.press_detector import QUIET
from firmware_py.system.errors import UsageError

from .draft import Draft
from .find_parts import FoundParts, Hardware, find, has_keys
from .terminal import GRACE, Terminal

PIN, CODE = "pin", "code"
ENTERS = (28, 96)
"""The codes of the two Enter keys: KEY_ENTER and KEY_KPENTER (linux/input-event-codes.h)."""
TYPED = (28, 16)
"""The codes of KEY_ENTER and KEY_Q, with which the user answers while setup asks for keys."""


class Contact(NamedTuple):
    """How a key is detected: either by a GPIO pin, or by a key code that the kernel reports.

    Attributes:
        kind: `PIN` or `CODE`.
        number: the BCM number of the pin, or the key code.
    """

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class DetectedPress(NamedTuple):
    """A key press.

    Attributes:
        device: the device file of the input device, or None if the key is on a pin.
    """

    contact: Contact
    device: str | None


class KeyWatch:
    """A watcher of pins and input devices that reports when a key of the board is pressed.

    Attributes:
        refused: maps each pin that cannot be watched to the reason.
        left_out: the device files of the input devices that are ignored.
        typed_on: the device files of the keyboards on which the user types. Their Enter and Q keys are
            ignored.
        num_lockers: the device files of the keypads that send Num Lock together with other keys. Their Num
            Lock is ignored.
    """

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware
        self._queue: SimpleQueue[tuple[DetectedPress, bool, float]] = SimpleQueue()
        self._wake, self._waker = os.pipe()
        self._open: list[OpenPart] = []
        self._presses: deque[DetectedPress] = deque()
        self._enters: set[str] = set()
        self._down: set[DetectedPress] = set()
        self._moved: dict[DetectedPress, float] = {}
        self._last = float("-inf")
        self.pins: list[int] = []
        self.refused: dict[int, str] = {}
        self.left_out: set[str] = set()
        self.typed_on: set[str] = set()
        self.num_lockers: set[str] = set()

    def add_pins(self, pins: Iterable[int]) -> None:
        """Watch the given pins, in addition to those already watched.

        Pins that cannot be watched are added to `refused`.
        """
        for pin in pins:
            try:
                self._open.append(self._hardware.button(pin, self._putting(pin)))
            except UsageError as error:
                self.refused[pin] = str(error)
            else:
                self.pins.append(pin)

    def add_devices(self, devices: Iterable[InputDevice]) -> None:
        """Watch all keys of the given input devices, in addition to those already watched.

        Raises:
            UsageError: the package for reading input devices is not installed.
        """
        for device in devices:
            if device.node:
                codes = sorted(code for code in device.codes if code)
                self._open.append(self._hardware.keyboard(device.node, codes, self._coding(device.node)))

    def press_or_line(self, terminal: Terminal) -> DetectedPress | str:
        """Wait until the user presses a key on the board or types a line. Return the key press or the line.

        The keys of a keypad also type characters in the terminal. Therefore a line is ignored if it arrives
        together with a key press, or while a key is down.
        """
        while True:
            self._drain()
            if self._presses:
                press = self._presses.popleft()
                if self._comes_with_another(press):
                    continue
                return press
            line = terminal.typed(self._wake)
            if line is None:
                continue
            if not terminal.is_terminal or not self._pressed_meanwhile():
                return line
            terminal.forget()

    def typists(self, terminal: Terminal, question: str) -> set[str]:
        """Ask the user to press Enter, and find out which input devices reported this key press.

        Returns:
            The device files of these input devices.
        """
        self._drain()
        self._enters.clear()
        terminal.ask(question)
        if terminal.is_terminal:
            time.sleep(GRACE)
        self.forget()
        self._last = float("-inf")  # this Enter was an answer, not a key of the board
        return set(self._enters)

    def forget(self) -> None:
        """Discard all key presses that `press_or_line` has not returned yet."""
        self._drain()
        self._presses.clear()

    def close(self) -> None:
        """Stop watching all pins and input devices."""
        while self._open:
            self._open.pop().close()
        if self._waker >= 0:
            os.close(self._wake)
            os.close(self._waker)
            self._waker = -1

    def _comes_with_another(self, press: DetectedPress) -> bool:
        """Return True if this is a Num Lock press that a keypad sent together with another key."""
        if press.contact != Contact(CODE, NUM_LOCK) or press.device is None:
            return False
        if press.device not in self.num_lockers:
            time.sleep(GRACE)
            self._drain()
            if any(
                other.device == press.device and other.contact != press.contact for other in self._presses
            ):
                self.num_lockers.add(press.device)
        return press.device in self.num_lockers

    def _pressed_meanwhile(self) -> bool:
        """Return True if the last line came from a keypad, because one of its keys was pressed meanwhile."""
        time.sleep(GRACE)
        self._drain()
        held = any(press.device and self._counts(press) for press in self._down)
        return bool(self._presses) or held or self._hardware.clock() - self._last < 2 * GRACE

    def _counts(self, press: DetectedPress) -> bool:
        if press.device in self.typed_on and press.contact.number in TYPED:
            return False
        return press.device not in self.left_out

    def _drain(self) -> None:
        while True:
            try:
                press, down, at = self._queue.get_nowait()
            except Empty:
                return
            os.read(self._wake, 1)
            rested = at - self._moved.get(press, float("-inf")) >= QUIET
            self._moved[press] = at
            (self._down.add if down else self._down.discard)(press)
            if press.device and down and press.contact.number in ENTERS:
                self._enters.add(press.device)
            if self._counts(press):
                self._last = at if press.device else self._last
                if down and rested:
                    self._presses.append(press)

    def _put(self, press: DetectedPress, down: bool) -> None:
        self._queue.put((press, down, self._hardware.clock()))
        os.write(self._waker, b".")

    def _putting(self, pin: int) -> Callable[[bool], None]:
        return lambda down: self._put(DetectedPress(Contact(PIN, pin), None), down)

    def _coding(self, node: str) -> Callable[[int, bool], None]:
        return lambda code, down: self._put(DetectedPress(Contact(CODE, code), node), down)


HEADER = range(2, 28)
"""The BCM pins that a key can use. Pins 0 and 1 are reserved for the identification of HATs."""


class KeyMap(NamedTuple):
    """A board's keys, each with its contacts: the pins or key codes by which the key is detected.

    Attributes:
        defaults: each key's contacts according to the configuration, by key name.
        known: the contacts of the keys that have been tried so far, by key name. They were found by pressing
            the key, or are defaults that the user kept. A key without contacts has an empty set.
    """

    defaults: Mapping[str, frozenset[Contact]]
    known: Mapping[str, frozenset[Contact]] = {}

    def owner(self, contact: Contact) -> str | None:
        """Return the name of the key that uses a contact, or None if no key uses it."""
        return next((word for word, contacts in self.known.items() if contact in contacts), None)

    def set(self, word: str, *contacts: Contact) -> KeyMap:
        """Return a copy in which the key named `word` has the given pins or key codes."""
        return self._replace(known={**self.known, word: frozenset(contacts)})

    def free(self, word: str) -> frozenset[Contact]:
        """Return the default pins or codes of the key named `word`, except any that another key now uses."""
        return frozenset(each for each in self.defaults[word] if self.owner(each) in (None, word))


def _keys_of(config: Config) -> KeyMap:
    found: dict[str, set[Contact]] = {}
    for each in config.inputs:
        if isinstance(each, ButtonSettings):
            for word, pin in each.pins.items():
                found.setdefault(word, set()).add(Contact(PIN, pin))
        else:
            for word, codes in each.codes.items():
                found.setdefault(word, set()).update(Contact(CODE, code) for code in codes)
    return KeyMap({word: frozenset(contacts) for word, contacts in found.items()})


def set_up(terminal: Terminal, hardware: Hardware, found: FoundParts, draft: Draft) -> Draft:
    """Let the user press each key, and write the pins or key codes that were detected to the draft."""
    keys = _keys_of(draft.config)
    terminal.say()
    terminal.say(f"The keys: press each of the {len(keys.defaults)} once.")
    found = _plugged_in(terminal, hardware, found, draft.config)
    watch = KeyWatch(hardware)
    try:
        if not _watched(terminal, watch, found, draft.config):
            return draft
        keys = _pressed(terminal, watch, keys, {each.node or "": each.name for each in found.devices})
    finally:
        watch.close()
    return _written(draft, keys)


def _plugged_in(terminal: Terminal, hardware: Hardware, found: FoundParts, config: Config) -> FoundParts:
    for each in config.inputs:
        if not isinstance(each, KeyboardSettings) or has_keys(each, found):
            continue
        if each.pins or each.rows:
            terminal.say("The kernel does not read these keys yet. Add the lines shown at the end")
            terminal.say("to config.txt, restart, and run muggins setup again to try them.")
            continue
        while not has_keys(each, found):
            terminal.say("No keypad with these keys is plugged in.")
            if terminal.ask("Plug it in and press Enter, or s and Enter to go on without it:").lower() == "s":
                break
            found = find(hardware.inspect)
    return found


def _watched(terminal: Terminal, watch: KeyWatch, found: FoundParts, config: Config) -> bool:
    """Return False if there are no keys to watch."""
    if any(isinstance(each, ButtonSettings) for each in config.inputs):
        _watch_pins(terminal, watch, found, config)
    opens = found.machine.devices
    devices = [each for each in found.devices if opens.get(each.node or "", True)]
    try:
        watch.add_devices(devices)
    except UsageError as error:
        terminal.say(f"Keypads do not work here: {error}.")
        devices = []
    if not (watch.pins or devices):
        terminal.say("There is nothing to press yet, so the keys keep their defaults.")
        return False
    terminal.say("Press each key of the board when setup asks for it. Enter keeps the default pin or code;")
    terminal.say("q and Enter keeps the defaults of all that are left.")
    if config.joystick:
        terminal.say("LEFT, RIGHT, UP and DOWN are the joystick's directions; for PICK push it in.")
    typing = watch.typists(terminal, "Enter to begin:")
    _leave_out(terminal, watch, found, config, typing)
    return True


def _watch_pins(terminal: Terminal, watch: KeyWatch, found: FoundParts, config: Config) -> None:
    if not found.machine.is_pi:
        terminal.say("This machine has no pins.")
        return
    away = _unwatchable_pins(found, config)
    watch.add_pins(pin for pin in HEADER if pin not in away)
    wanted = {pin for each in config.inputs if isinstance(each, ButtonSettings) for pin in each.pins.values()}
    if not watch.pins:
        why = next(iter(watch.refused.values()), "another program uses all of them")
        terminal.say(f"The pins cannot be read: {why}.")
        return
    blind = sorted(wanted.intersection(away | watch.refused.keys()))
    if blind:
        pins = ", ".join(map(str, blind))
        terminal.say(f"Another program uses pin {pins}, so no key there can be tried. See muggins doctor.")
    terminal.say("Pins are BCM numbers, as in the wiring guide.")


def _unwatchable_pins(found: FoundParts, config: Config) -> set[int]:
    settings = found.machine.settings
    away = {use.pin for use in uses(config) if use.part is not PinUser.BUTTON}
    away |= {each.pin for each in taken(settings)} | found.used_pins
    return away | set(UART_PINS if has_port(settings, found.machine.models) else ())


def _leave_out(
    terminal: Terminal, watch: KeyWatch, found: FoundParts, config: Config, typing: set[str]
) -> None:
    """Make `watch` ignore the keyboard on which the user types.

    If no other device has the keys that the board needs, only its Enter and Q keys are ignored.
    """
    others = found._replace(devices=tuple(each for each in found.devices if each.node not in typing))
    for each in config.inputs:
        if isinstance(each, KeyboardSettings) and not has_keys(each, others):
            watch.typed_on = typing
            return
    watch.left_out = typing
    for device in found.devices:
        if device.node in typing:
            terminal.say(f"You type on {device.name}: its keys are left out.")


def _pressed(terminal: Terminal, watch: KeyWatch, keys: KeyMap, names: Mapping[str, str]) -> KeyMap:
    with terminal.unseen():
        words = list(keys.defaults)
        for place, word in enumerate(words):
            answer = _one(terminal, watch, keys, word, names)
            if isinstance(answer, Contact):
                keys = keys.set(word, answer)
                continue
            rest = words[place:] if answer == "q" else [word]
            for each in rest:
                keys = _kept(terminal, keys, each, quiet=len(rest) > 1)
            if answer == "q":
                terminal.say("the rest keep their defaults")
                break
        watch.forget()
        terminal.forget()
    for node in sorted(watch.num_lockers):
        terminal.say(f"{names[node]} sends Num Lock with every key: the board takes no notice of it.")
    return keys


def _one(
    terminal: Terminal, watch: KeyWatch, keys: KeyMap, word: str, names: Mapping[str, str]
) -> Contact | str:
    """Return the contact pressed, an empty line to keep the default, or `q` to keep all that are left."""
    terminal.begin(f"Press {word}:")
    while True:
        answer = watch.press_or_line(terminal)
        if isinstance(answer, str):
            if answer.lower() in ("", "q"):
                return answer.lower()
            terminal.say(f"Enter keeps {word}; q keeps all that are left.")
        else:
            owner = keys.owner(answer.contact)
            terminal.say(_seen(answer, names))
            if answer.contact == Contact(CODE, NUM_LOCK):
                terminal.say("  That is Num Lock, which many keypads send by themselves with every key.")
                terminal.say(f"  Press another key, or Enter keeps {word} as it is.")
                terminal.begin(f"Press {word}:")
                continue
            if owner is None:
                if answer.contact not in keys.defaults[word]:
                    there = " or ".join(map(str, sorted(keys.defaults[word])))
                    terminal.say(f"  (usually {there}: noted)")
                return answer.contact
            terminal.say(f"  That is {owner} already. Press another key, or Enter keeps {word} as it is.")
        terminal.begin(f"Press {word}:")


def _seen(press: DetectedPress, names: Mapping[str, str]) -> str:
    return f"{press.contact} of {names[press.device]}" if press.device else str(press.contact)


def _kept(terminal: Terminal, keys: KeyMap, word: str, quiet: bool) -> KeyMap:
    left = keys.free(word)
    if not left:
        other = next(owner for each in keys.defaults[word] if (owner := keys.owner(each)))
        terminal.say(f"{word} has no key now: its default belongs to {other}.")
    elif not quiet:
        terminal.say(f"kept, {' or '.join(map(str, sorted(left)))}")
    return keys.set(word, *left)


def _written(draft: Draft, keys: KeyMap) -> Draft:
    pins: dict[str, Any] = {}
    codes: dict[str, Any] = {}
    for word, contacts in keys.known.items():
        if contacts == keys.defaults[word]:
            continue
        _note(pins, word, PIN, contacts, keys.defaults[word])
        _note(codes, word, CODE, contacts, keys.defaults[word])
    if pins:
        draft = draft.with_values("buttons", **pins)
    if codes:
        draft = _keyboard(draft, keys, codes)
    return draft


def _note(
    table: dict[str, Any], word: str, kind: str, contacts: Iterable[Contact], before: Iterable[Contact]
) -> None:
    """Write False for a key that no longer has any of its default pins (or codes)."""
    numbers = sorted(each.number for each in contacts if each.kind == kind)
    if numbers:
        table[word] = numbers[0] if len(numbers) == 1 else numbers
    elif any(each.kind == kind for each in before):
        table[word] = False


def _keyboard(draft: Draft, keys: KeyMap, codes: dict[str, Any]) -> Draft:
    before = next((each for each in draft.config.inputs if isinstance(each, KeyboardSettings)), None)
    if before is None:
        return draft.with_values("keyboard", codes=codes)
    if not any(each.kind == CODE for contacts in keys.known.values() for each in contacts):
        return draft.without("keyboard")
    tables: dict[str, Any] = {"codes": codes}
    meant = {code: word for word, some in before.codes.items() for code in some}
    if before.pins:
        # If the profile gives a code to another key, the code comes from that key's pin.
        pin = _pin_of(before, meant)
        tables["pins"] = {word: pin(code) for word, code in codes.items() if pin(code) is not None}
    if before.matrix:
        now = {each.number: word for word, some in keys.known.items() for each in some if each.kind == CODE}
        rows = [[now.get(before.codes[word][0], word) for word in row] for row in before.matrix]
        if len({word for row in rows for word in row}) == sum(map(len, rows)):
            tables["matrix"] = rows
    return draft.with_values("keyboard", **tables)


def _pin_of(keyboard: KeyboardSettings, meant: Mapping[int, str]) -> Callable[[Any], Any]:
    # A removed key has False instead of codes.
    return lambda code: False if code is False else keyboard.pins.get(meant.get(code, ""))
