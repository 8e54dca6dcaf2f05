"""`Keys.end_of_deal` and `muggins replay` agree on the key press that ends a deal."""

from random import Random

import pytest

from tests.appliance.key_presses import Keys


@pytest.mark.parametrize("seed", range(2))
def test_a_deal_ends_when_its_crib_has_been_counted(seed: int) -> None:
    keys = Keys(Random(seed))
    first = keys.end_of_deal(1)
    second = keys.end_of_deal(first + 1)
    standings = [keys.standing(presses) for presses in (first - 1, first, second - 1, second)]
    assert [standing["deals"] for standing in standings] == [0, 1, 1, 2]
    assert standings[1]["prompt"] == standings[3]["prompt"] == "starter"
