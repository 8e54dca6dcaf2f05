"""Each score has a reason, in the words that players use, and the cards that earned it."""

import pytest

from engine.cards import Card
from engine.scoring.items import Finding, Item, Reason, total


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason.NOBS, "his nobs"),
        (Reason.THIRTY_ONE, "thirty-one"),
        (Reason.PAIR_ROYAL, "pair royal"),
        (Reason.DOUBLE_PAIR_ROYAL, "double pair royal"),
        (Reason.HIS_HEELS, "his heels"),
        (Reason.LAST_CARD, "last card"),
        (Reason.FIFTEEN, "fifteen"),
        (Reason.THREE_FOR_LAST, "three for last"),
        (Reason.CUT_OFFER, "the cut"),
        (Reason.MUGGINS, "muggins"),
        (Reason.PENALTY, "penalty"),
        (Reason.BY_HAND, "by hand"),
    ],
)
def test_a_reason_in_the_words_of_players(reason: Reason, words: str) -> None:
    assert reason.words == words


def test_a_finding_in_a_hand_becomes_an_item_with_the_cards_of_the_deal() -> None:
    cards = tuple(Card.parse(card) for card in "5H KD 5S".split())
    finding = Finding(Reason.PAIR, 2, (0, 1))
    moved = finding.moved((0, 2))
    assert moved == Finding(Reason.PAIR, 2, (0, 2))
    assert Item.of(moved, cards) == Item(Reason.PAIR, 2, (cards[0], cards[2]))
    assert total([finding, moved, Item(Reason.GO, 1)]) == 5
    assert total([]) == 0
