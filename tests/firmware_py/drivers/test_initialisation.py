"""The bytes that set up a controller are those that luma.oled's own drivers send."""

from typing import Any

import pytest
from luma.oled import device as luma

from firmware_py.drivers.controllers import PANELS
from firmware_py.drivers.initialisation import INITIALISATION

OFF, ON = 0xAE, 0xAF


class Recorder:
    """A serial interface that keeps the commands up to the first data."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        self.done = False

    def command(self, *command: int) -> None:
        if not self.done:
            self.commands += command

    def data(self, data: object) -> None:
        # A place for the data comes before it, and is none of the initialisation.
        self.done = True

    def cleanup(self) -> None:
        pass


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")  # luma's own
@pytest.mark.parametrize("controller", PANELS)
def test_they_are_lumas(controller: str) -> None:
    recorder: Any = Recorder()
    device = getattr(luma, controller)(recorder)
    device.cleanup()
    sent = bytes(recorder.commands)
    wanted = INITIALISATION[controller]
    assert sent[0] == OFF
    assert sent[1 : 1 + len(wanted)] == wanted
    # What follows is the window for luma's blank frame: columns and pages, or a page and its first column.
    assert sent[1 + len(wanted) :] in (bytes.fromhex("2100 7f 2200 07"), bytes.fromhex("b00210"))


def test_each_controller_has_its_own() -> None:
    assert set(INITIALISATION) == set(PANELS)
