"""Check that the required Python packages are installed."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.diagnosis import FAULT, OK, Case, Diagnosis
from firmware_py.doctor.requirements import needed_packages

REINSTALL = "install the Debian package again: sudo apt install --reinstall ./muggins_*.deb"
"""The remedy if a file from the Debian package is missing."""
# The packages that Raspberry Pi OS provides. The others come from PyPI.
_APT = {
    "gpiozero": "python3-gpiozero",
    "luma.oled": "python3-luma.oled",
    "smbus2": "python3-smbus2",
    "spidev": "python3-spidev",
}
# The remedies for the packages that Muggins' Debian package gets from apt. It includes all others itself.
_FROM_APT = {
    "spidev": "sudo apt install python3-spidev",
}


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the Python packages that the board needs are installed."""
    wanted = needed_packages(case.config)
    missing = {name: part for name, part in wanted.items() if name not in case.machine.modules}
    for name, part in sorted(missing.items()):
        what = f"the Python package {name} is missing, which {part}"
        yield Diagnosis(FAULT, what, _remedy(name, packaged=case.machine.packaged))
    if wanted and not missing:
        yield Diagnosis(OK, f"all Python packages are installed: {', '.join(sorted(wanted))}")


def _remedy(name: str, *, packaged: bool) -> str:
    """Return instructions for installing the missing Python package `name`.

    `packaged` is True if Muggins was installed from the Debian package.
    """
    if packaged:
        return _FROM_APT.get(name, REINSTALL)
    if name in _APT:
        return f"sudo apt install {_APT[name]}, and make a virtual environment with --system-site-packages"
    return f"pip install {name.replace('_', '-')} where Muggins is installed"
