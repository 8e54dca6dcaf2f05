"""Assemble a board: connect its configured parts, its add-ons and its listeners to the loop.

Every board is assembled here: the real one, the one in a terminal, and the one that has only a page. They
differ in what they have: wires to parts, a window for other programs, a program as the opponent. The order is
the same for all: the log and its faults, the window, the add-ons, the screens and lights, the buzzer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.board.add_on import LazyAddOn
from firmware_py.board.listener import Listener, Listeners
from firmware_py.drivers import from_config
from firmware_py.journal.locations import default_journal, exists
from firmware_py.outputs.log_and_buzzer import FaultLog, GameLog, GameTime
from firmware_py.outputs.screens import Screens
from firmware_py.window.folder import runtime_folder, update_status

if TYPE_CHECKING:
    from engine.coach.opponent import Strength
    from engine.match.timeline import Timeline
    from firmware_py.board.add_on import AddOn
    from firmware_py.board.board import Board
    from firmware_py.board.loop import Loop
    from firmware_py.board.ports import Output
    from firmware_py.board.solo import Solo
    from firmware_py.config.config import Config
    from firmware_py.drivers import Wires
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.outputs.window import OpenSocket, Window
    from firmware_py.system.output import Log
    from firmware_py.view.coach import CountedDeal
    from firmware_py.view.view import View


# The LEDs, the buzzer, the pins and the loop are imported after the first picture is on the screen.


class Assembly(NamedTuple):
    """A board that has been assembled.

    Attributes:
        screens: the displays, which can show a final image before the board is closed.
        close: a function that closes the add-ons, and switches off and disconnects all hardware.
    """

    loop: Loop
    screens: Screens
    close: Callable[[], None]


def assemble(
    config: Config,
    wires: Wires | None,
    board: Board,
    queue: EdgeQueue,
    clock: Callable[[], float],
    listener: Listener,
    window: Window | None = None,
    opponent: Strength | None = None,
) -> Assembly:
    """Assemble a board and show the first image on its displays.

    Args:
        wires: the connections to the parts, real or emulated; None for a board without parts, whatever its
            configuration says.
        clock: a function that returns the time in seconds, on the same clock as the queue.
        listener: the listener to notify of each key press, each notice, and each part that fails, such as
            that of `listening`.
        window: the listener that lets other programs watch the board, which phones can then join; None if
            they see nothing of it.
        opponent: the strength of the program, if it plays as the opponent; None if all players are human.

    Raises:
        UsageError: a pin or an input device is not available. All hardware opened so far is closed.
        JournalError: the program plays as the opponent, and the journal cannot be written.
    """
    add_ons = list(_add_ons(board, queue, listener, window, opponent))
    with ExitStack() as opened:
        if wires and wires.pins:
            opened.callback(wires.pins.close)
        displays = [(from_config.oled(each, wires), each) for each in config.displays] if wires else []
        screens = Screens(displays, listener)
        opened.callback(screens.close)
        screens.show(board.view, clock())
        outputs: list[Output] = [screens]
        if wires:
            for output in _lights(config, wires, board, listener):
                opened.callback(output.close)
                outputs.append(output)
            listener = _with_buzzer(config, wires, listener, opened)
            for keys in from_config.inputs(config, queue.put, listener.noticed, wires):
                opened.callback(keys.close)
        for add_on in add_ons:
            opened.callback(add_on.close)
        from firmware_py.board.loop import Loop

        loop = Loop(board, outputs, queue, clock, listener, lambda: screens.asleep, add_ons)
        return Assembly(loop, screens, opened.pop_all().close)


def listening(log: Log, *others: Listener, logs_game: bool = False) -> Listener:
    """Return a listener that writes the log, and then tells the others, such as the window.

    Args:
        logs_game: True to log the game, and not only what is at fault.
    """
    faults = FaultLog(log)
    return Listeners(GameLog(log), faults, *others) if logs_game else Listeners(faults, *others)


def game_time(journal: Path) -> Listener:
    """Return a listener that measures how long each game takes, and saves it beside the journal."""

    def save(timeline: Timeline, minutes: int) -> None:
        from firmware_py.journal.archive import save_minutes

        save_minutes(journal, timeline, minutes)

    return GameTime(save, time.monotonic)


def board_window(journal: Path, queue: EdgeQueue) -> Window:
    """Return a listener that lets other programs watch the board and press its keys.

    The file and the socket that these programs use are created when the board first shows something. The
    caller must close the listener.
    """
    from firmware_py.outputs.window import Window

    def open_socket(path: Path) -> OpenSocket:
        from firmware_py.drivers.key_socket import KeySocket

        return KeySocket(path, queue.put_message)

    return Window(journal, open_socket)


def _add_ons(
    board: Board, queue: EdgeQueue, listener: Listener, window: Window | None, opponent: Strength | None
) -> Iterator[AddOn]:
    if window:
        yield LazyAddOn(
            lambda: board.entry.phone_requests is not None, lambda: _phones(board, window, listener)
        )
    if board.equipment.updates:
        folder = runtime_folder(default_journal())
        goes_on = exists(update_status(folder))  # an update may have restarted the board
        yield LazyAddOn(lambda: goes_on or board.wants_update, lambda: _updates(board, folder, listener))
    completed: Callable[[CountedDeal], CountedDeal] | None = None
    if opponent is not None:
        from firmware_py.board.coach import CoachProcess
        from firmware_py.board.solo import Solo
        from firmware_py.input.questions import AskHint

        solo = Solo(board, queue.put_message, CoachProcess(queue.put_message), opponent)
        completed = solo.completed
        yield solo
        yield LazyAddOn(lambda: isinstance(board.entry.dialogue, AskHint), lambda: _hints(board, queue, solo))
    if board.equipment.coach is not None:
        yield LazyAddOn(
            lambda: bool(board.equipment.coach), lambda: _coach(board, queue, listener, completed)
        )


def _phones(board: Board, window: Window, listener: Listener) -> AddOn:
    from firmware_py.board.phones import PhoneFileDoor, PhoneJoining

    return PhoneJoining(board, PhoneFileDoor(lambda: window.folder), listener.noticed)


def _updates(board: Board, folder: Path, listener: Listener) -> AddOn:
    from firmware_py.board.updates import BoardUpdates

    return BoardUpdates(board, folder, listener.noticed)


def _coach(
    board: Board,
    queue: EdgeQueue,
    listener: Listener,
    completed: Callable[[CountedDeal], CountedDeal] | None,
) -> AddOn:
    from firmware_py.board.coach import AfterDeal, CoachProcess

    return AfterDeal(board, CoachProcess(queue.put_message), listener.noticed, completed)


def _hints(board: Board, queue: EdgeQueue, solo: Solo) -> AddOn:
    from firmware_py.board.coach import CoachProcess, Hints

    return Hints(board, CoachProcess(queue.put_message), lambda: solo.question_for_coach)


def _with_buzzer(config: Config, wires: Wires, listener: Listener, opened: ExitStack) -> Listener:
    buzzer = from_config.buzzer(config, wires)
    if buzzer is None:
        return listener
    from firmware_py.outputs.log_and_buzzer import Sounds

    opened.callback(buzzer.close)
    return Listeners(listener, Sounds(buzzer.sound))


def _lights(config: Config, wires: Wires, board: Board, listener: Listener) -> list[Output]:
    made: list[Output] = []
    if config.lights:
        from firmware_py.outputs.lights import LedTracks
        from firmware_py.render.leds import LedPainter

        painter = LedPainter(config.lights.shape, config.lights.palette)

        def paint(view: View, since: float | None) -> bytes:
            return painter.paint(view, since, board.equipment.palette or ())

        breathes = config.lights.palette.speaks
        lights = from_config.lights(config.lights, wires)
        made.append(LedTracks(lights, paint, listener, breathes=breathes))
    indicators = from_config.indicators(config, wires)
    if indicators:
        made.append(indicators)
    return made
