"""Games that play themselves in a pseudo-terminal: `muggins demo` and `muggins replay FILE --watch`."""

import json
from pathlib import Path

import pytest

from tests.support.board_process import InTerminal
from tests.support.command import check_error, muggins, process, snapshot
from tests.support.deadline import until

ENDS = "any key ends it"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return environment variables that make the program use empty folders for the user's files."""
    (tmp_path / "home").mkdir()
    return {
        "HOME": str(tmp_path / "home"),
        "XDG_STATE_HOME": str(tmp_path / "home" / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "home" / "config"),
    }


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_demo_plays_a_whole_game_and_stays_until_a_key(home: dict[str, str], tmp_path: Path) -> None:
    before = snapshot(tmp_path)
    with InTerminal("demo", "--pace", "0", size=(100, 40), environment=home) as terminal:
        terminal.until("Ann wins", "121-118", ENDS)
        terminal.type("x")
        assert terminal.ends() == 0
    assert snapshot(tmp_path) == before  # nothing was saved


@pytest.mark.parametrize("key", ["q", "\x1b", "\x1b[A", "\x03"], ids=ascii)
def test_any_key_ends_the_demo(home: dict[str, str], key: str) -> None:
    with InTerminal("demo", "--pace", "60", environment=home) as terminal:
        terminal.until("To begin, cut a pack", ENDS)
        terminal.type(key)
        assert terminal.ends() == 0


def test_a_game_is_watched_once_the_terminal_is_large_enough(home: dict[str, str], tmp_path: Path) -> None:
    """`replay --watch` plays a key file in the simulator. Any key that is refused is skipped."""
    # Bob cut the lower card, so he deals; no go is possible before a card is laid (RULES.md 3).
    arguments = ("replay", write(tmp_path, "K 4 2 GO 10 5"), "--watch", "--pace", "0", "--names", "Ann,Bob")
    shown = ["Deal 1: Bob deals, starter 2", "Ann lays 10", "Bob lays 5", ENDS]
    with InTerminal(*arguments, size=(60, 20), environment=home) as terminal:
        terminal.until("80×24", "60×20")
        terminal.resize(100, 40)
        terminal.until(*shown)
        terminal.type("x")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        *[(arguments, ["terminal"]) for arguments in ("demo", "replay game.txt --watch")],
        # Options that do not go with watching.
        ("replay game.txt --watch --journal games.txt", ["--watch", "--journal"]),
        ("replay - --watch", ["--watch", "name a file"]),
        ("replay - --pace 1", ["--pace", "--watch"]),
        # Names.
        ("replay - --names=", ["--names wants 2 names: --names Ann,Bob"]),
        ("replay - --names Ann,Ann", ["give each player a different name"]),
        ("replay - --names Ann,Bartholomew", ["'Bartholomew' cannot be a name"]),
        # The program as the opponent.
        ("simulate --opponent easy --players 3", ["six-card game for two"]),
        ("serve --opponent easy", ["--alone"]),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(
    arguments: str, says: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(write(tmp_path, "K 4").parent)
    monkeypatch.chdir(tmp_path)
    check_error(muggins(*arguments.split(), stdin="K 4"), *says)
    assert snapshot(tmp_path) == before


def test_the_simulator_takes_names_seat_by_seat_and_has_a_window(
    home: dict[str, str], tmp_path: Path
) -> None:
    """`muggins press` can press keys on the simulator, and the simulator keeps its view file up to date.

    When the simulator ends, the view file says that the board is no longer running.
    """
    view = tmp_path / "muggins" / "view.json"
    by_a_user = {**home, "XDG_RUNTIME_DIR": str(tmp_path), "RUNTIME_DIRECTORY": ""}
    arguments = ("simulate", "--names", "Ann,Bob,Cleo,Dan", "--players", "4")
    with InTerminal(*arguments, environment=by_a_user) as terminal:
        terminal.until("Ann first", "Ann deals")
        for letters, said in (
            ("o", "Ann deals"),
            ("2", "Deal 1: Ann deals, starter 2"),
            ("0", "Bob lays 10"),
        ):
            terminal.type(letters)
            terminal.until(said)
        until(view.exists, "the window")
        this_board = {"RUNTIME_DIRECTORY": str(view.parent)}  # and not the service of this machine
        pressed = process("press", "5", environment=this_board)
        assert (pressed.status, pressed.err) == (0, "")
        assert pressed.out.splitlines()[-1] == "5  Cleo: fifteen for two"
        terminal.until("Cleo lays 5: fifteen for two")
        assert json.loads(view.read_bytes())["running"]
        terminal.type("\x03")
        assert terminal.ends() == 0
    shown = json.loads(view.read_bytes())
    assert (shown["running"], shown["presses"]) == (False, 4)
    assert [path.name for path in view.parent.iterdir()] == ["view.json"]
    kept = process("status", environment=by_a_user)
    assert "Ann & Cleo" in kept.out and "Bob & Dan" in kept.out
