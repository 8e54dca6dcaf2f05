"""The catalogue: every word that players see or hear, in English. A translator copies this file.

A message without placeholders is a constant; a message with placeholders is a method. Each is a whole
sentence, and a language orders its own words. Where a screen needs shorter forms, the message has all of
them, the fullest first, since the forms depend on the language. Plural forms are code, as in `_plural`.

The file is longer than others, because it is data and because a translation has to be one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.refusal_words import RefusalWords
from engine.scoring.call_words import CallWords
from engine.scoring.hand_parts import Part
from engine.scoring.items import Reason
from firmware_py.words.message import Message, in_forms


class English(CallWords, RefusalWords):
    """The words in English.

    The engine has words of its own, since it is used without a board, too: the calls of points in
    `CallWords`, the game's refusals in `RefusalWords`, and the names of cards. A translation overrides them
    as well.
    """

    # ---- Prompts: what the board asks for (view/prompts.py) ----

    def cut_for_deal(self, name: str) -> Message:
        return in_forms(
            f"{name} cuts for the deal.", f"{name} cuts for deal.", f"{name} cuts.", "Cut for the deal."
        )

    def cut_again(self, name: str) -> Message:
        return in_forms(f"A tie! {name} cuts again.", f"Tie! {name} cuts again.", "A tie! Cut again.")

    def starter(self, dealer: str) -> Message:
        full = f"{dealer} deals. Turn up the starter."
        return in_forms(full, f"{dealer} deals. Starter?", f"{dealer}: starter?", "Turn up the starter.")

    def starter_cut_by(self, pone: str, dealer: str) -> Message:
        full = f"{pone} cuts, {dealer} deals. Turn up the starter."
        return in_forms(full, f"{pone} cuts, {dealer} deals.", f"{pone} cuts. Starter?", f"{pone} cuts")

    def starter_or_offer(self, dealer: str) -> Message:
        full = f"{dealer} deals. Turn up the starter. Or was the pack offered, and cut or taken?"
        forms = (f"{dealer} deals. Starter? If the pack is offered:", f"{dealer} deals. Starter?", "Starter?")
        return Message(full, forms)

    PACK_CUT, PACK_TAKEN = "cut", "taken"
    """OK and GO at `starter_or_offer`."""

    def card_to_lay(self, name: str, players: int) -> Message:
        if players == 2:
            return Message(f"{name}: card", (self.CARD_ELSE_GO,))
        return in_forms(f"{name}: card", "Card")

    def card_or_go(self, name: str, players: int) -> Message:
        full = f"{name}: card, or GO if none fits"
        if players == 2:
            return Message(full, (self.CARD_ELSE_GO,))
        return Message(full, (f"{name}: card, else GO", f"{name}: stuck? GO", self.CARD_ELSE_GO))

    CARD_ELSE_GO = "Card, else GO"
    """The prompt of the play for two players: an arrow shows whose turn it is, so it need not change."""

    def one_or_eleven(self, name: str) -> Message:
        forms = (f"{name}: one or eleven?", f"{name}: 1 or 11?", "One or eleven?")
        return Message(f"{name}: is the ace one or eleven?", forms)

    def cards_kept(self, name: str, cards: str) -> Message:
        return in_forms(f"{name} kept: {cards}", f"{name}: {cards}", cards)

    def cards_of_hand(self, name: str, cards: str) -> Message:
        return in_forms(f"{name}: {cards}", cards)

    def cards_of_crib(self, cards: str) -> Message:
        return in_forms(f"Crib: {cards}", cards)

    YES, NO = "yes", "no"

    def is_hand_a_flush(self, name: str) -> Message:
        return in_forms(f"{name}: all one suit?", f"{name}: a flush?", "All one suit?")

    def is_crib_a_flush(self) -> Message:
        return in_forms("Crib: all one suit?", "Crib: a flush?", "All one suit?")

    def is_crib_a_flush_with_starter(self) -> Message:
        return in_forms("Crib and starter: all one suit?", "All five of one suit?")

    def does_starter_join_flush_of_hand(self, name: str) -> Message:
        forms = (f"{name}: starter the same suit?", f"{name}: starter too?", "Starter too?")
        return Message(f"{name}: is the starter of that suit too?", forms)

    def does_starter_join_flush_of_crib(self) -> Message:
        forms = ("Crib: starter the same suit?", "Crib: starter too?", "Starter too?")
        return Message("Crib: is the starter of that suit too?", forms)

    def has_hand_nobs(self, name: str) -> Message:
        return in_forms(f"{name}: his nobs?", "His nobs?")

    def has_crib_nobs(self) -> Message:
        return in_forms("Crib: his nobs?", "His nobs?")

    def has_hand_nobs_with(self, name: str, jack: str) -> Message:
        full = f"{name}: his nobs, the {jack}?"
        return in_forms(full, f"{name}: his nobs, {jack}?", f"{name}: nobs, {jack}?", f"His nobs, {jack}?")

    def has_crib_nobs_with(self, jack: str) -> Message:
        full = f"Crib: his nobs, the {jack}?"
        return in_forms(full, f"Crib: his nobs, {jack}?", f"Crib: nobs, {jack}?", f"His nobs, {jack}?")

    def count_hand_aloud(self, name: str) -> Message:
        return Message(f"{name}: count your hand aloud", (f"{name}: count aloud", "Count aloud"))

    def count_crib_aloud(self, name: str) -> Message:
        return Message(f"{name}: count the crib aloud", ("Crib: count aloud",))

    SHOW = "show"
    """OK at `count_hand_aloud` and `count_crib_aloud`."""

    def claim_for_hand(self, name: str, typed: str) -> Message:
        return in_forms(f"{name} counts {typed}", f"{name}: {typed}", f"Counts {typed}")

    def claim_for_crib(self, name: str, typed: str) -> Message:
        return Message(
            f"{name} counts the crib: {typed}", (f"Crib: {name} counts {typed}", f"Crib counts {typed}")
        )

    def points_missed(self, owner: str, points: int, typed: str) -> Message:
        full = f"{owner} counts {points}. Does anybody claim more? +{typed}"
        missed = f"{points}. Missed: +{typed}"
        return Message(full, (f"{owner} counts {missed}", f"{owner}: {missed}", missed))

    CLAIM, NONE = "claim", "none"
    """OK and GO at `points_missed`."""

    def deals(self, dealer: str) -> Message:
        return in_forms(f"{dealer} deals", "Points by hand")

    PEG, DEAL_OVER = "peg", "deal over"
    """GO and OK at `deals`."""

    def next_game(self, games: str) -> Message:
        return in_forms(f"OK: next game ({games})", "OK: next game")

    # ---- Refusals: why a key does nothing (input/). Those of the game itself are in `RefusalWords` ----

    MUGGINS_IS_OFF = "Muggins is off"

    # ---- The count of a hand in numbers (view/hand_in_short.py) ----

    def points_by_name(self, parts: Sequence[tuple[Part, int, int]]) -> str:
        """Return the points of a hand by name: `15s 4, double run 8, nobs`.

        Each entry is a part, the number of parts of that name, and their points.
        """
        return ", ".join(self._part_points(part, number, points) for part, number, points in parts)

    def _part_points(self, part: Part, number: int, points: int) -> str:
        if part.kind not in (Reason.PAIR, Reason.RUN):
            return self._kind_points(part.kind, points)
        return f"{self.part_in_short(part)}{'' if number == 1 else 's'} {points}"

    def points_by_kind(self, kinds: Mapping[Reason, int]) -> str:
        """Return the points of a hand by kind: `15s 4, runs 8, nobs`."""
        return ", ".join(self._kind_points(kind, points) for kind, points in kinds.items())

    def _kind_points(self, kind: Reason, points: int) -> str:
        """Return the points of a kind. Nobs has no number, since it always counts 1."""
        match kind:
            case Reason.FIFTEEN:
                return f"15s {points}"
            case Reason.PAIR:
                return f"pairs {points}"
            case Reason.RUN:
                return f"runs {points}"
            case Reason.NOBS:
                return "nobs"
        return f"flush {points}"

    def points_added(self, points: Sequence[int], *, with_fifteens: bool) -> str:
        """Return the points of a hand, those of the fifteens first, if there are any: `15s 4+8`."""
        added = "+".join(map(str, points))
        return f"15s {added}" if with_fifteens else added

    # ---- The voice: what only a voice says (speech/) ----

    def card_in_words(self, card: Card) -> str:
        """Return a card: `five of hearts`, or `five` if its suit is not known."""
        rank = self.rank(card.rank)
        return rank if card.suit is None else f"{rank} of {self.suit(card.suit)}"

    def cards_in_words(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(self.card_in_words, cards))

    def card_of(self, name: str, card: Card) -> str:
        """Return a card by its owner: `Ann's five`."""
        return f"{name}'s {self.card_in_words(card)}"

    def taken_back_press(self, what: str) -> str:
        """Return the sentence for a press that was taken back, such as `taken back: Ann's five`."""
        return f"taken back: {what}"


def _plural(number: int, one: str, other: str) -> str:
    """Return the form of a word for a number: `1 press`, `3 presses`."""
    return f"{number} {one if number == 1 else other}"
