"""What is wanted now, as words, and the keys that answer."""

from __future__ import annotations

from engine.game import Game
from engine.state import Prompt
from firmware_py.digits import Digits
from firmware_py.names import LONG, Names

YES_NO = "OK yes  GO no"
Wanted = tuple[str, str | None]
"""What is wanted, and the keys that answer, two spaces between them; None where they go without saying."""


def prompt(game: Game, digits: Digits) -> Wanted:
    """What is wanted where a game stands, with what has been typed of a number."""
    who = Names(game).seats[game.to_act] if game.to_act is not None else ""
    long = len(who) > LONG
    match game.prompt:
        case Prompt.CUT_FOR_DEAL:
            again = len(game.cards) == game.rules.players and not game.deal
            words = ("Tie! Again", "A tie! Cut again") if again else ("Cut", "Cut for deal")
            return f"{words[not long]}: {who}", None
        case Prompt.STARTER:
            return f"Starter? {'' if long else 'Deal: '}{who}", "OK cut  GO taken" if game.offered else None
        case Prompt.PLAY:
            # Of two, whose turn it is shows beside the count; words that stay need not be sent again.
            if game.rules.players == 2:
                return "Card, or GO", None
            return f"{who}: card{'' if long else ', or GO'}", None
        case Prompt.ACE:
            return f"{who}: {'ace' if long else 'one or eleven'}?", "OK 11  GO 1"
        case Prompt.REST | Prompt.HAND | Prompt.CRIB:
            return _cards_so_far(game, who), None
        case Prompt.REVEAL:
            return f"{'Crib' if _is_crib(game) else who}: count aloud", "OK show"
        case Prompt.CLAIM:
            # No keys below it: a line more for what was just counted and taken.
            return f"{'Crib: ' if _is_crib(game) else ''}{who} counts {digits.text}_", None
        case Prompt.MUGGINS:
            assert game.deal is not None and game.to_act is not None
            owner = Names(game).seats[(game.to_act - 1) % game.rules.players]
            more = "?" if len(owner) > LONG else ". More?"
            return f"{owner}'s {game.deal.claims.points}{more} +{digits.text}_", "OK claim  GO none"
        case Prompt.IDLE:
            return f"{who} deals", "GO peg  OK deal over"
        case Prompt.GAME_OVER:
            games = "-".join(str(side.games) for side in game.sides)
            return f"OK: next game ({games})", None
    return _question(game, who), YES_NO


def _is_crib(game: Game) -> bool:
    return game.deal is not None and game.deal.counted == game.rules.players


def _cards_so_far(game: Game, who: str) -> str:
    """What has been keyed of a hand or the crib and how much is to come: `Crib: 5♥ J _ _`."""
    assert game.deal is not None and game.to_act is not None
    crib = game.prompt is Prompt.CRIB
    places = game.deal.crib if crib else game.deal.hands[game.to_act]
    size = game.rules.crib if crib else game.rules.hand
    cards = [game.deal_cards[place].pretty for place in places]
    title = {Prompt.CRIB: "Crib:", Prompt.REST: f"{who} kept:"}.get(game.prompt, f"{who}:")
    return " ".join([title, *cards, *"_" * (size - len(cards))])


def _question(game: Game, who: str) -> str:
    """A question about suits."""
    crib = _is_crib(game)
    long = not crib and len(who) > LONG
    starter = game.deal_cards[0]
    if game.prompt is Prompt.FLUSH:
        return f"{'Crib' if crib else who}: {'a flush' if long else 'all one suit'}?"
    if game.prompt is Prompt.FLUSH_WITH_STARTER:
        if game.rules.four_flush_in_crib or not crib:
            return f"{'Crib' if crib else who}: {'starter' if long else 'starter that suit too'}?"
        return "Crib and starter one suit?"
    jack = "his nobs" if long else "J of the starter's suit"
    if starter.suit:
        jack = f"the J{starter.suit.symbol}"
    return f"{'Crib' if crib else who}: {jack}?"
