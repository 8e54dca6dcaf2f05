"""The meaning of the keys at each prompt of a game: one row for each prompt.

Suit keys, MUGGINS, UNDO, REDO and MENU mean the same everywhere, so they are in `entry`. AGAIN and SCORE
never reach the entry, so they are in `board`.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt


class KeyMeanings(NamedTuple):
    """The meaning of the keys at one prompt.

    Attributes:
        wanted: the keys that the prompt accepts, in words, for the message that refuses any other key.
        rank: the kind of event that a rank key produces; None if it produces none.
        ok: the event that OK produces; None if it produces none.
        go: the event that GO produces; None if it produces none.
        number: the kind of event that a typed number produces; None if no number is wanted.
        ok_calls: True if, with muggins, OK calls the points of the last card while this is possible.
        go_pegs: True if GO opens the dialogue for manual corrections in a game that does not follow the play.
    """

    wanted: str
    rank: Kind | None = None
    ok: Event | None = None
    go: Event | None = None
    number: Kind | None = None
    ok_calls: bool = False
    go_pegs: bool = False

    @property
    def is_question(self) -> bool:
        """True if OK and GO answer a question at this prompt."""
        return self.ok is not None and self.go is not None


_YES_OR_NO = KeyMeanings("OK is yes, GO is no", ok=Event.yes(), go=Event.no())
_PACK_OFFERED = KeyMeanings("key the starter", rank=Kind.STARTER, ok=Event.pack_cut(), go=Event.pack_taken())
_AT = {
    Prompt.CUT_FOR_DEAL: KeyMeanings(
        "key the card you cut; OK skips it", rank=Kind.CUT, ok=Event.deals(0), go_pegs=True
    ),
    Prompt.STARTER: KeyMeanings("key the starter", rank=Kind.STARTER, go_pegs=True),
    Prompt.PLAY: KeyMeanings("key the card you lay", rank=Kind.LAY, go=Event.go(), ok_calls=True),
    Prompt.ACE: _YES_OR_NO._replace(wanted="OK is eleven, GO is one"),
    Prompt.REST: KeyMeanings("key a card left in your hand", rank=Kind.REST, ok_calls=True),
    Prompt.HAND: KeyMeanings("key a card from the hand", rank=Kind.HAND, go_pegs=True),
    Prompt.FLUSH: _YES_OR_NO,
    Prompt.FLUSH_WITH_STARTER: _YES_OR_NO,
    Prompt.NOBS: _YES_OR_NO,
    Prompt.REVEAL: KeyMeanings("count the hand aloud, then OK", ok=Event.reveal()),
    Prompt.CLAIM: KeyMeanings("type your points (10 is 0)", number=Kind.CLAIM, ok_calls=True),
    Prompt.MUGGINS: KeyMeanings("type the points missed, then OK", number=Kind.MUGGINS),
    Prompt.CRIB: KeyMeanings("key a card from the crib", rank=Kind.CRIB, go_pegs=True),
    Prompt.IDLE: KeyMeanings("GO pegs points, OK ends the deal", ok=Event.deal_over(), go_pegs=True),
    Prompt.GAME_OVER: KeyMeanings("OK starts the next game", ok=Event.next_game()),
}


def key_meanings(game: Game) -> KeyMeanings:
    """Return the meaning of the keys at the prompt of a game."""
    if game.prompt is Prompt.STARTER and game.offered:
        return _PACK_OFFERED
    return _AT[game.prompt]
