"""How many processor instructions a board executes for its start, a key press and the coach's advice.

The clock of the emulated Pi advances by one nanosecond per instruction (`raspberry_pi`). A processor time is
therefore an instruction count, which other programs on this computer do not affect. A real Pi may take longer
than the count suggests, because its processor also waits for memory.
"""

from __future__ import annotations

import json

from tests.appliance import coach
from tests.appliance.pi import card_image, checks
from tests.appliance.pi.report import Findings
from tests.appliance.typed_board import KeyedBoard

PRESSES = 40
_TIME = f"cat /proc/{checks.PROCESS}/task/*/schedstat | awk '{{ sum += $1 }} END {{ printf \"%d\", sum }}'"
_COUNT = (
    f"PYTHONPATH={card_image.PROGRAM}:/{card_image.TESTS} python3 -m tests.appliance.pi.guest_instructions"
)


def count(board: KeyedBoard, found: Findings) -> None:
    """Add to `found` how many processor instructions the board executes at startup and for a key press."""
    board.must("systemctl stop muggins")
    said = board.must(_COUNT, 600)
    million = json.loads(said.splitlines()[-1])
    found.add(
        "instructions, start to first frame",
        f"{million['board']:.0f} million, {million['board'] / million['imports']:.2f} of the "
        f"{million['imports']:.0f} million of `python3 -c 'import gpiozero, luma.oled.device, PIL.Image'`; "
        f"`python3 -c pass` takes {million['python']:.0f}",
    )
    found.add(
        "instructions, a press until it is drawn and sent",
        f"{million['press']:.2f} million, {million['press'] / million['frame']:.2f} of the "
        f"{million['frame']:.2f} million of a whole frame drawn and sent by luma",
    )
    _of_the_service(board, found)


def _of_the_service(board: KeyedBoard, found: Findings) -> None:
    """Count the processor instructions per key press in the running service. Add them to `found`.

    The instructions for the journal and the log are included.
    """
    checks.configure(board, checks.FIRST)
    board.type(1)
    first, later = _per_press(board), _per_press(board)
    found.add(
        "instructions, a press on the keypad of the service",
        f"{later:.2f} million, with journal and log; {first:.2f} million in the first {PRESSES} presses",
    )


def of_coach(board: KeyedBoard, found: Findings) -> None:
    """Count the instructions that the coach needs for its advice after a deal. Add them to `found`."""
    checks.configure(board, checks.FIRST)
    first, *_, last = coach.advise(board)
    found.add(
        "instructions, the coach's advice after a deal",
        f"{1000 * last:.0f} million, with Python's start; {1000 * first:.0f} million after the first deal",
    )


def _per_press(board: KeyedBoard) -> float:
    """Press some keys, and return how many million processor instructions the board executes for each."""
    before = int(board.must(_TIME))
    board.type(PRESSES)
    return (int(board.must(_TIME)) - before) / PRESSES / 1e6
