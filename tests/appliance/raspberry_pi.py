"""A Raspberry Pi 3 emulated by QEMU (`raspi3b`), with Debian's kernel and its device tree for that Pi.

QEMU has no OLED for the I2C bus. Instead, a memory chip (an EEPROM) has the OLED's address and acknowledges
the bytes. The memory cards are USB sticks, because QEMU 7.2 stalls for seconds when it writes to its SD card.
The root shell is on the mini UART, `ttyS1`, because the device tree assigns the full UART to Bluetooth. The
service's log is sent through a USB serial adapter.

The clock of this Pi counts instructions (`-icount shift=0`): it advances by one nanosecond per instruction.
While all processors sleep, it follows real time. A busy host therefore causes no timeouts on the Pi, and
processor times are instruction counts. The price is that all four processors share one thread.

`make_tree` and `make_boot` build its memory card: Debian for arm64, installed by mmdebstrap and qemu-user.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.appliance import debian_image
from tests.appliance.debian_image import TESTS, Images
from tests.appliance.guest_files import Guest
from tests.appliance.guest_keypad import HELD_LONG
from tests.appliance.qemu_machine import Port
from tests.support.deadline import PATIENCE

SUITE = "trixie"
PROGRAM = "qemu-system-aarch64"
LEAST = 9  # the first version that emulates the controllers (QEMU's change log, "ChangeLog/9.0", Arm)
RECOMMENDS = '--aptopt=APT::Install-Recommends "false"'


def newer_qemu(tree: Path) -> list[str]:
    """Return the command that starts QEMU 9 or a later version.

    If this computer has no such version, one is installed into the folder `tree`.

    Raises:
        CommandFailed: QEMU could not be installed.
    """
    if shutil.which(PROGRAM) and qemu_version([PROGRAM]) >= LEAST:
        return [PROGRAM]
    program = tree / "usr/bin" / PROGRAM
    if not program.exists():
        shutil.rmtree(tree, ignore_errors=True)
        options = ["--variant=minbase", "--include=qemu-system-arm", RECOMMENDS]
        debian_image.run(["mmdebstrap", *options, SUITE, str(tree)])
    # The program is run with the libraries and the modules of its own Debian, by that Debian's loader.
    [loader] = tree.glob("usr/lib*/ld-linux-*.so.*")
    [libraries] = tree.glob("usr/lib/*-linux-gnu*")
    modules = ["env", f"QEMU_MODULE_DIR={libraries / 'qemu'}"]
    run_there = [*modules, str(loader), "--library-path", str(libraries), str(program)]
    return [*run_there, "-L", str(tree / "usr/share/qemu")]


def qemu_version(qemu: list[str]) -> int:
    said = debian_image.run([*qemu, "--version"])
    found = re.search(r"version (\d+)", said)
    if not found:
        raise debian_image.CommandFailed(f"{' '.join(qemu)} --version says {said!r}")
    return int(found[1])


QCODES = {14: "backspace", 55: "kp_multiply", 69: "num_lock", 96: "kp_enter", 98: "kp_divide"} | {
    71 + at: f"kp_{name}" for at, name in enumerate("7 8 9 subtract 4 5 6 add 1 2 3 0 decimal".split())
}
"""QEMU's names (QKeyCode) for the keys of a numeric keypad, by Linux key code (linux/input-event-codes.h)."""
DEVICE = "keypad"
GAP = 0.2
"""The time from the board's answer to the next key press, in seconds.

Two key presses within 22 ms would count as one (`debounce`, `one_finger_two_keys`), and the machine's clock
is slower than this computer's while the machine is busy. The pause is just before a press: a busy machine may
answer a press so late that a pause just after it would have ended by then.
"""
HOLD = 2 * HELD_LONG  # seconds: the machine may detect the key late


class QmpError(debian_image.CheckFailed):
    """Raised when QEMU refuses a command."""


class UsbKeyboard:
    """A USB keyboard connected to an emulated machine.

    It accepts the same commands as the keypad that `guest_keypad` simulates, except `kill`.

    Attributes:
        lines: the keyboard's answers, each with its time. The first answer, `here`, means that the keyboard
            is ready. The answer to a command is the command's first word.
    """

    def __init__(self, port: Port) -> None:
        """Connect to QEMU through `port`, which is its QMP socket."""
        self._port = port
        port.wait(lambda line: "QMP" in json.loads(line), 0, PATIENCE)
        self._execute("qmp_capabilities")
        self.lines: list[tuple[float, str]] = [(time.monotonic(), "here")]

    def say(self, line: str) -> None:
        """Execute one of the commands of `guest_keypad`: `plug CODE…`, `unplug` or `press GAP CODE`.

        `CODE` is a Linux key code. `press GAP CODEL`, with an `L` after the code, is a long press. The codes
        after `plug` are ignored, because this keyboard has all keys. `GAP` is also ignored.

        Raises:
            TimeoutError: QEMU is not responding.
            QmpError: QEMU refused the command.
        """
        order, *words = line.split()
        if order == "plug":
            self._execute("device_add", driver="usb-kbd", id=DEVICE)
        elif order == "unplug":
            self._execute("device_del", id=DEVICE)
        else:
            time.sleep(GAP)
            key = {"type": "qcode", "data": QCODES[int(words[1].rstrip("L"))]}
            for down in (True, False):
                data = {"down": down, "key": key}
                self._execute("input-send-event", events=[{"type": "key", "data": data}])
                if down and words[1].endswith("L"):
                    time.sleep(HOLD)
        self.lines.append((time.monotonic(), order))

    def wait(self, wanted: Callable[[str], object], since: int, timeout: float) -> float:
        """Find the first answer for which `wanted` returns a true value, and return the time of this answer.

        Args:
            wanted: a function that is called with each of the keyboard's answers.
            since: the index of the first answer to check.
            timeout: ignored, because all answers have already been received by `say`.

        Raises:
            TimeoutError: there is no such answer.
        """
        for at, line in self.lines[since:]:
            if wanted(line):
                return at
        raise TimeoutError(f"the keyboard has not given the expected answer: {self.lines[since:]}")

    def _execute(self, command: str, **arguments: Any) -> None:
        since = len(self._port.lines)
        self._port.say(json.dumps({"execute": command, "arguments": arguments}))
        answers: list[dict[str, Any]] = []

        def is_answer(line: str) -> bool:
            answers.append(json.loads(line))  # an event has neither
            return "return" in answers[-1] or "error" in answers[-1]

        self._port.wait(is_answer, since, PATIENCE)
        if "error" in answers[-1]:
            raise QmpError(f"{command}: {answers[-1]['error']['desc']}")


MODEL = "Raspberry Pi 3 Model B"  # the Pi's name in the device tree
OLED = 0x3C  # the usual I2C address of an OLED
GUEST = Guest(
    disk="LABEL=root",
    console="/dev/ttyS1",
    log="/dev/ttyUSB0",
    forwards=True,
    keypad=None,
    initial=("dwc2", "usb_storage", "sd_mod", "ext4"),
    modules=("i2c-dev", "ftdi_sio"),
)
_USELESS = "bluetooth hci_uart vc4 vchiq snd_bcm2835 bcm2835_v4l2 bcm2835_thermal bcm2835 sdhci_iproc uas sg"
"""Kernel modules for parts that QEMU lacks or no board needs. Loading them would take half of the start."""
KERNEL = (
    "root=LABEL=root ro console=ttyS1,115200 loglevel=1 systemd.show_status=0 mitigations=off "
    f"cryptomgr.notests module_blacklist={','.join(_USELESS.split())}"
)


class RaspberryPi:
    """An emulated Raspberry Pi 3 that has a USB keyboard."""

    def __init__(self, images: Images, device_tree: Path, qemu: Sequence[str]) -> None:
        """Prepare a Raspberry Pi.

        Args:
            images: the files from which it boots.
            device_tree: its device tree in binary form.
            qemu: the `qemu-system-aarch64` command, possibly with options.
        """
        self._images, self._device_tree, self._qemu = images, device_tree, qemu

    def command(self, cards: Sequence[str], ports: Sequence[Path], options: str, kvm: bool) -> list[str]:
        images = self._images
        disks = [cards[0], f"file={images.packages},format=raw,readonly=on", *cards[1:]]
        sticks = [
            word
            for at, disk in enumerate(disks)
            for word in ("-drive", f"{disk},if=none,id=disk{at}", "-device", f"usb-storage,drive=disk{at}")
        ]
        keyboard, log = ports
        return [
            *self._qemu, "-M", "raspi3b", "-smp", "4", "-m", "1024",
            "-icount", "shift=0,sleep=on",
            "-no-user-config", "-display", "none", "-no-reboot", "-monitor", "none",
            "-kernel", str(images.kernel), "-initrd", str(images.initrd),
            "-dtb", str(self._device_tree), "-append", f"{KERNEL} {options}",
            "-serial", "null", "-serial", "stdio",
            *sticks,
            "-device", f"at24c-eeprom,bus=i2c-bus.1,address={OLED:#x},rom-size=65536",
            "-chardev", f"socket,id=log,path={log},server=on,wait=off",
            "-device", "usb-serial,chardev=log,always-plugged=on",
            "-qmp", f"unix:{keyboard},server=on,wait=off",
        ]  # fmt: skip

    def keypad(self, port: Port) -> UsbKeyboard:
        """Return the emulated USB keyboard of this machine.

        Call this just after the machine has been started.

        Args:
            port: the control socket of QEMU.
        """
        return UsbKeyboard(port)


PACKAGES = (
    "systemd,systemd-sysv,udev,kmod,dbus,python3,sudo,linux-image-arm64,e2fsprogs,initramfs-tools,busybox"
)
DEPENDENCIES = "python3-cbor2,python3-pil,python3-spidev"  # those of the package under test
INSTALLED = "/usr/lib/muggins"  # the folder in which Python finds the installed package
COPIED = (
    *("tests/benchmarks", "tests/support", "tests/__init__.py"),
    *("tests/appliance/__init__.py", "tests/appliance/guest_pi.py"),
)
"""The benchmarks that run inside the machine, and the modules they need."""
CONFIG_TXT = "boot/firmware/config.txt"
"""The firmware's settings, an empty file for the doctor: QEMU starts without the firmware."""
DEVICE_TREE = "usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb"


def make_tree(tree: Path, more: str) -> None:
    """Install Debian for arm64 into the folder `tree`, unless it is already installed there.

    This takes a quarter of an hour because the programs run on an emulated processor.

    Args:
        tree: the folder.
        more: the names of more Debian packages to install, separated by commas.

    Raises:
        CommandFailed: a command failed. One possible reason is that this computer cannot run arm64 programs.
    """
    options = ["--mode=root", "--variant=minbase", "--architectures=arm64", f"--include={PACKAGES},{more}"]
    debian_image.install_once(tree, ["mmdebstrap", *options, RECOMMENDS, SUITE, str(tree)], GUEST)


def make_boot(tree: Path, packages: Sequence[Path], out: Path) -> tuple[Images, Path]:
    """Build the images from which a Raspberry Pi boots, and return them with its device tree.

    Args:
        tree: the folder with the Debian system.
        packages: the packages under test, which are copied to an image.
        out: the folder for the images.
    """
    shutil.rmtree(tree / TESTS, ignore_errors=True)
    debian_image.copy_tests(tree / TESTS, COPIED)
    (tree / CONFIG_TXT).parent.mkdir(exist_ok=True)
    (tree / CONFIG_TXT).write_text("[all]\n")
    images = debian_image.make_images(tree, packages, out, GUEST)
    [device_tree] = tree.glob(DEVICE_TREE)
    return images, Path(shutil.copy(device_tree, out))
