"""The words that announce a score, such as "fifteen two", can be replaced without changing the engine."""

import pytest

from engine.cards import Rank, Suit
from engine.scoring.calling import ENGLISH, CallWords, Part, call_hand, call_pegged
from engine.scoring.items import Item, Reason


class Digits(CallWords):
    """English call words in which numbers are written as digits."""

    NINETEEN = "19"

    def number(self, number: int) -> str:
        return str(number)


def test_ranks_and_suits_have_names() -> None:
    names = "ace two three four five six seven eight nine ten jack queen king".split()
    assert [ENGLISH.rank(rank) for rank in Rank] == names
    assert [ENGLISH.suit(suit) for suit in Suit] == ["spades", "hearts", "diamonds", "clubs"]


@pytest.mark.parametrize("rank", Rank)
def test_the_plural_of_a_rank_is_that_of_the_cards(rank: Rank) -> None:
    assert ENGLISH.ranks(rank) == rank.plural


@pytest.mark.parametrize(
    ("part", "name", "short"),
    [
        (Part(Reason.FIFTEEN, 2), "fifteen", "fifteen"),
        (Part(Reason.PAIR_ROYAL, 6), "a pair royal", "pair royal"),
        (Part(Reason.RUN, 4, 4, 1), "a run of four", "run"),
        (Part(Reason.RUN, 8, 3, 2), "a double run of three", "double run"),
        (Part(Reason.RUN, 24, 3, 8), "an eightfold run of three", "eightfold run"),
        (Part(Reason.RUN, 16, 3, 4), "a quadruple run of three", "quadruple run"),
        (Part(Reason.RUN, 24, 3, 4, four_of_a_rank=True), "a fourfold run of three", "fourfold run"),
    ],
)
def test_a_part_of_a_hand_has_a_name_and_a_short_one(part: Part, name: str, short: str) -> None:
    assert (ENGLISH.part(part), ENGLISH.part_in_short(part)) == (name, short)


def test_calls_use_the_words_that_they_are_given() -> None:
    items = [Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)]
    assert call_hand(items, words=Digits()) == "fifteen 2 and a pair is 4"
    assert call_hand(items, grouped=True, words=Digits()) == "fifteen 2 and 2 makes 4"
    assert call_hand([], words=Digits()) == "19"
    assert call_pegged([Item(Reason.FIFTEEN, 2)], 15, words=Digits()) == "15 for 2"
