"""The doctor's report about a service that should be running."""

from __future__ import annotations

from firmware_py.doctor.diagnosis import FAULT, OK, WARNING, Diagnosis


def running_service(unit: str, state: str, name: str) -> Diagnosis:
    """Return a diagnosis of a service that should be running, with the command that starts it again.

    Args:
        unit: the full name of the service, such as `muggins-speak.service`.
        state: its state, such as `active`.
        name: the name of the service in commands, such as `muggins-speak`.
    """
    if state == "active":
        return Diagnosis(OK, f"{unit} is running")
    if state == "failed":
        return Diagnosis(
            FAULT,
            f"{unit} has failed",
            f"see why: sudo journalctl -b -u {name}; once that is put right: sudo systemctl restart {name}",
        )
    return Diagnosis(WARNING, f"{unit} is {state}", f"start it: sudo systemctl start {name}")
