"""The address at which phones can reach this machine, and the socket on which the page's server listens.

The socket is a new one, or one that systemd has opened.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path

from .errors import UsageError

PORT = 80
"""The port on which systemd listens for the page, so that its address needs no port."""
_FIRST = 3
"""The first file descriptor that systemd passes to a service (sd_listen_fds(3))."""
_FILES = 2048
"""The number of files that the server may need to open: one for each connection, and a few more."""


def listening(port: int) -> socket.socket:
    """Return a socket that listens on all addresses of this machine.

    Raises:
        UsageError: the port is in use, or this user is not permitted to open it.
    """
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    try:
        found = socket.create_server(
            ("", port), family=family, backlog=256, dualstack_ipv6=family == socket.AF_INET6
        )
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise UsageError(f"port {port}: {why}; choose another with --port") from None
    found.setblocking(False)
    return found


def socket_from_systemd() -> socket.socket | None:
    """Return the socket that systemd has opened for this process, or None if there is none."""
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()) or not os.environ.pop("LISTEN_FDS", ""):
        return None
    found = socket.socket(fileno=_FIRST)
    found.set_inheritable(False)
    found.setblocking(False)
    return found


def allow_many_files() -> None:
    """Raise the limit on open files, as far as the system permits, to allow for many connections."""
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit

    soft, hard = getrlimit(RLIMIT_NOFILE)
    wanted = _FILES if hard < 0 else min(_FILES, hard)
    if 0 <= soft < wanted:
        with suppress(ValueError, OSError):
            setrlimit(RLIMIT_NOFILE, (wanted, hard))


_SIOCGIFADDR = 0x8915  # linux/sockios.h: the IPv4 address of a network interface
_INTERFACES = Path("/sys/class/net")
_IPV6 = Path("/proc/self/net/if_inet6")  # the service does not see /proc/net (ProcSubset=pid)
_FOR_CONTAINERS = ("docker", "br-", "veth", "virbr", "podman", "lxc", "lxd", "cni")
"""The first letters of the names of network interfaces for containers and virtual machines."""
LOCAL: tuple[IPv4Network | IPv6Network, ...] = (
    *(IPv4Network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")),
    IPv6Network("fc00::/7"),
)
"""The addresses of local networks (RFC 1918, RFC 3927, RFC 4193)."""

_Address = IPv4Address | IPv6Address


def own_address() -> str | None:
    """Return this machine's address on its network, or None if it has none.

    Addresses on local networks are preferred and, among these, IPv4 addresses. If several are equally
    suitable, the address of the interface used to reach the Internet is preferred.
    """
    found = [*_address_of_route(), *_addresses_of_interfaces()]
    best = sorted(found, key=lambda each: (not is_local(str(each)), each.is_link_local, each.version))
    return str(best[0]) if best else None


def is_local(address: str) -> bool:
    """Return True if an IP address belongs to a local network."""
    return any(ip_address(address) in network for network in LOCAL)


def _address_of_route() -> Iterator[_Address]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks for the way to a distant address
        except OSError:
            return
        yield ip_address(probe.getsockname()[0])


def _addresses_of_interfaces() -> Iterator[_Address]:
    """Yield the network interfaces' addresses, first IPv4, then IPv6. Skip loopback and containers."""
    try:
        names = sorted(
            name for name in os.listdir(_INTERFACES) if not name.startswith(("lo", *_FOR_CONTAINERS))
        )
    except OSError:  # not on Linux
        return
    for name in names:
        with suppress(OSError):
            yield _ipv4_of(name)
    with suppress(OSError):
        for line in _IPV6.read_text().splitlines():
            digits, *_, name = line.split()
            address = IPv6Address(int(digits, 16))
            if name in names and not address.is_link_local:  # a phone cannot use a link-local IPv6 address
                yield address


def _ipv4_of(interface: str) -> IPv4Address:
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        found = ioctl(probe, _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    return IPv4Address(found[20:24])  # netdevice(7): the name, the family, the port, and then the address
