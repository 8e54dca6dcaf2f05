"""The worked cases in RULES.md 8, as keys to press and the points that they must score.

No result is computed by the code under test. The points are taken from the tables; this module only decides
whether the point for a go is a separate entry.

In every case, `options` contains the rule options, with the names and values that the command line accepts.
A case for two players without options is the standard game.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
PONE = 1
COUNTS = {"A": 1, "J": 10, "Q": 10, "K": 10}
DASH = "\N{EN DASH}"

Step = tuple[int, str, int]
"""A step in the play: the seat, the rank of its card, and the points that the table shows beside the card.
An ace that is called 11 or 1 has the rank "A=11" or "A=1", as in the table; a go has the rank ""."""


@dataclass(frozen=True, slots=True)
class ShowCase:
    """A test case for the show: a hand or a crib, its points by kind of combination, and their total."""

    id: str
    cards: tuple[str, ...]
    starter: str
    crib: bool
    breakdown: dict[str, int]
    total: int
    options: dict[str, str] = field(default_factory=dict)
    players: int = 2


@dataclass(frozen=True, slots=True)
class PlayCase:
    """A test case for the play: the keys to press from the cut to the end of the play, and the result.

    RULES.md 8 calls the players a, b, c and d. The last of them is the dealer and has seat 0. Player a has
    seat 1.

    Attributes:
        entries: the seat and the points of each scoring entry in the play, in order.
        totals: the points that each seat scores in the play.
        steps: for each count, the cards played, each with its player and its points.
        rest: the cards that were not played, in the order in which they are entered (five-card game only).
        go_apart: for each count, True if the point for a go has its own entry, instead of being part of the
            entry for the last card.
    """

    id: str
    options: dict[str, str]
    players: int
    words: tuple[str, ...]
    entries: tuple[tuple[int, int], ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    steps: tuple[tuple[Step, ...], ...]
    rest: tuple[str, ...]
    go_apart: tuple[bool, ...]

    @property
    def sides(self) -> int:
        """The number of sides. With four players, two partners form a side."""
        return 2 if self.players == 4 else self.players

    @property
    def pegged(self) -> tuple[tuple[int, int], ...]:
        return tuple((seat % self.sides, points) for seat, points in self.entries)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sum(self.totals[side :: self.sides]) for side in range(self.sides))


@dataclass(frozen=True, slots=True)
class EndCase:
    """A test case for the end of a game: the scores before a deal, the keys to press, and the result.

    Attributes:
        start: each side's score before the deal.
        prompt: the prompt after the keys, such as "game_over".
        winner: the side that wins; None if the game is not over.
        scores: each side's score after the keys.
        skunk: "skunk" or "double" if the loser is skunked; otherwise None.
        games: how many games the win counts as.
        entries: the side that pegs and the number of points, for each time that points are pegged, in order.
        reason: a reason for the last points pegged, such as "run" or "go".
        not_pegged: the points that are not scored because the game is already over.
    """

    id: str
    start: tuple[int, ...]
    words: tuple[str, ...]
    scores: tuple[int, ...]
    games: int
    entries: tuple[tuple[int, int], ...]
    reason: str
    not_pegged: str
    prompt: str = "game_over"
    winner: int | None = None
    skunk: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    players: int = 2


def rows(name: str) -> list[dict[str, Any]]:
    """Return the test cases in the data file `name`.toml, each as a dictionary."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return list(tomllib.load(file)["case"])


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


@cache
def show_cases() -> tuple[ShowCase, ...]:
    return tuple(ShowCase(**{key: _frozen(value) for key, value in row.items()}) for row in rows("show"))


@cache
def end_cases() -> tuple[EndCase, ...]:
    some = [row | {"words": row["words"].split()} for row in rows("ends")]
    return tuple(EndCase(**{key: _frozen(value) for key, value in row.items()}) for row in some)


@cache
def play_cases() -> tuple[PlayCase, ...]:
    """Return the test cases for the play, each in two versions.

    In the first version, players do not enter a go that the next card implies. In the second, they do.
    """
    return tuple(play_case(row, said) for row in rows("play") for said in (False, True))


def play_case(row: dict[str, Any], said: bool) -> PlayCase:
    """Convert a row of a data file into a test case.

    Args:
        row: the data of one case.
        said: True if the players press GO for every go at the end of a count. If False, they omit GO
            where the next card would take the count above 31, because the board then infers the go.
    """
    options: dict[str, str] = row.get("options", {})
    hands = [tuple(hand.split()) for hand in row["hands"].split(";")]
    players = len(hands)
    hands = [*hands[-PONE:], *hands[:-PONE]]
    points = [int(number) for number in row["totals"].split(DASH)]
    counts = [[move_of(move, players) for move in count.split()] for count in row["play"].split("/")]
    held = [list(hand) for hand in hands]
    words = ["OK", quiet_starter([rank for hand in hands for rank in hand])]
    entries: list[tuple[int, int]] = []
    go_apart: list[bool] = []
    for place, count in enumerate(counts):
        for seat, rank, _ in cards_of(count):
            held[seat].remove(rank.partition("=")[0])
        left = [rank for seat in range(PONE, PONE + players) for rank in held[seat % players]]
        waiting = gos_after_last_card(count, held, options)
        words += keys_of(count)
        entries += entries_of(count, ends_with_a_go=waiting > 0)
        go_apart.append(waiting > 0)
        if waiting:
            following = counts[place + 1][0][1] if place + 1 < len(counts) else left[0]
            implied = total(cards_of(count)) + value(following.partition("=")[0]) > 31
            words += ["GO"] * (waiting if said or not implied else 0)
    return PlayCase(
        id=row["id"] + ("-said" if said else ""),
        options=options,
        players=players,
        words=(*words, *left),
        entries=tuple(entries),
        totals=(*points[-PONE:], *points[:-PONE]),
        hands=tuple(hands),
        steps=tuple(tuple(cards_of(count)) for count in counts),
        rest=tuple(left),
        go_apart=tuple(go_apart),
    )


def move_of(move: str, players: int) -> Step:
    """Parse a step of the play, and return its seat, card and points.

    For example, "b5+2" means that player b plays a five for two points, and "b:go" that player b says go. For
    a go, the card is an empty string.

    Args:
        move: the step, as written in RULES.md 8.
        players: the number of players.
    """
    seat = ("abcd".index(move[0]) + PONE) % players
    if move.endswith(":go"):
        return seat, "", 0
    card, _, points = move.partition("+")
    return seat, card[1:], int(points or 0)


def cards_of(count: list[Step]) -> list[Step]:
    """Return the cards of a count in the play, without the gos."""
    return [step for step in count if step[1]]


def last_card(count: list[Step]) -> int:
    return max(place for place, (_, rank, _) in enumerate(count) if rank)


def gos_after_last_card(count: list[Step], held: list[list[str]], options: dict[str, str]) -> int:
    """Return the number of players who say go after the last card of a count.

    These are the players who still hold cards and did not say go before that card. After 31, there are none.
    With `go_multi=next_only`, the result is the number of gos that `count` lists after its last card.

    Args:
        count: the cards and the gos of the count, in order.
        held: the cards that each seat still holds after the count.
        options: the rule options of the case, keyed by name.
    """
    last = last_card(count)
    if total(cards_of(count)) == 31:
        return 0
    if options.get("go_multi") == "next_only":
        return len(count) - last - 1
    gone = {seat for seat, rank, _ in count[:last] if not rank}
    return sum(1 for seat, cards in enumerate(held) if cards and seat not in gone)


def keys_of(count: list[Step]) -> list[str]:
    """Return the keys to press for the cards and gos of a count, up to its last card.

    No keys are returned for gos after that card. The key for an ace that may count 1 or 11 is followed by
    `OK` for 11 or `GO` for 1.
    """
    keys = []
    for place, (_, rank, _) in enumerate(count[: last_card(count) + 1]):
        ace, _, call = rank.partition("=")
        keys.append(ace or "GO")
        if call and total(cards_of(count[:place])) <= 20:
            keys.append("OK" if call == "11" else "GO")
    return keys


def entries_of(count: list[Step], *, ends_with_a_go: bool) -> list[tuple[int, int]]:
    """Return the seat and the points of each scoring entry in a count.

    Args:
        count: the steps of the count. The points beside the last card include the point for go or last.
        ends_with_a_go: True if a player says go after the last card. The point for the go is then subtracted
            from the points beside that card and becomes a separate entry.
    """
    pegged = [(seat, points) for seat, _, points in cards_of(count)]
    if ends_with_a_go:
        seat, points = pegged.pop()
        pegged += [(seat, points - 1), (seat, 1)]
    return [(seat, points) for seat, points in pegged if points]


def value(rank: str) -> int:
    """Return the value of a rank in the play (RULES.md 1).

    The rank "A=11" stands for an ace that counts as 11.
    """
    rank, _, call = rank.partition("=")
    return int(call or COUNTS.get(rank, rank))


def total(cards: list[Step]) -> int:
    return sum(value(rank) for _, rank, _ in cards)


def quiet_starter(cards: list[str]) -> str:
    """Return a starter that is unlikely to score: the rank that occurs least often among these cards.

    The starter is never a jack.
    """
    ranks = ("2", "3", "4", "6", "7", "8", "9", "10", "Q", "K", "A", "5")
    return min(ranks, key=cards.count)
