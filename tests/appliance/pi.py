"""Install the package on a Raspberry Pi 3 emulated by QEMU, play on it, and measure it.

    python -m tests.appliance.pi --cache FOLDER

The Pi has Debian's kernel for arm64, the kernel's device tree for the Raspberry Pi 3, and a USB keyboard
whose keys are pressed from outside. Installing the system with mmdebstrap takes a quarter of an hour, and the
result is kept in the cache; the rest takes about an hour, on one core. At the end, a table shows what was
tried and what was found. The exit status is 1 if a check failed.

The program needs root and a network connection. It does nothing if MUGGINS_WITHOUT_QEMU=1 is set.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.appliance import debian_image, faults, raspberry_pi, services
from tests.appliance.board import KeyedBoard, Keys, Row
from tests.appliance.debian_image import TESTS, progress
from tests.appliance.faults import PROCESS
from tests.appliance.qemu_machine import new_machine
from tests.appliance.raspberry_pi import INSTALLED, MODEL, RaspberryPi, make_boot, newer_qemu

NEEDS = {"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "mke2fs": "e2fsprogs"}
FIRST = 'extends = "first-board"\n'
BUTTONS = 'extends = "keypad-20"\nlights = false\n'
LIGHTS = 'extends = "usb-numpad"\n'  # LEDs, which this Pi lacks
NO_LIGHTS = (r"SPI is off: there is no /dev/spidev0\.0",)
SLOW_I2C = (r"I2C bus 1 runs at 100 kHz, not 400: slow to draw",)
"""The doctor's warning for all these boards, because Debian's device tree sets the slower clock."""
BUTTON = 1 << 2 | 1 << 4 | 1 << 5 | 1 << 8  # input, both edges, pull-up (linux/gpio.h)
SOME_SECONDS = 60  # the time over which the idle board's wake-ups are counted, in seconds
QUIET = 10  # seconds without a press before the counting begins: the board does its housekeeping
_SWITCHES = (
    f"cat /proc/{PROCESS}/task/*/status | "
    "awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'"
)
PRESSES = 40
_TIME = f"cat /proc/{PROCESS}/task/*/schedstat | awk '{{ sum += $1 }} END {{ printf \"%d\", sum }}'"
_COUNT = f"PYTHONPATH={INSTALLED}:/{TESTS} python3 -m tests.appliance.guest_pi instructions"


def run(options: Namespace, scratch: Path) -> list[str]:
    qemu = options.qemu.split() if options.qemu else newer_qemu(options.cache / "newer-qemu")
    tree = options.cache / "arm64"
    raspberry_pi.make_tree(tree, raspberry_pi.DEPENDENCIES)
    images, device_tree = make_boot(tree, [debian_image.build_package(scratch / "package")], scratch)
    progress(f"the card has been created; QEMU {raspberry_pi.qemu_version(qemu)}")
    options.without_kvm = True
    with new_machine(RaspberryPi(images, device_tree, qemu), [images.disk], options) as machine:
        board = KeyedBoard(machine, Keys(Random(options.seed)))
        _play(board, options)
    board.print_report("on the Pi")
    return board.failures


def _play(board: KeyedBoard, options: Namespace) -> None:
    board.machine.switch_on()
    faults.install(board)
    board.plug()
    for name in PARTS:
        if name in options.only:
            PARTS[name](board, options)
            progress(f"{name}: done")


def _configure(board: KeyedBoard, text: str) -> None:
    """Replace the board's configuration, and restart the board."""
    since = len(board.machine.log.lines)
    board.must(f"printf '{text.replace(chr(10), chr(92) + 'n')}' > {faults.CONFIGURATION}")
    board.must("systemctl reset-failed muggins; systemctl restart muggins")
    board.wait_until_back(since)


def _doctor(board: KeyedBoard) -> None:
    """Check that `muggins doctor` recognises the Pi and reports exactly the hardware that is missing."""
    _configure(board, LIGHTS)
    lit = _diagnoses(board, 1)
    _only(board, lit["fault"], NO_LIGHTS)
    _only(board, lit["warning"], SLOW_I2C)
    _configure(board, FIRST)
    first = _diagnoses(board, 0)
    board.check(f"this is a {MODEL}" in first["ok"], f"the doctor does not recognise the Pi: {first}")
    _only(board, first["fault"], ())
    _only(board, first["warning"], SLOW_I2C)
    board.note(f"`muggins doctor` recognises the Pi's own device tree, “{MODEL}”, and gives no false alarm")


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


def _games(board: KeyedBoard, number: int) -> None:
    """Play games on the USB keyboard, and check after each one that no key press was lost.

    `muggins replay` must calculate the same scores from the same keys. The memory use and the wake-ups of the
    idle board are measured afterwards.
    """
    _configure(board, FIRST)
    first, lost, since = board.presses, 0, len(board.machine.log.lines)
    for game in range(1, number + 1):
        board.type(board.keys.end_of_game(game) - board.presses)
        lost += board.settle(board.presses)
        progress(f"game {game} of {number} ended after {board.presses} presses")
    complaints = [line for _, line in board.machine.log.lines[since:] if "trying again" in line]
    board.check(not complaints, f"a part failed: {complaints[:3]}")
    # The board counts its games: nobody else played.
    said = board.must(f"{faults.HISTORY} --json")
    there = said.count('"ended"')
    board.check(there == number, f"{faults.HISTORY}: {there} games of {number}")
    board.report(Row("a whole game on the USB keyboard", number, board.presses - first, lost))
    _at_rest(board, "keypad")


def _cuts(board: KeyedBoard, random: Random, times: int) -> None:
    _configure(board, FIRST)
    faults.cut(board, random, times)


def _at_rest(board: KeyedBoard, what: str) -> None:
    """Add the memory use and the wake-ups of an idle board with a certain input device to the report."""
    said = board.must(f"cat /proc/{PROCESS}/smaps_rollup; grep Threads /proc/{PROCESS}/status")
    told = dict(re.findall(r"^(Rss|Pss|Threads):\s+(\d+)", said, re.MULTILINE))
    rss, pss = int(told["Rss"]) / 1024, int(told["Pss"]) / 1024
    share = f"{pss:.1f} MB as its share (PSS)"
    board.note(f"memory, {what}: {rss:.1f} MB resident, {share}, {told['Threads']} threads")
    before = int(board.must(f"sleep {QUIET}; {_SWITCHES}"))
    woken = int(board.must(f"sleep {SOME_SECONDS}; {_SWITCHES}", SOME_SECONDS + 60)) - before
    board.note(f"wake-ups of the idle board, {what}: {woken} in {SOME_SECONDS} s, in all its threads")


def _pins(board: KeyedBoard) -> None:
    """Configure the board with twenty buttons, and check that it uses the right pins.

    The memory use and the wake-ups of the idle board are added to the report.
    """
    told = board.presses
    _configure(board, BUTTONS)
    users = json.loads(board.must(f"python3 /{TESTS}/tests/appliance/guest_pi.py pins"))
    profile = (debian_image.ROOT / "hardware/profiles/keypad-20.toml").read_text()
    wanted = sorted(tomllib.loads(profile)["buttons"].values())
    taken = sorted(int(pin) for pin, (user, _) in users.items() if user == "muggins")
    board.check(taken == wanted, f"the board uses the pins {taken}, not {wanted}")
    odd = {pin: users[str(pin)] for pin in taken if users[str(pin)][1] & BUTTON != BUTTON}
    board.check(not odd, f"these pins are not inputs with pull-ups and both edges: {odd}")
    said = _diagnoses(board, 0)
    _only(board, said["fault"], ())
    _only(board, said["warning"], SLOW_I2C)
    board.settle(told)
    board.note(f"keypad-20: {len(taken)} pins claimed as inputs, with pull-ups and both edges")
    _at_rest(board, "twenty buttons")


# -- instructions
#
# The clock of the emulated Pi advances by one nanosecond per instruction (`raspberry_pi`). A processor time
# is therefore an instruction count, which other programs on this computer do not affect. A real Pi may take
# longer than the count suggests, because its processor also waits for memory.


def _count(board: KeyedBoard) -> None:
    """Add to the report how many processor instructions the board executes at startup and for a key press."""
    board.must("systemctl stop muggins")
    said = board.must(_COUNT, 600)
    million = json.loads(said.splitlines()[-1])
    board.note(
        "million instructions, start to first frame: {board:.0f}; `python3 -c pass`: {python:.0f}; "
        "`python3 -c 'import gpiozero, luma.oled.device, PIL.Image'`: {imports:.0f}".format(**million)
    )
    board.note(
        "million instructions, a press until it is drawn and sent: {press:.2f}; "
        "a whole frame drawn and sent by luma: {frame:.2f}".format(**million)
    )
    _configure(board, FIRST)
    board.type(1)
    first, later = _per_press(board), _per_press(board)
    board.note(
        "million instructions, a press on the keypad of the service, with journal and log: "
        f"{later:.2f}; in the first {PRESSES} presses: {first:.2f}"
    )


def _of_coach(board: KeyedBoard) -> None:
    """Count the instructions that the coach needs for its advice after a deal. Add them to the report."""
    _configure(board, FIRST)
    first, *_, last = services.advise(board)
    board.note(
        "million instructions, the coach's advice after a deal, with Python's start: "
        f"{1000 * last:.0f}; after the first deal: {1000 * first:.0f}"
    )


def _per_press(board: KeyedBoard) -> float:
    """Press some keys, and return how many million processor instructions the board executes for each."""
    before = int(board.must(_TIME))
    board.type(PRESSES)
    return (int(board.must(_TIME)) - before) / PRESSES / 1e6


# The parts of the test, in this order.
PARTS: dict[str, Callable[[KeyedBoard, Namespace], None]] = {
    "doctor": lambda board, options: _doctor(board),
    "instructions": lambda board, options: _count(board),
    "coach": lambda board, options: _of_coach(board),
    "games": lambda board, options: _games(board, options.games),
    "pins": lambda board, options: _pins(board),
    "cuts": lambda board, options: _cuts(board, Random(options.seed), options.cuts),
}


if __name__ == "__main__":
    parser = debian_image.new_parser("tests.appliance.pi", __doc__)
    parser.add_argument("--games", type=int, default=10, metavar="N", help="whole games (default: 10)")
    parser.add_argument("--cuts", type=int, default=10, metavar="N", help="power cuts (default: 10)")
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=f"tests: {', '.join(PARTS)}"
    )
    parser.add_argument("--qemu", metavar="COMMAND", help="command to run instead of qemu-system-aarch64")
    sys.exit(debian_image.main(parser, NEEDS, run))
