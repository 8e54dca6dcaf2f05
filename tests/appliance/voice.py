"""The voice on a machine without a sound card: ALSA's `file` plugin records what would be heard."""

from __future__ import annotations

import re
import time

from tests.appliance.board import Board, Row
from tests.appliance.debian_image import README
from tests.appliance.faults import CONFIGURATION, EXPOSURE, no_unit_failed

UNIT = "muggins-speak"
PROGRAMS = ("alsa-utils", "espeak-ng")
"""The packages that the voice needs. The package under test recommends them."""
ENABLE = f"sudo systemctl enable --now {UNIT}"
_RECORDING = f"/var/cache/{UNIT}/heard.raw"
_DEVICE = f'pcm.recorder {{ type file file "{_RECORDING}" format raw slave.pcm {{ type null }} }}'
_LOUD = (
    "import array; sound = array.array('h'); "
    f"data = open('{_RECORDING}', 'rb').read(); sound.frombytes(data[: len(data) // 2 * 2]); "
    "print(sum(abs(sample) > 1000 for sample in sound))"
)
"""A Python program that prints the number of samples in the recording that are not silent."""
_TRIES = 5
_TENTH = 2205
"""The number of samples in a tenth of a second."""


def speak(board: Board) -> None:
    """Enable the voice, make it say the score, and check that it survives a restart of the board."""
    words = README.read_text()
    board.check(ENABLE in words, f"{README}: {ENABLE} is the command used here, but it is not in the guide")
    board.check(
        board.machine.run(f"systemctl is-enabled {UNIT}").text == "disabled",
        f"{UNIT} is not disabled by default",
    )
    board.must(f"apt-get install --yes --no-install-recommends {' '.join(PROGRAMS)}", 600)
    board.must(f"echo '{_DEVICE}' > /etc/asound.conf")
    board.must(f"""printf '\\n[speech]\\ndevice = "recorder"\\n' >> {CONFIGURATION}""")
    board.must(ENABLE)
    process = board.must(f"systemctl show --property=MainPID --value {UNIT}")
    user = board.must(f"stat --format=%U /proc/{process}")
    board.check(user == UNIT, f"the voice runs as {user}")
    judged = board.must(f"systemd-analyze security --no-pager {UNIT}.service | tail -n 1")
    exposure = re.search(r"\d+\.\d+", judged)
    board.check(exposure is not None and float(exposure[0]) <= EXPOSURE, f"the voice: {judged}")
    back = [_says_the_score(board)]
    since = len(board.machine.log.lines)
    board.must("systemctl restart muggins")
    board.wait_until_back(since)
    back.append(_says_the_score(board))
    same = board.must(f"systemctl show --property=MainPID --value {UNIT}") == process
    board.check(same, "the voice ended together with the board")
    memory = board.must(f"systemctl show --property=MemoryPeak --value {UNIT}")
    if memory.isdigit():
        board.note(
            f"the voice used {int(memory) / 1e6:.0f} MB of memory at its peak, including its child processes"
        )
    no_unit_failed(board)
    board.report(Row("the score announced by a voice that keeps running without the board", 2, 0, 0, back))


def _says_the_score(board: Board) -> float:
    """Press SCORE, up to `_TRIES` times, until the voice is heard.

    Return the time from the last key press until the voice was heard, in seconds.
    """
    before = _loud_samples(board)
    for _ in range(_TRIES):
        began = time.monotonic()
        board.must("muggins press SCORE")
        while time.monotonic() < began + 15 * board.machine.slowness:
            if _loud_samples(board) > before + _TENTH:
                return time.monotonic() - began
            time.sleep(1)
    said = board.machine.run(f"journalctl --no-pager --lines=20 --unit={UNIT}").text
    board.check(False, f"the voice did not say the score:\n{said}")
    return time.monotonic() - began


def _loud_samples(board: Board) -> int:
    """Return the number of samples in the recording that are not silent; 0 if there is no recording."""
    told = board.machine.run(f'python3 -c "{_LOUD}"').text
    return int(told) if told.isdigit() else 0
