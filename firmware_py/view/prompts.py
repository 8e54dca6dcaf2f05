"""The wording of the prompts, the keys that answer them, and the points that stay on the screen meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.cards import Card, Rank
from engine.change_types import DealBegun
from engine.deals import Source
from engine.game import Game
from engine.match.history import History
from engine.phases.play import NO_GO_UP_TO
from engine.prompts import About, Asks, Prompt
from firmware_py.input.entry import KeyMeanings, key_meanings
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, ok_go, yes_no
from firmware_py.input.typed import Digits
from firmware_py.words.in_use import PlayerNames, games_won, words
from firmware_py.words.message import Message


def prompt_text(game: Game, digits: Digits) -> tuple[Message, tuple[Hint, ...]]:
    """Return the text of the game's current prompt, and the keys that answer it.

    There are no keys if the text itself lists them, or needs their room. `digits` are those typed so far, for
    prompts that ask for a number.
    """
    who = PlayerNames(game).seats[game.to_act] if game.to_act is not None else ""
    wording = _PACK_OFFERED if game.prompt is Prompt.STARTER and game.offered else _AT[game.prompt]
    return wording.text(game, who, f"{digits.text}_"), wording.hints()


def keys_now(history: History, says: str, digits: Digits) -> tuple[str, ...]:
    """Return what can be pressed now, unless a page is open, such as `key the card you lay`.

    Args:
        says: the prompt that is shown. If an add-on supplies it, it comes first, as it says what to press.
    """
    game, meanings = history.game, key_meanings(history.game)
    prompt, hints = prompt_text(game, digits)
    is_own, wanted = says == prompt.full, meanings.wanted(words())
    found = (
        (True, wanted if is_own else says),
        *((is_own and hint.key.value not in wanted, hint.text) for hint in hints),
        (is_own and game.prompt is Prompt.PLAY and game.count > NO_GO_UP_TO, words().GO_IF_NONE_FITS),
        (meanings.go_pegs and not game.rules.follows_play and not meanings.go, words().GO_PEGS_POINTS),
        (meanings.ok_calls and game.points_to_call, words().OK_CALLS_POINTS),
        (is_own and _shows_counts(game, meanings), words().OK_SHOWS_COUNTS),
        (game.points_to_take, words().MUGGINS_TAKES_POINTS),
        (history.past, words().UNDO_TAKES_BACK),
        (history.undone, words().REDO_PUTS_BACK),
        (True, words().MENU_OPENS),
    )
    return tuple(phrase for applies, phrase in found if applies)


def _shows_counts(game: Game, meanings: KeyMeanings) -> bool:
    is_free = meanings.ok is None and not (meanings.ok_calls and game.points_to_call)
    return is_free and game.prompt.asks is not Asks.NUMBER


def points_kept(prompt: Prompt) -> tuple[Source, ...]:
    """Return the sources whose last points stay on the screen at a prompt until others are scored."""
    return _AT[prompt].keeps


class _Wording(NamedTuple):
    """How to word a prompt.

    Attributes:
        text: a function of the game, the name of the player to act, and the digits typed so far.
        hints: the keys that answer the prompt.
        keeps: the sources whose points stay on the screen.
    """

    text: Callable[[Game, str, str], Message]
    hints: Callable[[], tuple[Hint, ...]] = tuple
    keeps: tuple[Source, ...] = ()


def _cut_for_deal(game: Game, who: str, typed: str) -> Message:
    if len(game.cards) == game.rules.players and not game.deal:
        return words().cut_again(who)
    return words().cut_for_deal(who)


def _starter(game: Game, who: str, typed: str) -> Message:
    if game.rules.pone_has_to_cut:
        return words().starter_cut_by(PlayerNames(game).seats[game.pone], who, deal_text(game, who))
    return words().starter(who, deal_text(game, who))


def deal_text(game: Game, dealer: str) -> Message:
    """Return the message that tells how the cards are dealt in this form of the game.

    Args:
        dealer: the name of the player who deals.
    """
    rules = game.rules
    each = rules.hand_size + rules.thrown_each
    return words().deal(dealer, each, rules.thrown_each, rules.dealt_to_crib)


def _idle(game: Game, who: str, typed: str) -> Message:
    # Points can be pegged by hand all through the deal, so only the first prompt of a deal tells how to deal.
    begins = any(isinstance(change, DealBegun) for change in game.changes)
    return deal_text(game, who) if begins else words().deals(who)


def _play(game: Game, who: str, typed: str) -> Message:
    # With two players, the screen's prompt is short, because an arrow shows whose turn it is. It is the same
    # throughout the play, which saves sending 40 bytes to the display after each key press.
    if game.count > NO_GO_UP_TO:
        return words().card_or_go(who, game.rules.players)
    return words().card_to_lay(who, game.rules.players)


def _flush(game: Game, who: str, typed: str) -> Message:
    return words().is_crib_a_flush() if game.counts_crib else words().is_hand_a_flush(who)


def _flush_with_starter(game: Game, who: str, typed: str) -> Message:
    if not game.counts_crib:
        return words().does_starter_join_flush_of_hand(who)
    alone, _ = game.rules.flush_points(crib=True)
    if alone:
        return words().does_starter_join_flush_of_crib()
    return words().is_crib_a_flush_with_starter()


def _nobs(game: Game, who: str, typed: str) -> Message:
    starter, crib = game.deal_cards[0], game.counts_crib
    if starter.suit is None:
        return words().has_crib_nobs() if crib else words().has_hand_nobs(who)
    jack = Card(Rank.JACK, starter.suit).pretty
    return words().has_crib_nobs_with(jack) if crib else words().has_hand_nobs_with(who, jack)


def _reveal(game: Game, who: str, typed: str) -> Message:
    return words().count_crib_aloud(who) if game.counts_crib else words().count_hand_aloud(who)


def _claim(game: Game, who: str, typed: str) -> Message:
    return words().claim_for_crib(who, typed) if game.counts_crib else words().claim_for_hand(who, typed)


def _muggins(game: Game, who: str, typed: str) -> Message:
    counted = game.latest_deal.claims.points
    assert counted is not None
    return words().points_missed(PlayerNames(game).seats[game.hand_owner], counted, typed)


_PACK_OFFERED = _Wording(
    lambda game, who, typed: words().starter_or_offer(who, deal_text(game, who)),
    lambda: ok_go(words().PACK_CUT, words().PACK_TAKEN),
)
_AT = {
    Prompt.CUT_FOR_DEAL: _Wording(_cut_for_deal),
    Prompt.STARTER: _Wording(_starter),
    Prompt.PLAY: _Wording(_play, keeps=(Source.PLAY, Source.MUGGINS)),
    Prompt.ACE: _Wording(
        lambda game, who, typed: words().one_or_eleven(who),
        lambda: ok_go("11", "1"),
    ),
    Prompt.REST: _Wording(lambda game, who, typed: words().cards_kept(who, _cards_so_far(game))),
    Prompt.HAND: _Wording(
        lambda game, who, typed: words().cards_of_hand(who, _cards_so_far(game)),
        keeps=(Source.HAND,),
    ),
    Prompt.FLUSH: _Wording(_flush, yes_no),
    Prompt.FLUSH_WITH_STARTER: _Wording(_flush_with_starter, yes_no),
    Prompt.NOBS: _Wording(_nobs, yes_no),
    Prompt.REVEAL: _Wording(_reveal, lambda: (Hint(Key.OK, words().SHOW),)),
    Prompt.CLAIM: _Wording(_claim),  # without hints, there is room on the screen for the points just scored
    Prompt.MUGGINS: _Wording(_muggins, lambda: ok_go(words().CLAIM, words().NONE)),
    Prompt.CRIB: _Wording(
        lambda game, who, typed: words().cards_of_crib(_cards_so_far(game)),
        keeps=(Source.HAND,),
    ),
    Prompt.IDLE: _Wording(
        _idle,
        lambda: (Hint(Key.GO, words().PEG), Hint(Key.OK, words().DEAL_OVER)),
        keeps=(Source.BY_HAND, Source.SCORE_SET),
    ),
    Prompt.GAME_OVER: _Wording(lambda game, who, typed: words().next_game(games_won(game))),
}


def _cards_so_far(game: Game) -> str:
    """Return the cards with an underscore for each missing one, e.g. `5♥ J _ _`."""
    cards, missing = keyed_so_far(game)
    return " ".join([*(card.pretty for card in cards), *"_" * missing])


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
    wanted = game.prompt.asks is Asks.CARD and game.prompt.about in (About.HAND, About.CRIB)
    if game.deal is None or game.to_act is None or not wanted:
        return _NOTHING
    if game.prompt is Prompt.CRIB:
        indices, size = game.deal.crib, game.rules.crib_size
    else:
        indices, size = game.deal.hands[game.to_act], game.rules.hand_size
    return KeyedCards(tuple(game.deal_cards[index] for index in indices), size - len(indices))


_NOTHING = KeyedCards()
