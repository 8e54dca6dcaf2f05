"""Key drivers report every press and release. A bouncing key, or a finger on two keys, makes one press."""

import gc
import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.input.keys import Key, Stick
from firmware_py.input.press_detector import LONG, QUIET
from tests.contract.inputs import KEYS, RIGS, PressRig

FIVE, KING, TEN, HEARTS, OK = Key.FIVE, Key.KING, Key.TEN, Key.HEARTS, Key.OK


@pytest.fixture(params=RIGS)
def bench(request: pytest.FixtureRequest) -> Iterator[PressRig]:
    bench = PressRig(request.param)
    yield bench
    bench.close()


@pytest.fixture
def running(bench: PressRig) -> PressRig:
    bench.open()
    return bench


def test_every_key_reports_its_press_and_its_release(running: PressRig) -> None:
    for key in KEYS:
        running.move(key, True)
        running.later(0.1)
        running.move(key, False)
        running.later(0.1)
    assert running.presses == [*KEYS]
    assert running.queue.wait(0) is None


def test_edges_come_in_the_order_in_which_they_were_made(running: PressRig) -> None:
    moves = [(FIVE, True), (OK, True), (FIVE, False), (KING, True), (OK, False), (FIVE, True), (KING, False)]
    for key, down in moves:
        (running.rig.press if down else running.rig.release)(key)
    assert [running.edge() for _ in moves] == moves
    assert running.queue.wait(0) is None


def test_an_edge_has_the_time_at_which_the_key_moved(running: PressRig) -> None:
    running.now = 77.5
    assert running.move(FIVE, True).at == 77.5
    running.rig.stall()
    running.now = 78.25
    running.rig.release(FIVE)
    running.now = 81.0
    running.rig.resume()
    edge = running.queue.wait(5)
    assert edge is not None
    assert (edge.key, edge.down, edge.at) == (FIVE, False, pytest.approx(78.25, abs=1e-6))


@pytest.mark.parametrize("key", [FIVE, OK])
def test_a_key_down_at_the_start_is_no_press_until_it_is_pressed_again(bench: PressRig, key: Key) -> None:
    bench.rig.press(key)
    bench.open()
    bench.move(KING, True)
    bench.later(2.0)
    bench.move(key, False)
    bench.later(0.003)
    bench.move(key, True)
    bench.move(key, False)
    bench.later(2.0)
    assert bench.presses == [KING]
    bench.move(key, True)
    bench.later(0.1)
    bench.move(key, False)
    assert bench.presses == [KING, key]


def test_a_bouncing_key_is_reported_as_it_is_and_is_one_press(running: PressRig) -> None:
    for down in (True, False, True, False, True):
        running.move(FIVE, down)
        running.later(0.004)
    running.later(0.2)
    for down in (False, True, False, True, False):
        running.move(FIVE, down)
        running.later(0.004)
    running.later(1.0)
    assert running.presses == [FIVE]


def test_a_key_that_sticks_is_one_press_and_others_go_on(running: PressRig) -> None:
    running.move(FIVE, True)
    running.later(60.0)
    for key in (KING, TEN, KING):
        running.move(key, True)
        running.later(0.1)
        running.move(key, False)
        running.later(0.1)
    assert running.presses == [FIVE, KING, TEN, KING]


def test_a_key_whose_contact_fails_for_a_moment_is_one_press(running: PressRig) -> None:
    for down, seconds in ((True, 0.3), (False, 0.005), (True, 0.4), (False, 1.0)):
        running.move(KING, down)
        running.later(seconds)
    assert running.presses == [KING]


def test_a_finger_on_two_keys_lays_one_card(running: PressRig) -> None:
    running.move(FIVE, True)
    running.later(0.004)
    running.move(KING, True)
    running.later(0.1)
    running.move(FIVE, False)
    running.move(KING, False)
    running.later(1.0)
    assert running.presses == [FIVE]


def test_two_keys_typed_fast_are_both_taken(running: PressRig) -> None:
    for key in (FIVE, KING, FIVE):
        running.move(key, True)
        running.later(0.03)
        running.move(key, False)
        running.later(0.03)
    assert running.presses == [FIVE, KING, FIVE]


def test_a_long_press_is_timed_by_the_queue(running: PressRig) -> None:
    running.move(OK, True)
    running.later(LONG)
    assert running.presses == [Key.MENU]
    running.move(OK, False)
    running.later(1.0)
    assert running.presses == [Key.MENU]


def test_a_direction_repeats(running: PressRig) -> None:
    running.move(Stick.LEFT, True)
    running.later(0.66)
    running.move(Stick.LEFT, False)
    running.later(2.0)
    assert running.presses == [Stick.LEFT] * 3


def test_keypads_are_told_apart(running: PressRig) -> None:
    sources = [running.move(KING, True, keypad).source for keypad in range(running.rig.keypads)]
    assert len(set(sources)) == running.rig.keypads
    for keypad in range(running.rig.keypads):
        running.move(KING, False, keypad)
    # No finger touches two keypads at once: all these presses count, although no time passes.
    assert running.presses == [KING] * running.rig.keypads


@pytest.mark.parametrize("seed", range(3))
def test_a_program_that_stalls_for_seconds_loses_no_press(running: PressRig, seed: int) -> None:
    chance = random.Random(seed)
    meant = [chance.choice([FIVE, KING, TEN, HEARTS, OK, Stick.PICK]) for _ in range(951)]
    behind, stalled_until = 0, 0.0
    for key in meant:
        if not behind and chance.random() < 0.05:
            running.rig.stall()
            stalled_until = running.now + chance.uniform(0.2, 6.0)
        for down in (True, False):
            (running.rig.press if down else running.rig.release)(key)
            behind += 1
            if running.now >= stalled_until:
                running.rig.resume()
                running.catch_up(behind)
                behind = 0
            running.now += 0.055
    running.rig.resume()
    running.catch_up(behind)
    running.later(1.0)
    assert running.presses == meant


@pytest.mark.parametrize(("held", "press"), [(0.1, OK), (LONG - 0.001, OK), (LONG + 0.001, Key.MENU)])
def test_a_long_press_is_decided_at_the_wire_however_long_the_program_stalls(
    running: PressRig, held: float, press: Key
) -> None:
    running.move(OK, True)
    running.rig.stall()
    running.now += held
    running.rig.release(OK)
    running.now += 0.2
    running.rig.press(KING)
    running.now += 0.1
    running.rig.release(KING)
    running.now += 5.0
    running.rig.resume()
    running.catch_up(3)
    assert running.presses == [press, KING]


@pytest.mark.parametrize("overlap", [0.005, 0.02, 0.05, 0.1, 0.2])
def test_a_key_pressed_before_the_finger_is_off_the_last_comes_after_it(
    running: PressRig, overlap: float
) -> None:
    for stalls in (False, True):
        if stalls:
            running.rig.stall()
        running.rig.press(OK)
        running.now += 0.25 - overlap
        running.rig.press(KING)
        running.now += overlap
        running.rig.release(OK)
        running.now += 0.1
        running.rig.release(KING)
        running.now += 2.0
        running.rig.resume()
        running.catch_up(4)
    assert running.presses == [OK, KING, OK, KING]


def test_close_gives_everything_back_and_reports_nothing_more(bench: PressRig) -> None:
    open_files = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else None
    bench.open()
    bench.move(FIVE, True)
    bench.driver.close()
    bench.driver.close()
    assert threading.active_count() == bench.threads
    bench.rig.release(FIVE)
    bench.rig.press(KING)
    assert bench.queue.wait(0) is None
    assert bench.rig.is_free()
    if open_files is not None:
        gc.collect()
        assert len(os.listdir("/proc/self/fd")) <= open_files
    bench.rig.release(KING)
    bench.later(1.0)
    bench.open()
    bench.move(TEN, True)
    assert bench.presses == [FIVE, TEN]


@pytest.mark.parametrize("seed", range(3))
def test_cards_keyed_on_worn_contacts_are_entered_once_each(running: PressRig, seed: int) -> None:
    chance = random.Random(seed)
    meant = [chance.choice([FIVE, KING, TEN, HEARTS, OK]) for _ in range(40)]
    for key in meant:
        for down in (True, False):
            running.move(key, down)
            for place in range(2 * chance.randrange(4)):
                running.later(chance.uniform(0.0001, QUIET / 8))
                running.move(key, down ^ (place % 2 == 0))
            running.later(chance.uniform(0.03, 0.2))
    assert running.presses == meant
