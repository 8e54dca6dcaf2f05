"""A board starts with its configuration and its game, or shows on its display why it cannot start.

It reads its configuration again when it is told to, and can switch the machine off.
"""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from engine.game import Game
from engine.match.history import History
from firmware_py import __main__ as root
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.emulator.oled_chips import Sh1106, Ssd1306
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.journal.journal import Journal
from firmware_py.render import oled
from firmware_py.render.font import wrap
from firmware_py.start import board as run_and_reload
from firmware_py.start import board as start_board
from firmware_py.start import simulator
from firmware_py.start.service import PowerSwitch
from firmware_py.system.errors import UsageError
from firmware_py.words.american import American
from firmware_py.words.english import ENGLISH
from firmware_py.words.in_use import words
from tests.support import keyed
from tests.support.command import check_error, muggins


class Started:
    """A test double that records the boards and simulators started by `muggins`, instead of running them."""

    def __init__(self) -> None:
        self.configs: list[Config] = []
        self.boards: list[Board] = []
        self.notices: list[str | None] = []
        self.words = ""

    def run(self, config: Config, board: Board, again: object = None) -> None:
        self.configs.append(config)
        self.boards.append(board)
        self.notices.append(board.view.notice)
        keyed.press(board, self.words)

    def simulate(self, config: Config, board: Board, journal: Path, **named: object) -> None:
        self.run(config, board)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    made = Started()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(root, "has_pins", lambda: False)
    monkeypatch.setattr(start_board, "run", made.run)
    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(simulator, "run_in_terminal", made.simulate)
    return made


def config(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "muggins.toml"
    path.write_text(text)
    return path


def test_a_configuration_that_is_given_is_used_also_without_pins(started: Started, tmp_path: Path) -> None:
    path = config(tmp_path, 'extends = "bare"')
    assert muggins("--config", path).status == 0
    assert (started.configs[0].profile, started.configs[0].source) == ("bare", str(path))


def test_a_configuration_that_is_found_is_used(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = config(tmp_path, 'extends = "usb-numpad"')
    monkeypatch.setattr(files, "SEARCHED", ("/nowhere/muggins.toml", str(path)))
    assert muggins().status == 0
    assert started.configs[0].profile == "usb-numpad"


def test_the_simulator_uses_the_configuration_too(started: Started, tmp_path: Path) -> None:
    path = config(tmp_path, 'extends = "oled-hat"\n[game]\nnames = ["Ann", "Bob"]')
    for arguments in (("--config", path, "simulate"), ("simulate", "--config", path)):
        assert muggins(*arguments, "--journal", tmp_path / f"{arguments[0]}.txt").status == 0
    assert [each.profile for each in started.configs] == ["oled-hat"] * 2
    assert [board.history.game.names for board in started.boards] == [("Ann", "Bob")] * 2


def test_names_and_rules_are_those_of_the_first_game(started: Started, tmp_path: Path) -> None:
    path = config(tmp_path, '[game]\nnames = ["Ann", "Bob"]\n[rules]\nmuggins = true')
    started.words = "OK"
    muggins("--config", path)
    game = started.boards[0].history.game
    assert (game.names, game.rules.muggins) == (("Ann", "Bob"), True)
    muggins("--config", path)
    assert started.boards[1].history.applied == 1
    assert started.boards[1].view.notice is None


def test_a_match_in_which_nothing_happened_takes_up_new_rules(started: Started, tmp_path: Path) -> None:
    started.words = "OK UNDO"
    muggins("--config", config(tmp_path, 'extends = "bare"'))
    started.words = ""
    muggins("--config", config(tmp_path, 'extends = "bare"\n[rules]\ntarget = 61'))
    assert started.boards[1].history.game.rules.target == 61


def test_a_game_that_is_on_keeps_its_rules_and_the_board_says_so(started: Started, tmp_path: Path) -> None:
    started.words = "OK 2"
    muggins("--config", config(tmp_path, 'extends = "bare"'))
    started.words = ""
    path = config(tmp_path, 'extends = "bare"\n[rules]\ntarget = 61')
    muggins("--config", path)
    assert started.boards[1].history.game.rules.target == 121
    # The keys named in the notice work.
    started.words = "MENU 6 OK OK"
    muggins("--config", path)
    assert started.boards[2].history.game.rules.target == 61
    started.words = ""
    muggins("--config", path)
    assert started.notices == [None, ENGLISH.NEW_RULES_OR_NAMES, ENGLISH.NEW_RULES_OR_NAMES, None]


def test_the_notice_about_other_rules_fits_on_the_screen() -> None:
    assert wrap(ENGLISH.NEW_RULES_OR_NAMES, 124, 3) == [
        "new rules or names:",
        "start a new game",
        "with MENU, 6, OK, OK",
    ]


def test_a_configuration_without_rules_says_nothing_of_those_in_force(
    started: Started, tmp_path: Path
) -> None:
    started.words = "MENU 6 2 OK OK"
    muggins("--config", config(tmp_path, 'extends = "bare"'))
    assert started.boards[0].history.game.rules.players == 3
    started.words = ""
    muggins("--config", config(tmp_path, 'extends = "bare"'))
    board = started.boards[1]
    assert (board.view.notice, board.history.game.rules.players) == (None, 3)


@pytest.mark.parametrize(("name", "pack"), [("english", "pack"), ("american", "deck")])
@pytest.mark.parametrize("simulate", [(), ("simulate",)], ids=["board", "simulator"])
def test_the_board_uses_the_words_that_the_configuration_names(
    started: Started, tmp_path: Path, name: str, pack: str, simulate: tuple[str, ...]
) -> None:
    rules = '[rules]\ncut_before_deal = "offer"'
    path = config(tmp_path, f'extends = "bare"\n[game]\nwords = "{name}"\n{rules}')
    started.words = "OK"
    assert muggins("--config", path, *simulate).status == 0
    asked = f"Left deals. Turn up the starter. Or was the {pack} offered, and cut or taken?"
    assert started.boards[0].view.prompt == asked


def test_a_joystick_is_known_to_the_board(started: Started, tmp_path: Path) -> None:
    muggins("--config", config(tmp_path, 'extends = "oled-bonnet"'))
    muggins("--config", config(tmp_path, 'extends = "bare"'))
    assert [board.view.picker is not None for board in started.boards] == [True, False]


def test_a_wrong_configuration_is_reported_in_one_line_and_on_the_screen(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    monkeypatch.setattr("smbus2.SMBus", lambda number: bus)
    path = config(tmp_path, "[display]\naddress = 300")
    result = muggins("--config", path)
    check_error(result, str(path), "display.address = 300")
    why = result.err.removeprefix("muggins: ").rstrip("\n")
    assert chip.image().tobytes() == oled.fault(why).tobytes()
    assert not started.boards
    assert not (tmp_path / "state").exists()


def test_without_a_screen_a_wrong_configuration_is_one_line(started: Started, tmp_path: Path) -> None:
    check_error(muggins("--config", tmp_path / "none.toml"), "none.toml", "no such file")


def test_without_pins_and_configuration_it_is_the_usual_board_simulated(started: Started) -> None:
    started.words = "OK"
    assert muggins().status == 0
    assert started.configs[0].profile == "keypad-20"
    assert started.boards[0].history.applied == 1


def test_a_fault_is_shown_on_the_screen_that_the_configuration_names(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, chip = EmulatedI2CBus(), Sh1106()
    bus.attach(0x3D, chip)
    monkeypatch.setattr("smbus2.SMBus", lambda number: bus)

    def broken(config: Config, board: Board, again: object) -> None:
        raise UsageError("the pins are not available")

    monkeypatch.setattr(start_board, "run", broken)
    text = 'extends = "bare"\n[display]\ncontroller = "sh1106"\naddress = 0x3D\nrotate = 180'
    check_error(muggins("--config", config(tmp_path, text)), "the pins are not available")
    turned = chip.image().transpose(Image.Transpose.ROTATE_180)
    assert turned.tobytes() == oled.fault("the pins are not available").tobytes()


def test_a_second_board_leaves_the_screen_to_the_first(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr("smbus2.SMBus", drawn.append)
    monkeypatch.setattr("firmware_py.drivers.splash.splash", lambda *given: drawn.append(given))
    monkeypatch.setattr(root, "has_pins", lambda: True)
    journal = Journal(tmp_path / "state" / "games.txt")
    assert muggins().status == os.EX_TEMPFAIL
    check_error(muggins("--config", config(tmp_path, "[display]\naddress = 300")), "300")
    assert drawn == []
    journal.close()
    assert muggins().status == 0
    assert len(drawn) == 1


def test_a_configuration_given_to_a_command_splashes_nothing(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.drivers.splash.splash", lambda *given: pytest.fail("a splash"))
    path = config(tmp_path, 'extends = "bare"')
    muggins("--config", path, "doctor")
    muggins("--config", path, "simulate", "--journal", tmp_path / "games.txt")


def test_a_configuration_that_is_read_again_may_choose_other_words(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"\n[game]\nwords = "american"')
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


@pytest.mark.parametrize(
    "environment",
    [{}, {"RUNTIME_DIRECTORY": "/run/muggins"}, {"NOTIFY_SOCKET": "/run/notify"}, {"RUNTIME_DIRECTORY": ""}],
)
def test_a_program_that_is_no_service_has_no_switch(environment: dict[str, str]) -> None:
    assert not PowerSwitch(environment).works


def test_a_folder_that_is_gone_is_an_error_that_names_the_note(tmp_path: Path) -> None:
    switch = PowerSwitch({"RUNTIME_DIRECTORY": str(tmp_path / "gone"), "NOTIFY_SOCKET": "/run/notify"})
    with pytest.raises(OSError, match="gone/poweroff"):
        switch.press()
