"""Convert sound to a different sample rate. The conversion uses a windowed-sinc low-pass filter."""

from __future__ import annotations

from array import array
from math import ceil, cos, gcd, pi, sin
from operator import mul

_CROSSINGS = 12
"""The number of zero crossings on each side of the filter. More of them make it sharper but slower."""
_PASSED = 0.92
"""The proportion of the band that passes. The filter needs the rest to fall off."""
_PHASES = 512
"""The maximum number of positions between two old samples. Rounding to these causes an error below -50 dB."""


def resampled(values: array[int], old: int, new: int) -> array[int]:
    """Convert samples at `old` samples per second to samples at `new` samples per second.

    All samples are integers from -32768 to 32767.

    Args:
        values: the samples.
        old: the number of samples per second in `values`.
        new: the number of samples per second in the result.
    """
    if old == new:
        return values
    common = gcd(old, new)
    up, down = new // common, old // common
    phases = min(up, _PHASES)
    cutoff = _PASSED * min(1.0, new / old)
    reach = ceil(_CROSSINGS / cutoff)
    filters = [_filter(phase / phases, cutoff, reach) for phase in range(phases + 1)]
    silence = array("h", bytes(4 * reach))
    padded = silence + values + silence
    count = 2 * reach
    result = array("h", bytes(2 * (len(values) * up // down)))
    for index in range(len(result)):
        whole, rest = divmod(index * down, up)
        taps = filters[(rest * phases + up // 2) // up]
        at = whole + reach + 1
        value = sum(map(mul, taps, padded[at : at + count]))
        result[index] = max(-32768, min(32767, round(value)))
    return result


def _filter(offset: float, cutoff: float, reach: int) -> list[float]:
    """Return the weights of a low-pass filter for the old samples around a point in time.

    Args:
        offset: the point in time, as a fraction of the interval between two old samples.
        cutoff: the highest frequency that passes, as a fraction of half the old sample rate.
        reach: the number of old samples to use on each side, i.e. half the number of weights.
    """
    weights = []
    for step in range(1 - reach, reach + 1):
        distance = step - offset
        angle = pi * cutoff * distance
        sinc = sin(angle) / angle if angle else 1.0
        inside = max(-1.0, min(1.0, distance / reach))
        blackman = 0.42 + 0.5 * cos(pi * inside) + 0.08 * cos(2 * pi * inside)
        weights.append(sinc * blackman)
    total = sum(weights)
    return [weight / total for weight in weights]
