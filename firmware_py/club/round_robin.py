"""Draw all rounds of a tournament in which everyone plays everyone else once."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.club.draw_types import Pair, Round


def round_robin(players: Sequence[str]) -> tuple[Round, ...]:
    """Return the rounds in which each player plays each other player exactly once.

    The rounds are drawn by the circle method. The players sit around a circle, and players who sit opposite
    each other play each other. After each round, all players except one move on by one place. If the number
    of players is odd, one place is empty, and the player opposite it has the bye.

    Args:
        players: the players' names, which must all be different. For fewer than two players, there are no
            rounds.
    """
    places: list[str | None] = list(players)
    if len(places) < 2:
        return ()
    if len(places) % 2:
        places.append(None)
    rounds = []
    for _ in range(len(places) - 1):
        rounds.append(_opposite(places))
        places.insert(1, places.pop())
    return tuple(rounds)


def _opposite(places: Sequence[str | None]) -> Round:
    """Return the round that pairs the first player with the last, the second with the second to last, etc.

    A player who is paired with None has the bye.
    """
    pairs, bye = [], None
    half = len(places) // 2
    for one, other in zip(places[:half], reversed(places[half:]), strict=True):
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append(Pair(one, other))
    return Round(tuple(pairs), bye)
