"""A board as a service: its start and end, systemd, its log, switching the machine off."""
