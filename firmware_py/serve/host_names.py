"""The names under which a browser may ask for the page.

A web site elsewhere can give its own name the address of this machine, and then read the page as if it were
its own (DNS rebinding). The browser sends that name in the header `Host`, so a foreign name is refused.
"""

from __future__ import annotations

import ipaddress

_LOCAL_DOMAINS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Endings that routers and mDNS give to the names of machines at home; a site elsewhere cannot have them."""


def is_ours(host: str, machine: str) -> bool:
    """Return True if the value of the header `Host` names this machine.

    Args:
        host: the value of the header, with or without a port.
        machine: the name of this machine.
    """
    name = _without_port(host).lower().rstrip(".")
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        own = machine.lower().partition(".")[0]
        return name == "localhost" or any(name == own + domain for domain in _LOCAL_DOMAINS)
    return True


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and not name.endswith(":") else host
