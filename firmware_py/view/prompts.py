"""The prompts in words: what the board asks for, and the keys that answer. Each prompt has a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Game
from engine.game_state import Prompt
from engine.phases.play import NO_GO_UP_TO
from firmware_py.input.keys import Key
from firmware_py.input.typed_number import Digits
from firmware_py.player_names import PlayerNames
from firmware_py.view.hints import YES_NO, Hint, ok_go
from firmware_py.view.results import games_won


class PromptText(NamedTuple):
    """A prompt in words.

    Attributes:
        full: the whole sentence with the player's name, such as `Left: card, or GO if none fits`.
        forms: the prompt for the screen, from the fullest form to the shortest. The screen shows the first
            that fits; the last always fits on a line, however long the names are.
        hints: the keys that answer; none if the prompt itself says which keys to press.
    """

    full: str
    forms: tuple[str, ...]
    hints: tuple[Hint, ...] = ()


def prompt_text(game: Game, digits: Digits) -> PromptText:
    """Return the prompt of a game in words.

    Args:
        game: the game.
        digits: the digits typed so far, for prompts that ask for a number.
    """
    who = PlayerNames(game).seats[game.to_act] if game.to_act is not None else ""
    match game.prompt:
        case Prompt.CUT_FOR_DEAL:
            return _cut_for_deal(game, who)
        case Prompt.STARTER:
            return _starter(game, who)
        case Prompt.PLAY:
            return _play(game, who)
        case Prompt.ACE:
            return _ace(who)
        case Prompt.REST:
            return _rest(game, who)
        case Prompt.HAND:
            return _hand(game, who)
        case Prompt.CRIB:
            return _crib(game)
        case Prompt.FLUSH:
            return _flush(game, who)
        case Prompt.FLUSH_WITH_STARTER:
            return _flush_with_starter(game, who)
        case Prompt.NOBS:
            return _nobs(game, who)
        case Prompt.REVEAL:
            return _reveal(game, who)
        case Prompt.CLAIM:
            return _claim(game, who, digits)
        case Prompt.MUGGINS:
            return _muggins(game, digits)
        case Prompt.IDLE:
            return _idle(who)
        case Prompt.GAME_OVER:
            return _game_over(game)


def _cut_for_deal(game: Game, who: str) -> PromptText:
    if len(game.cards) == game.rules.players and not game.deal:
        full = f"A tie! {who} cuts again."
        return PromptText(full, (full, f"Tie! {who} cuts again.", "A tie! Cut again."))
    full = f"{who} cuts for the deal."
    return PromptText(full, (full, f"{who} cuts for deal.", f"{who} cuts.", "Cut for the deal."))


def _starter(game: Game, who: str) -> PromptText:
    if game.rules.pone_has_to_cut:
        pone = PlayerNames(game).seats[game.pone]
        full = f"{pone} cuts, {who} deals. Turn up the starter."
        cuts = f"{pone} cuts"
        return PromptText(full, (full, f"{cuts}, {who} deals.", f"{cuts}. Starter?", cuts))
    if not game.offered:
        full = f"{who} deals. Turn up the starter."
        return PromptText(full, (full, f"{who} deals. Starter?", f"{who}: starter?", "Turn up the starter."))
    full = f"{who} deals. Turn up the starter. Or was the pack offered, and cut or taken?"
    forms = (f"{who} deals. Starter? If the pack is offered:", f"{who} deals. Starter?", "Starter?")
    return PromptText(full, forms, ok_go("cut", "taken"))


def _play(game: Game, who: str) -> PromptText:
    """Return the prompt that asks for the next card in the play. It mentions GO only if a go is possible.

    With two players, the screen shows with an arrow whose turn it is, so the prompt never changes during the
    play. That saves sending 40 bytes to the screen at each press.
    """
    can_go = game.count > NO_GO_UP_TO
    full = f"{who}: card, or GO if none fits" if can_go else f"{who}: card"
    if game.rules.players == 2:
        return PromptText(full, ("Card, else GO",))
    forms = (f"{who}: card, else GO", f"{who}: stuck? GO") if can_go else (f"{who}: card",)
    return PromptText(full, (*forms, "Card, else GO" if can_go else "Card"))


def _ace(who: str) -> PromptText:
    forms = (f"{who}: one or eleven?", f"{who}: 1 or 11?", "One or eleven?")
    return PromptText(f"{who}: is the ace one or eleven?", forms, ok_go("11", "1"))


def _rest(game: Game, who: str) -> PromptText:
    cards = _hand_so_far(game)
    return PromptText(f"{who} kept: {cards}", (f"{who} kept: {cards}", f"{who}: {cards}", cards))


def _hand(game: Game, who: str) -> PromptText:
    cards = _hand_so_far(game)
    return PromptText(f"{who}: {cards}", (f"{who}: {cards}", cards))


def _hand_so_far(game: Game) -> str:
    assert game.deal is not None and game.to_act is not None
    return _cards_so_far(game, game.deal.hands[game.to_act], game.rules.hand_size)


def _crib(game: Game) -> PromptText:
    assert game.deal is not None
    cards = _cards_so_far(game, game.deal.crib, game.rules.crib_size)
    return PromptText(f"Crib: {cards}", (f"Crib: {cards}", cards))


def _cards_so_far(game: Game, indices: Sequence[int], size: int) -> str:
    """Return the cards entered so far, with underscores for the missing cards, such as `5♥ J _ _`."""
    keyed = [game.deal_cards[index].pretty for index in indices]
    return " ".join([*keyed, *"_" * (size - len(keyed))])


def _flush(game: Game, who: str) -> PromptText:
    owner = _owner(game, who)
    full = f"{owner}: all one suit?"
    return PromptText(full, (full, f"{owner}: a flush?", "All one suit?"), YES_NO)


def _flush_with_starter(game: Game, who: str) -> PromptText:
    if _counts_crib(game) and not game.rules.four_flush_in_crib:
        full = "Crib and starter: all one suit?"
        return PromptText(full, (full, "All five of one suit?"), YES_NO)
    owner = _owner(game, who)
    forms = (f"{owner}: starter the same suit?", f"{owner}: starter too?", "Starter too?")
    return PromptText(f"{owner}: is the starter of that suit too?", forms, YES_NO)


def _nobs(game: Game, who: str) -> PromptText:
    """Return the prompt that asks if a hand has his nobs, naming the jack if the starter's suit is known."""
    owner, starter = _owner(game, who), game.deal_cards[0]
    if starter.suit is None:
        full = f"{owner}: his nobs?"
        return PromptText(full, (full, "His nobs?"), YES_NO)
    jack = f"J{starter.suit.symbol}"
    full = f"{owner}: his nobs, the {jack}?"
    forms = (full, f"{owner}: his nobs, {jack}?", f"{owner}: nobs, {jack}?", f"His nobs, {jack}?")
    return PromptText(full, forms, YES_NO)


def _reveal(game: Game, who: str) -> PromptText:
    show = (Hint(Key.OK, "show"),)
    if _counts_crib(game):
        return PromptText(f"{who}: count the crib aloud", ("Crib: count aloud",), show)
    return PromptText(f"{who}: count your hand aloud", (f"{who}: count aloud", "Count aloud"), show)


def _claim(game: Game, who: str, digits: Digits) -> PromptText:
    """Return the prompt that asks for the points of a hand.

    It has no hints, to leave room for the points that were just scored.
    """
    typed = f"{digits.text}_"
    if _counts_crib(game):
        full = f"{who} counts the crib: {typed}"
        return PromptText(full, (f"Crib: {who} counts {typed}", f"Crib counts {typed}"))
    full = f"{who} counts {typed}"
    return PromptText(full, (full, f"{who}: {typed}", f"Counts {typed}"))


def _muggins(game: Game, digits: Digits) -> PromptText:
    """Return the prompt that asks whether anybody claims points that a hand's owner missed."""
    owner = PlayerNames(game).seats[game.hand_owner]
    points, typed = game.current_deal.claims.points, f"+{digits.text}_"
    full = f"{owner} counts {points}. Does anybody claim more? {typed}"
    missed = f"{points}. Missed: {typed}"
    return PromptText(
        full, (f"{owner} counts {missed}", f"{owner}: {missed}", missed), ok_go("claim", "none")
    )


def _idle(who: str) -> PromptText:
    hints = (Hint(Key.GO, "peg"), Hint(Key.OK, "deal over"))
    return PromptText(f"{who} deals", (f"{who} deals", "Points by hand"), hints)


def _game_over(game: Game) -> PromptText:
    full = f"OK: next game ({games_won(game)})"
    return PromptText(full, (full, "OK: next game"))


def _owner(game: Game, who: str) -> str:
    """Return whose cards are being counted: `Crib`, or else `who`, the name of the player."""
    return "Crib" if _counts_crib(game) else who


def _counts_crib(game: Game) -> bool:
    return game.deal is not None and game.deal.counted == game.rules.players
