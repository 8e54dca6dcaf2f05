"""A press in words: as a sentence, `Left laid 7♥`, and as part of a sentence, `Left's 7♥`."""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.match.timeline import Step
from firmware_py.player_names import PlayerNames


def press_as_sentence(step: Step, later: Game) -> str:
    """Return a sentence that says what a press did, such as `Left laid 7♥`.

    `later` is the game after the press, or some presses later in the same deal.
    """
    event = step.event
    what = _card_or_suit(event) or " ".join(map(str, event.numbers))
    return _words(event.kind).sentence.format(who=_who(step, later), what=what).strip()


def press_as_noun(step: Step, later: Game) -> str:
    """Return a phrase for a press, such as `Right's go`, `Left's 7` or `the starter`.

    `later` is the game after the press, or some presses later in the same deal.
    """
    return _words(step.event.kind).noun.format(who=_who(step, later), what=_card_or_suit(step.event))


class _Words(NamedTuple):
    """The words that describe an event.

    `{who}` stands for the player, and `{what}` for a card, a suit or a number of points.

    Attributes:
        sentence: the words as a sentence, such as `{who} laid {what}`.
        noun: the words as a phrase, such as `{who}'s {what}`.
    """

    sentence: str
    noun: str


_WORDS = {
    Kind.CUT: _Words("{who} cut {what}", "{who}'s cut"),
    Kind.DEALS: _Words("deals", "the first deal"),
    Kind.STARTER: _Words("starter {what}", "the starter"),
    Kind.LAY: _Words("{who} laid {what}", "{who}'s {what}"),
    Kind.GO: _Words("{who}: go", "{who}'s go"),
    Kind.CALL: _Words("{what} points called", "the points called"),
    Kind.TAKE: _Words("muggins", "muggins"),
    Kind.REST: _Words("{who} kept {what}", "{who}'s {what}"),
    Kind.HAND: _Words("{who} showed {what}", "{who}'s {what}"),
    Kind.YES: _Words("{who}: yes", "the answer"),
    Kind.NO: _Words("{who}: no", "the answer"),
    Kind.CLAIM: _Words("{who} counted {what}", "{who}'s count"),
    Kind.REVEAL: _Words("{who} counted", "{who}'s count"),
    Kind.CRIB: _Words("crib {what}", "the crib's {what}"),
    Kind.SUIT: _Words("its suit {what}", "the suit {what}"),
    Kind.PACK_CUT: _Words("pack-cut", "the cut of the pack"),
    Kind.PACK_TAKEN: _Words("pack-taken", "the pack taken"),
    Kind.MUGGINS: _Words("muggins", "muggins"),
    Kind.DEAL_OVER: _Words("deal-over", "the end of the deal"),
    Kind.PEG: _Words("peg", "points by hand"),
    Kind.TAKE_BACK: _Words("take-back", "points by hand"),
    Kind.SCORE: _Words("score", "points by hand"),
    Kind.THROWN_IN: _Words("thrown-in", "the misdeal"),
    Kind.MISDEAL: _Words("misdeal", "the misdeal"),
    **dict.fromkeys((Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT), _Words("put right", "the correction")),
}
"""The words for each kind of event that can happen within a deal. Starting a game and UNDO have no words."""


def _words(kind: Kind) -> _Words:
    return _WORDS.get(kind, _Words(kind.value, kind.value))


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
