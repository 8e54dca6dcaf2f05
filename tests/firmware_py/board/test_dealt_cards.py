""""""

from random import Random

from engine.cards import Card, Rank
from firmware_py.board.dealt_cards import OPPONENT, PLAYER, DealtCards, fitting
from firmware_py.view.coach import CountedDeal


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split()))


DEALT = DealtCards((cards("3H 5H 5D 6H 7S JC"), cards("AH 4C 5S 6C KH KD")), Card.parse("2D"))


def test_thirteen_different_cards_are_dealt_each_hand_in_order() -> None:
    for seed in range(20):
        first, second = (found := DealtCards.shuffled(Random(seed))).hands
        assert len({*first, *second, found.starter}) == 13
        assert [card.rank for card in first] == sorted(card.rank for card in first)
    assert DealtCards.shuffled(Random(1)) != DealtCards.shuffled(Random(2))


def test_a_rank_is_chosen_then_its_second_card_and_then_neither() -> None:
    chosen = []
    dealt = DEALT
    for _ in range(3):
        found = dealt.choose(Rank.FIVE)
        assert found is not None
        dealt = found
        chosen.append(dealt.chosen)
    assert chosen == [cards("5H"), cards("5H 5D"), ()]


def test_a_third_card_and_a_card_that_is_not_there_cannot_be_chosen() -> None:
    two = DEALT._replace(chosen=cards("3H JC"))
    assert two.choose(Rank.SIX) is None
    assert two.choose(Rank.KING) is None
    assert two.take_back().chosen == cards("3H")


def test_what_is_kept_and_what_is_thrown() -> None:
    thrown = DEALT._replace(thrown=(cards("3H JC"), cards("KH KD")))
    assert thrown.kept(PLAYER) == cards("5H 5D 6H 7S")
    assert thrown.kept(OPPONENT) == cards("AH 4C 5S 6C")
    assert thrown.crib == cards("3H JC KH KD")


def test_a_counted_deal_is_completed_with_suits_and_throws_unless_a_rank_was_corrected() -> None:
    thrown = cards("3H JC"), cards("KH KD")
    dealt = DEALT._replace(thrown=thrown)
    keyed = CountedDeal(
        OPPONENT, (cards("7 5 6 5"), cards("4 A 6 5")), (False, False), cards("3 J K K"), (8, 4), PLAYER
    )
    assert DEALT.completed(keyed) == keyed
    assert dealt.completed(keyed) == keyed._replace(
        hands=(cards("5H 5D 6H 7S"), cards("AH 4C 5S 6C")), crib=cards("3H JC KH KD"), thrown=thrown
    )
    corrected = keyed._replace(crib=cards("3 J K Q"))
    assert dealt.completed(corrected) == corrected


def test_only_cards_within_31_fit() -> None:
    assert fitting(cards("5H 6D KC"), 25) == list(cards("5H 6D"))
    assert fitting(cards("5H 6D KC"), 31) == []
