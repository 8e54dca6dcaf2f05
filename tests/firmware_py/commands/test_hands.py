"""`muggins count`, `discard`, `odds` and `practice`: hands, throws to the crib, and chances."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest

from engine.cards import Card
from engine.coach import chance_before_deal, throws, win_chance
from engine.scoring.fast_count import distribution
from engine.scoring.hands_and_crib import count_show
from firmware_py.commands.practice import thrown_cards
from firmware_py.journal.recovery import read_journal
from tests.support.command import muggins, nothing_changes


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("5♥ 5♣ 5♠ J♦ 5♦", 29),
        ("2H 4H 6H 8H KS", 4),
        ("2 4 6 Q 8", 0),
        ("5h td 10 Q --starter as", 8),
        ("5H 5C 5S JD", 14),  # four cards alone
    ],
)
def test_the_fifth_card_is_the_starter(cards: str, points: int) -> None:
    """If `count` receives five cards, the last one is the starter (RULES.md 4)."""
    made = muggins("count", *cards.split(), "--json").json
    assert made["points"] == points
    assert (made["call"] == "nineteen") == (points == 0) == (made["items"] == [])
    assert all(list(item) == ["reason", "points", "cards"] for item in made["items"])
    if points == 29:
        assert made["items"][0] == {"reason": "fifteen", "points": 2, "cards": ["5H", "JD"]}


@pytest.mark.parametrize(
    ("cards", "points", "call"),
    [
        ("5 J", 2, "fifteen two"),
        ("5 J K", 4, "fifteen two, fifteen four"),
        ("8H 8C", 2, "a pair is two"),
        ("5 J 2", 2, "fifteen two and the rest won't do"),
        ("4H 6H 5H", 5, "fifteen two and a run of three is five"),  # and no flush
        ("A 4 --set ace_11=on", 2, "fifteen two"),
        ("K J", 0, "nothing"),
        ("2H 3H 4H --crib --set game=five-card", 3, "a run of three"),  # three cards are no crib
    ],
)
def test_two_or_three_cards_are_counted_but_are_no_hand(cards: str, points: int, call: str) -> None:
    made = muggins("count", *cards.split(), "--json").json
    assert (made["points"], made["call"]) == (points, call)
    *_, total, last = muggins("count", *cards.split()).out.splitlines()
    assert total == f"{points}: {call}"
    assert "cards are no hand, which has four: only fifteens, pairs and runs count" in last


@pytest.mark.parametrize(
    ("cards", "last"),
    [
        ("2H 4H 6H --set game=five-card", "3: a flush of three"),  # here, three cards are a hand
        ("2 4 6 J K", "The missing suits could add a flush (5) and his nobs (1)."),
        ("2H 4H 6H J KS", "The missing suits could add a flush (4) or his nobs (1)."),
        ("2H 4H 6H 8H K", "The missing suits could add 1 more for the flush."),
        ("2H 4H 6H 8H KS", "4: a flush of four"),
        ("2 2 6 8 8", "4: a pair is two and a pair is four"),
    ],
)
def test_count_tells_the_points_that_missing_suits_could_add(cards: str, last: str) -> None:
    assert muggins("count", *cards.split()).out.splitlines()[-1] == last
    assert list(muggins("count", *cards.split(), "--json").json) == ["points", "call", "items"]


SIX = "3H 3D 5H 5D 6H 7S"


@pytest.mark.parametrize(
    ("given", "rows", "columns", "last"),
    [
        (f"{SIX} --dealer", 15, ["play", "total"], "3-3 is good for your crib: 5.5 points on average; "),
        (f"{SIX} --pone", 15, ["play", "total"], ""),
        (f"{SIX} --pone --score 98,104", 15, ["play", "total", "win"], "You win "),
        ("3H 3D 5H 5D 6H --dealer", 10, ["total"], "The coach knows the six-card game for two."),
        (f"{SIX} KS --dealer", 21, ["total"], "The coach knows the six-card game for two."),
    ],
)
def test_the_throws_are_ranked_with_the_same_figures_as_text_and_as_json(
    given: str, rows: int, columns: list[str], last: str
) -> None:
    made = muggins("discard", *given.split(), "--json").json
    assert list(made) == ["throws", "reasons"] and len(made["throws"]) == rows
    heading, *lines = muggins("discard", *given.split()).out.splitlines()
    assert heading.split() == ["throw", "keep", "hand", "crib", *columns]
    ranked = [throw[columns[-1]] for throw in made["throws"]]
    assert ranked == sorted(ranked, reverse=True)
    form = ".1%" if "win" in columns else ".2f"
    assert [line.split()[-1] for line in lines[:rows]] == [format(value, form) for value in ranked]
    for throw in made["throws"]:
        assert list(throw) == ["thrown", "hand", "crib", "play", "total", "win"]
        assert [throw[name] is not None for name in ("play", "win")] == [
            name in columns for name in ("play", "win")
        ]
        assert throw["crib"] * (1 if "--dealer" in given else -1) > 0
        parts = throw["hand"] + throw["crib"] + (throw["play"] or 0)
        assert throw["total"] == pytest.approx(parts, abs=0.02)
    thrown = lines[0].partition("  ")[0]
    if "win" not in columns:
        assert lines[rows].startswith(f"Throw {thrown}. ") and " points without the starter." in lines[rows]
    reasons = [reason.translate(str.maketrans("♠♥♦♣", "SHDC")) for reason in made["reasons"]]
    assert [lines[rows].partition(". ")[2], *lines[rows + 1 :]][: len(reasons)] == reasons
    assert lines[-1].startswith(last)


def test_the_score_is_given_as_the_reason_if_another_throw_scores_more_points() -> None:
    made = muggins("discard", *"5H 10D 4C QS 2D AH --pone --score 112,118 --json".split()).json
    totals = {" ".join(throw["thrown"]): throw["total"] for throw in made["throws"]}
    most = max(totals, key=lambda thrown: totals[thrown])
    assert most == "QS 2D"
    more = totals[most] - made["throws"][0]["total"]
    assert made["reasons"][-1] == (
        f"The score decides: Q♠ 2♦ scores {more:.2f} points more on average, but wins less often."
    )


@pytest.mark.parametrize(("dealer", "scores"), [(0, (98, 104)), (1, (98, 104))])
def test_the_chances_are_those_of_sides_not_of_dealer_and_pone(dealer: int, scores: tuple[int, int]) -> None:
    chance = chance_before_deal(dealer=scores[dealer], pone=scores[1 - dealer])
    made = muggins("odds", "--score", "98,104", "--dealer", str(dealer), "--json").json
    assert list(made) == ["chances"]
    assert made["chances"][dealer] == pytest.approx(chance, abs=1e-4)
    assert sum(made["chances"]) == pytest.approx(1)
    lines = muggins("odds", "--score", "98,104", "--dealer", str(dealer)).out.splitlines()
    assert [line.split()[:2] for line in lines] == [["Left", "98"], ["Right", "104"]]
    assert lines[dealer].split()[2] == f"{chance:.1%}"


def test_the_hands_are_those_of_the_distribution() -> None:
    made = muggins("odds", "--hands", "--json").json
    assert [row["number"] for row in made["hands"]] == list(distribution())
    heading, *lines = muggins("odds", "--hands").out.splitlines()
    assert heading.split() == ["points", "hands", "share"]
    assert lines[29].split() == ["29", "4", "0.0000%"]
    assert lines[19].split() == ["19", "0", "0.0000%"]


@pytest.mark.parametrize("keys", ["OK", "OK 6 S 7 H 8 D"])
def test_in_a_running_game_the_chances_are_those_of_now(tmp_path: Path, keys: str) -> None:
    journal = tmp_path / "games.txt"
    replayed = muggins(
        "replay", "-", "--journal", journal, "--names", "Ann,Bob", "--start", "90,80", "--json", stdin=keys
    ).json
    with nothing_changes(tmp_path):
        made = muggins("odds", "--journal", journal, "--json").json
        lines = muggins("odds", "--journal", journal).out.splitlines()
    chances = win_chance(read_journal(journal).history.game)
    assert made["chances"] == pytest.approx(chances, abs=1e-4)
    assert made["scores"] == [side["score"] for side in replayed["sides"]]
    assert made["prompt"] == replayed["prompt"]
    rows = [line.split() for line in lines]
    assert rows == [
        [name, str(score), f"{chance:.1%}"]
        for name, score, chance in zip(("Ann", "Bob"), made["scores"], chances, strict=True)
    ]


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
        ("5H 5D 6H", "Type the two cards to throw, such as 5H J."),
        ("5H 5H", "You do not hold 5♥: type two of your six cards."),
        ("5 6", "Which 5, 5♥ or 5♦? Add its suit, such as 5H."),
        ("5 5 ", ("5H", "5D")),
        ("5H,6", ("5H", "6H")),
        ("5x 6", "'5x'"),
    ],
)
def test_two_cards_are_typed_and_a_clear_rank_is_enough(text: str, says: str | tuple[str, str]) -> None:
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
