"""Check the installed package's web page, whose server starts when somebody opens the page."""

from __future__ import annotations

import re
import time

from tests.appliance.board import Board, Row
from tests.appliance.debian_image import README
from tests.appliance.faults import no_unit_failed

SOCKET, UNIT = "muggins-serve.socket", "muggins-serve"
PROGRAMS = ("python3-tornado",)
"""The package that the page needs. The package under test recommends it."""
ENABLE = f"sudo systemctl enable --now {SOCKET}"
EXPOSURE = 1.5
"""The highest score, out of 10, that `systemd-analyze security` may give a unit with network access."""
_GET = "import urllib.request as u; print(u.urlopen('http://127.0.0.1{}', timeout=60).read().decode(){})"
_FOLLOW = (
    "import urllib.request as u, subprocess as s, time; "
    "views = u.urlopen('http://127.0.0.1/views', timeout=60); "
    "first = next(line for line in views if line.startswith(b'data: {')); "
    "began = time.monotonic(); s.run(['muggins', 'press', 'SCORE'], check=True, stdout=s.DEVNULL); "
    "next(line for line in views if line.startswith(b'data: {')); print(time.monotonic() - began)"
)
"""A Python program that watches the page, presses a key, and prints the seconds until the page shows it."""
_ASK = (
    "import json, http.client as h; "
    "ask = lambda path, body, token: (c := h.HTTPConnection('127.0.0.1', timeout=60), "
    "c.request('POST' if body else 'GET', path, body and json.dumps(body), {{'Origin': 'http://127.0.0.1', "
    "'Content-Type': 'application/json', 'Authorization': 'Bearer ' + token}}), c.getresponse())[2]; "
    "found = ask({}); print(found.status, found.read().decode())"
)
"""A Python program that sends a request as the page does, and prints the status and the answer."""
_CODE = "json.load(open('/run/muggins/phone.json'))['code']"
_MENU = "muggins press MENU K"
_CLOSED = "grep --quiet '\"code\": null' /run/muggins/phone.json"


def watch(board: Board) -> None:
    """Enable the web page, open it, and check what it shows and that its service is sandboxed."""
    words = README.read_text()
    board.check(ENABLE in words, f"{README}: {ENABLE} is the command used here, but it is not in the guide")
    board.check(
        board.machine.run(f"systemctl is-enabled {SOCKET}").text == "disabled",
        f"{SOCKET} is not disabled by default",
    )
    board.must(f"apt-get install --yes --no-install-recommends {' '.join(PROGRAMS)}", 600)
    board.must(ENABLE)
    board.check(
        board.machine.run(f"systemctl is-active {UNIT}").text == "inactive",
        "the page's server is running although nobody has opened the page",
    )
    began = time.monotonic()
    page = board.must(_python(_GET.format("/", "[:15]")), 120)
    back = [time.monotonic() - began]
    board.check(page == "<!doctype html>", f"the page is {page}")
    process = board.must(f"systemctl show --property=MainPID --value {UNIT}")
    user = board.must(f"stat --format=%U /proc/{process}")
    board.check(user == UNIT, f"the page runs as {user}")
    judged = board.must(f"systemd-analyze security --no-pager {UNIT}.service | tail -n 1")
    exposure = re.search(r"\d+\.\d+", judged)
    board.check(exposure is not None and float(exposure[0]) <= EXPOSURE, f"the page: {judged}")
    back.append(float(board.must(_python(_FOLLOW), 120)))
    listed = board.must(_python(_GET.format("/games.json", "[:8]")), 120)
    board.check(listed == '{"night"', f"the games are {listed}")
    memory = board.must(f"systemctl show --property=MemoryCurrent --value {UNIT}")
    if memory.isdigit():
        board.note(f"the page's server used {int(memory) / 1e6:.0f} MB of memory")
    join_phone(board)
    no_unit_failed(board)
    board.report(
        Row("a key press shown on the page, with its server started by the first browser", 2, 0, 0, back)
    )


def join_phone(board: Board) -> None:
    """Check that a phone can join and press a key, until its permission to press keys is withdrawn.

    The web server is stopped first, to test that it starts when the players open the menu for phones. It is
    stopped again after the key press, to test that it still recognises the phone.
    """
    board.must(f"systemctl stop {UNIT}")
    board.must(_MENU)
    wait = f"for second in $(seq 90); do systemctl is-active --quiet {UNIT} && break; sleep 1; done"
    state = board.must(f"{wait}; systemctl is-active {UNIT}", 120)
    board.check(state == "active", f"the menu for phones did not start the server, whose state is {state}")
    joined = _answer(board, f"'/join', {{'code': {_CODE}}}, ''")
    board.check(joined.startswith("200 "), f"a phone with the code was answered with {joined}")
    token = joined.partition('{"token": "')[2].removesuffix('"}')
    # The board closes its menu when it is told of the phone, which needs a network.
    board.must(
        f"for second in $(seq 10); do {_CLOSED} && break; sleep 1; done; {_CLOSED} || muggins press GO", 60
    )
    pressed = _answer(board, f"'/press', {{'key': 'SCORE'}}, '{token}'")
    board.check(pressed.startswith("204"), f"a phone's key was answered with {pressed}")
    board.must(f"systemctl stop {UNIT}")
    seat = _answer(board, f"'/seat', None, '{token}'")
    board.check(seat.startswith("200 "), f"the server does not recognise its phone after a restart: {seat}")
    kept = board.must("stat --format='%a %U' /run/muggins-serve; cat /run/muggins-serve/phones.json")
    board.check(kept.startswith(f"700 {UNIT}") and token not in kept, f"the server stores {kept}")
    board.must(f"{_MENU} UNDO OK GO")
    gone = _answer(board, f"'/seat', None, '{token}'")
    board.check(
        gone.startswith("401"), f"after the phones' rights were withdrawn, the server answered {gone}"
    )


def _answer(board: Board, request: str) -> str:
    return str(board.must(_python(_ASK.format(request)), 120))


def _python(program: str) -> str:
    return f'python3 -c "{program}"'
