"""Check the web page: its server, its port, and the network."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.diagnosis import FAULT, OK, WARNING, Case, Diagnosis
from firmware_py.doctor.systemd_units import PAGE, PAGE_SERVER

_NAME = PAGE_SERVER.removesuffix(".service")


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that browsers can open the web page, if the page is enabled."""
    machine = case.machine
    if machine.page is None or (machine.page_enabled != "enabled" and machine.page != "active"):
        return
    if "tornado" not in machine.modules:
        yield Diagnosis(FAULT, "the page needs Tornado, which is missing", "sudo apt install python3-tornado")
    if "failed" in (machine.page, machine.page_server):
        failed = PAGE if machine.page == "failed" else PAGE_SERVER
        yield Diagnosis(
            FAULT,
            f"{failed} has failed, so nobody can open the page",
            f"see why: sudo journalctl -b -u {PAGE} -u {_NAME}; port 80 can have only one server; "
            f"once that is put right: sudo systemctl restart {PAGE}",
        )
    elif machine.page != "active":
        yield Diagnosis(WARNING, f"{PAGE} is {machine.page}", f"start it: sudo systemctl start {PAGE}")
    else:
        yield from _network(machine.address)


def _network(address: str | None) -> Iterator[Diagnosis]:
    from firmware_py.serve.own_address import is_local

    if address is None:
        return
    if address == "localhost":
        yield Diagnosis(
            WARNING,
            "the Pi has no network, so no phone finds the page",
            "connect it: sudo nmtui, or plug in a cable",
        )
    elif not is_local(address):
        yield Diagnosis(
            FAULT,
            f"the Pi's address, {address}, is not of a local network, and the page answers no other",
            "connect the Pi to your router",
        )
    else:
        yield Diagnosis(OK, f"the page is at {_url(address)}")


def _url(address: str) -> str:
    return f"http://[{address}]" if ":" in address else f"http://{address}"
