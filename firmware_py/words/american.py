"""The American wording of messages, where it differs from `English`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Kind
from engine.scoring.items import Reason

from .english import English
from .message import Message


class American(English):
    """The message catalogue for players in the United States.

    The differences and their sources are:

    - "One for his nobs", not "one for his nob", and "skunk", not "lurch": American Cribbage Congress, rule
      1.6, Definitions.
    - "Deck", not "pack": Oxford Learner's Dictionaries, *playing card*.
    - "One hundred twenty-one", without "and": Wikipedia, American and British English differences, Numbers.
    """

    CARD_STEPS = tuple(step.replace("the pack", "the deck") for step in English.CARD_STEPS)

    MENU_PALETTE, PALETTE = "colors", "Colors"
    PALETTE_KEYS = "OK shows the next colors, GO leaves"

    def number(self, number: int) -> str:
        return super().number(number).replace(" and ", " ")

    def scored(self, reason: Reason, points: str) -> str:
        return f"{points} for his nobs" if reason is Reason.NOBS else super().scored(reason, points)

    def starter_or_offer(self, dealer: str, deal: Message) -> Message:
        full = f"{deal.full} Turn up the starter. Or was the deck offered, and cut or taken?"
        forms = (f"{dealer} deals. Starter? If the deck is offered:", f"{dealer} deals. Starter?", "Starter?")
        return Message(full, forms)

    def press_as_sentence(self, kind: Kind, name: str, what: str) -> str:
        if kind is Kind.PACK_CUT:
            return "deck cut"
        return "deck taken" if kind is Kind.PACK_TAKEN else super().press_as_sentence(kind, name, what)

    def press_as_noun(self, kind: Kind, name: str, what: str) -> str:
        if kind is Kind.PACK_CUT:
            return "the cut of the deck"
        return "the deck taken" if kind is Kind.PACK_TAKEN else super().press_as_noun(kind, name, what)

    def first_advice(self, first: str) -> tuple[str, str]:
        return (
            f"To begin, cut a deck of cards and key what each player cut, {first} first: "
            f"a, 2 to 9, 0 for ten, j, q, k. Or press o: {first} deals. "
            "Then key the starter, and each card as it is laid, here or with the mouse."
        ), f"Key the cards you cut, {first} first, or press o: {first} deals."

    def won_with_lurch(self, winner: Sequence[str], losers: Sequence[Sequence[str]]) -> Message:
        return self.won_with_skunk(winner, losers)

    def won_and_some_lurched(self, winner: Sequence[str], some: Sequence[str]) -> Message:
        return self.won_and_some_skunked(winner, some, double=False)

    def listed_win_with_lurch(self, winner: str, losers: Sequence[str], *, partners: bool) -> str:
        return self.listed_win_with_skunk(winner, partners=partners)

    def games_and_skunks(self, games: int, skunks: int, doubles: int, lurches: int) -> str:
        return super().games_and_skunks(games, skunks + lurches, doubles, 0)

    def head_to_head(
        self,
        names: tuple[str, str],
        won: tuple[int, int],
        skunks: tuple[int, int],
        doubles: tuple[int, int],
        lurches: tuple[int, int],
    ) -> str:
        together = skunks[0] + lurches[0], skunks[1] + lurches[1]
        return super().head_to_head(names, won, together, doubles, (0, 0))
