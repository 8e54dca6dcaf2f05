"""The words around the board in the simulator: the log, the foot line, and a terminal that is too small."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from engine.game import Game
from engine.state import Prompt
from firmware_py.emulator.terminal_log import Line, Tone
from firmware_py.player_names import PlayerNames

_FAINT = "#9c7b52"
_LETTER = "bold #ffd787"
_NEWEST = "bold #ffe0a3"
_TONES = {
    Tone.DEAL: "#8fbcd6",
    Tone.CARD: "#9c7b52",
    Tone.POINTS: "#d0b080",
    Tone.END: "bold #ffd787",
}
_PRESSED_FIRST = (
    "To begin, cut a pack of cards and key what each player cut, {first} first: "
    "a, 2 to 9, 0 for ten, j, q, k. Or press o: {first} deals. "
    "Then key the starter, and each card as it is laid, here or with the mouse."
)
_PRESSED_FIRST_IN_SHORT = "Key the cards you cut, {first} first, or press o: {first} deals."
_PRESSED_NEXT = "Key each card as it is laid, by its letter or with the mouse. The game is written down here."
_PRESSED_NEXT_IN_SHORT = "Key each card as it is laid, by its letter or with the mouse."


class Log(Widget):
    """The events of the game, the newest at the bottom; before the first one, the keys to begin with."""

    def __init__(self) -> None:
        """An empty log."""
        super().__init__()
        self.border_title = "So far"
        self._lines: tuple[Line, ...] = ()
        self._advice = ("", "")

    def show(self, lines: Sequence[Line], game: Game) -> None:
        """Show these lines, oldest first, or what to press in a game that has none."""
        advice = _advice(game)
        if (self._lines, self._advice) != (tuple(lines), advice):
            self._lines, self._advice = tuple(lines), advice
            self.refresh()

    def render(self) -> Text:
        """As many of the last lines as there is room for."""
        width, height = self.size
        if not self._lines:
            full, short = (wrap(advice, max(10, width)) for advice in self._advice)
            return Text("\n".join(full if len(full) <= height else short), style="italic #d0b080")
        rows: list[tuple[str, str]] = []
        last = self._lines[-height:]
        for place, line in enumerate(last, 1):
            newest = place == len(last)
            style = _NEWEST if newest else _TONES[line.tone]
            for number, text in enumerate(wrap(line.text, max(10, width - 2))):
                mark = "▸ " if newest and number == 0 else "  "
                rows.append((mark + text + "\n", style))
        return Text.assemble(*rows[-height:], end="")


def _advice(game: Game) -> tuple[str, str]:
    """Return what to press where nothing has happened yet, in full, and in a line for a small terminal."""
    if game.prompt is Prompt.CUT_FOR_DEAL:
        first = PlayerNames(game).seats[0]
        return _PRESSED_FIRST.format(first=first), _PRESSED_FIRST_IN_SHORT.format(first=first)
    return _PRESSED_NEXT, _PRESSED_NEXT_IN_SHORT


class Foot(Widget):
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
