"""The invariants of a board, which hold after any sequence of keys."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from engine.events import Event, Kind
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS
from engine.prompts import Prompt
from engine.setup import Setup
from firmware_py.board import Outcome
from firmware_py.commands.match_report import report_object, report_text
from firmware_py.journal.recovery import read_journal
from firmware_py.journal.steps import finish
from firmware_py.view.view import view

SAID = """\
a key press that takes effect counts as one, and a press that is refused changes nothing;
every score is between 0 and the target, and no back peg is ahead of its front peg;
each side's score is its score at the start plus all that was pegged, taken back or set by hand;
a side is in the game hole if and only if the game is over, and then it is nobody's turn;
the count is between 0 and 31; no rank appears five times in a deal, and no card twice;
UNDO returns the match to its previous state, and REDO to the state before UNDO;
the journal, read again, contains the same match, and UNDO changes both in the same way;
the match can be reported as JSON and as text."""


class Wrong(Exception):
    """Raised when an invariant does not hold. The message names the invariant."""


def hold(what: str, *, holds: object) -> None:
    """Raise `Wrong` with the message `what` unless the condition `holds` is true."""
    if not holds:
        raise Wrong(what)


def check_press(before: History, outcome: Outcome, after: History) -> None:
    """Raise `Wrong` unless a key press either took effect and was counted once, or changed nothing.

    Args:
        before: the match before the key press.
        outcome: whether the key press took effect, and if not, why.
        after: the match after the key press.
    """
    hold("the presses before it", holds=outcome.presses == before.applied)
    hold("refused, and took effect", holds=not (outcome.took and outcome.why))
    if outcome.took:
        hold("one press more", holds=after.applied == before.applied + 1)
    else:
        hold("nothing changes", holds=after is before)


def check_game(history: History, setup: Setup) -> None:
    """Raise `Wrong` if the state of the game is not possible.

    Args:
        history: the match, whose current game is checked.
        setup: the setup at the start of the match.
    """
    game = history.game
    target = game.rules.target
    fronts = [side.front for side in game.sides]
    hold("scores from 0 to the target", holds=all(0 <= front <= target for front in fronts))
    hold("no back peg ahead", holds=all(0 <= side.back <= side.front for side in game.sides))
    _check_sums(history, setup)
    hold("over if and only if won", holds=(game.winner is None) == (game.prompt is not Prompt.GAME_OVER))
    hold("won in the game hole alone", holds=(game.winner is None) == (target not in fronts))
    hold("nobody to act once it is over", holds=(game.to_act is None) == (game.winner is not None))
    hold("the count", holds=0 <= game.count <= 31)
    ranks = Counter(card.rank for card in game.deal_cards)
    hold("four of a rank at the most", holds=all(number <= 4 for number in ranks.values()))
    known = [card for card in game.deal_cards if card.suit]
    hold("no card twice", holds=len(set(known)) == len(known))


def _check_sums(history: History, setup: Setup) -> None:
    """Check that each score in the current game is the side's score at the start plus its points since then.

    Args:
        history: the match.
        setup: the setup of the first game, which may give a side points at the start.
    """
    game, steps = history.timeline
    began = steps[0].event if steps else None
    scores = list(setup.checked().start)
    if began and began.kind in BEGINS:
        scores = list(began.setup.checked().start) if began.setup else [0] * len(game.sides)
    for entry in game.entries:
        scores[entry.side] += entry.points
        hold("the score of an entry", holds=entry.score == scores[entry.side])
    hold("what was pegged is the score", holds=scores == [side.front for side in game.sides])


def check_undo(history: History) -> None:
    """Check that UNDO reverts the last key press, if there is one, and that REDO restores it."""
    if not history.past:
        return
    back = history.apply(Event(Kind.UNDO))
    last = history.past[-1]
    game = last.timeline.game if isinstance(last, Replacement) else last.before
    hold("UNDO leads back", holds=back.game == game and back.past == history.past[:-1])
    again = back.apply(Event(Kind.REDO))
    hold("REDO leads here", holds=again.timeline == history.timeline and again.past == history.past)


def check_told(history: History) -> None:
    told = report_object(history)
    hold("the same in JSON", holds=json.loads(json.dumps(told)) == told)
    hold("a text", holds=report_text(history).isprintable() or "\n" in report_text(history))


def check_journal(path: Path, history: History) -> None:
    reading = read_journal(path) if path.exists() else None
    if reading is None:
        hold("nothing in the journal", holds=history.applied == 0)
        return
    hold("a whole journal", holds=reading.damage is None)
    _check_same("the journal", reading.history, history)
    kept = finish(reading.full_history())
    hold("the presses of the journal", holds=kept.applied == reading.history.applied == history.applied)
    _check_same("the whole journal", kept, history)
    if history.past and kept.past:
        _check_same("UNDO from the journal", *(each.apply(Event(Kind.UNDO)) for each in (kept, history)))
    hold("what can be taken back", holds=len(kept.past) == len(history.past))
    hold("what can be put in again", holds=len(kept.undone) == len(history.undone))


def _check_same(what: str, one: History, other: History) -> None:
    # The journal may omit the last deal of a finished game, which is no longer shown.
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    hold(f"the game of {what}", holds=plain[0] == plain[1])
    hold(f"the last card of {what}", holds=one.game.last_card == other.game.last_card)
    hold(f"the standing of {what}", holds=report_object(one) == report_object(other))
    hold(f"the screen of {what}", holds=view(one) == view(other))
