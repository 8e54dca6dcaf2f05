"""The meanings of the keys at each prompt of a game.

Suit keys, MUGGINS, UNDO, REDO and MENU have the same meaning at every prompt and are handled in the module
`entry`. AGAIN and SCORE, which only make the voice speak, are handled in the module `board`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.prompts import SUIT_QUESTIONS, Prompt
from firmware_py.words.english import English


class KeyMeanings(NamedTuple):
    """The meanings of the keys at a prompt.

    Attributes:
        wanted: a function that takes a message catalogue and returns the text that lists the keys to press
            at this prompt.
        rank: the kind of event that a rank key produces, or None if the rank keys do nothing here.
        ok: the event that OK produces, or None if it produces none.
        go: the event that GO produces, or None if it produces none.
        number: the kind of event that a typed number produces, or None if no number is typed here.
        ok_calls: True if OK calls points, in a game in which points must be called.
        go_pegs: True if GO opens the dialogue for pegging points manually, in a game in which the cards
            played are not entered.
    """

    wanted: Callable[[English], str]
    rank: Kind | None = None
    ok: Event | None = None
    go: Event | None = None
    number: Kind | None = None
    ok_calls: bool = False
    go_pegs: bool = False

    @property
    def is_question(self) -> bool:
        """True if the prompt is a question that is answered with OK or GO."""
        return self.ok is not None and self.go is not None


_YES_OR_NO = KeyMeanings(lambda words: words.OK_YES_GO_NO, ok=Event.yes(), go=Event.no())
_PACK_OFFERED = KeyMeanings(
    lambda words: words.KEY_THE_STARTER, rank=Kind.STARTER, ok=Event.pack_cut(), go=Event.pack_taken()
)
_AT = {
    Prompt.CUT_FOR_DEAL: KeyMeanings(
        lambda words: words.KEY_THE_CARD_CUT, rank=Kind.CUT, ok=Event.deals(Seat(0)), go_pegs=True
    ),
    Prompt.STARTER: KeyMeanings(lambda words: words.KEY_THE_STARTER, rank=Kind.STARTER, go_pegs=True),
    Prompt.PLAY: KeyMeanings(
        lambda words: words.KEY_THE_CARD_LAID, rank=Kind.LAY, go=Event.go(), ok_calls=True
    ),
    Prompt.ACE: _YES_OR_NO._replace(wanted=lambda words: words.OK_ELEVEN_GO_ONE),
    Prompt.REST: KeyMeanings(lambda words: words.KEY_A_CARD_LEFT, rank=Kind.REST, ok_calls=True),
    Prompt.HAND: KeyMeanings(
        lambda words: words.KEY_A_CARD_OF_THE_HAND, rank=Kind.HAND, ok_calls=True, go_pegs=True
    ),
    **dict.fromkeys(SUIT_QUESTIONS, _YES_OR_NO),
    Prompt.REVEAL: KeyMeanings(lambda words: words.COUNT_THEN_OK, ok=Event.reveal()),
    Prompt.CLAIM: KeyMeanings(lambda words: words.TYPE_YOUR_POINTS, number=Kind.CLAIM, ok_calls=True),
    Prompt.MUGGINS: KeyMeanings(lambda words: words.TYPE_THE_POINTS_MISSED, number=Kind.MUGGINS),
    Prompt.CRIB: KeyMeanings(lambda words: words.KEY_A_CARD_OF_THE_CRIB, rank=Kind.CRIB, go_pegs=True),
    Prompt.IDLE: KeyMeanings(lambda words: words.GO_PEGS_OK_ENDS, ok=Event.deal_over(), go_pegs=True),
    Prompt.GAME_OVER: KeyMeanings(lambda words: words.OK_STARTS_THE_NEXT_GAME, ok=Event.next_game()),
}


def key_meanings(game: Game) -> KeyMeanings:
    """Return what each key means at the current prompt of a game."""
    if game.prompt is Prompt.STARTER and game.offered:
        return _PACK_OFFERED
    return _AT[game.prompt]
