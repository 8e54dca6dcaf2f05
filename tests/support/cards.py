"""Cards written as text."""

from engine.cards import Card


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards in a text such as `5H 10D J`."""
    return tuple(map(Card.parse, text.split()))
