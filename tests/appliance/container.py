"""The Debian system in a container, with systemd as process 1. Unlike an emulated machine, it is fast.

A container has no power to cut, no disk to fill and no input device. It shows that the service runs as
shipped, restarts when its process dies or hangs, and survives upgrades with apt.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

from tests.appliance.qemu_machine import Port, Result
from tests.support.deadline import PATIENCE, Deadline


class Container:
    """A systemd-nspawn container. All changes made in it are lost when it stops.

    Attributes:
        log: the service's log.
        slowness: how many times slower than this computer it runs; always 1.
        patience: the factor by which time limits are multiplied.
    """

    slowness = 1
    patience = 5

    def __init__(self, tree: Path, packages: Path, folder: Path) -> None:
        """Prepare a container without starting it.

        Args:
            tree: the folder with the Debian system to run, which is not changed.
            packages: the folder that appears as /srv in the container.
            folder: the folder for the logs.
        """
        self._tree, self._packages, self._folder = tree, packages, folder
        self._leader = 0

    def switch_on(self) -> None:
        """Start the container, and wait until commands can run in it.

        Raises:
            TimeoutError: the container did not start in time.
        """
        command = ["systemd-nspawn", "--quiet", f"--directory={self._tree}", "--volatile=overlay", "--boot"]
        command += [f"--bind-ro={self._packages}:/srv", "--register=no", "--keep-unit", "--private-network"]
        with (self._folder / "container.log").open("wb") as log:
            self._nspawn = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = Deadline(PATIENCE * self.patience)
        while not self._is_up():
            deadline.left("the container to start")
            if self._nspawn.poll() is not None:
                raise TimeoutError("the container did not start")
            time.sleep(0.2)
        here, there = socket.socketpair()
        follow = ["journalctl", "--boot", "--unit=muggins", "--output=cat", "--lines=all", "--follow"]
        with there:
            self._follower = subprocess.Popen(self._inside(follow), stdout=there.fileno())
        self.log = Port(here, self._folder / "service.log")

    def close(self) -> None:
        if self._leader:
            os.kill(self._leader, signal.SIGKILL)  # everything in the container ends with its process 1
        else:
            self._nspawn.kill()
        self._nspawn.wait(PATIENCE)
        if hasattr(self, "log"):
            self._follower.wait(PATIENCE)
            self.log.close()

    def run(self, command: str, timeout: float = 60, answers: Iterable[tuple[str, str]] = ()) -> Result:
        """Run a command in the container as root, and return the result.

        Args:
            command: the shell command.
            timeout: the time limit in seconds, before it is multiplied by the attribute `patience`.
            answers: the command's questions, each with the answer to it. Only the answers are sent to the
                command, on standard input.

        Raises:
            TimeoutError: the command did not end in time.
        """
        typed = "".join(f"{answer}\n" for _, answer in answers)
        try:
            done = subprocess.run(
                self._inside(["bash", "-c", command]),
                input=typed,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=timeout * self.patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"{command} did not end within {timeout * self.patience} s") from None
        return Result(done.returncode, done.stdout.strip())

    def _is_up(self) -> bool:
        if not self._leader and not (leader := _first_in_container(self._nspawn.pid)):
            return False
        self._leader = self._leader or leader
        try:
            said = self.run("systemctl is-system-running", 5).text
        except TimeoutError:
            return False
        return said in ("running", "degraded")

    def _inside(self, command: list[str]) -> list[str]:
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
        enter = ["nsenter", "--target", str(self._leader), "--all", "env", "--chdir=/"]
        return [*enter, "--ignore-environment", path, "HOME=/root", "LC_ALL=C.UTF-8", *command]


def _first_in_container(process: int) -> int:
    """Return the process ID of the first process in the container, or 0 if it is not there yet."""
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        status = Path(f"/proc/{child}/status").read_text()
        if re.search(r"^NSpid:.*\t1$", status, re.MULTILINE):
            return int(child)
        if found := _first_in_container(int(child)):
            return found
    return 0
