import pytest

from tests.support.pi_captures import (
    CMDLINE,
    KEYPAD,
    NUMPAD,
    PI_3,
    PI_4,
    TXT,
    bookworm,
    fit,
    models,
    only_finding,
    without,
    wrong,
)


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
