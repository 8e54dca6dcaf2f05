"""The validation of the values that describe an LED shape."""

from __future__ import annotations

import pytest

from firmware_py.config.track_shape import check_distance, check_flag, check_one_of, check_whole


@pytest.mark.parametrize("value", [5, True, 2.0, "2", None])
def test_a_number_that_is_not_allowed_is_refused_with_those_that_are(value: object) -> None:
    with pytest.raises(ValueError, match=r"tracks is .*: choose 2 or 3"):
        check_whole("tracks", value, (2, 3))
    with pytest.raises(ValueError, match=r"width is .*: choose 1 to 4"):
        check_whole("width", value if value != 2.0 else 0, range(1, 5))


def test_an_allowed_value_passes_every_check() -> None:
    check_whole("tracks", 2, (2, 3))
    check_whole("width", 256, range(1, 257))
    check_one_of("by", "rows", ("columns", "rows"))
    check_flag("serpentine", False)
    check_distance("pitch_mm", 6.944)
    check_distance("pitch_mm", 1000)


@pytest.mark.parametrize("value", [0, -1, 1001, float("nan"), float("inf"), True, "6"])
def test_a_distance_is_above_0_and_at_most_1000_mm(value: object) -> None:
    with pytest.raises(ValueError, match="above 0 and up to 1000"):
        check_distance("pitch_mm", value)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_flag_is_true_or_false(value: object) -> None:
    with pytest.raises(ValueError, match="choose true or false"):
        check_flag("serpentine", value)
