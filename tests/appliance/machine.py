"""A machine of qemu's, its power, and what it says on its three serial ports."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

import pexpect

from tests.appliance.disk import Card, Cut, Fuse
from tests.appliance.image import Images
from tests.appliance.nbd import Server
from tests.appliance.port import Port, Result
from tests.support.deadline import Deadline

_USELESS = (
    "ata_generic ata_piix floppy parport_pc pata_acpi pcspkr psmouse drm bochs "
    "acpi_cpufreq powernow_k8 kvm kvm_amd kvm_intel intel_rapl_msr rapl "
    "aesni_intel crc32_pclmul crct10dif_pclmul ghash_clmulni_intel polyval_clmulni "
    "sha1_ssse3 sha256_ssse3 sha512_ssse3"
)
"""Modules for what no board has. To load them takes an emulated processor longer than all else at a start."""
KERNEL = (
    "root=/dev/vda ro console=ttyS0 loglevel=1 systemd.show_status=0 mitigations=off cryptomgr.notests "
    f"module_blacklist={','.join(_USELESS.split())}"
)
Answer = str | Callable[[str], object]
"""What is typed where something is asked, or what is done then, given what was asked."""
_KVM_GET_API_VERSION = 0xAE00
_KVM_FAILS = "KVM internal error"


def has_kvm() -> bool:
    """Whether the processor can run the machine by itself."""
    try:
        with open("/dev/kvm", "rb+", buffering=0) as device:
            return fcntl.ioctl(device, _KVM_GET_API_VERSION) == 12
    except OSError:
        return False


class Machine:
    """The machine. Between two cuts of its power it is on; what its cards keep lasts.

    Attributes:
        log: what the service says.
        keypad: takes orders for the keypad, and tells of them (`guest_keypad`).
        cards: its disk, and others.
        started: when the power last came.
        has_blown: the power has gone as it was armed.
        kvm: the processor runs it by itself.
        options: what else its kernel is told at the next start.
    """

    log: Port
    keypad: Port
    started: float
    has_blown: bool

    def __init__(
        self, images: Images, cards: Sequence[Card], folder: Path, *, kvm: bool, network: str = "none"
    ) -> None:
        """A machine without power.

        Args:
            images: what it boots.
            cards: its disk, which is to hold that of the images, and others.
            folder: where what is said on its ports is kept.
            kvm: it may use the processor.
            network: as qemu's `-nic` has it.
        """
        self._network = network
        self._images, self.cards, self._folder, self.kvm = images, cards, folder, kvm
        self._servers = [Server(card, self._socket(f"card{at}")) for at, card in enumerate(cards)]
        self._qemu: pexpect.spawn[str] | None = None
        self._ports: list[Port] = []
        self._asked = 0
        self._was_up = False
        self.options = ""

    @property
    def slowness(self) -> int:
        """How many times longer than with KVM is waited for things."""
        return 1 if self.kvm else 5

    def switch_on(self) -> None:
        """Give it power, and wait for its shell and its keypad's.

        Where the processor turns out not to run it after all, as in some virtual machines, it is emulated.
        """
        self.started, self.has_blown = time.monotonic(), False
        self._qemu = pexpect.spawn(
            "qemu-system-x86_64", self._arguments(), encoding="utf-8", echo=False, timeout=None
        )
        self._qemu.delaybeforesend = None
        self._qemu.logfile_read = (self._folder / "console.log").open("a")
        if not self._has_come_up():
            self.kill()
            self.kvm = False
            self.switch_on()
            return
        self._qemu.sendline("stty sane -echo; PS1=; PS2=; PROMPT_COMMAND=")
        self.run("true")
        self.keypad.wait(lambda line: line == "here", 0, 60 * self.slowness)

    def _has_come_up(self) -> bool:
        """Connect to the ports and wait for the shell; return False if KVM fails to run the machine.

        Raises:
            TimeoutError: the shell did not come, and KVM is not the reason.
        """
        try:
            self.keypad, self.log = self._port("keypad"), self._port("service")
            came = not self._expect([r"# $", _KVM_FAILS], 60)
        except TimeoutError:
            if not self.kvm or self._was_up:
                raise
            came = False
        self._was_up = self._was_up or came
        return came

    def arm(self, fuse: Fuse) -> None:
        """Have its power go at a certain request of its cards."""
        assert self._qemu is not None
        process = self._qemu.pid

        def blow() -> None:
            self.has_blown = True  # first: who waits for the machine sees it end at once
            # Any other signal lets qemu flush the card before it ends.
            os.kill(process, signal.SIGKILL)

        for card in self.cards:
            card.arm(fuse, blow)

    def cut(self, random: Random) -> Cut:
        """Take its power, if it is on; what was in the caches of its cards then."""
        self.kill()
        cuts = [card.cut(random) for card in self.cards]
        return Cut(sum(cut.cached for cut in cuts), sum(cut.survived for cut in cuts))

    def wait_until_off(self, seconds: float) -> int:
        """Wait until it has switched itself off; qemu's exit status.

        Raises:
            TimeoutError: it is still on.
        """
        assert self._qemu is not None
        try:
            self._qemu.expect(pexpect.EOF, timeout=seconds * self.slowness)
        except pexpect.TIMEOUT:
            raise TimeoutError(f"it does not switch itself off:\n{self._qemu.before[-2000:]}") from None
        status: int = self._qemu.wait()
        return status

    def kill(self) -> None:
        """End it, if it is on."""
        if self._qemu is None:
            return
        if self._qemu.isalive():
            self._qemu.kill(signal.SIGKILL)
            self._qemu.wait()
        self._qemu.close()
        self._qemu.logfile_read.close()
        self._qemu = None
        for server in self._servers:
            server.wait_until_idle()
        while self._ports:
            self._ports.pop().close()

    def close(self) -> None:
        """Let go of all of it."""
        self.kill()
        for server in self._servers:
            server.close()

    def run(self, command: str, timeout: float = 60, answers: Iterable[tuple[str, Answer]] = ()) -> Result:
        """Run a command in its root shell.

        Args:
            command: a line of shell.
            timeout: seconds within which it is to end, with KVM. Questions do not put that off.
            answers: what it may ask, as a regular expression, and the answer to that.

        Raises:
            TimeoutError: it did not end, or the machine did.
        """
        assert self._qemu is not None
        self._asked += 1
        mark = rf"<{self._asked}:(\d+)>\r*\n"
        # One line: the next would be read by whatever asks something. The mark is in two parts, or the
        # terminal's echo, until it is off, would be taken for it.
        self._qemu.sendline(f"{{ {command}; }}; echo \"<\"{self._asked}:$?'>'")
        questions = dict(answers)
        text = ""
        deadline = Deadline(timeout * self.slowness)
        while (which := self._expect([mark, *questions], deadline.left(command) / self.slowness)) > 0:
            text += self._qemu.before + self._qemu.after
            answer = list(questions.values())[which - 1]
            if isinstance(answer, str):
                self._qemu.sendline(answer)
            else:
                answer(self._qemu.after)
        text += self._qemu.before
        return Result(int(self._qemu.match.group(1)), text.replace("\r", "").strip())

    def _expect(self, patterns: str | list[str], seconds: float) -> int:
        assert self._qemu is not None
        try:
            return int(self._qemu.expect(patterns, timeout=seconds * self.slowness))
        except (pexpect.TIMEOUT, pexpect.EOF):
            raise TimeoutError(f"the console says nothing more; last:\n{self._qemu.before[-2000:]}") from None

    def _port(self, name: str) -> Port:
        """A port of qemu's, which has just been started.

        Raises:
            TimeoutError: it has ended.
        """
        assert self._qemu is not None
        deadline = Deadline()
        while True:
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                made.connect(str(self._socket(name)))
            except OSError:
                made.close()
                if not self._qemu.isalive():
                    raise TimeoutError(f"qemu has ended: {self._qemu.read()}") from None
                deadline.left(f"qemu's port {name}")
                time.sleep(0.02)
            else:
                self._ports.append(Port(made, self._folder / f"{name}.log"))
                return self._ports[-1]

    def _socket(self, name: str) -> Path:
        return self._images.disk.with_name(f"{name}.socket")

    def _arguments(self) -> list[str]:
        # Several emulated processors may run what another is patching: a Linux that does so may panic.
        processors = min(2, os.cpu_count() or 1) if self.kvm else 1
        packages = f"file={self._images.packages},format=raw,readonly=on"
        # No cache of qemu's or of this machine's lies before a card's own.
        cards = [
            f"file=nbd:unix:{self._socket(f'card{at}')},format=raw,cache=none"
            for at in range(len(self.cards))
        ]
        disks = [cards[0], packages, *cards[1:]]
        sockets = [self._socket(name) for name in ("keypad", "service")]
        for path in sockets:
            path.unlink(missing_ok=True)
        ports = [f"unix:{path},server=on,wait=off" for path in sockets]
        return [
            # KVM in a virtual machine may offer arch-capabilities, and then refuse to set them.
            "-accel", "kvm" if self.kvm else "tcg", "-cpu", "max,la57=off,-arch-capabilities",
            "-smp", str(processors),
            "-m", "1024",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-nic", self._network,
            "-kernel", str(self._images.kernel), "-initrd", str(self._images.initrd),
            "-append", f"{KERNEL} {self.options}",
            *(word for disk in disks for word in ("-drive", f"{disk},if=virtio")),
            "-serial", "stdio", "-serial", ports[0], "-serial", ports[1],
        ]  # fmt: skip
