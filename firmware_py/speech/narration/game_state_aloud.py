"""The state of the game in words: the scores, the dealer, the count, and the winner."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.speech.narration.speakable import speakable
from firmware_py.win_in_words import win_in_words


def standing(seen: SeenGame) -> Iterator[str]:
    """Yield sentences about the state of the game, such as the scores."""
    words = seen.words
    yield scores(seen)
    if seen.winner is not None:
        yield winner(seen, seen.winner)
        return
    if seen.dealer is not None:
        yield words.is_dealer(seen.names[seen.dealer])
    yield from count(seen)


def count(seen: SeenGame) -> Iterator[str]:
    """Yield a sentence with the current count, if cards are being played."""
    if seen.is_play or (seen.count and seen.winner is None):
        yield seen.words.the_count_is(seen.count)


def scores(seen: SeenGame) -> str:
    """Return the score of each side in words, e.g. `Ann thirty-one, Bob twelve`."""
    return seen.words.scores([(seen.name_of(side), seen.scores[side]) for side in seen.each_side])


def games(seen: SeenGame) -> str:
    """Return a sentence with the number of games that each side has won in the match."""
    words = seen.words
    won = words.match_so_far([(seen.name_of(side), seen.games[side]) for side in seen.each_side])
    return speakable(won, seen.names, words)


def winner(seen: SeenGame, side: int) -> str:
    """Return the announcement for a game won by `side`, e.g. `Ann wins with a skunk!` (RULES.md 5)."""
    return win_in_words(seen.words, seen.rules, side, seen.scores, seen.players_of).full
