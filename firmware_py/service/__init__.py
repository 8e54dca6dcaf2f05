"""Running the board as a service: signals, systemd, the log, and switching the machine off."""
