"""Remarks about the last key press, such as a false go, and everything that is said about a key press."""

from __future__ import annotations

from engine.cards import Card
from engine.deals import FalseGo
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History, Replacement
from engine.match.timeline import Step
from engine.prompts import Prompt
from firmware_py.player_names import PlayerNames
from firmware_py.view.calls import Call, calls
from firmware_py.view.result_in_words import games_won, result
from firmware_py.words.in_use import words


def remarks(history: History) -> tuple[Call, ...]:
    """Return the remarks about the last key press, such as a false go or the result of the game.

    The calls for the points that the key press scored are not included.
    """
    game = history.game
    said = []
    if game.false_go:
        said.append(_false_go(game, game.false_go))
    if history.dropped:
        said.append(_dropped(history))
    if game.prompt in _BEFORE_A_DEAL and not game.entries and any(side.games for side in game.sides):
        said.append(_games(game))
    if game.winner is not None:
        won = result(game)
        said.append(Call(None, won.full, won.full, won.forms))
    return tuple(said)


def said(before: History, event: Event, after: History) -> tuple[str, ...]:
    """Return the sentences about a key press: its points and remarks, or what it took back or put back.

    Calls and remarks about earlier key presses, which the screen may still show, are left out.

    Args:
        before: the match before the key press.
        event: the event that the key press produced.
        after: the match after it.
    """
    if event.kind is Kind.UNDO:
        return (words().taken_back_press(_noun_aloud(before.past[-1], before.game)),)
    old = remarks(before)
    new = [call.said for call in calls(after, stays=False, apart_from=before.game.entries)]
    new += [remark.said for remark in remarks(after) if remark not in old]
    if event.kind is Kind.REDO:
        new.insert(0, words().put_back(_noun_aloud(before.undone[-1], after.game)))
    return tuple(new)


def _noun_aloud(step: Step | Replacement, later: Game) -> str:
    from firmware_py.view.presses import press_as_noun_aloud  # the first frame need not wait for it

    if isinstance(step, Replacement):
        step = Step(step.applied, step.event, step.timeline.game)
    return press_as_noun_aloud(step, later)


_BEFORE_A_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE)


def false_go(game: Game, found: FalseGo, card: Card) -> str:
    """Return the remark about a player who said go with a playable card.

    An example is `Left said go at 25 but had a 6`.

    Args:
        game: the game.
        found: the false go.
        card: the card that the player could have played.
    """
    return words().false_go(PlayerNames(game).seats[found.seat], found.said_at, card)


def _false_go(game: Game, found: FalseGo) -> Call:
    card = game.cards[-1]
    said = false_go(game, found, card)
    if game.rules.players == 2:
        text = words().false_go_alone(found.said_at, card)
        forms = words().false_go_alone_forms(found.said_at, card)
        return Call(game.rules.side_of(found.seat), said, text, forms)
    return Call(None, said, said, words().false_go_forms(PlayerNames(game).seats[found.seat], found.said_at))


def dropped(history: History) -> str:
    """Return the remark about the key presses that were dropped because a correction made them impossible.

    An example is `The last press, Right's go, no longer fits and was dropped.`
    """
    assert history.dropped is not None
    from firmware_py.view.presses import press_as_noun_aloud  # the first frame need not wait for it

    return words().dropped(len(history.dropped.steps), press_as_noun_aloud(*_first_dropped(history)))


def _dropped(history: History) -> Call:
    assert history.dropped is not None
    from firmware_py.view.presses import press_as_noun

    first = press_as_noun(*_first_dropped(history))
    forms = words().dropped_forms(len(history.dropped.steps), first)
    return Call(None, dropped(history), forms[0], forms)


def _first_dropped(history: History) -> tuple[Step, Game]:
    correction = history.past[-1]
    assert history.dropped is not None and isinstance(correction, Replacement)
    return history.dropped.steps[0], correction.timeline.game


def _games(game: Game) -> Call:
    names = PlayerNames(game).sides
    won = [(name, side.games) for name, side in zip(names, game.sides, strict=True)]
    text = words().match_so_far_in_short(games_won(game))
    return Call(None, words().match_so_far(won), text, (text,))
