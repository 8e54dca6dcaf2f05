"""Install the package on Debian in QEMU, play on the board, and cause faults such as power cuts.

    python -m tests.appliance

This needs root, QEMU, debootstrap and mke2fs. MUGGINS_WITHOUT_QEMU=1 skips it. At the end, a table shows, for
each fault, how many times it occurred, how many key presses were acknowledged, how many of these were lost,
and how long the board was unavailable. The exit status is 1 if a key press was lost or another check failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tests.appliance import coach, debian_image, faults, scanned_code, services
from tests.appliance.board import Board, KeyedBoard, Keys
from tests.appliance.container import Container, QuietBoard
from tests.appliance.qemu_machine import Outlets, Pc, new_machine
from tests.support.machine import free_port

NEEDS = {"qemu-system-x86_64": "qemu-system-x86", "debootstrap": "debootstrap", "mke2fs": "e2fsprogs"}
NEWER = "99.0"
FAULTS: dict[str, Callable[[Any, Random, argparse.Namespace], None]] = {
    "use": lambda board, random, options: faults.use(board),
    "press": lambda board, random, options: services.press(board),
    "coach": lambda board, random, options: coach.advise(board),
    "speak": lambda board, random, options: services.speak(board),
    "club": lambda board, random, options: services.gather(board),
    "publish": lambda board, random, options: services.publish(board),
    "page": lambda board, random, options: services.watch(board),
    "scan": lambda board, random, options: scanned_code.scan(board),
    "kill": lambda board, random, options: faults.kill(board, random, options.kills),
    "hang": lambda board, random, options: faults.hang(board),
    "unplug": lambda board, random, options: faults.unplug(board),
    "reload": lambda board, random, options: faults.reload(board),
    "cut": lambda board, random, options: faults.cut(board, random, options.cuts),
    "off": lambda board, random, options: faults.switch_off(board),
    "read-only": lambda board, random, options: faults.read_only(board, random, 2),
    "fill": lambda board, random, options: faults.fill(board),
    "upgrade": lambda board, random, options: faults.upgrade(board),
    "remove": lambda board, random, options: faults.remove(board),
    "purge": lambda board, random, options: faults.purge(board),
}
"""The faults to which the installed board is exposed, in this order."""
IN_CONTAINER = set(FAULTS) - {"scan", "unplug", "cut", "off", "read-only", "fill"}
BEGAN = time.monotonic()


def main() -> int:
    options = _options()
    try:
        if debian_image.is_left_out(NEEDS):
            return 0
        folder = options.keep or Path(tempfile.mkdtemp(prefix="appliance-"))
        folder.mkdir(parents=True, exist_ok=True)
        failures = run(options, folder)
    except debian_image.CommandFailed as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    for failure in failures:
        print(f"FAILED: {failure}")
    if options.keep or failures:
        print(f"the output of the serial ports is in {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if failures else 0


def run(options: argparse.Namespace, folder: Path) -> list[str]:
    progress(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="appliance-") as name:
        scratch = Path(name)
        packages = [
            debian_image.build_package(scratch / "0"),
            debian_image.build_package(scratch / "1", NEWER),
        ]
        progress("both packages have been built")
        tree = (options.cache or scratch) / options.suite
        debian_image.make_tree(tree, options.suite)
        debian_image.fetch_dependencies(
            tree,
            packages[0],
            sorted({*services.PROGRAMS, *scanned_code.PROGRAMS}),
        )
        progress("debootstrap has installed Debian")
        images = debian_image.make_images(tree, packages, scratch)
        return in_container(options, tree, images, folder) + in_machine(options, images, folder)


def in_container(
    options: argparse.Namespace, tree: Path, images: debian_image.Images, folder: Path
) -> list[str]:
    """In a container, run all tests that do not need an emulated machine, and return the failures.

    If containers cannot run on this computer, the tests are skipped.
    """
    if not shutil.which("systemd-nspawn"):
        progress("systemd-nspawn (systemd-container) is not installed: skipping the tests in a container")
        return []
    random = Random(options.seed)
    container = Container(tree, images.srv, folder)
    board = QuietBoard(container, Keys(random), progress)
    try:
        container.switch_on()
    except TimeoutError as error:
        container.close()
        progress(f"{error}: skipping the tests in a container")
        return []
    progress(f"{options.suite} is running in a container")
    try:
        play(board, random, options, IN_CONTAINER)
    finally:
        container.close()
    _see_no_traceback(board, folder)
    print_report("in a container", board)
    return board.failures


def in_machine(options: argparse.Namespace, images: debian_image.Images, folder: Path) -> list[str]:
    random = Random(options.seed)
    disks = [images.disk, images.games]
    with tempfile.TemporaryDirectory(prefix="usb-") as sockets:
        outlets = Outlets(Path(sockets) / "usb", free_port())
        pc = Pc(images, outlets=outlets)
        with new_machine(pc, disks, folder, without_kvm=options.without_kvm) as machine:
            board = KeyedBoard(machine, Keys(random), progress, outlets)
            try:
                machine.switch_on()
                progress(f"{options.suite} is running, {'with' if machine.kvm else 'without'} KVM")
                play(board, random, options, set(FAULTS) - IN_CONTAINER if options.once else FAULTS)
            except TimeoutError as error:
                board.check(False, str(error))
    _see_no_traceback(board, folder)
    print_report("on a machine", board)
    return board.failures


def play(board: Board, random: Random, options: argparse.Namespace, names: Collection[str]) -> None:
    """Install the package on the board's machine, and run the fault tests in `names`.

    If the option `--only` is given, skip the tests that it does not name.
    """
    try:
        faults.install(board)
        board.plug()
        board.type(30)
        board.settle(30)
        for name, fault in FAULTS.items():
            if name in names and name in (options.only or FAULTS):
                fault(board, random, options)
    except TimeoutError as error:
        board.check(False, str(error))


def _see_no_traceback(board: Board, folder: Path) -> None:
    log = (folder / "service.log").read_text(errors="replace")
    board.check("Traceback" not in log, "the service's log contains a traceback")


def progress(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:7.1f} s  {text}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.appliance", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--cuts", type=int, default=20, metavar="N", help="number of power cuts (default: 20)"
    )
    # systemd gives up on a service that fails ten times within five minutes.
    parser.add_argument(
        "--kills", type=int, default=6, metavar="N", help="number of kills, at most 7 (default: 6)"
    )
    parser.add_argument(
        "--only", nargs="+", choices=FAULTS, metavar="FAULT", help=f"faults to test: {', '.join(FAULTS)}"
    )
    parser.add_argument(
        "--once", action="store_true", help="test in the machine only what the container could not"
    )
    debian_image.add_options(parser)
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the random keys and moments (default: 1)"
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the output of the serial ports")
    parser.add_argument(
        "--without-kvm", action="store_true", help="emulate the processor instead of using KVM"
    )
    return parser.parse_args()


def print_report(where: str, board: Board) -> None:
    table = [(where, "times", "presses acknowledged", "lost", "back after: median", "max")]
    for row in board.rows:
        times = [f"{median(row.back):.1f} s", f"{max(row.back):.1f} s"] if row.back else ["", ""]
        table.append((row.fault, str(row.times), str(row.acknowledged), str(row.lost), times[0], times[1]))
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    for line in table:
        first, *rest = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        print("  ".join([first, *rest]).rstrip())
    for note in board.notes:
        print(note)


if __name__ == "__main__":
    sys.exit(main())
