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
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.appliance import debian_image, faults
from tests.appliance.__main__ import progress
from tests.appliance.key_presses import Keys
from tests.appliance.memory_card import Card
from tests.appliance.pi import card_image, checks, instructions, newer_qemu
from tests.appliance.pi.raspberry_pi import RaspberryPi
from tests.appliance.pi.report import Findings
from tests.appliance.pi.usb_keyboard import QmpError
from tests.appliance.qemu_machine import Machine
from tests.appliance.typed_board import KeyedBoard

NEEDS = {"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "mke2fs": "e2fsprogs"}
Part = Callable[[KeyedBoard, Findings, argparse.Namespace], None]


def _games(board: KeyedBoard, found: Findings, options: argparse.Namespace) -> None:
    checks.games(board, found, options.games)
    checks.memory(board, found, "keypad")
    checks.idle(board, found, "keypad")


PARTS: dict[str, Part] = {
    "doctor": lambda board, found, options: checks.doctor(board, found),
    "instructions": lambda board, found, options: instructions.count(board, found),
    "coach": lambda board, found, options: instructions.of_coach(board, found),
    "games": _games,
    "pins": lambda board, found, options: checks.pins(board, found),
    "cuts": lambda board, found, options: checks.cuts(board, found, Random(options.seed), options.cuts),
}
"""The parts of the test, in this order."""


def main() -> int:
    options = _options()
    try:
        if debian_image.is_left_out(NEEDS):
            return 0
        with tempfile.TemporaryDirectory(prefix="pi-") as name:
            failures = _run(options, Path(name))
    except debian_image.CommandFailed as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


def _run(options: argparse.Namespace, scratch: Path) -> list[str]:
    cache, folder = options.cache or scratch, options.keep or scratch / "said"
    folder.mkdir(parents=True, exist_ok=True)
    qemu = options.qemu.split() if options.qemu else newer_qemu.command(cache / "newer-qemu")
    tree = cache / "arm64"
    card_image.make_tree(tree)
    boot = card_image.make_boot(tree, [debian_image.build_package(scratch / "package")], scratch)
    progress(f"the card has been created; QEMU {newer_qemu.version(qemu)}; seed {options.seed}")
    found = Findings(progress)
    with Card(boot.images.disk) as card:
        machine = Machine(RaspberryPi(boot, qemu), [card], folder, kvm=False)
        board = KeyedBoard(machine, Keys(Random(options.seed)), progress)
        try:
            _play(board, found, options)
        except (TimeoutError, QmpError) as error:
            board.check(False, str(error))
        finally:
            machine.close()
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


if __name__ == "__main__":
    sys.exit(main())
