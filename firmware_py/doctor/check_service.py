"""Check the board's systemd service, and the unit that switches the machine off."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.check_packages import REINSTALL
from firmware_py.doctor.diagnosis import WARNING, Case, Diagnosis
from firmware_py.doctor.running_service import running_service
from firmware_py.doctor.systemd_units import SWITCH, UNIT


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the board's service is running, starts at boot, and can switch the machine off."""
    unit, enabled = case.machine.units.service, case.machine.units.enabled
    if unit is None:
        return
    if enabled in ("disabled", "masked"):
        remedy = f"sudo systemctl {'unmask' if enabled == 'masked' else 'enable'} {UNIT}"
        yield Diagnosis(WARNING, f"{UNIT} is {enabled}: it does not start when the machine does", remedy)
    yield from _switch(case)
    yield running_service(UNIT, unit, UNIT)


def _switch(case: Case) -> Iterator[Diagnosis]:
    switch = case.machine.units.switch
    # The unit starts together with the service, and is not needed while the service is stopped.
    if switch in (None, "active") or (switch == "inactive" and case.machine.units.service != "active"):
        return
    remedies = {
        "failed": f"see why: sudo journalctl -b -u {SWITCH}; then: sudo systemctl restart {SWITCH}",
        "masked": f"sudo systemctl unmask {SWITCH}, then sudo systemctl start {SWITCH}",
        "not-found": REINSTALL
        if case.machine.packaged
        else f"copy it, and the unit it starts, to the folder of {UNIT}",
    }
    yield Diagnosis(
        WARNING,
        f"the menu cannot switch the machine off: {SWITCH} is {switch}",
        remedies.get(str(switch), f"start it: sudo systemctl start {SWITCH}"),
    )
