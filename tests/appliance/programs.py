"""Check that a user must be in the group `muggins` to watch the installed board and to press its keys.

A user in the group also plays a whole game with `muggins press`.
"""

from __future__ import annotations

import shlex

from tests.appliance.board import Board, Row

PRESS, STOP, START = "muggins press", "systemctl stop muggins", "systemctl start muggins"
INSIDE, OUTSIDE = "insider", "outsider"
"""Two users. Only the first is in the board's group."""
AT_ONCE = 50
"""The number of keys for each `muggins press` command."""
RIGHTS = "permission denied: 'sudo adduser $USER muggins' lets you"
_SEND = (
    "python3 -c 'import socket; "
    'socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"{\\"key\\": \\"OK\\"}", "/run/muggins/keys")\''
)


def press(board: Board) -> None:
    """Check that users in the board's group, and only they, can press keys with `muggins press`."""
    board.must(f"useradd --create-home --groups muggins {INSIDE}; useradd --create-home {OUTSIDE}")
    before = board.presses
    _check_outsider(board)
    _refuse(board)
    match = _play_a_match(board)
    _check_press_without_board(board)
    lost = board.settle(before + match)
    board.report(Row("played a match with muggins press", 1, match, lost))
    board.must(f"userdel --remove {INSIDE}; userdel --remove {OUTSIDE}")


def _play_a_match(board: Board) -> int:
    """Press the keys of at least one complete game, and return the number of key presses."""
    first, game = board.presses, 1
    while board.keys.end_of_game(game) <= first:
        game += 1
    last = board.keys.end_of_game(game + 1)
    for at in range(first, last, AT_ONCE):
        words = board.keys.words(at, min(AT_ONCE, last - at))
        status, said = _as(board, INSIDE, f"{PRESS} {' '.join(words)}", 60 + 5 * len(words))
        keys = [line.split()[0] for line in said.splitlines() if line]
        board.check((status, keys) == (0, words), f"{PRESS}: exit status {status}: {said}")
    shown = board.must(
        'python3 -c \'import json; print(json.load(open("/run/muggins/view.json"))["prompt"])\''
    )
    board.check(shown == "game_over", f"after the last card of a game the window shows {shown}")
    board.count(last)
    return last - first


def _check_outsider(board: Board) -> None:
    """Check that a user outside the board's group can neither see the board's view nor press its keys."""
    for command in (f"{PRESS} OK", "muggins status --follow"):
        status, said = _as(board, OUTSIDE, command)
        board.check(status == 2 and RIGHTS in said, f"{OUTSIDE}: {command}: exit status {status}: {said}")
    for command in ("cat /run/muggins/view.json", "ls /run/muggins", _SEND):
        status, said = _as(board, OUTSIDE, command)
        board.check(status != 0, f"{OUTSIDE}: {command}: {said}")
    for command in ("touch /run/muggins/view.json.new", "rm -f /run/muggins/keys", "chmod 777 /run/muggins"):
        status, said = _as(board, INSIDE, command)
        board.check(status != 0, f"{INSIDE}: {command}: {said}")
    # Nobody waits for the follower, which ends with the next press.
    one_line = "head -n 1 < <(muggins status --follow 2> /dev/null)"
    status, said = _as(board, INSIDE, f"bash -c {shlex.quote(one_line)}")
    board.check('"running": true' in said, f"{INSIDE}: muggins status --follow: {said}")


def _refuse(board: Board) -> None:
    """Check the exit status and the output of `muggins press` for a refused key and for an unknown word."""
    status, said = _as(board, INSIDE, f"{PRESS} MUGGINS OK")
    board.check(status == 1 and said.startswith("MUGGINS  refused") and "OK" not in said, f"{status}: {said}")
    status, said = _as(board, INSIDE, f"{PRESS} OK X")
    board.check(status == 2 and "no key was pressed" in said, f"an unknown word: {status}: {said}")


def _check_press_without_board(board: Board) -> None:
    since = len(board.machine.log.lines)
    board.must(STOP)
    status, said = _as(board, INSIDE, f"{PRESS} OK")
    board.check(status == 2 and said.startswith("muggins: no board is running"), f"{status}: {said}")
    board.must(f"systemctl reset-failed muggins; {START}")
    board.wait_until_back(since)


def _as(board: Board, user: str, command: str, seconds: float = 60) -> tuple[int, str]:
    """Run a shell command in a login session of this user, and return its exit status and its output."""
    done = board.machine.run(f"su --login {user} --command {shlex.quote(command)}", seconds)
    return done.status, done.text
