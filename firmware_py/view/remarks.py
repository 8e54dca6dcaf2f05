"""What the board says besides points: a false go, dropped presses, the games won, the end of a game."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.deal import FalseGo
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History, Replacement
from firmware_py.player_names import PlayerNames
from firmware_py.view.calls import Call
from firmware_py.view.results import brief_result, games_won, result


def remarks(history: History) -> tuple[Call, ...]:
    """Return what there is to say of the last press besides the points that it scored."""
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
        said.append(Call(None, text, text, brief_result(game)))
    return tuple(said)


_BEFORE_A_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE)


def false_go(game: Game, went: FalseGo, card: Card) -> str:
    """Return that a player said go with a card that could be laid: `Left said go at 25 but had a 6`."""
    return f"{PlayerNames(game).seats[went.seat]} {_said_go(went, card)}"


def _false_go(game: Game, went: FalseGo) -> Call:
    card = game.cards[-1]
    said = false_go(game, went, card)
    text, brief = _said_go(went, card), f"false go at {went.said_at}"
    if game.rules.players == 2:
        return Call(went.seat, said, text, (f"go at {went.said_at}, had {_a(card)}", brief))
    return Call(None, said, said, (f"{PlayerNames(game).seats[went.seat]}: {brief}", brief))


def _said_go(went: FalseGo, card: Card) -> str:
    return f"said go at {went.said_at} but had {_a(card)}"


def _a(card: Card) -> str:
    return f"{'an' if card.rank in (Rank.ACE, Rank.EIGHT) else 'a'} {card.pretty}"


def dropped(history: History) -> str:
    """Return which presses a correction made impossible.

    `The last 3 presses no longer fit and were dropped, from Right's go on.`
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
    brief = (text, f"{lost} dropped from {first}", f"Dropped from {first}", f"{number} dropped")
    return Call(None, dropped(history), text, brief)


def _first_dropped(history: History) -> str:
    """Return the first press that a correction made impossible: `Right's go`."""
    from firmware_py.view.presses import press_as_noun  # the first frame need not wait for it

    correction = history.past[-1]
    assert history.dropped is not None and isinstance(correction, Replacement)
    return press_as_noun(history.dropped.steps[0], correction.timeline.game)


def _games(game: Game) -> Call:
    """Return the games won so far, as a new game begins."""
    names = PlayerNames(game).sides
    said = ", ".join(f"{name} {side.games}" for name, side in zip(names, game.sides, strict=True))
    text = f"Match {games_won(game)}"
    return Call(None, f"Match: {said}", text, (text,))
