"""The throws and the reasons for the best one are printed in plain words."""

import pytest

from engine.cards import Card
from engine.coach import throws
from firmware_py.commands.hands import reasons_in_words, throws_text


@pytest.mark.parametrize(
    ("hand", "dealer", "says"),
    [
        (
            "5H 5C 5S JD 2C KH",
            False,
            [
                "It keeps four fifteens and a pair royal: 14 points without the starter.",
                "2-K is safe in the dealer's crib: 3.8 points on average; 4.6 is usual.",
            ],
        ),
        (
            "10H JH QH KH 5D 5C",
            True,
            [
                "It keeps a run of four and a flush: 8 points without the starter.",
                "5-5 is good for your crib: 8.2 points on average; 4.6 is usual.",
                "Compared with Q♥ K♥, it gives up 2.00 points in the hand for 5.20 in the crib.",
            ],
        ),
        (
            "2H 3D 7C 8S 8D 9H",
            False,
            [
                "It keeps two fifteens and a double run: 12 points without the starter.",
                "2-3 is dangerous in the dealer's crib: 7.4 points on average; 4.6 is usual.",
                "Compared with 3♦ 9♥, it gives up 3.11 points in the crib for 6.00 in the hand.",
            ],
        ),
        (
            "AH 3D 7C 9S JD KH",
            False,
            [
                "The cards kept score nothing without the starter.",
                "7-K is safe in the dealer's crib: 4.2 points on average; 4.6 is usual.",
            ],
        ),
        (
            "4H 5D 6C JS QD KH",
            True,
            [
                "It keeps two fifteens and a run of three: 7 points without the starter.",
                "J-Q is an ordinary throw to your crib: 4.5 points on average; 4.6 is usual.",
                "The play decides: compared with 4♥ 6♣, it gives up 0.83 points in the hand and crib "
                "for 1.60 in the play.",
            ],
        ),
    ],
)
def test_the_reasons_are_plain_sentences(hand: str, dealer: bool, says: list[str]) -> None:
    ranked = throws([Card.parse(card) for card in hand.split()], dealer=dealer)
    assert reasons_in_words(ranked, dealer=dealer) == says
    _, *rows_and_reasons = throws_text(ranked, dealer=dealer).splitlines()
    best = " ".join(card.pretty for card in ranked[0].thrown)
    assert rows_and_reasons[len(ranked) :] == [f"Throw {best}. {says[0]}", *says[1:]]
