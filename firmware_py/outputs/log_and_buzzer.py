"""The listeners that log the game and its faults, measure how long it takes, and make the sounds of the game.

Each key press that takes effect is logged, for example as `41 lay 5; Right: fifteen for two`. This line
contains the number of key presses so far, the event as the journal records it (`lay 5`), and what the event
led to, such as two points for the player called Right. The modules that word a line are imported with the
first line, so that the first picture appears sooner.

The sounds are a tick for points, a warning for a refused key, and a fanfare for a win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.events import Kind
from engine.match.timeline import BEGINS
from firmware_py.board.board import Made, Outcome
from firmware_py.board.listener import Listener
from firmware_py.board.ports import Ending, Sound
from firmware_py.input.keys import Press
from firmware_py.system.output import Log

if TYPE_CHECKING:
    from engine.events import Event
    from engine.match.history import History
    from engine.match.timeline import Timeline
    from firmware_py.view.view import View


LONGEST_GAME = 240
"""The longest time of a game, in minutes. If it took longer, the players were away, and no time is saved."""


class FaultLog(Listener):
    """A listener that logs when something fails, such as a display, and when it works again."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def noticed(self, text: str) -> None:
        """Log a message about a problem that occurred or was solved."""
        self._log.warning(text)

    def failed(self, part: str, error: Exception) -> None:
        """Log that a display or the track LEDs have failed.

        Args:
            part: the name of the display or LEDs.
            error: the error that occurred.
        """
        self._log.warning(f"{part}: {error}; the game goes on, trying again every second")


class GameLog(Listener):
    """A listener that logs each key press that took effect, and the shutdown of the machine."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._unsaved: str | None = None

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Log a key press that took effect, or the reason why a key press could not be saved.

        The same reason is not logged twice in a row.
        """
        if outcome.unsaved:
            if outcome.why != self._unsaved:
                self._log.warning(f"{outcome.why}; the press was refused")
            self._unsaved = outcome.why
        elif outcome.made:
            self._unsaved = None
            if self._log.is_followed:
                self._log.info(line_of(outcome.made))

    def ended(self, ending: Ending) -> None:
        """Log that the machine is being switched off.

        If the program ends for any other reason, systemd logs it.
        """
        if ending is Ending.POWER_OFF:
            self._log.info("switching the machine off, as chosen in the menu")


class GameTime(Listener):
    """A listener that measures how long a game takes, from its first press to its win, and saves it.

    The time of a game that went on after the program was restarted is not known, and nothing is saved.
    """

    def __init__(self, save: Callable[[Timeline, int], None], clock: Callable[[], float]) -> None:
        """Prepare to save how long games take.

        Args:
            save: a function that saves how many minutes a game took.
            clock: a function that returns the time in seconds, by a clock that is never set.
        """
        self._save, self._clock = save, clock
        self._began: tuple[int, float] | None = None  # the number of the game, and the time
        self._saved: tuple[int, int] | None = None  # the number of the game, and of the press that won it

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Note the time of the first press of a game. After a win, save how long the game took."""
        if outcome.made is None:
            return
        event, timeline = outcome.made.event, outcome.made.after.timeline
        number, now = timeline.game.number, self._clock()
        played = [step for step in timeline.steps[:3] if step.event.kind not in BEGINS]
        if len(played) == 1 and event.kind not in (Kind.UNDO, Kind.REDO):
            self._began = number, now
        if timeline.game.winner is None or self._began is None or self._began[0] != number:
            return
        minutes = round((now - self._began[1]) / 60)
        won = number, timeline.steps[-1].applied
        if won != self._saved and 0 < minutes <= LONGEST_GAME:
            self._saved = won  # REDO leads back here later, but the game took no longer
            self._save(timeline, minutes)


def line_of(made: Made) -> str:
    """Return the log line for a key press that took effect, such as `41 lay 5; Right: fifteen for two`."""
    from engine.match.record_lines import write_event

    return f"{made.after.applied} {'; '.join([write_event(made.event), *_remarks(*made)])}"


def standing(history: History, view: View) -> str:
    """Return a summary of a match for the log, such as `41 presses, Left 31, Right 27; Left: card`.

    Args:
        history: the match.
        view: the current view, which contains the names, the scores and the prompt.
    """
    stands = ", ".join(f"{track.name} {track.front}" for track in view.tracks)
    return f"{history.applied} presses, {stands}; {view.prompt}"


def _remarks(before: History, event: Event, after: History) -> list[str]:
    from engine.events import CORRECTS, Kind
    from engine.match.record_lines import write_event
    from engine.match.timeline import BEGINS
    from firmware_py.view.calls import call_of, dropped, false_go
    from firmware_py.words.in_use import games_won, result, scores

    game = after.game
    if event.kind is Kind.UNDO:
        return [f"takes back {write_event(before.past[-1].event)}"]
    said = []
    if event.kind is Kind.REDO:
        said.append(f"again: {write_event(before.undone[-1].event)}")
    if event.kind in CORRECTS:
        said.append(f"score {scores(game)}")
    if after.dropped:
        said.append(f"{dropped(after).rstrip('.')}: {after.dropped.why}")
    if event.kind in BEGINS:
        said.append(f"a new game; games won {games_won(game)}")
    if event.kind not in CORRECTS:
        said += [call_of(game, entry).said for entry in game.entries if entry.at >= game.at - 1]
    if game.false_go and game.false_go != before.game.false_go:
        said.append(false_go(game, game.false_go, game.cards[-1]))
    if game.winner is not None and before.game.winner is None:
        said.append(f"{result(game).full} {scores(game)}")
    return said


class Sounds(Listener):
    """A listener that plays a sound on the buzzer after some key presses, e.g. after one that was refused."""

    def __init__(self, play: Callable[[Sound], object]) -> None:
        self._play = play

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Play the buzzer's sound for the outcome of a key press, if this outcome has a sound."""
        sound = sound_of(outcome)
        if sound:
            self._play(sound)


def sound_of(outcome: Outcome) -> Sound | None:
    """Return the sound for a key press with the given outcome, or None for silence."""
    if outcome.why is not None:
        return Sound.REFUSAL
    if outcome.made is None:
        return None
    return _sound_of_event(outcome.made)


def _sound_of_event(made: Made) -> Sound | None:
    # `changes` in `engine.match.changes_between` could tell this too, but it does more than is needed here:
    # it lists every change, and it would have to be imported.
    before, after = made.before.game, made.after.game
    if after.winner is not None and before.winner is None:
        return Sound.WIN
    if len(before.sides) == len(after.sides) and any(
        side.front > was.front for was, side in zip(before.sides, after.sides, strict=True)
    ):
        return Sound.PEG
    return None
