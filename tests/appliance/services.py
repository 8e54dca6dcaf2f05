"""What runs beside the board of the installed package: the voice, the club, the MQTT publisher, and the page.

Each function enables a service as the guide says, and checks what it does, that it has its own user, and
that it outlives what may happen to it. `press` checks the program with which a user presses keys, and
`advise` the coach, whose process runs in the board's own sandbox.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from shlex import quote
from typing import Any, NamedTuple

from firmware_py.board.loop import REST
from firmware_py.speech.clips import RATE
from tests.appliance import faults
from tests.appliance.board import Board, Row
from tests.appliance.debian_image import ROOT, progress
from tests.appliance.faults import CONFIGURATION, PROCESS, check_user, configured, no_unit_failed

VOICE, CLUB, PUBLISHER, PAGE = "muggins-speak", "muggins-club", "muggins-publish", "muggins-serve"
PAGE_SOCKET = f"{PAGE}.socket"
VOICE_PROGRAMS = ("alsa-utils", "espeak-ng")
PAGE_PROGRAMS = ("python3-tornado",)
_CLUB_PROGRAMS = ("python3-paho-mqtt", "python3-tornado", "mosquitto", "mosquitto-clients")
_PUBLISHER_PROGRAMS = ("python3-paho-mqtt", "mosquitto", "mosquitto-clients", "iproute2")
PROGRAMS = {*VOICE_PROGRAMS, *PAGE_PROGRAMS, *_CLUB_PROGRAMS, *_PUBLISHER_PROGRAMS}
"""The packages that these services need, which our package recommends, a broker with its tools, and `ip`."""


def enable(unit: str) -> str:
    """Return the guide's command that enables a unit."""
    return f"sudo systemctl enable --now {unit}"


def _prepare(board: Board, unit: str, programs: Sequence[str]) -> None:
    """Check that a unit is disabled by default and that the guide enables it, and install what it needs."""
    board.guided(enable(unit))
    board.expect(f"systemctl is-enabled {unit}", "disabled")
    board.must(f"apt-get install --yes --no-install-recommends {' '.join(programs)}", 600)


def note_memory(board: Board) -> None:
    """Add the memory that the voice used at its peak to the report, if systemd knows it."""
    used = board.must(f"systemctl show --property=MemoryPeak --value {VOICE}")
    if used.isdigit():
        board.note(f"{VOICE} used {int(used) / 1e6:.0f} MB at its peak, including its child processes")


def python(program: str) -> str:
    return f'python3 -c "{program}"'


# -- the voice, on a machine without a sound card: ALSA's `file` plugin records what would be heard

_RECORDING = f"/var/cache/{VOICE}/heard.raw"
_DEVICE = f'pcm.recorder {{ type file file "{_RECORDING}" format raw slave.pcm {{ type null }} }}'
# Prints the number of samples in the recording that are not silent.
_LOUD = (
    "import array; sound = array.array('h'); "
    f"data = open('{_RECORDING}', 'rb').read(); sound.frombytes(data[: len(data) // 2 * 2]); "
    "print(sum(abs(sample) > 1000 for sample in sound))"
)


def speak(board: Board) -> None:
    """Enable the voice, make it say the score, and check that it survives a restart of the board."""
    _prepare(board, VOICE, VOICE_PROGRAMS)
    board.must(f"echo '{_DEVICE}' > /etc/asound.conf")
    faults.add_configuration(board, "[speech]", 'device = "recorder"')
    board.must(enable(VOICE))
    process = check_user(board, VOICE)
    back = [_say_the_score(board)]
    since = len(board.machine.log.lines)
    board.must("systemctl restart muggins")
    board.wait_until_back(since)
    back.append(_say_the_score(board))
    board.expect(f"systemctl show --property=MainPID --value {VOICE}", process)
    note_memory(board)
    no_unit_failed(board)
    board.report(Row("the score announced by a voice that keeps running without the board", 2, 0, 0, back))


def _say_the_score(board: Board) -> float:
    return run_until_heard(board, "muggins press SCORE", lambda: _loud_samples(board), RATE)


def run_until_heard(board: Board, command: str, loud: Callable[[], int], rate: int) -> float:
    """Run a command, up to five times, until the voice is heard.

    Args:
        board: the board.
        command: the command, which makes the voice say something.
        loud: a function that returns how many samples that are not silent have been played so far.
        rate: the number of samples in a second. A tenth of a second must be heard.

    Returns:
        The time from the last run until the voice was heard, in seconds.
    """
    enough = loud() + rate // 10
    for _ in range(5):
        began = time.monotonic()
        board.must(command, 120)
        while (took := time.monotonic() - began) < 15 * board.machine.slowness:
            if loud() > enough:
                progress(f"{command}: heard after {took:.1f} s")
                return took
            time.sleep(1)
    said = board.machine.run(f"journalctl --no-pager --lines=20 --unit={VOICE}").text
    board.check(False, f"{command}: nothing was heard:\n{said}")
    return took


def _loud_samples(board: Board) -> int:
    told = board.machine.run(python(_LOUD)).text
    return int(told) if told.isdigit() else 0


# -- the club, with a real MQTT broker on the same machine

_WON = {"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": None}
_CSV = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8080/results.csv', timeout=60).read())"


def gather(board: Board) -> None:
    """Enable the club's service, and check that killing it loses neither a result nor the pairings."""
    _prepare(board, CLUB, _CLUB_PROGRAMS)
    board.must(enable(CLUB))
    check_user(board, CLUB)
    back = [_until_result(board, publish=True)]
    board.must("printf 'Ann\\nBob\\n' > /root/players.txt")
    drawn = board.must("muggins club --draw swiss --players /root/players.txt")
    board.check(drawn.startswith("Round 1"), f"the draw printed {drawn}")
    board.must(f"systemctl kill -s KILL {CLUB}")
    back.append(_until_result(board))
    folder = "/var/lib/muggins-club"
    wanted = f"{folder}/evening.json root 644\n{folder}/results.jsonl {CLUB} 644"
    board.expect(f"stat --format='%n %U %a' {folder}/*", wanted)
    no_unit_failed(board)
    board.must(f"systemctl disable --now {CLUB}")
    board.report(Row("a result shown on the club's page", len(back), 0, 0, back))


def _until_result(board: Board, *, publish: bool = False) -> float:
    """Wait until the result of the test's game appears in the club's CSV file. Return the seconds this took.

    If `publish` is True, it is published again and again until then.
    """
    began, command = time.monotonic(), python(_CSV)
    if publish:
        command = f"mosquitto_pub -q 1 -t muggins/b1/game -m {quote(json.dumps(_WON))}; {command}"
    board.until(command, lambda said: "Ann,121,Bob,98" in said, 60)
    return time.monotonic() - began


# -- the publisher, with a real MQTT broker on the same machine

_BROKER_PATIENCE = 90
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
_ELSEWHERE = "203.0.113.7"  # in no local network: for documentation (RFC 5737)
_DROP_IN = f"/etc/systemd/system/{PUBLISHER}.service.d"
_NETWORK = "/etc/mosquitto/conf.d/network.conf"
_LOGIN = ('user = "board"', 'password_file = "/etc/muggins/mqtt-password"')


def publish(board: Board) -> None:
    """Enable the MQTT publisher, and check what a subscriber receives. The publisher stays enabled."""
    _prepare(board, PUBLISHER, _PUBLISHER_PROGRAMS)
    board.must(enable(PUBLISHER))
    _wait_for(board, "connected to the broker at localhost")
    check_user(board, PUBLISHER)
    back = [_press_and_receive(board, "muggins press SCORE", "SCORE")]
    back.append(_press_and_receive(board, f"systemctl restart {PUBLISHER}; muggins press AGAIN", "AGAIN"))
    told = json.loads(board.must(f"cat /run/{PUBLISHER}/published.json"))
    board.check(bool(told["run"]), "the publisher has not saved how much the broker has received")
    killed = f"systemctl kill -s KILL {PUBLISHER}"
    back.append(_press_and_receive(board, f"{killed}; muggins press SCORE", "SCORE"))
    since = len(board.machine.log.lines)
    board.must("systemctl restart muggins")
    board.wait_until_back(since)
    back.append(_press_and_receive(board, "muggins press AGAIN", "AGAIN"))
    _require_passwords(board)
    back.append(_press_and_receive(board, "muggins press SCORE", "SCORE", "-u screen -P seen"))
    _check_internet_access(board)
    no_unit_failed(board)
    board.must("systemctl disable --now mosquitto")  # it cannot start on a root file system that is only read
    board.report(Row("a key press received by a broker's subscriber", len(back), 0, 0, back))


def _press_and_receive(board: Board, command: str, key: str, login: str = "") -> float:
    """Run a command that presses a key. Return how many seconds it takes until a subscriber is notified.

    The login is the command-line arguments for a subscriber who needs a password.
    """
    took, event = board.must(f'python3 -c "{_HEAR}" "{command}" {login}', _BROKER_PATIENCE).split(" ", 1)
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
    board.must(f"install -m 640 -g {PUBLISHER} /dev/null /etc/muggins/mqtt-password")
    board.must("echo told > /etc/muggins/mqtt-password")
    _configure(board, *_LOGIN)
    _wait_for(board, "connected to the broker at localhost")


def _check_internet_access(board: Board) -> None:
    """Check that the publisher can reach a broker on the Internet only if the administrator allows it.

    In a container, systemd cannot restrict addresses, so only the permitted case is checked.
    """
    board.must(f"ip address add {_ELSEWHERE}/32 dev lo")
    others = f"mosquitto_sub -h {_ELSEWHERE} -u screen -P seen -C 1 -W 60 -t 'muggins/+/board'"
    board.must(others, _BROKER_PATIENCE)
    _configure(board, f'host = "{_ELSEWHERE}"', *_LOGIN)
    if board.machine.run("systemd-detect-virt --container").status != 0:
        _wait_for(board, f"{_ELSEWHERE}, port 1883, does not answer")
    allow = f"[Service]\\nIPAddressAllow={_ELSEWHERE}\\n"
    board.must(f"mkdir -p {_DROP_IN} && printf '{allow}' > {_DROP_IN}/allow.conf")
    board.must(f"systemctl daemon-reload && systemctl restart {PUBLISHER}")
    _wait_for(board, f"connected to the broker at {_ELSEWHERE}")
    board.must(f"rm -r {_DROP_IN} && systemctl daemon-reload && ip address del {_ELSEWHERE}/32 dev lo")
    _configure(board, *_LOGIN)
    _wait_for(board, "connected to the broker at localhost")


def _configure(board: Board, *lines: str) -> None:
    """Replace the table `[mqtt]` in the configuration file, and restart the publisher."""
    board.must(f"sed -i '/^\\[mqtt\\]/,$d' {CONFIGURATION}")
    board.must(f"printf '%s\\n' '[mqtt]' {' '.join(map(quote, lines))} >> {CONFIGURATION}")
    board.must(f"systemctl restart {PUBLISHER}")


def _wait_for(board: Board, words: str) -> None:
    """Wait until the publisher's log contains these words."""
    log = f"journalctl --no-pager --lines=2 --output=cat --unit={PUBLISHER}"
    board.until(log, lambda said: words in said, _BROKER_PATIENCE)


# -- the page, whose server starts when somebody opens it

_GET = "import urllib.request as u; print(u.urlopen('http://127.0.0.1{}', timeout=60).read().decode(){})"
_FOLLOW = (
    "import urllib.request as u, subprocess as s, time; "
    "views = u.urlopen('http://127.0.0.1/views', timeout=60); "
    "first = next(line for line in views if line.startswith(b'data: {')); "
    "began = time.monotonic(); s.run(['muggins', 'press', 'SCORE'], check=True, stdout=s.DEVNULL); "
    "next(line for line in views if line.startswith(b'data: {')); print(time.monotonic() - began)"
)
"""A Python program that watches the page, presses a key, and prints the seconds until the page shows it."""


def watch(board: Board) -> None:
    """Enable the web page, open it, and check what it shows and who serves it."""
    _prepare(board, PAGE_SOCKET, PAGE_PROGRAMS)
    board.must(enable(PAGE_SOCKET))
    board.expect(f"systemctl is-active {PAGE}", "inactive")  # until somebody opens the page
    began = time.monotonic()
    page = board.must(python(_GET.format("/", "[:15]")), 120)
    back = [time.monotonic() - began]
    board.check(page == "<!doctype html>", f"the page is {page}")
    check_user(board, PAGE)
    back.append(float(board.must(python(_FOLLOW), 120)))
    board.expect(python(_GET.format("/games.json", "[:8]")), '{"night"', 120)
    no_unit_failed(board)
    board.report(Row("a key press shown on the page, its server started by the first browser", 2, 0, 0, back))


# -- the programs of users: only those in the group `muggins` may watch the board and press its keys

_PRESS, _VIEW = "muggins press", "/run/muggins/view.json"
INSIDE, OUTSIDE = "insider", "outsider"  # users: only the first is in the board's group
RIGHTS = "permission denied: 'sudo adduser $USER muggins' lets you"
_SEND = (
    "python3 -c 'import socket; "
    'socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"{\\"key\\": \\"OK\\"}", "/run/muggins/keys")\''
)


def press(board: Board) -> None:
    """Check that users in the board's group, and only they, can press keys with `muggins press`."""
    board.must(f"useradd --create-home --groups muggins {INSIDE}; useradd --create-home {OUTSIDE}")
    _check_outsider(board)
    first = board.presses
    words = board.keys.words(first, 10)
    status, said = _as(board, INSIDE, f"{_PRESS} {' '.join(words)}")
    keys = [line.split()[0] for line in said.splitlines() if line]
    board.check((status, keys) == (0, words), f"{_PRESS}: exit status {status}: {said}")
    board.count(first + len(words))
    lost = board.settle(board.presses)
    board.report(Row("pressed with muggins press", 1, len(words), lost))
    board.must(f"userdel --remove {INSIDE}; userdel --remove {OUTSIDE}")


def _check_outsider(board: Board) -> None:
    """Check that a user outside the board's group can neither see the board's view nor press its keys."""
    for command in (f"{_PRESS} OK", "muggins status --follow"):
        status, said = _as(board, OUTSIDE, command)
        board.check(status == 2 and RIGHTS in said, f"{OUTSIDE}: {command}: exit status {status}: {said}")
    for user, commands in (
        (OUTSIDE, (f"cat {_VIEW}", "ls /run/muggins", _SEND)),
        (INSIDE, (f"touch {_VIEW}.new", "rm -f /run/muggins/keys", "chmod 777 /run/muggins")),
    ):
        for command in commands:
            status, said = _as(board, user, command)
            board.check(status != 0, f"{user}: {command}: {said}")
    # Nobody waits for the follower, which ends with the next press.
    one_line = "head -n 1 < <(muggins status --follow 2> /dev/null)"
    status, said = _as(board, INSIDE, f"bash -c {quote(one_line)}")
    board.check('"running": true' in said, f"{INSIDE}: muggins status --follow: {said}")


def _as(board: Board, user: str, command: str) -> tuple[int, str]:
    """Run a shell command in a login session of this user, and return its exit status and its output."""
    done = board.machine.run(f"su --login {user} --command {quote(command)}")
    return done.status, done.text


# -- the coach, whose advice is worked out after each deal in a process of its own

DEALS = 2  # for the first, the machine reads the coach's files from its disk
SWITCH = 'coach = "after_deal"'
GUIDE = ROOT / "firmware_py/REFERENCE.md"
_LONGEST_DEAL = 120  # seconds, with the advice, on a slow machine
_MOST_PAGES = 12  # OK is pressed so often: there are fewer pages
_MOST = 1024
"""The most memory, in kilobytes, that advice may leave in the board: one arena of Python's allocator.

The coach needs twenty times as much.
"""
_LOOK = (
    f"cut --delimiter=' ' --fields=16,17 /proc/{PROCESS}/stat | tr ' ' '\\n'; "
    f"awk '/^(RssAnon|Threads):/ {{ print $2 }}' /proc/{PROCESS}/status; "
    f"cat /proc/{PROCESS}/task/*/children 2>/dev/null | wc --words"  # a thread may have ended
)
"""A command that prints the numbers of `Standing` for the board's process, one per line (proc(5))."""
_REFUSALS = "permi(ssion|tted)|denied|seccomp|could not work out"


class Standing(NamedTuple):
    """What the kernel says about the board's process.

    Attributes:
        user: the processor time of its children that have ended, in hundredths of a second.
        system: the same for the time in the kernel.
        kilobytes: its own memory.
        threads: the number of its threads.
        children: the number of its child processes.
    """

    user: int
    system: int
    kilobytes: int
    threads: int
    children: int


def advise(board: Board) -> list[float]:
    """Switch the coach on, play deals, and check the advice and the process that worked it out.

    Return how many seconds of processor time the coach needed after each deal.
    """
    board.guided(SWITCH, guide=GUIDE)
    told = board.presses
    back, costs, grown = [], [], []
    _play_without_advice(board)
    since = board.must("journalctl --lines=0 --show-cursor --quiet").removeprefix("-- cursor: ")
    with configured(board, "[game]", SWITCH):
        for _ in range(DEALS):
            last = board.keys.end_of_deal(board.presses + 1)
            board.type(last - board.presses - 1)
            before = _look(board)
            board.type(1)
            began = time.monotonic()
            after = _look(board, before)
            back.append(time.monotonic() - began)
            costs.append((after.user + after.system - before.user - before.system) / 100)
            grown.append(after.kilobytes - before.kilobytes)
            _check_pages(board)
    refused = board.machine.run(f"journalctl --after-cursor='{since}' --grep='{_REFUSALS}' --quiet").text
    board.check(not refused, f"the systemd journal tells of a refusal: {refused}")
    board.check(max(grown) < _MOST, f"the advice stays in the board's memory: {grown} kB")
    lost = board.settle(board.presses)
    no_unit_failed(board)
    board.report(Row("a deal with the coach's advice", DEALS, board.presses - told, lost, back))
    took = " and ".join(map(str, costs))
    board.note(f"the coach's advice took {took} s of processor time; the board grew by {max(grown)} kB")
    return costs


def _play_without_advice(board: Board) -> None:
    """Play to the end of a deal, and wait until the board has shortened its journal.

    That takes more than a megabyte once, and is due at the end of the first deal after a finished game.
    """
    board.type(board.keys.end_of_deal(board.presses + 1) - board.presses)
    # On an emulated processor, even a beat of the watchdog takes some ticks of its clock.
    times = f"awk '{{print $14 + $15}}' /proc/{PROCESS}/stat"
    is_at_rest = f"test $(($({times}) - before)) -le {2 * board.machine.slowness}"
    at_rest = f"until before=$({times}); sleep {REST + 1}; {is_at_rest}; do :; done"
    board.must(at_rest, _LONGEST_DEAL)


def _look(board: Board, before: Standing | None = None) -> Standing:
    """Return the present standing. With one from before, first wait until the coach has come and gone."""

    def has_answered(said: str) -> bool:
        now = Standing(*map(int, said.split()))
        return not before or (not now.children and now.threads <= before.threads and now[:2] > before[:2])

    return Standing(*map(int, board.until(_LOOK, has_answered, _LONGEST_DEAL).split()))


def _check_pages(board: Board) -> None:
    """Press OK to show the coach's pages, and check that they include a rating of each player's throw."""
    throws: dict[str, list[str]] = {}
    titles: list[str] = []
    while len(throws) < 2 and len(titles) < _MOST_PAGES:
        page = _next_page(board)
        titles.append(page["title"])
        if page["title"].startswith("Coach: "):
            throws[page["title"]] = page["lines"]
    board.check(len(throws) == 2, f"OK shows the pages {titles}, but the coach should rate two throws")
    for title, lines in throws.items():
        made, kept, best, *_ = [line.split()[0] for line in lines] + ["", "", ""]
        fine = (made, kept) == ("threw", "kept") and best in ("better:", "No")
        board.check(fine, f"{title}: {lines}")


def _next_page(board: Board) -> dict[str, Any]:
    """Press OK, and return the page that the board shows afterwards."""
    shown = json.loads(board.must(f"{_PRESS} OK > /dev/null && cat {_VIEW}"))
    return shown["page"] or {"title": "", "lines": []}
