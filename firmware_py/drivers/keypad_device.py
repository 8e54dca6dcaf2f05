"""One keyboard that is read: which of its keys are down, and when they move.

Event types, codes and values are those of linux/input-event-codes.h and of the kernel's documentation,
input/event-codes.
"""

from __future__ import annotations

from collections.abc import Iterator
from errno import EBUSY
from typing import Any

from firmware_py.drivers.input_device import EV_KEY, EV_SYN

_SYN_REPORT, _SYN_DROPPED = 0, 3
_UP, _DOWN = 0, 1  # 2 is an autorepeat

Change = tuple[int, bool, float | None]
"""A code, True if it went down or False if it came up, and when; None if the kernel did not say."""


class Keyboard:
    """An open input device with some of the keys wanted.

    Attributes:
        device: the device.
        path: its node.
        title: its name in messages.
        source: its number among the keyboards.
        held: the codes of the keys that are down.
    """

    def __init__(self, device: Any, path: str, title: str, source: int, codes: frozenset[int]) -> None:
        self.device, self.path, self.title, self.source = device, path, title, source
        self._codes = codes
        self._dropping = False
        # The kernel drops unread events of the keys whose state it reports, so none of them is counted twice.
        self.held = self._down()

    def changes(self) -> Iterator[Change]:
        """Yield the codes that went down or up since the last call.

        Raises:
            BlockingIOError: nothing has happened.
            OSError: the device is gone.
        """
        for event in self.device.read():
            if event.type == EV_SYN:
                yield from self._synchronised(event.code, event.at)
            elif event.type == EV_KEY and not self._dropping and event.value in (_UP, _DOWN):
                yield from self._moved(event.code, event.value == _DOWN, event.at)

    def grab(self) -> bool:
        """Keep the keys from all other programs; return False if another program has grabbed them.

        Raises:
            OSError: the device is gone.
        """
        try:
            self.device.grab()
        except OSError as error:
            if error.errno != EBUSY:
                raise
            return False
        return True

    def _synchronised(self, code: int, at: float | None) -> list[Change]:
        """Take the end of a packet of events, or the news that the kernel's buffer overflowed.

        After an overflow, events up to the end of the packet are unreliable, and the device has to be asked
        which keys are down (input/event-codes, SYN_DROPPED).
        """
        if code == _SYN_DROPPED:
            self._dropping = True
        if code != _SYN_REPORT or not self._dropping:
            return []
        self._dropping = False
        down, held = self._down(), self.held
        gone = [change for code in sorted(held - down) for change in self._moved(code, False, at)]
        return gone + [change for code in sorted(down - held) for change in self._moved(code, True, at)]

    def _moved(self, code: int, down: bool, at: float | None) -> list[Change]:
        if code not in self._codes or (code in self.held) == down:
            return []
        self.held = self.held | {code} if down else self.held - {code}
        return [(code, down, at)]

    def _down(self) -> frozenset[int]:
        return self._codes.intersection(self.device.active_keys())
