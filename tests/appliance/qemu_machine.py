"""A machine emulated by QEMU, whose power can be cut, and its three serial ports."""

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

from tests.appliance.debian_image import Images
from tests.appliance.memory_card import Card, Cut, Fuse
from tests.appliance.nbd_server import Server
from tests.appliance.serial_port import Port, Result
from tests.support.deadline import Deadline

_USELESS = (
    "ata_generic ata_piix floppy parport_pc pata_acpi pcspkr psmouse drm bochs "
    "acpi_cpufreq powernow_k8 kvm kvm_amd kvm_intel intel_rapl_msr rapl "
    "aesni_intel crc32_pclmul crct10dif_pclmul ghash_clmulni_intel polyval_clmulni "
    "sha1_ssse3 sha256_ssse3 sha512_ssse3"
)
"""Kernel modules that no board needs; an emulated processor would spend most of its start on loading them."""
KERNEL = (
    "root=/dev/vda ro console=ttyS0 loglevel=1 systemd.show_status=0 mitigations=off cryptomgr.notests "
    f"module_blacklist={','.join(_USELESS.split())}"
)
Answer = str | Callable[[str], object]
"""The answer to a command's question: text to type, or a function that is called with the question."""
_KVM_GET_API_VERSION = 0xAE00
_KVM_FAILS = "KVM internal error"


def has_kvm() -> bool:
    """Return True if this computer offers KVM."""
    try:
        with open("/dev/kvm", "rb+", buffering=0) as device:
            return fcntl.ioctl(device, _KVM_GET_API_VERSION) == 12
    except OSError:
        return False


class Machine:
    """An emulated machine that can be switched on again after a power cut, with the same memory cards.

    Attributes:
        log: the serial port with the log of the service.
        keypad: the serial port for commands to the keypad (`guest_keypad`).
        cards: the memory cards, of which the first is the disk.
        started: the time of the last start, by the monotonic clock.
        has_blown: True if the fuse has cut the power since the last start.
        kvm: True if the machine uses KVM, False if the processor is emulated.
        options: additional kernel options for the next start.
    """

    log: Port
    keypad: Port
    started: float
    has_blown: bool

    def __init__(
        self, images: Images, cards: Sequence[Card], folder: Path, *, kvm: bool, network: str = "none"
    ) -> None:
        """Prepare a machine, without switching it on.

        Args:
            images: the files that the machine boots from.
            cards: the memory cards, of which the first has the disk from `images`.
            folder: the folder for the output of the serial ports.
            kvm: True to use KVM if it works.
            network: the value of QEMU's option `-nic`.
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
        """The factor by which to multiply time limits; 1 with KVM."""
        return 1 if self.kvm else 5

    def switch_on(self) -> None:
        """Switch the machine on, and wait until its shell and its keypad respond.

        If KVM turns out not to work, as in some virtual machines, the processor is emulated instead.
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
        """Connect to the ports, and wait for the shell. Return False if KVM cannot run the machine.

        Raises:
            TimeoutError: the shell did not appear in time, and KVM is not the reason.
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
        """Insert this fuse into every card, so that the power is cut at the request that `fuse` describes."""
        assert self._qemu is not None
        process = self._qemu.pid

        def blow() -> None:
            self.has_blown = True  # set first, so that a caller that sees the machine end also sees why
            # After any other signal, QEMU flushes the card before it ends.
            os.kill(process, signal.SIGKILL)

        for card in self.cards:
            card.arm(fuse, blow)

    def cut(self, random: Random) -> Cut:
        """Cut the power if the machine is on. Return the state of all the cards' caches, added up."""
        self.kill()
        cuts = [card.cut(random) for card in self.cards]
        return Cut(sum(cut.cached for cut in cuts), sum(cut.survived for cut in cuts))

    def wait_until_off(self, seconds: float) -> int:
        """Wait until the machine has switched itself off, and return QEMU's exit status.

        Raises:
            TimeoutError: the machine is still on after `seconds`.
        """
        assert self._qemu is not None
        try:
            self._qemu.expect(pexpect.EOF, timeout=seconds * self.slowness)
        except pexpect.TIMEOUT:
            raise TimeoutError(f"it does not switch itself off:\n{self._qemu.before[-2000:]}") from None
        status: int = self._qemu.wait()
        return status

    def kill(self) -> None:
        """Stop the machine at once if it is on."""
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
        """Stop the machine, and release its resources."""
        self.kill()
        for server in self._servers:
            server.close()

    def run(self, command: str, timeout: float = 60, answers: Iterable[tuple[str, Answer]] = ()) -> Result:
        """Run a command in the machine's root shell.

        Args:
            command: a shell command in one line.
            timeout: the time limit in seconds, which is extended if the processor is emulated.
            answers: pairs of a question that may come, as a regular expression, and its answer.

        Raises:
            TimeoutError: the command did not end in time, or the machine stopped.
        """
        assert self._qemu is not None
        self._asked += 1
        mark = rf"<{self._asked}:(\d+)>\r*\n"
        # Everything is in one line, since a question of the command would read a second line. The mark is
        # split in two, so that the terminal's echo does not match it.
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
        """Connect to a serial port of the QEMU that was just started.

        Raises:
            TimeoutError: QEMU exited or took too long before the port could be opened.
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
        # With several emulated processors, Linux may panic when it patches code that another processor runs.
        processors = min(2, os.cpu_count() or 1) if self.kvm else 1
        packages = f"file={self._images.packages},format=raw,readonly=on"
        # No cache of QEMU or of this computer may come before the cache of the card.
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
