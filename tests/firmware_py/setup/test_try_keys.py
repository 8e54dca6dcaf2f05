"""Setting up the keys, on emulated pins and keypads."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

from firmware_py.config.keypads import KeyboardSettings
from tests.support.emulated_keypads import EmulatedKeypad

from .setup_rig import Reply, SetupRig, answers, named_parts, profile, set_up

BONNET = "oled-bonnet"  # LEFT 27, RIGHT 23, UP 17, DOWN 22, PICK 4, OK 5, GO 6
NUMPAD = "usb-numpad"
LETTERS = range(1, 120)


def _set_up(rig: SetupRig, name: str, keys: list[Reply], out: Path, **more: Any) -> Any:
    """Run `muggins setup`, and answer its questions about the keys.

    Args:
        rig: the simulated hardware.
        name: the name of the profile to choose.
        keys: the answers about the keys.
        out: the path to the configuration file that setup writes.
        more: further arguments for `set_up`.

    Returns:
        The settings in the file, and everything that setup printed.
    """
    person = set_up(rig, answers(rig, name, keys=keys), out, **more)
    return tomllib.loads(out.read_text()), person.said


def test_a_contact_that_bounces_is_one_press(tmp_path: Path) -> None:
    rig = SetupRig(profile(BONNET))
    now = [0.0]
    rig.parts = rig.parts._replace(clock=lambda: now[0])

    def bounces() -> None:
        now[0] += 1
        for _ in range(4):
            rig.pin(27)()
            now[0] += 0.002

    def later(pin: int) -> Reply:
        def push() -> None:
            now[0] += 1
            rig.pin(pin)()

        return push

    _, said = _set_up(rig, BONNET, [bounces, *map(later, (23, 17, 22, 4, 5, 6))], tmp_path / "a")
    assert "already" not in said


def test_pins_of_other_parts_are_not_watched(tmp_path: Path) -> None:
    """Setup does not watch pins that belong to a bus, that config.txt assigns, or that a program is using."""
    watched: list[int] = []
    config_txt = "enable_uart=1\ndtoverlay=w1-gpio\n"  # BCM 14 and 15, and 4
    rig = SetupRig(profile(BONNET), config_txt=config_txt, lines={12: "fan"})
    real = rig.parts.button
    rig.parts = rig.parts._replace(button=lambda pin, put: (watched.append(pin), real(pin, put))[1])
    _, said = _set_up(rig, BONNET, ["q"], tmp_path / "a")
    i2c, spi0, taken = {2, 3}, {8, 9, 10, 11}, {4, 12, 14, 15}
    assert watched == [pin for pin in range(2, 28) if pin not in i2c | spi0 | taken]
    assert "Another program uses pin 4, so no key there can be tried." in said


def test_a_keypad_can_be_plugged_in_on_request(tmp_path: Path) -> None:
    rig = SetupRig(profile(NUMPAD))
    pad = rig.keyboards[0]
    rig.inputs.unplug(pad)
    rig.keyboards.clear()
    keys = [rig.code(codes[0]) for codes in load_codes().values()]

    def plug() -> str:
        rig.plug(pad)
        return ""

    given: list[Reply] = [*named_parts(NUMPAD), NUMPAD, "", "", plug, "", *keys, "", "", "", "y"]
    person = set_up(rig, given, tmp_path / "a")
    assert person.said.count("No keypad with these keys is plugged in.") == 2
    assert "Press A: code 79 of USB Keypad" in person.said


def load_codes() -> dict[str, tuple[int, ...]]:
    (keyboard,) = profile(NUMPAD).inputs
    assert isinstance(keyboard, KeyboardSettings)
    return dict(keyboard.codes)


def test_swapped_keys_of_a_matrix_are_swapped_in_its_rows(tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-4x4"))
    ace, two, *rest = rig.right()
    written, _ = _set_up(rig, "keypad-4x4", [two, ace, *rest], tmp_path / "a")
    assert written["keyboard"]["codes"] == {"A": 3, "2": 30}
    assert written["keyboard"]["matrix"][0] == ["2", "A", "3", "4"]


def test_characters_from_the_keypad_are_not_answers(tmp_path: Path) -> None:
    """In the Pi's own terminal, a keypad also types characters, which setup must not take for answers."""
    rig = SetupRig(profile(NUMPAD))
    rig.parts = rig.parts._replace(clock=time.monotonic)
    given = answers(rig, NUMPAD)
    index = given.index("", 5) + 1
    typing = iter(("1", "q\n", "\n"))

    def both(push: Any) -> Reply:
        def act() -> None:
            person_types(next(typing))
            push()

        return act

    typed: list[str] = []

    def person_types(text: str) -> None:
        typed.append(text)
        people[0].type(text)

    people: list[Any] = []
    given[index : index + 3] = [both(push) for push in given[index : index + 3]]
    person = set_up(rig, given, tmp_path / "a", on_terminal=True, meet=people.append)
    assert typed == ["1", "q\n", "\n"]
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": NUMPAD}
    assert "Press A: code 79 of USB Keypad\nPress 2: code 80 of USB Keypad\nPress 3: code 81" in person.said


def test_the_keyboard_that_the_user_types_on_is_ignored(tmp_path: Path) -> None:
    rig = SetupRig(profile(NUMPAD))
    rig.plug(EmulatedKeypad(LETTERS, "Desk keyboard"))
    given = answers(rig, NUMPAD, keys=[])
    index = given.index("", 5)
    people: list[Any] = []

    def enter(text: str = "\n") -> None:
        rig.code(28, 1)()
        people[0].type(text)

    given[index : index + 1] = [enter, enter, rig.code(80), lambda: (rig.code(16, 1)(), enter("q\n"))[1]]
    person = set_up(rig, given, tmp_path / "a", on_terminal=True, meet=people.append)
    assert "You type on Desk keyboard: its keys are left out." in person.said
    assert "Press A: kept, code 79\nPress 2: code 80 of USB Keypad\nPress 3:" in person.said
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": NUMPAD}


def test_the_typing_keyboard_counts_if_it_is_the_only_one(tmp_path: Path) -> None:
    rig = SetupRig(profile(NUMPAD))
    rig.inputs.unplug(rig.keyboards.pop())
    rig.plug(EmulatedKeypad(LETTERS, "Desk keyboard"))
    given = answers(rig, NUMPAD, keys=[])
    index = given.index("", 5)
    people: list[Any] = []

    def enter() -> None:
        rig.code(28)()
        people[0].type("\n")

    def q() -> None:
        rig.code(16)()
        rig.code(28)()
        people[0].type("q\n")

    given[index : index + 1] = [enter, rig.code(2), enter, q]
    person = set_up(rig, given, tmp_path / "a", on_terminal=True, meet=people.append)
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": NUMPAD, "keyboard": {"codes": {"A": 2}}}
    assert "Press 2: kept, code 80" in person.said


def test_a_keypad_that_sends_num_lock_around_each_key_is_understood(tmp_path: Path) -> None:
    # The order of the events is that of thkala/actkbd 6: 69, the key, 69.
    rig = SetupRig(profile(NUMPAD))
    rig.plug(EmulatedKeypad([69, *range(71, 84), 14, 55, 96, 98], "Locking pad"))

    def pressed(code: int) -> Reply:
        parts = [rig.code(each, 1) for each in (69, code, 69)]
        return lambda: [part() for part in parts] and None

    (keyboard,) = profile(NUMPAD).inputs
    assert isinstance(keyboard, KeyboardSettings)
    codes = [code for code, *_ in keyboard.codes.values()]
    written, said = _set_up(rig, NUMPAD, [pressed(code) for code in codes], tmp_path / "a")
    assert written == {"extends": NUMPAD}
    assert "Locking pad sends Num Lock with every key: the board takes no notice of it." in said
    assert "code 69" not in said
