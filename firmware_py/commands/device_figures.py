"""The measurements from `muggins replay --device`, as a table."""

from __future__ import annotations

from typing import Any


def figures_text(figures: dict[str, Any]) -> str:
    """Return a table of the bytes sent on each bus and the processor time used, both per key press.

    Args:
        figures: the measurements, in the form of the JSON output.
    """
    lines = [f"{'':<10} {'median':>7} {'p99':>7} {'max':>7} {'total':>8}   bytes per press"]
    for bus, spread in figures["wire"].items():
        lines.append(
            f"{bus:<10}" + "".join(f" {spread[name]:>7}" for name in ("median", "p99", "max", "total"))
        )
    cpu = figures["cpu_ms"]
    lines.append(f"{'cpu':<10} {cpu['median']:>7.3f} {cpu['p99']:>7.3f}   ms per press")
    return "\n".join(lines)
