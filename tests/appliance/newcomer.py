"""Follow the guide for newcomers exactly, from a bare Debian system in QEMU to a running board.

    python -m tests.appliance.newcomer

This program types the commands of "From a bare Pi to a running board" in hardware/README.md: the first block
on this computer, the others in QEMU, as a user with sudo. Then it plays the deal in the README, and
uninstalls everything. It skips the wiring and config.txt. It needs a network, and everything that
`tests.appliance` needs. On an emulated processor it takes seven minutes, so it is not part of `.ci/run`. The
exit status is 0 if all results match the guides.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.appliance import debian_image
from tests.appliance.board import Keys
from tests.appliance.debian_image import NEEDS, ROOT, CheckFailed, progress
from tests.appliance.faults import ASKED, PURGE
from tests.appliance.qemu_machine import NETWORK, Answer, Machine, Pc, new_machine

USER = "pi"
SECTION = "## From a bare Pi to a running board"
SETTLED = "systemctl is-system-running --wait; /usr/lib/systemd/systemd-networkd-wait-online"
SAID = ("Left's hand 4: fifteen two, fifteen four and the rest don't score", "Right's crib 3: a pair is two")
"""Announcements that the board must make in the README's deal."""


def run(options: Namespace, scratch: Path) -> list[str]:
    build, *steps = _steps()
    tree = scratch / "guest"
    debian_image.run(["cp", "-a", str(debian_image.make_tree(options)), str(tree)])
    _make_ordinary(tree, _build(build, debian_image.copy_of_project(scratch)))
    images = debian_image.make_images(tree, [], scratch)
    with new_machine(Pc(images, network=NETWORK), [images.disk], options) as machine:
        machine.switch_on()
        machine.run(SETTLED, 120)
        _Newcomer(machine).follow(steps)
    progress("everything went as the guides say")
    return []


def _build(lines: list[str], copy: Path) -> Path:
    """Run the commands that build the package in a copy of this project, and return the package's path."""
    for line in lines:
        subprocess.run(line, shell=True, cwd=copy, check=True)
        progress(f"$ {line}   (on this computer)")
    [package] = (copy / "dist").glob("*.deb")
    return package


def _make_ordinary(tree: Path, package: Path) -> None:
    """Add a user account with sudo to the Debian system in `tree`, and copy the package into it."""
    debian_image.apt_in(tree, "install", "--yes", "dbus")
    for command in ("apt-get clean", f"useradd --create-home --shell /bin/bash {USER}"):
        debian_image.run(["chroot", str(tree), *command.split()])
    shutil.rmtree(tree / debian_image.LISTS)
    debian_image.connect(tree)
    (tree / "etc/sudoers.d" / USER).write_text(f"{USER} ALL=(ALL) NOPASSWD: ALL\n")
    (tree / "boot/firmware").mkdir()
    shutil.copy(package, tree / "boot/firmware")


class _Newcomer:
    """A simulated newcomer who follows the hardware guide on an emulated machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._keys = Keys(Random(0))
        self._machine.keypad.say(f"plug {' '.join(map(str, self._keys.codes))}")

    def follow(self, steps: list[list[str]]) -> None:
        """Install the package, set it up, check it, play a deal, and uninstall it.

        Args:
            steps: the guide's commands to install the package, to set it up, to check it and to play.

        Raises:
            Unlike: a result differs from what the guides say.
            TimeoutError: a command or a log line took too long.
        """
        install, setup, doctor, play = steps
        for line in install:
            self._type(line, ASKED)
        self._type("systemctl is-active muggins")
        for line in setup:
            self._type(line, self._answers())
        for line in doctor:
            self._type(line, faulty=True)  # because there is no screen
        since = len(self._machine.log.lines)
        for line in play:
            self._type(line)
        self._hear("Ann cuts for the deal.", since)
        self._play()
        said = self._type("sudo -u muggins muggins status")
        if "Ann deals six cards each; two each to the crib." not in said:
            raise CheckFailed(f"after the deal, the status is: {said}")
        self._type(PURGE, ASKED)
        for place in ("/var/lib/muggins", "/etc/muggins", "/usr/lib/muggins"):
            self._type(f"test ! -e {place}")

    def _type(self, line: str, answers: Sequence[tuple[str, Answer]] = (), faulty: bool = False) -> str:
        """Run a command as the user, who answers its questions, and return what it says.

        A faulty command may report faults and end with exit status 1.
        """
        before = time.monotonic()
        result = self._machine.run(f"sudo -iu {USER} bash -c {shlex.quote(line)}", 600, answers)
        progress(f"$ {line}   ({time.monotonic() - before:.0f} s)")
        if result.status not in ((0, 1) if faulty else (0,)) or "Traceback" in result.text:
            raise CheckFailed(f"{line}: exit status {result.status}\n{result.text}")
        return result.text

    def _answers(self) -> list[tuple[str, Answer]]:
        """Return a newcomer's answers to the questions of `muggins setup`, for a numeric keypad."""
        return [
            (r"all the same[^\n]*\[y/N\] ", "y"),  # this machine is no Raspberry Pi
            (r"Its number[^\n]*: ", ""),  # the parts of usb-numpad, as the package's file says
            (r"Keep that\? \[Y/n\] ", ""),
            (r"Enter to begin: ", ""),
            (r"Press \w+: ", lambda asked: self._press(asked.split()[1].rstrip(":"))),
            (r"Type the name of one[^\n]*: ", "names"),
            (r"The players' names[^\n]*: ", "Ann Ben"),
            (r"Anything else\? Its name[^\n]*: ", ""),
            (r"Write [^\n]*\[y/n\] ", "y"),
        ]

    def _play(self) -> None:
        """Play the deal shown in the README, and check that the log announces the expected scores."""
        log = self._machine.log
        rows = re.findall(r"^\| (`.*?) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
        words = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
        for number, word in enumerate(words, 1):
            since = len(log.lines)
            self._press(word)
            self._hear(rf"^{number} ", since)
        log_says = "\n".join(line for _, line in log.lines)
        for said in SAID:
            call = said.replace("Left", "Ann").replace("Right", "Ben")
            if call not in log_says:
                raise CheckFailed(f"the log does not say {call!r}")
        progress(f"the README's deal, {len(words)} keys")

    def _hear(self, line: str, since: int) -> None:
        """Wait until the log contains a line in which this regular expression is found.

        Args:
            line: the regular expression.
            since: the index of the first line of the log to consider.
        """
        self._machine.log.wait(re.compile(line).search, since, 30 * self._machine.patience)

    def _press(self, word: str) -> None:
        self._machine.keypad.say(f"press 150 {self._keys.code(word)}")


def _steps() -> list[list[str]]:
    """Return the commands that `hardware/README.md` tells a newcomer to type.

    Each item contains the lines of one code block.
    """
    text = (ROOT / "hardware/README.md").read_text(encoding="utf-8").partition(SECTION)[2]
    blocks = re.findall(r"^   ```sh\n(.*?)^   ```", text, re.MULTILINE | re.DOTALL)
    return [[line.strip() for line in block.splitlines()] for block in blocks]


if __name__ == "__main__":
    sys.exit(debian_image.main(debian_image.new_parser("tests.appliance.newcomer", __doc__), NEEDS, run))
