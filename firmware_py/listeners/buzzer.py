"""The sounds of the game: a tick for points, a warning for a refused key, a fanfare for a win."""

from __future__ import annotations

from firmware_py.board import Made, Outcome
from firmware_py.input.press import Press
from firmware_py.listeners.listener import Listener
from firmware_py.ports import Buzzer, Sound


class Sounds(Listener):
    """A listener that plays a sound on the buzzer after some key presses, e.g. after one that was refused."""

    def __init__(self, buzzer: Buzzer) -> None:
        self._buzzer = buzzer

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Play the buzzer's sound for the outcome of a key press, if this outcome has a sound."""
        sound = sound_of(outcome)
        if sound:
            self._buzzer.sound(sound)


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
