"""A board that runs as a service: it notifies systemd, writes a log, and can switch the machine off.

To switch the machine off without being root, it writes a file in its own folder under /run, where nobody else
can write. The unit `muggins-poweroff.path` watches for this file. The file is removed when the machine
restarts. SIGTERM and Ctrl-C stop the board, and SIGHUP reloads its configuration.

systemd is told over the socket that it provides (sd_notify(3)), by datagrams with lines such as `READY=1`.
The Python packages for this are no longer maintained or need C headers.
"""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from firmware_py.board.listener import Listener
from firmware_py.board.ports import Ending
from firmware_py.system.errors import system_words
from firmware_py.system.output import Log
from firmware_py.words.in_use import words

from .assembly import listening

if TYPE_CHECKING:
    from socket import socket

    from firmware_py.board.board import Board
    from firmware_py.board.loop import Loop
    from firmware_py.config.config import Config
    from firmware_py.outputs.screens import Screens
    from firmware_py.system.errors import UsageError


ROOM_WITHIN = 4.0
"""The time that a message waits for room in systemd's queue, in seconds. Watchdog messages do not wait.

A reload sends two messages, and may begin half a watchdog period after the last watchdog message. The
unit's watchdog period is 20 seconds, so there is still time for the next one.
"""
RETRY = 0.01
"""The time between two attempts to send a waiting message, in seconds.

The attempts are needed because an unconnected datagram socket cannot be polled for room in the receiver's
queue.
"""

_QUEUE_IS_FULL = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ENOBUFS)


class Notifier:
    """A connection to systemd that reports the state of the board, if the program runs as a service.

    Attributes:
        watchdog: the longest time that systemd allows between two calls to `alive`, in seconds; None if
            systemd does not watch the program.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, warn: Callable[[str], None] = lambda line: None
    ) -> None:
        """Read the address of systemd's socket from the environment. The first message opens the socket.

        Args:
            environment: the environment variables. systemd sets NOTIFY_SOCKET, WATCHDOG_USEC and
                WATCHDOG_PID.
        """
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._warn = warn
        self._socket: socket | None = None
        self._is_closed = False
        self.watchdog: float | None = None
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        with suppress(ValueError):
            if watched and self._address:
                self.watchdog = int(environment.get("WATCHDOG_USEC", "")) / 1_000_000

    @property
    def is_service(self) -> bool:
        """True if this program was started by systemd as a service."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Tell systemd that the board is ready, and send a status line for `systemctl status`."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """Tell systemd that the board is reloading its configuration. Call `ready` after the reload.

        The message includes the time, because for a unit of `Type=notify-reload`, systemd ignores messages
        that are older than the reload signal.
        """
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def alive(self) -> bool:
        """Notify systemd's watchdog that the board is still running.

        Return False if the notification could not be sent because systemd's queue is full.
        """
        return self._has_sent(b"WATCHDOG=1")

    def stopping(self) -> None:
        """Tell systemd that the board is stopping."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Close the socket that is connected to systemd."""
        self._is_closed = True
        if self._socket:
            self._socket.close()

    def _tell(self, *lines: str) -> None:
        """If systemd's queue is full, keep trying for `ROOM_WITHIN` seconds, then give up with a warning."""
        message = "\n".join(lines).encode()
        deadline = time.monotonic() + ROOM_WITHIN
        while not self._has_sent(message):
            if time.monotonic() >= deadline:
                self._warn(
                    f"systemd has read no messages for {ROOM_WITHIN:g} s and was not told {lines[0]}: "
                    "it may restart the board; the game is saved"
                )
                return
            time.sleep(RETRY)

    def _has_sent(self, message: bytes) -> bool:
        """Return False if systemd's queue is full. After any other error, another attempt would not help."""
        if not self._address or self._is_closed:
            return True
        try:
            if self._socket is None:
                # Sockets take a while to import, and the first message follows the first picture.
                from firmware_py.window.datagrams import datagram_socket

                self._socket = datagram_socket()
                self._socket.setblocking(False)
            self._socket.sendto(message, self._address)
        except OSError as error:
            return error.errno not in _QUEUE_IS_FULL
        return True


# The last pictures and the log's wording are imported when needed, so that the first picture appears sooner.

NOTE = "poweroff"
"""The name of the file, in the service's RuntimeDirectory= (systemd.exec(5))."""


class PowerSwitch:
    """A switch that turns the machine off. It works only if this program runs as a systemd service."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._note = Path(folder, NOTE) if folder and environment.get("NOTIFY_SOCKET") else None
        if self._note:
            with suppress(OSError):
                self._note.unlink()  # an old file that systemd did not act on

    @property
    def works(self) -> bool:
        """True if the machine can be switched off."""
        return self._note is not None

    def press(self) -> None:
        """Tell systemd to switch the machine off. This program keeps running for a moment after that.

        Raises:
            OSError: the file that tells systemd to switch the machine off cannot be written.
        """
        assert self._note is not None, "there is no switch"
        os.close(os.open(self._note, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))


PATIENCE = 5.0
"""The time that a starting service waits for udev to make the pins accessible to its group, in seconds."""
GOODBYE = 1.0
"""The time for which the last picture stays on, in seconds."""
AS_BEFORE = "the board keeps the old configuration"


class Service:
    """A real board's connections to systemd, the log and the power switch."""

    def __init__(self, board: Board, *listeners: Listener) -> None:
        """Open the log and the connections to systemd.

        Args:
            listeners: the listeners to notify in addition to the log.
        """
        self._board = board
        self._log = Log()
        self.listener = listening(self._log, *listeners, logs_game=True)
        self._notifier = Notifier(warn=self._log.warning)
        self._switch = PowerSwitch()
        self._has_begun = False

    @property
    def patience(self) -> float:
        """The time to wait for missing hardware, in seconds; 0 unless the service is just starting."""
        return PATIENCE if self._notifier.is_service and not self._has_begun else 0.0

    def equip(self, config: Config) -> None:
        """Tell the board which parts and settings it has, because these determine which keys it accepts."""
        self._board.equip(config.equipment(is_service=self._switch.works))

    def begin(self, config: Config, loop: Loop) -> None:
        """Connect the loop to systemd's watchdog, log the start, and tell systemd that the board is ready."""
        loop.watch(self._notifier.alive, self._notifier.watchdog)
        self._log_start(config)
        self._board.reach_back()
        self._notifier.ready(config.title)

    def play(self, loop: Loop, screens: Screens) -> Ending:
        """Run the board until it has to stop, reload, or switch the machine off, and return the reason.

        systemd is notified of a stop or reload. If the board stops but the machine stays on, the goodbye
        message is shown.
        """
        ending = loop.run()
        while ending is Ending.POWER_OFF and not self._switched_off(screens):
            ending = loop.run()
        if ending is Ending.RELOAD:
            self._notifier.reloading()
            return ending
        self._notifier.stopping()
        self.listener.ended(ending)
        if ending is Ending.STOPPED:
            _say_goodbye(screens)
        return ending

    def keep(self, config: Config, error: UsageError) -> None:
        """Keep using `config`, and report why the new configuration was rejected.

        systemd is notified that the reload has ended.
        """
        self.refuse(error)
        self._notifier.ready(config.title)

    def refuse(self, error: UsageError) -> None:
        """Report in the log and on the display why the new configuration has been rejected."""
        why = f"{error}; {AS_BEFORE}"
        self.listener.noticed(why)
        self._board.say(why)

    def close(self) -> None:
        """Close the connection to systemd."""
        self._notifier.close()

    def _switched_off(self, screens: Screens) -> bool:
        """If the machine cannot be switched off, go back to the game and return False."""
        from firmware_py.render.oled import switching_off

        screens.farewell(switching_off(), stays=True)
        try:
            self._switch.press()
        except OSError as error:
            why = words().cannot_switch_off(system_words(error))
            self.listener.noticed(
                f"{why}: {error.filename}; the game goes on; to switch off, use 'sudo poweroff'"
            )
            self._board.return_to_game(why)
            return False
        return True

    def _log_start(self, config: Config) -> None:
        """Log the configuration and, if the service has just started, the game and any problems found."""
        begins, self._has_begun = not self._has_begun, True
        board = self._board
        if begins and board.view.notice:
            self.listener.noticed(board.view.notice)
        if begins:
            self._warn_of_memory()
        if not self._log.is_followed:
            return
        from firmware_py.journal.locations import default_journal
        from firmware_py.outputs.log_and_buzzer import standing
        from firmware_py.system.process import VERSION

        which = f"{config.source or config.profile} ({config.title})"
        if begins:
            where = f"{default_journal()}: {standing(board.history, board.view)}"
            self._log.info(f"Muggins {VERSION} on {which}; {where}")
        else:
            self._log.info(f"playing on {which}")

    def _warn_of_memory(self) -> None:
        from firmware_py.journal import tmpfs_warning
        from firmware_py.journal.locations import state_folder

        folder = state_folder().resolve()
        if tmpfs_warning.is_in_memory(folder, tmpfs_warning.mount_table()):
            self.listener.noticed(f"{folder} {tmpfs_warning.LOSS}; {tmpfs_warning.REMEDY}")


def _say_goodbye(screens: Screens) -> None:
    from firmware_py.render.oled import goodbye

    if screens.farewell(goodbye()):
        time.sleep(GOODBYE)


def heed(stop: Callable[[], None], reload: Callable[[], None]) -> None:
    """Start a thread that calls `stop` on SIGTERM and Ctrl-C, and `reload` on SIGHUP.

    Call this before any other thread is started, so that no other thread receives these signals. Python's own
    signal handlers would run only in the main thread, which may be waiting for a key. The commands that
    follow a board end on their first signal, and do use such a handler: see `end_on_signals`.
    """
    actions = {signal.SIGTERM: stop, signal.SIGINT: stop, signal.SIGHUP: reload}

    def wait() -> None:
        while True:
            actions[signal.Signals(signal.sigwait(actions))]()

    signal.pthread_sigmask(signal.SIG_BLOCK, actions)
    Thread(target=wait, name="signals", daemon=True).start()
