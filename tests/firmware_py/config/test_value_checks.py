"""Configuration values are validated, and an error contains the path to the invalid value."""

import pytest

from firmware_py.config.schema import (
    Check,
    Wrong,
    list_of,
    number,
    of_type,
    one_of,
    or_false,
    shown,
    table_of,
)

PIN = number(2, 27, "a BCM pin")
TABLE = table_of({"pins": list_of(PIN, 1, 3), "name": of_type(str, "must be text"), "turn": or_false(PIN)})


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (PIN, 2),
        (PIN, 27),
        (one_of("i2c", "spi"), "spi"),
        (TABLE, {}),
        (TABLE, {"pins": [4, 5], "name": "x", "turn": False}),
    ],
)
def test_values_that_are_allowed(check: Check, value: object) -> None:
    check(value)


@pytest.mark.parametrize(
    ("check", "value", "path"),
    [
        (PIN, 28, ()),
        (PIN, True, ()),
        (PIN, 4.0, ()),
        (one_of(1, 2), True, ()),
        (one_of(1, 2), 1.0, ()),
        (TABLE, 3, ()),
        (TABLE, {"pin": 4}, ("pin",)),
        (TABLE, {"pins": []}, ("pins",)),
        (TABLE, {"pins": [4, 1]}, ("pins", 1)),
        (TABLE, {"name": 4}, ("name",)),
        (TABLE, {"turn": True}, ("turn",)),
    ],
)
def test_the_path_leads_to_the_wrong_value(check: Check, value: object, path: tuple[str | int, ...]) -> None:
    with pytest.raises(Wrong) as wrong:
        check(value)
    assert wrong.value.path == path


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), ("x", "'x'"), ([1, 2], "[1, 2]"), ("x" * 60, "'" + "x" * 36 + "…")]
)
def test_a_value_in_a_message(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_list_that_is_too_short_is_answered_with_an_example() -> None:
    with pytest.raises(Wrong, match=r'^must be a list of 1 to 4, such as \["default", "hw:1"\]$'):
        list_of(of_type(str, "must be text"), 1, 4, '["default", "hw:1"]')([])
