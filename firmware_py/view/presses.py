"""A press in words: as a sentence, `Left laid 7♥`, and as part of a sentence, `Left's 7♥`."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.game import Game
from engine.match.timeline import Step
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words


def press_as_sentence(step: Step, later: Game) -> str:
    """Return a sentence that says what a press did, such as `Left laid 7♥`.

    `later` is the game after the press, or some presses later in the same deal.
    """
    event = step.event
    what = _card_or_suit(event) or " ".join(map(str, event.numbers))
    return words().press_as_sentence(event.kind, _who(step, later), what)


def press_as_noun(step: Step, later: Game) -> str:
    """Return a phrase for a press, such as `Right's go`, `Left's 7` or `the starter`.

    `later` is the game after the press, or some presses later in the same deal.
    """
    return words().press_as_noun(step.event.kind, _who(step, later), _card_or_suit(step.event))


def _card_or_suit(event: Event) -> str:
    return event.named.symbol if event.named is not None else ""


def _who(step: Step, later: Game) -> str:
    """Return the name of the player who made a press.

    `later` is a later state of the same deal, which shows who laid a card. It may not have been that player's
    turn: if a card would take the count past 31, the player whose turn it was is taken to have said go.
    """
    names, before = PlayerNames(later).seats, step.before
    card = len(before.deal_cards)
    if step.event.kind is Kind.LAY and later.deal:
        # A card that would exceed 31 implies a go: its player leads, and may not have been in turn.
        for seat, hand in enumerate(later.deal.hands):
            if card in hand:
                return names[seat]
    return names[before.to_act] if before.to_act is not None else ""
