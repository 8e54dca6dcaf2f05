"""The indicator LEDs: whose turn it is, who deals, and whether the game is over."""

from firmware_py.outputs.lights import Indicators
from tests.support import keyed


class Leds:
    """Indicator LEDs that record the state they were last set to."""

    def __init__(self) -> None:
        self.lit: tuple[int | None, int | None, bool] | None = None
        self.closed = False

    def show(self, turn: int | None, dealer: int | None, *, is_over: bool) -> None:
        self.lit = (turn, dealer, is_over)

    def close(self) -> None:
        self.closed = True


def test_they_tell_the_turn_the_dealer_and_the_end() -> None:
    leds = Leds()
    indicators = Indicators(leds)
    board = keyed.board("", start=(120, 0))
    for words, lit in (
        ("", (0, None, False)),
        ("OK", (0, 0, False)),
        ("2", (1, 0, False)),
        ("10", (0, 0, False)),
        # The second ten makes a pair for seat 0, who has 120 points and wins.
        ("5 UNDO 10", (None, 0, True)),
    ):
        keyed.press(board, words)
        indicators.show(board.view, 0.0)
        assert leds.lit == lit, words
    assert indicators.deadline is None
    indicators.close()
    assert leds.closed
