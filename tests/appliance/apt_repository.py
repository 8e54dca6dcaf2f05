"""Create a signed apt repository with `systemd/build-repo`, and bring a board to other versions from it.

    python -m tests.appliance.apt_repository

The test runs the commands in systemd/README.md on a board in a container with systemd. The container has no
network, so apt reads the repository from a folder instead of a web server, and takes Debian's own packages
from its cache. The board's menu updates it as well, and takes a version back that does not start.

This needs root, debootstrap, systemd-nspawn, apt-ftparchive and gpg. MUGGINS_WITHOUT_QEMU=1 skips it. At the
end, a table shows how many key presses were acknowledged before each change of version, and how many of these
were lost. The exit status is 1 if a key press was lost or another check failed.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from random import Random

from tests.appliance import debian_image, faults
from tests.appliance.board import Board, Keys, Row
from tests.appliance.container import Container
from tests.appliance.debian_image import NEWER, progress
from tests.appliance.faults import ASKED, CONFIGURATION

NEEDS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container"}
NEEDS |= {"apt-ftparchive": "apt-utils", "gpg": "gpg"}
BUILD = debian_image.README.with_name("build-repo")
SECTION = "## An apt repository"
HOST = "https://example.org/muggins"
FOLDER = "/srv/repository"  # the path of the repository in the container
USER = "Repository <repository@example.org>"
VERSION = "dpkg-query --show --showformat='${Version}' muggins"
UPGRADE = ["sudo apt update", "sudo apt upgrade"]
BROKEN = "100.0"
ASK = "muggins press MENU REDO 2 OK"
STATUS = "/run/muggins-update/status"
SEVERAL_GAMES = 1000  # a number of key presses that is enough for several games


def run(options: Namespace, scratch: Path) -> list[str]:
    older = debian_image.build_package(scratch / "older")
    newer = debian_image.build_package(scratch / "newer", NEWER)
    broken = debian_image.build_package(scratch / "broken", BROKEN)
    debian_image.run(["dpkg-deb", "--raw-extract", str(broken), str(scratch / "tree")])
    (scratch / "tree/usr/bin/muggins").write_text("#!/bin/sh\nexit 1\n")
    debian_image.run(["dpkg-deb", "--build", str(scratch / "tree"), str(broken)])
    tree = debian_image.make_tree(options)
    debian_image.fetch_dependencies(tree, older)
    with closing(Repository(scratch)) as repository:
        repository.add(older)
        progress("the repository has been created")
        with closing(Container(tree, scratch / "srv", options.keep)) as container:
            board = Board(container, Keys(Random(options.seed)))
            container.switch_on()
            _try(board, repository, newer, broken)
    board.print_report("from the repository")
    return board.failures


class Repository:
    """A package repository signed with a key created for the test. In the container, it appears as /srv."""

    def __init__(self, scratch: Path) -> None:
        """Create the key that signs the repository. The repository itself is created by `add`."""
        self.folder = scratch / "srv" / Path(FOLDER).name
        self._home = scratch / "gpg"
        self._home.mkdir(mode=0o700)
        self._environment = os.environ | {"GNUPGHOME": str(self._home)}
        key = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", USER, "default", "sign"]
        debian_image.run(key, environment=self._environment)

    def add(self, package: Path) -> None:
        command = [str(BUILD), "--key", USER, "--out", str(self.folder), str(package)]
        debian_image.run(command, environment=self._environment)

    def close(self) -> None:
        debian_image.run(["gpgconf", "--homedir", str(self._home), "--kill", "all"])


def _try(board: Board, repository: Repository, newer: Path, broken: Path) -> None:
    add, install, downgrade = blocks()
    for line in add:
        board.must(line)
    for line in install:
        board.must(line, 300, ASKED)
    board.wait_until_back()
    older = board.must(VERSION)
    board.type(SEVERAL_GAMES)
    faults.add_configuration(board, "[display]", "rotate = 180")
    repository.add(newer)
    change(board, "upgraded", UPGRADE, NEWER)
    [line] = downgrade
    board.check(line.endswith(f"muggins={older}"), f"systemd/README.md names a different version: {line}")
    change(board, "downgraded", [line], older)
    _update_from_menu(board, repository, broken)
    faults.no_unit_failed(board)


def _update_from_menu(board: Board, repository: Repository, broken: Path) -> None:
    """Update the board as players do. What the board's user writes in the request must not matter."""
    change(board, "updated from the menu", [ASK, _says(f"done {NEWER}")], NEWER)
    accounts = board.must("md5sum /etc/passwd /etc/shadow")
    for request in ("ln -s /etc/passwd", "mkdir"):
        board.must(f"sudo -u muggins {request} /run/muggins/update")
        board.must(_says(f"nothing-newer {NEWER}"), 300)
        board.must(f"! ls /run/muggins/update && echo > {STATUS}")
    board.expect("md5sum /etc/passwd /etc/shadow", accounts)
    repository.add(broken)
    change(board, "taken back", [ASK, _says(f"went-back {BROKEN}")], NEWER)


def _says(words: str) -> str:
    return f"until grep -qx '{words}' {STATUS}; do sleep 1; done"


def change(board: Board, name: str, lines: list[str], version: str) -> None:
    """Install a different version with these commands: the games and the configuration must be kept."""
    told, since = board.presses, len(board.machine.log.lines)
    kept = faults.history(board), board.must(f"cat {CONFIGURATION}")
    board.check(kept[0]["games"], "no game was finished before the version changed")
    for line in lines:
        board.must(line, 300, ASKED)
    board.wait_until_back(since)
    board.expect(VERSION, version)
    lost = board.settle(told)
    now = faults.history(board), board.must(f"cat {CONFIGURATION}")
    board.check(now == kept, f"{lines[-1]}: the games or the configuration have changed")
    board.type(10)
    board.report(Row(name, 1, told, lost))


def blocks() -> list[list[str]]:
    """Return the commands that the section `SECTION` of systemd/README.md tells the user to type on a Pi.

    Each code block becomes one list. The web server's address is replaced with the path to a local folder.
    """
    section = debian_image.README.read_text().partition(SECTION)[2].partition("\n## ")[0]
    blocks = re.findall(r"<!-- not run: on the Pi -->\n```sh\n(.*?)\n```", section, re.DOTALL)
    local = [re.sub(rf"wget -O (\S+) {HOST}(\S+)", rf"cp {FOLDER}\2 \1", block) for block in blocks]
    whole, *rest = [block.replace(HOST, f"file:{FOLDER}") for block in local]
    return [[whole], *(block.splitlines() for block in rest)]


if __name__ == "__main__":
    parser = debian_image.new_parser("tests.appliance.apt_repository", __doc__)
    sys.exit(debian_image.main(parser, NEEDS, run))
