"""A hand is divided into the parts that players call (RULES.md 4, Calling; RULES.md 4, Run names)."""

import pytest

from engine.cards import Card
from engine.rules import Rules
from engine.scoring.calling import Part, kind_of, parts_of_hand
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Reason


def parts(cards: str, starter: str) -> list[Part]:
    count = count_show([Card.parse(card) for card in cards.split()], Card.parse(starter))
    return list(parts_of_hand(count.items))


@pytest.mark.parametrize(
    ("cards", "starter", "expected"),
    [
        # 4 5 5 6 6: a quadruple run of three with two pairs is 16.
        (
            "4H 5C 5D 6S",
            "6H",
            [Part(Reason.FIFTEEN, 2)] * 4 + [Part(Reason.RUN, 16, length=3, runs=4)],
        ),
        # 2 3 3 3 4: the fifteen of all five cards, and a triple run of three with a pair royal is 15.
        ("2H 3C 3D 3S", "4H", [Part(Reason.FIFTEEN, 2), Part(Reason.RUN, 15, length=3, runs=3)]),
        # K K 7 7 7: the pairs are parts of their own.
        ("KH KC 7D 7S", "7H", [Part(Reason.PAIR_ROYAL, 6), Part(Reason.PAIR, 2)]),
        # The flush and his nobs come last.
        (
            "2H 4H 6H JH",
            "KH",
            [Part(Reason.FLUSH, 5), Part(Reason.NOBS, 1)],
        ),
    ],
)
def test_the_parts_of_a_hand(cards: str, starter: str, expected: list[Part]) -> None:
    found = parts(cards, starter)
    assert sorted(map(str, found)) == sorted(map(str, expected))


def test_a_double_run_with_four_of_a_rank_says_so() -> None:
    hand = [Card.parse(card) for card in "6H 7C 7D 7S 7H".split()]
    found = list(parts_of_hand(count_show(hand, Card.parse("8C"), Rules.parse(["game=seven-card"])).items))
    run = next(part for part in found if part.reason is Reason.RUN)
    assert (run.length, run.runs, run.four_of_a_rank) == (3, 4, True)


def test_all_pairs_are_of_one_kind() -> None:
    assert {kind_of(reason) for reason in (Reason.PAIR, Reason.PAIR_ROYAL, Reason.DOUBLE_PAIR_ROYAL)} == {
        Reason.PAIR
    }
    assert kind_of(Reason.RUN) is Reason.RUN
