"""A PC emulated by QEMU, with KVM if this computer supports it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.appliance.debian_image import Images
from tests.appliance.serial_port import Port

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
NETWORK = "user,model=virtio-net-pci"
"""The value of QEMU's option `-nic` for its own network, which is connected to this computer's."""
DRIVERS = ("xhci_pci", "virtio_net")
"""The kernel modules for a PC's USB sockets and network card."""
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
        usb: the path to the Unix socket to which an emulated USB device can be connected (`usb_redirection`).
        port: the TCP port on this computer that leads to port 80 of the PC.
    """

    usb: Path
    port: int

    def options(self) -> tuple[str, ...]:
        """Return the QEMU options for the PC's USB port."""
        socket = f"socket,id=outlet,path={self.usb},server=on,wait=off"
        return ("-device", "qemu-xhci", "-chardev", socket, "-device", "usb-redir,chardev=outlet")

    def network(self) -> str:
        """Return the value of QEMU's option `-nic`, which connects the PC to the network."""
        return f"{NETWORK},hostfwd=tcp:127.0.0.1:{self.port}-:80"


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
        self._images, self._counts = images, counts
        self._network = outlets.network() if outlets else network
        self._more = (*more, *(outlets.options() if outlets else ()))
        self._kernel = f"{KERNEL} modprobe.blacklist={','.join(DRIVERS)}" if outlets else KERNEL

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
