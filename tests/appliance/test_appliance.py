"""The parts of the appliance tests that could fail without a sign: a card, a log or fingers that hide a loss.

All else that these tests are made of fails in `python -m tests.appliance` itself.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_py.input.press_detector import QUIET
from tests.appliance import guest_presses as guest
from tests.appliance.guest_presses import Made, Press
from tests.appliance.memory_card import SECTOR, Card, Cut, Fuse, PowerCut, Request
from tests.appliance.qemu_machine import Port

OLD, NEW, NEWER = (bytes([value]) * SECTOR for value in (0, 1, 2))


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    image = tmp_path / "image"
    image.write_bytes(bytes(64 * SECTOR))
    with closing(Card(image)) as made:
        yield made
    assert image.read_bytes() == bytes(64 * SECTOR)  # nothing is ever written to the image


def sector(card: Card, number: int) -> bytes:
    return card.read(number * SECTOR, SECTOR)


def test_a_cut_takes_any_part_of_what_was_written_and_nothing_of_what_was_flushed(card: Card) -> None:
    left, of_two_writes = set(), set()
    for seed in range(300):
        card.write(0, OLD * 10 + NEWER)
        card.flush()
        card.write(0, NEW * 8)
        card.write(8 * SECTOR, NEW)
        card.write(9 * SECTOR, NEW)
        assert card.read(0, 11 * SECTOR) == NEW * 10 + NEWER
        cut = card.cut(Random(seed))
        survivors = [sector(card, number) == NEW for number in range(10)]
        assert cut == Cut(10, sum(survivors))
        assert {sector(card, number) for number in range(10)} <= {OLD, NEW}
        assert sector(card, 10) == NEWER
        left.add(sum(survivors[:8]))
        of_two_writes.add(tuple(survivors[8:]))
    assert left == set(range(9))
    assert len(of_two_writes) == 4  # among them an earlier write that is lost, and a later one that is kept


@pytest.mark.parametrize(("request_kind", "cached"), [(Request.FLUSH, 1), (Request.WRITE, 2)])
def test_the_power_goes_before_a_flush_and_after_a_write(
    card: Card, request_kind: Request, cached: int
) -> None:
    blown: list[str] = []
    card.arm(Fuse(request_kind, 2), lambda: blown.append("now"))
    card.write(0, NEW)
    if request_kind is Request.FLUSH:
        card.flush()
    assert not blown
    with pytest.raises(PowerCut):
        card.write(SECTOR, NEW)
        card.flush()
    assert blown == ["now"]
    assert card.cut(Random(0)).cached == cached
    card.write(0, NEW)  # the power is back, and the fuse is gone


@pytest.mark.parametrize(("syncs", "loses"), [(True, False), (False, True)])
def test_it_shows_in_many_cuts_whether_what_is_acknowledged_was_flushed(
    card: Card, syncs: bool, loses: bool
) -> None:
    lost = 0
    for seed in range(40):
        random, acknowledged = Random(seed), 0
        card.write(0, OLD * 40)
        card.flush()
        card.arm(Fuse(Request.WRITE, random.randint(2, 30)), lambda: None)
        with suppress(PowerCut):
            for number in range(40):
                card.write(number * SECTOR, NEW)
                if syncs:
                    card.flush()
                acknowledged += 1
        card.cut(random)
        lost += sum(sector(card, number) == OLD for number in range(acknowledged))
    assert (lost > 0) == loses


def test_the_log_has_the_whole_lines_of_the_board_and_of_systemd(tmp_path: Path) -> None:
    here, there = socket.socketpair()
    port = Port(here, tmp_path / "port.log")
    # As journald of systemd 257 wrote them, with ForwardToConsole=yes.
    there.sendall(b"[   33.62] muggins[5]: \x1b[0;1;38:5:185mlights: cannot open\x1b[0m\r\n")
    there.sendall(b"[   33.61] systemd[1]: Started muggins.service.\r\n[  194.48] logind[352]: 12\n")
    there.sendall(b"41 lay 5\r\n42 la")
    there.close()
    port.close()
    lines = ["lights: cannot open", "Started muggins.service.", "41 lay 5"]
    assert [line for _, line in port.lines] == lines


def presses(late: float = 0.0) -> list[Press]:
    """Return 500 presses, of which every hundredth move was made late."""
    made = []
    for number, move in enumerate(guest.planned(Random(5), 500)):
        at = move.at + late * (number % 100 == 99)
        made.append(Made(move, at, at + 1e-5))
    assert len(made) > 2000  # they bounce
    return [*guest.presses_of(made)]


def test_the_presses_are_those_of_fingers() -> None:
    pressed = presses()
    assert len(pressed) == 500 and all(press.is_sound for press in pressed)
    assert {press.key for press in pressed} == {key.value for key in guest.KEYS.values()}
    begun = sorted((press.began[0], press.ended) for press in pressed)
    assert sum(ended > after for (_, ended), (after, _) in pairwise(begun)) > 300  # they roll from key to key
    groups = {key.value: guest.group_of(pin) for pin, key in guest.KEYS.items()}
    last = dict.fromkeys(groups.values(), 0.0)
    for press in pressed:
        group = groups[press.key]
        assert press.began[0] - last[group] > QUIET
        last[group] = press.began[0]
    assert 0 < sum(not press.is_sound for press in presses(late=QUIET)) < 250  # those too late are left out


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        ([("5", 1.0005), ("K", 1.0505)], {}),
        ([("5", 1.0005), ("K", 1.0535)], {"ms off, at most": 2.5}),
        ([("5", 1.0005)], {"lost": 1}),
        ([("5", 1.0005), ("5", 1.05), ("K", 1.0505)], {"doubled": 1}),
        ([("5", 1.0005), ("K", 1.0505), ("Q", 1.1)], {"never made": 1}),
        ([("5", 1.0005), ("K", 0.99)], {"lost": 1, "never made": 1}),
    ],
)
def test_presses_lost_doubled_or_never_made_are_counted(
    heard: list[tuple[str, float]], wrong: dict[str, float]
) -> None:
    pressed = [Press("5", (1.0, 1.001), 1.1, True), Press("K", (1.05, 1.051), 1.2, True)]
    right = {"lost": 0, "doubled": 0, "never made": 0, "ms off, typically": 0.0, "ms off, at most": 0.0}
    assert guest.compare(pressed, heard) == {"presses": 2, **right, **wrong}
