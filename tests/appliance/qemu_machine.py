"""A machine emulated by QEMU, with three serial ports, whose power can be cut; and a PC as its hardware."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import socket
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Condition, Thread
from typing import Any, NamedTuple, Protocol

import pexpect

from tests.appliance.debian_image import CheckFailed, Images, progress
from tests.appliance.memory_card import Card, Cut, Fuse, Server
from tests.support.deadline import Deadline

_FORWARDED = re.compile(r"\[ *\d+\.\d+\] (?P<who>[^:\[]+)\[\d+\]: ")
_COLOUR = re.compile("\x1b" r"\[[\d;:]*m")


class Result(NamedTuple):
    """A command's exit status, and its output (including standard error)."""

    status: int
    text: str


class Port:
    """A serial port that collects the lines received, each with the time at which it arrived.

    A line that is cut off by a power cut is dropped.
    """

    def __init__(self, port: socket.socket, file: Path) -> None:
        """Start reading from a port, and copy everything received to `file`."""
        self.lines: list[tuple[float, str]] = []
        self._changed = Condition()
        self._is_over = False
        self._socket = port
        self._file = file
        self._thread = Thread(target=self._listen, name=file.stem, daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Send a line to the port.

        Raises:
            TimeoutError: the line could not be sent, because the machine has stopped.
        """
        try:
            self._socket.sendall(f"{line}\n".encode())
        except OSError as error:
            raise TimeoutError(f"{line} could not be sent: {error}") from None

    def wait(self, wanted: Callable[[str], object], since: int, timeout: float) -> float:
        """Wait for a particular line, and return the time at which it arrived.

        Args:
            wanted: a function that is called with each line, and returns a true value for the right one.
            since: the index of the first line to check, among all lines received so far.
            timeout: the time limit in seconds.

        Raises:
            TimeoutError: the line did not arrive in time.
        """
        deadline, number = time.monotonic() + timeout, since
        while True:
            with self._changed:
                while number == len(self.lines):
                    if self._is_over or not self._changed.wait(deadline - time.monotonic()):
                        raise self._silence(timeout)
            at, line = self.lines[number]
            number += 1
            if at > deadline:
                raise self._silence(timeout)
            if wanted(line):
                return at

    def _silence(self, timeout: float) -> TimeoutError:
        last = "\n".join(text for _, text in self.lines[-10:])
        return TimeoutError(f"no such line within {timeout:.0f} s; the last lines were:\n{last}")

    def close(self) -> None:
        """Read the remaining lines, and close the port."""
        self._thread.join(10)
        self._socket.close()

    def _listen(self) -> None:
        with self._file.open("ab") as file, self._socket.makefile("rb") as lines, suppress(ConnectionError):
            for line in lines:
                file.write(line)
                file.flush()
                text = _of_service(line.decode(errors="replace").rstrip("\r\n"))
                if text is not None and line.endswith(b"\n"):
                    with self._changed:
                        self.lines.append((time.monotonic(), text))
                        self._changed.notify_all()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()


def _of_service(line: str) -> str | None:
    """Return a line of the board's log without journald's prefix and colours.

    Return None if the line comes from a program other than `muggins` and systemd.
    """
    prefix = _FORWARDED.match(line)
    if prefix is None:
        return line
    return _COLOUR.sub("", line[prefix.end() :]) if prefix["who"] in ("muggins", "systemd") else None


def acknowledged(lines: Iterable[tuple[float, str]]) -> int:
    """Return the number of the last key press that the log acknowledges, or 0 if there is none.

    A line such as `41 lay 5` acknowledges key press 41.

    Args:
        lines: the lines of the log, each with its time.
    """
    numbers = (re.match(r"(\d+) ", text) for _, text in lines)
    return max((int(number[1]) for number in numbers if number), default=0)


_USELESS = (
    "ata_generic ata_piix floppy parport_pc pata_acpi pcspkr psmouse drm bochs "
    "acpi_cpufreq powernow_k8 kvm kvm_amd kvm_intel intel_rapl_msr rapl "
    "aesni_intel crc32_pclmul crct10dif_pclmul ghash_clmulni_intel polyval_clmulni "
    "sha1_ssse3 sha256_ssse3 sha512_ssse3"
)
"""Kernel modules that no board needs. Loading them would take most of the start on an emulated processor."""
KERNEL = (
    "root=/dev/vda ro console=ttyS0 loglevel=1 systemd.show_status=0 mitigations=off cryptomgr.notests "
    f"module_blacklist={','.join(_USELESS.split())}"
)
NETWORK = "user,model=virtio-net-pci"  # QEMU's own, connected to this computer's
DRIVERS = ("xhci_pci", "virtio_net")  # the kernel modules for a PC's USB sockets and network card
_KVM_GET_API_VERSION = 0xAE00


def has_kvm() -> bool:
    try:
        with open("/dev/kvm", "rb+", buffering=0) as device:
            return fcntl.ioctl(device, _KVM_GET_API_VERSION) == 12
    except OSError:
        return False


class Outlets(NamedTuple):
    """The connections between this computer and an emulated PC.

    The PC loads the drivers for its USB ports and its network card only on request, to start faster.

    Attributes:
        usb: the path to the Unix socket to which an emulated USB device can be connected (`scanned_code`).
        port: the TCP port on this computer that leads to port 80 of the PC.
    """

    usb: Path
    port: int


class Pc:
    """An emulated PC. Its keypad is a program that runs inside the machine (`guest_keypad`)."""

    def __init__(
        self,
        images: Images,
        *,
        network: str = "none",
        counts: bool = False,
        more: Sequence[str] = (),
        outlets: Outlets | None = None,
    ) -> None:
        """Prepare a PC.

        Args:
            images: the files from which the PC boots.
            network: the value of QEMU's option `-nic`.
            counts: True to let the clock of an emulated processor advance by one nanosecond per instruction.
            more: more options for QEMU, e.g. to add a device.
            outlets: the connections between this computer and the PC, which are used instead of `network`;
                None if there are no such connections.
        """
        self._images, self._counts, self._network, self._more = images, counts, network, [*more]
        self._kernel = KERNEL
        if outlets:
            self._network = f"{NETWORK},hostfwd=tcp:127.0.0.1:{outlets.port}-:80"
            usb = f"socket,id=outlet,path={outlets.usb},server=on,wait=off"
            self._more += ["-device", "qemu-xhci", "-chardev", usb, "-device", "usb-redir,chardev=outlet"]
            self._kernel += f" modprobe.blacklist={','.join(DRIVERS)}"

    def command(self, cards: Sequence[str], ports: Sequence[Path], options: str, kvm: bool) -> list[str]:
        # With several emulated processors, Linux may panic when it patches code that another processor runs.
        processors = min(2, os.cpu_count() or 1) if kvm else 1
        disks = [cards[0], f"file={self._images.packages},format=raw,readonly=on", *cards[1:]]
        return [
            "qemu-system-x86_64",
            # KVM in a virtual machine may offer arch-capabilities, and then refuse to set them.
            "-accel", "kvm" if kvm else "tcg", "-cpu", "max,la57=off,-arch-capabilities",
            "-smp", str(processors), *(("-icount", "shift=0,sleep=on") if self._counts and not kvm else ()),
            "-m", "1024",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-nic", self._network,
            "-kernel", str(self._images.kernel), "-initrd", str(self._images.initrd),
            "-append", f"{self._kernel} {options}",
            *(word for disk in disks for word in ("-drive", f"{disk},if=virtio")),
            *self._more,
            "-serial", "stdio",
            *(word for path in ports for word in ("-serial", f"unix:{path},server=on,wait=off")),
        ]  # fmt: skip

    def keypad(self, port: Port) -> Port:
        """Return `port` itself, because the keypad is reached through it."""
        return port


Answer = str | Callable[[str], object]  # text to type, or a function of the question


_KVM_FAILS = "KVM internal error"


class Hardware(Protocol):
    """The computer emulated by QEMU, such as a `Pc`."""

    def command(self, cards: Sequence[str], ports: Sequence[Path], options: str, kvm: bool) -> list[str]:
        """Return the command that starts QEMU with the root shell on its standard input and output.

        Args:
            cards: the value of QEMU's `-drive` option for each memory card. The first card is the disk.
            ports: the paths of two sockets for QEMU to create: one for the keypad, one for the service's log.
            options: additional kernel options.
            kvm: True if QEMU should use KVM, the virtualization support of the Linux kernel.
        """

    def keypad(self, port: Port) -> Any:
        """Return the keypad of the machine that has just been started.

        Args:
            port: the socket through which the keypad receives its commands.

        Returns:
            A `Port` through which commands are sent and answered as `guest_keypad` describes, or an object
            with the same methods `say` and `wait` and the same attribute `lines`.
        """


class Machine:
    """An emulated machine that can be switched on again after a power cut.

    Its memory cards keep their contents.

    Attributes:
        log: the serial port with the service's log.
        cards: the memory cards. The first one is the disk.
        started: the time of the last start, on the monotonic clock.
        has_blown: True if a `Fuse` has cut the power since the last start.
        kvm: True if the machine uses KVM, False if the processor is emulated.
        options: additional kernel options for the next start.
    """

    def __init__(self, hardware: Hardware, cards: Sequence[Card], folder: Path, *, kvm: bool) -> None:
        self._hardware, self.cards, self._folder, self.kvm = hardware, cards, folder, kvm
        self._sockets = Path(tempfile.mkdtemp(prefix="qemu-"))
        self._servers = [Server(card, self._sockets / f"card{at}") for at, card in enumerate(cards)]
        self._qemu: Any = None  # a `pexpect.spawn` while the machine is on
        self._ports: list[Port] = []
        self._asked = 0
        self._was_up = False
        self.options = ""

    @property
    def slowness(self) -> int:
        """Roughly how many times slower than a PC the machine is; 1 if it uses KVM."""
        return 1 if self.kvm else 5

    @property
    def patience(self) -> int:
        """The factor by which time limits are multiplied; larger if the processor is emulated."""
        return 5 * self.slowness

    def switch_on(self) -> None:
        """Switch the machine on, and wait until its shell and its keypad respond.

        If KVM does not work, as on some virtual machines, the processor is emulated instead.
        """
        self.started, self.has_blown = time.monotonic(), False
        # Neither QEMU nor this computer may cache data: only the card's own cache may lose it.
        places = [self._sockets / f"card{at}" for at in range(len(self.cards))]
        cards = [f"file=nbd:unix:{place},format=raw,cache=none" for place in places]
        ports = [self._sockets / name for name in ("keypad", "service")]
        for path in ports:
            path.unlink(missing_ok=True)
        program, *arguments = self._hardware.command(cards, ports, self.options, self.kvm)
        # QEMU's model of a Pi's serial port shows the bytes of a new speed as if they were text.
        self._qemu = pexpect.spawn(
            program, arguments, encoding="utf-8", codec_errors="ignore", echo=False, timeout=None
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
        self.keypad.wait(lambda line: line == "here", 0, 60 * self.patience)

    def _has_come_up(self) -> bool:
        """Connect to the machine, and wait until its shell is ready. Return False if KVM does not work here.

        Raises:
            TimeoutError: the shell was not ready in time, and KVM is not the reason.
        """
        try:
            self.keypad = self._hardware.keypad(self._port("keypad"))
            self.log = self._port("service")
            came = not self._expect([r"# $", _KVM_FAILS], 60)
        except TimeoutError:
            if not self.kvm or self._was_up:
                raise
            came = False
        if came and not self._was_up:
            progress(f"the machine is running, {'with' if self.kvm else 'without'} KVM")
        self._was_up = self._was_up or came
        return came

    def arm(self, fuse: Fuse) -> None:
        process = self._qemu.pid

        def blow() -> None:
            self.has_blown = True  # set first, so that a caller that sees the machine end also sees why
            # After any other signal, QEMU flushes the card before it ends.
            os.kill(process, signal.SIGKILL)

        for card in self.cards:
            card.arm(fuse, blow)

    def cut(self, random: Random) -> Cut:
        """Cut the power if the machine is on. Each memory card loses a random part of its write cache.

        Return how many sectors were in the write caches of all cards, and how many of them survived.
        """
        self.kill()
        cuts = [card.cut(random) for card in self.cards]
        return Cut(sum(cut.cached for cut in cuts), sum(cut.survived for cut in cuts))

    def wait_until_off(self, seconds: float) -> int:
        """Wait until the machine has switched itself off, and return QEMU's exit status.

        Args:
            seconds: the time limit, which is multiplied by `patience`.

        Raises:
            TimeoutError: the machine is still on.
        """
        try:
            self._qemu.expect(pexpect.EOF, timeout=seconds * self.patience)
        except pexpect.TIMEOUT:
            last = self._qemu.before[-2000:]
            raise TimeoutError(f"the machine did not switch itself off:\n{last}") from None
        status: int = self._qemu.wait()
        return status

    def kill(self) -> None:
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
        self.kill()
        for server in self._servers:
            server.close()
        shutil.rmtree(self._sockets)

    def run(self, command: str, timeout: float = 60, answers: Iterable[tuple[str, Answer]] = ()) -> Result:
        """Run a command in the root shell of the machine.

        Args:
            command: a shell command on a single line.
            timeout: the time limit in seconds, before it is multiplied by the machine's `patience`.
            answers: pairs of a regular expression, which matches a question that the command may ask, and the
                answer to this question.

        Raises:
            TimeoutError: the command did not end in time, or the machine stopped.
        """
        self._asked += 1
        mark = rf"<{self._asked}:(\d+)>\r*\n"
        # Everything is on one line, because a command that asks a question would read the next line. The
        # mark is split in two, so that the terminal's echo does not match it.
        self._qemu.sendline(f"{{ {command}; }}; echo \"<\"{self._asked}:$?'>'")
        questions = dict(answers)
        text = ""
        deadline = Deadline(timeout * self.patience)
        while (which := self._expect([mark, *questions], deadline.left(command) / self.patience)) > 0:
            text += self._qemu.before + self._qemu.after
            answer = list(questions.values())[which - 1]
            if isinstance(answer, str):
                self._qemu.sendline(answer)
            else:
                answer(self._qemu.after)
        text += self._qemu.before
        return Result(int(self._qemu.match.group(1)), text.replace("\r", "").strip())

    def must(self, command: str, timeout: float = 60) -> str:
        """Run a command, which must not fail, and return its output.

        Raises:
            CheckFailed: the command failed.
            TimeoutError: the command did not end in time.
        """
        done = self.run(command, timeout)
        if done.status:
            raise CheckFailed(f"{command}: exit status {done.status}\n{done.text}")
        return done.text

    def _expect(self, patterns: str | list[str], seconds: float) -> int:
        try:
            return int(self._qemu.expect(patterns, timeout=seconds * self.patience))
        except (pexpect.TIMEOUT, pexpect.EOF):
            last = self._qemu.before[-2000:]
            raise TimeoutError(f"the console prints nothing more; its last output was:\n{last}") from None

    def _port(self, name: str) -> Port:
        """Connect to a serial port of the QEMU process that has just been started.

        Raises:
            TimeoutError: QEMU has ended, or the port could not be opened in time.
        """
        deadline = Deadline()
        while True:
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                made.connect(str(self._sockets / name))
            except OSError:
                made.close()
                if not self._qemu.isalive():
                    raise TimeoutError(f"qemu has ended: {self._qemu.read()}") from None
                deadline.left(f"qemu's port {name}")
                time.sleep(0.02)
            else:
                self._ports.append(Port(made, self._folder / f"{name}.log"))
                return self._ports[-1]


@contextmanager
def new_machine(hardware: Hardware, images: Sequence[Path], options: Namespace) -> Iterator[Machine]:
    """Yield a machine that is still off, with a memory card from each image. At the end, it is closed.

    The options are those of `debian_image.new_parser`.
    """
    with ExitStack() as stack:
        cards = [stack.enter_context(closing(Card(image))) for image in images]
        machine = Machine(hardware, cards, options.keep, kvm=has_kvm() and not options.without_kvm)
        stack.callback(machine.close)
        yield machine
