"""Correct an earlier event, and then apply the later events again.

A later event that no longer makes sense is dropped. For example, the answer to a question about a flush is
kept only if the corrected game asks the same question about the same cards.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.deals import Missed
from engine.errors import one_line
from engine.events import CORRECTS, Event, Kind
from engine.game import Game
from engine.indices import DealIndex, EventIndex
from engine.match.timeline import BEGINS, Step, Timeline
from engine.phases.show import hand_counted
from engine.prompts import SUIT_QUESTIONS, Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.scoring.items import Reason

_NEVER_INSERTED = (Kind.UNDO, Kind.REDO, *CORRECTS, *BEGINS)


@one_line
class Dropped(NamedTuple):
    """The events removed by a correction: the first event that it made impossible, and all later ones.

    Attributes:
        steps: the removed events, oldest first, each with the state of the game before the event.
        why: the error message that explains why the first of them is no longer possible.
    """

    steps: tuple[Step, ...]
    why: str


def correct(timeline: Timeline, correction: Event, applied: int) -> tuple[Timeline, Dropped | None]:
    """Return the timeline after a correction, and the events that had to be dropped from it, if any.

    If a later event is not allowed after the correction, it is dropped, along with all events after it.

    Args:
        correction: an event of kind CHANGE, PUT_IN or TAKE_OUT.
        applied: the number of events applied to the match before the correction.

    Raises:
        IllegalEvent: no event in this deal has the given index, or the corrected event is not allowed there.
    """
    steps = timeline.steps
    position = timeline.position_of(EventIndex(correction.numbers[0]))
    if position is None or position < len(steps) - len(timeline.this_deal):
        raise IllegalEvent(RefusalReason.NOT_IN_THIS_DEAL)
    inserted = correction.other
    if inserted is not None and inserted.kind in _NEVER_INSERTED:
        why = f"A correction cannot put in {inserted.kind.value}"
        raise IllegalEvent(why, reason=RefusalReason.NO_CORRECTION)
    timeline = Timeline(steps[position].before, steps[:position])
    if inserted is not None:
        timeline = timeline.apply(applied, inserted)
    later = steps[position:] if correction.kind is Kind.PUT_IN else steps[position + 1 :]
    for done, step in enumerate(later):
        event = _adapted(step, timeline.game)
        if event is None:
            continue
        try:
            timeline = timeline.apply(step.applied, event)
        except IllegalEvent as error:
            return timeline, Dropped(later[done:], str(error))
    return timeline, None


def _adapted(step: Step, game: Game) -> Event | None:
    """Return a step's event, changed if necessary so that it has the same meaning in the corrected game.

    Return None if it answers a question, or calls or takes points, that the corrected game does not have.
    """
    event, old = step.event, step.before
    if event.kind in (Kind.YES, Kind.NO):
        return event if _open_question(old) == _open_question(game) else None
    if event.kind is Kind.CALL:
        return event if _missed_by(old.points_to_call) == _missed_by(game.points_to_call) else None
    if event.kind is Kind.TAKE:
        return event if _missed_by(old.points_to_take) == _missed_by(game.points_to_take) else None
    if event.kind in (Kind.LAY, Kind.REST) and game.prompt in (Prompt.PLAY, Prompt.REST):
        return event._replace(kind=Kind.LAY if game.prompt is Prompt.PLAY else Kind.REST)
    return event


def _open_question(game: Game) -> tuple[Prompt, tuple[DealIndex, ...]] | None:
    if game.prompt is Prompt.ACE:
        return game.prompt, game.current_play.laid[-1:]
    if game.prompt in SUIT_QUESTIONS:
        return game.prompt, hand_counted(game)
    return None


def _missed_by(missed: Missed | None) -> tuple[int, bool] | None:
    """Return the card that scored the missed points, and True if they are only for go or last."""
    if missed is None:
        return None
    return missed.card, all(each.reason in (Reason.GO, Reason.LAST_CARD) for each in missed.findings)
