"""`muggins wiring`, `muggins doctor` and `muggins setup` agree on which wiring is risky or impossible."""

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.doctor.doctor import run
from firmware_py.system.errors import UsageError
from firmware_py.wiring.notes import table
from tests.support.pi_captures import bare
from tests.support.setup_person import set_up
from tests.support.setup_rig import PI, SetupRig, profile

RISKS = {
    "pulses on SPI1": ('extends = "usb-numpad"\n[lights]\nchip = "ws2812"\nbus = 1\n', "get broken pulses"),
    "lights too fast": ('extends = "usb-numpad"\n[lights]\nhz = 8000000\n', "the lights run at 8 MHz"),
    "no reset line": ('extends = "usb-numpad"\n[display]\ncontroller = "ssd1309"\n', "has no reset line"),
    "SH1106 too fast": ('extends = "oled-hat"\n[display]\nhz = 8000000\n', "the SH1106 allows 4"),
    "Num Lock": ('extends = "first-board"\n[keyboard.codes]\nUNDO = 69\n', "UNDO is on Num Lock"),
    "lights under the Bonnet": ('extends = "oled-bonnet"\n', "covers the whole header"),
    "the shifter": ('extends = "bare"\n', "74AHCT125, not a 74HC125 or 74HCT125"),
    "the supply": ('extends = "led-panel"\n', "switched on before the Pi and off after it"),
}
"""For each wiring that may fail, a configuration with it, and a part of what is said about it."""
REFUSED = {
    "lights on the HAT": ('extends = "oled-hat"\n[lights]\nbus = 1\n', "are both on BCM 20"),
    "screen and lights on SPI0": (
        'extends = "usb-numpad"\n[display]\ninterface = "spi"\n',
        "display and lights are both on SPI bus 0",
    ),
    "pulses of the wrong length": (
        'extends = "usb-numpad"\n[lights]\nchip = "ws2812"\nhz = 8000000\n',
        "ws2812 needs 2700000 to 3400000",
    ),
}
"""For each wiring that cannot work, a configuration with it, and a part of the reason."""


def written(folder: Path, text: str) -> Path:
    path = folder / "muggins.toml"
    path.write_text(text)
    return path


def said_by_setup(path: Path, config: Config) -> str:
    """Run setup on an existing configuration, press Enter at each question, and return what it prints.

    The output is returned as a single line.
    """

    def answer(question: str) -> str:
        return "q" if question.startswith("Press ") else ""

    return " ".join(set_up(SetupRig(config), answer, path).said.split())


@pytest.mark.parametrize(("text", "expected"), RISKS.values(), ids=RISKS)
def test_a_wiring_that_may_fail_is_told_of_by_all_three(tmp_path: Path, text: str, expected: str) -> None:
    path = written(tmp_path, text)
    config = load(path)
    on_a_pi = [each for each in wiring_warnings(config, PI) if expected in each.what]
    assert on_a_pi
    report, _ = run(config, bare(model=PI))
    drawn = " ".join(table(config, PI).split())
    setup = said_by_setup(path, config)
    for each in on_a_pi:
        assert each.sentence in drawn
        assert each.what in report and each.remedy in report
        assert each.sentence in setup


@pytest.mark.parametrize(("text", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_wiring_that_cannot_work_is_refused_by_all_three(tmp_path: Path, text: str, expected: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError, match=expected) as refused:  # wiring and doctor load the file in this way
        load(path)
    with pytest.raises(UsageError) as stopped:
        set_up(SetupRig(profile("usb-numpad")), lambda _: "", path)
    [said] = stopped.value.__notes__
    reason = str(refused.value).removeprefix(f"{path}: ")
    assert f"The configuration that is there has a mistake. {path}: {reason}." in " ".join(said.split())
    assert path.read_text() == text
