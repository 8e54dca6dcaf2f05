"""The simulator's log of the game. Before the first event, it shows which keys to press."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text
from textual.widget import Widget

from engine.game import Game
from engine.prompts import Prompt
from firmware_py.emulator.terminal.log_lines import LogLine, Tone
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words

_NEWEST = "bold #ffe0a3"
_TONES = {
    Tone.DEAL: "#8fbcd6",
    Tone.CARD: "#9c7b52",
    Tone.POINTS: "#d0b080",
    Tone.END: "bold #ffd787",
}


class LogWidget(Widget):
    """The log of the game, with the newest line last. An empty log shows which keys to press first."""

    def __init__(self) -> None:
        super().__init__()
        self.border_title = words().SO_FAR
        self._lines: tuple[LogLine, ...] = ()
        self._advice = ("", "")

    def show(self, lines: Sequence[LogLine], game: Game) -> None:
        """Show the given log lines, oldest first. If there are none, show which keys to press in `game`."""
        advice = _advice(game)
        if (self._lines, self._advice) != (tuple(lines), advice):
            self._lines, self._advice = tuple(lines), advice
            self.refresh()

    def render(self) -> Text:
        """Return as many of the latest log lines as fit in the widget.

        If the log is empty, return a hint on which keys to press.
        """
        width, height = self.size
        if not self._lines:
            full, short = (wrap(advice, max(10, width)) for advice in self._advice)
            return Text("\n".join(full if len(full) <= height else short), style="italic #d0b080")
        rows: list[tuple[str, str]] = []
        last = self._lines[-height:]
        for number, line in enumerate(last, 1):
            newest = number == len(last)
            style = _NEWEST if newest else _TONES[line.tone]
            for row, text in enumerate(wrap(line.text, max(10, width - 2))):
                mark = "▸ " if newest and row == 0 else "  "
                rows.append((mark + text + "\n", style))
        return Text.assemble(*rows[-height:], end="")


def _advice(game: Game) -> tuple[str, str]:
    if game.prompt is Prompt.CUT_FOR_DEAL:
        return words().first_advice(PlayerNames(game).seats[0])
    return words().LATER_ADVICE
