"""The states of the board's systemd units."""

from __future__ import annotations

import subprocess
from typing import NamedTuple

from firmware_py.journal.locations import SERVICE_STATE_FOLDER

UNIT = "muggins.service"
"""The board's service."""
STATE = str(SERVICE_STATE_FOLDER)
"""The state directory of the board's service."""
SWITCH = "muggins-poweroff.path"
"""The unit that switches the machine off when the board requests it."""


VOICE = "muggins-speak.service"
"""The voice's service."""
PUBLISHER = "muggins-publish.service"
"""The service that tells an MQTT broker what happens on the board."""
PAGE, PAGE_SERVER = "muggins-serve.socket", "muggins-serve.service"
"""The web page's socket unit, which is enabled, and its service, which the socket unit starts."""
PAGE_MENU = "muggins-serve-phone.path"
"""The unit that starts the web page's service when the board's menu lets phones in."""


class UnitStates(NamedTuple):
    """The states of the board's systemd units.

    All are None if the board's service is not installed or systemd is missing.

    Attributes:
        service: the state of the board's service, such as `active`.
        enabled: the service's unit file state, such as `enabled` or `disabled`.
        switch: the state of the unit that switches the machine off. The state is `not-found` or `masked` if
            the unit cannot run.
        voice: the state of the voice service, or None if that service is not installed.
        voice_enabled: the unit file state of the voice service, such as `enabled` or `disabled`.
        page: the state of the web page socket unit, or None if that unit is not installed.
        page_enabled: the unit file state of the web page socket unit, such as `enabled` or `disabled`.
        page_server: the state of the web page service.
        page_menu: the state of the unit that starts the web page service when a player uses the board's menu
            to let phones join.
        publisher: the state of the service that publishes over MQTT, or None if it is not installed.
        publisher_enabled: the unit file state of the publishing service, such as `enabled` or `disabled`.
    """

    service: str | None = None
    enabled: str | None = None
    switch: str | None = None
    voice: str | None = None
    voice_enabled: str | None = None
    page: str | None = None
    page_enabled: str | None = None
    page_server: str | None = None
    page_menu: str | None = None
    publisher: str | None = None
    publisher_enabled: str | None = None


def ask() -> UnitStates:
    """Ask systemd for the states of the board's units."""
    wanted = "--property=LoadState,ActiveState,UnitFileState"
    try:
        done = subprocess.run(
            ["systemctl", "show", wanted, UNIT, SWITCH, VOICE, PAGE, PAGE_SERVER, PAGE_MENU, PUBLISHER],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return UnitStates()
    # An empty line separates the properties of two units.
    blocks = done.stdout.split("\n\n")
    found = [dict(line.partition("=")[::2] for line in block.splitlines()) for block in blocks]
    service, switch, *followers = [*found, {}, {}, {}, {}, {}, {}][:7]
    if service.get("LoadState") not in ("loaded", "masked"):
        return UnitStates()
    state = "ActiveState" if switch.get("LoadState") == "loaded" else "LoadState"
    voice, page, server, menu, publisher = (
        each if each.get("LoadState") in ("loaded", "masked") else {} for each in followers
    )
    return UnitStates(
        service=service.get("ActiveState"),
        enabled=service.get("UnitFileState"),
        switch=switch.get(state),
        voice=voice.get("ActiveState"),
        voice_enabled=voice.get("UnitFileState"),
        page=page.get("ActiveState"),
        page_enabled=page.get("UnitFileState"),
        page_server=server.get("ActiveState"),
        page_menu=menu.get("ActiveState"),
        publisher=publisher.get("ActiveState"),
        publisher_enabled=publisher.get("UnitFileState"),
    )
