import pytest

from engine.coach.generate.published_cribs import published_cribs
from tests.support.published_cribs import RANKS, SCHELL_OTHERS, SCHELL_OWN

pytestmark = pytest.mark.night  # like the rest of this folder


@pytest.mark.parametrize("own", [True, False])
def test_the_figures_are_those_that_were_copied_from_the_page_a_second_time(own: bool) -> None:
    table = published_cribs(own=own)
    for pair, mean in (SCHELL_OWN if own else SCHELL_OTHERS).items():
        low, high = map(RANKS.index, pair.split("-"))
        assert table[low, high] == table[high, low] == pytest.approx(mean)
