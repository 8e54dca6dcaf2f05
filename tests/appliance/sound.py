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

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from firmware_py.speech.aplay import BUFFER_MS, PERIOD_MS
from tests.appliance import debian_image
from tests.appliance.__main__ import NEEDS, progress
from tests.appliance.debian_image import CheckFailed
from tests.appliance.qemu_machine import Machine, Pc, new_machine

ROOT = Path(__file__).parents[2]
TESTS = "opt/muggins"
GUEST = f"cd /{TESTS} && PYTHONPATH=/usr/lib/muggins:/{TESTS} python3 -m tests.appliance.guest_sound"
PLAIN, MIXED = "plughw:CARD=Loopback", "plug:'dmix:CARD=Loopback'"
LOST = "there is no such sound device: plug it in, or choose one of those that 'aplay -L' lists"
HELD_MS = BUFFER_MS + PERIOD_MS
"""The maximum length, in milliseconds, of the sound that `aplay` and ALSA hold and cannot give back."""


def main() -> int:
    parser = debian_image.new_parser("sound", __doc__)
    parser.add_argument(
        "--without-kvm", action="store_true", help="emulate the processor instead of using KVM"
    )
    options = parser.parse_args()
    return debian_image.main(NEEDS, lambda: _run(options))


def _run(options: argparse.Namespace) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="sound-") as name:
        scratch = Path(name)
        images = _make_images(options.suite, options.cache or scratch, scratch)
        pc = Pc(images, counts=True)
        with new_machine(pc, [images.disk], scratch, without_kvm=options.without_kvm) as machine:
            machine.switch_on()
            progress(f"{options.suite} is running, {'with' if machine.kvm else 'without'} KVM")
            machine.run("systemctl stop muggins; modprobe snd-aloop && udevadm settle")
            for device in (PLAIN, MIXED):
                _check(device, machine)
    return []


def _make_images(suite: str, cache: Path, scratch: Path) -> debian_image.Images:
    """Build the images of a Debian system that contains the Muggins package, alsa-utils and the tests."""
    tree = cache / suite
    debian_image.make_tree(tree, suite)
    guest = debian_image.copy_with_muggins(tree, scratch, ["alsa-utils"])
    for folder in ("appliance", "support"):
        kept = guest / TESTS / "tests" / folder
        shutil.copytree(ROOT / "tests" / folder, kept, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "tests/__init__.py", guest / TESTS / "tests")
    images = debian_image.make_images(guest, [], scratch)
    shutil.rmtree(guest)
    progress("the disk has been created")
    return images


def _check(device: str, machine: Machine) -> None:
    """Run `guest_sound` on the machine for one of its sound devices, check its findings, and print them."""
    done = machine.run(f'{GUEST} "{device}"', 300)
    if done.status:
        raise CheckFailed(f"{device}: exit status {done.status}\n{done.text}")
    found = json.loads(done.text.splitlines()[-1])
    progress("; ".join(f"{name}: {value}" for name, value in found.items()))
    if not found["ran on"]:
        raise CheckFailed(f"{device}: the card stopped while nothing was being said")
    if device == PLAIN and not found["whole"]:
        raise CheckFailed("a word was not played sample for sample")
    if found["lines"] != [f"sound device {device}: {LOST}", f"sound device {device} works again"]:
        raise CheckFailed(f"messages about the card that was unplugged: {found['lines']}")
    progress(f"{device}: the sound stops {found['median']} ms after it is cut off; expected: {HELD_MS} ms")


if __name__ == "__main__":
    sys.exit(main())
