"""The simulator in a terminal, which shows the emulated board and lets the user press its keys."""
