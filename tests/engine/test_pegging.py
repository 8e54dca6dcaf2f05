"""What a card scores in the play (RULES.md 3, Points on a card)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.pegging import LIMIT, find
from engine.score import total
from tests import cases, oracle

SIZES = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}


def ranks_of(words: str | list[str]) -> list[Rank]:
    return [Rank.parse(word) for word in (words.split() if isinstance(words, str) else words)]


def test_the_count_goes_up_to_31() -> None:
    assert LIMIT == 31


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_a_row_of_the_play(case: cases.PlayCase) -> None:
    """Every row, card by card; go and last are not the card's own. An ace may have been called eleven."""
    for count in case.steps:
        for size in range(1, len(count) + 1):
            laid = list(count[:size])
            ranks = ranks_of([rank.partition("=")[0] for _, rank, _ in laid])
            ends_low = size == len(count) and cases.total(laid) < LIMIT
            assert total(find(ranks, cases.total(laid))) == laid[-1][2] - ends_low, laid


@pytest.mark.parametrize(
    ("count", "points"),
    [
        ("7", {}),
        ("K 5", {"fifteen": 2}),
        ("Q K", {}),
        ("7 7", {"pair": 2}),
        ("7 8 7", {}),
        ("5 5 5", {"fifteen": 2, "pair_royal": 6}),
        ("5 5 5 5", {"double_pair_royal": 12}),
        ("2 10 Q 9", {"thirty_one": 2}),
        ("10 Q 7 A A A A", {"thirty_one": 2, "double_pair_royal": 12}),
        ("3 3 4", {}),
        ("3 4", {}),
        ("Q K A", {}),
        ("K A 2", {}),
        ("A 2 3", {"run": 3}),
        ("J K Q", {"run": 3}),
        ("8 9 10", {"run": 3}),
        ("4 2 6 5", {}),
        ("4 2 6 5 3", {"run": 5}),
        ("3 4 4 5", {}),
        ("3 4 4 5 3", {"run": 3}),
        ("A 3 2 A 2 3", {"run": 3}),
        ("4 3 5 2 6", {"run": 5}),
        ("A 2 3 4 5", {"fifteen": 2, "run": 5}),
        ("A 6 3 5 2 4", {"run": 6}),
        ("4 3 5 2 6 A 7", {"run": 7}),
        ("K 3 4 5", {"run": 3}),
        ("A 2 3 5", {}),
    ],
)
def test_points_on_a_card(count: str, points: dict[str, int]) -> None:
    """The table of section 3, and what P1, P4, P5, P12 to P15 and P18 are about."""
    assert {found.reason.value: found.points for found in find(ranks_of(count))} == points


@st.composite
def counts(draw: st.DrawFn) -> list[str]:
    """The ranks of a count: not above 31, no rank more than four times; low cards more often."""
    wanted = draw(
        st.lists(st.sampled_from(oracle.RANKS), min_size=1, max_size=13)
        | st.lists(st.sampled_from(oracle.RANKS[:7]), min_size=4, max_size=13)
        | st.permutations(oracle.RANKS[:7])
    )
    laid: list[str] = []
    for rank in wanted:
        if sum(map(oracle.value, [*laid, rank])) <= LIMIT and laid.count(rank) < 4:
            laid.append(rank)
    return laid


@given(counts())
def test_any_count_scores_as_by_brute_force(count: list[str]) -> None:
    """RULES.md 3, for every card of a random count."""
    for size in range(1, len(count) + 1):
        laid = count[:size]
        assert {found.reason.value: found.points for found in find(ranks_of(laid))} == oracle.play_points(
            laid
        )


@given(counts())
def test_a_card_scores_with_the_cards_that_make_it(count: list[str]) -> None:
    """DESIGN.md: for 31 and fifteen all cards of the count; for pairs and a run the last ones."""
    for found in find(ranks_of(count)):
        size = found.points if found.reason.value == "run" else SIZES.get(found.reason.value, len(count))
        assert found.places == tuple(range(len(count) - size, len(count)))
