"""Test the voice's audio player on a virtual sound card or a USB speaker, on Debian in QEMU.

    python -m tests.appliance.sound

The card, created by the kernel module snd-aloop, plays in real time and can be recorded. The shipped player
uses it through the real aplay, with and without ALSA's mixer. The program checks that the card keeps running
while no sound is played, that a sound is played in full (without the mixer), and that a card that has been
removed is used again once it is back. It also prints how long a sound can still be heard after it has been
cut off.

With `--usb`, a USB speaker is plugged in instead, and QEMU writes what it plays to a WAV file. The sound
device is not configured: the voice's service, running in its sandbox, finds the speaker through the kernel's
own driver for USB audio. A second program must also be heard while the service is running.

The program needs everything that `tests.appliance` needs. The exit status is 0 if all checks passed.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from array import array
from pathlib import Path
from random import Random

from firmware_py.speech.aplay import BUFFER_MS, PERIOD_MS
from tests.appliance import debian_image
from tests.appliance.board import KeyedBoard, Keys
from tests.appliance.debian_image import NEEDS, TESTS, CheckFailed, Images, progress
from tests.appliance.faults import no_unit_failed
from tests.appliance.qemu_machine import Machine, Pc, new_machine
from tests.appliance.services import VOICE, VOICE_PROGRAMS, enable, note_memory, run_until_heard

COPIED = ("tests/appliance", "tests/support", "tests/__init__.py")
GUEST = f"cd /{TESTS} && PYTHONPATH=/usr/lib/muggins:/{TESTS} python3 -m tests.appliance.guest_sound"
PLAIN, MIXED = "plughw:CARD=Loopback", "plug:'dmix:CARD=Loopback'"
LOST = "there is no such sound device: plug it in, or choose one of those that 'aplay -L' lists"
HELD_MS = BUFFER_MS + PERIOD_MS
"""The maximum length, in milliseconds, of the sound that `aplay` and ALSA hold and cannot give back."""


def run(options: Namespace, scratch: Path) -> list[str]:
    tree = debian_image.make_tree(options)
    guest = debian_image.copy_with_muggins(tree, scratch, VOICE_PROGRAMS, COPIED)
    images = debian_image.make_images(guest, [], scratch)
    progress("the disk has been created")
    return (_on_usb if options.usb else _on_virtual_card)(options, images)


def _on_virtual_card(options: Namespace, images: Images) -> list[str]:
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


# A USB speaker, which QEMU emulates

WAV_HEADER = 44  # the number of bytes before the samples
WORKS_AGAIN = "it takes no sound: unplug it and plug it in again, or restart (it works again for now)"
RATE = 2 * 44_100  # the number of samples in a second, in stereo at the speaker's lowest rate


def _on_usb(options: Namespace, images: Images) -> list[str]:
    sound = options.keep / "speaker.wav"
    speaker = ("-device", "qemu-xhci", "-audiodev", f"wav,id=speaker,path={sound}")
    pc = Pc(images, more=(*speaker, "-device", "usb-audio,audiodev=speaker"))
    with new_machine(pc, [images.disk, images.games], options) as machine:
        board = KeyedBoard(machine, Keys(Random(options.seed)))
        machine.switch_on()
        check_voice(board, sound)
    return board.failures


def check_voice(board: KeyedBoard, sound: Path) -> None:
    """Check that the voice is heard, and that `muggins speak` is also heard beside the service."""
    cards = board.must("udevadm settle; cat /proc/asound/cards")
    board.check("USB-Audio" in cards, f"Linux does not recognise the speaker: {cards}")
    board.must(enable(VOICE))
    run_until_heard(board, "muggins press SCORE", lambda: loud(sound), RATE)
    no_unit_failed(board)
    # Without KVM, the emulated speaker may take no sound for seconds: the voice opens it again, and says so.
    warned = board.must(f"journalctl --no-pager --quiet --output=cat --priority=warning --unit={VOICE}")
    lasting = [line for line in warned.splitlines() if not line.endswith(WORKS_AGAIN)]
    board.check(not lasting, f"the voice warned of {lasting}")
    run_until_heard(board, "muggins speak --say 'fifteen for two'", lambda: loud(sound), RATE)
    note_memory(board)


def loud(sound: Path) -> int:
    """Count the loud samples (above 1000 or below -1000) in a WAV file. If there is no file, return 0."""
    data = sound.read_bytes()[WAV_HEADER:] if sound.exists() else b""
    samples = array("h", data[: len(data) // 2 * 2])
    return sum(abs(sample) > 1000 for sample in samples)


if __name__ == "__main__":
    parser = debian_image.new_parser("tests.appliance.sound", __doc__)
    parser.add_argument("--usb", action="store_true", help="plug in a USB speaker for the voice's service")
    sys.exit(debian_image.main(parser, NEEDS, run))
