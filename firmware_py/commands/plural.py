"""Numbers with their nouns: `1 deal`, `2 deals`."""

from __future__ import annotations


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    Args:
        number: the number.
        one: the noun in the singular.
        many: the noun in the plural, if it takes more than an s.
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
