"""The announcement of a win, such as `Ann wins with a skunk!`, for the board and for the voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.indices import Side
from engine.rules import Rules
from engine.scoring.pegs import Skunk, skunk_at
from firmware_py.words.message_forms import Message

if TYPE_CHECKING:
    from firmware_py.words.english import English

LURCH = 61
"""The target score of a game in which a skunk is called a lurch (RULES.md 5)."""


def win_in_words(
    words: English,
    rules: Rules,
    winner: int,
    scores: Sequence[int],
    players_of: Callable[[Side], Sequence[str]],
) -> Message:
    """Return the announcement of a win (RULES.md 5).

    Args:
        words: the message catalogue.
        rules: the rules of the game.
        winner: the side that has won.
        scores: each side's score at the end of the game.
        players_of: a function that returns the names of a side's players.
    """
    wins, lurch = players_of(rules.each_side[winner]), rules.target == LURCH
    losers = [side for side in rules.each_side if side != winner]
    skunks = {side: skunk for side in losers if (skunk := skunk_at(scores[side], rules))}
    if not skunks:
        return words.won(wins)
    if len(skunks) < len(losers):
        [(side, skunk)] = skunks.items()
        if lurch:
            return words.won_and_one_lurched(wins, players_of(side))
        return words.won_and_one_skunked(wins, players_of(side), double=skunk is Skunk.DOUBLE)
    lost = [players_of(side) for side in losers]
    if lurch:
        return words.won_with_lurch(wins, lost)
    if set(skunks.values()) == {Skunk.DOUBLE}:
        return words.won_with_double_skunk(wins)
    return words.won_with_skunk(wins, lost)
