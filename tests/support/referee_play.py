"""The referee's implementation of the play: RULES.md 3 step by step, and muggins in the play."""

from tests.support import oracle
from tests.support.referee_pegs import Card, Found, Pegs, Uncalled

SIZES = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}


class Play(Pegs):
    """The play of a deal in the referee, an independent implementation of cribbage that checks the board.

    In a five-card game, this class also handles the keys for the cards that were not played.
    """

    def begin_play(self) -> None:
        assert self.dealer is not None
        self.prompt = "play"
        self.restart(self.left_of(self.dealer))

    def restart(self, leader: int) -> None:
        """Start a new count at 0.

        Args:
            leader: the player who plays first. Players without cards are skipped.
        """
        self.count = 0
        self.sequence: list[Card] = []
        self.values: list[int] = []
        self.said_go: list[int] = []
        self.just_said = False
        self.cards_before_go = 0
        self.turn = self.holders_from(leader)[0]

    def able(self, seat: int) -> list[int]:
        return [each for each in self.holders_from(seat) if each not in self.said_go]

    def in_play(self, word: str) -> bool | None:
        """Handle a key in the play: a card, `GO`, or an `OK` that calls points.

        A card that would take the count past 31 implies that everybody has said go, and starts a new count.

        Returns:
            True if the key took effect, False if it was refused, None if it was accepted but did nothing.
        """
        if word == "OK":
            return self.call()
        if word == "GO":
            if self.count <= 21:
                return False
            self.say_go()
            return True
        if word not in oracle.RANKS or self.fifth_of_a_rank(word):
            return False
        if self.count + oracle.value(word) > 31:
            while not self.say_go(implied=True):
                pass
            if self.winner is not None:
                # AMBIGUOUS: in that case, the card laid before is still the last card entered. A fifth card
                # of a rank is refused even if the go that it implies would win.
                return True
            if self.prompt == "rest":
                return self.in_rest(word)
        self.lay(word)
        return True

    def say_go(self, implied: bool = False) -> bool:
        """Record a go for the current player, and return True if the go ends the count.

        Args:
            implied: True if no player entered the go, because the next card implied it.
        """
        seat = self.turn
        self.said_go.append(seat)
        self.cards_before_go = len(self.sequence)
        following = self.holders_from(self.left_of(seat))[0]
        if self.rules["go_multi"] == "next_only":
            over = self.just_said or following in self.said_go
        else:
            over = not self.able(seat)
        if over:
            point: Found = [("go", 1, self.sequence[-1:])]
            if self.go_is_called():
                self.wait_for_call(self.sequence[-1], self.last, point, implied)
            else:
                self.peg(self.side(self.last), point)
            if self.winner is None:
                self.count_is_over()
            return True
        self.just_said = True
        self.turn = following if self.rules["go_multi"] == "next_only" else self.able(seat)[0]
        return False

    def lay(self, rank: str) -> None:
        self.last = self.turn
        card = self.enter(rank)
        self.hands[self.turn].append(card)
        self.next_card_or_claim()
        if rank == "A" and self.rules["ace_11"] and self.count <= 20:
            # AMBIGUOUS: until its value is called, the ace is not in the count on the screen.
            self.prompt = "ace"
        else:
            self.counts(card, oracle.value(rank))

    def in_ace(self, word: str) -> bool:
        """Handle a key while the value of an ace must be chosen: `OK` chooses 11, and `GO` chooses 1.

        Return False for any other key, which is refused.
        """
        if word not in ("OK", "GO"):
            return False
        self.prompt = "play"
        self.counts(self.hands[self.turn][-1], 11 if word == "OK" else 1)
        return True

    def counts(self, card: Card, value: int) -> None:
        """Add a card to the count, score its points, and begin the next turn, the next count or the show.

        `value` is the value of the card in this count, which may be 11 for an ace.
        """
        seat = self.turn
        self.sequence.append(card)
        self.values.append(value)
        self.count += value
        broken = self.cards_before_go if self.rules["combo_after_go"] == "broken" else 0
        items: Found = []
        ranks = [each.rank for each in self.sequence]
        for reason, points in oracle.play_points(ranks, self.values, broken).items():
            size = points if reason == "run" else SIZES.get(reason, len(self.sequence))
            items.append((reason, points, self.sequence[-size:]))
        over = not self.holders_from(seat)
        ends = self.count == 31 or not self.able(seat)
        certain: Found = [("last_card" if over else "go", 1, [card])] if ends and self.count < 31 else []
        if self.go_is_called():
            if items + certain:
                self.wait_for_call(card, seat, items + certain)
        elif self.rules["muggins"]:
            if items:
                self.wait_for_call(card, seat, items)
            self.peg(self.side(seat), certain)
        else:
            self.peg(self.side(seat), items + certain)
        self.just_said = False
        if self.winner is not None:
            return
        if over:
            self.begin_show()
        elif ends:
            self.count_is_over()
        else:
            self.turn = self.able(self.left_of(seat))[0]

    def count_is_over(self) -> None:
        assert self.dealer is not None
        leader = self.left_of(self.last)
        if self.count < 31 and self.rules["lead_after_go"] == "first_unable" and self.said_go:
            leader = self.said_go[0]
        if self.count < 31 and self.rules["lead_after_go"] == "scorer" and self.holds(self.last):
            leader = self.last
        if self.rules["game"] == "five-card" and self.rules["five_card_replay"] == "stop":
            leader = self.left_of(self.dealer)
            self.prompt = "rest"
        self.restart(leader)

    def in_rest(self, word: str) -> bool | None:
        """Handle a key while the cards left in hand after the play are being entered (five-card game only).

        Returns:
            True if the key took effect, False if it was refused, None if it was accepted but did nothing.
        """
        assert self.dealer is not None
        if word == "OK":
            return self.call()
        if word not in oracle.RANKS or self.fifth_of_a_rank(word):
            return False
        self.hands[self.turn].append(self.enter(word))
        left = self.holders_from(self.left_of(self.dealer))
        if left:
            self.turn = left[0]
        else:
            self.begin_show()
        return True

    def begin_show(self) -> None:
        raise NotImplementedError

    # Muggins in the play (section 6)

    def go_is_called(self) -> bool:
        return bool(self.rules["muggins"] and self.rules["muggins_go"])

    def own_call(self) -> Uncalled | None:
        """Return the most recent points that their scorer may still call, or None if there are none.

        Normally, the right to call points ends with the next card.
        """
        # AMBIGUOUS: if his heels cannot be pegged, nobody can call or take them.
        waiting = [each for each in self.uncalled if each.own_right and self.missed(each) > 0]
        return waiting[-1] if waiting else None

    def call(self) -> bool | None:
        """Call the most recent points that their scorer may still call (RULES.md 6, muggins).

        Returns:
            True if points were called, None if there were none to call.
        """
        waiting = self.own_call()
        if waiting is None:
            return None
        self.say(waiting.left())
        return True

    def say(self, number: int) -> None:
        waiting = self.own_call()
        assert waiting is not None
        # AMBIGUOUS: a call of too many points is reduced to the real number, as with a hand.
        number = min(number, waiting.left(), self.missed(waiting))
        place = self.uncalled.index(waiting)
        self.uncalled.remove(waiting)
        self.peg(self.side(waiting.seat), waiting.items, number)
        waiting.said += number
        if self.missed(waiting) > 0 and self.winner is None:
            self.uncalled.insert(place, waiting)

    def missed(self, waiting: Uncalled) -> int:
        heels = waiting.items[0][0] == "his_heels"
        return min(waiting.left(), self.room(self.side(waiting.seat), heels))

    def to_take(self) -> Uncalled | None:
        """Return the oldest missed points that an opponent may claim now, or None if there are none."""
        if self.prompt == "game_over":
            return None
        for each in self.uncalled:
            if each.opened is not None and not each.closed and self.missed(each) > 0:
                return each
        return None

    def take(self, side: int) -> bool:
        waiting = self.to_take()
        assert waiting is not None
        self.uncalled.remove(waiting)
        self.peg(side, [("muggins", waiting.left(), [waiting.card])], self.missed(waiting))
        return True
