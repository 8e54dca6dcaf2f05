"""What the board asks for now, in words, and the keys that answer."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from engine.phases.play import ALWAYS_ROOM
from engine.state import Prompt
from firmware_py.input.digits import Digits
from firmware_py.input.keys import Key
from firmware_py.player_names import PlayerNames
from firmware_py.view.hints import YES_NO, Hint, ok_go
from firmware_py.view.results import games_won

_SHOW = (Hint(Key.OK, "show"),)
_BY_HAND = (Hint(Key.GO, "peg"), Hint(Key.OK, "deal over"))


class Wanted(NamedTuple):
    """What the board asks for now.

    Attributes:
        said: in full, with the player's name: `Left: card, or GO if none fits`.
        brief: for a screen, the best form first: the first that fits is shown, and the last fits a line
            whatever the names.
        hints: the keys that answer; none where the prompt itself says what to press.
    """

    said: str
    brief: tuple[str, ...]
    hints: tuple[Hint, ...] = ()


def prompt(game: Game, digits: Digits) -> Wanted:
    """Return what the board asks for where a game stands, with what has been typed of a number."""
    who = PlayerNames(game).seats[game.to_act] if game.to_act is not None else ""
    match game.prompt:
        case Prompt.CUT_FOR_DEAL:
            return _cut(game, who)
        case Prompt.STARTER:
            return _starter(game, who)
        case Prompt.PLAY:
            return _card(game, who)
        case Prompt.ACE:
            brief = (f"{who}: one or eleven?", f"{who}: 1 or 11?", "One or eleven?")
            return Wanted(f"{who}: is the ace one or eleven?", brief, ok_go("11", "1"))
        case Prompt.REST | Prompt.HAND | Prompt.CRIB:
            return _cards_so_far(game, who)
        case Prompt.REVEAL:
            return _count_aloud(game, who)
        case Prompt.CLAIM:
            return _claim(game, who, digits)
        case Prompt.MUGGINS:
            return _more(game, digits)
        case Prompt.IDLE:
            return Wanted(f"{who} deals", (f"{who} deals", "Points by hand"), _BY_HAND)
        case Prompt.GAME_OVER:
            said = f"OK: next game ({games_won(game)})"
            return Wanted(said, (said, "OK: next game"))
    return _question(game, who)


def _cut(game: Game, who: str) -> Wanted:
    if len(game.cards) == game.rules.players and not game.deal:
        said = f"A tie! {who} cuts again."
        return Wanted(said, (said, f"Tie! {who} cuts again.", "A tie! Cut again."))
    said = f"{who} cuts for the deal."
    return Wanted(said, (said, f"{who} cuts for deal.", f"{who} cuts.", "Cut for the deal."))


def _starter(game: Game, who: str) -> Wanted:
    if game.rules.pone_has_to_cut:
        pone = PlayerNames(game).seats[game.pone]
        said = f"{pone} cuts, {who} deals. Turn up the starter."
        cuts = f"{pone} cuts"
        return Wanted(said, (said, f"{cuts}, {who} deals.", f"{cuts}. Starter?", cuts))
    if not game.offered:
        said = f"{who} deals. Turn up the starter."
        return Wanted(said, (said, f"{who} deals. Starter?", f"{who}: starter?", "Turn up the starter."))
    said = f"{who} deals. Turn up the starter. Or was the pack offered, and cut or taken?"
    brief = (f"{who} deals. Starter? If the pack is offered:", f"{who} deals. Starter?", "Starter?")
    return Wanted(said, brief, ok_go("cut", "taken"))


def _card(game: Game, who: str) -> Wanted:
    """The card of the player in turn; in full, GO only where it can be true.

    Of two players, whose turn it is shows beside the count. Their line on the screen is the same at every
    count: words that stay need not be sent again, and words that come and go would cost 40 bytes a press.
    """
    can_go = game.count > ALWAYS_ROOM
    said = f"{who}: card, or GO if none fits" if can_go else f"{who}: card"
    if game.rules.players == 2:
        return Wanted(said, ("Card, else GO",))
    forms = (f"{who}: card, else GO", f"{who}: stuck? GO") if can_go else (f"{who}: card",)
    return Wanted(said, (*forms, "Card, else GO" if can_go else "Card"))


def _cards_so_far(game: Game, who: str) -> Wanted:
    """What has been keyed of a hand or the crib and how much is to come: `Crib: 5♥ J _ _`."""
    assert game.deal is not None and game.to_act is not None
    crib = game.prompt is Prompt.CRIB
    places = game.deal.crib if crib else game.deal.hands[game.to_act]
    size = game.rules.crib if crib else game.rules.hand
    keyed = [game.deal_cards[place].pretty for place in places]
    cards = " ".join([*keyed, *"_" * (size - len(keyed))])
    if crib:
        return Wanted(f"Crib: {cards}", (f"Crib: {cards}", cards))
    title = f"{who} kept" if game.prompt is Prompt.REST else who
    return Wanted(f"{title}: {cards}", (f"{title}: {cards}", f"{who}: {cards}", cards))


def _count_aloud(game: Game, who: str) -> Wanted:
    if _is_crib(game):
        return Wanted(f"{who}: count the crib aloud", ("Crib: count aloud",), _SHOW)
    return Wanted(f"{who}: count your hand aloud", (f"{who}: count aloud", "Count aloud"), _SHOW)


def _claim(game: Game, who: str, digits: Digits) -> Wanted:
    """What a hand's owner counts. No keys below it: that leaves a line for what was just counted or taken."""
    typed = f"{digits.text}_"
    if _is_crib(game):
        said = f"{who} counts the crib: {typed}"
        return Wanted(said, (f"Crib: {who} counts {typed}", f"Crib counts {typed}"))
    said = f"{who} counts {typed}"
    return Wanted(said, (said, f"{who}: {typed}", f"Counts {typed}"))


def _more(game: Game, digits: Digits) -> Wanted:
    """What an opponent claims beyond what was counted."""
    assert game.deal is not None and game.to_act is not None
    owner = PlayerNames(game).seats[(game.to_act - 1) % game.rules.players]
    points, typed = game.deal.claims.points, f"+{digits.text}_"
    said = f"{owner} counts {points}. Does anybody claim more? {typed}"
    missed = f"{points}. Missed: {typed}"
    brief = (f"{owner} counts {missed}", f"{owner}: {missed}", missed)
    return Wanted(said, brief, ok_go("claim", "none"))


def _is_crib(game: Game) -> bool:
    return game.deal is not None and game.deal.counted == game.rules.players


def _question(game: Game, who: str) -> Wanted:
    """A question about suits."""
    crib = _is_crib(game)
    title = "Crib" if crib else who
    if game.prompt is Prompt.FLUSH:
        said = f"{title}: all one suit?"
        return Wanted(said, (said, f"{title}: a flush?", "All one suit?"), YES_NO)
    if game.prompt is Prompt.FLUSH_WITH_STARTER:
        if crib and not game.rules.four_flush_in_crib:
            said = "Crib and starter: all one suit?"
            return Wanted(said, (said, "All five of one suit?"), YES_NO)
        said = f"{title}: is the starter of that suit too?"
        return Wanted(
            said, (f"{title}: starter the same suit?", f"{title}: starter too?", "Starter too?"), YES_NO
        )
    starter = game.deal_cards[0]
    if starter.suit is None:
        said = f"{title}: his nobs?"
        return Wanted(said, (said, "His nobs?"), YES_NO)
    jack = f"J{starter.suit.symbol}"
    said = f"{title}: his nobs, the {jack}?"
    return Wanted(
        said, (said, f"{title}: his nobs, {jack}?", f"{title}: nobs, {jack}?", f"His nobs, {jack}?"), YES_NO
    )
