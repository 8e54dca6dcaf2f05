"""Pair the players for the next round of a Swiss tournament, in which players of similar strength meet.

The best player is paired with the nearest possible player in the standings, then the best of the remaining
players, and so on. Two players are paired only if this keeps the total number of rematches in the round as
small as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from firmware_py.club.draw_types import Pair, Round
from firmware_py.club.matching import maximum_matching


def swiss_round(standing: Sequence[str], rounds: Iterable[Round]) -> Round:
    """Return the next round of a Swiss tournament.

    If the number of players is odd, the bye goes to one of the players who have had the fewest byes,
    normally the lowest of them in the standings.

    Args:
        standing: the players' names, best first. They must all be different.
        rounds: the rounds played so far.
    """
    rounds = tuple(rounds)
    players = range(len(standing))
    number = {name: player for player, name in enumerate(standing)}
    met = {player: {player} for player in players}
    for pair in (pair for each in rounds for pair in each.pairs):
        if pair.one in number and pair.other in number:
            one, other = number[pair.one], number[pair.other]
            met[one].add(other)
            met[other].add(one)
    strangers = {player: set(players) - met[player] for player in players}
    bye = _bye(standing, rounds, strangers) if len(standing) % 2 else None
    pairs = _pairs(_without(strangers, bye))
    return Round(
        tuple(Pair(standing[one], standing[other]) for one, other in pairs),
        None if bye is None else standing[bye],
    )


Strangers = dict[int, set[int]]
"""For each player, the players whom this player has not met yet. Players are numbered from best to worst."""


def _bye(standing: Sequence[str], rounds: Sequence[Round], strangers: Strangers) -> int:
    """Return the index of the player who gets the bye in the next round.

    Args:
        standing: the players' names, best first.
        rounds: the rounds played so far, with the earlier byes.
        strangers: for each player's index, the indices of the players whom this player has not met yet.
    """
    byes = Counter(each.bye for each in rounds)
    fewest = min(byes[name] for name in standing)
    candidates = [player for player in reversed(range(len(standing))) if byes[standing[player]] == fewest]
    start = maximum_matching(strangers)
    return min(candidates, key=lambda player: _rematches(_without(strangers, player), start))


def _pairs(strangers: Strangers) -> list[tuple[int, int]]:
    """Pair all players with as few rematches as possible. The pair with the best player comes first.

    The players are numbered, best first. `strangers` maps each player to the players not met yet.
    """
    found = []
    matching = maximum_matching(strangers)
    while strangers:
        best = min(strangers)
        allowed = len(strangers) - len(matching)  # the players who are left for rematches
        for other in sorted(strangers.keys() - {best}):
            rest = _without(_without(strangers, best), other)
            after = maximum_matching(rest, matching)
            is_rematch = other not in strangers[best]
            if len(rest) - len(after) + 2 * is_rematch <= allowed:
                break
        found.append((best, other))
        strangers, matching = rest, after
    return found


def _rematches(strangers: Strangers, start: dict[int, int]) -> int:
    """Return the minimum number of rematches needed to pair all players.

    Args:
        strangers: maps each player to the players whom this player has not met yet.
        start: some pairs of players who have not met yet. The search begins with these pairs, to save time.
    """
    return (len(strangers) - len(maximum_matching(strangers, start))) // 2


def _without(strangers: Strangers, player: int | None) -> Strangers:
    return {each: others - {player} for each, others in strangers.items() if each != player}
