"""What every part of a kind must do, whichever part it is: one suite for all of them, over emulated wires."""
