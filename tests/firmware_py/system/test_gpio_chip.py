"""The kernel's GPIO chips, simulated by `gpio_wire`, which repeats the definitions in linux/gpio.h."""

import os
from pathlib import Path

import pytest

from firmware_py.system import gpio_chip
from firmware_py.system.gpio_chip import GpioChip, GpioError, LineEdge, LineInfo, LineSettings, header_chip
from tests.support import gpio_wire
from tests.support.gpio_wire import INPUT, NO_PULL, OUTPUT, PULL_DOWN, PULL_UP, RISING, GpioWire

BOTH = LineSettings(pull="up", rising=True, falling=True)


def test_the_requests_have_the_numbers_of_the_kernels_header() -> None:
    ours = {name: getattr(gpio_chip, name) for name in dir(gpio_chip) if name.startswith("GPIO_")}
    assert ours == {
        "GPIO_GET_CHIPINFO": gpio_wire.CHIP_INFO,
        "GPIO_V2_GET_LINEINFO": gpio_wire.LINE_INFO,
        "GPIO_V2_GET_LINE": gpio_wire.GET_LINE,
        "GPIO_V2_LINE_SET_CONFIG": gpio_wire.SET_CONFIG,
        "GPIO_V2_LINE_GET_VALUES": gpio_wire.GET_VALUES,
        "GPIO_V2_LINE_SET_VALUES": gpio_wire.SET_VALUES,
    }


@pytest.mark.parametrize(
    ("chips", "name"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, "gpiochip0"),  # a Pi 3
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, "gpiochip0"),  # a Pi 4
        ({0: "gpio-brcmstb@107d508500", 1: "gpio-brcmstb@107d508520", 4: "pinctrl-rp1"}, "gpiochip4"),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, "gpiochip0"),  # a Pi 5 since Linux 6.6.45
        ({10: "gpio-brcmstb@107d508500", 9: "x", 11: "pinctrl-rp1"}, "gpiochip11"),
    ],
)
def test_the_header_is_found_by_its_label(chips: dict[int, str], name: str) -> None:
    wire = GpioWire(chips)
    chip = header_chip(wire.folder)
    assert (chip.name, chip.label, chip.lines) == (name, chips[int(name[8:])], 54)
    chip.close()
    wire.close()


def test_a_machine_without_a_header_says_what_it_has() -> None:
    wire = GpioWire({0: "INT34C6:00", 1: "gpio-mockup-A"})
    with pytest.raises(GpioError, match=r"only gpiochip0 \(INT34C6:00\), gpiochip1 \(gpio-mockup-A\)"):
        header_chip(wire.folder)
    wire.close()


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("gpiomem", r"there is no .*/gpiochip0: Linux finds no GPIO pins"),
        ("gpiochip0", r"only gpiochip0 \(Inappropriate ioctl for device\)"),
    ],
)
def test_a_file_that_is_no_chip_is_passed_over(tmp_path: Path, file: str, why: str) -> None:
    (tmp_path / file).touch()
    with pytest.raises(GpioError, match=why):
        header_chip(str(tmp_path))


def test_a_user_without_the_group_is_told_of_it(wire: GpioWire, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> GpioChip:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(gpio_chip, "GpioChip", refuse)
    with pytest.raises(GpioError, match=r"no permission to open .*/gpiochip0: add the user to the group"):
        header_chip(wire.folder)


def test_looking_for_the_header_leaves_no_other_chip_open() -> None:
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else None
    wire = GpioWire({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"})
    header_chip(wire.folder).close()
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) == before
    wire.close()


def test_what_uses_a_line(wire: GpioWire, chip: GpioChip) -> None:
    wire.others[7] = "spi0 CS1"
    line = chip.request(4, LineSettings())
    assert chip.info(7) == LineInfo("GPIO7", "spi0 CS1", is_used=True)
    assert chip.info(4) == LineInfo("GPIO4", "muggins", is_used=True)
    assert chip.info(5) == LineInfo("GPIO5", "", is_used=False)
    with pytest.raises(GpioError, match='BCM 7 is in use by "spi0 CS1": stop the program or remove'):
        chip.request(7, BOTH)
    with pytest.raises(GpioError, match=r"refuses BCM 54 on gpiochip0 \(Invalid argument\); .*Linux 5\.10"):
        chip.request(54, BOTH)  # there is no such line
    line.close()
    assert not chip.info(4).is_used


@pytest.mark.parametrize(
    ("settings", "flags", "debounce"),
    [
        (LineSettings(), INPUT | NO_PULL, None),
        (LineSettings(pull="up"), INPUT | PULL_UP, None),
        (LineSettings(pull="down", rising=True), INPUT | PULL_DOWN | RISING, None),
        (LineSettings(pull="up", debounce=0.0055), INPUT | PULL_UP, 5500),
        (LineSettings(output=True), OUTPUT, None),
    ],
)
def test_the_settings_reach_the_kernel_with_the_request_and_later(
    wire: GpioWire, chip: GpioChip, settings: LineSettings, flags: int, debounce: int | None
) -> None:
    line = chip.request(5, settings)
    assert (wire.flags[5], wire.debounce.get(5)) == (flags, debounce)
    line.configure(LineSettings(output=False))
    assert (wire.flags[5], wire.debounce.get(5)) == (OUTPUT, None)
    line.configure(settings)
    assert (wire.flags[5], wire.debounce.get(5)) == (flags, debounce)
    line.close()


def test_edges_have_the_kernels_times_and_the_levels_after_them(wire: GpioWire, chip: GpioChip) -> None:
    line = chip.request(5, BOTH)
    with pytest.raises(BlockingIOError):
        line.edges()
    wire.clock = lambda: 77.25
    wire.press(5)
    wire.clock = lambda: 78.5
    wire.release(5)
    assert [*line.edges()] == [LineEdge(77.25, False), LineEdge(78.5, True)]
    with pytest.raises(BlockingIOError):
        line.edges()
    line.close()
