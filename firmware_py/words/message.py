"""A message of the catalogue that has shorter forms for a screen."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """A message as a whole sentence, and in the forms for a screen.

    Attributes:
        full: the whole sentence, for a voice or a page.
        forms: the message for the screen, from the fullest form to the shortest. The screen shows the first
            that fits; the last always has to fit.
    """

    full: str
    forms: tuple[str, ...]


def in_forms(*forms: str) -> Message:
    """Return a message whose fullest form for the screen is the whole sentence."""
    return Message(forms[0], forms)
