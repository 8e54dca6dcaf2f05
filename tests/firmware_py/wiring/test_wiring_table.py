"""The wiring table, parsed pin by pin."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config.clashes import PinUser, Use, uses
from firmware_py.config.config import Config
from firmware_py.wiring.notes import table
from tests.support.svg_reader import BOARDS, PIN_NAMES, PIN_NUMBERS, board, description, table_rows


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return board(request.param, tmp_path)


def test_the_text_has_every_use_at_its_pin_and_nothing_else(config: Config) -> None:
    rows = table_rows(config)
    assert {number: name for number, (name, _) in rows.items()} == PIN_NAMES
    wanted: dict[int, list[Use]] = {}
    for use in uses(config):
        wanted.setdefault(PIN_NUMBERS[use.pin], []).append(use)
    for number in PIN_NUMBERS.values():
        some = wanted.get(number, [])
        if len(some) == 2 and some[0].wire != "MISO":
            assert rows[number][1] == f"both displays {some[0].wire}"
        else:
            assert rows[number][1] == (description(some[0], config) if some else "")


def test_every_wired_part_has_power_and_ground_and_only_the_amplifier_is_on_5_volts(config: Config) -> None:
    rows = table_rows(config)
    on = {name: {use for pin, use in rows.values() if pin == name and use} for name in ("3V3", "5V", "GND")}
    grounds = {part for use in on["GND"] for part in use.split(", ")}
    assert on["5V"] == ({"amplifier"} if config.speech else set()) <= grounds
    supplied = {part for use in on["3V3"] for part in use.split(", ")}
    assert ("lights" in grounds) == bool(config.lights) and "lights" not in supplied
    displays = {part for part in grounds | supplied if "display" in part}
    missing = {f"The {part} takes 3V3" for part in displays - supplied} | {
        f"The {part} takes GND" for part in displays - grounds
    }
    assert bool(displays) == bool(config.displays)
    plain = " ".join(table(config).split()).replace("second", "2nd")
    assert all(each in plain for each in missing)
    to_ground = {PinUser.BUTTON, PinUser.TURN, PinUser.DEALER, PinUser.GAME_OVER, PinUser.BUZZER}
    assert to_ground.isdisjoint(use.part for use in uses(config)) or {"keys", "signals"} & grounds


def test_the_text_fits_a_terminal(config: Config) -> None:
    assert table(config).isascii()
    assert max(map(len, table(config).splitlines())) <= 80


def test_a_single_led_on_ground_alone_is_not_called_a_key(tmp_path: Path) -> None:
    rows = table_rows(board("two-on-spi", tmp_path))
    assert rows[30] == ("GND", "signals")
