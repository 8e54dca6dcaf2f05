"""The memory card of the emulated Raspberry Pi: Debian for arm64, installed by mmdebstrap and qemu-user."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.appliance import debian_image
from tests.appliance.guest_files import initial_files
from tests.appliance.pi.raspberry_pi import GUEST, Boot

SUITE = "trixie"
PACKAGES = (
    "systemd,systemd-sysv,udev,kmod,dbus,python3,sudo,linux-image-arm64,e2fsprogs,initramfs-tools,busybox,"
    "python3-cbor2,python3-pil,python3-spidev"  # the dependencies of the package under test
)
PROGRAM = "/usr/lib/muggins"
"""The folder in which Python finds the installed package."""
TESTS = "usr/local/lib/muggins-tests"
"""The folder of the benchmarks that run inside the machine."""
GUEST_PROGRAMS = ("appliance/pi/guest_instructions.py", "appliance/pi/guest_pins.py")
CONFIG_TXT = "boot/firmware/config.txt"
"""The firmware's settings, an empty file for the doctor: QEMU starts without the firmware."""
DEVICE_TREE = "usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb"


def make_tree(tree: Path) -> None:
    """Install Debian for arm64 into the folder `tree`, unless it is already installed there.

    This takes a quarter of an hour because the programs run on an emulated processor.

    Raises:
        CommandFailed: a command failed. One possible reason is that this computer cannot run arm64 programs.
    """
    made, made_of = tree / "var/lib/made-of", f"{SUITE} {PACKAGES} {GUEST.initial}\n"
    if made.exists() and made.read_text() == made_of:
        return
    shutil.rmtree(tree, ignore_errors=True)
    options = ["--mode=root", "--variant=minbase", "--architectures=arm64", f"--include={PACKAGES}"]
    options += ['--aptopt=APT::Install-Recommends "false"']
    debian_image.run(["mmdebstrap", *options, SUITE, str(tree)])
    for name, text in initial_files(GUEST).items():
        (tree / name).write_text(text)
    debian_image.run(["chroot", str(tree), "update-initramfs", "-u"])
    made.write_text(made_of)


def make_boot(tree: Path, packages: Sequence[Path], out: Path) -> Boot:
    """Build the images from which a Raspberry Pi boots.

    Args:
        tree: the folder with the Debian system.
        packages: the packages under test, which are copied to an image.
        out: the folder for the images.
    """
    _add_benchmarks(tree)
    (tree / CONFIG_TXT).parent.mkdir(exist_ok=True)
    (tree / CONFIG_TXT).write_text("[all]\n")
    images = debian_image.make_images(tree, packages, out, GUEST)
    [device_tree] = tree.glob(DEVICE_TREE)
    return Boot(images, Path(shutil.copy(device_tree, out)))


def _add_benchmarks(tree: Path) -> None:
    """Copy the benchmarks, and the modules they need, to a Debian system.

    They are stored in the folder `TESTS` below `tree`, the root folder of this system.
    """
    tests, there = debian_image.HERE.parent, tree / TESTS / "tests"
    shutil.rmtree(there, ignore_errors=True)
    for name in ("benchmarks", "support"):
        shutil.copytree(tests / name, there / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "appliance/__init__.py", "appliance/pi/__init__.py", *GUEST_PROGRAMS):
        (there / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(tests / name, there / name)
