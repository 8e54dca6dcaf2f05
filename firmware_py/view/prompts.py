"""The wording of the prompts, with a function for each prompt, and the keys that answer them."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card, Rank
from engine.game import Game
from engine.phases.play import NO_GO_UP_TO
from engine.prompts import Prompt
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, ok_go, yes_no
from firmware_py.input.typed import Digits
from firmware_py.words.in_use import PlayerNames, games_won, words
from firmware_py.words.message import Message

Prompted = tuple[Message, tuple[Hint, ...]]
"""The text of a prompt, and the keys that answer it. There are no keys if the text itself lists them."""


def prompt_text(game: Game, digits: Digits) -> Prompted:
    """Return the text of the game's current prompt, and the keys that answer it.

    `digits` are those typed so far, for prompts that ask for a number.
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


def _cut_for_deal(game: Game, who: str) -> Prompted:
    if len(game.cards) == game.rules.players and not game.deal:
        return words().cut_again(who), ()
    return words().cut_for_deal(who), ()


def _starter(game: Game, who: str) -> Prompted:
    if game.rules.pone_has_to_cut:
        return words().starter_cut_by(PlayerNames(game).seats[game.pone], who), ()
    if not game.offered:
        return words().starter(who), ()
    return words().starter_or_offer(who), ok_go(words().PACK_CUT, words().PACK_TAKEN)


def _play(game: Game, who: str) -> Prompted:
    # With two players, the screen's prompt is short, because an arrow shows whose turn it is. It is the same
    # throughout the play, which saves sending 40 bytes to the display after each key press.
    if game.count > NO_GO_UP_TO:
        return words().card_or_go(who, game.rules.players), ()
    return words().card_to_lay(who, game.rules.players), ()


def _ace(who: str) -> Prompted:
    return words().one_or_eleven(who), ok_go("11", "1")


def _rest(game: Game, who: str) -> Prompted:
    return words().cards_kept(who, _cards_so_far(game)), ()


def _hand(game: Game, who: str) -> Prompted:
    return words().cards_of_hand(who, _cards_so_far(game)), ()


def _crib(game: Game) -> Prompted:
    return words().cards_of_crib(_cards_so_far(game)), ()


def _cards_so_far(game: Game) -> str:
    """Return the cards with an underscore for each missing one, e.g. `5♥ J _ _`."""
    cards, missing = keyed_so_far(game)
    return " ".join([*(card.pretty for card in cards), *"_" * missing])


def _flush(game: Game, who: str) -> Prompted:
    asked = words().is_crib_a_flush() if _counts_crib(game) else words().is_hand_a_flush(who)
    return asked, yes_no()


def _flush_with_starter(game: Game, who: str) -> Prompted:
    if not _counts_crib(game):
        return words().does_starter_join_flush_of_hand(who), yes_no()
    if game.rules.four_flush_in_crib:
        return words().does_starter_join_flush_of_crib(), yes_no()
    return words().is_crib_a_flush_with_starter(), yes_no()


def _nobs(game: Game, who: str) -> Prompted:
    starter, crib = game.deal_cards[0], _counts_crib(game)
    if starter.suit is None:
        return words().has_crib_nobs() if crib else words().has_hand_nobs(who), yes_no()
    jack = Card(Rank.JACK, starter.suit).pretty
    asked = words().has_crib_nobs_with(jack) if crib else words().has_hand_nobs_with(who, jack)
    return asked, yes_no()


def _reveal(game: Game, who: str) -> Prompted:
    asked = words().count_crib_aloud(who) if _counts_crib(game) else words().count_hand_aloud(who)
    return asked, (Hint(Key.OK, words().SHOW),)


def _claim(game: Game, who: str, digits: Digits) -> Prompted:
    """The prompt has no hints, so that there is room on the screen for the points just scored."""
    typed = f"{digits.text}_"
    if _counts_crib(game):
        return words().claim_for_crib(who, typed), ()
    return words().claim_for_hand(who, typed), ()


def _muggins(game: Game, digits: Digits) -> Prompted:
    owner = PlayerNames(game).seats[game.hand_owner]
    counted = game.latest_deal.claims.points
    assert counted is not None
    asked = words().points_missed(owner, counted, f"{digits.text}_")
    return asked, ok_go(words().CLAIM, words().NONE)


def _idle(who: str) -> Prompted:
    return words().deals(who), (Hint(Key.GO, words().PEG), Hint(Key.OK, words().DEAL_OVER))


def _game_over(game: Game) -> Prompted:
    return words().next_game(games_won(game)), ()


def _counts_crib(game: Game) -> bool:
    return game.deal is not None and game.deal.counted == game.rules.players


class KeyedCards(NamedTuple):
    """The cards of a hand or crib that have been entered so far.

    Attributes:
        cards: the cards, in the order in which they were entered or played.
        missing: the number of cards that have not been entered yet.
    """

    cards: tuple[Card, ...] = ()
    missing: int = 0


def keyed_so_far(game: Game) -> KeyedCards:
    """Return the cards entered so far for the current prompt, if it asks for the cards in a hand or crib.

    For any other prompt, return no cards, with `missing` set to 0.
    """
    if game.deal is None or game.to_act is None or game.prompt not in (Prompt.REST, Prompt.HAND, Prompt.CRIB):
        return _NOTHING
    if game.prompt is Prompt.CRIB:
        indices, size = game.deal.crib, game.rules.crib_size
    else:
        indices, size = game.deal.hands[game.to_act], game.rules.hand_size
    return KeyedCards(tuple(game.deal_cards[index] for index in indices), size - len(indices))


_NOTHING = KeyedCards()
