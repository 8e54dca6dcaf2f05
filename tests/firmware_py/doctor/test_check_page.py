"""The doctor checks what the web page needs: Tornado, the socket, the service and the network."""

import pytest

from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import MODULES
from tests.support.pi_captures import NUMPAD, fit, only_finding, wrong

ENABLE = "sudo systemctl enable --now muggins-serve.socket"
MODULES_THERE = frozenset(MODULES)
ON = {
    "page": "active",
    "page_enabled": "enabled",
    "page_server": "inactive",
    "page_menu": "active",
    "address": "192.168.178.123",
}


def pi_with_page(**changes):
    """Return a Raspberry Pi on which the web page can be opened.

    Args:
        changes: new values for some of the machine's fields, or new states for its systemd units.
    """
    return fit(NUMPAD, **{"modules": MODULES_THERE, **ON, **changes})


def test_a_page_that_lacks_nothing():
    assert wrong(NUMPAD, pi_with_page()) == []


def test_a_page_that_is_off_needs_nothing():
    off = {"page": "inactive", "page_enabled": "disabled", "page_port_taken": True}
    machine = pi_with_page(modules=MODULES_THERE - {"tornado"}, address="localhost", **off)
    assert wrong(NUMPAD, machine) == []
    assert any(ENABLE in each.what for each in check(NUMPAD, machine))


def test_another_program_has_the_port():
    found = wrong(NUMPAD, pi_with_page(page="failed", page_port_taken=True))
    assert [each.level for each in found] == ["fault", "fault"]
    assert "port 80" in found[1].what and "sudo ss -ltnp" in found[1].remedy


def test_the_own_socket_has_the_port():
    assert wrong(NUMPAD, pi_with_page(page_port_taken=True)) == []


def test_the_menu_cannot_start_the_server():
    found = only_finding(NUMPAD, pi_with_page(page_menu="inactive"))
    assert found.what.startswith("muggins-serve-phone.path is inactive")
    assert wrong(NUMPAD._replace(page_keys=False), pi_with_page(page_menu="inactive")) == []


def test_tornado_is_missing():
    found = only_finding(NUMPAD, pi_with_page(modules=MODULES_THERE - {"tornado"}))
    assert found.remedy == "sudo apt install python3-tornado"


def test_segno_is_missing():
    without = pi_with_page(modules=MODULES_THERE - {"segno"})
    found = only_finding(NUMPAD, without)
    assert (found.level, found.remedy) == ("warning", "sudo apt install python3-segno")
    assert wrong(NUMPAD._replace(page_keys=False), without) == []
    assert wrong(NUMPAD._replace(displays=()), without) == []


@pytest.mark.parametrize(
    ("failed", "unit"), [("page", "muggins-serve.socket"), ("page_server", "muggins-serve.service")]
)
def test_a_unit_has_failed(failed, unit):
    found = only_finding(NUMPAD, pi_with_page(**{failed: "failed"}))
    assert found.what.startswith(f"{unit} has failed") and "journalctl" in found.remedy


def test_a_socket_that_is_enabled_and_not_started():
    assert (
        only_finding(NUMPAD, pi_with_page(page="inactive")).remedy
        == "start it: sudo systemctl start muggins-serve.socket"
    )


def test_a_pi_without_a_network():
    assert "no network" in only_finding(NUMPAD, pi_with_page(address="localhost")).what


@pytest.mark.parametrize("address", ["8.8.8.8", "2a02:908::1"])
def test_an_address_that_is_not_local(address):
    assert address in only_finding(NUMPAD, pi_with_page(address=address)).what


@pytest.mark.parametrize("address", ["10.1.2.3", "172.20.0.5", "fd00::5"])
def test_a_local_address(address):
    assert wrong(NUMPAD, pi_with_page(address=address)) == []
