"""The doctor checks the I2C and SPI buses, and what answers on them, on captures of real machines."""

import pytest

from firmware_py.doctor.check_buses import BusAnswers
from tests.support.pi_captures import (
    CMDLINE,
    KEYPAD,
    NUMPAD,
    PI_3,
    PI_4,
    TXT,
    answers,
    bookworm,
    changed,
    fit,
    models,
    only_finding,
    text,
    without,
    wrong,
)


@pytest.mark.parametrize(("name", "line"), [("bookworm-config.txt", 1), ("bullseye-config.txt", 4)])
def test_i2c_is_off_by_default(name, line):
    machine = without(fit(NUMPAD, config_txt=text(name)), "/dev/i2c-1")
    found = only_finding(NUMPAD, machine)
    assert found.what == "I2C is off: there is no /dev/i2c-1"
    assert found.remedy.startswith(f"{TXT}, line {line}: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000 ")


def test_i2c_is_switched_off_again_below():
    machine = without(fit(NUMPAD, "dtparam=i2c_arm=off\n"), "/dev/i2c-1")
    number = len(machine.config_txt.splitlines())
    assert only_finding(NUMPAD, machine).remedy.startswith(
        f"{TXT}, line {number}: make it dtparam=i2c_arm=on,"
    )


def test_i2c_is_on_for_another_model_only():
    machine = without(
        fit(NUMPAD, config_txt="[cm4]\ndtparam=i2c_arm=on\n[all]\ndtparam=spi=on\n"), "/dev/i2c-1"
    )
    assert only_finding(NUMPAD, machine).remedy == (
        f"{TXT}: add dtparam=i2c_arm=on,i2c_arm_baudrate=400000 at the end, under [all], and restart"
    )


def test_i2c_is_set_but_the_bus_is_not_there():
    found = only_finding(NUMPAD, without(fit(NUMPAD), "/dev/i2c-1"))
    assert "switched on" in found.what
    assert "i2c-dev" in found.remedy


def test_i2c_is_slow():
    # The default clock is in the overlays README, i2c_arm_baudrate.
    machine = bookworm("dtparam=i2c_arm=on\n", i2c_hz={1: 100_000})
    found = only_finding(NUMPAD, machine)
    number = len(machine.config_txt.splitlines())
    assert found.level == "warning"
    assert "100 kHz" in found.what
    assert found.remedy.startswith(
        f"{TXT}, line {number}: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
    )


def test_i2c_is_slow_until_the_next_start():
    assert only_finding(NUMPAD, fit(NUMPAD, i2c_hz={1: 100_000})).remedy.endswith("restart")


def test_no_display_answers():
    found = only_finding(NUMPAD, fit(NUMPAD, answers={1: answers("i2cdetect-none.txt")}))
    assert found.what == "the display does not answer at 0x3c on I2C bus 1, nor at any other address"
    assert "BCM 2" in found.remedy


def test_a_display_answers_at_the_other_address():
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(address=0x3D),))
    found = only_finding(config, fit(config))
    assert (
        found.what
        == "nothing answers at 0x3d on I2C bus 1, but something does at 0x3c, a usual address of displays"
    )
    assert found.remedy == "in the configuration, under [display]: address = 0x3c"


def test_something_else_answers():
    # for example a NeoTrellis
    assert "there are 0x2e" in only_finding(NUMPAD, fit(NUMPAD, answers={1: BusAnswers((0x2E,))})).what


@pytest.mark.parametrize(
    ("controller", "status", "kind"),
    [  # status bytes from bitbank2/OneBitDisplay; bit 6 is set while the panel is off
        ("ssd1306", 0x48, "sh1106"),
        ("ssd1306", 0x08, "sh1106"),
        ("ssd1309", 0x08, "sh1106"),
        ("sh1106", 0x46, "ssd1306"),
        ("sh1106", 0x03, "ssd1306"),
    ],
)
def test_the_display_has_another_controller(controller, status, kind):
    # With its reset on a pin, an SSD1309 has no warning of its own.
    reset = 25 if controller == "ssd1309" else None
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(controller=controller, reset=reset),))
    found = only_finding(config, fit(config, answers={1: answers("i2cdetect-3c.txt", x3c=status)}))
    assert kind in found.what
    assert found.remedy == f'in the configuration, under [display]: controller = "{kind}"'


@pytest.mark.parametrize(
    ("controller", "status"), [("ssd1306", 0x46), ("ssd1309", 0x43), ("sh1106", 0x48), ("ssd1306", 0x47)]
)
def test_the_display_has_the_configured_controller_or_an_unknown_one(controller, status):
    # With its reset on a pin, an SSD1309 has no warning of its own.
    reset = 25 if controller == "ssd1309" else None
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(controller=controller, reset=reset),))
    assert wrong(config, fit(config, answers={1: answers("i2cdetect-3c.txt", x3c=status)})) == []


def test_a_display_with_a_reset_line_may_answer_only_while_the_board_runs():
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(controller="ssd1309", reset=25),))
    machine = fit(config, answers={1: BusAnswers()})
    found = wrong(config, changed(machine, service="inactive"))
    assert ("warning", True) in [(each.level, "its reset (BCM 25)" in each.what) for each in found]
    assert not any(each.level == "fault" for each in found)
    assert only_finding(config, changed(machine, service="active", enabled="enabled")).level == "fault"


def test_a_kernel_driver_reserves_the_display():
    machine = fit(NUMPAD, "dtoverlay=ssd1306\n", answers={1: BusAnswers(busy=(0x3C,))})
    assert only_finding(NUMPAD, machine).remedy.endswith("remove dtoverlay=ssd1306")


def test_spi_is_off_by_default():
    machine = bookworm("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")
    found = only_finding(NUMPAD, without(machine, "/dev/spidev0.0", "/dev/spidev0.1"))
    assert found.what == "SPI is off: there is no /dev/spidev0.0"
    assert found.remedy == f"{TXT}, line 3: make it dtparam=spi=on (without the #) and restart"


def test_the_remedy_for_spi_also_frees_its_pins():
    machine = without(bookworm("dtparam=i2c_arm=on\n"), "/dev/spidev0.0", "/dev/spidev0.1")
    assert only_finding(KEYPAD, machine).remedy.splitlines()[1:] == [
        "add dtoverlay=spi0-1cs as well: it frees pins of SPI0 for other parts"
    ]


def test_too_few_chip_selects():
    config = NUMPAD._replace(lights=NUMPAD.lights._replace(device=1))
    machine = without(fit(config, "dtoverlay=spi0-1cs\n"), "/dev/spidev0.1")
    assert "dtoverlay=spi0-1cs gives SPI bus 0 too few" in only_finding(config, machine).what


def test_another_bus_needs_its_overlay():
    config = NUMPAD._replace(lights=NUMPAD.lights._replace(bus=1))
    assert "dtoverlay=spi1-1cs" in only_finding(config, bookworm("dtparam=i2c_arm=on\n")).remedy


def test_spi_is_set_but_the_bus_is_not_there():
    found = only_finding(NUMPAD, without(fit(NUMPAD), "/dev/spidev0.0"))
    assert found.what == "SPI is switched on, but there is no /dev/spidev0.0"


def chain(chip, leds=121, order="GRB"):
    shape = NUMPAD.lights.shape._replace(leds=leds)
    return NUMPAD._replace(lights=NUMPAD.lights._replace(chip=chip, order=order, shape=shape))


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_ws2812_needs_a_fixed_core_clock_on_some_models(model):
    config = chain("ws2812")
    assert wrong(config, fit(config, model=model)) == []
    bare = fit(NUMPAD, model=model)
    needed = any(name in model for name in ("Zero 2", "3 Model", "4", "400"))
    assert [finding.level for finding in wrong(config, bare)] == (["fault"] if needed else [])


def test_a_pi_4_needs_only_its_lowest_core_clock_set():
    found = only_finding(chain("ws2812"), fit(NUMPAD, model=PI_4))
    assert found.remedy == f"{TXT}: add core_freq_min=500 at the end, under [all], and restart"


def test_a_wrong_clock_is_named_by_its_line():
    machine = fit(NUMPAD, "core_freq=400\n", model=PI_3)
    number = len(machine.config_txt.splitlines())
    assert only_finding(chain("ws2812"), machine).remedy == (
        f"{TXT}, line {number}: make it core_freq=250 and restart"
    )


def test_a_long_chain_of_ws2812_needs_a_larger_transfer():
    config = chain("ws2812", 363)
    found = only_finding(config, fit(config))
    assert found.remedy.startswith(f"{CMDLINE}: add spidev.bufsiz=8192 at the end of its one line")
    written = bookworm().cmdline_txt + " spidev.bufsiz=8192"
    assert only_finding(config, fit(config, cmdline_txt=written)).remedy.endswith("restart")
    assert wrong(config, fit(config, bufsiz=8192)) == []
