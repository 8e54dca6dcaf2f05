"""The simulator's bottom line, and the message for a terminal that is too small."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from firmware_py.words.in_use import words

_FAINT = "#9c7b52"
_LETTER = "bold #ffd787"


class FootWidget(Widget):
    """The simulator's bottom line, with key hints on the left and a short note on the right."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about
        self._words: Words = ()

    def show(self, words: Words) -> None:
        """Show key hints. Each hint in `words` is a key on the user's keyboard, and what the key does."""
        if self._words != words:
            self._words = words
            self.refresh()

    def render(self) -> Text:
        """Return the text of the bottom line: the key hints, and as much of the note as fits."""
        text = Text()
        for letter, does in self._words:
            text.append(letter, _LETTER).append(f" {does}   ", "#e8d5b0")
        room = max(0, self.size.width - text.cell_len)
        about = self._about if len(self._about) <= room else "…" + self._about[len(self._about) - room + 1 :]
        return text.append(about.rjust(room)[:room], style=_FAINT)


Words = tuple[tuple[str, str], ...]
"""Keys of the user's keyboard (a letter, or a name such as `Esc`), each with its meaning."""


def at_the_board(*, muggins: bool) -> Words:
    """Return the key hints to show while no menu or dialogue is open on the board.

    Args:
        muggins: True to include a hint for the MUGGINS key.
    """
    takes = (("x", words().FOOT_MUGGINS),) if muggins else ()
    return (("m", words().FOOT_MENU), ("r", words().FOOT_REDO), *takes, ("Esc", words().FOOT_QUIT))


def in_a_dialogue() -> Words:
    """Return the key hints to show while a menu or dialogue is open on the board."""
    return ("Esc", words().FOOT_CLOSE), ("Ctrl-C", words().FOOT_QUIT)


def watching() -> Words:
    """Return the key hints to show while a script presses the keys instead of the user."""
    return ((words().FOOT_ANY_KEY, words().FOOT_ENDS_IT),)


class TooSmall(Static):
    """The message that is shown if the terminal is too small to show the board."""

    def __init__(self, width: int, height: int) -> None:
        """Create a message for a terminal that needs at least `width` columns and `height` lines."""
        super().__init__()
        self._needs = width, height

    def tell(self, width: int, height: int) -> None:
        """Update the message with the terminal's current `width` in columns and `height` in lines."""
        self.update(words().too_small(*self._needs, width, height))
