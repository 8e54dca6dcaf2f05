"""The doctor warns about colours of the two sides that people with a colour vision deficiency may confuse."""

from firmware_py.config.palette import NAMED
from firmware_py.doctor.doctor import check
from tests.support.pi_captures import (
    KEYPAD,
    fit,
    only_finding,
    wrong,
)


def coloured(*names):
    palette = KEYPAD.lights.palette._replace(sides=tuple(NAMED[name] for name in names))
    return KEYPAD._replace(lights=KEYPAD.lights._replace(palette=palette))


def test_colours_that_some_people_confuse():
    # Without red or green cones, orange and vermilion differ mainly in lightness (Okabe and Ito).
    found = only_finding(coloured("orange", "vermilion"), fit(KEYPAD))
    assert found.level == "warning"
    assert "sides 1 and 2" in found.what
    assert "deuteranopia" in found.what
    assert "colours = " in found.remedy
    assert wrong(coloured("vermilion", "sky blue"), fit(KEYPAD)) == []
    assert any("tell the sides apart" in each.what for each in check(KEYPAD, fit(KEYPAD)))
    assert not any("colour" in each.what for each in check(KEYPAD._replace(lights=None), fit(KEYPAD)))
