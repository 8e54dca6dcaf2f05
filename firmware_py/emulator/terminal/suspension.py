"""Stopping and continuing the simulator's process without corrupting its terminal."""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver


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
