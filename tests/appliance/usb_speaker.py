"""Plug a USB speaker into a Debian system in QEMU, and check that the voice is heard through it.

    python -m tests.appliance.usb_speaker

QEMU writes what the speaker plays to a WAV file. The sound device is not configured: the voice's service,
running in its sandbox, finds the speaker through the kernel's own driver for USB audio. A second program must
also be heard while the service is running.

This program needs root, QEMU, debootstrap and mke2fs. It does nothing if MUGGINS_WITHOUT_QEMU=1 is set. The
exit status is 1 if a check failed.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from array import array
from pathlib import Path
from random import Random

from tests.appliance import debian_image
from tests.appliance.board import KeyedBoard, Keys
from tests.appliance.debian_image import NEEDS, progress
from tests.appliance.faults import no_unit_failed
from tests.appliance.qemu_machine import Pc, new_machine
from tests.appliance.services import VOICE, VOICE_PROGRAMS, enable, note_memory, run_until_heard

WAV_HEADER = 44  # the number of bytes before the samples
WORKS_AGAIN = "it takes no sound: unplug it and plug it in again, or restart (it works again for now)"
RATE = 2 * 44_100  # the number of samples in a second, in stereo at the speaker's lowest rate


def run(options: Namespace, scratch: Path) -> list[str]:
    guest = debian_image.copy_with_muggins(debian_image.make_tree(options), scratch, VOICE_PROGRAMS)
    images = debian_image.make_images(guest, [], scratch)
    progress("the disk has been created")
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
    sys.exit(debian_image.main(debian_image.new_parser("tests.appliance.usb_speaker", __doc__), NEEDS, run))
