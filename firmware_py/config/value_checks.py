"""Checks for the values in a configuration file: numbers, choices, lists, and tables of settings.

A check is a function that takes a value and raises `Wrong` if the value is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any], None]
PathStep = str | int


class Wrong(Exception):
    """Raised when a value in the configuration is not allowed.

    Attributes:
        remedy: a message that says what is allowed.
        path: the keys and list indices that lead to the value, outermost first.
    """

    def __init__(self, remedy: str, path: tuple[PathStep, ...] = ()) -> None:
        super().__init__(remedy)
        self.remedy, self.path = remedy, path


def number(low: int, high: int, noun: str) -> Check:
    """Return a check that accepts only whole numbers from `low` to `high`.

    Args:
        low: the lowest number to accept.
        high: the highest number to accept.
        noun: the name of the value in the error message, such as `a BCM pin`.
    """

    def check(value: Any) -> None:
        if not is_whole(value) or not low <= value <= high:
            raise Wrong(f"{noun} must be a whole number from {low} to {high}")

    return check


def is_whole(value: Any) -> bool:
    """Return True if a value is a whole number. `True` and `False` do not count as numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(*choices: object) -> Check:
    """Return a check that accepts only the given values. Types must match too: 1.0 is not accepted as 1."""

    def check(value: Any) -> None:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise Wrong(f"must be one of {', '.join(shown(choice) for choice in choices)}")

    return check


def of_type(kind: type, remedy: str) -> Check:
    """Return a check that accepts only values of type `kind`, with `remedy` as the error message."""

    def check(value: Any) -> None:
        if not isinstance(value, kind):
            raise Wrong(remedy)

    return check


def list_of(check_item: Check, least: int, most: int, example: str = "[1, 2]") -> Check:
    """Return a check that accepts a list of `least` to `most` items that all pass `check_item`.

    Args:
        check_item: the check for each item.
        least: the smallest number of items.
        most: the largest number of items.
        example: an example of such a list, which is shown in the error message.
    """

    def check(value: Any) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Wrong(f"must be a list of {least} to {most}, such as {example}")
        for index, item in enumerate(value):
            _check_inside(index, check_item, item)

    return check


def table_of(checks: Mapping[str, Check]) -> Check:
    """Return a check that accepts a table only if all its keys and values are valid.

    Args:
        checks: maps each allowed key to the check for its value.
    """

    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise Wrong("must be a table, such as [display] with a line for each key below it")
        for key, setting in value.items():
            if key not in checks:
                raise Wrong(f"no such key here; the keys are {', '.join(checks)}", (key,))
            _check_inside(key, checks[key], setting)

    return check


def or_false(check_value: Check) -> Check:
    """Return a check that accepts `false`, and all values that `check_value` accepts.

    In a configuration file, `false` removes a setting that the profile contains.
    """

    def check(value: Any) -> None:
        if value is not False:
            check_value(value)

    return check


def _check_inside(step: PathStep, check: Check, value: Any) -> None:
    """Check one item of a list or one value of a table. If it is wrong, add its position to the error.

    Args:
        step: the item's index in the list, or the value's key in the table.
        check: the check to apply.
        value: the item or value.

    Raises:
        Wrong: the check failed.
    """
    try:
        check(value)
    except Wrong as wrong:
        raise Wrong(wrong.remedy, (step, *wrong.path)) from None


def shown(value: object) -> str:
    """Return a value as it would be written in TOML, shortened if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except ValueError:
        return "a number with thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}…"
