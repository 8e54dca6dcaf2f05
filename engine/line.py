"""The events of a game that stand, and how one of them is put right.

All that came after it is worked out again. A press goes on to mean what it meant: an answer stands only where
the same is asked of the same cards, a call only for the same card, and a card that was laid is one of those
left where the play has come to its end.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import CORRECTS, Event, Kind
from engine.game import Game
from engine.phases.show import hand_counted
from engine.state import Missed, Prompt

BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
"""The events with which a game begins."""
_BEGINS_DEAL = (Kind.STARTER, Kind.DEAL_OVER)
_NEVER = (Kind.UNDO, Kind.REDO, *CORRECTS, *BEGINS)


class Step(NamedTuple):
    """An event that stands.

    Attributes:
        press: how many presses had taken effect before the one that made it.
        event: what happened.
        before: the game before it.
    """

    press: int
    event: Event
    before: Game


class Stand(NamedTuple):
    """Where a match stands, and the events that led there.

    Attributes:
        game: the game.
        line: the events of this game that stand, oldest first, earlier ones put right; the one that began
            the game is among them.
    """

    game: Game
    line: tuple[Step, ...] = ()

    def apply(self, press: int, event: Event) -> Stand:
        """The stand after one more event.

        Raises:
            IllegalEvent: the event cannot happen here.
        """
        step = Step(press, event, self.game)
        after = self.game.apply(event)
        return Stand(after, (step,) if event.kind in BEGINS else (*self.line, step))

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events that can be put right: those from the last starter on, or, before one, of this game."""
        line = self.line
        for place in range(len(line) - 1, -1, -1):
            if line[place].event.kind in _BEGINS_DEAL:
                return line[place:]
        return line[1:] if line and line[0].event.kind in BEGINS else line


class Broken(NamedTuple):
    """A press that a correction made impossible, and with it all that came after.

    Attributes:
        event: what had been keyed.
        lost: how many events are lost, this one among them.
        why: why it cannot be.
    """

    event: Event
    lost: int
    why: str


def corrected(stand: Stand, event: Event, press: int) -> tuple[Stand, Broken | None]:
    """Where a match stands once an earlier event was put right, and what that made impossible.

    Args:
        stand: where it stood.
        event: the correction.
        press: how many presses had taken effect before it.

    Raises:
        IllegalEvent: there is no such event in this deal, or it cannot be put right like this.
    """
    steps = stand.this_deal
    first = steps[0].before.at if steps else 0
    place = event.numbers[0] - first
    if not 0 <= place < len(steps):
        raise IllegalEvent("that press is none of this deal: only those can be put right")
    if event.other is not None and event.other.kind in _NEVER:
        raise IllegalEvent(f"{event.other.kind.value} is nothing that a correction puts in")
    number = len(stand.line) - len(steps) + place
    stand = Stand(steps[place].before, stand.line[:number])
    if event.other is not None:
        stand = stand.apply(press, event.other)
    later = steps[place:] if event.kind is Kind.PUT_IN else steps[place + 1 :]
    for done, step in enumerate(later):
        again = _again(step, stand.game)
        if again is None:
            continue
        try:
            stand = stand.apply(step.press, again)
        except IllegalEvent as error:
            return stand, Broken(step.event, len(later) - done, str(error))
    return stand, None


def _again(step: Step, now: Game) -> Event | None:
    """The event of a step as the game now has it; None where what it answered or called is not there now."""
    event, was = step.event, step.before
    if event.kind in (Kind.YES, Kind.NO):
        return event if _asked(was) == _asked(now) else None
    if event.kind is Kind.CALL:
        return event if _card(was.callable) == _card(now.callable) else None
    if event.kind is Kind.TAKE:
        return event if _card(was.takeable) == _card(now.takeable) else None
    if event.kind in (Kind.LAY, Kind.REST) and now.prompt in (Prompt.PLAY, Prompt.REST):
        return event._replace(kind=Kind.LAY if now.prompt is Prompt.PLAY else Kind.REST)
    return event


def _asked(game: Game) -> tuple[Prompt, tuple[int, ...]] | None:
    """Which question is open, about which cards of the deal."""
    if game.prompt is Prompt.ACE:
        assert game.deal and game.deal.play
        return game.prompt, game.deal.play.laid[-1:]
    if game.prompt in (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS):
        return game.prompt, hand_counted(game)
    return None


def _card(missed: Missed | None) -> int | None:
    """The card whose points were not called, None if there are none."""
    return missed.place if missed else None
