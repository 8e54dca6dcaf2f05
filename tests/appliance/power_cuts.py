"""Power cuts, switching off, and a read-only root file system, none of which may lose a key press."""

from __future__ import annotations

import struct
import time
from random import Random
from typing import NamedTuple

from tests.appliance.board import Row
from tests.appliance.debian_image import README
from tests.appliance.faults import CONFIGURATION, DOCTOR, GAMES, no_unit_failed
from tests.appliance.memory_card import Card, Cut, Fuse, Request
from tests.appliance.typed_board import KeyedBoard

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


def cut(board: KeyedBoard, random: Random, times: int) -> None:
    """Cut the power several times during play, each time while the machine is writing to its memory card."""
    configuration = board.must(f"cat {CONFIGURATION}")
    _report(board, "power cut", [_cut(board, random) for _ in range(times)])
    board.check(
        board.must(f"cat {CONFIGURATION}") == configuration, "the power cut changed the configuration"
    )


def switch_off(board: KeyedBoard) -> None:
    """Switch the machine off from the menu, and check that it has saved everything."""
    board.type(10)
    told, chosen = board.presses, time.monotonic()
    status = board.switch_off()
    board.progress(f"switched off from the menu: off after {time.monotonic() - chosen:.1f} s")
    board.check(status == 0, f"qemu ended with exit status {status}")
    board.check(_is_clean(board.machine.cards[0]), "the file system was not left clean")
    found = board.machine.cut(Random(0))
    board.check(
        not found.cached, f"{found.cached} sectors had not been flushed when the machine was switched off"
    )
    back = _start(board)
    lost = board.settle(told)
    board.type(10)
    board.report(Row("switched off from the menu", 1, 20, lost, [back]))
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
    for line in (MOVE, FSTAB, OVERLAY):
        board.check(
            line in README.read_text(), f"{README}: {line} is the line used here, but it is not in the guide"
        )
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
    board.check(
        board.says("only in memory", 0), "the log does not warn that the games are stored only in memory"
    )
    warned = board.machine.run(DOCTOR).text
    board.check("is only in memory" in warned, f"{DOCTOR} does not warn about it: {warned}")
    board.machine.cut(random)
    board.machine.options = OVERLAY
    back = _start(board)
    kinds = [board.must(f"findmnt --noheadings --output FSTYPE {place}") for place in ("/", GAMES)]
    board.check(kinds == ["overlay", "ext4"], f"/ and {GAMES} are on {kinds}")
    board.check(
        not board.says("only in memory", 0, 1),
        "the log warns about the games although they are stored on a card",
    )
    owners = board.must(f"stat --format=%U {GAMES} {GAMES}/games.txt")
    board.check(owners.split() == ["muggins"] * 2, f"the games belong to {owners}")
    first = Outcome(10, board.settle(told), Cut(0, 0), back)
    board.type(10)
    no_unit_failed(board, REMOUNT if board.machine.options else "")
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


def _cut(board: KeyedBoard, random: Random) -> Outcome:
    before = board.presses
    board.type(random.randint(0, 6))
    request = random.choice(list(Request))
    # Each saved press makes at least one write and one flush.
    board.type_until_cut(Fuse(request, random.randint(1, 3 if request is Request.FLUSH else 6)))
    found = board.machine.cut(random)
    told = board.presses
    back = _start(board)
    lost = board.settle(told)
    board.progress(
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
    found = [cut.found for cut in cuts if cut.found.cached]
    cached = sum(each.cached for each in found)
    all_of_them = cuts + (more or [])
    board.report(
        Row(
            fault,
            len(cuts),
            sum(each.acknowledged for each in all_of_them),
            sum(each.lost for each in all_of_them),
            [each.back for each in all_of_them],
        )
    )
    gone = cached - sum(each.survived for each in found)
    board.note(
        f"{fault}: {len(found)} of {len(cuts)} happened while data was cached, {cached} sectors in all, "
        f"of which {gone} were lost"
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
    [magic, state], [incompatible] = (
        struct.unpack_from("<HH", block, 0x38),
        struct.unpack_from("<I", block, 0x60),
    )
    needs_recovery = incompatible & 4
    return bool(magic == 0xEF53 and state & 1 and not needs_recovery)
