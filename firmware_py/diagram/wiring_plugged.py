"""An add-on board in the wiring diagram, plugged onto the Pi's header or onto a header splitter."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.config import Config
from firmware_py.config.plug_on_boards import PlugOnBoard
from firmware_py.diagram.left_to_wire import named_buttons
from firmware_py.diagram.pi_picture import SIZE, Place, pi, plugged_on, splitter
from firmware_py.diagram.shapes import GREY, Primitive, Text
from firmware_py.diagram.wiring_layout import CENTRE, HEADER_END, MARGIN, row_y
from firmware_py.diagram.wiring_pin_assignment import WiringPlan

ALONE_END = 104.0
"""The y-coordinate at which the drawing of a board without wires ends."""
HEIGHT = 46.0
"""The height of a Pi with an add-on board and labels, measured from the edge of the Pi, in millimetres."""
_SPLITTER = 18.0
"""The space above a Pi with an add-on board for the splitter and the LEDs' wires, in millimetres."""
_SCALE = 0.6
_LEFT = {1: CENTRE + 34, -1: MARGIN + 6}
"""The left edge of a Pi with an add-on board, on each side of the header."""
_TOP = 38.0


def alone(config: Config, board: PlugOnBoard) -> Iterator[Primitive]:
    """Draw a board that needs no wires: an enlarged Pi with the add-on board on its header."""
    words = f"The {board.name} plugs onto the header. There is nothing to wire."
    yield Text(MARGIN, 15, words, 2.8, colour=GREY)
    place = Place(CENTRE - SIZE[0] * 0.62, 24, 1.24)
    yield from pi(place)
    yield from plugged_on(place, board.name, named_buttons(config, board))
    yield Text(place.x + 65, place.y + 56, "Raspberry Pi", 3.4, "middle", bold=True)


def place_for(wiring: WiringPlan) -> tuple[int, Place]:
    """Choose where to draw a Raspberry Pi with an add-on board in the wiring diagram.

    Returns:
        The side and the position. The side is -1 if the Pi is drawn to the left of the GPIO header's symbol,
        1 if to the right, and 0 if below.
    """
    for side, left in _LEFT.items():
        rows = [wire.pin.row for wire in wiring.wires if wire.pin.side == side]
        if all(row_y(row) > _TOP + HEIGHT for row in rows):
            return side, Place(left, _TOP, _SCALE)
    return 0, Place(_LEFT[-1], HEADER_END + _SPLITTER, _SCALE)


def on_a_splitter(config: Config, board: PlugOnBoard, place: Place) -> Iterator[Primitive]:
    """Draw a small Pi with a splitter on its header, and the add-on board on one half of the splitter.

    Args:
        config: the board's configuration.
        board: the add-on board.
        place: the position of the Pi.
    """
    yield from pi(place)
    yield from splitter(place)
    yield from plugged_on(place, board.name, named_buttons(config, board))
