"""`muggins` starts a board or the simulator with its configuration and its game, or says why it cannot.

The display shows it too. The board reads its configuration again when told to, and switches the machine off.
"""

import json
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py import __main__ as root
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending, Sound
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.palette import DEFAULT, NAMED
from firmware_py.drivers import from_config
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator import glass
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.oled_chips import Sh1106, Ssd1306
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.render import oled
from firmware_py.render.font import wrap
from firmware_py.start import board as run_and_reload
from firmware_py.start import board as start_board
from firmware_py.start import simulator
from firmware_py.start.assembly import Assembly, assemble
from firmware_py.start.game_asked import GameAsked, is_going_on, solo_game
from firmware_py.start.service import PowerSwitch
from firmware_py.system import process as process_module
from firmware_py.system.errors import UsageError
from firmware_py.words.american import American
from firmware_py.words.english import ENGLISH
from firmware_py.words.in_use import words
from tests.support import keyed
from tests.support.command import Result, check_error, muggins, nothing_changes, process
from tests.support.fakes import Told
from tests.support.loaded import written
from tests.support.pictures import upside_down
from tests.support.processes import run
from tests.support.solo_games import solo
from tests.support.starts import Starts
from tests.support.views import coached_board

TO_61 = 'extends = "bare"\n[rules]\ntarget = 61'


def config(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "muggins.toml"
    path.write_text(text)
    return path


class Started(Starts):
    """Starts boards with a configuration of their own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(folder / "state", patch)
        self._folder = folder

    def start(self, text: str, words: str = "", *command: str) -> Board:
        """Start a board with this configuration, press keys, and return the board."""
        path, self.words = config(self._folder, text), words
        assert muggins("--config", path, *command).status == 0
        return self.boards[-1]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    return Started(tmp_path, monkeypatch)


def test_a_configuration_that_is_given_or_found_is_used_also_without_pins(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started.start('extends = "bare"')
    path = config(tmp_path, 'extends = "oled-hat"\n[game]\nnames = ["Ann", "Bob"]')
    for arguments in (("--config", path, "simulate"), ("simulate", "--config", path)):
        assert muggins(*arguments, "--journal", tmp_path / f"{arguments[0]}.txt").status == 0
    monkeypatch.setattr(files, "SEARCHED", ("/nowhere/muggins.toml", str(path)))
    assert muggins().status == 0
    profiles = [(each.profile, each.source) for each in started.configs]
    assert profiles == [("bare", str(path)), *[("oled-hat", str(path))] * 3]
    assert [board.history.game.names for board in started.boards[1:3]] == [("Ann", "Bob")] * 2


def test_names_and_rules_are_those_of_the_first_game(started: Started) -> None:
    text = '[game]\nnames = ["Ann", "Bob"]\n[rules]\nmuggins = true'
    game = started.start(text, "OK").history.game
    assert (game.names, game.rules.muggins) == (("Ann", "Bob"), True)
    again = started.start(text)
    assert (again.history.applied, again.view.notice) == (1, None)


def test_a_match_in_which_nothing_happened_takes_up_new_rules(started: Started) -> None:
    started.start('extends = "bare"', "OK UNDO")
    assert started.start(TO_61).history.game.rules.target == 61


def test_a_game_that_is_on_keeps_its_rules_and_the_board_says_so(started: Started) -> None:
    started.start('extends = "bare"', "OK 2")
    assert started.start(TO_61).history.game.rules.target == 121
    # The keys named in the notice work, and it fits on the screen.
    assert started.start(TO_61, "MENU 6 OK OK").history.game.rules.target == 61
    started.start(TO_61)
    notice = ENGLISH.NEW_RULES_OR_NAMES
    assert started.notices == [None, notice, notice, None]
    assert wrap(notice, 124, 3) == ["new rules or names:", "start a new game", "with MENU, 6, OK, OK"]


def test_a_configuration_without_rules_says_nothing_of_those_in_force(started: Started) -> None:
    for pressed in ("MENU 6 2 OK OK", ""):
        assert started.start('extends = "bare"', pressed).history.game.rules.players == 3
    assert started.notices == [None, None]


@pytest.mark.parametrize(("name", "pack"), [("english", "pack"), ("american", "deck")])
@pytest.mark.parametrize("simulate", [(), ("simulate",)], ids=["board", "simulator"])
def test_the_board_uses_the_words_that_the_configuration_names(
    started: Started, name: str, pack: str, simulate: tuple[str, ...]
) -> None:
    text = f'extends = "bare"\n[game]\nwords = "{name}"\n[rules]\ncut_before_deal = "offer"'
    deals = "Left deals six cards each; two each to the crib."
    asked = f"{deals} Turn up the starter. Or was the {pack} offered, and cut or taken?"
    assert started.start(text, "OK", *simulate).view.prompt == asked


def test_a_joystick_is_known_to_the_board(started: Started) -> None:
    assert started.start('extends = "oled-bonnet"').view.picker is not None
    assert started.start('extends = "bare"').view.picker is None


def test_a_wrong_configuration_is_reported_in_one_line_and_on_the_screen(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    monkeypatch.setattr("firmware_py.system.i2c_bus.I2CBus", lambda number: bus.open())
    path = config(tmp_path, "[display]\naddress = 300")
    result = muggins("--config", path)
    check_error(result, str(path), "display.address = 300")
    why = result.err.removeprefix("muggins: ").rstrip("\n")
    assert chip.image() == oled.fault(why).frame()
    assert not started.boards
    assert not (tmp_path / "state").exists()


def test_a_fault_is_shown_on_the_screen_that_the_configuration_names(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, chip = EmulatedI2CBus(), Sh1106()
    bus.attach(0x3D, chip)
    monkeypatch.setattr("firmware_py.system.i2c_bus.I2CBus", lambda number: bus.open())

    def broken(config: Config, board: Board, again: object) -> None:
        raise UsageError("the pins are not available")

    monkeypatch.setattr(start_board, "run", broken)
    text = 'extends = "bare"\n[display]\ncontroller = "sh1106"\naddress = 0x3D\nrotate = 180'
    check_error(muggins("--config", config(tmp_path, text)), "the pins are not available")
    assert upside_down(chip.image()) == oled.fault("the pins are not available").frame()


def test_a_second_board_leaves_the_screen_to_the_first(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr("firmware_py.system.i2c_bus.I2CBus", drawn.append)
    monkeypatch.setattr("firmware_py.drivers.splash.splash", lambda *given: drawn.append(given))
    monkeypatch.setattr(root, "has_pins", lambda: True)
    journal = Journal(tmp_path / "state" / "games.txt")
    assert muggins().status == os.EX_TEMPFAIL
    check_error(muggins("--config", config(tmp_path, "[display]\naddress = 300")), "300")
    assert drawn == []
    journal.close()
    assert muggins().status == 0
    assert len(drawn) == 1


def test_a_configuration_that_is_read_again_may_choose_other_words(tmp_path: Path) -> None:
    path = config(tmp_path, 'extends = "bare"\n[game]\nwords = "american"')
    service: Any = SimpleNamespace(play=lambda loop, screens: Ending.RELOAD)
    assembly: Any = SimpleNamespace(loop=None, screens=None)
    board = Board(History.of(Game.new()))
    fresh = run_and_reload._play(assembly, service, load(files.profile("bare")), board, path)
    assert fresh is not None and fresh.words == "american"
    assert type(words()) is American


UNIT = Path(__file__).parents[3] / "systemd" / "muggins-poweroff.path"


def test_the_switch_leaves_the_note_that_the_unit_watches_for(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    folder.mkdir()
    switch = PowerSwitch({"RUNTIME_DIRECTORY": f"{folder}:/elsewhere", "NOTIFY_SOCKET": "/run/notify"})
    assert switch.works
    switch.press()
    switch.press()
    [note] = folder.iterdir()
    assert note.read_bytes() == b""
    assert f"PathExists=/run/muggins/{note.name}" in UNIT.read_text(encoding="utf-8").splitlines()


# -- real parts or the simulator


def test_muggins_alone_is_the_board_where_there_are_pins_and_else_the_usual_board_simulated(
    started: Started, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started.words = "OK 3 K 5"
    assert muggins() == Result(0, "", "")
    assert started.configs[0].profile == "usb-numpad"
    assert muggins("simulate", "--journal", tmp_path / "other.txt") == Result(0, "", "")
    games = tmp_path / "state" / "games.txt"
    assert started.journals == [games, tmp_path / "other.txt"]
    monkeypatch.setattr(root, "has_pins", lambda: True)
    monkeypatch.setattr(simulator, "run_in_terminal", lambda *given, **named: pytest.fail("there are pins"))
    started.words = "UNDO"
    assert muggins() == Result(0, "", "")
    standing = muggins("status", "--journal", games, "--json").json
    assert (standing["presses"], standing["count"]) == (5, 10)


@pytest.mark.skipif(root.has_pins(), reason="on a Pi, muggins alone is the board")
@pytest.mark.parametrize("arguments", ["", "simulate"])
def test_without_a_terminal_the_simulator_says_so_and_changes_nothing(tmp_path: Path, arguments: str) -> None:
    games = tmp_path / "muggins" / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    games.write_bytes(games.read_bytes().replace(b"lay K", b"lay Q"))  # and repairs no journal
    with nothing_changes(tmp_path):
        environment = {"XDG_STATE_HOME": str(tmp_path), "STATE_DIRECTORY": ""}
        check_error(process(*arguments.split(), environment=environment), "terminal")


def attach(patch: pytest.MonkeyPatch) -> None:
    """Replace the standard streams with ones that behave like a terminal."""
    for name in ("stdin", "stdout", "stderr"):
        patch.setattr(sys, name, SimpleNamespace(isatty=lambda: True))
    patch.setattr(glass, "use_utf8", lambda: True)
    patch.setenv("TERM", "xterm")


def hide(patch: pytest.MonkeyPatch, name: str) -> None:
    """Make importing the simulator fail as if the package with this name were not installed."""

    def find_spec(module: str, path: Any = None, target: Any = None) -> None:
        if module == "firmware_py.emulator.app":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    patch.delitem(sys.modules, "firmware_py.emulator.app", raising=False)
    patch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=find_spec), *sys.meta_path])


def test_a_missing_textual_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch)
    # No package index has Muggins, so the advice is to run this environment's pip in the source folder.
    pip = re.escape(str(Path(sys.executable).with_name("pip")))
    for name in ("textual", "rich"):
        hide(monkeypatch, name)
        assert simulator.check_terminal(as_text=True)  # which needs none
        with pytest.raises(UsageError, match=rf"package textual: .* run {pip} install '\.\[simulator\]'"):
            simulator.check_terminal(as_text=False)
    # The Debian package sends the user to the source.
    monkeypatch.setattr(process_module, "LIBRARY", Path(process_module.__file__).parents[1])
    with pytest.raises(UsageError, match=r"the Debian package has only .*--text(?!.*pip)"):
        simulator.check_terminal(as_text=False)
    hide(monkeypatch, "firmware_py.nonsense")
    with pytest.raises(ModuleNotFoundError, match=r"firmware_py\.nonsense"):  # a fault of the program
        simulator.check_terminal(as_text=False)


def test_without_textual_all_else_works() -> None:
    hidden = "import sys; sys.modules.update(textual=None, rich=None)"
    program = f"{hidden}; from firmware_py.__main__ import main; sys.exit(main())"
    hand = "count 5H 5C 5S JD --starter 5D --json".split()
    done = run([sys.executable, "-c", program, *hand], capture_output=True, text=True)
    assert json.loads(done.stdout)["points"] == 29


# -- a game against the program


def test_a_game_against_the_program_has_names_goes_on_and_is_the_six_card_game_for_two() -> None:
    assert solo_game(GameAsked()).setup.names == ("Player", "Muggins")
    named = GameAsked(Setup(names=("Ann", "Robot")))
    assert solo_game(named).setup.names == ("Ann", "Robot")
    history = solo().history
    assert is_going_on(history, solo_game(GameAsked()))
    assert not is_going_on(history, solo_game(GameAsked(Setup(Rules(target=61)))))
    assert not is_going_on(history, solo_game(named))
    for rules in (Rules(players=3), Rules("five-card"), Rules(muggins=True)):
        with pytest.raises(UsageError, match="six-card game for two"):
            solo_game(GameAsked(Setup(rules)))


# -- a board is assembled: first the display, then either all other parts or none


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


def test_buzzer_and_indicator_leds_follow_presses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(written(tmp_path, "[buttons]\n3 = 4\n[signals]\nbuzzer = 6\nturn = [12, 13]\n"))
    sounds, closed = list[Sound](), list[bool]()
    beeper = SimpleNamespace(sound=sounds.append, close=lambda: closed.append(True))
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
            assert (sounds, [pin.state for pin in turn]) == ([], [1, 0])
    # A second three makes a pair.
    assert sounds == [Sound.PEG]
    assert [outcome.took for _, outcome in rig.told.presses] == [True, True]
    close()
    assert closed == [True]
