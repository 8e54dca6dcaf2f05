"""The sentences that only a voice says."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Rank, Suit

from .english_web import EnglishWeb

_RANK_KEYS = {rank.symbol: rank for rank in Rank}
_SUIT_KEYS = {suit.letter: suit for suit in Suit}


class EnglishVoice(EnglishWeb):
    """A chapter of `English`."""

    # ---- The voice: what only a voice says (speech/) ----

    ESPEAK_VOICE = "en-us+f2"
    """The voice of espeak-ng that speaks this language. `tests.understood` understands this one best."""

    def card_in_words(self, card: Card) -> str:
        """Return the card's name in words, e.g. `five of hearts`, or just `five` if the suit is not known."""
        rank = self.rank(card.rank)
        return rank if card.suit is None else f"{rank} of {self.suit(card.suit)}"

    def cards_in_words(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(self.card_in_words, cards))

    def item_counted(self, reason: str, points: int, cards: str) -> str:
        return f"{reason} for {self.number(points)}: {cards}"

    def card_of(self, name: str, card: Card) -> str:
        return f"{name}'s {self.card_in_words(card)}"

    def taken_back_press(self, what: str) -> str:
        return f"taken back: {what}"

    def named(self, name: str, what: str) -> str:
        return f"{name}: {what}"

    SAYS_GO = "go"
    ARROWS = "arrows"
    MORE_KEYS = "more keys"
    """The spoken name of the symbol `…`, with which a joystick turns to the other page of keys."""

    def joystick_is_on(self, key: str) -> str:
        return f"joystick on {key}"

    def starter_turned_up(self, card: Card) -> str:
        return f"starter: {self.card_in_words(card)}"

    def crib_card(self, card: Card) -> str:
        return f"crib: {self.card_in_words(card)}"

    def hand_counted(self, name: str, count: str) -> str:
        return f"{name}'s hand: {count}"

    def crib_counted(self, name: str, count: str) -> str:
        return f"{name}'s crib: {count}"

    def to_go_out(self, count: str, points: int) -> str:
        """Return the call for a hand that wins the game, e.g. `… is six; four to go out`.

        Args:
            count: the count of the hand in words.
            points: the number of points that the player still needed to win.
        """
        return f"{count}; {self.number(points)} to go out"

    def only_pegged(self, count: str, points: int) -> str:
        """Return the call for a hand whose owner pegged only some of its points, e.g. `… is six; two pegged`.

        Args:
            count: the count of the hand in words.
            points: the number of points that the player claimed and pegged.
        """
        return f"{count}; {self.number(points)} pegged"

    def wrong_claim(self, points: int, claimant: str) -> str:
        return f"{self.number(points)}: {claimant}'s claim was wrong"

    def has_score(self, name: str, score: int) -> str:
        return f"{name} {self.number(score)}"

    def scores(self, scores: Sequence[tuple[str, int]]) -> str:
        return ", ".join(self.has_score(name, score) for name, score in scores)

    def is_dealer(self, name: str) -> str:
        return f"{name} is the dealer"

    def the_count_is(self, count: int) -> str:
        return f"the count is {self.number(count)}"

    def next_game_aloud(self, games: Sequence[int]) -> str:
        """Return the spoken prompt for the next game, e.g. `OK: next game, one game to none`.

        Args:
            games: the number of games that each side has won.
        """
        first, *others = games
        counted = {0: "no games", 1: "one game"}.get(first, f"{self.number(first)} games")
        return " to ".join(
            [f"OK: next game, {counted}", *(self.number(won) if won else "none" for won in others)]
        )

    NEW_GAME_BEGINS = "a new game"
    DEAL_THROWN_IN = "the deal is thrown in"
    STOPS = "Goodbye. The game is saved."
    NOTHING_TYPED = "empty"

    def false_go_aloud(self, name: str, count: int, card: Card) -> str:
        had = f"{self._article(card)} {self.card_in_words(card)}"
        return f"{name} said go at {self.number(count)} but had {had}"

    def points_of_hand_asked(self, name: str) -> str:
        return f"{name}: count your hand, and type its points, then OK"

    def points_of_crib_asked(self, name: str) -> str:
        return f"{name}: count the crib, and type its points, then OK"

    def more_points_asked(self, owner: str, points: int) -> str:
        return f"{owner} counts {self.number(points)}. Does anybody claim more? Type how many"

    def missing(self, cards: int) -> str:
        """Return a phrase for the number of cards that have not been entered yet, e.g. `two more cards`.

        `two missing` would sound as if a two were missing.
        """
        return f"{self.number(cards)} more {'card' if cards == 1 else 'cards'}"

    def numbers_in_words(self, numbers: Sequence[int]) -> str:
        """Return several numbers in words, joined by "to", e.g. `one hundred and one to ninety`."""
        return " to ".join(map(self.number, numbers))

    def page_of(self, page: int, pages: int) -> str:
        return f"{self.number(page)} of {self.number(pages)}"

    def decimal(self, whole: str, digits: str) -> str:
        """Return a number such as 3.05 in words, e.g. `three point zero five`, given `3` and `05`."""
        return " ".join([self.number(int(whole)), "point", *(self.number(int(digit)) for digit in digits)])

    def plus(self, number: int) -> str:
        return f"plus {self.number(number)}"

    def key(self, key: str) -> str:
        """Return the name of a key as it is spoken, such as `ace`, `ten`, `hearts`, `OK` or `go`.

        Args:
            key: the label of the key, such as `A`, `10`, `H`, `OK` or `GO`.
        """
        if key in _RANK_KEYS:
            return self.rank(_RANK_KEYS[key])
        if key in _SUIT_KEYS:
            return self.suit(_SUIT_KEYS[key])
        return key if key == "OK" else key.lower()

    def key_means(self, key: str, meaning: str) -> str:
        return f"{self.key(key)}: {meaning}"

    def key_in_list(self, key: str, meaning: str) -> str:
        return f"{self.key(key)} {meaning}"

    # A press in words, where it is taken back, put back or corrected.

    def go_of(self, name: str) -> str:
        return f"{name}'s go"

    def starter_of_deal(self, card: Card) -> str:
        return f"the starter, {self.card_in_words(card)}"

    def card_of_crib(self, card: Card) -> str:
        return f"the crib's {self.card_in_words(card)}"

    def suit_of_card(self, card: Card) -> str:
        """Return a phrase for the suit of a card, such as `the suit of the five of hearts`.

        The suit of the card must be known.
        """
        return f"the suit of the {self.card_in_words(card)}"

    def count_of(self, name: str) -> str:
        return f"{name}'s count"

    def points_of(self, name: str, points: int) -> str:
        return f"{name}'s {self.number(points)} {'point' if points == 1 else 'points'}"

    THE_ACE, THE_ANSWER, THE_DEAL, THE_MISDEAL = (
        "the value of the ace",
        "the answer",
        "the deal",
        "the misdeal",
    )
    THE_NEW_GAME, THE_SCORE, THE_CORRECTION = "the new game", "the score set by hand", "the correction"
    THE_PENALTY, THE_LAST_PRESS = "the penalty", "the last press"

    def put_back(self, what: str) -> str:
        return f"put back: {what}"

    CORRECTION = "correction"

    def corrected(self, name: str, now: str, was: str) -> str:
        return f"correction: {name}'s {now}, not {was}"

    def corrected_answer(self, *, yes: bool) -> str:
        return f"correction: {self.YES}, not {self.NO}" if yes else f"correction: {self.NO}, not {self.YES}"

    def corrected_starter(self, now: Card, was: Card) -> str:
        return f"correction: the starter is {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def corrected_crib(self, now: Card, was: Card) -> str:
        return f"correction: the crib's {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def corrected_suit(self, now: Card, was: Card) -> str:
        """Return a sentence that corrects the suit of a card. The suits of both cards must be known.

        An example is `correction: five of hearts, not five of spades`.
        """
        return f"correction: {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def put_in(self, what: str) -> str:
        return f"correction: {what} is put in"

    def taken_out(self, what: str) -> str:
        return f"correction: {what} is taken out"
