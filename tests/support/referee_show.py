"""The referee's implementation of the show: the count of each hand, questions about suits, and claims."""

from tests.support import oracle
from tests.support.referee_pegs import Card, Found, Pegs

QUESTIONS = ("flush", "flush_with_starter", "nobs")

CANNOT_BE_MADE = {
    (4, False): (20, {16, 17, 18, 19}),
    (5, False): (29, {19, 25, 26, 27}),
    (6, False): (46, {35, 41, 42, 43, 44, 45}),
    (4, True): (20, {16, 17, 18, 19}),
    (5, True): (29, {25, 26, 27}),
    (6, True): (46, {35, 41, 43, 45}),
}
"""The maximum and the impossible scores (RULES.md 4), by the number of cards and the option `ace_11`."""


class Show(Pegs):
    """The show of a deal in the referee, an independent implementation of cribbage that checks the board."""

    claims: list[oracle.Claim]
    starter: Card
    crib: list[Card]

    def begin_show(self) -> None:
        assert self.dealer is not None
        self.count = 0
        self.to_count = self.round_from(self.left_of(self.dealer))
        self.next_hand()

    def next_hand(self) -> None:
        if not self.to_count:
            self.prompt = "crib"
            return
        self.owner = self.to_count.pop(0)
        self.hand = self.hands[self.owner]
        if self.rules["track"] == "show":
            self.prompt = "hand"
        else:
            self.hand_is_there()

    def in_hand(self, word: str) -> bool | None:
        """Handle a key while the cards in a hand are being entered in the show (`track=show`).

        Returns:
            True if the key entered a card, or was an `OK` that called the dealer's heels. False if it was
            refused, None if it was an `OK` without effect.
        """
        if word == "OK":
            return self.call()
        if word not in oracle.RANKS or self.fifth_of_a_rank(word):
            return False
        self.hand.append(self.enter(word))
        if not self.holds(self.owner):
            self.hand_is_there()
        return True

    def in_crib(self, word: str) -> bool | None:
        if word == "OK":
            return None
        if word not in oracle.RANKS or self.fifth_of_a_rank(word):
            return False
        assert self.dealer is not None
        self.crib.append(self.enter(word))
        if len(self.crib) == 4:
            self.owner = self.dealer
            self.hand = self.crib
            self.hand_is_there()
        return True

    def hand_is_there(self) -> None:
        if self.rules["muggins"]:
            self.prompt = "claim"
        else:
            self.count_hand()

    # Claims

    def numbers(self) -> tuple[int, set[int]]:
        return CANNOT_BE_MADE[len(self.hand) + 1, self.rules["ace_11"]]

    def claim(self, number: int) -> bool:
        """Record that the owner of the hand claims `number` points. Always return True.

        After this, players can no longer call points that they scored in the play.
        """
        self.claimed = number
        self.next_card_or_claim()
        self.prompt = "muggins"
        return True

    def tell(self, number: int, side: int) -> bool:
        """Record an opponent's claim to points that the owner of the hand missed, then count the hand.

        Always return True.

        Args:
            number: the number of points claimed; 0 if no opponent claims any.
            side: the side that claims them.
        """
        self.told, self.teller = number, side
        self.count_hand()
        return True

    # Known suits and answers

    def fact(self, question: str, truth: bool) -> oracle.Claim:
        """Convert the answer to a question about suits into a claim about the cards of the current hand.

        Args:
            question: the prompt that asks the question: `flush`, `flush_with_starter` or `nobs`.
            truth: True if the answer is yes, False if it is no.
        """
        hand = [self.cards.index(card) for card in self.hand]
        if question == "flush":
            return ("alike", tuple(hand), truth)
        if question == "flush_with_starter":
            return ("alike", (0, *hand), truth)
        return ("match", (0, *(place for place in hand if self.cards[place].rank == "J")), truth)

    def can_be(self, more: list[oracle.Claim]) -> bool:
        """Return True if the answers in `more` are consistent with the known suits and the earlier answers.

        All of them are answers to questions about suits.
        """
        return oracle.possible(tuple(str(card) for card in self.cards), (*self.claims, *more))

    def settled(self, question: str) -> bool | None:
        """Return the answer to a question if it follows from the known suits and the earlier answers.

        Returns:
            True if the answer must be yes, False if it must be no, None if both answers are possible.
        """
        if not self.can_be([self.fact(question, True)]):
            return False
        return None if self.can_be([self.fact(question, False)]) else True

    def answer(self, word: str) -> bool:
        """Reply the current question if the key is `OK` (yes) or `GO` (no).

        Return False for any other key.
        """
        if word not in ("OK", "GO"):
            return False
        self.claims.append(self.fact(self.prompt, word == "OK"))
        self.count_hand()
        return True

    def reveal(self, word: str) -> bool:
        if word != "OK":
            return False
        self.count_hand(revealed=True)
        return True

    # The count

    def count_hand(self, revealed: bool = False) -> None:
        """Peg the points of the current hand. If they depend on unknown suits, ask about the suits instead.

        No question is asked if the hand wins the game whatever the answer is.

        Args:
            revealed: True if the players have already pressed `OK` to reveal the score (`reveal=on_ok`).
        """
        everything = [*self.hand, self.starter]
        found = oracle.show_sets(tuple(card.rank for card in everything), self.rules["ace_11"])
        items: Found = [
            (reason, points, [everything[place] for place in places]) for reason, points, places in found
        ]
        alone = self.hand is not self.crib or self.rules["crib_flush"] == "four"
        questions = QUESTIONS if alone else QUESTIONS[1:]
        answers = {question: self.settled(question) for question in questions}
        if answers["flush_with_starter"]:
            items.append(("flush", len(everything), everything))
        elif answers.get("flush"):
            items.append(("flush", len(self.hand), self.hand))
        if answers["nobs"]:
            items.append(("nobs", 1, self.right_jack()))
        certain = sum(points for _, points, _ in items)
        if self.rules["muggins"]:
            certain = min(certain, self.claimed)
        still_open = [question for question in questions if answers[question] is None]
        if still_open and self.front[self.side(self.owner)] + certain < self.target:
            self.prompt = still_open[0]
        elif self.rules["reveal"] == "on_ok" and not self.rules["muggins"] and not revealed:
            # AMBIGUOUS: a suit named at `reveal` scores if it settles a question that was never asked.
            self.prompt = "reveal"
        else:
            self.peg_hand(items)

    def peg_hand(self, items: Found) -> None:
        """Peg the points of the current hand, then continue with the next hand or deal.

        With muggins, the hand's owner pegs no more than the points claimed. An opponent's claim to the points
        missed is then settled by `settle_muggins`.

        Args:
            items: all of the hand's scoring combinations, each with its points and cards.
        """
        side = self.side(self.owner)
        if self.rules["muggins"]:
            self.peg(side, items, self.claimed)
            if self.winner is None:
                self.settle_muggins(sum(points for _, points, _ in items) - self.claimed)
            # Once pone's hand is counted, missed points of the play are lost.
            self.uncalled = []
        else:
            self.peg(side, items)
        is_crib = self.hand is self.crib
        if is_crib:
            # AMBIGUOUS: if a crib wins the game, its deal counts as finished, since all hands were counted.
            self.deals += 1
        if self.winner is not None:
            return
        if is_crib:
            self.deal_moves_on()
        else:
            self.next_hand()

    def settle_muggins(self, missed: int) -> None:
        """Peg the points that an opponent claims because the owner of the hand missed them (RULES.md 6).

        The opponent pegs the points claimed, but at most as many as the owner missed. If the owner did not
        miss any, the claim is wrong, and the owner pegs the points that the opponent claimed.

        Args:
            missed: the number of points that the owner missed; 0 or less if none were missed.
        """
        side = self.side(self.owner)
        if missed > 0:
            points = min(self.told, missed)
            self.peg(self.teller, [("muggins", points, list(self.hand))], self.room(side))
        else:
            self.peg(side, [("penalty", self.told, [])])

    def right_jack(self) -> list[Card]:
        """Return the jack that scored his nobs, as a list of one card.

        The list is empty unless, as far as the suits are known, exactly one jack can have the starter's suit.
        """
        # AMBIGUOUS: this jack is fixed when the hand is counted; a suit named later changes only how
        # the card is shown, not which jack scored.
        jacks = [place for place in self.fact("nobs", True)[1] if place > 0]
        right = [self.cards[place] for place in jacks if self.can_be([("match", (0, place), True)])]
        return right if len(right) == 1 else []

    def deal_moves_on(self) -> None:
        raise NotImplementedError
