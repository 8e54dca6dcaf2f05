"""Test rigs with fake displays and LEDs, with or without the main loop."""

from firmware_py.board.board import Board
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Display, Lights
from firmware_py.config.displays import DisplaySettings
from firmware_py.outputs.lights import LedTracks
from firmware_py.outputs.screens import Screens
from firmware_py.render import oled
from firmware_py.render.font import Bitmap
from tests.support import keyed
from tests.support.fakes import Fingers, Lamps, Panel, Told, taps
from tests.support.pictures import draw_leds

STEADY = DisplaySettings(dim_after=0, blank_after=0)  # never dimmed


def screens(*displays: Display, told: Told | None = None) -> Screens:
    """Return screens that draw the game on these displays, and report failures to `told`."""
    return Screens([(display, STEADY) for display in displays], told or Told())


def tracks(lamps: Lights, told: Told | None = None) -> LedTracks:
    """Return LED tracks that show the pegs on these LEDs, in the default shape and colours.

    If `told` is given, it is notified when the LEDs fail.
    """
    return LedTracks(lamps, draw_leds, told or Told())


class Bench:
    """A test rig: a main loop with a fake display and fake LEDs.

    The keys in `words` are pressed one after another. The loop ends when its clock reaches `until`, in
    seconds, or when there is nothing left to wait for.
    """

    def __init__(self, board: Board, words: str = "", until: float = float("inf")) -> None:
        self.board = board
        self.fingers = Fingers(taps(words, at=0.5), until)
        self.panel, self.lamps, self.told = Panel(), Lamps(), Told()
        self.outputs = (screens(self.panel, told=self.told), tracks(self.lamps, self.told))
        self.loop = Loop(board, self.outputs, self.fingers, self.fingers.clock, self.told)

    @property
    def deadline(self) -> float | None:
        return min((each.deadline for each in self.outputs if each.deadline is not None), default=None)

    @property
    def screen(self) -> bytes:
        """The picture that the display should show now, as bytes."""
        return oled.draw(self.board.view).frame()

    def turn_until(self, time: float) -> None:
        while self.fingers.now < time:
            self.loop.turn()


MANNER = DisplaySettings(contrast=200, dim_contrast=3, dim_after=100, blank_after=500)


class ScreenBench:
    """A test rig: a board with a fake display.

    Args:
        manner: the display settings.
        words: the keys to press on the board before the test begins, separated by spaces.
    """

    def __init__(self, manner: DisplaySettings = MANNER, words: str = "OK 3") -> None:
        self.board = keyed.board(words)
        self.panel = Panel()
        self.screens = Screens([(self.panel, manner)], Told())

    def at(self, now: float) -> None:
        self.screens.show(self.board.view, now)

    @property
    def image(self) -> Bitmap:
        return oled.draw(self.board.view)
