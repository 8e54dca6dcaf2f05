"""Remarks about anything but points: a false go, dropped presses, the games won, the end of a game."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.deal import FalseGo
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History, Replacement
from firmware_py.player_names import PlayerNames
from firmware_py.view.calls import Call
from firmware_py.view.results import games_won, result, result_forms


def remarks(history: History) -> tuple[Call, ...]:
    """Return all remarks about the last press, except the calls for points that the press scored."""
    game = history.game
    said = []
    if game.false_go:
        said.append(_false_go(game, game.false_go))
    if history.dropped:
        said.append(_dropped(history))
    if game.prompt in _BEFORE_A_DEAL and not game.entries and any(side.games for side in game.sides):
        said.append(_games(game))
    if game.winner is not None:
        text = result(game)
        said.append(Call(None, text, text, result_forms(game)))
    return tuple(said)


_BEFORE_A_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE)


def false_go(game: Game, found: FalseGo, card: Card) -> str:
    """Return the remark about a false go, such as `Left said go at 25 but had a 6`.

    `card` is the card that the player could have played.
    """
    return f"{PlayerNames(game).seats[found.seat]} {_said_go(found, card)}"


def _false_go(game: Game, found: FalseGo) -> Call:
    card = game.cards[-1]
    said = false_go(game, found, card)
    short = f"false go at {found.said_at}"
    if game.rules.players == 2:
        forms = (f"go at {found.said_at}, had {_with_article(card)}", short)
        return Call(game.rules.side_of(found.seat), said, _said_go(found, card), forms)
    return Call(None, said, said, (f"{PlayerNames(game).seats[found.seat]}: {short}", short))


def _said_go(found: FalseGo, card: Card) -> str:
    return f"said go at {found.said_at} but had {_with_article(card)}"


def _with_article(card: Card) -> str:
    return f"{'an' if card.rank in (Rank.ACE, Rank.EIGHT) else 'a'} {card.pretty}"


def dropped(history: History) -> str:
    """Return the remark about the presses that a correction made impossible.

    Example: `The last 3 presses no longer fit and were dropped, from Right's go on.`
    """
    assert history.dropped is not None
    lost, first = len(history.dropped.steps), _first_dropped(history)
    if lost == 1:
        return f"The last press, {first}, no longer fits and was dropped."
    return f"The last {lost} presses no longer fit and were dropped, from {first} on."


def _dropped(history: History) -> Call:
    assert history.dropped is not None
    lost, first = len(history.dropped.steps), _first_dropped(history)
    number = "1 press" if lost == 1 else f"{lost} presses"
    text = f"Dropped: {first}" if lost == 1 else f"Dropped: {number} from {first} on"
    forms = (text, f"{lost} dropped from {first}", f"Dropped from {first}", f"{number} dropped")
    return Call(None, dropped(history), text, forms)


def _first_dropped(history: History) -> str:
    """Return a phrase for the first press that a correction made impossible, such as `Right's go`."""
    from firmware_py.view.presses import press_as_noun  # the first frame need not wait for it

    correction = history.past[-1]
    assert history.dropped is not None and isinstance(correction, Replacement)
    return press_as_noun(history.dropped.steps[0], correction.timeline.game)


def _games(game: Game) -> Call:
    """Return the remark that says how many games each side has won so far in the match."""
    names = PlayerNames(game).sides
    said = ", ".join(f"{name} {side.games}" for name, side in zip(names, game.sides, strict=True))
    text = f"Match {games_won(game)}"
    return Call(None, f"Match: {said}", text, (text,))
