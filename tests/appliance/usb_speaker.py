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
import tempfile
import time
from array import array
from pathlib import Path
from random import Random

from tests.appliance import debian_image
from tests.appliance.__main__ import NEEDS, progress
from tests.appliance.board import KeyedBoard, Keys
from tests.appliance.faults import no_unit_failed
from tests.appliance.qemu_machine import Pc, new_machine
from tests.appliance.services import VOICE, VOICE_PROGRAMS, enable, memory

_TRIES = 5
_WAV_HEADER = 44
"""The number of bytes before the samples."""
_TENTH = 2 * 4_410
"""The number of samples in a tenth of a second, in stereo at the speaker's lowest rate."""


def main() -> int:
    parser = debian_image.new_parser("usb_speaker", __doc__)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the sound and the logs")
    options = parser.parse_args()
    return debian_image.main(NEEDS, lambda: _run(options.suite, options.cache, options.keep))


def _run(suite: str, cache: Path | None, keep: Path | None) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="usb-speaker-") as name:
        scratch = Path(name)
        images = _make_images(suite, cache or scratch, scratch)
        progress("the disk has been created")
        return _try(images, keep or scratch)


def _make_images(suite: str, cache: Path, scratch: Path) -> debian_image.Images:
    """Build the images of a Debian system with the Muggins package and everything that the voice needs."""
    tree = cache / f"{suite}-speaker"
    debian_image.make_tree(tree, suite)
    package = debian_image.build_package(scratch / "package")
    inside = tree / "root" / package.name
    inside.write_bytes(package.read_bytes())
    wanted = ("--yes", "--reinstall", "--no-install-recommends", f"/root/{package.name}", *VOICE_PROGRAMS)
    debian_image.apt_in(tree, "install", *wanted)
    debian_image.run(["chroot", str(tree), "apt-get", "clean"])
    inside.unlink()
    return debian_image.make_images(tree, [], scratch)


def _try(images: debian_image.Images, folder: Path) -> list[str]:
    """Check that the voice is heard on an emulated machine, and return the failures.

    Args:
        images: the files from which the machine boots.
        folder: the folder for the sound and the logs.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sound = folder / "speaker.wav"
    speaker = ("-device", "qemu-xhci", "-audiodev", f"wav,id=speaker,path={sound}")
    pc = Pc(images, more=(*speaker, "-device", "usb-audio,audiodev=speaker"))
    with new_machine(pc, [images.disk, images.games], folder) as machine:
        board = KeyedBoard(machine, Keys(Random(1)), progress)
        try:
            machine.switch_on()
            progress(f"the system is running, {'with' if machine.kvm else 'without'} KVM")
            _check_voice(board, sound)
        except TimeoutError as error:
            board.check(False, str(error))
    return board.failures


def _check_voice(board: KeyedBoard, sound: Path) -> None:
    """Check that the voice is heard, and that `muggins speak` is also heard beside the service."""
    cards = board.must("udevadm settle; cat /proc/asound/cards")
    board.check("USB-Audio" in cards, f"Linux does not recognise the speaker: {cards}")
    board.must(enable(VOICE))
    _run_until_heard(board, sound, "muggins press SCORE", "the score")
    no_unit_failed(board)
    warned = board.must(f"journalctl --no-pager --quiet --output=cat --priority=warning --unit={VOICE}")
    board.check(not warned, f"the voice warned: {warned}")
    _run_until_heard(
        board, sound, "muggins speak --say 'fifteen for two'", "another program while the service is running"
    )
    if used := memory(board, VOICE):
        progress(f"the voice used {used} at its peak, including its child processes")


def _run_until_heard(board: KeyedBoard, sound: Path, command: str, what: str) -> None:
    """Run a command that produces a sound, and repeat it until the sound is in the WAV file."""
    before = _loud(sound)
    for _ in range(_TRIES):
        began = time.monotonic()
        board.must(command, 120)
        while time.monotonic() < began + 15 * board.machine.slowness:
            if _loud(sound) > before + _TENTH:
                progress(f"{what}: heard after {time.monotonic() - began:.1f} s")
                return
            time.sleep(1)
    said = board.machine.run(f"journalctl --no-pager --lines=20 --unit={VOICE}").text
    board.check(False, f"{what} was not heard:\n{said}")


def _loud(sound: Path) -> int:
    """Count the loud samples (above 1000 or below -1000) in a WAV file. If there is no file, return 0."""
    data = sound.read_bytes()[_WAV_HEADER:] if sound.exists() else b""
    samples = array("h", data[: len(data) // 2 * 2])
    return sum(abs(sample) > 1000 for sample in samples)


if __name__ == "__main__":
    sys.exit(main())
