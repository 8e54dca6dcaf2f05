"""The names of ranks and suits, in English."""

from engine.cards import Rank, Suit


class CardWords:
    """The names of ranks and suits, in English."""

    def rank(self, rank: Rank) -> str:
        """Return the name of a rank, such as `ace`, `five` or `king`."""
        return rank.name.lower()

    def ranks(self, rank: Rank) -> str:
        """Return the plural of a rank's name, such as `aces`, `fives` or `kings`."""
        return "sixes" if rank.name == "SIX" else f"{rank.name.lower()}s"

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit, such as `hearts`."""
        return suit.name.lower()
