"""The simulator's application, which shows the emulated board and lets the user press its keys.

The board's real loop runs in a separate thread, and does not know about the terminal. The process can be
stopped and continued without corrupting its terminal (`SuspendableDriver`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.drivers.linux_driver import LinuxDriver

from engine.game import Game
from firmware_py.board.board import Board
from firmware_py.input.keys import Key

from .board import TYPED, EmulatedBoard, Fingers
from .glass import FootWidget, GlassWidget, TooSmall, Words, at_the_board, in_a_dialogue, watching
from .keypad import KeypadWidget
from .log import LogWidget, lines
from .oled_controller import ProtocolError
from .script import Player
from .tracks import TracksWidget


class SuspendableDriver(LinuxDriver):
    """The driver for the simulator's terminal.

    Textual's own driver sets up the screen again after every SIGCONT, even if the process was stopped by
    SIGSTOP, which cannot be handled. It would then save the simulator's terminal settings as those to restore
    at the end. This driver sets up the screen again only if it was suspended before.
    """

    _was_suspended = False

    def suspend_application_mode(self) -> None:
        """Restore the terminal, because the process is about to be stopped."""
        self._was_suspended = True
        super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Set up the screen again if the driver was suspended. Otherwise do nothing.

        In the background, the terminal refuses this. The driver then tries again after the next SIGCONT.
        """
        if self._was_suspended:
            before = self._writer_thread
            super().resume_application_mode()
            self._was_suspended = self._writer_thread is before


WIDTH, HEIGHT = 80, 24
"""The minimum size of the terminal, in columns and lines."""
GLANCE = 0.03
"""The time, in seconds, between two checks for bytes that the chips have received."""
DOZE = 0.25
"""The time, in seconds, between two checks after `AWAKE` idle seconds. A key press ends it early."""
AWAKE = 1.0
"""The time, in seconds, after a key or a frame until the checks become less frequent."""
PATIENCE = 3
"""The number of checks after which a frame is shown even if more bytes of it are still arriving."""


class SimulatorApp(App[None]):
    """The application that shows an emulated board in a terminal. A thread runs the board's loop.

    Attributes:
        error: the error that the board's loop raised, if any.
        fingers: the object that simulates presses of the board's keys.
    """

    CSS = """
    Screen { background: #1c110a; color: #e8d5b0; }
    #upper { height: 16; background: #24160d; }
    GlassWidget { width: 64; height: 16; background: #000000; }
    KeypadWidget { width: 1fr; height: 100%; background: #24160d; }
    TracksWidget { height: 4; }
    LogWidget { height: 1fr; padding: 0 1; background: #1c110a; }
    FootWidget { height: 1; padding: 0 1; background: #2a160c; }
    TooSmall { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    Screen.small #board { display: none; }
    Screen.small TooSmall { display: block; }
    Screen.roomy #upper { height: 18; }
    Screen.roomy GlassWidget {
        width: 68; height: 18; padding: 0 1; border: round #4f86a8;
        border-title-color: #8fbcd6; border-title-background: #000000; border-title-align: center;
    }
    Screen.three TracksWidget { height: 6; }
    Screen.four TracksWidget { height: 8; }
    Screen.four.low FootWidget { display: none; }
    Screen.roomy TracksWidget { height: 8; border: outer #5f2d17; }
    Screen.roomy.three TracksWidget { height: 10; }
    Screen.roomy.four TracksWidget { height: 12; }
    Screen.roomy LogWidget { padding: 0 1; border: round #6f4a2c; border-title-color: #d7a75f; }
    Screen.huge #upper { height: 34; }
    Screen.huge GlassWidget { width: 132; height: 34; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close or quit", priority=True, show=False),
        Binding("ctrl+q,ctrl+c", "quit", "Quit", priority=True, show=False),
    ]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "Muggins"

    def __init__(
        self,
        emulated: EmulatedBoard,
        board: Board,
        loop: Callable[[], object],
        stop: Callable[[], None],
        about: str = "",
        player: Player | None = None,
    ) -> None:
        """Prepare to run a board's loop in a thread, and to let the user press the board's keys.

        Args:
            emulated: the emulated hardware to show and operate.
            board: the board's software, which `loop` runs. The terminal's log describes its game.
            loop: a function that runs the board until it is stopped. The terminal closes when it returns.
            stop: a function that makes `loop` return, called from the main thread.
            about: a short note to show in the bottom line, such as the path to the journal.
            player: a function that presses the keys instead of the user, who can then only quit; None to let
                the user play.
        """
        # If NO_COLOR is set, Textual shows greys, unless it is told to keep the terminal's own colours.
        super().__init__(driver_class=SuspendableDriver, ansi_color="NO_COLOR" in os.environ)
        self.error: BaseException | None = None
        self._emulated = emulated
        self._board = board
        self._run = loop
        self._stop = stop
        self._player = player
        self._thread = Thread(target=self._run_loop, name="board", daemon=True)
        self._keypad = KeypadWidget()
        self._glass = GlassWidget()
        self._tracks = TracksWidget(wooden=self.console.color_system == "truecolor")
        self._told = LogWidget()
        self._foot = FootWidget(about)
        self._too_small = TooSmall(WIDTH, HEIGHT)
        self._stirred = asyncio.Event()
        self.fingers = Fingers(emulated, self._light)

    def show(self) -> None:
        """Run the board and show it in the terminal until one of them ends.

        Raises:
            SystemExit: the terminal application failed, and printed the reason.
            BaseException: the error that `loop` raised.
        """
        try:
            self.run()
        finally:
            self.finish()
        if self.error is not None:
            raise self.error
        if self.return_code:
            raise SystemExit(self.return_code)

    def compose(self) -> ComposeResult:
        """Yield the widgets, from top to bottom."""
        with Vertical(id="board"):
            with Horizontal(id="upper"):
                yield self._glass
                yield self._keypad
            yield self._tracks
            yield self._told
            yield self._foot
        yield self._too_small

    def on_mount(self) -> None:
        """Start the board's loop and the tasks that press its keys and redraw the screen."""
        self._thread.start()
        self.run_worker(self.fingers.work())
        self.run_worker(self._watch())
        if self._player:
            self.run_worker(self._player(self.fingers, lambda: not self._is_too_small))

    async def on_event(self, event: events.Event) -> None:
        """Handle an event from Textual.

        While a script presses the board's keys, the user can press any key to quit.
        """
        if self._player and isinstance(event, events.Key):
            self.exit()
        else:
            await super().on_event(event)

    async def action_leave(self) -> None:
        """Close the open menu or dialogue, or go back one step in it. Quit if none is open."""
        await self.fingers.rest()
        await asyncio.sleep(GLANCE)  # until the loop has handled the presses
        if self._is_too_small or self._board.entry.dialogue is None:
            self.exit()
        else:
            self.fingers.tap(Key.MENU)

    def finish(self) -> None:
        """Stop the board's loop and wait until it has ended."""
        if self._thread.ident is not None:
            self._stop()
            self._thread.join()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the widgets to the terminal, or show a message if the terminal is too small."""
        width, height = event.size
        self.screen.set_class(width < WIDTH or height < HEIGHT, "small")
        self.screen.set_class(height == HEIGHT, "low")
        self.screen.set_class(width >= 88 and height >= 32, "roomy")
        self.screen.set_class(width >= 160 and height >= 48, "huge")
        self._too_small.tell(width, height)

    def on_key(self, event: events.Key) -> None:
        """Tap the board's key that corresponds to the key typed, if any."""
        key = TYPED.get(event.character.lower() if event.is_printable and event.character else event.key)
        if key is not None and not self._is_too_small:
            self.fingers.tap(key)

    def on_keypad_widget_down(self, message: KeypadWidget.Down) -> None:
        """Press the key under the mouse and hold it down."""
        if not self._player:
            self.fingers.down(message.key)

    def on_keypad_widget_up(self, message: KeypadWidget.Up) -> None:
        """Release the key that the mouse was holding down."""
        if not self._player:
            self.fingers.up(message.key)

    def on_app_blur(self) -> None:
        """Release the key that the mouse is holding down when the terminal loses focus."""
        self._keypad.let_go()

    @property
    def _is_too_small(self) -> bool:
        return self.screen.has_class("small")

    def _run_loop(self) -> None:
        try:
            self._run()
        except BaseException as error:
            self.error = error

    def _light(self, key: Key, down: bool) -> None:
        self._keypad.light(key, down)
        self._stirred.set()

    async def _watch(self) -> None:
        """Redraw the screen each time the emulated chips receive bytes, until the board's loop has ended."""
        seen, unseen, waited, drowsy = self._sent(), True, 0, 0.0
        while self._thread.is_alive():
            if not self.is_running:
                return  # the application is closing, and may no longer have a screen
            sent = self._sent()
            # A frame is sent in many writes, and bytes are counted before they arrive, so wait for a pause.
            settled, seen = sent == seen, sent
            unseen = unseen or not settled
            waited = waited + 1 if unseen else 0
            if unseen and (settled or waited >= PATIENCE):
                self._look(settled)
                unseen, waited = not settled, 0
            drowsy = 0.0 if unseen or self._stirred.is_set() else drowsy + GLANCE
            self._stirred.clear()
            if drowsy < AWAKE:
                await asyncio.sleep(GLANCE)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stirred.wait(), DOZE)
        self.exit()

    def _sent(self) -> tuple[int, int]:
        return self._emulated.oled_bytes, self._emulated.led_bytes

    def _look(self, settled: bool) -> None:
        """An invalid display state is an error only if the board has finished sending data (`settled`)."""
        game = self._board.history.game
        self.screen.set_class(game.rules.sides == 3, "three")
        self.screen.set_class(game.rules.sides == 4, "four")
        self._tracks.show(self._emulated.lights, game.rules.sides)
        self._told.show(lines(self._board.history), game)
        self._foot.show(self._words(game))
        try:
            self._glass.show(self._emulated.screen)
        except ProtocolError:
            if settled:
                raise

    def _words(self, game: Game) -> Words:
        if self._player:
            return watching()
        if self._board.entry.dialogue is not None:
            return in_a_dialogue()
        return at_the_board(muggins=game.rules.muggins)
