"""Join a number and a noun in the singular or plural: `1 deal`, `2 deals`."""

from __future__ import annotations


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return a number followed by its noun, such as `1 deal` or `2 deals`.

    `many` is the plural of `one`; by default, `one` with an s.
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
