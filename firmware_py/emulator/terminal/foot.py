"""The foot line of the simulator, and the message of a terminal that is too small."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

_FAINT = "#9c7b52"
_LETTER = "bold #ffd787"


class FootWidget(Widget):
    """The line at the foot: the letters that have no key on the keypad, how to quit, and a short note."""

    def __init__(self, about: str) -> None:
        """Create a foot line that ends with `about`."""
        super().__init__()
        self._about = about
        self._words: Words = ()

    def show(self, words: Words) -> None:
        """Show these letters and their meanings."""
        if self._words != words:
            self._words = words
            self.refresh()

    def render(self) -> Text:
        """Return the line. If there is not enough room for `about`, its beginning is cut off."""
        text = Text()
        for letter, does in self._words:
            text.append(letter, _LETTER).append(f" {does}   ", "#e8d5b0")
        room = max(0, self.size.width - text.cell_len)
        about = self._about if len(self._about) <= room else "…" + self._about[len(self._about) - room + 1 :]
        return text.append(about.rjust(room)[:room], style=_FAINT)


Words = tuple[tuple[str, str], ...]
"""Pairs of a letter, or another key of the terminal, and its meaning."""


def at_the_board(*, muggins: bool) -> Words:
    """Return the words of the foot line while no menu or dialogue covers the game."""
    return (("m", "menu"), ("r", "redo"), *((("x", "muggins"),) if muggins else ()), ("Esc", "quit"))


IN_A_DIALOGUE: Words = (("Esc", "close"), ("Ctrl-C", "quit"))
"""The words of the foot line while the menu or a dialogue covers the game."""
WATCHING: Words = (("any key", "ends it"),)
"""The words of the foot line while a game plays itself."""


class TooSmall(Static):
    """The message on a terminal that is too small for the board."""

    def __init__(self, width: int, height: int) -> None:
        """Create the message for a board that needs this many columns and lines."""
        super().__init__()
        self._needs = f"{width}×{height}"

    def tell(self, width: int, height: int) -> None:
        """Show the message, with the present size of the terminal."""
        self.update(
            f"The board needs a terminal of {self._needs}.\nThis one has {width}×{height}.\n\n"
            "Make it larger to go on with the game. Esc quits."
        )
