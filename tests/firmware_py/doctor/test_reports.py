"""The doctor's findings about boards and machines, compared whole with the cases in `tests/data/doctor.toml`.

The machines are captures of real ones. For a fault that no capture shows, a case changes one of the files, as
the README of the Raspberry Pi overlays describes.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.diagnosis import report
from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import MODULES, Machine
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.system.sound_cards import cards_in
from tests.support import pi_captures
from tests.support.pi_captures import bookworm, changed, fit, text, users, without

PATH = Path(__file__).parents[2] / "data" / "doctor.toml"
TOLD = tomllib.loads(PATH.read_text(encoding="utf-8"))


NO_FACTS = (
    *("id", "board", "config", "more", "replace", "fresh", "bare", "suits", "without", "closed"),
    *("machine", "about", "says"),
)


def content(name: str) -> str:
    return text(name) if name.endswith(".txt") else name


def configuration(case: dict[str, Any], folder: Path) -> Config:
    path = folder / "muggins.toml"
    path.write_text(f'extends = "{case["board"]}"\n{case.get("config", "")}\n')
    return load(path)


def by_pin(users: dict[str, str]) -> dict[int, str]:
    return {int(pin): user for pin, user in users.items()}


def facts(case: dict[str, Any]) -> dict[str, Any]:
    """Return the facts about the machine, as `pi_captures.bare` takes them."""
    said = {**TOLD["machine"].get(case.get("machine", ""), {}), **case}
    how: dict[str, Any] = {
        "config_txt": content,
        "cmdline_txt": content,
        "cmdline": content,
        "inputs": content,
        "bus": lambda found: {1: BusAnswers(tuple(found))},
        "busy": lambda found: {1: BusAnswers(busy=tuple(found))},
        "status": lambda status: {1: BusAnswers((0x3C,), status={0x3C: status})},
        "lines": lambda lines: users(lines) if isinstance(lines, str) else by_pin(lines),
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
