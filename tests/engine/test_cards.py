"""Ranks, suits and cards have the right order, values and text (RULES.md 1)."""

import pickle
from copy import copy, deepcopy
from itertools import product

import pytest

from engine import Card, CribbageError, InvalidCard, Rank, Suit
from tests.support import oracle

PACK = [rank + suit for rank, suit in product(oracle.RANKS, oracle.SUITS)]
EVERY = [Card(rank, suit) for rank in Rank for suit in (*Suit, None)]


def test_a_pack_is_52_cards() -> None:
    # RULES.md 1
    assert len({Card.parse(text) for text in PACK}) == 52


@pytest.mark.parametrize("text", [*PACK, *oracle.RANKS])
def test_a_card_is_written_as_it_is_read(text: str) -> None:
    card = Card.parse(text)
    assert str(card) == text
    assert Card.parse(text.lower()) == card
    assert card.rank.symbol == oracle.rank_of(text)
    assert (card.suit.letter if card.suit else "") == oracle.suit_of(text)


@pytest.mark.parametrize("rank", oracle.RANKS)
def test_values_and_order_of_ranks(rank: str) -> None:
    """RULES.md 1: an ace counts 1 and court cards count 10.

    For runs and the cut, ace is low and king is high.
    """
    parsed = Rank.parse(rank)
    assert repr(parsed.counting_value) == repr(oracle.value(rank))
    assert parsed == oracle.RANKS.index(rank) + 1
    assert Rank.parse(rank.lower()) is parsed


def test_suits_are_read_and_shown() -> None:
    assert [Suit.parse(letter).symbol for letter in oracle.SUITS] == ["♠", "♥", "♦", "♣"]
    assert [suit.letter for suit in Suit] == list(oracle.SUITS)
    assert Suit.parse("h") is Suit.HEARTS
    assert all(Suit)


@pytest.mark.parametrize("text", " |1|0|11|14H|H|5X|5HH|H5|5 H| 5H|TT|-5|".split("|"))
def test_a_word_that_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert "write rank and suit, such as 5H" in str(caught.value)
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        *((Rank, text, "a rank: write A, 2 to 10, T, J, Q or K") for text in ("", "1", "11", "5H", "10 ")),
        *((Suit, text, "a suit: write S, H, D or C") for text in ("", "X", "HH", "5", "♥")),
    ],
)
def test_what_is_no_rank_or_suit_is_refused(kind: type[Rank] | type[Suit], text: str, why: str) -> None:
    with pytest.raises(InvalidCard, match=f"^{text!r} isn't {why}"):
        kind.parse(text)


def test_every_card_exists_once() -> None:
    """There are 65 different cards: 13 ranks, each with one of four suits or without a suit.

    Equal cards are the same object.
    """
    assert len(set(EVERY)) == len(EVERY) == 65
    for card in EVERY:
        assert Card(card.rank, card.suit) is card
        assert Card(int(card.rank), card.suit and int(card.suit)) is card
        assert Card(rank=card.rank, suit=card.suit) is card
        assert Card.parse(str(card)) is card
        assert copy(card) is card
        assert deepcopy([card]) == [card]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_a_card_can_be_typed_again_from_its_repr() -> None:
    assert repr(Card("10H")) == "Card('10H')"
    assert all(eval(repr(card)) is card for card in EVERY)


@pytest.mark.parametrize("name", ["rank", "suit", "code", "jack", "colour"])
def test_a_card_does_not_change(name: str) -> None:
    card = Card.parse("5H")
    before = (card.rank, card.suit, card.code, card.jack)
    with pytest.raises(AttributeError, match="a card does not change"):
        setattr(card, name, Rank.SIX)
    with pytest.raises(AttributeError, match="a card does not change"):
        delattr(card, name)
    assert (card.rank, card.suit, card.code, card.jack) == before
    assert not hasattr(card, "__dict__")


@pytest.mark.parametrize(("rank", "suit"), [(0, None), (14, 1), (-1, 1), (5, 0), (5, 5)])
def test_there_is_no_card_of_another_rank_or_suit(rank: int, suit: int | None) -> None:
    with pytest.raises(InvalidCard, match=f"there is no card of rank {rank} and suit {suit}"):
        Card(rank, suit)


def test_cards_sort_by_rank_then_by_suit() -> None:
    some = [Card.parse(card) for card in "KS 5C 10H 5 AD 5S JD".split()]
    assert " ".join(map(str, sorted(some))) == "AD 5 5S 5C 10H JD KS"
    for one in EVERY:
        for other in EVERY:
            assert (one < other) + (one > other) + (one is other) == 1
            assert (one <= other) is (one < other or one is other) is (other >= one)
