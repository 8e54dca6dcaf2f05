"""Check the installed package's club service, with a real MQTT broker on the same machine."""

from __future__ import annotations

import json
import re
import time
from shlex import quote

from tests.appliance.board import Board, Row
from tests.appliance.debian_image import README
from tests.appliance.faults import no_unit_failed

UNIT = "muggins-club"
PROGRAMS = ("python3-paho-mqtt", "python3-tornado", "mosquitto", "mosquitto-clients")
"""The packages that the club needs, which our package recommends, and a broker with its tools."""
ENABLE = f"sudo systemctl enable --now {UNIT}"
EXPOSURE = 1.0
"""The highest score, out of 10, that `systemd-analyze security` may give a unit with network access."""
_PATIENCE = 60
_WON = {"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": None}
_CSV = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8080/results.csv', timeout=60).read())"


def gather(board: Board) -> None:
    """Enable the club's service, and check that killing it loses neither a result nor the pairings."""
    words = README.read_text()
    board.check(ENABLE in words, f"{README}: {ENABLE} is the command used here, but it is not in the guide")
    board.check(
        board.machine.run(f"systemctl is-enabled {UNIT}").text == "disabled",
        f"{UNIT} is not disabled by default",
    )
    board.must(f"apt-get install --yes --no-install-recommends {' '.join(PROGRAMS)}", 600)
    board.must(ENABLE)
    process = board.must(f"systemctl show --property=MainPID --value {UNIT}")
    user = board.must(f"stat --format=%U /proc/{process}")
    board.check(user == UNIT, f"the club runs as {user}")
    judged = board.must(f"systemd-analyze security --no-pager {UNIT}.service | tail -n 1")
    exposure = re.search(r"\d+\.\d+", judged)
    board.check(exposure is not None and float(exposure[0]) <= EXPOSURE, f"the club: {judged}")
    back = [_until_result(board, publish=True)]
    board.must("printf 'Ann\\nBob\\n' > /root/players.txt")
    drawn = board.must("muggins club --draw swiss --players /root/players.txt")
    board.check(drawn.startswith("Round 1"), f"the draw printed {drawn}")
    board.must(f"systemctl kill -s KILL {UNIT}")
    back.append(_until_result(board))
    files = board.must("stat --format='%n %U %a' /var/lib/muggins-club/*")
    wanted = "/var/lib/muggins-club/evening.json root 644", f"/var/lib/muggins-club/results.jsonl {UNIT} 644"
    board.check(files.splitlines() == [*wanted], f"the files of the club: {files}")
    memory = board.must(f"systemctl show --property=MemoryPeak --value {UNIT}")
    if memory.isdigit():
        board.note(f"the club used {int(memory) / 1e6:.0f} MB of memory at its peak")
    no_unit_failed(board)
    board.must(f"systemctl disable --now {UNIT}")
    board.report(Row("a result shown on the club's page", len(back), 0, 0, back))


def _until_result(board: Board, *, publish: bool = False) -> float:
    """Wait until the result of the test's game appears in the club's CSV file. Return the seconds this took.

    If the result does not appear in time, the test reports a failure.

    Args:
        board: the board under test.
        publish: True to publish the result again and again while waiting; False if it is published elsewhere.
    """
    began = time.monotonic()
    while True:
        if publish:
            board.must(f"mosquitto_pub -q 1 -t muggins/b1/game -m {quote(json.dumps(_WON))}")
        found = board.machine.run(f'python3 -c "{_CSV}"').text
        took = time.monotonic() - began
        if "Ann,121,Bob,98" in found or took > _PATIENCE:
            board.check(took <= _PATIENCE, f"the results of the club: {found}")
            return took
        time.sleep(1)
