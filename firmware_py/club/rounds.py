"""The standings of a club night, the draw of its next round, and the games missing in each round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.scoring.pegs import WIN
from firmware_py.reports.scorecard import Scorecard, ScorecardRow
from firmware_py.words.english import English

from .evening_file import Evening
from .pairing import (
    Draw,
    Form,
    Pair,
    Place,
    Round,
    knockout_round,
    pair_key,
    places_of,
    round_robin,
    seeded_places,
    swiss_round,
)
from .results import Numbered, Result, Results


class Standings:
    """The standings, to which results are added one by one, and from which undone ones are removed.

    Players are identified by name across all boards, ignoring case. A player who has not entered a name is
    identified by the name of the seat and the label of the table.
    """

    def __init__(self, words: English, players: Iterable[str] = ()) -> None:
        """Create standings without results.

        Args:
            players: the names of the players in the draw, which decide how their names are spelt. Other
                names are spelt as in their first result.
        """
        self._words = words
        self._spelt = {name.casefold(): name for name in players}
        self._card = Scorecard()

    def add(self, result: Result) -> None:
        """Add the result of a game."""
        for name in result.names:
            self._spelt.setdefault(name.casefold(), name)
        self._count(result, 1)

    def remove(self, result: Result) -> None:
        """Remove the result of a game that was added before."""
        self._count(result, -1)

    def _count(self, result: Result, times: int) -> None:
        names = self.identified(result)
        self._card.add(names, result.scores, result.winner, result.skunk, result.hands, times=times)

    def add_byes(self, name: str, byes: int, points: int = WIN) -> None:
        """Count byes of a player: each is a win without spread. The player may have no game yet."""
        self._card.add_byes(self.spelt([name])[0], byes, points)

    def rows(self) -> list[ScorecardRow]:
        """Return a row for each player, best first."""
        return self._card.rows()

    def spelt(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the names of players in the spelling of the standings."""
        return tuple(self._spelt.get(name.casefold(), name) for name in names)

    def identified(self, result: Result) -> Sequence[str]:
        """Return the names by which the players of a game are told apart from all others."""
        usual = self._words.seats(len(result.names))
        return [
            self._words.club_seat_at(name, result.table) if name in usual else self.spelt([name])[0]
            for name in result.names
        ]


def evening_standings(evening: Evening, results: Results, words: English) -> tuple[Standings, Counter[str]]:
    """Return the standings of an evening, and how many byes the players have had, by names in small letters.

    Args:
        evening: the evening, with the draw as it was stored.
    """
    draw = draw_now(evening.draw, results)
    standings = Standings(words, draw.players if draw else ())
    for result in results.counting(evening.after):
        standings.add(result)
    byes = byes_of(draw, UnfinishedRounds(draw, results).now, results) if draw else Counter[str]()
    if draw and draw.bye:
        for name, number in byes.items():
            standings.add_byes(name, number, draw.bye)
    return standings, byes


def next_draw(
    draw: Draw | None,
    form: Form,
    players: Sequence[str],
    results: Results,
    words: English,
    number: int | None = None,
) -> Draw:
    """Return the pairings for all rounds so far, with the next round added.

    A round robin replaces all earlier pairings, because its rounds are all paired at once. The next round of
    a knock-out has those who have come through the last one, whatever the `players` are.

    Args:
        draw: the pairings so far, or None if no round has been paired yet. Pairings made by a different
            method than `form` are discarded.
        players: the players' names, in the order used to pair the first round; the best first in a knock-out.
        number: the number of rounds of a round robin; by default, everyone plays everyone else once.
    """
    now = len(results)
    if form is Form.KNOCKOUT:
        if draw is None:
            return Draw(form, now, (knockout_round(seeded_places(players)),), (now,))
        following = Round((), best_of=draw.rounds[-1].best_of)
        draw = draw._replace(rounds=(*draw.rounds, following), starts=(*draw.starts, now))
        return _knockout_now(draw, results)
    if form is Form.EVERYONE:
        rounds = round_robin(players, number)
        return Draw(form, now, rounds, (now,) * len(rounds))
    if draw is None or draw.form is not form:
        draw = Draw(form, now, (), ())
    found = swiss_round(order(draw, players, results, words), draw.rounds)
    return draw._replace(rounds=(*draw.rounds, found), starts=(*draw.starts, now))


def order(draw: Draw, players: Sequence[str], results: Results, words: English) -> list[str]:
    """Return the players, ordered by their results in the rounds so far, best first.

    A bye counts as a win with a spread of 0. Players with equal results stay in the given order.
    """
    standings = Standings(words, players)
    for result in results.counting(draw.after):
        standings.add(result)
    byes = byes_of(draw, len(draw.rounds), results)
    for name in players:
        standings.add_byes(name, byes[name.casefold()])
    place = {row.name: row.place for row in standings.rows()}
    return sorted(players, key=place.__getitem__)


def missing(draw: Draw, results: Results) -> list[Pair]:
    """Return the pairs that have not finished their game in the last round, or in a knock-out in any."""
    first = 1 if draw.form is Form.KNOCKOUT else max(1, len(draw.rounds))
    numbers = range(first, len(draw.rounds) + 1)
    return [pair for number in numbers for pair in missing_in(draw, number, results)]


def missing_in(draw: Draw, number: int, results: Results) -> list[Pair]:
    """Return the pairs that have not finished their game in a round, and still can.

    Args:
        number: the number of the round, counted from 1.
    """
    return [
        pair
        for pair in draw.rounds[number - 1].pairs
        if game_of(draw, number, pair, results) is None and not withdrawn(pair, results)
    ]


def game_of(draw: Draw, number: int, pair: Pair, results: Results) -> Numbered | None:
    """Return the game that has decided between a pair in the round with this number, or None so far."""
    return decided_by(draw, number, pair, results)[0]


def decided_by(draw: Draw, number: int, pair: Pair, results: Results) -> tuple[Numbered | None, Counter[str]]:
    """Return the game that has decided between a pair in a round, and how many games each has won in it.

    Returns:
        The game, or None so far; and the games won, by the players' names in small letters.
    """
    won: Counter[str] = Counter()
    before = draw.meetings_before(number, pair)
    while found := results.first_between(*pair, draw.starts[number - 1], before + won.total()):
        winner = found.result.names[found.result.winner].casefold()
        won[winner] += 1
        if 2 * won[winner] > draw.rounds[number - 1].best_of:
            break
    return found, won


def bracket(draw: Draw, results: Results) -> list[list[Place]]:
    """Return who meets whom in each round of a knock-out, by the results so far.

    Only the first round was drawn; a result that is corrected later changes who plays in the next rounds.
    None stands for a place for which nobody has qualified yet, or whose players have withdrawn.

    Returns:
        For each round, its places, in which the winners of two neighbours are the next place. After the
        rounds so far, one more has those who have come through; after the final, that is the champion alone.
    """
    found = [places_of(draw.rounds[0])]
    for number in range(1, len(draw.rounds) + 1):
        through = [_through(draw, number, place, results) for place in found[-1]]
        if len(through) == 1:
            return [*found, [(through[0], None)]]
        found.append(list(zip(through[::2], through[1::2], strict=True)))
    return found


def champion(draw: Draw, results: Results) -> str | None:
    """Return who has won a knock-out, or None so far."""
    *_, last, following = bracket(draw, results)
    return following[0][0] if len(last) == 1 else None


def _knockout_now(draw: Draw, results: Results) -> Draw:
    found = zip(bracket(draw, results), draw.rounds, strict=False)
    return draw._replace(rounds=tuple(knockout_round(places, each.best_of) for places, each in found))


def _through(draw: Draw, number: int, place: Place, results: Results) -> str | None:
    one, other = place
    game = game_of(draw, number, Pair(one, other), results) if one and other else None
    if game:
        return one if game.result.names[game.result.winner].casefold() == str(one).casefold() else other
    left = [name for name in place if name and name.casefold() not in results.decisions.withdrawn]
    return left[0] if len(left) == 1 else None


def draw_now(draw: Draw | None, results: Results) -> Draw | None:
    """Return a draw as the director's decisions have changed it since.

    Players have their new names. In a knock-out, those play who have come through. Otherwise, if a player
    has withdrawn, those who are left without a game in the same round play each other, so that only one of
    them sits out, and only if their number is odd. Rounds that were still to come are drawn anew, by the
    number of meetings, unless everyone meets everyone in them.
    """
    draw = results.spelt_in(draw)
    if draw and draw.form is Form.KNOCKOUT:
        return _knockout_now(draw, results)
    if draw is None or not draw.rounds or not results.decisions.withdrawn:
        return draw
    first = 1 if draw.form is Form.EVERYONE else len(draw.rounds)
    gone: set[str] = set()
    is_drawn_anew = draw.form is Form.EVERYONE and len(draw.rounds) % draw.cycle
    # In order: a later one may have played in place of an earlier one.
    for name, last in results.decisions.withdrawn.items():
        gone.add(name)
        players = tuple(each for each in draw.players if each.casefold() not in gone)
        for number in range(max(first, last), len(draw.rounds) + 1):
            rounds = list(draw.rounds)
            if is_drawn_anew and 0 < last < number:
                rounds[number - 1] = _drawn_anew(players, draw.rounds[: number - 1])
            else:
                rounds[number - 1] = _joined(draw, number, gone, results)
            draw = _counted(draw._replace(rounds=tuple(rounds)))
    return draw


def _joined(draw: Draw, number: int, gone: set[str], results: Results) -> Round:
    drawn = draw.rounds[number - 1]
    lost = [
        pair for pair in drawn.pairs if gone & pair_key(pair) and not game_of(draw, number, pair, results)
    ]
    names = [name for pair in lost for name in pair] + ([drawn.bye] if drawn.bye else [])
    idle = [name for name in dict.fromkeys(names) if name.casefold() not in gone]
    if len(idle) < 2:
        return drawn._replace(bye=idle[0] if idle else None)
    added = swiss_round(idle, draw.rounds[number:] + draw.rounds[: number - 1])
    joined = iter(added.pairs)
    # They sit at the tables that have become free, so that nobody else's table has another number.
    at_tables = [next(joined, None) if pair in lost else pair for pair in drawn.pairs]
    return Round(tuple(filter(None, at_tables)), added.bye)


@lru_cache(maxsize=256)
def _drawn_anew(players: tuple[str, ...], rounds: tuple[Round, ...]) -> Round:
    """Whoever has dealt first less often sits at A."""
    dealt = Counter(pair.one for each in rounds for pair in each.pairs)
    found = swiss_round(players, rounds)
    return found._replace(pairs=tuple(Pair(*sorted(pair, key=dealt.__getitem__)) for pair in found.pairs))


def _counted(draw: Draw) -> Draw:
    if draw.form is Form.SWISS:
        return draw
    met: Counter[frozenset[str]] = Counter()
    meetings = {}
    for number, each in enumerate(draw.rounds, 1):
        for key in map(pair_key, each.pairs):
            meetings[number, key] = met[key]
            met[key] += 1
    return draw._replace(meetings=meetings)


def byes_of(draw: Draw, until: int, results: Results) -> Counter[str]:
    """Return how many byes the players have had up to a round, by their names in small letters.

    If a player has withdrawn, those who would have met this player have a bye instead.
    """
    found: Counter[str] = Counter()
    for number, each in enumerate(draw.rounds[:until], 1):
        left = [
            pair
            for pair in each.pairs
            if withdrawn(pair, results) and not game_of(draw, number, pair, results)
        ]
        alone = {name.casefold() for pair in left for name in pair} - results.decisions.withdrawn.keys()
        found.update(alone.union(map(str.casefold, each.idle)))
    return found


def withdrawn(pair: Pair, results: Results) -> list[str]:
    """Return those of two players who have withdrawn from this evening."""
    return [name for name in pair if name.casefold() in results.decisions.withdrawn]


class UnfinishedRounds:
    """The rounds of a draw: which of them have missing games, and which one is being played.

    When a result arrives, only the rounds in which its players meet are looked at again.
    """

    def __init__(self, draw: Draw | None, results: Results) -> None:
        """Find the games that are missing in each round.

        Args:
            draw: the pairings so far, or None if nothing has been paired.
            results: the results, which may grow later.
        """
        self._draw, self._results = draw, results
        self._rounds_of: dict[frozenset[str], list[int]] = defaultdict(list)
        self._unfinished: set[int] = set()
        for number, each in enumerate(draw.rounds if draw else (), 1):
            for pair in each.pairs:
                self._rounds_of[pair_key(pair)].append(number)
            self._look_at(number)

    @property
    def total(self) -> int:
        """The number of rounds paired so far."""
        return len(self._draw.rounds) if self._draw else 0

    @property
    def now(self) -> int:
        """The number of the round that is being played, or 0 if there is none.

        Of rounds that were all paired at once, it is the first with a missing game. Otherwise it is the round
        paired last, even if games of earlier rounds will never be finished.
        """
        if self._draw and self._draw.form is Form.EVERYONE:
            return min(self._unfinished, default=self.total)
        return self.total

    @property
    def is_played(self) -> bool:
        """True if no game is missing in the round that is being played: there is none to come."""
        return self.now not in self._unfinished

    def changed_by(self, names: Sequence[str]) -> list[int]:
        """Look again at the rounds in which these players meet, and return the numbers of these rounds."""
        numbers = self._rounds_of.get(pair_key(names), [])
        for number in numbers:
            self._look_at(number)
        return numbers

    def _look_at(self, number: int) -> None:
        assert self._draw is not None
        if missing_in(self._draw, number, self._results):
            self._unfinished.add(number)
        else:
            self._unfinished.discard(number)
