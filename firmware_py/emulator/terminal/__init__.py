"""The simulator's terminal: widgets that show the emulated board, and fingers that press its keys."""
