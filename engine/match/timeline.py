"""The events of a game that stand, and the correction of one of them.

All that came after it is worked out again. Later presses keep their original meaning: an answer stands only
if the same question is asked about the same cards, a call only for the same points. A card that was laid
counts as one left in hand where the play has now ended before it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import CORRECTS, Event, Kind
from engine.game import Game
from engine.phases.show import hand_counted
from engine.scoring.items import Reason
from engine.state import Missed, Prompt

BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
"""The events with which a game begins."""
_BEGINS_DEAL = (Kind.STARTER, Kind.DEAL_OVER)
_NEVER = (Kind.UNDO, Kind.REDO, *CORRECTS, *BEGINS)


class Step(NamedTuple):
    """An event that stands.

    Attributes:
        press: the number of presses that had taken effect before the one that made it.
        event: the event.
        before: the game before it.
    """

    press: int
    event: Event
    before: Game


class Timeline(NamedTuple):
    """The state of a match, and the events that led to it.

    Attributes:
        game: the game.
        steps: the events of this game that stand, oldest first, earlier ones put right; the one that began
            the game is among them.
    """

    game: Game
    steps: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return f"<Timeline after {len(self.steps)} events: {self.game!r}>"

    # Equal stands have equal games. The games on the way are left out: they would take quadratic time.
    def __hash__(self) -> int:
        return hash((self.game, len(self.steps)))

    def apply(self, press: int, event: Event) -> Timeline:
        """Return the timeline after one more event.

        Raises:
            IllegalEvent: the event cannot happen here.
        """
        step = Step(press, event, self.game)
        after = self.game.apply(event)
        return Timeline(after, (step,) if event.kind in BEGINS else (*self.steps, step))

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events that can be corrected: from the last starter on or, before one, those of this game."""
        steps = self.steps
        for place in range(len(steps) - 1, -1, -1):
            if steps[place].event.kind in _BEGINS_DEAL:
                return steps[place:]
        return steps[1:] if steps and steps[0].event.kind in BEGINS else steps


class Broken(NamedTuple):
    """A press that a correction made impossible, so that it and all later ones were dropped.

    Attributes:
        event: the event that no longer fits.
        lost: the number of events dropped, this one included.
        why: the reason, as a refusal says it.
    """

    event: Event
    lost: int
    why: str


def corrected(timeline: Timeline, event: Event, press: int) -> tuple[Timeline, Broken | None]:
    """Return the timeline after a correction, and the press that it made impossible, if any.

    Args:
        timeline: the timeline before it.
        event: the correction.
        press: the number of presses that had taken effect before it.

    Raises:
        IllegalEvent: there is no such event in this deal, or the correction itself cannot happen there.
    """
    steps = timeline.this_deal
    first = steps[0].before.at if steps else 0
    place = event.numbers[0] - first
    if not 0 <= place < len(steps):
        raise IllegalEvent("That press is not part of this deal: only presses of this deal can be corrected")
    if event.other is not None and event.other.kind in _NEVER:
        raise IllegalEvent(f"A correction cannot put in {event.other.kind.value}")
    number = len(timeline.steps) - len(steps) + place
    timeline = Timeline(steps[place].before, timeline.steps[:number])
    if event.other is not None:
        timeline = timeline.apply(press, event.other)
    later = steps[place:] if event.kind is Kind.PUT_IN else steps[place + 1 :]
    for done, step in enumerate(later):
        again = _again(step, timeline.game)
        if again is None:
            continue
        try:
            timeline = timeline.apply(step.press, again)
        except IllegalEvent as error:
            return timeline, Broken(step.event, len(later) - done, str(error))
    return timeline, None


def _again(step: Step, now: Game) -> Event | None:
    """Return the event as the game now takes it; None if the question or the points it was about are gone."""
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
    """The open question, and the cards of the deal it is about."""
    if game.prompt is Prompt.ACE:
        assert game.deal and game.deal.play
        return game.prompt, game.deal.play.laid[-1:]
    if game.prompt in (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS):
        return game.prompt, hand_counted(game)
    return None


def _card(missed: Missed | None) -> tuple[int, bool] | None:
    """The card whose points wait, and whether they are for go or last alone; None if there are none."""
    if missed is None:
        return None
    return missed.place, all(found.reason in (Reason.GO, Reason.LAST_CARD) for found in missed.findings)
