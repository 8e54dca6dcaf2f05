"""The union type of all dialogues, which lets mypy check that a `match` statement handles every dialogue."""

from __future__ import annotations

from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.dialogues.correction import CorrectPress
from firmware_py.input.dialogues.menu import Menu, Opened
from firmware_py.input.dialogues.new_game import NewGameDialogue

Dialogue = Menu | Opened | CorrectPress | Claimant | NewGameDialogue
"""The type of any dialogue."""
