"""The worked cases of RULES.md, section 8, as keys to press and what they must peg.

Nothing here is computed by a program under test. What a press pegs is read from the text of the
table; the only thing worked out is whether the point for a go stands in an entry of its own.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
DEALER, PONE = 0, 1
SEATS = {"a": PONE, "b": DEALER}
COUNTS = {"A": 1, "J": 10, "Q": 10, "K": 10}
DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ShowCase:
    """A row S1 to S30: a hand or crib, its points by kind, and all of them."""

    id: str
    cards: tuple[str, ...]
    starter: str
    crib: bool
    breakdown: dict[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class PlayCase:
    """A row P1 to P20 as keys on a fresh board, from the cut to the last card of the play.

    `OK` at the cut makes seat 0 the dealer, so seat a of the table is seat 1 and seat b seat 0.
    `entries` are the (seat, points) pegged by the play, in order; hands may be pegged after them.
    `totals` are the points of seats 0 and 1. `steps` are the counts: (seat, rank, points) a card.
    """

    id: str
    words: tuple[str, ...]
    entries: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    steps: tuple[tuple[tuple[int, str, int], ...], ...]


@dataclass(frozen=True, slots=True)
class EndCase:
    """A row of the end: the scores before the deal, the keys, and how the game ends."""

    id: str
    start: tuple[int, int]
    words: tuple[str, ...]
    winner: int
    scores: tuple[int, int]
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
    """Give the rows of the show."""
    return tuple(
        ShowCase(
            id=row["id"],
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
    """Give the rows of the end."""
    return tuple(
        EndCase(
            id=row["id"],
            start=(row["start"][DEALER], row["start"][PONE]),
            words=tuple(row["words"].split()),
            winner=row["winner"],
            scores=(row["scores"][DEALER], row["scores"][PONE]),
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
    """Give the rows of the play, each twice: with every go said, and with none that a card can imply."""
    return tuple(play_case(row, said) for row in rows("play") for said in (False, True))


def play_case(row: dict[str, Any], said: bool) -> PlayCase:
    """Turn a row into keys and entries; `said`: everyone who holds cards says go at the end of a count."""
    hands = {
        SEATS[seat]: tuple(hand.split()) for seat, hand in zip("ab", row["hands"].split(";"), strict=True)
    }
    counts = [count.split() for count in row["play"].split("/")]
    held = {seat: len(hand) for seat, hand in hands.items()}
    words = ["OK", quiet_starter(hands[DEALER] + hands[PONE])]
    entries: list[tuple[int, int]] = []
    steps = []
    for place, count in enumerate(counts):
        following = counts[place + 1][0] if place + 1 < len(counts) else ""
        keys, pegged, cards = one_count(count, held, following, said)
        words += keys
        entries += pegged
        steps.append(tuple(cards))
    totals = dict(zip((PONE, DEALER), map(int, row["totals"].split(DASH)), strict=True))
    return PlayCase(
        id=row["id"] + ("-said" if said else ""),
        words=tuple(words),
        entries=tuple(entries),
        totals=(totals[0], totals[1]),
        hands=(hands[DEALER], hands[PONE]),
        steps=tuple(steps),
    )


def one_count(
    moves: list[str], held: dict[int, int], following: str, said: bool
) -> tuple[list[str], list[tuple[int, int]], list[tuple[int, str, int]]]:
    """Work through the moves of one count; `held` is brought up to date, `following` is the next card led.

    The last card below 31 carries the point for go or last. It is part of the card's entry if nobody
    is left to say go when the card is laid, otherwise an entry after it.
    """
    keys: list[str] = []
    entries: list[tuple[int, int]] = []
    cards: list[tuple[int, str, int]] = []
    gone: set[int] = set()
    last_move = max(place for place, move in enumerate(moves) if not move.endswith(":go"))
    for place, move in enumerate(moves):
        if move.endswith(":go"):
            gone.add(SEATS[move[0]])
            if place < last_move:
                keys.append("GO")
            continue
        seat, rank, points = card_of(move)
        held[seat] -= 1
        keys.append(rank)
        cards.append((seat, rank, points))
        waiting = {other for other in held if held[other]} - gone
        if place == last_move and total(cards) < 31 and waiting:
            entries += [(seat, each) for each in (points - 1, 1) if each]
        elif points:
            entries.append((seat, points))
    if total(cards) < 31 and waiting and (said or total(cards) + value(card_of(following)[1]) <= 31):
        keys += ["GO"] * len(waiting)
    return keys, entries, cards


def card_of(move: str) -> tuple[int, str, int]:
    """Read "b5+2": seat 0, a five, two points."""
    card, _, points = move.partition("+")
    return SEATS[card[0]], card[1:], int(points or 0)


def value(rank: str) -> int:
    """Say what a rank counts (section 1)."""
    return COUNTS.get(rank) or int(rank)


def total(cards: list[tuple[int, str, int]]) -> int:
    """Add up a count."""
    return sum(value(rank) for _, rank, _ in cards)


def quiet_starter(cards: tuple[str, ...]) -> str:
    """Choose a starter that is nobody's rank and no jack."""
    ranks = ("2", "3", "4", "6", "7", "8", "9", "10", "Q", "K", "A", "5")
    return next(rank for rank in ranks if rank not in cards)
