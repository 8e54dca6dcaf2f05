"""Install the package on Debian in QEMU, play on the board, and cause faults such as power cuts.

    python -m tests.appliance

This needs root, QEMU, debootstrap and mke2fs. MUGGINS_WITHOUT_QEMU=1 skips it. At the end, a table shows, for
each fault, how many times it occurred, how many key presses were acknowledged, how many of these were lost,
and how long the board was unavailable. The exit status is 1 if a key press was lost or another check failed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from tests.appliance import debian_image, faults, scanned_code, services
from tests.appliance.board import Board, KeyedBoard, Keys
from tests.appliance.container import Container
from tests.appliance.debian_image import NEEDS, NEWER, progress
from tests.appliance.qemu_machine import Outlets, Pc, new_machine
from tests.support.machine import free_port

# The faults to which the installed board is exposed, in this order.
FAULTS: dict[str, Callable[[Any, Random, Namespace], object]] = {
    "use": lambda board, random, options: faults.use(board),
    "press": lambda board, random, options: services.press(board),
    "coach": lambda board, random, options: services.advise(board),
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
NEED_A_MACHINE, FOR_THE_NIGHT = {"scan", "unplug", "cut", "off"}, {"read-only", "fill"}


def run(options: Namespace, scratch: Path) -> list[str]:
    packages = [debian_image.build_package(scratch / "0"), debian_image.build_package(scratch / "1", NEWER)]
    progress("both packages have been built")
    tree = debian_image.make_tree(options)
    programs = sorted({*services.PROGRAMS, *scanned_code.PROGRAMS})
    debian_image.fetch_dependencies(tree, packages[0], programs)
    progress("debootstrap has installed Debian")
    images = debian_image.make_images(tree, packages, scratch)
    return in_container(options, tree, scratch / "srv") + in_machine(options, images)


def in_container(options: Namespace, tree: Path, packages: Path) -> list[str]:
    """In a container, run all tests that do not need an emulated machine, and return the failures.

    If containers cannot run on this computer, the tests are skipped.
    """
    if not shutil.which("systemd-nspawn"):
        progress("systemd-nspawn (systemd-container) is not installed: skipping the tests in a container")
        return []
    random = Random(options.seed)
    with closing(Container(tree, packages, options.keep)) as container:
        board = Board(container, Keys(random))
        try:
            container.switch_on()
        except TimeoutError as error:
            progress(f"{error}: skipping the tests in a container")
            return []
        progress(f"{options.suite} is running in a container")
        play(board, random, options, set(FAULTS) - NEED_A_MACHINE - FOR_THE_NIGHT)
    return finish("in a container", board, options.keep)


def in_machine(options: Namespace, images: debian_image.Images) -> list[str]:
    random = Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="usb-") as sockets:
        outlets = Outlets(Path(sockets) / "usb", free_port())
        pc = Pc(images, outlets=outlets)
        with new_machine(pc, [images.disk, images.games], options) as machine:
            board = KeyedBoard(machine, Keys(random), outlets)
            try:
                machine.switch_on()
                play(board, random, options, NEED_A_MACHINE if options.once else FAULTS)
            except TimeoutError as error:
                board.check(False, str(error))
    return finish("on a machine", board, options.keep)


def play(board: Board, random: Random, options: Namespace, names: Collection[str]) -> None:
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


def finish(where: str, board: Board, folder: Path) -> list[str]:
    log = (folder / "service.log").read_text(errors="replace")
    board.check("Traceback" not in log, "the service's log contains a traceback")
    board.print_report(where)
    return board.failures


def new_parser() -> ArgumentParser:
    parser = debian_image.new_parser("tests.appliance", __doc__)
    parser.add_argument("--cuts", type=int, default=20, metavar="N", help="power cuts (default: 20)")
    # systemd gives up on a service that fails ten times within five minutes.
    parser.add_argument("--kills", type=int, default=6, metavar="N", help="kills, at most 7 (default: 6)")
    only = f"faults to test: {', '.join(FAULTS)}"
    parser.add_argument("--only", nargs="+", choices=FAULTS, metavar="FAULT", help=only)
    once = f"test in the machine only {', '.join(sorted(NEED_A_MACHINE))}"
    parser.add_argument("--once", action="store_true", help=once)
    return parser


if __name__ == "__main__":
    sys.exit(debian_image.main(new_parser(), NEEDS, run))
