"""The socket on which the page is served, and the address at which phones can reach it."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest

from firmware_py.system import network
from firmware_py.system.network import is_local, own_address, socket_from_systemd


@pytest.mark.parametrize("variables", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}])
def test_without_systemd_there_is_no_socket(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    for name in ("LISTEN_PID", "LISTEN_FDS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert socket_from_systemd() is None


def test_the_own_address_is_one_that_this_machine_can_listen_on() -> None:
    found = own_address()
    if found is None:
        pytest.skip("this machine has no network")
    family = socket.AF_INET6 if ip_address(found).version == 6 else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((found, 0))


@pytest.mark.parametrize(
    ("route", "interfaces", "best"),
    [
        ("192.168.178.123", ["10.0.0.1", "192.168.178.123"], "192.168.178.123"),
        ("", ["10.42.0.1"], "10.42.0.1"),  # a hotspot of its own has no way to the Internet
        ("", ["169.254.7.7", "192.168.1.5"], "192.168.1.5"),
        ("", ["169.254.7.7"], "169.254.7.7"),
        ("203.0.113.7", ["192.168.1.5"], "192.168.1.5"),
        ("203.0.113.7", [], "203.0.113.7"),
        ("", ["fd00::5", "192.168.1.5"], "192.168.1.5"),
        ("", ["2001:db8::5", "fd00::5"], "fd00::5"),
        ("", [], None),
    ],
)
def test_the_best_address_is_local_and_leads_to_the_internet(
    monkeypatch: pytest.MonkeyPatch, route: str, interfaces: list[str], best: str | None
) -> None:
    monkeypatch.setattr(network, "_address_of_route", lambda: [ip_address(route)] if route else [])
    monkeypatch.setattr(network, "_addresses_of_interfaces", lambda: map(ip_address, interfaces))
    assert own_address() == best


def test_interfaces_are_read_from_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lo", "wlan0", "eth0", "docker0"):
        (tmp_path / "net" / name).mkdir(parents=True)
    (tmp_path / "if_inet6").write_text(
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fe80000000000000ba27ebfffe000001 03 40 20 80    wlan0\n"
        "fd0000000000000000000000000000ab 03 40 00 80    wlan0\n"
    )
    ipv4 = {"wlan0": IPv4Address("192.168.1.5")}

    def ipv4_of(name: str) -> IPv4Address:
        if name not in ipv4:
            raise OSError(99, "no address")
        return ipv4[name]

    monkeypatch.setattr(network, "_INTERFACES", tmp_path / "net")
    monkeypatch.setattr(network, "_IPV6", tmp_path / "if_inet6")
    monkeypatch.setattr(network, "_ipv4_of", ipv4_of)
    assert list(network._addresses_of_interfaces()) == [IPv4Address("192.168.1.5"), IPv6Address("fd00::ab")]


def test_the_address_of_the_loopback_interface_is_known() -> None:
    assert network._ipv4_of("lo") == IPv4Address("127.0.0.1")


def test_addresses_of_local_networks_and_elsewhere() -> None:
    assert all(map(is_local, ("10.1.2.3", "172.31.0.1", "192.168.0.1", "169.254.1.1", "fd12::1")))
    assert not any(map(is_local, ("8.8.8.8", "172.32.0.1", "192.169.0.1", "2a02:908::1")))
