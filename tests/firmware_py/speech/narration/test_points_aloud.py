"""Points are announced in the words players use (RULES.md 3; RULES.md 4, Calling)."""

from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.speech.aloud import hand_aloud, is_for_hand, points_aloud
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English


def seen(rules: Rules | None = None) -> SeenGame:
    return SeenGame(English(), rules or Rules(), ("Ann", "Bob"), (0, 0), (0, 0), 0, 0, False, None)


def points(
    source: str, *items: tuple[str, int, str], count: int = 0, pegged: int | None = None, **more: Any
) -> dict[str, Any]:
    """Build the object that the view file contains when Ann scores points.

    Args:
        source: the part of the game in which the points are scored, such as "play".
        items: the reason, the points and the cards of each item.
        count: the count of the play.
        pegged: the points that were pegged. By default, this is the sum of all items.
        more: fields to replace.
    """
    found = [{"reason": reason, "points": each, "cards": cards.split()} for reason, each, cards in items]
    total = sum(each for _, each, _ in items)
    change = {"what": "points", "side": 0, "seat": 0, "points": total if pegged is None else pegged}
    return {**change, "score": 40, "source": source, "items": found, "count": count, "by": None, **more}


@pytest.mark.parametrize(
    ("items", "count", "call"),
    [
        ([("fifteen", 2, "10 5")], 15, "fifteen for two"),
        ([("thirty_one", 2, "K K A 10")], 31, "thirty-one for two"),
        ([("fifteen", 2, "5 5 5"), ("pair_royal", 6, "5 5 5")], 15, "fifteen for eight"),
        ([("run", 3, "3 4 5"), ("last_card", 1, "5")], 25, "twenty-five for three, and one for last"),
        ([("last_card", 1, "5")], 25, "twenty-five, and one for last"),
        ([("go", 1, "5")], 0, "one for the go"),
        ([("his_heels", 2, "J")], 0, "two for his heels"),
        ([("three_for_last", 3, "")], 0, "three for last"),
        ([("by_hand", 4, "")], 0, "four by hand"),
        ([("by_hand", -4, "")], 0, "four taken back"),
        ([("muggins", 2, "5")], 0, "muggins for two"),
    ],
)
def test_a_call(items: list[tuple[str, int, str]], count: int, call: str) -> None:
    assert points_aloud(points("play", *items, count=count), seen()) == call


def test_uncalled_points_are_not_revealed() -> None:
    items = (("fifteen", 2, "5 5 5"), ("pair_royal", 6, "5 5 5"))
    assert points_aloud(points("play", *items, count=15, pegged=2), seen()) == "fifteen for two"


def test_winning_points_are_called_in_full() -> None:
    """All points for a card are called, even if the player needed only one more point to win (RULES.md 5)."""
    won = points("play", ("fifteen", 2, "10 5"), count=15, pegged=1, score=121)
    assert points_aloud(won, seen()) == "fifteen for two"


def test_a_wrong_claim() -> None:
    change = points("hand", ("penalty", 2, ""), by=1)
    assert points_aloud(change, seen()) == "two: Bob's claim was wrong"


@pytest.mark.parametrize(
    ("source", "items", "call"),
    [
        ("hand", [("fifteen", 2, "5 J")] * 2 + [("pair", 2, "J J")],
         "Ann's hand: fifteen two, fifteen four and a pair is six"),
        ("hand", [("fifteen", 2, "5 J")], "Ann's hand: fifteen two and the rest won't do"),
        ("hand", [("nobs", 1, "JH")], "Ann's hand: one for his nob"),
        ("hand", [], "Ann's hand: nineteen"),
        ("crib", [], "Ann's crib: nineteen"),
        ("crib", [("run", 3, "3 4 5")], "Ann's crib: a run of three"),
    ],
)  # fmt: skip
def test_a_hand_counted_aloud(source: str, items: list[tuple[str, int, str]], call: str) -> None:
    assert is_for_hand(points(source, *items))
    assert hand_aloud(points(source, *items), seen()) == call


def test_nineteen_is_not_called_if_it_is_a_possible_score() -> None:
    """RULES.md 4: a hand without points is "nineteen" only in games where no hand can score nineteen."""
    assert hand_aloud(points("hand"), seen(Rules("seven-card"))) == "Ann's hand: nothing"
    assert hand_aloud(points("hand"), seen(Rules(ace_11=True))) == "Ann's hand: nothing"
    assert hand_aloud(points("hand"), seen(Rules("five-card", ace_11=True))) == "Ann's hand: nineteen"


def test_a_hand_that_wins_with_some_of_its_points() -> None:
    items = [("fifteen", 2, "5 J")] * 2 + [("pair", 2, "J J")]
    won = points("hand", *items, pegged=4, score=121)
    assert (
        hand_aloud(won, seen()) == "Ann's hand: fifteen two, fifteen four and a pair is six; four to go out"
    )


def test_a_hand_whose_owner_claimed_too_little() -> None:
    items = [("fifteen", 2, "5 J")] * 2 + [("pair", 2, "J J")]
    low = points("hand", *items, pegged=4)
    assert hand_aloud(low, seen()) == "Ann's hand: fifteen two, fifteen four and a pair is six; four pegged"


def test_points_grouped_by_kind() -> None:
    """RULES.md 4: the points of each kind are called together, e.g. "fifteen six, and two" (paper S0)."""
    items = [("fifteen", 2, "5 J")] * 3 + [("pair", 2, "J J")]
    grouped = seen(Rules.parse(["calling=grouped"]))
    assert hand_aloud(points("hand", *items), grouped) == "Ann's hand: fifteen six and two makes eight"
