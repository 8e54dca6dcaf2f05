"""Check the installed package's MQTT publisher, with a real broker on the same machine."""

from __future__ import annotations

import json
import re
import time
from shlex import quote

from tests.appliance.board import Board, Row
from tests.appliance.debian_image import README
from tests.appliance.faults import CONFIGURATION, no_unit_failed

UNIT = "muggins-publish"
PROGRAMS = ("python3-paho-mqtt", "mosquitto", "mosquitto-clients", "iproute2")
"""The package that the publisher needs, which our package recommends, a broker with its tools, and `ip`."""
ENABLE = f"sudo systemctl enable --now {UNIT}"
EXPOSURE = 1.0
"""The highest score, out of 10, that `systemd-analyze security` may give a unit with network access."""
_PATIENCE = 90
_HEAR = (
    "import subprocess as s, sys, time; "
    "heard = s.Popen(['mosquitto_sub', '-q', '1', '-W', '80', *sys.argv[2:], '-t', 'muggins/+/state', "
    "'-t', 'muggins/+/event', '-F', '%t %p'], stdout=s.PIPE, text=True); "
    "heard.stdout.readline(); began = time.monotonic(); "
    "s.run(sys.argv[1], shell=True, check=True, stdout=s.DEVNULL); "
    "event = next(line for line in heard.stdout if line.split()[0].endswith('/event')); "
    "print(time.monotonic() - began, event.partition(' ')[2]); heard.kill()"
)
"""A Python program that runs a command, waits for a message about a key press, and prints the time."""
_ELSEWHERE = "203.0.113.7"
"""An address that is not in a local network. It is reserved for documentation (RFC 5737)."""
_DROP_IN = f"/etc/systemd/system/{UNIT}.service.d"
_NETWORK = "/etc/mosquitto/conf.d/network.conf"


def publish(board: Board) -> None:
    """Enable the MQTT publisher, and check what a subscriber receives. The publisher stays enabled."""
    words = README.read_text()
    board.check(ENABLE in words, f"{README}: {ENABLE} is the command used here, but it is not in the guide")
    board.check(
        board.machine.run(f"systemctl is-enabled {UNIT}").text == "disabled",
        f"{UNIT} is not disabled by default",
    )
    board.must(f"apt-get install --yes --no-install-recommends {' '.join(PROGRAMS)}", 600)
    board.must(ENABLE)
    _wait_for(board, "connected to the broker at localhost")
    process = board.must(f"systemctl show --property=MainPID --value {UNIT}")
    user = board.must(f"stat --format=%U /proc/{process}")
    board.check(user == UNIT, f"the publisher runs as {user}")
    judged = board.must(f"systemd-analyze security --no-pager {UNIT}.service | tail -n 1")
    exposure = re.search(r"\d+\.\d+", judged)
    board.check(exposure is not None and float(exposure[0]) <= EXPOSURE, f"the publisher: {judged}")
    back = [_press_and_receive(board, "muggins press SCORE", "SCORE")]
    back.append(_press_and_receive(board, f"systemctl restart {UNIT}; muggins press AGAIN", "AGAIN"))
    told = json.loads(board.must(f"cat /run/{UNIT}/published.json"))
    board.check(bool(told["run"]), "the publisher has not saved how much the broker has received")
    back.append(_press_and_receive(board, f"systemctl kill -s KILL {UNIT}; muggins press SCORE", "SCORE"))
    since = len(board.machine.log.lines)
    board.must("systemctl restart muggins")
    board.wait_until_back(since)
    back.append(_press_and_receive(board, "muggins press AGAIN", "AGAIN"))
    _require_passwords(board)
    back.append(_press_and_receive(board, "muggins press SCORE", "SCORE", "-u screen -P seen"))
    _check_internet_access(board)
    memory = board.must(f"systemctl show --property=MemoryPeak --value {UNIT}")
    if memory.isdigit():
        board.note(f"the publisher used {int(memory) / 1e6:.0f} MB of memory at its peak")
    no_unit_failed(board)
    board.must("systemctl disable --now mosquitto")  # it cannot start on a root file system that is only read
    board.report(Row("a key press received by a broker's subscriber", len(back), 0, 0, back))


def _press_and_receive(board: Board, command: str, key: str, login: str = "") -> float:
    """Run a command that presses a key. Return how many seconds it takes for a subscriber to be notified.

    Args:
        command: the shell command.
        key: the key that the command presses.
        login: the command-line arguments for a subscriber who needs a password.
    """
    took, event = board.must(f'python3 -c "{_HEAR}" "{command}" {login}', _PATIENCE).split(" ", 1)
    board.check(json.loads(event)["key"] == key, f"after {command}, the subscriber heard {event}")
    return float(took)


def _require_passwords(board: Board) -> None:
    """Make the broker require passwords, and check that the publisher reconnects once it has a password."""
    board.must("touch /etc/mosquitto/passwords && chown mosquitto: /etc/mosquitto/passwords")
    for user, password in (("board", "told"), ("screen", "seen")):
        board.must(f"mosquitto_passwd -b /etc/mosquitto/passwords {user} {password}")
    lines = ("listener 1883", "password_file /etc/mosquitto/passwords", "acl_file /etc/mosquitto/boards.acl")
    rights = (
        *("user board", "topic write muggins/#", "topic write homeassistant/device/#"),
        *("user screen", "topic read muggins/#"),
    )
    for file, content in ((_NETWORK, lines), ("/etc/mosquitto/boards.acl", rights)):
        board.must(f"printf '%s\\n' {' '.join(map(quote, content))} > {file}")
    board.must("chown mosquitto: /etc/mosquitto/boards.acl && systemctl restart mosquitto")
    _wait_for(board, "wants a user name: write user and password_file under [mqtt]")
    board.must(f"install -m 640 -g {UNIT} /dev/null /etc/muggins/mqtt-password")
    board.must("echo told > /etc/muggins/mqtt-password")
    _configure(board, 'user = "board"', 'password_file = "/etc/muggins/mqtt-password"')
    _wait_for(board, "connected to the broker at localhost")


def _check_internet_access(board: Board) -> None:
    """Check that the publisher can reach a broker on the Internet only if the administrator allows it.

    In a container, systemd cannot restrict addresses, so only the permitted case is checked.
    """
    board.must(f"ip address add {_ELSEWHERE}/32 dev lo")
    others = f"mosquitto_sub -h {_ELSEWHERE} -u screen -P seen -C 1 -W 60 -t 'muggins/+/board'"
    board.must(others, _PATIENCE)
    login = ('user = "board"', 'password_file = "/etc/muggins/mqtt-password"')
    _configure(board, f'host = "{_ELSEWHERE}"', *login)
    if board.machine.run("systemd-detect-virt --container").status != 0:
        _wait_for(board, f"{_ELSEWHERE}, port 1883, does not answer")
    board.must(
        f"mkdir -p {_DROP_IN} && printf '[Service]\\nIPAddressAllow={_ELSEWHERE}\\n' > {_DROP_IN}/allow.conf"
    )
    board.must(f"systemctl daemon-reload && systemctl restart {UNIT}")
    _wait_for(board, f"connected to the broker at {_ELSEWHERE}")
    board.must(f"rm -r {_DROP_IN} && systemctl daemon-reload && ip address del {_ELSEWHERE}/32 dev lo")
    _configure(board, *login)
    _wait_for(board, "connected to the broker at localhost")


def _configure(board: Board, *lines: str) -> None:
    """Replace the table `[mqtt]` in the configuration file, and restart the publisher."""
    board.must(f"sed -i '/^\\[mqtt\\]/,$d' {CONFIGURATION}")
    board.must(f"printf '%s\\n' '[mqtt]' {' '.join(map(quote, lines))} >> {CONFIGURATION}")
    board.must(f"systemctl restart {UNIT}")


def _wait_for(board: Board, words: str) -> None:
    """Wait until the publisher's log contains these words. Record a failure if this takes too long."""
    deadline = time.monotonic() + _PATIENCE * board.machine.patience
    said = ""
    while words not in said and time.monotonic() < deadline:
        time.sleep(0.5)
        said = board.machine.run(f"journalctl --no-pager --lines=2 --output=cat --unit={UNIT}").text
    board.check(words in said, f"the publisher says: {said}")
