"""Assemble a board: connect the drivers for the configured hardware to the main loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.board.add_on import LazyAddOn
from firmware_py.drivers import from_config
from firmware_py.outputs.screens import DimmingScreen, Screens

if TYPE_CHECKING:
    from engine.coach.opponent import Strength
    from firmware_py.board.add_on import AddOn
    from firmware_py.board.board import Board
    from firmware_py.board.loop import Loop
    from firmware_py.board.ports import Listener, Output
    from firmware_py.board.solo import Solo
    from firmware_py.config.config import Config
    from firmware_py.drivers import Wires
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.outputs.window import OpenSocket, Window


# The LEDs, the buzzer, the pins and the loop are imported after the first picture is on the screen.


class Assembly(NamedTuple):
    """A board that has been assembled.

    Attributes:
        loop: the loop that handles key presses and updates the displays, ready to run.
        screens: the displays, which can show a final image before the board is closed.
        close: a function that closes the add-ons, and switches off and disconnects all hardware.
    """

    loop: Loop
    screens: Screens
    close: Callable[[], None]


def assemble(
    config: Config,
    wires: Wires,
    board: Board,
    queue: EdgeQueue,
    clock: Callable[[], float],
    listener: Listener,
    add_ons: Sequence[AddOn] = (),
) -> Assembly:
    """Assemble a board and show the first image on its displays.

    Args:
        config: the board's configuration.
        wires: the connections to the parts, real or emulated.
        board: the state of the game.
        queue: the queue of key presses and messages that the loop reads.
        clock: a function that returns the time in seconds, on the same clock as the queue.
        listener: the listener to notify of each key press, each notice, and each part that fails.
        add_ons: the add-ons, which follow the game and give the board something more to show.

    Raises:
        UsageError: a pin or an input device is not available. All hardware opened so far is closed.
    """
    with ExitStack() as opened:
        if wires.pins:
            opened.callback(wires.pins.close)
        screens = Screens(
            [DimmingScreen(from_config.oled(each, wires), each) for each in config.displays], listener
        )
        opened.callback(screens.close)
        screens.show(board.view, clock())
        outputs: list[Output] = [screens]
        for output in _lights(config, wires, listener):
            opened.callback(output.close)
            outputs.append(output)
        buzzer = from_config.buzzer(config, wires)
        if buzzer:
            from firmware_py.board.ports import Listeners
            from firmware_py.outputs.log_and_buzzer import Sounds

            opened.callback(buzzer.close)
            listener = Listeners(listener, Sounds(buzzer))
        for keys in from_config.inputs(config, queue.put, listener.noticed, wires):
            opened.callback(keys.close)
        for add_on in add_ons:
            opened.callback(add_on.close)
        from firmware_py.board.loop import Loop

        loop = Loop(board, outputs, queue, clock, listener, lambda: screens.asleep, add_ons)
        return Assembly(loop, screens, opened.pop_all().close)


def board_window(journal: Path, queue: EdgeQueue) -> Window:
    """Return a listener that lets other programs watch the board and press its keys.

    The file and the socket that these programs use are created when the board first shows something. The
    caller must close the listener.

    Args:
        journal: the path to the board's journal.
        queue: the queue for the messages sent by other programs.
    """
    from firmware_py.outputs.window import Window

    def open_socket(path: Path) -> OpenSocket:
        from firmware_py.drivers.key_socket import KeySocket

        return KeySocket(path, queue.put_message)

    return Window(journal, open_socket)


def add_ons(
    board: Board,
    queue: EdgeQueue,
    listener: Listener,
    window: Window | None = None,
    opponent: Strength | None = None,
) -> list[AddOn]:
    """Return a board's add-ons. Those that are not wanted yet are imported later.

    Args:
        board: the state of the game.
        queue: the queue that the loop reads. The opponent's keys and the coach's advice arrive there.
        listener: the listener to notify if an add-on cannot do its work.
        window: the listener that lets other programs watch the board; None if none can. Each code with which
            a phone joins is written to a file in its folder.
        opponent: the strength with which the program plays against one person; None if all players are
            human.

    Raises:
        JournalError: the journal cannot be written.
    """
    solo: Solo | None = None
    if opponent is not None:
        from firmware_py.board.solo import Solo

        solo = Solo(board, queue.put_message, opponent)

    def phones() -> AddOn:
        from firmware_py.board.phones import PhoneFileDoor, PhoneJoining

        return PhoneJoining(board, PhoneFileDoor(lambda: window.folder if window else None), listener.noticed)

    def coach() -> AddOn:
        from firmware_py.board.coach import AfterDeal, CoachProcess

        completed = solo.completed if solo else None
        return AfterDeal(board, CoachProcess(queue.put_message), listener.noticed, completed)

    return [
        *([solo] if solo else []),
        LazyAddOn(lambda: board.entry.phone_requests is not None, phones),
        LazyAddOn(lambda: bool(board.equipment.coach), coach),
    ]


def _lights(config: Config, wires: Wires, listener: Listener) -> list[Output]:
    made: list[Output] = []
    if config.lights:
        from firmware_py.outputs.lights import LedTracks
        from firmware_py.render.leds import LedPainter

        paint = LedPainter(config.lights.shape, config.lights.palette).paint
        made.append(LedTracks(from_config.lights(config.lights, wires), paint, listener))
    indicators = from_config.indicators(config, wires)
    if indicators:
        from firmware_py.outputs.lights import Indicators

        made.append(Indicators(indicators))
    return made
