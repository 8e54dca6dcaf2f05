"""Take the image of a card from its base to a board that is played, loses power and is upgraded, in QEMU.

    python -m tests.appliance.image --cache FOLDER

The base is a stand-in for Raspberry Pi OS: an arm64 Debian with its own cloud-init, on a card with a FAT
partition as on a Pi. The commands of systemd/README.md prepare the image, run by a user without rights. Then
Imager's settings are added. The image starts on a Raspberry Pi 3 emulated by QEMU, which has no network
device: everything must come from the card. A whole game is played on the USB keyboard, while the power is cut
three times, and an independent referee must come to the same result. At the end, apt upgrades the board from
a signed repository on a USB stick.

QEMU has no firmware that reads the card. It is given the kernel and the device tree of the Debian, and the
words in the image's cmdline.txt; config.txt has no effect.

This needs root, a network, QEMU for arm64 programs, mmdebstrap, dosfstools and mtools. MUGGINS_WITHOUT_QEMU=1
skips it. Each step prints how long it took. The exit status is 1 if a check failed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from shlex import quote

from tests.appliance import apt_repository, debian_image, faults, first_start, pi, raspberry_pi
from tests.appliance.board import STATUS, KeyedBoard, Keys
from tests.appliance.debian_image import NEWER, Images, progress
from tests.appliance.first_start import CARD, LOG
from tests.appliance.qemu_machine import new_machine
from tests.appliance.raspberry_pi import RaspberryPi
from tests.support import card_image
from tests.support.referee import comparable, referee

NEEDS = pi.NEEDS | {"mkfs.vfat": "dosfstools", "mcopy": "mtools"}
NEEDS |= {"apt-ftparchive": "apt-utils", "gpg": "gpg", "xz": "xz-utils"}
CAPTURES = debian_image.ROOT / "tests/data/captures"
FILES = {
    "config.txt": CAPTURES / "bookworm-config.txt",
    "cmdline.txt": CAPTURES / "default-cmdline.txt",
    "meta-data": CARD / "bootfs/meta-data",
}
"""The files on the first partition of the base, as on a card with Raspberry Pi OS."""
IMAGER = ("user-data", "network-config", "meta-data")
"""The files that Imager writes."""
MEGABYTES = 512  # the size of the first partition, as on Raspberry Pi OS
BASE = "raspios-lite.img.xz"
GUIDE = (
    "python3 systemd/build-deb --out dist",
    f"python3 systemd/fetch-packages --image {BASE} --package dist/muggins_*.deb --out packages",
    f"python3 systemd/prepare-card first-board --image {BASE} --out muggins.img.xz",
)
"""The commands that systemd/README.md tells people to type for an image."""
WITHOUT_RIGHTS = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env"]
APT = Path("etc/apt/apt.conf.d/appliance")
"""Apt's settings in the base. `fetch-packages` reads those of the computer that it runs on."""
CUTS = 3


def run(options: Namespace, scratch: Path) -> list[str]:
    qemu = raspberry_pi.newer_qemu(options.cache / "newer-qemu")
    tree = options.cache / "arm64-card"
    with _step("Debian for arm64 is in the cache"):
        raspberry_pi.make_tree(tree, "cloud-init")
    with (
        _step("the signed repository with a newer version"),
        closing(apt_repository.Repository(scratch)) as repository,
    ):
        repository.add(debian_image.build_package(scratch / "newer", NEWER))
    project = debian_image.copy_of_project(scratch)
    with _step(f"the stand-in for Raspberry Pi OS, {BASE}"):
        images, device_tree = _make_base(tree, scratch, project / BASE)
    with _step("the image, prepared without rights"):
        image = _prepare(scratch, project)
    return _use(RaspberryPi(images, device_tree, qemu), image, options)


def _use(computer: RaspberryPi, image: Path, options: Namespace) -> list[str]:
    """Start a Raspberry Pi from the image, play on it, and upgrade it. Return what was wrong."""
    options.without_kvm = True
    with new_machine(computer, [image], options) as machine:
        # The firmware would read the words; it would take the consoles from there, too.
        words = card_image.mtools("mcopy", image, "::cmdline.txt", "-").split()
        kept = " ".join(word for word in words if not word.startswith("console="))
        machine.options = f"{kept} {first_start.OPTIONS} loglevel=1"
        board = KeyedBoard(machine, Keys(Random(options.seed)))
        board.guided(*GUIDE)
        with _step("the first start, with the installation"):
            _install(board)
        with _step(f"a whole game, with {CUTS} power cuts"):
            _play(board, Random(options.seed))
        with _step("the upgrade with apt"):
            _upgrade(board)
        board.expect(f"grep -c 'Muggins is being installed' {LOG}", "1")
    board.print_report("from the image")
    return board.failures


@contextmanager
def _step(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    progress(f"{what}: {time.monotonic() - began:.0f} s")


def _make_base(tree: Path, out: Path, base: Path) -> tuple[Images, Path]:
    """Create the stand-in for the image of Raspberry Pi OS, and return what QEMU boots its system with.

    Args:
        tree: the folder with the Debian system, which is not changed.
        out: a folder for other files. The signed repository is in it already.
        base: the image to create.
    """
    system, bootfs, raw = out / "base", out / "bootfs", base.with_suffix("")
    debian_image.run(["cp", "--archive", str(tree), str(system)])
    first_start.set_up_cloud_init(system)
    shutil.rmtree(system / debian_image.LISTS)  # a new card has none
    images = debian_image.make_images(system, [], out, raspberry_pi.GUEST)
    [device_tree] = system.glob(raspberry_pi.DEVICE_TREE)
    bootfs.mkdir()
    for name, source in FILES.items():
        shutil.copy(source, bootfs / name)
    card_image.make(raw, bootfs.iterdir(), images.disk, MEGABYTES)
    debian_image.run(["xz", "--threads=0", "-0", str(raw)])
    return images, device_tree


def _prepare(scratch: Path, project: Path) -> Path:
    """Prepare the image as the guide says, and add Imager's settings to it. Return the image."""
    scratch.chmod(0o755)
    environment = [f"HOME={project}", f"APT_CONFIG={project / APT.name}"]
    shutil.copy(scratch / "base" / APT, project / APT.name)
    debian_image.run(["chown", "--recursive", "nobody:nogroup", str(project)])
    sha256 = hashlib.sha256((project / BASE).read_bytes()).hexdigest()
    build, fetch, prepare = GUIDE
    # QEMU needs an image that is not compressed.
    prepare = f"{prepare.removesuffix('.xz')} --sha256 {sha256} --offline packages"
    for command in (build, fetch, prepare):
        with _step(command):
            in_project = ["sh", "-c", f"cd {project} && {command}"]
            debian_image.run([*WITHOUT_RIGHTS, *environment, *in_project])
    image = project / "muggins.img"
    card_image.mtools("mcopy", image, "-o", *(CARD / "bootfs" / name for name in IMAGER), "::")
    return image


def _install(board: KeyedBoard) -> None:
    print(f"first start: {first_start.start(board, 'cuts for the deal')}")
    first_start.check_first_start(board)
    board.expect("ls /sys/class/net", "lo")
    faults.no_unit_failed(board)
    board.plug()


def _play(board: KeyedBoard, random: Random) -> None:
    presses = board.keys.end_of_game(1)
    installed = board.must(f"sha256sum {first_start.INSTALLED} {LOG}")
    for _ in range(CUTS):
        faults.cut(board, random, 1, presses // (CUTS + 1))
        # While it starts, QEMU's keyboard may lose a press. The exit status is that of a warning: the base
        # has no program that sets up a network.
        ended = board.machine.run(first_start.FINISHED, 300)
        board.check(ended.text.endswith("status: done"), f"{first_start.FINISHED}: {ended.text}")
    board.type(presses - board.presses)
    board.settle(presses)
    told = json.loads(board.must(STATUS).splitlines()[-1])
    theirs = referee(board.keys.words(0, presses))
    board.check(comparable(told) == comparable(theirs), f"the referee says {theirs}, the board {told}")
    games = faults.history(board)["games"]
    board.check(len(games) == 1, f"a game was played, and these are finished: {games}")
    board.expect(f"sha256sum {first_start.INSTALLED} {LOG}", installed)  # later starts install nothing


def _upgrade(board: KeyedBoard) -> None:
    board.must(f"date --set=@{time.time():.0f}")  # a signature is not valid before it was made
    board.must(faults.MOUNT_PACKAGES)
    (add,), *_ = apt_repository.blocks()
    board.must(f"bash -e -c {quote(add)}")  # several lines
    apt_repository.change(board, "upgraded", apt_repository.UPGRADE, NEWER)
    faults.no_unit_failed(board)


if __name__ == "__main__":
    sys.exit(debian_image.main(debian_image.new_parser("tests.appliance.image", __doc__), NEEDS, run))
