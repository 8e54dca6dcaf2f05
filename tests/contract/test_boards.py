"""Boards built from every hardware profile, with emulated hardware, take key presses and show the game."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from engine.events import Event
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Input, Key, Stick, parse_input
from firmware_py.input.settings import Equipment
from firmware_py.render import oled
from firmware_py.start.assembly import assemble
from tests.support.deadline import PATIENCE, until
from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad
from tests.support.fakes import Told
from tests.support.pictures import draw_leds

FULL_DEAL = "OK 2 10 5 5 5 6 K K 9 GO 8 8 9 J OK"  # of the README; seat 0 deals without a cut


class BoardRig:
    """A test rig: the board of a hardware profile on emulated wires. Its main loop runs in a thread."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.board = Board(History.of(Game.new()), equipment=Equipment(joystick=config.joystick))
        self.emulated = EmulatedBoard(config)
        self.inputs = EmulatedInputFolder()
        self._keys: EmulatedBoard | EmulatedKeypad = self.emulated
        self._names: dict[Input, int] = {}
        for each in config.inputs:
            if isinstance(each, KeyboardSettings):
                self._names = {parse_input(word): codes[0] for word, codes in each.codes.items()}
                self._keys = EmulatedKeypad(self._names.values())
                self.inputs.plug(self._keys)
        wires = self.emulated.wires._replace(inputs=self.inputs.opener, folder=str(self.inputs.folder))
        self.queue = EdgeQueue(time.monotonic)
        self.taken: list[Input] = []
        told = Told(lambda key, _: self.taken.append(key))
        loop, _, self._close = assemble(config, wires, self.board, self.queue, time.monotonic, told)
        self._thread = threading.Thread(target=loop.run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.queue.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._close()
        self.inputs.close()

    def tap(self, key: Input) -> None:
        """Press and release a key on the emulated wires, and wait until the main loop has handled it."""
        wanted = len(self.taken) + 1
        self._keys.press(self._names.get(key, key))
        self._keys.release(self._names.get(key, key))
        until(lambda: len(self.taken) >= wanted, f"{key} to be taken")

    def hold(self, key: Input) -> None:
        """Hold down a key on the emulated wires until the main loop has handled the long press."""
        wanted = len(self.taken) + 1
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("firmware_py.input.press_detector.LONG", 0.0)
            self._keys.press(self._names.get(key, key))
            until(lambda: len(self.taken) >= wanted, f"the long press of {key} to be taken")
        self._keys.release(self._names.get(key, key))

    def wait_until_shown(self) -> None:
        until(lambda: self.shows_the_game, "the game on glass and LEDs")

    @property
    def shows_the_game(self) -> bool:
        """True if the displays and the LEDs show the current game."""
        view = self.board.view
        for chip in self.emulated.chips:
            if chip.image() != oled.draw(view).frame():
                return False
        lights = self.config.lights
        if lights is None or self.emulated.chain is None:
            return True
        colours = draw_leds(view, None, lights.shape, lights.palette)
        if lights.timed:  # These LEDs have no brightness setting, so the colours themselves are dimmed.
            colours = bytes(max(round(part * lights.brightness / 100), 1) if part else 0 for part in colours)
        shown = b"".join(bytes(led[-3:]) for led in self.emulated.chain.leds)
        return shown == colours.ljust(len(shown), b"\0")


CONFIGS = {name: load(files.profile(name)) for name in files.profile_names()}
WITH_A_STICK = [name for name, config in CONFIGS.items() if config.joystick]
WITH_A_KEY_EACH = [name for name in CONFIGS if name not in WITH_A_STICK]


@pytest.fixture
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardRig]:
    # The emulated contacts do not bounce, so no press has to wait for them. Even if this machine stalls for a
    # while, a short press must not become a long press or two presses.
    monkeypatch.setattr("firmware_py.input.press_detector.QUIET", 0.0)
    monkeypatch.setattr("firmware_py.input.press_detector.LONG", 3600.0)
    monkeypatch.setattr("firmware_py.input.press_detector.FIRST_REPEAT", 3600.0)
    config = CONFIGS[request.param]
    if any(isinstance(each, KeyboardSettings) for each in config.inputs):
        pytest.importorskip("inotify_simple")  # for Linux alone
    with closing(BoardRig(config)) as made:
        yield made


@pytest.mark.parametrize("rig", WITH_A_KEY_EACH, indirect=True)
def test_a_deal_is_keyed_and_shown(rig: BoardRig) -> None:
    rig.wait_until_shown()
    for word in FULL_DEAL.split():
        rig.tap(parse_input(word))
        rig.wait_until_shown()
    game = rig.board.history.game
    # After the hands of the README's deal the scores are 15 and 10; the crib adds 3, a pair and his nobs.
    assert [side.front for side in game.sides] == [15 + 3, 10]
    assert game.deals == 1


@pytest.mark.parametrize("rig", WITH_A_STICK, indirect=True)
def test_a_joystick_lays_a_card(rig: BoardRig) -> None:
    rig.tap(Key.OK)
    # From the 7, where the joystick starts, to the 8 and down to the king below it, as in the guide's grid.
    for stick, label in ((Stick.RIGHT, "8"), (Stick.DOWN, "K")):
        rig.tap(stick)
        grid = rig.board.view.picker
        assert grid.labels[grid.chosen] == label
        rig.wait_until_shown()
    rig.tap(Stick.PICK)
    rig.wait_until_shown()
    assert [str(card) for card in rig.board.history.game.deal_cards] == ["K"]


@pytest.mark.parametrize("rig", CONFIGS, indirect=True)
def test_a_long_press_of_go_asks_the_voice_or_calls_muggins_where_it_is_played(rig: BoardRig) -> None:
    """In a game without muggins (RULES.md 6), holding GO acts as AGAIN or SCORE, and the voice speaks."""
    rig.wait_until_shown()
    for _ in range(3):
        rig.hold(Key.GO)
    rig.tap(Key.OK)
    rig.hold(Key.GO)
    assert rig.taken == [Key.AGAIN, Key.SCORE, Key.AGAIN, Key.OK, Key.AGAIN]
    assert rig.board.history.game.dealer == 0 and rig.board.view.refusal is None
    rig.board.take(Event.new_game(Setup(Rules(muggins=True))))
    rig.hold(Key.GO)
    assert rig.taken[-1] is Key.MUGGINS
    assert rig.board.view.refusal == "There are no missed points to take"
