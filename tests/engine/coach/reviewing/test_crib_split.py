import pytest

from engine.cards import Card
from engine.coach.reviewing.crib_split import KeptCards, split_as_told, splits
from engine.errors import InvalidHand


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def test_pone_does_not_throw_a_pair_of_fives_to_the_dealers_crib() -> None:
    best = splits(KeptCards(cards("4 6 6 7")), KeptCards(cards("10 J Q K")), cards("A 5 5 9"))[0]
    assert sorted(best.dealers) == sorted(cards("5 5"))
    assert sorted(best.pones) == sorted(cards("A 9"))
    assert best.chance > 0.5


def test_the_chances_add_up_and_the_most_likely_split_is_first() -> None:
    found = splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K Q A 2"))
    assert len(found) == 6
    assert sum(split.chance for split in found) == pytest.approx(1)
    assert [split.chance for split in found] == sorted((split.chance for split in found), reverse=True)
    for split in found:
        assert sorted((*split.dealers, *split.pones)) == sorted(cards("K Q A 2"))


def test_cards_that_cannot_be_told_apart_make_one_split() -> None:
    assert len(splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K K K K"))) == 1
    assert len(splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K K Q J"))) == 4


def test_the_players_can_say_who_threw_what() -> None:
    crib = cards("5H 5 JD K")
    split = split_as_told(crib, cards("K 5H"))
    assert sorted(split.dealers) == sorted(cards("K 5H"))
    assert sorted(split.pones) == sorted(cards("5 JD"))
    assert split.chance == 1
    assert sorted(split_as_told(crib, cards("J 5")).pones) in (sorted(cards("5 K")), sorted(cards("5H K")))
    assert sorted(split_as_told(crib, cards("KS JD")).dealers) == sorted(cards("K JD"))


@pytest.mark.parametrize("told", ["5H", "5H 5 K", "A K", "5 JH", "K K"])
def test_cards_that_are_not_in_the_crib_are_refused(told: str) -> None:
    with pytest.raises(InvalidHand, match="two of the crib's cards 5H 5 JD K"):
        split_as_told(cards("5H 5 JD K"), cards(told))
