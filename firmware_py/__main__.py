"""The composition root: the one place that names real parts, or emulated ones, together."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.commands.play import Simulate
    from firmware_py.commands.script import Script
    from firmware_py.config.config import Config
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.drivers.from_config import Wires
    from firmware_py.emulator.emulated_board import EmulatedBoard
    from firmware_py.emulator.meter import Meter
    from firmware_py.input.keys import Input, Key
    from firmware_py.loop import Loop
    from firmware_py.outputs.outputs import Frames
    from firmware_py.service.systemd import Notifier

# Everything is imported where it is used: a command that needs no driver starts at once, and on a Pi the
# first picture is on the screen before the game is read, and the game before gpiozero, the slowest of all.


def main() -> int:
    """The command `muggins`: returns its exit status."""
    # What the imports make stays to the end. To look through it for garbage, over and over, would take a
    # twentieth of the time until the first frame: a board begins with that once the frame is out.
    gc.disable()
    try:
        arguments = sys.argv[1:]
        is_board = not arguments or (len(arguments) == 2 and arguments[0] == "--config")
        if is_board:
            _splash(Path(arguments[1]) if arguments else None)
        from firmware_py.commands import cli
        from firmware_py.commands.play import Programs

        if not is_board:
            gc.enable()
        programs = Programs(run, simulator, has_pins, show_fault, _figures_of_replay, set_up)
        return cli.main(None, programs)
    finally:
        gc.enable()


def has_pins() -> bool:
    """Whether this is a Raspberry Pi. Many laptops have GPIO chips too, but no header."""
    try:
        return Path("/proc/device-tree/model").read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def run(config: Config, board: Board, again: Callable[[], Config]) -> None:
    """Run a board on its real parts until it is told to stop.

    Args:
        config: the board.
        board: the state.
        again: reads the configuration again, when SIGHUP asks for that. The game goes on.

    Raises:
        UsageError: pins or input devices cannot be had.
    """
    from firmware_py.service.service import Service

    service = Service(board, again, on_wires)
    try:
        service.run(config)
    finally:
        service.close()


def show_fault(why: str, config: Config | None) -> None:
    """Say on the screen why the board cannot start: whoever has no terminal sees it there.

    Args:
        why: in one line.
        config: the board; the usual one if None, where the configuration is what is wrong.
    """
    from firmware_py.config.build import load
    from firmware_py.drivers import from_config
    from firmware_py.errors import DisplayError
    from firmware_py.journal.locations import default_journal
    from firmware_py.journal.lock import is_locked
    from firmware_py.render.stills import fault

    if is_locked(default_journal()):
        return  # another board runs, and the screen is its own
    for display in (config or load()).displays:
        with suppress(DisplayError):
            from_config.oled(display, from_config.REAL).show(fault(why), upside_down=display.rotate == 180)


def simulator() -> Simulate:
    """What runs a board on emulated parts, shown in the terminal.

    Raises:
        UsageError: this is no terminal, it does not show UTF-8, or Textual is not installed.
    """
    from firmware_py.errors import UsageError

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(_NO_TERMINAL)
    try:
        from firmware_py.emulator.terminal.app import show_in_terminal as show
    except ModuleNotFoundError as error:
        if error.name not in ("textual", "rich"):
            raise
        raise UsageError(f"the simulator needs the Python package textual: {_how_to_get_textual()}") from None
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.emulator.emulated_board import EmulatedBoard, with_simulator_keys
    from firmware_py.emulator.terminal.encoding import use_utf8
    from firmware_py.emulator.terminal.script_player import AsideQueue, player

    if not sys.stderr.isatty():  # Textual draws there
        raise UsageError(_NO_TERMINAL)
    if not use_utf8():
        raise UsageError(
            "this terminal does not show UTF-8, which the simulator draws with: use another terminal, or, if "
            "it does show UTF-8, set LC_ALL=C.UTF-8"
        )
    gc.enable()

    def simulate(config: Config, board: Board, journal: str, script: Script | None = None) -> None:
        emulated = EmulatedBoard(with_simulator_keys(config))
        queue, plays = EdgeQueue(time.monotonic), None
        if script:
            queue = aside = AsideQueue(time.monotonic, board.take)
            plays = player(script, board, aside)
        loop, close = on_wires(emulated.config, emulated.wires, board, queue, time.monotonic)
        try:
            show(emulated, board, loop.run, queue.stop, journal, plays)
        finally:
            close()

    return simulate


_NO_TERMINAL = (
    "the simulator needs a terminal: run it without redirecting its input or output; "
    "'muggins replay FILE' presses keys and prints the state of the game"
)


def _how_to_get_textual() -> str:
    import shlex

    from firmware_py.version import is_packaged

    if is_packaged():
        return "the Debian package has no simulator; run Muggins from its source folder, as the README says"
    pip = shlex.quote(str(Path(sys.executable).with_name("pip")))  # of the same virtual environment
    return f"in the source folder of Muggins, run {pip} install '.[simulator]'"


def set_up(out: Path | None) -> None:
    """Ask what this board is made of, and write its configuration.

    Args:
        out: the file to write; the usual one if None.

    Raises:
        UsageError: the answers ended, or the file cannot be written.
    """
    from firmware_py.doctor.inspection import inspect
    from firmware_py.drivers import from_config
    from firmware_py.setup_wizard.hardware import Hardware
    from firmware_py.setup_wizard.terminal import standard
    from firmware_py.setup_wizard.wizard import run as ask

    hardware = Hardware(
        inspect, from_config.oled, from_config.lights, from_config.one_button, from_config.any_keys
    )
    ask(standard(), hardware, out)


def replay_on_device(
    board: Board,
    keys: Sequence[Key],
    pressed: Callable[[Input, Outcome], None],
    emulated: EmulatedBoard | None = None,
) -> Meter:
    """Send presses through the emulated pins, and every frame into the emulated chips.

    The clock of the keys is the replay's own: a press and its release are 50 ms apart, a long press lasts as
    long as it must, and no time is lost waiting.

    Args:
        board: the board that takes them.
        keys: what is pressed.
        pressed: told of each press and what it did.
        emulated: the parts; those of the usual board if None. All keys have a button.

    Returns:
        What each press cost: bytes on each bus, and the processor's time from the edge to the last byte of
        both frames.
    """
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.emulator.emulated_board import HELD_FOR, EmulatedBoard
    from firmware_py.emulator.meter import Meter
    from firmware_py.input.debounce import QUIET
    from firmware_py.input.long_press import LONG

    emulated = emulated or EmulatedBoard()
    now = [0.0]

    def clock() -> float:
        return now[0]

    emulated.pins.factory.clock = clock
    wires = emulated.wires._replace(clock=clock)
    loop, close = on_wires(emulated.config, wires, board, EdgeQueue(clock), clock, pressed)
    loop.show()
    meter = Meter(emulated)
    for key in keys:
        with meter.press():
            emulated.press(key)
            loop.turn()
            if key in HELD_FOR:
                now[0] += LONG
                loop.turn()
            now[0] += 2 * QUIET
            emulated.release(key)
            loop.turn()
        now[0] += 2 * QUIET
    close()
    return meter


def on_wires(
    config: Config,
    wires: Wires,
    board: Board,
    queue: EdgeQueue,
    clock: Callable[[], float],
    pressed: Callable[[Input, Outcome], None] = lambda key, outcome: None,
    *,
    notifier: Notifier | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[Loop, Callable[[], None]]:
    """The shipped loop and drivers on given wires, and what lets go of them. The first frame is out.

    Args:
        config: the board.
        wires: the wires.
        board: the state.
        queue: where the keys go.
        clock: the time in seconds, as the queue has it.
        pressed: told of each press, once its frames are out.
        notifier: told that the loop goes round.
        tell: takes a line about a part that fails, or answers again; as a warning to standard error if None.

    Raises:
        UsageError: pins or input devices cannot be had. All is let go of then.
    """
    from firmware_py.drivers import from_config
    from firmware_py.loop import Loop
    from firmware_py.outputs.outputs import Frames
    from firmware_py.outputs.screen import Screen
    from firmware_py.service.log import Log

    tell = tell or Log().warning
    with ExitStack() as opened:
        if wires.pins:
            opened.callback(wires.pins.close)
        screens = [Screen(from_config.oled(each, wires), each) for each in config.displays]
        for screen in screens:
            opened.callback(screen.close)
        frames = Frames(screens, tell=tell)
        loop = Loop(board, frames, queue, clock, pressed)
        if notifier:
            loop.watch(notifier.alive, notifier.watchdog)
        loop.show()
        _equip(frames, config, wires, opened)
        for keys in from_config.inputs(config, queue.put, tell, wires):
            opened.callback(keys.close)
        return loop, opened.pop_all().close


def _figures_of_replay(
    board: Board, keys: Sequence[Key], pressed: Callable[[Input, Outcome], None]
) -> dict[str, Any]:
    """The figures that `replay --device` adds to what it prints."""
    return replay_on_device(board, keys, pressed).figures


def _equip(frames: Frames, config: Config, wires: Wires, opened: ExitStack) -> None:
    """Give frames what shows the game besides screens, and have it closed in the end.

    Raises:
        UsageError: the pins cannot be had.
    """
    from firmware_py.drivers import from_config

    if config.lights:
        from firmware_py.render.leds import LedPainter

        lights = from_config.lights(config.lights, wires)
        opened.callback(lights.close)
        frames.light(lights, LedPainter(config.lights.shape, config.lights.palette).paint)
    signals = from_config.signals(config, wires)
    if signals:
        frames.signals = signals
        opened.callback(signals.close)


def _splash(given: Path | None) -> None:
    """The first picture, if this is to be a board, and no other has the screen."""
    from firmware_py.config import files
    from firmware_py.errors import UsageError
    from firmware_py.journal.locations import default_journal
    from firmware_py.journal.lock import is_locked

    try:
        config = given or files.found()
    except UsageError:
        return  # it is said when it is read
    if (config or has_pins()) and not is_locked(default_journal()):
        from firmware_py.drivers.splash import splash

        splash(config)


if __name__ == "__main__":
    sys.exit(main())
