"""A board from its start to its end: loads configurations, informs systemd and the log, says goodbye."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.drivers import from_config
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.errors import UsageError
from firmware_py.input.equipment import Equipment
from firmware_py.loop import Ending
from firmware_py.service.log import Log
from firmware_py.service.power_off import PowerSwitch
from firmware_py.service.systemd import Notifier

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.config.config import Config
    from firmware_py.input.keys import Input
    from firmware_py.loop import Loop

# The log and the last pictures import what they need when they need it, so that the first frame comes sooner.

Close = Callable[[], None]
Join = Callable[..., "tuple[Loop, Close]"]

PATIENCE = 5.0
"""Seconds for which a service that starts waits for udev to give the pins to its group."""
GOODBYE = 1.0
"""Seconds for which the last picture stays."""
AS_BEFORE = "the board keeps the old configuration"


class Service:
    """Runs a board on its real parts."""

    def __init__(self, board: Board, again: Callable[[], Config], join: Join) -> None:
        """Prepare to run a board.

        Args:
            board: the state.
            again: reads the configuration; raises UsageError if it is wrong.
            join: makes a loop on the parts of a configuration, as `on_wires` in `__main__` does.
        """
        self._board, self._again, self._join = board, again, join
        self._queue = EdgeQueue(time.monotonic)
        self._log = Log()
        self._notifier = Notifier(warn=self._log.warning)
        self._switch = PowerSwitch()
        self._patience = PATIENCE if self._notifier.is_service else 0.0
        self._has_begun = False
        self._unkept: str | None = None

    def run(self, config: Config) -> None:
        """Play until told to stop.

        At SIGHUP, read the configuration again. If it is wrong or a part is missing, the board keeps the old
        configuration.

        Raises:
            UsageError: pins or input devices are missing, and there is no old configuration to go back to.
        """
        self._heed_signals()
        former: Config | None = None
        while True:
            self._board.equip(Equipment(config.joystick, config.preset, powers_off=self._switch.works))
            try:
                loop, close = self._joined(config)
            except UsageError as error:
                if former is None:
                    raise
                self._refuse(error)
                config, former = former, None
                continue
            try:
                self._say_what_runs(config)
                self._board.reach_back()
                self._notifier.ready(config.title)
                fresh = self._plays_until_fresh(loop, config)
            finally:
                close()
            if fresh is None:
                return
            former, config = config, fresh

    def close(self) -> None:
        """Close the connection to systemd."""
        self._notifier.close()

    def _joined(self, config: Config) -> tuple[Loop, Close]:
        """Return a loop on its parts, and the function that closes them.

        A service that starts with the machine may run before its devices exist, so it tries for a while.

        Raises:
            UsageError: pins or input devices are missing.
        """
        patient_until = time.monotonic() + self._patience
        self._patience = 0.0
        while True:
            try:
                joined = self._join(
                    config,
                    from_config.REAL,
                    self._board,
                    self._queue,
                    time.monotonic,
                    self._pressed,
                    notifier=self._notifier,
                    tell=self._log.warning,
                )
            except UsageError:
                if time.monotonic() >= patient_until:
                    raise
                time.sleep(0.5)
            else:
                if not gc.isenabled():  # the first time: all objects made so far live to the end
                    gc.freeze()
                    gc.enable()
                return joined

    def _plays_until_fresh(self, loop: Loop, config: Config) -> Config | None:
        """Play until a new configuration was loaded, and return it; return None when the board is to end."""
        while self._plays_on(loop):
            self._notifier.reloading()
            fresh = self._read_again()
            if fresh:
                return fresh
            self._notifier.ready(config.title)
        return None

    def _plays_on(self, loop: Loop) -> bool:
        """Play until SIGHUP asks for a reload, or until the end; return True for a reload."""
        while True:
            ending = loop.run()
            if ending is Ending.RELOAD:
                return True
            if ending is Ending.STOPPED:
                self._notifier.stopping()
                self._say_goodbye(loop)
                return False
            if self._switched_off(loop):
                self._notifier.stopping()
                return False

    def _read_again(self) -> Config | None:
        """Read the configuration; if it is wrong, say so and return None."""
        try:
            return self._again()
        except UsageError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: UsageError) -> None:
        """Say in the log and on the screen why a configuration was refused."""
        why = f"{error}; {AS_BEFORE}"
        self._log.warning(why)
        self._board.say(why)

    def _switched_off(self, loop: Loop) -> bool:
        """Show the last picture and switch the machine off; return False if that is not possible."""
        from firmware_py.render.stills import switching_off

        loop.farewell(switching_off(), stays=True)
        try:
            self._switch.press()
        except OSError as error:
            why = f"the machine cannot be switched off: {(error.strerror or str(error)).lower()}"
            self._log.warning(
                f"{why}: {error.filename}; the game goes on; to switch off, use 'sudo poweroff'"
            )
            self._board.stay_on(why)
            return False
        self._log.info("switching the machine off, as chosen in the menu")
        return True

    def _say_goodbye(self, loop: Loop) -> None:
        from firmware_py.render.stills import goodbye

        if loop.farewell(goodbye()):
            time.sleep(GOODBYE)

    def _say_what_runs(self, config: Config) -> None:
        """Write the board and its game to the log; at the start, also any faults found while starting."""
        begins, self._has_begun = not self._has_begun, True
        board = self._board
        if begins and board.view.notice:
            self._log.warning(board.view.notice)
        if begins:
            self._warn_of_memory()
        if not self._log.follows:
            return
        from firmware_py.journal.locations import default_journal
        from firmware_py.service.game_log import standing
        from firmware_py.version import VERSION

        which = f"{config.source or config.profile} ({config.title})"
        if begins:
            where = f"{default_journal()}: {standing(board.history, board.view)}"
            self._log.info(f"Muggins {VERSION} on {which}; {where}")
        else:
            self._log.info(f"playing on {which}")

    def _warn_of_memory(self) -> None:
        """Warn in the log if the games are stored in memory and would be lost with the power."""
        from firmware_py.journal import tmpfs_warning
        from firmware_py.journal.locations import state_folder

        folder = state_folder().resolve()
        if tmpfs_warning.is_in_memory(folder, tmpfs_warning.mount_table()):
            self._log.warning(f"{folder} {tmpfs_warning.LOSS}; {tmpfs_warning.REMEDY}")

    def _pressed(self, key: Input, outcome: Outcome) -> None:
        """Log a press that took effect, after its frames are out; also one that could not be kept."""
        if outcome.unkept:
            if outcome.why != self._unkept:
                self._log.warning(f"{outcome.why}; the press was refused")
            self._unkept = outcome.why
        elif outcome.made:
            self._unkept = None
            if self._log.follows:
                from firmware_py.service.game_log import line_of

                self._log.info(line_of(outcome.made))

    def _heed_signals(self) -> None:
        """End the loop at SIGTERM and Ctrl-C, and reload at SIGHUP, through the queue of the edges."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._queue.stop())
        signal.signal(signal.SIGHUP, lambda *_: self._queue.reload())
