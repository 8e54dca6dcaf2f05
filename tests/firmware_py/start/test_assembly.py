"""A board is assembled from its configuration: first the display, then either all other parts or none."""

from pathlib import Path

import pytest

from firmware_py.board.board import Board
from firmware_py.board.ports import Ending, Sound
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.palette import DEFAULT, NAMED
from firmware_py.drivers import from_config
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Key
from firmware_py.start.assembly import Assembly, assemble
from tests.support import keyed
from tests.support.fakes import Told
from tests.support.views import coached_board


class Rig:
    """A test rig: the emulated parts for a configuration, and a board to be connected to them."""

    def __init__(self, config: Config | None = None) -> None:
        self.emulated = EmulatedBoard(config)
        self.config = self.emulated.config
        self.now = 0.0
        self.queue = EdgeQueue(self.clock)
        self.emulated.pins.factory.clock = self.clock
        self.wires = self.emulated.wires._replace(clock=self.clock)
        self.told = Told()
        self.board: Board = keyed.board("OK 3")

    def clock(self) -> float:
        return self.now

    def assemble(self) -> Assembly:
        return assemble(self.config, self.wires, self.board, self.queue, self.clock, self.told)


def loaded(folder: Path, text: str) -> Config:
    path = folder / "muggins.toml"
    path.write_text(text)
    return load(path)


def test_the_screen_is_drawn_before_lights_and_keys_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig()
    drawn: list[bool] = []
    for name in ("lights", "inputs"):
        make = getattr(from_config, name)

        def made(*given: object, make: object = make) -> object:
            drawn.append(rig.emulated.chip.on)
            return make(*given)

        monkeypatch.setattr(from_config, name, made)
    rig.assemble().close()
    assert drawn == [True, True]


def test_a_new_configuration_takes_away_what_the_add_ons_show() -> None:
    """It assembles the board anew; the coach's old pages must not stay."""
    rig = Rig()
    rig.board = coached_board()
    loop, _, close = rig.assemble()
    rig.queue.stop()
    assert loop.run() is Ending.STOPPED
    close()
    pages = []
    for _ in range(2):
        while rig.board.press(Key.OK) and rig.board.view.page is not None:
            pages.append(rig.board.view.page.title)
        rig.board.equip(rig.board.equipment)
    assert pages.count("Coach") == 1, pages


def test_colours_chosen_in_the_menu_are_on_the_lights_at_once() -> None:
    rig = Rig()
    rig.board = keyed.board("OK 3 10 5")
    rig.board.equip(rig.config.equipment())
    keyed.press(rig.board, "MENU REDO A")
    loop, _, close = rig.assemble()
    rig.queue.stop()
    seen = []
    for _ in range(3):
        loop.run()
        peg = rig.emulated.lights[1]  # Left has scored two points
        seen.append((peg.red, peg.green, peg.blue))
        rig.board.press(Key.OK)
        rig.queue.stop()
    close()
    assert seen == [DEFAULT.sides[0], NAMED["orange"], NAMED["vermilion"]]


class Beeper:
    """A test double for a buzzer that records each sound it is told to make."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.closed = False

    def sound(self, sound: Sound) -> None:
        self.sounds.append(sound)

    def close(self) -> None:
        self.closed = True


def test_buzzer_and_indicator_leds_follow_presses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(loaded(tmp_path, "[buttons]\n3 = 4\n[signals]\nbuzzer = 6\nturn = [12, 13]\n"))
    beeper = Beeper()
    monkeypatch.setattr(from_config, "buzzer", lambda *given: beeper)
    loop, _, close = rig.assemble()
    turn = [rig.emulated.pins.factory.pin(number) for number in (12, 13)]
    loop.show()
    # Seat 0 dealt, so it is the turn of pone, seat 1. A three alone scores nothing.
    assert [pin.state for pin in turn] == [0, 1]
    for at in (0.0, 1.0):
        rig.now = at
        rig.emulated.press(Key.THREE)
        loop.turn()
        rig.now = at + 0.5
        rig.emulated.release(Key.THREE)
        loop.turn()
        if not at:
            assert (beeper.sounds, [pin.state for pin in turn]) == ([], [1, 0])
    # A second three makes a pair.
    assert beeper.sounds == [Sound.PEG]
    assert [outcome.took for _, outcome in rig.told.presses] == [True, True]
    close()
    assert beeper.closed
