"""Pair the players for all rounds of a round robin, in which everyone plays everyone else once."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.club.draw_types import Pair, Round


def round_robin(players: Sequence[str]) -> tuple[Round, ...]:
    """Return rounds in which everyone plays everyone else exactly once.

    The players are paired by the circle method. If the number of players is odd, one player has a bye in
    each round.

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
    """Return the round that pairs the first player with the last, the second with the second to last, etc."""
    pairs, bye = [], None
    half = len(places) // 2
    for one, other in zip(places[:half], reversed(places[half:]), strict=True):
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append(Pair(one, other))
    return Round(tuple(pairs), bye)
