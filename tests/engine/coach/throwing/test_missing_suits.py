import pytest

from engine.cards import Card
from engine.coach.given import with_suits


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize(
    ("kept", "thrown"),
    [
        ("5 5 5 J", "5 K"),
        ("2 4 6 8", "10 Q"),
        ("2H 4 6 8", "10 Q"),
        ("2H 4H 6H 8", "10 Q"),
        ("5H 5 5 J", "5S K"),
    ],
)
def test_all_cards_get_a_suit_and_none_is_there_twice(kept: str, thrown: str) -> None:
    before = cards(f"{kept} {thrown}")
    after = with_suits(cards(kept), cards(thrown), is_flush=False)
    assert len(set(after)) == 6
    for card, named in zip(before, after, strict=True):
        assert named.rank is card.rank
        assert named.suit is not None
        assert card.suit in (None, named.suit)


def test_missing_suits_make_no_flush() -> None:
    for kept in ("2 4 6 8", "2H 4H 6 8", "2H 4H 6H 8"):
        named = with_suits(cards(kept), cards("10 Q"), is_flush=False)
        assert len({card.suit for card in named[:4]}) > 1


@pytest.mark.parametrize(("kept", "thrown"), [("2 4 6 8", "2S 4H"), ("2 4D 6 8", "2 8"), ("2 4 6 8", "10 Q")])
def test_a_flush_stays_a_flush(kept: str, thrown: str) -> None:
    named = with_suits(cards(kept), cards(thrown), is_flush=True)
    assert len({card.suit for card in named[:4]}) == 1
    assert len(set(named)) == 6
