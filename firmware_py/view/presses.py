"""Key presses in words, as a sentence such as `Ann laid 7♥`, or as a noun phrase such as `Ann's 7♥`."""

from __future__ import annotations

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.match.timeline import Step
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words


def press_as_sentence(step: Step, later: Game) -> str:
    """Return a sentence that describes a key press, such as `Ann laid 7♥`.

    Args:
        step: the step of the timeline that the key press produced.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    return _sentence(step, later, _symbol(step.event))


def press_aloud(step: Step, later: Game) -> str:
    """Return the spoken sentence that describes a key press, such as `Ann laid seven`.

    Args:
        step: the step of the timeline that the key press produced.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    return _sentence(step, later, _in_words(step.event))


def _sentence(step: Step, later: Game, card_or_suit: str) -> str:
    what = card_or_suit or " ".join(map(str, step.event.numbers))
    return words().press_as_sentence(step.event.kind, _player_name(step, later), what)


def press_as_noun(step: Step, later: Game) -> str:
    """Return a noun phrase that describes a key press, such as `Ann's go`, `Bob's 7` or `the starter`.

    Args:
        step: the event that the key press produced, and the game before it.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    return words().press_as_noun(step.event.kind, _player_name(step, later), _symbol(step.event))


def press_as_noun_aloud(step: Step, later: Game) -> str:
    """Return the spoken noun phrase that describes a key press, such as `Ann's seven`.

    Args:
        step: the step of the timeline that the key press produced.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    return words().press_as_noun(step.event.kind, _player_name(step, later), _in_words(step.event))


def _symbol(event: Event) -> str:
    return event.named.symbol if event.named is not None else ""


def _in_words(event: Event) -> str:
    match event.named:
        case Rank():
            return words().rank(event.named)
        case Suit():
            return words().suit(event.named)
    return ""


def _player_name(step: Step, later: Game) -> str:
    """Return the name of the player who made a key press, or an empty string if it was nobody's turn.

    Args:
        step: the event that the key press produced, and the game before it.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    names, before = PlayerNames(later).seats, step.before
    card = len(before.deal_cards)
    if step.event.kind is Kind.LAY and later.deal:
        # A card that would take the count past 31 implies a go, and belongs to the next player.
        for seat, hand in enumerate(later.deal.hands):
            if card in hand:
                return names[seat]
    return names[before.to_act] if before.to_act is not None else ""
