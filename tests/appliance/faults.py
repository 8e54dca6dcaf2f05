"""The faults that a board must survive. Each function causes a fault and checks that nothing is lost."""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from tests.appliance.board import Board, KeyedBoard, Row
from tests.appliance.debian_image import progress
from tests.appliance.memory_card import Card, Cut, Fuse, Request

CONFIGURATION = "/etc/muggins/muggins.toml"
GAMES = "/var/lib/muggins"
INSTALL = "sudo apt install ./muggins_*.deb"
RELOAD = "sudo systemctl reload muggins"
REMOVE = "sudo apt remove muggins"
PURGE = "sudo apt purge muggins"
STOP, START = "sudo systemctl stop muggins", "sudo systemctl start muggins"
DISABLE, ENABLE = "sudo systemctl disable --now muggins", "sudo systemctl enable --now muggins"
DOCTOR = "sudo muggins doctor"
HISTORY = "muggins history"
JOURNAL = "sudo journalctl -u muggins"
TELL = ("systemctl status muggins", JOURNAL, f"{JOURNAL} -p warning", "muggins status", HISTORY)
"""The commands in the README that show the state of the service."""
PROCESS = "$(systemctl show --property=MainPID --value muggins)"
"""The process ID of the board, for a shell command."""
VOICE = "systemctl is-active muggins-speak"
ASKED = [(r"\[Y/n\] ", "")]
"""The question that apt asks, and the answer. An empty answer means yes."""
MOUNT_PACKAGES = "(mountpoint --quiet /srv || mount -o ro LABEL=packages /srv)"
_FILL = (
    "for size in 512M 64M 8M 1M 128K 16K 4K; do number=0; "
    f"while fallocate --length $size {GAMES}/full.$size.$number 2> /dev/null; "
    "do number=$((number + 1)); done; done"
)


def install(board: Board) -> None:
    """Install the package as described in the README, and check the running service."""
    board.guided(INSTALL, RELOAD, REMOVE, PURGE)
    before = time.monotonic()
    _install(board, 0)
    back = board.wait_until_back()
    board.report(Row("installed", 1, 0, 0, [back - before]))
    board.expect("systemd-analyze verify --man=no muggins.service muggins-poweroff.path", "")
    check_user(board, "muggins")
    no_unit_failed(board)


def check_user(board: Board, unit: str) -> str:
    """Check that a unit runs as the user of its own name, and return its process ID."""
    process = board.must(f"systemctl show --property=MainPID --value {unit}")
    board.expect(f"stat --format=%U /proc/{process}", unit)
    return process


def _install(board: Board, number: int) -> None:
    """Install a version of the package: 0 is the version under test, 1 is a newer version."""
    board.must(f"({MOUNT_PACKAGES} && cd /srv/{number} && {INSTALL})", 300, ASKED)


def add_configuration(board: Board, *lines: str) -> None:
    text = "\\n".join(lines)
    board.must(f"printf '\\n{text}\\n' >> {CONFIGURATION}")


@contextmanager
def configured(board: Board, *lines: str) -> Iterator[None]:
    """Let the board run with these lines at the end of its configuration until the `with` block ends."""
    board.must(f"cp -a {CONFIGURATION} /run/kept.toml")
    add_configuration(board, *lines)
    board.must(RELOAD)
    yield
    board.must(f"cat /run/kept.toml > {CONFIGURATION} && {RELOAD}")


def no_unit_failed(board: Board, but: str = "") -> None:
    """Check that no systemd unit on the machine has failed.

    Args:
        board: the board on that machine.
        but: the name of a unit that is allowed to have failed, if any.
    """
    failed = board.must("systemctl --failed --no-legend --plain").splitlines()
    others = [line for line in failed if line.split()[0] != but]
    board.check(not others, f"units failed: {others}")


def use(board: Board) -> None:
    """Stop, start, disable and enable the service with the README's commands, and report the results."""
    told = board.presses
    board.guided(*(f"`{command}`" for command in (*TELL, DOCTOR, STOP, START, DISABLE)))
    for command in TELL:
        board.must(command)
    # Without a screen or a Pi, the doctor reports faults.
    doctor = board.machine.run(DOCTOR)
    board.check(doctor.status in (0, 1) and "Traceback" not in doctor.text, f"{DOCTOR}: {doctor.text}")
    back = []
    for off, on in ((STOP, START), (DISABLE, ENABLE)):
        since = len(board.machine.log.lines)
        board.must(off)
        board.expect("systemctl is-active muggins", "inactive")
        before = time.monotonic()
        board.must(on)
        back.append(board.wait_until_back(since) - before)
    board.expect("systemctl is-enabled muggins", "enabled")
    board.must("systemctl reset-failed muggins")  # manual starts are not failures
    lost = board.settle(told)
    board.type(10)
    board.report(Row("stopped and started, disabled and enabled", 1, 10, lost, back))


def kill(board: Board, random: Random, times: int) -> None:
    heard, lost, back = 0, 0, []
    for _ in range(times):
        before = board.presses
        board.type(random.randint(1, 15))
        since = len(board.machine.log.lines)
        killed = board.press_and_kill(random.uniform(0, 0.15) * board.machine.slowness)
        back.append(board.wait_until_back(since) - killed)
        told = board.presses
        lost += board.settle(told)
        heard += told - before
    board.report(Row("process killed", times, heard, lost, back))


def hang(board: Board) -> None:
    """Freeze the board's process, and wait until systemd's watchdog restarts it."""
    board.type(10)
    since, told = len(board.machine.log.lines), board.presses
    board.must(f"kill -STOP {PROCESS}")
    stopped = time.monotonic()
    board.press_in_vain()
    back = board.wait_until_back(since, 90) - stopped
    board.report(Row("process frozen until the watchdog restarts it", 1, 10, board.settle(told), [back]))


def _play_through(board: Board, fault: str, cause: Callable[[], float]) -> None:
    """Play, cause a fault, check that no key press was lost, and play on.

    Args:
        board: the board.
        fault: the description of the fault in the report.
        cause: a function that causes it, and returns how long the board could not be used, in seconds.
    """
    board.type(10)
    told = board.presses
    back = cause()
    lost = board.settle(told)
    board.type(10)
    board.report(Row(fault, 1, 20, lost, [back]))


def reload(board: Board) -> None:
    """Change the configuration, and make the running board reload it."""

    def cause() -> float:
        process = board.must(f"echo {PROCESS}")
        add_configuration(board, "[display]", "rotate = 180")
        before = time.monotonic()
        board.must(RELOAD)
        back = time.monotonic() - before
        board.expect(f"echo {PROCESS}", process)  # the reload starts no new process
        return back

    _play_through(board, "configuration reloaded", cause)


def unplug(board: KeyedBoard) -> None:
    def cause() -> float:
        since = len(board.machine.log.lines)
        board.order("unplug")
        board.check(board.says("unplugged", since), "the log does not say that the keypad was unplugged")
        before = time.monotonic()
        board.plug()
        return time.monotonic() - before

    _play_through(board, "keypad unplugged", cause)


def fill(board: KeyedBoard) -> None:
    """Fill the disk, press keys until one is refused, free some space, and continue playing."""
    before = board.presses
    # The sound of the voice is recorded on this disk, and a new recording would free space.
    if_enabled = "! systemctl is-enabled --quiet muggins-speak || systemctl"
    board.must(f"{if_enabled} stop muggins-speak")
    board.must(f"sudo -u muggins sh -c '{_FILL}'; sync", 120)
    taken = 0
    free = f"df --block-size=1 --output=avail {GAMES} | tail -n 1"
    at_first = board.must(free).strip()
    # Lines still fit into the journal until its last block is full.
    while taken < 600 and board.press("not saved"):
        taken += 1
    now = board.must(free).strip()
    room = f"{at_first} bytes free at first, then {now}"
    board.check(taken < 600, f"no key press was refused although the disk was full: {room}")
    told = board.presses
    lost = board.settle(told)
    board.must(f"rm {GAMES}/full.*; sync; {if_enabled} start muggins-speak")
    made_room = time.monotonic()
    board.type(1)
    back = time.monotonic() - made_room
    board.type(20)
    lost += board.settle(board.presses)
    board.report(Row("disk full", 1, board.presses - before, lost, [back]))


def upgrade(board: Board) -> None:
    def cause() -> float:
        since, kept = len(board.machine.log.lines), board.must(f"sha256sum {CONFIGURATION}")
        voice = board.machine.run(VOICE).text
        before = time.monotonic()
        _install(board, 1)
        back = board.wait_until_back(since) - before
        board.expect(VOICE, voice)
        board.expect(f"sha256sum {CONFIGURATION}", kept)
        return back

    _play_through(board, "upgraded", cause)
    no_unit_failed(board)


def remove(board: Board) -> None:
    """Remove Muggins and install it again. Check that the games and the configuration are unchanged."""
    told, since = board.presses, len(board.machine.log.lines)
    games, configuration = history(board), board.must(f"sha256sum {CONFIGURATION}")
    board.must(REMOVE, 120, ASKED)
    board.expect(f"sha256sum {CONFIGURATION}", configuration)
    is_gone = board.machine.run("hash -r; command -v muggins").status != 0
    board.check(is_gone, "the command still exists after the package was removed")
    no_unit_failed(board)
    before = time.monotonic()
    _install(board, 1)
    back = board.wait_until_back(since) - before
    lost = board.settle(told)
    board.check(history(board) == games, "the games differ after the package was removed and installed again")
    board.type(10)
    board.report(Row("removed, and installed again", 1, 10, lost, [back]))


def history(board: Board) -> Any:
    """Return the finished games and their results as `muggins history --json` prints them.

    The end times are removed, because they may differ from one call to the next.
    """
    told = json.loads(board.must(f"{HISTORY} --json").splitlines()[-1])
    for game in told["games"]:
        del game["ended"]  # while a game is only in the journal, its end time is a guess
    return told


def purge(board: Board) -> None:
    """Purge the package, and check that nothing remains of it apart from its two user accounts."""
    board.must(PURGE, 120, ASKED)
    others = "! -path '/var/cache/apt/*' ! -path '/var/log/*' ! -path '/run/log/*'"
    board.expect(f"find /etc /usr /var /run /boot -xdev -iname '*muggins*' {others}", "")
    board.must("id muggins muggins-speak")
    no_unit_failed(board)
    board.report(Row("purged", 1, 0, 0))


FSTAB = f"LABEL=games {GAMES} ext4 noatime,nofail 0 2"
MOVE = f"sudo mount LABEL=games /mnt && sudo cp -r {GAMES}/. /mnt && sudo umount /mnt"
OVERLAY = "overlayroot=tmpfs:recurse=0"
"""The kernel option for a read-only root file system, as in the service's README."""
REMOUNT = "systemd-remount-fs.service"
"""A unit that fails on Debian 13 if the root file system is an overlay, whose mount options cannot change."""


class Outcome(NamedTuple):
    """The result of a power cut.

    Attributes:
        acknowledged: how many key presses were acknowledged between the previous power cut and this one.
        lost: how many of these key presses were missing afterwards.
        found: how many sectors were in the memory cards' caches at the power cut, and how many of them
            survived.
        back: how many seconds passed from switching the machine on until the board could be used again.
    """

    acknowledged: int
    lost: int
    found: Cut
    back: float


def cut(board: KeyedBoard, random: Random, times: int, between: int = 0) -> None:
    """Cut the power several times during play, each time while the machine is writing to its memory card.

    Before each cut, at least `between` keys are pressed.
    """
    configuration = board.must(f"cat {CONFIGURATION}")
    _report(board, "power cut", [_cut(board, random, between) for _ in range(times)])
    board.expect(f"cat {CONFIGURATION}", configuration)


def switch_off(board: KeyedBoard) -> None:
    """Switch the machine off from the menu, and check that it has saved everything."""

    def cause() -> float:
        chosen = time.monotonic()
        status = board.switch_off()
        progress(f"switched off from the menu: off after {time.monotonic() - chosen:.1f} s")
        board.check(status == 0, f"qemu ended with exit status {status}")
        board.check(_is_clean(board.machine.cards[0]), "the file system was not left clean")
        left = board.machine.cut(Random(0)).cached
        board.check(not left, f"{left} sectors had not been flushed when the machine was switched off")
        return _start(board)

    _play_through(board, "switched off from the menu", cause)
    no_unit_failed(board)


def read_only(board: KeyedBoard, random: Random, times: int) -> None:
    """Make the root file system read-only as in the guide, and cut the power several times during play.

    Check that nothing is written to the memory card that contains the root file system. Report how many key
    presses were lost.

    Args:
        board: the board. Its root file system can be written to again afterwards.
        random: the source of random choices.
        times: the number of power cuts during play.
    """
    board.guided(MOVE, FSTAB, OVERLAY)
    board.type(10)
    told = board.presses
    # The copied files belong to root; the service must give them to its user.
    board.must(f"systemctl stop muggins; {MOVE}")
    board.must(f"echo '{FSTAB}' >> /etc/fstab")
    root, whole = board.machine.cards[0], OVERLAY.removesuffix(":recurse=0")
    _power_off(board)
    before = root.writes
    board.machine.options = whole
    _start(board)
    warns = board.says("only in memory", 0)
    board.check(warns, "the log does not warn that the games are stored only in memory")
    warned = board.machine.run(DOCTOR).text
    board.check("is only in memory" in warned, f"{DOCTOR} does not warn about it: {warned}")
    board.machine.cut(random)
    board.machine.options = OVERLAY
    back = _start(board)
    for place, kind in (("/", "overlay"), (GAMES, "ext4")):
        board.expect(f"findmnt --noheadings --output FSTYPE {place}", kind)
    warns = board.says("only in memory", 0, 1)
    board.check(not warns, "the log warns about the games although they are stored on a card")
    board.expect(f"stat --format=%U {GAMES} {GAMES}/games.txt", "muggins\nmuggins")
    first = Outcome(10, board.settle(told), Cut(0, 0), back)
    board.type(10)
    no_unit_failed(board, REMOUNT)
    cuts = [_cut(board, random) for _ in range(times)]
    board.check(root.writes == before, f"{root.writes - before} writes to a card that should only be read")
    _report(board, "power cut with a read-only root file system", cuts, [first])
    _go_back(board)


def _go_back(board: KeyedBoard) -> None:
    told = board.presses
    _power_off(board)
    board.machine.options = ""
    _start(board)
    board.must(f"systemctl stop muggins && cp -rp {GAMES} /root/games && umount {GAMES}")
    board.must(f"rm -rf {GAMES}/* && cp -rpT /root/games {GAMES} && rm -rf /root/games {GAMES}/lost+found")
    since = len(board.machine.log.lines)
    board.must("sed -i '/LABEL=games/d' /etc/fstab && systemctl daemon-reload && systemctl start muggins")
    board.wait_until_back(since)
    board.settle(told)


def _power_off(board: KeyedBoard) -> None:
    board.must("((sleep 1; systemctl poweroff) > /dev/null 2>&1 &)")
    board.machine.wait_until_off(60)
    board.machine.cut(Random(0))


def _cut(board: KeyedBoard, random: Random, between: int = 0) -> Outcome:
    before = board.presses
    board.type(between + random.randint(0, 6))
    request = random.choice(list(Request))
    # Each saved press makes at least one write and one flush.
    board.type_until_cut(Fuse(request, random.randint(1, 3 if request is Request.FLUSH else 6)))
    found = board.machine.cut(random)
    told = board.presses
    back = _start(board)
    lost = board.settle(told)
    progress(
        f"power cut: {told - before} acknowledged, {max(0, board.presses - told)} more were kept; "
        f"{found.survived} of {found.cached} unflushed sectors reached the card; "
        f"back after {back:.1f} s"
    )
    no_unit_failed(board, REMOUNT if board.machine.options else "")
    return Outcome(told - before, lost, found, back)


def _report(board: KeyedBoard, fault: str, cuts: list[Outcome], more: list[Outcome] | None = None) -> None:
    """Add the results of the power cuts to the report.

    Args:
        board: the board.
        fault: the description of the power cuts in the report, such as `power cut`.
        cuts: the results of the power cuts.
        more: the results of other restarts to report together with the power cuts; None if there are none.
    """
    restarts = cuts + (more or [])
    told, lost = sum(each.acknowledged for each in restarts), sum(each.lost for each in restarts)
    board.report(Row(fault, len(cuts), told, lost, [each.back for each in restarts]))
    found = [cut.found for cut in cuts if cut.found.cached]
    cached, survived = (sum(some) for some in zip(Cut(0, 0), *found, strict=True))
    board.note(
        f"{fault}: {len(found)} of {len(cuts)} happened while data was cached, {cached} sectors in all, "
        f"of which {cached - survived} were lost"
    )
    board.check(bool(found) or not cuts, "no power cut happened while data was cached")


def _start(board: KeyedBoard) -> float:
    """Start the machine, plug in the keypad, and return how many seconds the board took to be ready."""
    board.machine.switch_on()
    back = board.wait_until_back() - board.machine.started
    board.plug()
    return back


def _is_clean(card: Card) -> bool:
    block = card.read(1024, 1024)
    magic, state = struct.unpack_from("<HH", block, 0x38)
    (incompatible,) = struct.unpack_from("<I", block, 0x60)
    needs_recovery = incompatible & 4
    return bool(magic == 0xEF53 and state & 1 and not needs_recovery)
