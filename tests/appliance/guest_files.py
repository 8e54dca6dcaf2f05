"""The files and systemd units added to a Debian system so that the tests can control it from outside."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
KEYPAD = "usr/local/lib/guest_keypad.py"


class Guest(NamedTuple):
    """The devices of an emulated computer, by their Linux names.

    Attributes:
        disk: the disk with the root file system.
        console: the serial port of the root shell.
        log: the serial port that receives the service's log.
        forwards: True if journald itself writes the log, together with all other messages. This avoids the
            delay of `journalctl --follow`, which is a quarter of a second.
        keypad: the serial port for commands to `guest_keypad`; None if the keypad is outside the machine.
        initial: the kernel modules in the initramfs, which are needed to find the disk.
        modules: the kernel modules to load at each start.
    """

    disk: str
    console: str
    log: str
    forwards: bool
    keypad: str | None
    initial: tuple[str, ...]
    modules: tuple[str, ...]


# The devices of an emulated PC.
PC = Guest(
    disk="/dev/vda",
    console="/dev/ttyS0",
    log="/dev/ttyS2",
    forwards=False,
    keypad="/dev/ttyS1",
    initial=("virtio_pci", "virtio_blk", "ext4"),
    modules=("uinput",),
)
MASKED = (
    "apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service "
    "dev-hugepages.mount dev-mqueue.mount sys-fs-fuse-connections.mount sys-kernel-config.mount "
    "sys-kernel-debug.mount sys-kernel-tracing.mount modprobe@configfs.service modprobe@drm.service "
    "modprobe@efi_pstore.service modprobe@fuse.service systemd-binfmt.service systemd-pstore.service "
    "getty-static.service"
)
"""Units that are disabled to save time, as is the getty on the console's port."""
FILES = {
    "etc/hostname": "board\n",
    "etc/hosts": "127.0.0.1 localhost board\n",
    # Recommended packages would double the time of the installation.
    "etc/apt/apt.conf.d/appliance": 'APT::Install-Recommends "false";\n',
}
_UNIT = """[Unit]
DefaultDependencies=no
ConditionVirtualization=!container
After={after}
[Service]
ExecStart={command}
Restart=always
RestartSec=0
{more}
[Install]
WantedBy=sysinit.target
"""
_CONSOLE = """StandardInput=tty
StandardOutput=tty
StandardError=tty
TTYPath={port}
Environment=HOME=/root TERM=dumb LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin
WorkingDirectory=/root
"""
_FORWARD = """[Journal]
ForwardToConsole=yes
MaxLevelConsole=info
TTYPath={port}
"""


def initial_files(guest: Guest) -> dict[str, str]:
    """Return the configuration files for the initramfs.

    The initramfs contains no kernel modules except those for the disk, so that it can be unpacked quickly.
    """
    return {
        "etc/initramfs-tools/conf.d/appliance": "MODULES=list\n",
        "etc/initramfs-tools/modules": "".join(f"{module}\n" for module in guest.initial),
    }


def equip(tree: Path, guest: Guest) -> None:
    """Add the files and systemd units needed by the tests to the Debian system in `tree`."""
    units = _units(guest)
    files = {
        **FILES,
        "etc/fstab": f"{guest.disk} / ext4 noatime 0 1\n",
        "etc/modules-load.d/appliance.conf": "".join(f"{module}\n" for module in guest.modules),
        **{f"etc/systemd/system/{name}": text for name, text in units.items()},
    }
    if guest.forwards:
        files["etc/systemd/journald.conf.d/appliance.conf"] = _FORWARD.format(port=guest.log)
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    masked = [*MASKED.split(), f"serial-getty@{Path(guest.console).name}.service"]
    links = {f"sysinit.target.wants/{name}": f"../{name}" for name in units}
    for name, target in {**links, **dict.fromkeys(masked, "/dev/null")}.items():
        link = tree / "etc/systemd/system" / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    shutil.copy(HERE / Path(KEYPAD).name, tree / KEYPAD)
    (tree / "etc/machine-id").write_text("")  # created at the first boot


def _units(guest: Guest) -> dict[str, str]:
    remount, modules = "systemd-remount-fs.service", "systemd-modules-load.service"
    shell, console = "/bin/bash --norc --noprofile --noediting", _CONSOLE.format(port=guest.console)
    follow = f"journalctl --boot --unit=muggins --output=cat --lines=all --follow > {guest.log}"
    # If journald itself sends the log to the port, the port only has to be kept open.
    send = f"sleep infinity < {guest.log}" if guest.forwards else follow
    log = f"/bin/sh -c 'stty -F {guest.log} raw -echo; exec {send}'"
    units = {
        "console": _UNIT.format(after=remount, command=shell, more=console),
        "log": _UNIT.format(after="systemd-journald.service", command=log, more=""),
    }
    if guest.keypad:
        keypad = f"/usr/bin/python3 /{KEYPAD} {guest.keypad}"
        units["keypad"] = _UNIT.format(after=f"{remount} {modules}", command=keypad, more="")
    return {f"appliance-{name}.service": text for name, text in units.items()}
