"""Start a machine from a new card with cloud-init, in QEMU, and check that it comes up as a board.

    python -m tests.appliance.first_start

The system is Debian with its own cloud-init, set up as on Raspberry Pi OS. The card's first partition holds
the files that Raspberry Pi Imager writes and those that `systemd/prepare-card` adds. The dependencies of the
package are on the card too. With `--network`, they are downloaded instead.

On the first start, cloud-init must apply Imager's settings and install the board, which must then be
playable. Then the power is cut. The second start must resume the same game and install nothing. With `--cut`,
the power also fails during the installation.

This needs root, QEMU, debootstrap, dosfstools and mtools; MUGGINS_WITHOUT_QEMU=1 skips it. The exit status is
1 if a check failed.
"""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from pathlib import Path
from random import Random

from tests.appliance import debian_image
from tests.appliance.board import KeyedBoard, Keys
from tests.appliance.debian_image import NEEDS, progress
from tests.appliance.memory_card import Fuse, Request
from tests.appliance.qemu_machine import NETWORK, Pc, new_machine

PREPARE = debian_image.README.with_name("prepare-card")
PROFILE, NAMES = "first-board", ["Ann", "Ben"]
CARD = debian_image.ROOT / "tests/data/first_card"
"""What Imager writes to the card's first partition (`bootfs`), and what only Raspberry Pi OS has (`system`).

The files of `bootfs` have the form in which Imager 2 writes them (raspberrypi/rpi-imager,
src/customization_generator.cpp). The machine's firmware reads neither config.txt nor cmdline.txt. Those of
`system` are as in RPi-Distro/pi-gen, stage2/04-cloud-init; the cloud-init of Raspberry Pi OS waits for the
first partition, Debian's does not.
"""
OPTIONS = "ds=nocloud;i=rpi-imager-1764547200000"  # the kernel option that Imager appends to cmdline.txt
FINISHED = "cloud-init status --wait"
INSTALLED = "/var/log/dpkg.log"
HALFWAY = f"until grep -q 'status unpacked python3-pil:' {INSTALLED}; do sleep 0.2; done"
"""A command that ends in the middle of the installation, when some packages are not unpacked yet."""
LOG = "/boot/firmware/muggins-install.log"
READY = "systemctl show --property=ActiveEnterTimestampMonotonic --value muggins"
"""A command that prints when the board was ready, in microseconds since the kernel started."""
STATUS = "muggins status"
PRESSES = 12


def run(options: Namespace, scratch: Path) -> list[str]:
    package = debian_image.build_package(scratch / "package")
    tree = scratch / "system"
    debian_image.run(["cp", "--archive", str(debian_image.make_tree(options)), str(tree)])
    debian_image.apt_in(tree, "install", "--yes", "--no-install-recommends", "cloud-init")
    set_up_cloud_init(tree)
    packages = [package]
    if options.network:
        debian_image.connect(tree)
    else:
        packages += _dependencies(tree, package)
    shutil.rmtree(tree / debian_image.LISTS)  # a new card has none
    partition = _make_partition(scratch, packages)
    images = debian_image.make_images(tree, [], scratch)
    progress(f"card created: {options.suite} with cloud-init, {len(packages)} package(s)")
    pc = Pc(images, network=NETWORK if options.network else "none", counts=True)
    with new_machine(pc, [images.disk, partition], options) as machine:
        machine.options = OPTIONS
        board = KeyedBoard(machine, Keys(Random(options.seed)))
        if options.cut:
            _cut_during_installation(board)
        _start_twice(board)
        board.expect(f"grep -c 'Muggins is being installed' {LOG}", str(1 + options.cut))
    return board.failures


def set_up_cloud_init(tree: Path) -> None:
    """Let the cloud-init of the Debian system in `tree` read a card as that of Raspberry Pi OS does."""
    shutil.copytree(CARD / "system", tree, dirs_exist_ok=True)
    debian_image.run(["chroot", str(tree), "systemctl", "enable", "boot-firmware.mount"])
    (tree / "boot/firmware").mkdir()


def _dependencies(tree: Path, package: Path) -> list[Path]:
    debian_image.run(["chroot", str(tree), "apt-get", "clean"])
    debian_image.fetch_dependencies(tree, package)
    fetched = tree.with_name("fetched")
    shutil.move(tree / "var/cache/apt/archives", fetched)
    (tree / "var/cache/apt/archives/partial").mkdir(parents=True)
    return sorted(fetched.glob("*.deb"))


def _make_partition(out: Path, packages: list[Path]) -> Path:
    image, folder = out / "bootfs.img", out / "bootfs"
    shutil.copytree(CARD / "bootfs", folder)
    package, *dependencies = map(str, packages)
    debian_image.run([str(PREPARE), PROFILE, *NAMES, "--card", str(folder), "--package", package])
    for file in dependencies:
        shutil.copy(file, folder)
    debian_image.run(["mkfs.vfat", "-F", "32", "-n", "bootfs", "-C", str(image), str(64 * 1024)])
    debian_image.run(["mcopy", "-i", str(image), *map(str, folder.iterdir()), "::"])
    return image


def _cut_during_installation(board: KeyedBoard) -> None:
    board.machine.switch_on()
    board.must(HALFWAY, 300)
    is_running = board.machine.run("systemctl is-active muggins").status == 0
    board.check(not is_running, "the board was already running before the power cut")
    board.machine.arm(Fuse(Request.FLUSH, 1))
    board.machine.wait_until_off(60)
    cut = board.machine.cut(Random(0))
    progress(f"power cut during the installation: {cut.survived} of {cut.cached} sectors survived")


def _start_twice(board: KeyedBoard) -> None:
    first = start(board, "Ann cuts for the deal")
    check_first_start(board)
    board.plug()
    board.type(PRESSES)
    shown, done = board.must(STATUS), board.must(f"sha256sum {INSTALLED} {LOG}")
    board.check(all(name in shown for name in NAMES), f"{STATUS} has other names: {shown}")
    board.machine.cut(Random(0))
    second = start(board, f"{PRESSES} presses")
    board.expect(STATUS, shown)
    board.expect(f"sha256sum {INSTALLED} {LOG}", done)  # the second start installs nothing
    board.plug()
    board.type(PRESSES)
    print(f"first start: {first}\nsecond start: {second}")


def start(board: KeyedBoard, words: str) -> str:
    """Switch the machine on, and wait for `words` in the board's log and for cloud-init to finish.

    Return the times of both events, after the start of the kernel.
    """
    machine = board.machine
    machine.switch_on()
    machine.log.wait(lambda line: words in line, 0, 300 * machine.patience)
    ended = machine.run(FINISHED, 300)
    board.check(ended.text.endswith("status: done"), f"{FINISHED}: {ended.text}")
    ready, up = int(board.must(READY)) / 1e6, float(board.must("cat /proc/uptime").split()[0])
    times = f"board ready after {ready:.0f} s, cloud-init finished after {up:.0f} s"
    progress(times)
    return times


def check_first_start(board: KeyedBoard) -> None:
    for command, said in (
        *(("systemctl is-active muggins", "active"), (f"tail -n 1 {LOG}", "Muggins is installed.")),
        *(("id -nG maker", "maker sudo users input"), ("ls /usr/local/sbin", "")),
        *(("hostname", "cribbage"), ("cat /root/imager", "Imager was here")),
    ):
        board.expect(command, said)


if __name__ == "__main__":
    parser = debian_image.new_parser("tests.appliance.first_start", __doc__)
    parser.add_argument("--network", action="store_true", help="let the Pi download the dependencies")
    parser.add_argument("--cut", action="store_true", help="also cut the power during the installation")
    needs = NEEDS | {"mkfs.vfat": "dosfstools", "mcopy": "mtools"}
    sys.exit(debian_image.main(parser, needs, run))
