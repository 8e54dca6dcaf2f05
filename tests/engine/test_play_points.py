"""A card laid in the play scores the right points (RULES.md 3, Points on a card)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Card, InvalidHand, Kind, Rank, Reason, Source, score_play
from engine.scoring.items import PAIRS, total
from engine.scoring.play_points import LIMIT, find_play
from tests.support import cases, oracle
from tests.support.random_matches import walk

SIZES = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}
OWN = {Reason.FIFTEEN, Reason.THIRTY_ONE, Reason.RUN, *(reason for reason, _ in PAIRS.values())}
"""The reasons for all points that a card can score, except for go and last."""


def ranks_of(words: str | list[str]) -> list[Rank]:
    return [Rank.parse(word) for word in (words.split() if isinstance(words, str) else words)]


def test_the_count_goes_up_to_31() -> None:
    assert LIMIT == 31


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_a_row_of_the_play(case: cases.PlayCase) -> None:
    # RULES.md 8.
    for count in case.steps:
        for size in range(1, len(count) + 1):
            laid = list(count[:size])
            ranks = ranks_of([rank.partition("=")[0] for _, rank, _ in laid])
            ends_low = size == len(count) and cases.total(laid) < LIMIT
            assert total(find_play(ranks, cases.total(laid))) == laid[-1][2] - ends_low, laid


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
    # RULES.md 3, with the cases P1, P4, P5, P12 to P15 and P18
    assert {found.reason.value: found.points for found in find_play(ranks_of(count))} == points


@st.composite
def counts(draw: st.DrawFn) -> list[str]:
    """Generate the ranks of the cards played in one count. Their total is at most 31."""
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
def test_any_count_scores_the_same_by_brute_force(count: list[str]) -> None:
    """RULES.md 3: if random cards are played, each scores the points that the oracle finds by brute force."""
    for size in range(1, len(count) + 1):
        laid = count[:size]
        assert {
            found.reason.value: found.points for found in find_play(ranks_of(laid))
        } == oracle.play_points(laid)


@given(counts())
def test_items_contain_the_cards_that_score(count: list[str]) -> None:
    """A fifteen or 31 consists of all the cards in the count.

    A pair or a run consists only of the last cards played.
    """
    for found in find_play(ranks_of(count)):
        size = found.points if found.reason.value == "run" else SIZES.get(found.reason.value, len(count))
        assert found.indices == tuple(range(len(count) - size, len(count)))


@pytest.mark.parametrize(
    ("laid", "card", "items"),
    [
        ("", "5", []),
        ("10", "5", [(Reason.FIFTEEN, 2, "10 5")]),
        ("5 5", "5", [(Reason.FIFTEEN, 2, "5 5 5"), (Reason.PAIR_ROYAL, 6, "5 5 5")]),
        ("KH QH", "AS", []),
        ("4D 6C", "5S", [(Reason.FIFTEEN, 2, "4D 6C 5S"), (Reason.RUN, 3, "4D 6C 5S")]),
        ("10 10 9", "2", [(Reason.THIRTY_ONE, 2, "10 10 9 2")]),
    ],
)
def test_points_for_a_card_in_the_play(laid: str, card: str, items: list[tuple[Reason, int, str]]) -> None:
    """RULES.md 3: `score_play` returns the points for a card. They are the same if only ranks are given."""
    cards = [Card.parse(one) for one in laid.split()]
    scored = score_play(cards, Card.parse(card))
    assert [(item.reason, item.points, " ".join(map(str, item.cards))) for item in scored] == items
    by_rank = score_play([one.rank for one in cards], Card.parse(card).rank)
    assert [item[:2] for item in by_rank] == [item[:2] for item in scored]


@pytest.mark.parametrize(
    ("laid", "card", "why"),
    [
        ("K K K", "2", "the count would be 32: it cannot pass 31"),
        ("5H 6H", "5H", "5H is given twice"),
        ("2 2 2 2", "2", "a rank is given five times"),
    ],
)
def test_an_impossible_card_is_refused(laid: str, card: str, why: str) -> None:
    with pytest.raises(InvalidHand, match=why):
        score_play([Card.parse(one) for one in laid.split()], Card.parse(card))


@pytest.mark.parametrize("seed", range(20))
def test_a_game_pegs_the_same_points(seed: int) -> None:
    """When a card is played in a game, the player pegs the points that `score_play` returns for the card.

    Points for a go or the last card are not compared.
    """
    for before, event, after in walk(seed, "2", 60):
        play = before.game.deal.play if before.game.deal else None
        if event.kind is not Kind.LAY or play is None or before.game.count + event.named.counting_value > 31:
            continue
        laid = [before.game.deal_cards[index] for index in play.laid]
        entries = [
            one for one in after.game.entries if one.at == before.game.at and one.source is Source.PLAY
        ]
        pegged = [item for entry in entries for item in entry.findings]
        own = [one[:2] for one in pegged if one.reason in OWN]
        assert [item[:2] for item in score_play(laid, event.named)] == own
