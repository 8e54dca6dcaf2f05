"""Find QEMU 9 or later on this computer, or install it in a separate folder.

QEMU 9 is the first version that emulates the I2C and SPI controllers of a Raspberry Pi. In QEMU 7.2, the
version in Debian 12, a key press on the USB keyboard also takes several seconds.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.appliance import debian_image

PROGRAM = "qemu-system-aarch64"
LEAST = 9
"""The first version that emulates the controllers (QEMU's change log, "ChangeLog/9.0", Arm)."""
SUITE, PACKAGES = "trixie", "qemu-system-arm"
RECOMMENDS = '--aptopt=APT::Install-Recommends "false"'


def command(tree: Path) -> list[str]:
    """Return the command that starts QEMU 9 or a later version.

    If this computer has no such version, one is installed into the folder `tree`.

    Raises:
        CommandFailed: QEMU could not be installed.
    """
    if shutil.which(PROGRAM) and version([PROGRAM]) >= LEAST:
        return [PROGRAM]
    program = tree / "usr/bin" / PROGRAM
    if not program.exists():
        shutil.rmtree(tree, ignore_errors=True)
        options = ["--variant=minbase", f"--include={PACKAGES}", RECOMMENDS]
        debian_image.run(["mmdebstrap", *options, SUITE, str(tree)])
    # The program is run with the libraries and the modules of its own Debian, by that Debian's loader.
    [loader] = tree.glob("usr/lib*/ld-linux-*.so.*")
    [libraries] = tree.glob("usr/lib/*-linux-gnu*")
    modules = ["env", f"QEMU_MODULE_DIR={libraries / 'qemu'}"]
    run_there = [*modules, str(loader), "--library-path", str(libraries), str(program)]
    return [*run_there, "-L", str(tree / "usr/share/qemu")]


def version(qemu: list[str]) -> int:
    said = debian_image.run([*qemu, "--version"])
    found = re.search(r"version (\d+)", said)
    if not found:
        raise debian_image.CommandFailed(f"{' '.join(qemu)} --version says {said!r}")
    return int(found[1])
