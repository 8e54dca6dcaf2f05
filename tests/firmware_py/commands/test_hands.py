"""`muggins count`, `discard`, `play`, `odds` and `practice`: hands, throws, cards to lay, and chances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from engine.cards import PACK, Card
from engine.coach import chance_before_deal, plays, throws, win_chance
from engine.events import Event
from engine.game import Game
from engine.scoring.fast_count import distribution
from firmware_py.commands.practice import chosen_cards
from firmware_py.journal.recovery import read_journal
from tests.support import oracle
from tests.support.board_process import InTerminal
from tests.support.command import muggins, nothing_changes
from tests.support.deadline import until


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
    reasons = [reason.translate(LETTERS) for reason in made["reasons"]]
    assert [lines[rows].partition(". ")[2], *lines[rows + 1 :]][: len(reasons)] == reasons
    assert lines[-1].startswith(last)


def test_the_score_is_given_as_the_reason_if_another_throw_scores_more_points() -> None:
    made = muggins("discard", *"3S 4H 6H 8C AD JS --dealer --score 112,110 --json".split()).json
    totals = {" ".join(throw["thrown"]): throw["total"] for throw in made["throws"]}
    most = max(totals, key=lambda thrown: totals[thrown])
    assert most == "6H 8C"
    said, more = made["reasons"][-1], totals[most] - made["throws"][0]["total"]
    figure = said.split()[6]
    assert float(figure) == pytest.approx(more, abs=0.011)  # the totals are rounded, too
    assert said == f"The score decides: 6♥ 8♣ scores {figure} points more on average, but wins less often."


@pytest.mark.parametrize(
    ("given", "calls"),
    [
        # RULES.md 3: the five makes a pair, but no fifteen; the six a run of five; the deuce 31.
        ("5 6 7 --count 15 --on-table 10 5 --pone", ["twenty for two", "twenty-two", "twenty-one"]),
        ("6 9 --pone --on-table 2 5 3 4 --starter K", ["twenty for five", "twenty-three"]),
        ("2 9 --pone --count 29 --on-table 8 7 9 5", ["thirty-one for two"]),
        # Nobody but the other player can have said go; the next card begins a new count.
        ("A 9 --pone --on-table 10 5 K 6 --count 0", ["one", "nine"]),
        ("2 9 --dealer --on-table 8 7 9 5 A --count 30", []),
    ],
)
def test_each_card_that_can_be_laid_is_called_as_players_do(given: str, calls: list[str]) -> None:
    made = muggins("play", *given.split(), "--json").json
    assert [each["call"] for each in made["plays"]] == calls
    rows = [line.split(maxsplit=4) for line in muggins("play", *given.split()).out.splitlines()[1:]]
    for row, each in zip(rows, made["plays"], strict=False):
        figures = [str(each["points"]), f"{each['rest']:.2f}", f"{each['total']:.2f}"]
        assert row == [each["card"], *figures, each["call"]]
    assert calls or made["reasons"] == ["No card of yours fits: GO"]


LETTERS = str.maketrans("♠♥♦♣", "SHDC")
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def listed(ranks: str) -> list[str]:
    return re.split(", | or ", ranks)


def test_the_cards_are_ranked_as_the_coach_does_and_the_reasons_are_true() -> None:
    random = Random(1)
    for number in range(60):
        *hand, starter, lead = random.sample(PACK, 6)
        laid = [lead] if number % 2 else []
        table = ["--on-table", lead, "--dealer"] if laid else ["--pone"]
        made = muggins("play", *hand, "--starter", starter, *table, "--json").json
        game = Game.new().apply(Event.deals(0 if laid else 1)).enter(starter)
        ranked = plays(game.enter(lead) if laid else game, hand)
        assert [each["card"] for each in made["plays"]] == [str(each.card) for each in ranked]
        said = " ".join(made["reasons"])
        pile = [card.rank.symbol for card in (*laid, ranked[0].card)]
        seen = [card.rank.symbol for card in (*hand, *laid, starter)]
        unseen = [rank for rank in RANKS if seen.count(rank) < 4]
        scores = {(kind, rank) for rank in unseen for kind in oracle.play_points([*pile, rank])}
        found = re.search(r"can score on it: (.*?)\.", said)
        told = [each.split(" with ") for each in found[1].split("; ")] if found else []
        assert {(kind.replace(" ", "_"), rank) for kind, ranks in told for rank in listed(ranks)} == scores
        for replies, own, kind in re.findall(r"You can answer (.*) with your (\S+): (.*?)\.", said):
            for rank in listed(replies):
                assert re.sub("[ -]", "_", kind) in oracle.play_points([*pile, rank, own])
        count = sum(map(oracle.value, pile))
        assert ("under 5," in said, "past fifteen" in said) == (count < 5, 15 < count < 21)
        most = max(ranked, key=lambda each: each.points)
        lost, gained = most.points - ranked[0].points, ranked[0].rest - most.rest
        told = re.findall(r"Compared with (\S+), it scores (\d+) less now and (\S+) more later", said)
        assert told == [(most.card.pretty, str(lost), f"{gained:.2f}")] * (lost > 0)


def test_without_the_starter_every_card_that_is_not_seen_is_possible() -> None:
    starters = [[], *(["--starter", rank] for rank in RANKS)]
    given = "play 7 K --pone --on-table 4 A 6 10 --json".split()
    unknown, *known = (muggins(*given, *starter).json["plays"][0]["total"] for starter in starters)
    assert min(known) < unknown < max(known)


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


FIRST = dealt(muggins("practice", *SEED, stdin="").out)[0]  # the cards of the first deal


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
        assert "No choice is better than" in out
        assert "Throws: 1 of 1 were the best. On average, a throw cost 0.00 points." in out
        return
    answer = r"number (\d+) of 15, with (-?\d+\.\d\d) .* The best is (.*), with .* costs (\d+\.\d\d)"
    [(rank, total, named, cost)] = re.findall(answer, out)
    assert ranked[int(rank) - 1].total == pytest.approx(throw.total, abs=0.005)
    assert float(total) == pytest.approx(throw.total, abs=0.01)
    assert set(cards(named)) == set(best.thrown)
    assert float(cost) == pytest.approx(best.total - throw.total, abs=0.01)
    assert f"Throws: 0 of 1 were the best. On average, a throw cost {cost} points." in out


@pytest.mark.parametrize("side", ["--dealer", "--pone"])
def test_then_a_lead_or_a_reply_is_judged_with_the_reasons_for_the_best(side: str) -> None:
    best = throws(FIRST, dealer=side == "--dealer")[0]
    out = muggins("practice", side, *SEED, stdin=f"{typed(best.thrown)}\n{best.kept[0]}\n").out
    [(starter, lead)] = re.findall(r"The starter is (\S+)\. (?:You|The other player) leads? ?(\S*)\.", out)
    assert bool(lead) == (side == "--dealer")
    table = ["--on-table", lead] if lead else []
    made = muggins("play", *best.kept, side, *table, "--starter", starter, "--json").json
    assert all(reason.translate(LETTERS) in out for reason in made["reasons"])
    totals = {each["card"]: each["total"] for each in made["plays"]}
    [cost] = re.findall(r"Cards laid: [01] of 1 were the best\. On average, a card cost (\S+) points", out)
    assert float(cost) == pytest.approx(max(totals.values()) - totals[str(best.kept[0])], abs=0.011)


def test_then_the_hand_and_the_crib_are_counted_with_their_items() -> None:
    best = throws(FIRST, dealer=True)[0]
    answers = f"{typed(best.thrown)}\n{best.kept[0]}\n"
    asked = muggins("practice", "--dealer", *SEED, stdin=f"{answers}0\n").out
    [(starter, kept), (_, crib)] = re.findall(r"Count .* with the starter (\S+): (.*)", asked)
    assert set(cards(kept)) == set(best.kept) and set(cards(crib)) & set(FIRST) == set(best.thrown)
    hand, cribs = (
        sum(points for _, points, _ in oracle.count_show(each.split(), starter, each is crib))
        for each in (kept, crib)
    )
    out = muggins("practice", "--dealer", *SEED, stdin=f"{answers}{hand + 1}\n{cribs}\n").out
    assert f"No, it counts {hand}." in out and "That is right." in out
    assert re.search(rf"^{hand}: ", out, re.M) and re.search(rf"^{cribs}: ", out, re.M)
    assert "Counts: 1 of 2 were right." in out and len(dealt(out)) == 2


def test_you_are_dealer_and_pone_in_turn_unless_you_choose() -> None:
    lines = f"{typed(FIRST[:2])}\n{FIRST[2]}\n0\n0\n"
    first = muggins("practice", *SEED, stdin=lines).out
    assert ("You deal" in first) and ("The crib is the other player's" in first)
    assert "You deal" not in muggins("practice", "--pone", *SEED, stdin=lines).out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Type the two cards to throw, such as 5H J."),
        ("5H 5D 6H", "Type the two cards to throw, such as 5H J."),
        ("5H 5H", "You do not hold 5♥: your cards are 3♥ 3♦ 5♥ 5♦ 6♥ 7♠"),
        ("5 6", "Which 5, 5♥ or 5♦? Add its suit, such as 5H."),
        ("5 5 ", ("5H", "5D")),
        ("5H,6", ("5H", "6H")),
        ("5x 6", "'5x'"),
    ],
)
def test_two_cards_are_typed_and_a_clear_rank_is_enough(text: str, says: str | tuple[str, str]) -> None:
    found = chosen_cards(text, cards("3H 3D 5H 5D 6H 7S"), 2)
    if isinstance(says, tuple):
        assert set(found) == {Card.parse(card) for card in says}
    else:
        assert isinstance(found, str)
        assert says in found


def test_what_is_no_answer_is_asked_again() -> None:
    thrown = typed(FIRST[:2])
    lines = f"\nnonsense\n{thrown}\n{thrown}\n{FIRST[0]}\n{FIRST[2]}\nmany\n30\n-1\n\n0\n0\n"
    out = muggins("practice", *SEED, stdin=lines).out
    assert out.count("Throw which two?") == 4
    assert out.count("Lay which card?") == 3 and "Type the card to lay, such as 5H." in out
    assert out.count("How many points?") == 6
    assert out.count("Type a number from 0 to 29.") == 4


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_in_a_terminal_control_d_and_control_c_end_it_with_the_tallies(key: str, status: int) -> None:
    with InTerminal("practice", *SEED) as terminal:
        terminal.until("Throw which two?")
        terminal.type(typed(FIRST[:2]) + "\n")
        terminal.until("Lay which card?")
        # Python overlooks a signal that comes between its last look and the kernel's wait for a line.
        until(lambda: terminal.state == "S", "the wait for a line")
        terminal.type(key)
        terminal.until("of 1 were the best")
        assert terminal.ends() == status
