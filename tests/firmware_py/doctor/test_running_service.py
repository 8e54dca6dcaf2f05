"""What is said of a service that is meant to run."""

import pytest

from firmware_py.doctor.check_system import running_service
from firmware_py.doctor.diagnosis import FAULT, OK, WARNING


@pytest.mark.parametrize(
    ("state", "level", "what", "command"),
    [
        ("active", OK, "a.service is running", ""),
        ("failed", FAULT, "a.service has failed", "sudo systemctl restart a"),
        ("inactive", WARNING, "a.service is inactive", "sudo systemctl start a"),
    ],
)
def test_a_service_runs_has_failed_or_has_to_be_started(
    state: str, level: str, what: str, command: str
) -> None:
    found = running_service("a.service", state, "a")
    assert (found.level, found.what) == (level, what)
    assert (found.remedy or "").endswith(command)
