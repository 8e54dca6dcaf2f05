"""The host names by which a browser can request the page.

A malicious web site can make its own host name point to this machine's address, and then read the page as if
it were part of the site (DNS rebinding). Since the browser sends that name in the `Host` header, requests for
unknown names are refused.
"""

from __future__ import annotations

import ipaddress

_LOCAL_DOMAINS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Suffixes that routers and mDNS add to names on the home network. No site on the Internet can use them."""


def is_ours(host: str, machine: str) -> bool:
    """Return True if the value of a request's `Host` header refers to this machine.

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
