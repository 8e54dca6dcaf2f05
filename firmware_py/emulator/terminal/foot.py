"""The foot line of the simulator, and the message of a terminal that is too small."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

_FAINT = "#9c7b52"
_LETTER = "bold #ffd787"


class FootWidget(Widget):
    """The line at the foot: letters without a key on the keypad, how to quit, where the game is kept."""

    def __init__(self, about: str) -> None:
        """A foot line that ends with `about`."""
        super().__init__()
        self._about = about
        self._words: Words = ()

    def show(self, words: Words) -> None:
        """Show these letters, each with what it does."""
        if self._words != words:
            self._words = words
            self.refresh()

    def render(self) -> Text:
        """The line, `about` cut off in front where there is no room for all of it."""
        text = Text()
        for letter, does in self._words:
            text.append(letter, _LETTER).append(f" {does}   ", "#e8d5b0")
        room = max(0, self.size.width - text.cell_len)
        about = self._about if len(self._about) <= room else "…" + self._about[len(self._about) - room + 1 :]
        return text.append(about.rjust(room)[:room], style=_FAINT)


Words = tuple[tuple[str, str], ...]
"""Letters, each with what it does."""


def at_the_board(*, muggins: bool) -> Words:
    """Return the foot line's words where nothing covers the game."""
    return (("m", "menu"), ("r", "redo"), *((("x", "muggins"),) if muggins else ()), ("Esc", "quit"))


IN_A_DIALOGUE: Words = (("Esc", "close"), ("Ctrl-C", "quit"))
"""The foot line's words where the menu, or what was opened from it, covers the game."""
WATCHING: Words = (("any key", "ends it"),)
"""The foot line's words while a game plays itself."""


class TooSmall(Static):
    """The message of a terminal that the board does not fit into."""

    def __init__(self, width: int, height: int) -> None:
        """Say that this many columns and lines are needed."""
        super().__init__()
        self._needs = f"{width}×{height}"

    def tell(self, width: int, height: int) -> None:
        """Say it to a terminal of this size."""
        self.update(
            f"The board needs a terminal of {self._needs}.\nThis one has {width}×{height}.\n\n"
            "Make it larger to go on with the game. Esc quits."
        )
