"""`muggins practice`: the deals, what the coach answers, and the tallies at the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest

from engine.cards import Card
from engine.coach import throws
from engine.scoring.hands_and_crib import count_show
from firmware_py.commands.practice import thrown_cards
from tests.support.command import muggins

SEED = ("--seed", "7")


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def dealt(out: str) -> list[list[Card]]:
    """Return the six cards dealt to the player in each deal. `out` is the output of `muggins practice`."""
    return [cards(line) for line in re.findall(r"Your cards: (.*)", out)]


FIRST = dealt(muggins("practice", *SEED, stdin="").out)[0]
"""The cards of the first deal."""


def typed(hand: Sequence[Card]) -> str:
    return " ".join(map(str, hand))


def test_the_same_seed_deals_the_same_six_cards() -> None:
    assert dealt(muggins("practice", *SEED, stdin="").out) == [FIRST]
    assert len(set(FIRST)) == 6
    assert dealt(muggins("practice", "--seed", "8", stdin="").out) != [FIRST]


@pytest.mark.parametrize("side", ["--dealer", "--pone"])
@pytest.mark.parametrize("place", [0, 6, 14])
def test_the_coach_answers_with_the_rank_the_best_throw_and_the_cost(side: str, place: int) -> None:
    ranked = throws(FIRST, dealer=side == "--dealer")
    best, throw = ranked[0], ranked[place]
    out = muggins("practice", side, *SEED, stdin=typed(throw.thrown)).out
    if place == 0:
        assert "No throw is better than" in out
        assert "Throws: 1 of 1 were the best. On average, a throw cost 0.00 points." in out
        return
    answer = r"number (\d+) of 15, with (-?\d+\.\d\d) .* The best is (.*), with .* costs (\d+\.\d\d)"
    found = re.search(answer, out)
    assert found is not None
    rank, total, named, cost = found.groups()
    assert ranked[int(rank) - 1].total == pytest.approx(throw.total, abs=0.005)
    assert float(total) == pytest.approx(throw.total, abs=0.01)
    assert set(cards(named)) == set(best.thrown)
    assert float(cost) == pytest.approx(best.total - throw.total, abs=0.01)
    assert f"Throws: 0 of 1 were the best. On average, a throw cost {cost} points." in out


@pytest.mark.parametrize("by", [0, 1])
def test_then_the_hand_is_counted_with_its_items(by: int) -> None:
    best = throws(FIRST, dealer=True)[0]
    asked = muggins("practice", "--dealer", *SEED, stdin=typed(best.thrown)).out
    found = re.search(r"The starter is (\S+)\. Count your hand: (.*)", asked)
    assert found is not None
    starter, kept = Card.parse(found[1]), cards(found[2])
    assert starter not in FIRST
    assert set(kept) == set(FIRST) - set(best.thrown)
    count = count_show(kept, starter)
    out = muggins("practice", "--dealer", *SEED, stdin=f"{typed(best.thrown)}\n{count.points + by}\n").out
    assert (f"No, it counts {count.points}." if by else "That is right.") in out
    assert sum(f"{item.points:>3} " in line for item in count.items for line in out.splitlines()) >= len(
        count.items
    )
    assert f"Counts: {1 - by} of 1 were right." in out
    assert len(dealt(out)) == 2


def test_you_are_dealer_and_pone_in_turn_unless_you_choose() -> None:
    lines = "".join(f"{typed(six[:2])}\n0\n" for six in [FIRST])
    first = muggins("practice", *SEED, stdin=lines).out
    assert ("You deal" in first) and ("The crib is the other player's" in first)
    assert "You deal" not in muggins("practice", "--pone", *SEED, stdin=lines).out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Type the two cards to throw, such as 5H J."),
        ("5H", "Type the two cards to throw, such as 5H J."),
        ("5H 5D 6H", "Type the two cards to throw, such as 5H J."),
        ("5H KS", "You do not hold K♠: type two of your six cards."),
        ("5H 5H", "You do not hold 5♥: type two of your six cards."),
        ("5 6", "Which 5, 5♥ or 5♦? Add its suit, such as 5H."),
        ("5 5 ", ("5H", "5D")),
        ("5H,6", ("5H", "6H")),
        ("6 5d", ("6H", "5D")),
        ("5 5d", ("5H", "5D")),
        ("5x 6", "'5x'"),
    ],
)
def test_two_cards_are_typed_and_a_rank_is_enough_if_it_leaves_no_doubt(
    text: str, says: str | tuple[str, str]
) -> None:
    found = thrown_cards(text, cards("3H 3D 5H 5D 6H 7S"))
    if isinstance(says, tuple):
        assert set(found) == {Card.parse(card) for card in says}
    else:
        assert isinstance(found, str)
        assert says in found


def test_what_is_no_answer_is_asked_again() -> None:
    thrown = typed(FIRST[:2])
    out = muggins("practice", *SEED, stdin=f"\nnonsense\n{thrown}\nmany\n30\n-1\n\n0\n").out
    assert out.count("Throw which two?") == 4
    assert out.count("How many points?") == 5
    assert out.count("Type a number from 0 to 29.") == 4


def test_nothing_is_tallied_if_nothing_was_thrown() -> None:
    made = muggins("practice", stdin="")
    assert (made.status, made.err) == (0, "")
    assert "Throws:" not in made.out


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_in_a_terminal_control_d_and_control_c_end_it_with_the_tallies(key: str, status: int) -> None:
    program = [str(Path(sys.executable)), "-m", "firmware_py", "practice", *SEED]
    with pexpect.spawn(program[0], program[1:], encoding="utf-8", timeout=60) as terminal:
        terminal.expect("Throw which two\\? ")
        terminal.sendline(typed(FIRST[:2]))
        terminal.expect("How many points\\? ")
        terminal.send(key)
        terminal.expect("Throws: [01] of 1 were the best")
        terminal.expect(pexpect.EOF)
        terminal.wait()
        assert terminal.exitstatus == status
