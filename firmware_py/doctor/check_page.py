"""Check the software, services, port and network address that the web page needs."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.diagnosis import FAULT, OK, WARNING, Case, Diagnosis
from firmware_py.doctor.systemd_units import PAGE, PAGE_MENU, PAGE_SERVER
from firmware_py.serve.listening import PORT

_NAME = PAGE_SERVER.removesuffix(".service")


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that browsers can open the web page, and that phones can join, if the page is enabled."""
    machine, units = case.machine, case.machine.units
    if units.page is None:
        return
    if units.page_enabled != "enabled" and units.page != "active":
        yield Diagnosis(
            OK, f"the page for phones is off; to switch it on: sudo systemctl enable --now {PAGE}"
        )
        return
    if "tornado" not in machine.modules:
        yield Diagnosis(FAULT, "the page needs Tornado, which is missing", "sudo apt install python3-tornado")
    if case.config.lets_phones_join and case.config.displays and "segno" not in machine.modules:
        yield Diagnosis(
            WARNING,
            "the display shows phones a code in letters only: segno, which draws QR codes, is missing",
            "sudo apt install python3-segno",
        )
    if "failed" in (units.page, units.page_server):
        failed = PAGE if units.page == "failed" else PAGE_SERVER
        yield Diagnosis(
            FAULT,
            f"{failed} has failed, so nobody can open the page",
            f"see why: sudo journalctl -b -u {PAGE} -u {_NAME}; "
            f"once that is put right: sudo systemctl restart {PAGE}",
        )
    elif units.page != "active":
        yield Diagnosis(WARNING, f"{PAGE} is {units.page}", f"start it: sudo systemctl start {PAGE}")
    else:
        if case.config.lets_phones_join and units.page_menu not in ("active", None):
            yield Diagnosis(
                WARNING,
                f"{PAGE_MENU} is {units.page_menu}, so the menu of the board may find no server for phones",
                f"start it: sudo systemctl restart {PAGE}",
            )
        yield from _network(machine.address)
    if units.page != "active" and machine.page_port_taken:
        yield Diagnosis(
            FAULT,
            f"another program has port {PORT}, so the page cannot have it",
            f"see which: sudo ss -ltnp 'sport = :{PORT}'; end it, or give the page another port: "
            f"sudo systemctl edit {PAGE}",
        )


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
