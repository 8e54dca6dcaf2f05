"""Every worked case in RULES.md, section 8: the engine, the program and the oracle agree with it."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from engine.cards import Card
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from tests.support import cases, oracle
from tests.support.cases import EndCase, PlayCase, ShowCase
from tests.support.command import muggins

KINDS = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pairs",
    "double_pair_royal": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
PLAY_ENDS = ("go", "last_card", "thirty_one")
ROWS = {
    "show": "S1-S30 F1-F5 V1-V6 A1-A7",
    "play": "P1-P20 P7x F6-F8 V7-V8 X1-X7 T1-T3 T1x T3x Q1",
    "ends": "E1-E12",
}

each_hand = pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
each_play = pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
each_end = pytest.mark.parametrize("case", cases.end_cases(), ids=lambda case: case.id)


def settings(case: ShowCase | PlayCase | EndCase) -> list[str]:
    return [f"{name}={value}" for name, value in case.options.items()]


def chosen(case: ShowCase | PlayCase | EndCase) -> list[str]:
    return [argument for setting in settings(case) for argument in ("--set", setting)]


def replayed(case: PlayCase | EndCase, words: Iterable[str], *arguments: str) -> Any:
    players = ("--players", str(case.players))
    return muggins("replay", "-", *players, *chosen(case), *arguments, "--json", stdin=" ".join(words)).json


def by_kind(items: Iterable[tuple[str, int]]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for reason, points in items:
        kinds[KINDS[reason]] += points
    return kinds


def by_side(entries: Iterable[tuple[int, int]], sides: int) -> tuple[int, ...]:
    pegged: Counter[int] = Counter()
    for side, points in entries:
        pegged[side] += points
    return tuple(pegged[side] for side in range(sides))


# -- the data


def test_no_row_of_the_table_is_missing() -> None:
    for name, wanted in ROWS.items():
        ids = {row["id"].partition("-")[0] for row in cases.rows(name)}
        assert ids == set(spread(wanted))


def spread(ids: str) -> Iterable[str]:
    """Yield each case in a list of cases and ranges: S1, S2, S3 and P7x for "S1-S3 P7x"."""
    for part in ids.split():
        first, _, last = part.partition("-")
        if last:
            yield from (f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1))
        else:
            yield first


@each_hand
def test_the_kinds_of_a_hand_add_up_to_its_points(case: ShowCase) -> None:
    assert sum(case.breakdown.values()) == case.total


@each_play
def test_keys_and_points_in_a_row_agree_with_its_hands_and_totals(case: PlayCase) -> None:
    laid = [(seat, rank.partition("=")[0]) for count in case.steps for seat, rank, _ in count]
    left = Counter(rank for hand in case.hands for rank in hand) - Counter(rank for _, rank in laid)
    assert Counter(case.rest) == left
    for seat, hand in enumerate(case.hands):
        assert not Counter(rank for by, rank in laid if by == seat) - Counter(hand)
    ranks = [word for word in case.words[1:] if word not in ("OK", "GO")]
    assert ranks[1:] == [*(rank for _, rank in laid), *case.rest]
    assert all(cases.total(list(count)) <= 31 for count in case.steps)
    assert by_side(case.entries, case.players) == case.totals
    assert by_side(case.pegged, case.sides) == case.scores


@each_end
def test_the_entries_of_an_end_lead_from_its_start_to_its_scores(case: EndCase) -> None:
    pegged = by_side(case.entries, len(case.start))
    assert tuple(map(sum, zip(case.start, pegged, strict=True))) == case.scores


# -- the show


@each_hand
def test_the_engine_counts_a_hand(case: ShowCase) -> None:
    starter = Card.parse(case.starter) if case.starter else None
    rules = Rules.parse(settings(case), players=case.players)
    count = count_show([Card.parse(card) for card in case.cards], starter, rules, crib=case.crib)
    assert by_kind((item.reason.value, item.points) for item in count.items) == case.breakdown
    assert count.points == case.total


@each_hand
def test_the_command_counts_a_hand(case: ShowCase) -> None:
    starter = ["--starter", case.starter] if case.starter else []
    arguments = [*case.cards, *starter, *(["--crib"] if case.crib else []), *chosen(case)]
    made = muggins("count", *arguments, "--json").json
    assert list(made) == ["points", "call", "items"]
    for item in made["items"]:
        assert list(item) == ["reason", "points", "cards"]
        assert set(item["cards"]) <= {*case.cards, case.starter}
    assert by_kind((item["reason"], item["points"]) for item in made["items"]) == case.breakdown
    assert made["points"] == case.total
    text = muggins("count", *arguments).out
    assert text.splitlines()[-1] == f"{case.total}: {made['call']}"


# -- the play


@each_play
def test_replay_pegs_a_row_of_the_play_entry_by_entry(case: PlayCase) -> None:
    made = replayed(case, case.words)
    assert (made["players"], made["refused"], made["presses"]) == (case.players, [], len(case.words))
    assert (made["count"], made["winner"], made["skunk"]) == (0, None, None)
    in_play, shown = made["pegged"][: len(case.entries)], made["pegged"][len(case.entries) :]
    assert tuple((entry["side"], entry["points"]) for entry in in_play) == case.pegged
    # The entries after the play are hands, which are counted when the last cards are keyed.
    play_ends = len(case.words) - 1 - max(len(case.rest) - 1, 0)
    for entry in shown:
        assert entry["press"] >= play_ends
        assert not {item["reason"] for item in entry["items"]} & set(PLAY_ENDS)
    scores = [0] * case.sides
    for entry in made["pegged"]:
        assert entry["points"] == sum(item["points"] for item in entry["items"])
        scores[entry["side"]] += entry["points"]
        assert entry["score"] == scores[entry["side"]]
    assert [(side["score"], side["games"]) for side in made["sides"]] == [(score, 0) for score in scores]


@each_play
def test_replay_says_what_ends_each_count(case: PlayCase) -> None:
    """The replay reports what ended each count: 31, a go or the last card (RULES.md 3, steps 4 and 5)."""
    totals = [cases.total(list(count)) for count in case.steps]
    last = totals[-1] < 31 and not case.rest
    pegged = replayed(case, case.words)["pegged"][: len(case.entries)]
    reasons = [item["reason"] for entry in pegged for item in entry["items"]]
    assert [reason for reason in reasons if reason in PLAY_ENDS] == [
        *("thirty_one" if total == 31 else "go" for total in totals[:-1]),
        "last_card" if last else "thirty_one" if totals[-1] == 31 else "go",
    ]


@each_play
def test_the_play_of_a_row_ends_with_its_last_key(case: PlayCase) -> None:
    assert replayed(case, case.words[:-1])["prompt"] == ("rest" if case.rest else "play")
    assert replayed(case, case.words)["prompt"] in ("flush", "flush_with_starter", "nobs", "crib")


# -- the end


@each_end
def test_replay_ends_a_game_as_a_row_of_the_end_does(case: EndCase) -> None:
    made = replayed(case, case.words, "--start", ",".join(map(str, case.start)))
    assert (made["players"], made["refused"], made["prompt"]) == (case.players, [], case.prompt)
    assert (made["winner"], made["skunk"]) == (case.winner, case.skunk)
    assert tuple(side["score"] for side in made["sides"]) == case.scores
    won = [case.games if side == case.winner else 0 for side in range(len(case.scores))]
    assert [side["games"] for side in made["sides"]] == won
    assert tuple((entry["side"], entry["points"]) for entry in made["pegged"]) == case.entries
    last = made["pegged"][-1]
    assert last["score"] == case.scores[last["side"]]
    assert case.reason in {item["reason"] for item in last["items"]}
    if case.prompt == "game_over":
        assert made["to_act"] is None


def sums_by_kind(items: list[oracle.Item]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for reason, points, _ in items:
        sums[KINDS[reason]] = sums.get(KINDS[reason], 0) + points
    return sums


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_show_row(case: cases.ShowCase) -> None:
    """The totals, and the points of each kind of combination, are those in RULES.md 8."""
    items = oracle.count_show(list(case.cards), case.starter or None, case.crib, "ace_11" in case.options)
    assert sums_by_kind(items) == case.breakdown
    assert sum(points for _, points, _ in items) == case.total


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_show_row_without_suits(case: cases.ShowCase) -> None:
    cards = [oracle.rank_of(card) for card in case.cards]
    starter = oracle.rank_of(case.starter) if case.starter else None
    rest = {kind: points for kind, points in case.breakdown.items() if kind not in ("flush", "nobs")}
    assert sums_by_kind(oracle.count_show(cards, starter, case.crib, "ace_11" in case.options)) == rest


def test_items_of_a_hand() -> None:
    """The oracle lists every fifteen, pair and run, each with its cards in the hand's order (case S22)."""
    assert oracle.count_show(["4H", "4D", "5C", "6S"], "6H", False) == [
        ("fifteen", 2, ("4H", "5C", "6S")),
        ("fifteen", 2, ("4H", "5C", "6H")),
        ("fifteen", 2, ("4D", "5C", "6S")),
        ("fifteen", 2, ("4D", "5C", "6H")),
        ("pair", 2, ("4H", "4D")),
        ("pair", 2, ("6S", "6H")),
        ("run", 3, ("4H", "5C", "6S")),
        ("run", 3, ("4H", "5C", "6H")),
        ("run", 3, ("4D", "5C", "6S")),
        ("run", 3, ("4D", "5C", "6H")),
    ]


def test_items_of_suits() -> None:
    """A flush, his nobs and four of a kind are each a single item. A five-card flush is case S11."""
    hand = ["3H", "7H", "10H", "JH"]
    assert oracle.count_show(hand, "KC", False) == [("flush", 4, tuple(hand))]
    assert oracle.count_show(hand, "KH", False) == [("flush", 5, (*hand, "KH")), ("nobs", 1, ("JH",))]
    royal = [
        item for item in oracle.count_show(["7H", "7D", "7C", "7S"], "AS", False) if item[0] != "fifteen"
    ]
    assert royal == [("double_pair_royal", 12, ("7H", "7D", "7C", "7S"))]


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_play_row(case: cases.PlayCase) -> None:
    """Each card scores the points in RULES.md 8, apart from the point for a go or the last card."""
    for count in case.steps:
        ranks: list[str] = []
        values: list[int] = []
        scored = []
        for _, called, points in count:
            rank, _, value = called.partition("=")
            ranks.append(rank)
            values.append(int(value or oracle.value(rank)))
            scored.append(points - sum(oracle.play_points(ranks, values).values()))
        # The point for go or last belongs to the last card, whoever said go after it.
        assert scored == [0] * (len(count) - 1) + [sum(values) < 31], ranks


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ("K 5", {"fifteen": 2}),
        ("5 5 5", {"fifteen": 2, "pair_royal": 6}),
        ("4 2 6 5 3", {"run": 5}),
        ("3 4 4 5", {}),
        ("3 4 4 5 3", {"run": 3}),
        ("10 Q 7 A A A A", {"thirty_one": 2, "double_pair_royal": 12}),
        ("Q K A", {}),
        ("Q K", {}),
        ("7", {}),
    ],
)
def test_play_points(ranks: str, points: dict[str, int]) -> None:
    # Cards score as in cases P1, P4, P5, P12 and P15. Q K A is not a run, and Q K is not a pair.
    assert oracle.play_points(ranks.split()) == points


def test_possible_suits() -> None:
    # No card appears twice, so two fives differ in suit, and three known fives determine the fourth.
    alike = ("alike", (0, 1), True)
    assert oracle.possible(("5", "6"), (alike,))
    assert not oracle.possible(("5", "5"), (alike,))
    assert not oracle.possible(("5H", "6S"), (alike,))
    assert not oracle.possible(("5H", "5H"), ())
    fourth = ("5S", "5H", "5D", "5", "KC")
    assert not oracle.possible(fourth, (("alike", (3, 4), False),))
    assert oracle.possible(fourth, (("match", (4, 3), True),))
    assert not oracle.possible(("K", "J", "J", "J", "J"), (("match", (0, 1, 2, 3, 4), False),))
    assert not oracle.possible(("KH", "J", "JH"), (("match", (0, 1), True),))


@pytest.mark.parametrize("seed", range(30))
def test_possible_agrees_with_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    deck = [rank + suit for rank in chance.sample(oracle.RANKS, 4) for suit in oracle.SUITS]
    cards = [card if chance.random() < 0.2 else card[:-1] for card in chance.sample(deck, 7)]
    choices = [[card] if oracle.suit_of(card) else [card + suit for suit in oracle.SUITS] for card in cards]
    deals = [deal for deal in product(*choices) if len(set(deal)) == len(deal)]
    for _ in range(10):
        claims = tuple(
            (chance.choice(["alike", "match"]), tuple(chance.sample(range(7), 3)), chance.random() < 0.5)
            for _ in range(chance.randint(1, 4))
        )
        found = any(all(holds(claim, deal) for claim in claims) for deal in deals)
        assert oracle.possible(tuple(cards), claims) == found, (cards, claims)


def holds(claim: oracle.Claim, deal: tuple[str, ...]) -> bool:
    kind, places, truth = claim
    first, *others = (oracle.suit_of(deal[place]) for place in places)
    fact = {first} == set(others) if kind == "alike" else first in others
    return fact == truth


@pytest.mark.parametrize(
    ("size", "ace_11", "maximum", "never"),
    [
        (4, False, 20, {16, 17, 18, 19}),
        (4, True, 20, {16, 17, 18, 19}),
    ],
)
def test_a_five_card_hand_has_a_maximum_and_impossible_counts(
    size: int, ace_11: bool, maximum: int, never: set[int]
) -> None:
    """The highest score of a hand, and the lower scores that no hand can have, are those in RULES.md 4."""
    found = set()
    for ranks in combinations_with_replacement(oracle.RANKS, size):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        points = sum(item[1] for item in oracle.show_sets(ranks, ace_11))
        found.add(points)
        for starter in set(ranks):
            hand = list(ranks)
            hand.remove(starter)
            different = len(set(hand)) == len(hand)
            nobs = "J" in hand and starter != "J"
            found |= {points + flush + jack for flush in {0, 3 * different} for jack in {0, int(nobs)}}
            if different and starter not in hand:
                found.add(points + len(ranks) + nobs)
    assert max(found) == maximum
    assert set(range(maximum)) - found == never


def test_crib_flush_of_four() -> None:
    """With `crib_flush=four`, a flush in the crib need not include the starter (case S26)."""
    crib = ["2H", "6H", "8H", "QH"]
    assert oracle.count_show(crib, "KS", True) == []
    assert oracle.count_show(crib, "KS", True, crib_flush="four") == [("flush", 4, tuple(crib))]


def test_play_points_of_called_aces_and_broken_combinations() -> None:
    """The oracle implements two options: an ace may count as 11, and a go may interrupt a pair or a run.

    The cases X1 and X4 in RULES.md 8 have such aces.
    """
    assert oracle.play_points(["4", "A"], [4, 11]) == {"fifteen": 2}
    assert oracle.play_points(["A", "A"], [11, 1]) == {"pair": 2}
    assert oracle.play_points(["10", "9", "2", "2", "2"], before_go=4) == {}
    assert oracle.play_points(["K", "9", "10", "2"], before_go=3) == {"thirty_one": 2}
