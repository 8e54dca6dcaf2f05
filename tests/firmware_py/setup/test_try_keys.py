"""Setting up the keys, on emulated pins and keypads."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .setup_rig import Reply, SetupRig, answers, profile, set_up

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


def test_swapped_keys_of_a_matrix_are_swapped_in_its_rows(tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-4x4"))
    ace, two, *rest = rig.right()
    written, _ = _set_up(rig, "keypad-4x4", [two, ace, *rest], tmp_path / "a")
    assert written["keyboard"]["codes"] == {"A": 3, "2": 30}
    assert written["keyboard"]["matrix"][0] == ["2", "A", "3", "4"]
