"""The worked cases in RULES.md 8, read from its tables, as keys to press and the points that they must score.

No result is computed by the code under test. The points are taken from the tables; this module only decides
whether the point for a go is a separate entry.

In every case, `options` contains the rule options, with the names and values that the command line accepts.
A case for two players without options is the standard game.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "engine" / "RULES.md").read_text(encoding="utf-8")
SECTIONS = {
    int(number): text for number, text in re.findall(r"^## (\d+)\. (.*?)(?=^## |\Z)", RULES, re.M | re.S)
}
"""The text of each section, beginning with its title, by section number."""
FORMS = {"F": {"game": "five-card"}, "V": {"game": "seven-card"}}
FORMS |= {"A": {"ace_11": "on"}, "X": {"ace_11": "on"}}  # by the first letter of a case
VARIANTS = {"P7x": {"lead_after_go": "scorer"}, "T1x": {"lead_after_go": "first_unable"}}
VARIANTS |= {"T3x": {"go_multi": "next_only"}, "Q2": {"partners": "off"}}  # from the notes on the case
COUNTS = {"A": 1, "J": 10, "Q": 10, "K": 10}

Step = tuple[int, str, int]
"""A step in the play: the seat, the rank of its card, and the points that the table shows beside the card.
An ace that is called 11 or 1 has the rank "A=11" or "A=1", as in the table; a go has the rank ""."""


def table(title: str) -> dict[str, list[str]]:
    """Return a table in RULES.md, section 8: each case number, with the other cells of its row.

    `title` is the bold title above the table.
    """
    _, _, rest = SECTIONS[8].partition(f"**{title}**")
    found = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", rest, re.M)
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in found[1].splitlines()]
    return {first: others for first, *others in cells}


class ShowCase(NamedTuple):
    """A test case for the show: a hand or a crib, its points by kind of combination, and their total."""

    id: str
    cards: tuple[str, ...]
    starter: str
    crib: bool
    breakdown: dict[str, int]
    total: int
    options: dict[str, str]
    players: int = 2


class PlayCase(NamedTuple):
    """A test case for the play: the keys to press from the cut to the end of the play, and the result.

    RULES.md 8 calls the players a, b, c and d. The last of them is the dealer and has seat 0. Player a has
    seat 1.

    Attributes:
        entries: the seat and the points of each scoring entry in the play, in order.
        totals: the points that the table says each player scores in the play, the dealer last.
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
    steps: tuple[tuple[Step, ...], ...]
    rest: tuple[str, ...]
    go_apart: tuple[bool, ...]

    @property
    def sides(self) -> int:
        """The number of sides. With four players, two partners form a side, unless each plays alone."""
        return 2 if self.players == 4 and "partners" not in self.options else self.players

    @property
    def pegged(self) -> tuple[tuple[int, int], ...]:
        return tuple((seat % self.sides, points) for seat, points in self.entries)


class EndCase(NamedTuple):
    """A test case for the end of a game: the scores before a deal, the keys to press, and the result.

    Attributes:
        row: the row of the table in RULES.md.
        start: each side's score before the deal.
        prompt: the prompt after the keys, such as "game_over".
        winner: the side that wins; None if the game is not over.
        scores: each side's score after the keys.
        skunk: "skunk" or "double" if the loser is skunked; otherwise None.
        games: how many games the win counts as.
        entries: the side that pegs and the number of points, for each time that points are pegged, in order.
        reason: a reason for the last points pegged, such as "run" or "go".
    """

    id: str
    row: str
    start: tuple[int, ...]
    words: str
    scores: tuple[int, ...]
    games: int
    entries: tuple[tuple[int, int], ...]
    reason: str
    options: dict[str, str]
    prompt: str = "game_over"
    winner: int | None = None
    skunk: str | None = None
    players: int = 2


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


@cache
def show_cases() -> tuple[ShowCase, ...]:
    return tuple(show_case(*row) for row in table("The show").items())


def show_case(number: str, row: list[str]) -> ShowCase:
    hand, starter = row[0].removeprefix("crib: ").upper().split(" / ")
    kinds = re.findall(r"(\w+) (\d+)", row[1].replace("15s", "fifteens"))
    return ShowCase(
        number,
        tuple(hand.split()),
        starter.replace("NONE", ""),
        row[0].startswith("crib: "),
        {kind: int(points) for kind, points in kinds},
        int(row[2].strip("*")),
        FORMS.get(number[0], {}),
    )


@cache
def end_cases() -> tuple[EndCase, ...]:
    ends = tomllib.loads((ROOT / "tests" / "data" / "ends.toml").read_text(encoding="utf-8"))["case"]
    rows = [{key: _frozen(value) for key, value in row.items()} for row in ends]
    return tuple(EndCase(**{"options": {}, **row}) for row in rows)


@cache
def play_cases() -> tuple[PlayCase, ...]:
    """Return the test cases for the play, each in two versions.

    In the first version, players do not enter a go that the next card implies. In the second, they do.
    """
    return tuple(play_case(*row, said) for row in table("The play").items() for said in (False, True))


def play_case(number: str, row: list[str], said: bool) -> PlayCase:
    """Convert a row of the table into a test case.

    Args:
        number: the number of the case.
        row: the other cells of the row.
        said: True if the players press GO for every go at the end of a count. If False, they omit GO
            where the next card would take the count above 31, because the board then infers the go.
    """
    options = FORMS.get(number[0], {}) | VARIANTS.get(number, {})
    if number[0] == "F":
        options["three_for_last"] = "off"  # the totals are those of the play alone
    *others, dealers = (hand.split() for hand in row[0].split(";"))
    held = [dealers, *others]
    counts = [[move_of(move, len(held)) for move in count.split()] for count in row[1].split("/")]
    words = ["OK", quiet_starter([rank for hand in held for rank in hand])]
    entries: list[tuple[int, int]] = []
    go_apart: list[bool] = []
    for place, count in enumerate(counts):
        for seat, rank, _ in cards_of(count):
            held[seat].remove(rank.partition("=")[0])
        left = [rank for hand in (*held[1:], held[0]) for rank in hand]
        waiting = gos_after_last_card(count, held, options)
        words += keys_of(count)
        entries += entries_of(count, ends_with_a_go=waiting > 0)
        go_apart.append(waiting > 0)
        if waiting:
            following = counts[place + 1][0][1] if place + 1 < len(counts) else left[0]
            implied = total(cards_of(count)) + value(following.partition("=")[0]) > 31
            words += ["GO"] * (waiting if said or not implied else 0)
    return PlayCase(
        number + ("-said" if said else ""),
        options,
        len(held),
        (*words, *left),
        tuple(entries),
        tuple(map(int, row[2].split("\N{EN DASH}"))),
        tuple(tuple(cards_of(count)) for count in counts),
        tuple(left),
        tuple(go_apart),
    )


def move_of(move: str, players: int) -> Step:
    """Parse a step of the play, and return its seat, card and points.

    For example, "b5+2" means that player b plays a five for two points, and "b:go" that player b says go. For
    a go, the card is an empty string.
    """
    card, _, points = move[1:].removeprefix(":go").partition("+")
    return ("abcd".index(move[0]) + 1) % players, card, int(points or 0)


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
    return min("2 3 4 6 7 8 9 10 Q K A 5".split(), key=cards.count)
