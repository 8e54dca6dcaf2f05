"""Checks of a board on the emulated Raspberry Pi, such as `muggins doctor`, whole games and power cuts."""

from __future__ import annotations

import json
import re
import tomllib
from random import Random

from tests.appliance import debian_image, faults, power_cuts
from tests.appliance.pi import card_image
from tests.appliance.pi.raspberry_pi import MODEL
from tests.appliance.pi.report import Findings
from tests.appliance.typed_board import KeyedBoard

FIRST = 'extends = "first-board"\n'
BUTTONS = 'extends = "keypad-20"\nlights = false\n'
LIGHTS = 'extends = "usb-numpad"\n'
"""Three boards. The last one has LEDs, but this Pi has none."""
NO_LIGHTS = (r"SPI is off: there is no /dev/spidev0\.0",)
SLOW_I2C = (r"I2C bus 1 runs at 100 kHz, not 400: slow to draw",)
"""The doctor's warning for all these boards, because Debian's device tree sets the slower clock."""
KEYPAD_20 = debian_image.HERE.parents[1] / "hardware/profiles/keypad-20.toml"
BUTTON = 1 << 2 | 1 << 4 | 1 << 5 | 1 << 8
"""The kernel's flags of a button's pin: input, rising edge, falling edge, pull-up (linux/gpio.h)."""
SOME_SECONDS = 60
"""The time over which the idle board's wake-ups are counted, in seconds."""
QUIET = 10
"""The time without a press before the counting begins, in seconds. The board does its housekeeping in it."""
PROCESS = "$(systemctl show --property=MainPID --value muggins)"
"""The process ID of the board, for a shell command."""
_SWITCHES = (
    f"cat /proc/{PROCESS}/task/*/status | "
    "awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'"
)


def configure(board: KeyedBoard, text: str) -> None:
    """Replace the board's configuration, and restart the board."""
    since = len(board.machine.log.lines)
    board.must(f"printf '{text.replace(chr(10), chr(92) + 'n')}' > {faults.CONFIGURATION}")
    board.must("systemctl reset-failed muggins; systemctl restart muggins")
    board.wait_until_back(since)


def doctor(board: KeyedBoard, found: Findings) -> None:
    """Check that `muggins doctor` recognises the Pi and reports exactly the hardware that is missing."""
    configure(board, LIGHTS)
    lit = _diagnoses(board, 1)
    _only(board, lit["fault"], NO_LIGHTS)
    _only(board, lit["warning"], SLOW_I2C)
    configure(board, FIRST)
    first = _diagnoses(board, 0)
    board.check(f"this is a {MODEL}" in first["ok"], f"the doctor does not recognise the Pi: {first}")
    _only(board, first["fault"], ())
    _only(board, first["warning"], SLOW_I2C)
    found.add(
        "`muggins doctor`, on the Pi's own device tree",
        f"“{MODEL}”; no false alarm: of first-board no fault, of usb-numpad only that there are no lights",
    )


def _diagnoses(board: KeyedBoard, status: int) -> dict[str, list[str]]:
    done = board.machine.run(faults.DOCTOR)
    board.check(done.status == status, f"{faults.DOCTOR}: exit status {done.status}\n{done.text}")
    found: dict[str, list[str]] = {"ok": [], "warning": [], "fault": []}
    for level, what in re.findall(r"^(ok|warning|fault) +(.*)$", done.text, re.MULTILINE):
        found[level].append(what)
    return found


def _only(board: KeyedBoard, said: list[str], expected: tuple[str, ...]) -> None:
    alarms = [what for what in said if not any(re.fullmatch(each, what) for each in expected)]
    board.check(not alarms, f"the doctor's false alarms: {alarms}")
    missed = [each for each in expected if not any(re.fullmatch(each, what) for what in said)]
    board.check(not missed, f"the doctor does not say: {missed}")


def games(board: KeyedBoard, found: Findings, number: int) -> None:
    """Play `number` games on the USB keyboard, and check after each one that no key press was lost.

    Also check that `muggins replay` calculates the same scores from the same keys. Add the number of key
    presses to `found`.
    """
    configure(board, FIRST)
    first, lost, since = board.presses, 0, len(board.machine.log.lines)
    for game in range(1, number + 1):
        board.type(board.keys.end_of_game(game) - board.presses)
        lost += board.settle(board.presses)
        board.progress(f"game {game} of {number} ended after {board.presses} presses")
    complaints = [line for _, line in board.machine.log.lines[since:] if "trying again" in line]
    board.check(not complaints, f"a part failed: {complaints[:3]}")
    # The board counts its games: nobody else played.
    said = board.must(f"{faults.HISTORY} --json")
    there = said.count('"ended"')
    board.check(there == number, f"{faults.HISTORY}: {there} games of {number}")
    found.add(
        f"{number} whole games played on the USB keyboard",
        f"{board.presses - first} presses, {lost} lost; scores, pegs, reasons as `muggins replay` has them",
    )


def cuts(board: KeyedBoard, found: Findings, random: Random, times: int) -> None:
    """Cut the power during play, and check after each restart that every acknowledged key press was saved.

    Args:
        board: the board.
        found: the list to which the result is added.
        random: the source of random choices.
        times: how many times to cut the power.
    """
    configure(board, FIRST)
    power_cuts.cut(board, random, times)
    row = board.rows[-1]
    found.add(
        f"power cut {times} times during play",
        f"{row.acknowledged} presses acknowledged, {row.lost} lost; back after at most {max(row.back):.0f} s",
    )


def memory(board: KeyedBoard, found: Findings, what: str) -> None:
    """Add the memory use of the board's process to the report.

    Args:
        board: the board.
        found: the report.
        what: the name of the board's input device in the report, such as `keypad`.
    """
    said = board.must(f"cat /proc/{PROCESS}/smaps_rollup; grep Threads /proc/{PROCESS}/status")
    told = dict(re.findall(r"^(Rss|Pss|Pss_Anon|Threads):\s+(\d+)", said, re.MULTILINE))
    rss, pss = int(told["Rss"]) / 1024, int(told["Pss"]) / 1024
    found.add(
        f"memory, {what}",
        f"{rss:.1f} MB resident, {pss:.1f} MB as its share (PSS), {told['Threads']} threads",
    )


def idle(board: KeyedBoard, found: Findings, what: str) -> None:
    """Add to the report how often the process of an idle board wakes up in `SOME_SECONDS` seconds.

    Args:
        board: the board.
        found: the report.
        what: the name of the board's input device in the report, such as `keypad`.
    """
    before = int(board.must(f"sleep {QUIET}; {_SWITCHES}"))
    after = int(board.must(f"sleep {SOME_SECONDS}; {_SWITCHES}", SOME_SECONDS + 60))
    found.add(
        f"wake-ups of the idle board, {what}", f"{after - before} in {SOME_SECONDS} s, in all its threads"
    )


def pins(board: KeyedBoard, found: Findings) -> None:
    """Configure the board with twenty buttons, and check that it uses the right pins.

    The memory use and the wake-ups of the idle board are added to the report.
    """
    told = board.presses
    configure(board, BUTTONS)
    users = json.loads(board.must(f"python3 /{card_image.TESTS}/tests/appliance/pi/guest_pins.py"))
    wanted = sorted(tomllib.loads(KEYPAD_20.read_text())["buttons"].values())
    taken = sorted(int(pin) for pin, (user, _) in users.items() if user == "muggins")
    board.check(taken == wanted, f"the board uses the pins {taken}, not {wanted}")
    odd = {pin: users[str(pin)] for pin in taken if users[str(pin)][1] & BUTTON != BUTTON}
    board.check(not odd, f"these pins are not inputs with pull-ups and both edges: {odd}")
    said = _diagnoses(board, 0)
    _only(board, said["fault"], ())
    _only(board, said["warning"], SLOW_I2C)
    board.settle(told)
    found.add(
        "keypad-20, its pins on the GPIO chip `pinctrl-bcm2835`",
        f"{len(taken)} pins claimed as inputs, with pull-ups and both edges; the doctor finds no fault",
    )
    memory(board, found, "twenty buttons")
    idle(board, found, "twenty buttons")
