"""Recognise requests to refuse: those for an unknown host name, and key presses sent by other websites.

A malicious website can make its own host name point to this machine's address, and then read the page as if
it were part of the site (DNS rebinding). Since the browser sends that name in the `Host` header, requests for
unknown names are refused.

A malicious website can also make a visitor's browser send a request to this machine's address. The browser
names that website in the `Origin` header, and does not send JSON to this machine without its permission.
Therefore a key press is refused unless it is sent as JSON and its origin is the board's own page. A request
that only reads is refused if the browser says that another website has caused it, so that no such site can
make the server work.
"""

from __future__ import annotations

import ipaddress

_LOCAL_DOMAINS = ("", ".local", ".home.arpa", ".internal")
"""Suffixes of names on the home network that no site on the Internet can ever use.

They are reserved: `local` by RFC 6762, `home.arpa` by RFC 8375, and `internal` by ICANN in 2024. Other
suffixes that routers use may belong to somebody: `fritz.box` is in the public domain `box`.
"""


def is_for_this_machine(host: str, machine: str) -> bool:
    """Return True if the value of a request's `Host` header refers to this machine.

    Args:
        host: the value of the header, with or without a port.
        machine: this machine's name.
    """
    name = _without_port(host).lower().rstrip(".")
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        own = machine.lower().partition(".")[0]
        return name == "localhost" or any(name == own + domain for domain in _LOCAL_DOMAINS)
    return True


def is_from_own_page(origin: str | None, host: str, content_type: str) -> bool:
    """Return True if a request to press a key was sent by the board's own web page.

    Args:
        origin: the value of the request's `Origin` header, or None if there is none.
        host: the value of the request's `Host` header.
        content_type: the value of the request's `Content-Type` header.
    """
    return origin == f"http://{host}" and content_type.partition(";")[0] == "application/json"


def is_from_other_site(origin: str | None, fetch_site: str | None, host: str) -> bool:
    """Return True if the browser says that a page of a different website has caused this request.

    Args:
        origin: the value of the request's `Origin` header, or None if there is none.
        fetch_site: the value of the request's `Sec-Fetch-Site` header, or None if there is none.
        host: the value of the request's `Host` header.
    """
    return fetch_site == "cross-site" or (origin is not None and origin != f"http://{host}")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and not name.endswith(":") else host
