import pytest

from firmware_py.doctor.doctor import check
from tests.support.pi_captures import (
    NUMPAD,
    fit,
    only_finding,
    wrong,
)


@pytest.mark.parametrize(("unit", "level"), [("failed", "fault"), ("inactive", "warning"), ("active", "ok")])
def test_the_service(unit, level):
    found = [each for each in check(NUMPAD, fit(NUMPAD, service=unit)) if each.level != "note"]
    assert found[-1].level == level


@pytest.mark.parametrize(
    ("enabled", "command"), [("disabled", "enable"), ("masked", "unmask"), ("enabled", None), (None, None)]
)
def test_a_service_that_does_not_start_with_the_machine(enabled, command):
    found = wrong(NUMPAD, fit(NUMPAD, service="active", enabled=enabled))
    assert [each.remedy for each in found] == (
        [f"sudo systemctl {command} muggins.service"] if command else []
    )


@pytest.mark.parametrize(
    ("switch", "remedy"),
    [
        ("inactive", "start it: sudo systemctl start muggins-poweroff.path"),
        ("failed", "see why: sudo journalctl -b -u muggins-poweroff.path; then: sudo systemctl restart"),
        ("masked", "sudo systemctl unmask muggins-poweroff.path"),
        ("not-found", "copy it, and the unit it starts"),
    ],
)
def test_the_menu_cannot_switch_off(switch, remedy):
    found = only_finding(NUMPAD, fit(NUMPAD, service="active", switch=switch))
    assert (found.level, found.what) == (
        "warning",
        f"the menu cannot switch the machine off: muggins-poweroff.path is {switch}",
    )
    assert found.remedy.startswith(remedy)


def test_the_unit_that_switches_off_is_needed_only_while_the_service_runs():
    assert wrong(NUMPAD, fit(NUMPAD, service="active", switch="active")) == []
    assert wrong(NUMPAD, fit(NUMPAD, switch="not-found")) == []
    assert [each.what for each in wrong(NUMPAD, fit(NUMPAD, service="inactive", switch="inactive"))] == [
        "muggins.service is inactive"
    ]
