"""The volume of the voice: clips are made quieter once and kept, not each time that they are played."""

from __future__ import annotations

import sys
from array import array
from collections import OrderedDict

LOUDEST = 100
"""The volume, in percent, at which a clip is played as it is."""
_HALF_AS_LOUD = 10.0
"""How many decibels less sound half as loud (S. S. Stevens, "The measurement of loudness", JASA 27, 1955)."""
_KEPT_BYTES = 4_000_000
"""The clips that are kept: 90 seconds, more than all phrases of a game."""


class Volume:
    """A volume, and the clips that were made quieter last."""

    def __init__(self, percent: int) -> None:
        """Create a volume of 0 to 100 percent, of which 50 sounds half as loud as 100."""
        self._percent = percent
        self._factor = factor(percent)
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._kept_bytes = 0

    def applied(self, clip: bytes) -> bytes:
        """Return a clip at this volume."""
        if self._percent >= LOUDEST:
            return clip
        quiet = self._kept.get(clip)
        if quiet is None:
            quiet = self._kept[clip] = _scaled(clip, self._factor)
            self._kept_bytes += len(clip)
            while self._kept_bytes > _KEPT_BYTES and len(self._kept) > 1:
                self._kept_bytes -= len(self._kept.popitem(last=False)[0])
        else:
            self._kept.move_to_end(clip)
        return quiet


def factor(percent: int) -> float:
    """Return the share of the amplitude at a volume of 0 to 100 percent."""
    if percent <= 0:
        return 0.0
    from math import log2

    return float(10 ** (_HALF_AS_LOUD / 20 * log2(percent / LOUDEST)))


def _scaled(clip: bytes, by: float) -> bytes:
    values = array("h", clip)
    if sys.byteorder == "big":
        values.byteswap()
    values = array("h", map(int, map(by.__mul__, values)))
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()
