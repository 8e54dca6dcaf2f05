""""""

import pytest

from firmware_py.view.coach import as_text, read_advice
from tests.support.counted_deals import advice_about, coached_board, counted


def test_advice_that_is_written_and_read_again_is_the_same() -> None:
    advice = advice_about(counted(coached_board()))
    assert read_advice(as_text(advice)) == advice


@pytest.mark.parametrize("text", ["", "[", "7", "[[], 1]", '[[["5", "J"]], [0.5], 1, true]'])
def test_text_that_is_no_advice_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_advice(text)
