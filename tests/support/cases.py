"""The worked cases of RULES.md, section 8, as keys to press and the points that they must peg.

No program under test computes anything here. The points come from the text of the tables; this module only
decides whether the point for a go is an entry of its own.

`options` are words, as on the command line. A case for two players without options is the standard game.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
PONE = 1
COUNTS = {"A": 1, "J": 10, "Q": 10, "K": 10}
DASH = "\N{EN DASH}"

Step = tuple[int, str, int]
"""A card laid: its seat, its rank, the points that the table writes beside it. An ace is called in the rank,
"A=11" or "A=1", as in the table. A go has no rank."""


@dataclass(frozen=True, slots=True)
class ShowCase:
    """A row of the show: a hand or crib, its points by kind, and their total."""

    id: str
    options: dict[str, str]
    players: int
    cards: tuple[str, ...]
    starter: str
    crib: bool
    breakdown: dict[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class PlayCase:
    """A row of the play, as keys on a fresh board, from the cut to the last card of all hands.

    `OK` at the cut makes seat 0 the dealer, so seat a of the table is seat 1, the next seat 2, and the last
    letter seat 0. `entries` are the (seat, points) pegged by the play, in order; hands may be pegged after
    them. `hands` and `totals` are those of seat 0, seat 1 and so on. `steps` are the counts, card by card.
    `rest` are the cards never laid (five-card game), as they are keyed: the last of `words`. `go_apart` says
    of each count whether the point for its go is pegged by itself, after the last card.
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
        """The number of sides; partners, who face each other, are one side."""
        return 2 if self.players == 4 else self.players

    @property
    def pegged(self) -> tuple[tuple[int, int], ...]:
        """The entries as (side, points)."""
        return tuple((seat % self.sides, points) for seat, points in self.entries)

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the sides."""
        return tuple(sum(self.totals[side :: self.sides]) for side in range(self.sides))


@dataclass(frozen=True, slots=True)
class EndCase:
    """A row of the end: the scores before the deal, the keys, and the end of the game.

    `start` and `scores` are those of side 0, side 1 and so on, `entries` are (side, points). In a row without
    a winner the game goes on at `prompt`, which is game_over otherwise.
    """

    id: str
    options: dict[str, str]
    players: int
    start: tuple[int, ...]
    words: tuple[str, ...]
    prompt: str
    winner: int | None
    scores: tuple[int, ...]
    skunk: str | None
    games: int
    entries: tuple[tuple[int, int], ...]
    reason: str
    not_pegged: str


def rows(name: str) -> list[dict[str, Any]]:
    """Read the cases of one file."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return list(tomllib.load(file)["case"])


@cache
def show_cases() -> tuple[ShowCase, ...]:
    """Return the rows of the show."""
    return tuple(
        ShowCase(
            id=row["id"],
            options=row.get("options", {}),
            players=2,
            cards=tuple(row["cards"]),
            starter=row["starter"],
            crib=row["crib"],
            breakdown=row["breakdown"],
            total=row["total"],
        )
        for row in rows("show")
    )


@cache
def end_cases() -> tuple[EndCase, ...]:
    """Return the rows of the end."""
    return tuple(
        EndCase(
            id=row["id"],
            options=row.get("options", {}),
            players=row.get("players", 2),
            start=tuple(row["start"]),
            words=tuple(row["words"].split()),
            prompt=row.get("prompt", "game_over"),
            winner=row.get("winner"),
            scores=tuple(row["scores"]),
            skunk=row.get("skunk"),
            games=row["games"],
            entries=tuple((side, points) for side, points in row["entries"]),
            reason=row["reason"],
            not_pegged=row["not_pegged"],
        )
        for row in rows("ends")
    )


@cache
def play_cases() -> tuple[PlayCase, ...]:
    """Return the rows of the play twice: with every go said, and with only those that no card implies."""
    return tuple(play_case(row, said) for row in rows("play") for said in (False, True))


def play_case(row: dict[str, Any], said: bool) -> PlayCase:
    """Turn a row into keys and entries; with `said`, everyone who must says go at the end of a count."""
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
        waiting = waiting_to_say_go(count, held, options)
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
    """Read "b5+2": the seat after pone's, a five, two points. Read "b:go": that seat, no card."""
    seat = ("abcd".index(move[0]) + PONE) % players
    if move.endswith(":go"):
        return seat, "", 0
    card, _, points = move.partition("+")
    return seat, card[1:], int(points or 0)


def cards_of(count: list[Step]) -> list[Step]:
    """Leave out the gos."""
    return [step for step in count if step[1]]


def last_card(count: list[Step]) -> int:
    """Return the index of the last card in a count; only gos follow it."""
    return max(place for place, (_, rank, _) in enumerate(count) if rank)


def waiting_to_say_go(count: list[Step], held: list[list[str]], options: dict[str, str]) -> int:
    """Return the number of gos after the last card of a count; `held` are the cards left then.

    The table writes some of them. All who hold cards and have said none say one, whoever laid the last card
    included; but with `go_multi=next_only` only those that the table writes. 31 ends a count by itself.
    """
    last = last_card(count)
    if total(cards_of(count)) == 31:
        return 0
    if options.get("go_multi") == "next_only":
        return len(count) - last - 1
    gone = {seat for seat, rank, _ in count[:last] if not rank}
    return sum(1 for seat, cards in enumerate(held) if cards and seat not in gone)


def keys_of(count: list[Step]) -> list[str]:
    """Return the keys of a count up to its last card.

    An ace that may count 11 (at 20 or less) is followed by what it is called: `OK` for 11, `GO` for 1.
    """
    keys = []
    for place, (_, rank, _) in enumerate(count[: last_card(count) + 1]):
        ace, _, call = rank.partition("=")
        keys.append(ace or "GO")
        if call and total(cards_of(count[:place])) <= 20:
            keys.append("OK" if call == "11" else "GO")
    return keys


def entries_of(count: list[Step], *, ends_with_a_go: bool) -> list[tuple[int, int]]:
    """Return the entries of a count.

    The point for go or last is the last card's, in its entry, where no go follows that card; otherwise it is
    an entry after it.
    """
    pegged = [(seat, points) for seat, _, points in cards_of(count)]
    if ends_with_a_go:
        seat, points = pegged.pop()
        pegged += [(seat, points - 1), (seat, 1)]
    return [(seat, points) for seat, points in pegged if points]


def value(rank: str) -> int:
    """Return the value of a rank (section 1), or of a called ace."""
    rank, _, call = rank.partition("=")
    return int(call or COUNTS.get(rank, rank))


def total(cards: list[Step]) -> int:
    """Add up a count."""
    return sum(value(rank) for _, rank, _ in cards)


def quiet_starter(cards: list[str]) -> str:
    """Choose a starter that is not a jack, of a rank that as few hands as possible hold."""
    ranks = ("2", "3", "4", "6", "7", "8", "9", "10", "Q", "K", "A", "5")
    return min(ranks, key=cards.count)
