"""A board as a service: its messages to systemd, its log, reloading, signals, and its end."""

import os
import signal
import socket
import time
import types
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.input.keys import Input, Key
from firmware_py.render import oled
from firmware_py.start import service as service_module
from firmware_py.start.service import ROOM_WITHIN, Notifier, Service
from tests.support import keyed, wired
from tests.support.board_process import BoardProcess
from tests.support.command import Result, check_error, muggins, process
from tests.support.deadline import PATIENCE as LONG_ENOUGH
from tests.support.processes import ended
from tests.support.wired import Running, on_the_wire, picture_after, service, standing

BARE = files.profile("bare")
LINUX = pytest.mark.skipif(not os.path.exists("/proc/net/unix"), reason="abstract sockets are Linux's")


def test_a_board_that_is_stopped_leaves_its_parts_dark_and_the_game_saved(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    result, left = on_the_wire(journal)
    assert result == Result(0, "", "")
    del left["glass"], left["contrast"]
    assert left == {"was_on": True, "was_lit": True, "on": False, "noise": False, "lit": 0, "goodbye": True}
    standing = muggins("status", "--journal", journal, "--json").json
    assert (standing["prompt"], standing["dealer"], standing["sides"][0]["score"]) == ("play", 0, 2)


@pytest.mark.parametrize(("part", "shown"), [("lights", "was_on"), ("display", "was_lit")])
def test_without_display_or_lights_it_says_so_and_plays_on(tmp_path: Path, part: str, shown: str) -> None:
    journal = tmp_path / "games.txt"
    result, left = on_the_wire(journal, f"--no-{part}")
    assert (result.status, result.out) == (0, "")
    (line,) = result.err.splitlines()
    assert line.startswith(f"muggins: {part}: ")
    assert "; the game goes on" in line
    assert [name for name in ("was_on", "was_lit") if left[name]] == [shown]
    assert (left["on"], left["lit"]) == (False, 0)
    assert muggins("status", "--journal", journal, "--json").json["prompt"] == "play"


def test_missing_pins_are_reported_in_one_line_and_on_the_screen(tmp_path: Path) -> None:
    result, left = on_the_wire(tmp_path / "games.txt", "--no-pins")
    check_error(result, "pin")
    assert (left["on"], left["lit"]) == (True, 0)
    why = result.err.removeprefix("muggins: ").rstrip()
    assert left["glass"] == oled.fault(why).frame().hex()


# -- the configuration, read again


CONFIG = 'extends = "keypad-20"\ntitle = "First"'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "muggins.toml"
    path.write_text(CONFIG)
    return path


def test_sighup_reloads_the_configuration_and_keeps_the_game(tmp_path: Path, config: Path) -> None:
    """The board notifies systemd before and after it reloads its configuration."""
    with service(tmp_path, f"--config={config}") as board:
        config.write_text('extends = "keypad-20"\ntitle = "Another"\n[display]\nrotate = 180')
        before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        board.process.send_signal(signal.SIGHUP)
        reloading = board.systemd.told()
        after = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        assert reloading.pop("RELOADING") == "1"
        assert before <= int(reloading.pop("MONOTONIC_USEC")) <= after
        assert not reloading
        assert board.systemd.told() == {"READY": "1", "STATUS": "Another"}
        left = board.end()
        assert board.systemd.told() == {"STOPPING": "1"}
        assert not left["goodbye"]  # the screen is upside down now
        assert board.systemd.beats
        assert [line for line in board.log if line.startswith("<4>")] == []
        assert f"<6>playing on {config} (Another)" in board.log
    assert standing(tmp_path) == ("play", 2)


def reloaded(board: Running) -> str:
    """Make the board reload its configuration, and return the status it then reports to systemd."""
    board.process.send_signal(signal.SIGHUP)
    assert board.systemd.told()["RELOADING"] == "1"
    ready = board.systemd.told()
    assert ready["READY"] == "1"
    return ready["STATUS"]


def test_with_a_wrong_configuration_or_no_part_a_board_keeps_the_old(tmp_path: Path, config: Path) -> None:
    with service(tmp_path, f"--config={config}") as board:
        config.write_text("[display]\nrotate = 90")
        assert reloaded(board) == "First"
        why = f"{config}: display.rotate = 90: must be one of 0, 180; the board keeps the old configuration"
        assert board.shows(picture_after("", lambda shown: shown.say(why)))
        board.ask("take 9")
        config.write_text('extends = "keypad-20"\ntitle = "Another"\nlights = false\n[buttons]\nC = 9')
        assert reloaded(board) == "First"
        board.ask("press 5")
        assert board.shows(picture_after("5"))
        # The board refuses the same configuration again: somebody may correct it step by step.
        assert reloaded(board) == "First"
        board.end()
        wrong, *refused = [line for line in board.log if line.startswith("<4>")]
        assert (wrong, len(refused)) == (f"<4>{why}", 2)
        assert all("the pins are not available: no permission to use any pin" in line for line in refused)
        assert all(line.endswith("; the board keeps the old configuration") for line in refused)
    assert standing(tmp_path) == ("play", 3)


def test_if_the_old_configuration_fails_too_the_board_ends(tmp_path: Path, config: Path) -> None:
    with service(tmp_path, f"--config={config}") as board:
        board.ask("take all")
        board.process.send_signal(signal.SIGHUP)
        assert board.systemd.told()["RELOADING"] == "1"
        assert ended(board.process) == 2
        assert board.log[-1].startswith("muggins: the pins are not available")
        assert not any("Traceback" in line for line in board.log)


# -- a systemd that is busy


# -- switched off


OFF = "MENU 8 OK"


def test_the_menu_switches_the_machine_off_and_the_screen_says_when_to_pull_the_plug(tmp_path: Path) -> None:
    with service(tmp_path) as board:
        left = board.end(f"press {OFF}")
        assert board.process.returncode == 0
        assert (tmp_path / "run" / "poweroff").exists()
        assert board.systemd.told() == {"STOPPING": "1"}
        last = {name: left[name] for name in ("on", "contrast", "lit", "glass")}
        dimmed = DisplaySettings().dim_contrast
        picture = oled.switching_off().frame().hex()
        assert last == {"on": True, "contrast": dimmed, "lit": 0, "glass": picture}
        assert board.log[-1] == "<6>switching the machine off, as chosen in the menu"
    assert standing(tmp_path) == ("play", 2)  # switching off is not an event of the game


def test_the_menu_asks_systemd_for_an_update(tmp_path: Path) -> None:
    with service(tmp_path) as board:
        board.ask("press MENU REDO 2 OK")
        assert (tmp_path / "run" / "update").exists()


def test_if_the_machine_cannot_be_switched_off_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "run"  # a folder that the board cannot create either
    with service(tmp_path, RUNTIME_DIRECTORY=str(nowhere)) as board:
        board.ask("press MENU REDO 2 OK")
        board.ask(f"press {OFF}")
        why = "the machine cannot be switched off: not a directory"
        assert board.shows(picture_after("", lambda shown: shown.say(why)))
        board.ask("press 5")
        assert board.shows(picture_after("5"))
        left = board.end()
        assert left["goodbye"] and not left["on"] and not left["noise"]
        no_window, no_update, warning = [line for line in board.log if line.startswith("<4>")]
        assert f"the board cannot ask for an update: not a directory: {nowhere}/update" in no_update
        assert f"{nowhere}: not a directory; other programs cannot see the board" in no_window
        assert warning.startswith(f"<4>{why}: {nowhere}/poweroff; the game goes on")
    assert standing(tmp_path) == ("play", 3)


@pytest.mark.parametrize(
    ("keys", "is_open", "lets_in"), [(True, True, True), (False, True, False), (False, False, True)]
)
def test_the_menu_lets_a_phone_in_only_if_it_may_then_do_more_than_others(
    keys: bool, is_open: bool, lets_in: bool
) -> None:
    assert (Key.KING in keys_of_the_menu(load()._replace(page_keys=keys, page_open=is_open))) == lets_in


@pytest.mark.parametrize("missing", ["RUNTIME_DIRECTORY", "NOTIFY_SOCKET", None])
def test_only_a_service_can_switch_the_machine_off(
    missing: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    if missing:
        monkeypatch.setenv(missing, "")
    assert (Key.EIGHT in keys_of_the_menu(load())) == (missing is None)


def keys_of_the_menu(config: Config) -> set[Input]:
    board = keyed.board("OK 3")
    with closing(Service(board)) as made:
        made.equip(config)
    board.press(Key.MENU)
    assert board.view.page is not None
    return {hint.key for hint in board.view.page.hints}


# -- the log


def test_the_log_has_a_line_for_each_press_that_took_and_one_about_a_full_disk(tmp_path: Path) -> None:
    with service(tmp_path) as board:
        board.ask("press GO 5 10 MENU MENU UNDO")
        board.ask("fill")
        board.ask("press 5 5")
        why = "Not saved: the file has reached its size limit"
        assert board.shows(picture_after("5", lambda shown: shown.say(why)))
        board.ask("empty")
        board.ask("press 10")
        assert board.shows(picture_after("5 10"))
        board.end()
        begins, *said = board.log
    assert begins.startswith("<6>Muggins 0.1.0 on keypad-20 (")
    assert f"{tmp_path / 'games.txt'}: 0 presses, Left 0, Right 0; " in begins
    assert said == [
        "<6>1 deals 0",
        "<6>2 starter J; Left: two for his heels",
        "<6>3 lay 5",
        "<6>4 lay 10; Left: fifteen for two",
        "<6>5 undo; takes back lay 10",
        f"<4>{why}; the press was refused",
        "<6>6 lay 10; Left: fifteen for two",
    ]
    assert standing(tmp_path) == ("play", 6)


def test_a_service_waits_a_while_for_its_pins(tmp_path: Path) -> None:
    # udev may give the pins to their group only after the service has started.
    late, _ = on_the_wire(tmp_path / "games.txt", "--pins-late", NOTIFY_SOCKET=str(tmp_path / "nobody"))
    assert (late.status, late.err) == (0, "")
    assert muggins("status", "--journal", tmp_path / "games.txt", "--json").json["prompt"] == "play"


def test_a_second_muggins_is_refused_while_the_board_runs(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    with wired.board(tmp_path, NOTIFY_SOCKET="") as board:
        # The second board leaves the screen to the first, which goes on.
        state = {"STATE_DIRECTORY": str(tmp_path)}
        second = [
            process("replay", "-", "--journal", games, stdin="4"),
            process("--config", BARE, environment=state),
        ]
        for refused in second:
            assert (refused.status, refused.out) == (os.EX_TEMPFAIL, "")
            assert refused.err == (
                f"muggins: {games}: another Muggins (process {board.process.pid}) is using it; "
                "stop that one first\n"
            )
        standing = process("status", "--journal", games, "--json").json
        assert standing["sides"][0]["score"] == 2
        board.end()
        assert board.process.returncode == os.EX_OK


def test_a_board_that_is_paused_while_it_is_told_to_stop_ends_when_it_goes_on(tmp_path: Path) -> None:
    board = BoardProcess(tmp_path)
    board.send(signal.SIGSTOP)
    board.send(signal.SIGTERM)
    board.close(signal.SIGCONT)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(LONG_ENOUGH)
        yield listening


@LINUX
def test_the_socket_of_systemd_may_be_abstract() -> None:
    address = f"@muggins-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address.replace("@", "\0"))
        systemd.settimeout(LONG_ENOUGH)
        with closing(Notifier({"NOTIFY_SOCKET": address})) as notifier:
            notifier.ready("Twenty buttons")
            notifier.alive()
            assert [systemd.recv(99) for _ in "12"] == [b"READY=1\nSTATUS=Twenty buttons", b"WATCHDOG=1"]
        notifier.close()
        notifier.alive()


def test_a_socket_that_is_gone_is_no_error(systemd: socket.socket, tmp_path: Path) -> None:
    warned: list[str] = []
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}, warned.append)
    systemd.close()
    notifier.ready("")  # the address exists, but nobody listens
    (tmp_path / "notify").unlink()
    notifier.stopping()
    assert notifier.alive()
    notifier.close()
    assert warned == []


# -- a queue without room


@pytest.fixture
def notifier(systemd: socket.socket, tmp_path: Path) -> Iterator[Notifier]:
    """Yield a notifier for which systemd's message queue is full of unread watchdog messages."""
    made = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    while made.alive():
        pass
    yield made
    made.close()


MESSAGES: list[Callable[[Notifier], None]] = [
    lambda notifier: notifier.ready("Twenty buttons"),
    Notifier.reloading,
    Notifier.stopping,
]


def test_a_beat_is_dropped_and_never_waits(
    systemd: socket.socket, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_time() -> float:
        raise AssertionError("a beat took its time")

    monkeypatch.setattr(service_module, "time", types.SimpleNamespace(monotonic=no_time, sleep=no_time))
    assert not notifier.alive()
    assert not os.get_blocking(notifier._socket.fileno())  # so the kernel does not block
    systemd.recv(4096)
    assert notifier.alive()
    assert not notifier.alive()


@pytest.mark.parametrize("tell", MESSAGES, ids=["ready", "reloading", "stopping"])
def test_a_message_that_systemd_never_reads_is_given_up_with_a_warning(
    tmp_path: Path, notifier: Notifier, monkeypatch: pytest.MonkeyPatch, tell: Callable[[Notifier], None]
) -> None:
    now = [1000.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    warned: list[str] = []
    notifier._warn = warned.append
    clock = types.SimpleNamespace(monotonic=lambda: now[0], monotonic_ns=time.monotonic_ns, sleep=sleep)
    monkeypatch.setattr(service_module, "time", clock)
    tell(notifier)
    assert ROOM_WITHIN <= now[0] - 1000.0 <= ROOM_WITHIN + 0.1
    [warning] = warned
    assert warning.isprintable() and "systemd has read no messages for 4 s" in warning
    assert any(said in warning for said in ("READY=1", "RELOADING=1", "STOPPING=1"))
    assert "STATUS" not in warning


@pytest.mark.parametrize(
    ("environment", "watchdog"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "NOTIFY_SOCKET": ""}, None),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_the_one_of_this_process(environment: dict[str, str], watchdog: float | None) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": "/nowhere", **environment})
    assert notifier.watchdog == watchdog
    notifier.ready("")  # nobody is told
    notifier.close()
