"""Draw all rounds of a tournament in which everyone plays everyone else once."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.club.pairing import Pair, Round


def round_robin(players: Sequence[str]) -> tuple[Round, ...]:
    """Return the rounds in which each player plays each other player exactly once.

    The rounds are drawn by the circle method: one player keeps the place, and the others move on by one place
    around a circle after each round. Opposite players play each other. If the number of players is odd, the
    player opposite an empty place has the bye.

    Args:
        players: the players' names, which must all be different. Fewer than two players have no rounds.
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
    """Return the round in which the players at opposite places play each other."""
    pairs, bye = [], None
    half = len(places) // 2
    for one, other in zip(places[:half], reversed(places[half:]), strict=True):
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append(Pair(one, other))
    return Round(tuple(pairs), bye)
