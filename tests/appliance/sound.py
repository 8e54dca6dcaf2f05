"""Test the voice's audio player on a virtual sound card, on Debian in QEMU.

    python -m tests.appliance.sound

The card, created by the kernel module snd-aloop, plays in real time and can be recorded. The shipped player
uses it through the real aplay, with and without ALSA's mixer. The program checks that the card keeps running
while no sound is played, that a sound is played in full (without the mixer), and that a card that has been
removed is used again once it is back. It also prints how long a sound can still be heard after it has been
cut off.

The program needs everything that `tests.appliance` needs. The exit status is 0 if all checks passed.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from firmware_py.speech.aplay import BUFFER_MS, PERIOD_MS
from tests.appliance import debian_image
from tests.appliance.debian_image import NEEDS, TESTS, CheckFailed, progress
from tests.appliance.qemu_machine import Machine, Pc, new_machine

COPIED = ("tests/appliance", "tests/support", "tests/__init__.py")
GUEST = f"cd /{TESTS} && PYTHONPATH=/usr/lib/muggins:/{TESTS} python3 -m tests.appliance.guest_sound"
PLAIN, MIXED = "plughw:CARD=Loopback", "plug:'dmix:CARD=Loopback'"
LOST = "there is no such sound device: plug it in, or choose one of those that 'aplay -L' lists"
HELD_MS = BUFFER_MS + PERIOD_MS
"""The maximum length, in milliseconds, of the sound that `aplay` and ALSA hold and cannot give back."""


def run(options: Namespace, scratch: Path) -> list[str]:
    tree = debian_image.make_tree(options)
    guest = debian_image.copy_with_muggins(tree, scratch, ["alsa-utils"], COPIED)
    images = debian_image.make_images(guest, [], scratch)
    progress("the disk has been created")
    with new_machine(Pc(images, counts=True), [images.disk], options) as machine:
        machine.switch_on()
        machine.run("systemctl stop muggins; modprobe snd-aloop && udevadm settle")
        for device in (PLAIN, MIXED):
            _check(device, machine)
    return []


def _check(device: str, machine: Machine) -> None:
    """Run `guest_sound` on the machine for one of its sound devices, check its findings, and print them."""
    found = json.loads(machine.must(f'{GUEST} "{device}"', 300).splitlines()[-1])
    progress("; ".join(f"{name}: {value}" for name, value in found.items()))
    if not found["ran on"]:
        raise CheckFailed(f"{device}: the card stopped while nothing was being said")
    if device == PLAIN and not found["whole"]:
        raise CheckFailed("a word was not played sample for sample")
    if found["lines"] != [f"sound device {device}: {LOST}", f"sound device {device} works again"]:
        raise CheckFailed(f"messages about the card that was unplugged: {found['lines']}")
    progress(f"{device}: the sound stops {found['median']} ms after it is cut off; expected: {HELD_MS} ms")


if __name__ == "__main__":
    sys.exit(debian_image.main(debian_image.new_parser("tests.appliance.sound", __doc__), NEEDS, run))
