"""A Raspberry Pi 3 emulated by QEMU (`raspi3b`), with Debian's kernel and its device tree for that Pi.

QEMU has no OLED for the I2C bus. Instead, a memory chip (an EEPROM) has the OLED's address and acknowledges
the bytes. The memory cards are USB sticks, because QEMU 7.2 stalls for seconds when it writes to its SD card.
The root shell is on the mini UART, `ttyS1`, because the device tree assigns the full UART to Bluetooth. The
service's log is sent through a USB serial adapter.

The clock of this Pi counts instructions (`-icount shift=0`): it advances by one nanosecond per instruction.
While all processors sleep, it follows real time. A busy host therefore causes no timeouts on the Pi, and
processor times are instruction counts. The price is that all four processors share one thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.appliance.debian_image import Images
from tests.appliance.guest_files import Guest
from tests.appliance.pi.usb_keyboard import UsbKeyboard
from tests.appliance.serial_port import Port

MODEL = "Raspberry Pi 3 Model B"
"""The Pi's name in the device tree."""
OLED = 0x3C
"""The usual I2C address of an OLED."""
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


class Boot(NamedTuple):
    """The files from which a Raspberry Pi boots, including its device tree in binary form."""

    images: Images
    device_tree: Path


class RaspberryPi:
    """An emulated Raspberry Pi 3 that has a USB keyboard."""

    def __init__(self, boot: Boot, qemu: Sequence[str]) -> None:
        """Prepare a Raspberry Pi.

        Args:
            boot: the files from which it boots.
            qemu: the `qemu-system-aarch64` command, possibly with options.
        """
        self._boot, self._qemu = boot, qemu

    def command(self, cards: Sequence[str], ports: Sequence[Path], options: str, kvm: bool) -> list[str]:
        images = self._boot.images
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
            "-dtb", str(self._boot.device_tree), "-append", f"{KERNEL} {options}",
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
