"""Install the package on a Raspberry Pi 3 emulated by QEMU, play on it, and measure it.

    python -m tests.appliance.pi --cache FOLDER

The Pi has Debian's kernel for arm64, the kernel's device tree for the Raspberry Pi 3, and a USB keyboard
whose keys are pressed from outside. Installing the system with mmdebstrap takes a quarter of an hour, and the
result is kept in the cache; the rest takes about an hour, on one core. At the end, a table shows what was
tried and what was found. The exit status is 1 if a check failed.

The program needs root and a network connection. It does nothing if MUGGINS_WITHOUT_QEMU=1 is set.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.appliance import coach, debian_image, faults
from tests.appliance.__main__ import progress
from tests.appliance.board import KeyedBoard, Keys
from tests.appliance.qemu_machine import new_machine
from tests.appliance.raspberry_pi import (
    INSTALLED,
    MODEL,
    TESTS,
    QmpError,
    RaspberryPi,
    make_boot,
    make_tree,
    newer_qemu,
    qemu_version,
)

NEEDS = {"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "mke2fs": "e2fsprogs"}
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
PRESSES = 40
_TIME = f"cat /proc/{PROCESS}/task/*/schedstat | awk '{{ sum += $1 }} END {{ printf \"%d\", sum }}'"
_COUNT = f"PYTHONPATH={INSTALLED}:/{TESTS} python3 -m tests.appliance.guest_pi instructions"


class Findings:
    """The results of the tests so far, each with a description of what was tested."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        """Create an empty list of findings. `progress` prints each finding when it is added."""
        self._progress = progress
        self._rows: list[tuple[str, str]] = []

    def add(self, what: str, found: str) -> None:
        self._rows.append((what, found))
        self._progress(f"{what}: {found}")

    def table(self) -> str:
        rows = [("what was tried", "what was found"), ("---", "---"), *self._rows]
        return "\n".join(f"| {what} | {found} |" for what, found in rows)


Part = Callable[[KeyedBoard, Findings, argparse.Namespace], None]
PARTS: dict[str, Part] = {
    "doctor": lambda board, found, options: _doctor(board, found),
    "instructions": lambda board, found, options: _count(board, found),
    "coach": lambda board, found, options: _of_coach(board, found),
    "games": lambda board, found, options: _games(board, found, options.games),
    "pins": lambda board, found, options: _pins(board, found),
    "cuts": lambda board, found, options: _cuts(board, found, Random(options.seed), options.cuts),
}
"""The parts of the test, in this order."""


def main() -> int:
    options = _options()
    return debian_image.main(NEEDS, lambda: _run(options))


def _run(options: argparse.Namespace) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="pi-") as scratch:
        return _try(options, Path(scratch))


def _try(options: argparse.Namespace, scratch: Path) -> list[str]:
    cache, folder = options.cache or scratch, options.keep or scratch / "said"
    folder.mkdir(parents=True, exist_ok=True)
    qemu = options.qemu.split() if options.qemu else newer_qemu(cache / "newer-qemu")
    tree = cache / "arm64"
    make_tree(tree)
    boot = make_boot(tree, [debian_image.build_package(scratch / "package")], scratch)
    progress(f"the card has been created; QEMU {qemu_version(qemu)}; seed {options.seed}")
    found = Findings(progress)
    with new_machine(RaspberryPi(boot, qemu), [boot.images.disk], folder, without_kvm=True) as machine:
        board = KeyedBoard(machine, Keys(Random(options.seed)), progress)
        try:
            _play(board, found, options)
        except (TimeoutError, QmpError) as error:
            board.check(False, str(error))
    print(found.table())
    return board.failures


def _play(board: KeyedBoard, found: Findings, options: argparse.Namespace) -> None:
    began = time.monotonic()
    board.machine.switch_on()
    board.progress(f"the Pi was running after {time.monotonic() - began:.0f} s")
    faults.install(board)
    found.add("package installed with apt", "the service is running, no unit has failed")
    board.plug()
    for name, part in PARTS.items():
        if name in options.only:
            part(board, found, options)
            board.progress(f"{name}: done")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.appliance.pi", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--games", type=int, default=10, metavar="N", help="number of whole games (default: 10)"
    )
    parser.add_argument(
        "--cuts", type=int, default=10, metavar="N", help="number of power cuts (default: 10)"
    )
    parts = list(PARTS)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=parts,
        default=parts,
        metavar="PART",
        help=f"tests to run: {', '.join(parts)}",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the random cards and moments (default: 1)"
    )
    parser.add_argument("--qemu", metavar="COMMAND", help="command to run instead of qemu-system-aarch64")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="folder for the output of the serial ports"
    )
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="folder that caches the systems created")
    return parser.parse_args()


def _configure(board: KeyedBoard, text: str) -> None:
    """Replace the board's configuration, and restart the board."""
    since = len(board.machine.log.lines)
    board.must(f"printf '{text.replace(chr(10), chr(92) + 'n')}' > {faults.CONFIGURATION}")
    board.must("systemctl reset-failed muggins; systemctl restart muggins")
    board.wait_until_back(since)


def _doctor(board: KeyedBoard, found: Findings) -> None:
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


def _games(board: KeyedBoard, found: Findings, number: int) -> None:
    """Play games on the USB keyboard, and check after each one that no key press was lost.

    `muggins replay` must calculate the same scores from the same keys. The memory use and the wake-ups of the
    idle board are measured afterwards.
    """
    _configure(board, FIRST)
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
    _memory(board, found, "keypad")
    _idle(board, found, "keypad")


def _cuts(board: KeyedBoard, found: Findings, random: Random, times: int) -> None:
    """Cut the power during play, and check after each restart that every acknowledged key press was saved."""
    _configure(board, FIRST)
    faults.cut(board, random, times)
    row = board.rows[-1]
    found.add(
        f"power cut {times} times during play",
        f"{row.acknowledged} presses acknowledged, {row.lost} lost; back after at most {max(row.back):.0f} s",
    )


def _memory(board: KeyedBoard, found: Findings, what: str) -> None:
    """Add the memory use of a board with a certain input device to the report."""
    said = board.must(f"cat /proc/{PROCESS}/smaps_rollup; grep Threads /proc/{PROCESS}/status")
    told = dict(re.findall(r"^(Rss|Pss|Pss_Anon|Threads):\s+(\d+)", said, re.MULTILINE))
    rss, pss = int(told["Rss"]) / 1024, int(told["Pss"]) / 1024
    found.add(
        f"memory, {what}",
        f"{rss:.1f} MB resident, {pss:.1f} MB as its share (PSS), {told['Threads']} threads",
    )


def _idle(board: KeyedBoard, found: Findings, what: str) -> None:
    """Add to the report how often the process of an idle board wakes up in `SOME_SECONDS` seconds."""
    before = int(board.must(f"sleep {QUIET}; {_SWITCHES}"))
    after = int(board.must(f"sleep {SOME_SECONDS}; {_SWITCHES}", SOME_SECONDS + 60))
    found.add(
        f"wake-ups of the idle board, {what}", f"{after - before} in {SOME_SECONDS} s, in all its threads"
    )


def _pins(board: KeyedBoard, found: Findings) -> None:
    """Configure the board with twenty buttons, and check that it uses the right pins.

    The memory use and the wake-ups of the idle board are added to the report.
    """
    told = board.presses
    _configure(board, BUTTONS)
    users = json.loads(board.must(f"python3 /{TESTS}/tests/appliance/guest_pi.py pins"))
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
    _memory(board, found, "twenty buttons")
    _idle(board, found, "twenty buttons")


# -- instructions
#
# The clock of the emulated Pi advances by one nanosecond per instruction (`raspberry_pi`). A processor time
# is therefore an instruction count, which other programs on this computer do not affect. A real Pi may take
# longer than the count suggests, because its processor also waits for memory.


def _count(board: KeyedBoard, found: Findings) -> None:
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
    _configure(board, FIRST)
    board.type(1)
    first, later = _per_press(board), _per_press(board)
    found.add(
        "instructions, a press on the keypad of the service",
        f"{later:.2f} million, with journal and log; {first:.2f} million in the first {PRESSES} presses",
    )


def _of_coach(board: KeyedBoard, found: Findings) -> None:
    """Count the instructions that the coach needs for its advice after a deal. Add them to `found`."""
    _configure(board, FIRST)
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


if __name__ == "__main__":
    sys.exit(main())
