"""The report of the doctor, its exit status and its findings, beside cases of `tests/data/doctor.toml`.

The machines are captures of real ones. For a fault that no capture shows, a case changes one of the files, as
the README of the Raspberry Pi overlays describes.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.config import Config
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.diagnosis import Diagnosis, report
from firmware_py.doctor.doctor import check, run
from firmware_py.doctor.machine import MODULES, Machine
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.system.sound_cards import cards_in
from tests.support import pi_captures
from tests.support.loaded import written
from tests.support.pi_captures import (
    NUMPAD,
    PI_3,
    PI_4,
    PI_5,
    bare,
    bookworm,
    changed,
    fit,
    models,
    profile,
    text,
    users,
    without,
)

TXT = "/boot/firmware/config.txt"
KEYPAD = profile("keypad-20")


def wrong(config: Config, machine: Machine) -> list[Diagnosis]:
    """Return the faults and warnings that `muggins doctor` reports for a board on a simulated machine."""
    return [
        finding for finding in check(machine.knowing(config=config)) if finding.level in ("fault", "warning")
    ]


@pytest.mark.parametrize(
    "name", ["first-board", "led-panel", "keypad-20", "usb-numpad", "bare", "oled-bonnet", "oled-hat"]
)
@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5])
def test_a_machine_with_all_that_the_board_needs_has_no_faults(name, model):
    config = profile(name)
    assert wrong(config, fit(config, model=model)) == []


def test_the_report_has_a_line_for_each_check_and_the_exit_status():
    report, status = run(fit(NUMPAD))
    assert status == 0
    assert report.splitlines()[0] == f"ok      this is a {PI_4}"
    assert all(line.startswith(("ok ", "note ", " ")) for line in report.splitlines())
    machine = without(bookworm(), "/dev/i2c-1")
    report, status = run(machine.knowing(config=NUMPAD))
    assert status == 1
    assert (
        "fault   I2C is off: there is no /dev/i2c-1\n"
        f"          {TXT}, line 1: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000 "
        "(without the #) and restart\n"
    ) in report


def test_a_warning_alone_is_no_failure():
    report, status = run(fit(NUMPAD, service="inactive"))
    assert "warning " in report
    assert status == 0


@pytest.mark.parametrize("model", [None, "Acme Laptop"])
def test_on_a_computer_that_is_no_pi_only_the_configuration_is_checked(model):
    report, status = run(bare(model=model))
    assert status == 0
    warning, what_to_do, *others = report.splitlines()
    assert warning.startswith(f"warning this is not a Raspberry Pi{' but Acme Laptop' if model else ''}: ")
    assert warning.endswith("parts were not checked") and "on the Pi" in what_to_do
    assert (
        others[0].startswith("ok      no configuration file: the default profile, ")
        and "usb-numpad" in others[0]
    )
    assert all(line.startswith(("ok ", "note ", " ")) for line in others)


@pytest.mark.parametrize("machine", [bare(), bare(model="Acme Laptop")])
def test_the_wiring_is_checked_on_a_computer_that_is_no_pi_too(tmp_path: Path, machine: Machine) -> None:
    config = written(tmp_path, 'extends = "usb-numpad"\n[keyboard.codes]\nUNDO = 69\n')
    report, status = run(machine.knowing(config=config))
    assert "warning UNDO is on Num Lock (code 69)" in report
    assert "note    the level shifter of the lights must be a 74AHCT125" in report
    assert status == 0


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_ws2812_needs_a_fixed_core_clock_on_some_models(model):
    shape = NUMPAD.lights.shape._replace(leds=121)
    config = NUMPAD._replace(lights=NUMPAD.lights._replace(chip="ws2812", order="GRB", shape=shape))
    assert wrong(config, fit(config, model=model)) == []
    needed = any(name in model for name in ("Zero 2", "3 Model", "4", "400"))
    assert [each.level for each in wrong(config, fit(NUMPAD, model=model))] == ["fault"] * needed


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_the_port_is_on_as_it_comes_on_models_without_bluetooth(model):
    machine = fit(KEYPAD, model=model)
    machine = changed(machine, config_txt=machine.config_txt.replace("enable_uart=0\n", ""))
    bare = any(name in model for name in ("Pi Model", "Pi 2"))
    assert [finding.what for finding in wrong(KEYPAD, machine)] == (
        ["this model gives BCM 14 and 15 to the serial port"] if bare else []
    )


def kernel_lines(config, user):
    keyboard = config.inputs[0]
    return dict.fromkeys([*keyboard.pins.values(), *keyboard.rows, *keyboard.columns], user)


@pytest.mark.parametrize(("name", "user"), [("gpio-keys", "A"), ("keypad-4x4", "matrix_kbd_row")])
def test_keys_on_pins_belong_to_the_kernel(name, user):
    config = profile(name)
    assert wrong(config, fit(config, lines=kernel_lines(config, user))) == []
    found = wrong(config, fit(config))
    assert all(finding.what.startswith("no kernel driver uses BCM") for finding in found)
    assert len(found) == len(kernel_lines(config, user))


def test_another_driver_has_the_pin_of_a_key():
    config = profile("gpio-keys")
    lines = kernel_lines(config, "A") | {7: users("spi0-gpioinfo.txt")[12]}
    (found,) = wrong(config, fit(config, lines=lines))
    assert found.what == 'BCM 7 is keyboard.pins.4, but "spi0 CS1" has it'
    (found,) = wrong(config, fit(config, lines=kernel_lines(config, "A") | {7: "onewire@7"}))
    assert found.remedy.startswith("remove dtoverlay=w1-gpio from config.txt, or give it another gpiopin=")


def test_pins_that_cannot_be_inspected_are_not_reported_as_ok():
    said = [finding.what for finding in check(fit(KEYPAD, config_txt=None, lines=None))]
    assert not any("pins" in what and "board's" in what for what in said)


# -- findings, compared whole


PATH = Path(__file__).parents[2] / "data" / "doctor.toml"
TOLD = tomllib.loads(PATH.read_text(encoding="utf-8"))


NO_FACTS = (
    *("id", "board", "config", "more", "replace", "fresh", "bare", "suits", "without", "closed"),
    *("machine", "about", "says"),
)


def content(name: str) -> str:
    return text(name) if name.endswith(".txt") else name


def configuration(case: dict[str, Any], folder: Path) -> Config:
    return written(folder, f'extends = "{case["board"]}"\n{case.get("config", "")}\n')


def facts(case: dict[str, Any]) -> dict[str, Any]:
    """Return the facts about the machine, as `pi_captures.bare` takes them."""
    said = {**TOLD["machine"].get(case.get("machine", ""), {}), **case}
    how: dict[str, Any] = {
        **dict.fromkeys(("config_txt", "cmdline_txt", "cmdline", "inputs"), content),
        "bus": lambda found: {1: BusAnswers(tuple(found))},
        "busy": lambda found: {1: BusAnswers(busy=tuple(found))},
        "status": lambda status: {1: BusAnswers((0x3C,), status={0x3C: status})},
        "lines": lambda told: users(told) if isinstance(told, str) else {int(pin): told[pin] for pin in told},
        "i2c_hz": lambda hertz: {1: hertz},
        "sound_cards": lambda names: cards_in("".join(getattr(pi_captures, name) for name in names)),
        "no_modules": lambda names: frozenset(MODULES) - set(names),
        "broker": lambda fault: Fault(*fault),
        "no_lines": lambda _: None,
        "no_config_txt": lambda _: None,
    }
    names = {"bus": "answers", "busy": "answers", "status": "answers", "no_modules": "modules"}
    names |= {"no_lines": "lines", "no_config_txt": "config_txt"}
    how |= dict.fromkeys(("programs", "groups", "named_groups", "alsa_devices"), frozenset)
    return {
        names.get(key, key): how[key](value) if key in how else value
        for key, value in said.items()
        if key not in NO_FACTS
    }


def machine(case: dict[str, Any], config: Config) -> Machine:
    more = f"{content(case.get('more', ''))}\n"
    known = facts(case)
    base = pi_captures.profile(case["suits"]) if "suits" in case else config
    made = bookworm(more) if case.get("fresh") else fit(base, more)
    made = pi_captures.bare(model=pi_captures.PI_4) if case.get("bare") else made
    if known.get("config_txt"):
        known["config_txt"] += more
    made = changed(without(made, *case.get("without", ())), **known)
    if "replace" in case:
        made = changed(made, config_txt=(made.config_txt or "").replace(*case["replace"]))
    closed = dict.fromkeys(case.get("closed", ()), False)
    return changed(made, devices={**made.devices, **closed})


@pytest.mark.parametrize("case", TOLD["case"], ids=lambda case: case["id"])
def test_the_doctor_says(case: dict[str, Any], tmp_path: Path) -> None:
    config = configuration(case, tmp_path)
    about = case.get("about")
    found = [
        each
        for each in check(machine(case, config).knowing(config=config))
        if each.level in ("fault", "warning") or (about and about in f"{each.what} {each.remedy}")
    ]
    said = report(found).replace(f"{tmp_path}/", "") if found else ""
    assert said == case["says"]
