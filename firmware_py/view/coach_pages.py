"""The pages with the coach's advice about a deal, and the page that switches the coach on and off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.game import Game
from engine.games_known_to_coach import is_known_to_coach
from firmware_py.input.dialogues.coach import CoachSwitch
from firmware_py.input.keys import Key
from firmware_py.player_names import PlayerNames
from firmware_py.view.hints import Hint, leaves
from firmware_py.view.page import Page, Row, Rows, hint_rows, sentence
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_py.coaching.advice_message import Advice, CoachOffer, RatedThrow

_LEAST = 0.05
"""The lowest cost of a throw, in points, that is shown. A lower cost would be shown as 0.0."""


def switch_page(dialogue: CoachSwitch, game: Game) -> Page:
    """Return the page of the dialogue that switches the coach on and off."""
    ok = Hint(Key.OK, words().SWITCHES_OFF if dialogue.on else words().SWITCHES_ON)
    go_leaves = leaves(Key.GO)
    about = words().COACH_ROWS if is_known_to_coach(game.rules) else words().COACH_KNOWS_ROWS
    state = Row(words().AFTER_EACH_DEAL, words().ON if dialogue.on else words().OFF)
    rows = (state, *map(Row, about), *hint_rows((ok,)))
    return Page(words().COACH, go_leaves.text, rows, (ok, go_leaves), (state, sentence(about)))


def advice_pages(game: Game, offer: CoachOffer) -> list[tuple[str, Rows, Rows]]:
    """Return the pages with the coach's advice about the deal that has just been counted.

    Each page consists of its title, its rows, and the rows to speak.
    """
    if offer.advice is None:
        failed, working = words().COACH_HAS_FAILED_ROWS, words().COACH_IS_WORKING_ROWS
        about = failed if offer.has_failed else working
        return [(words().COACH, tuple(map(Row, about)), (sentence(about),))]
    names = PlayerNames(game).seats
    in_order = sorted(enumerate(offer.advice.throws), key=lambda each: each[0] == offer.deal.dealer)
    pages = [(words().coach_about(names[seat]), *_throw_rows(throw)) for seat, throw in in_order]
    return [
        *pages,
        (words().CHANCE_TO_WIN, *_chance_rows(names, offer.advice, guessed=not offer.deal.thrown)),
    ]


def _throw_rows(throw: RatedThrow) -> tuple[Rows, Rows]:
    shown = [Row(words().threw(_cards(throw.thrown))), Row(words().kept(_cards(throw.kept)))]
    aloud = [Row(words().threw(_aloud(throw.thrown))), Row(words().kept(_aloud(throw.kept)))]
    if throw.cost < _LEAST:
        best = Row(words().NO_THROW_IS_BETTER)
        return (*shown, best), (*aloud, best)
    shown.append(Row(words().better_throw(_cards(throw.best))))
    shown.append(Row(words().cost_of_throw(throw.cost)))
    aloud.append(Row(words().better_throw(_aloud(throw.best)), words().cost_aloud(throw.cost)))
    return tuple(shown), tuple(aloud)


def _chance_rows(names: Sequence[str], advice: Advice, *, guessed: bool) -> tuple[Rows, Rows]:
    """Return rows with each player's chance of winning: first the rows to show, then the rows to speak.

    Args:
        names: the players' names.
        advice: the coach's advice.
        guessed: True if the coach had to guess who threw which cards. The rows then also show the probability
            that this guess is right.
    """
    shares = list(zip(names, advice.chances, strict=True))
    rows = [Row(name, words().percent(share)) for name, share in shares]
    said = [Row(name, words().percent_aloud(share)) for name, share in shares]
    if guessed:
        rows.append(Row(words().THROWS_ARE_GUESSED, words().percent(advice.certainty)))
        said.append(Row(words().THROWS_ARE_GUESSED_ALOUD, words().percent_aloud(advice.certainty)))
    suits = () if advice.has_suits else (Row(words().SUITS_NOT_KEYED),)
    return (*rows, *suits), (*said, *suits)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def _aloud(cards: Sequence[Card]) -> str:
    return words().cards_in_words(cards)
