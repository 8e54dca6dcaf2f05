"""A message in several lengths. The screen shows the longest that fits."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """A message, available as a full sentence and in forms for a screen.

    Attributes:
        full: the full sentence, for a voice or a web page.
        forms: the forms for a screen, from the longest to the shortest. The screen shows the first form that
            fits. The last form must always fit.
    """

    full: str
    forms: tuple[str, ...]


def in_forms(*forms: str) -> Message:
    """Create a message from several wordings, the longest first.

    The first wording must be a full sentence, for a voice or a web page. A screen shows the first wording
    that fits.
    """
    return Message(forms[0], forms)
