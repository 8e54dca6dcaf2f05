"""The values shown by the dialogue that lets phones join."""

from __future__ import annotations

from typing import NamedTuple


class PhoneOffer(NamedTuple):
    """Everything shown by the dialogue that lets phones join.

    Attributes:
        code: the code that lets a phone join, or None if none is valid at the moment.
        host: the address at which phones can open the web page, such as `192.168.178.123` or
            `192.168.178.123:8080`; None until the web page's server has reported it.
        joined: how many times a phone has joined since all phones last lost their permission to press keys. A
            phone that joins again is counted again.
        is_withdrawn: True if all phones have just lost their permission to press keys.
        is_late: True if the server has not reported its address in time.
        is_service: True if the board runs as the service installed by the Debian package.
    """

    code: str | None = None
    host: str | None = None
    joined: int = 0
    is_withdrawn: bool = False
    is_late: bool = False
    is_service: bool = False
