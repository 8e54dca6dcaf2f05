"""The referee's table: the whole game around its play and its show."""

from typing import Any

from tests.support import oracle
from tests.support.referee_show import QUESTIONS, Card, Found, Pegs, Show, Uncalled

SIZES = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}


class Play(Pegs):
    """The play of a deal in the referee, an independent implementation of cribbage that checks the board.

    In a five-card game, this class also handles the keys for the cards that were not played. After that,
    the show begins (`Show.begin_show`).
    """

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
        if self.is_no_card(word):
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
        if word == "OK":
            return self.call()
        if self.is_no_card(word):
            return False
        self.hands[self.turn].append(self.enter(word))
        left = self.holders_from(self.left_of(self.dealer))
        if left:
            self.turn = left[0]
        else:
            self.begin_show()
        return True

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

    def take(self, side: int) -> None:
        waiting = self.to_take()
        self.uncalled.remove(waiting)
        self.peg(side, [("muggins", waiting.left(), [waiting.card])], self.missed(waiting))


NEW_GAME = "NEW GAME"
TAKE, CLAIM, TELL = "TAKE", "CLAIM", "TELL"
BY_HAND, TAKE_BACK, SET, THROW_IN = "BY HAND", "TAKE BACK", "SET", "THROW IN"
SAY, JUDGE = "SAY", "JUDGE"
"""The words for the results of dialogues and for typed numbers; each counts as one key press."""
OFFENCES = ("renege", "seen_card", "false_claim")
MOVED = ("by_hand", *OFFENCES)
"""The reasons of points that a misdeal keeps."""


class Table(Show, Play):
    """The state of a match in the referee, an independent implementation of cribbage that checks the board.

    Every key press that takes effect changes this object, unlike the board's own `Game`, which is immutable.
    """

    def __init__(self, start: tuple[int, ...], players: int, options: dict[str, str]) -> None:
        super().__init__(start, players, options)
        self.new_match(start)

    def new_match(self, start: tuple[int, ...] = ()) -> None:
        """Start a match from the scores in `start`, with no games won and no dealer yet."""
        self.games = [0] * self.sides
        self.cards: list[Card] = []
        self.claims = []
        self.last_card: Card | None = None
        self.new_pegs(start)
        self.cut_for_deal()

    def press(self, word: str, number: int, values: tuple[int, ...] = ()) -> bool | None:
        """Handle a key or a completed dialogue.

        Args:
            word: the key, or the word that stands for a completed dialogue, such as `TAKE`.
            number: how many earlier key presses have taken effect.
            values: the numbers typed by the players in the dialogue.

        Returns:
            True if the key press took effect, False if it was refused, None if it was accepted but changed
            nothing in the game.
        """
        self.number = number
        if word in oracle.SUITS:
            return self.name_suit(word)
        dialogues = {
            NEW_GAME: self.new_match,
            TAKE: self.take,
            CLAIM: self.claim,
            TELL: self.tell,
            SAY: self.say,
            BY_HAND: self.by_hand,
            TAKE_BACK: self.take_back,
            SET: self.set_score,
            THROW_IN: self.throw_in,
            JUDGE: self.judge,
        }
        if word in dialogues:
            dialogues[word](*values)  # type: ignore[operator]
            return True
        if self.prompt in QUESTIONS:
            return self.answer(word)
        keys: dict[str, Any] = {
            "cut_for_deal": self.cut,
            "starter": self.turn_up,
            "play": self.in_play,
            "ace": self.in_ace,
            "rest": self.in_rest,
            "hand": self.in_hand,
            "reveal": self.reveal,
            "claim": self.in_claim,
            "crib": self.in_crib,
            "idle": self.in_idle,
            "game_over": self.next_game,
        }
        return keys[self.prompt](word)

    def name_suit(self, suit: str) -> bool | None:
        """Set the suit of the last card.

        Returns:
            True if the suit was set, False if it contradicts an earlier card or answer, None if it was
            already known.
        """
        # AMBIGUOUS: the suit of a card from the cut can be named too, even after the `OK` that ends the
        # cut. So can the suit of the last card of a finished game, until the next card. After a misdeal, or
        # a new game from the menu, there is no last card.
        card = self.last_card
        if card is None:
            return False
        if card.suit:
            # AMBIGUOUS: naming the same suit again does nothing, and is not refused.
            return None if card.suit == suit else False
        card.suit = suit
        if card.cut_with is not None:
            good = [str(other) for other in card.cut_with].count(str(card)) == 1
        else:
            good = self.can_be([])
        if not good:
            card.suit = ""
            return False
        if self.prompt in QUESTIONS:
            self.count_hand()
        return True

    # Who deals

    def cut_for_deal(self) -> None:
        self.dealer = None
        self.first_dealer: int | None = None
        self.cuts: list[Card] = []
        self.prompt = "cut_for_deal"

    def cut(self, word: str) -> bool:
        """Handle a key during the cut for deal, and return False if the key is refused.

        The accepted keys are a card for each seat, or `OK` to make seat 0 the dealer.
        """
        if word == "OK":
            self.settle_dealer(0)
            return True
        if word not in oracle.RANKS:
            return False
        if len(self.cuts) == self.players:
            self.cuts = []
        self.last_card = Card(word, self.cuts)
        self.cuts.append(self.last_card)
        if len(self.cuts) == self.players:
            places = [oracle.RANKS.index(card.rank) for card in self.cuts]
            best = min(places) if self.rules["first_deal"] == "low" else max(places)
            if places.count(best) == 1:
                self.settle_dealer(places.index(best))
        return True

    def settle_dealer(self, dealer: int) -> None:
        """Start the first deal of a game with this dealer.

        In the five-card game, the non-dealer first pegs three points (RULES.md 1).
        """
        self.dealer = self.first_dealer = dealer
        self.begin_deal()
        if self.rules["game"] == "five-card" and self.rules["three_for_last"]:
            self.peg(self.side(self.left_of(dealer)), [("three_for_last", 3, [])])

    def begin_deal(self) -> None:
        self.regular_dealer = self.dealer
        self.offered = self.rules["cut_before_deal"] == "offer"
        self.prompt = "idle" if self.rules["track"] == "points" else "starter"

    def deal_moves_on(self) -> None:
        """Pass the deal to the player on the left of the regular dealer.

        The regular dealer is the player whose turn it was to deal, even if another player dealt because of a
        cut offer (RULES.md 6).
        """
        self.dealer = self.left_of(self.regular_dealer)
        self.begin_deal()

    def in_idle(self, word: str) -> bool:
        """Handle a key in a game in which players enter points but no cards (`track=points`).

        `OK` ends the deal. Return False for any other key, which is refused.
        """
        if word != "OK":
            return False
        self.deals += 1
        self.deal_moves_on()
        return True

    def next_game(self, word: str) -> bool:
        """Start the next game in the match if the key is `OK`. Return False for other keys."""
        if word != "OK":
            return False
        dealer: int | None
        if self.players > 2:
            # AMBIGUOUS: the last dealer is the one on the screen when the game was won.
            dealer = None if self.dealer is None else self.left_of(self.dealer)
        elif self.rules["next_game_dealer"] == "alternate":
            dealer = None if self.first_dealer is None else 1 - self.first_dealer
        else:
            dealers = {"loser": 1 - self.winner, "winner": self.winner, "cut": None}
            dealer = dealers[self.rules["next_game_dealer"]]
        self.new_pegs()
        if dealer is None and not self.cards:
            self.last_card = None  # the cut starts again, so its last card is forgotten
        if dealer is None:
            # AMBIGUOUS: if a game is won by hand before the first deal, there is no dealer: cut again.
            self.cut_for_deal()
        else:
            self.settle_dealer(dealer)
        return True

    # The starter

    def turn_up(self, word: str) -> bool | None:
        """Handle a key pressed before the starter is known.

        The key is either the answer to the offer of a cut (`OK` or `GO`), or the rank of the starter. If the
        starter is a jack, the points for his heels are scored.

        Returns:
            True if the key took effect, False if it was refused, None for an `OK` that does nothing.
        """
        if self.offered and word in ("OK", "GO"):
            self.offered = False
            if word == "OK":
                self.peg(self.side(self.dealer), [("cut_offer", 1, [])])
            else:
                self.dealer = self.left_of(self.dealer)
            return True
        if word == "OK":
            return None
        if word not in oracle.RANKS:
            return False
        # AMBIGUOUS: a misdeal takes back everything from the starter on, so the cut offer still stands.
        self.before_deal = (list(self.front), list(self.back), list(self.pegged))
        self.offered = False
        self.cards = []
        self.claims = []
        self.uncalled = []
        self.starter = self.enter(word)
        self.hands = [[] for _ in range(self.players)]
        self.crib = []
        if self.rules["track"] == "show":
            self.begin_show()
        else:
            self.prompt = "play"
            self.restart(self.left_of(self.dealer))
        if word == "J":
            heels = [("his_heels", self.rules["heels_points"], [self.starter])]
            if self.rules["muggins"] and self.rules["muggins_heels"]:
                self.wait_for_call(self.starter, self.dealer, heels)
            else:
                side = self.side(self.dealer)
                self.peg(side, heels, self.room(side, heels=True))
        return True

    def in_claim(self, word: str) -> bool:
        """Handle a key at the prompt for the points of a hand, when no digit has been typed yet.

        Until the points of the first hand are claimed, players can still call points scored before the show,
        such as those of the last card played. `OK` calls the latest of these points. Other keys are refused.

        Returns:
            True if points were called, False if the key was refused or there were no points to call.
        """
        return word == "OK" and self.call() is True

    # Pegs moved by hand

    def by_hand(self, side: int, number: int) -> None:
        self.peg(side, [("by_hand", number, [])])
        self.pegs_were_moved()

    def take_back(self, side: int, number: int) -> None:
        self.set_score(side, self.front[side] - number)

    def set_score(self, side: int, score: int) -> None:
        self.move(side, score, [("by_hand", score - self.front[side], [])])
        self.pegs_were_moved()

    def judge(self, offence: int, seat: int, cards: int = 1) -> None:
        """Peg a penalty (RULES.md 6): what went back stays back, even if an opponent then wins."""
        side, reason = self.side(seat), OFFENCES[offence]
        front, points = self.front[side], 2 * cards
        if reason == "false_claim":
            points = self.target - front
            if front:
                self.move(side, max(front - 15, 0), [(reason, -min(front, 15), [])])
        for step in range(1, self.sides):
            if self.prompt != "game_over":
                self.peg((side + step) % self.sides, [(reason, points, [])])
        self.pegs_were_moved()

    def pegs_were_moved(self) -> None:
        # AMBIGUOUS: a question is asked only if its answer can still matter, so check again.
        if self.prompt in (*QUESTIONS, "reveal"):
            self.count_hand()

    def deal_is_on(self) -> bool:
        return self.prompt not in ("cut_for_deal", "starter", "idle", "game_over")

    def throw_in(self) -> None:
        """End the deal as a misdeal, and let the same dealer deal again.

        All points scored in the deal are removed. Manual corrections by the players are kept.
        """
        front, back, pegged = self.before_deal
        by_hand = [entry for entry in self.pegged[len(pegged) :] if entry["items"][0][0] in MOVED]
        self.front, self.back, self.pegged = list(front), list(back), list(pegged)
        for entry in by_hand:
            side, points = entry["side"], entry["points"]
            before = self.front[side]
            score = self.front[side] = max(before + points, 0)
            self.back[side] = before if points > 0 else min(self.back[side], score)
            self.pegged.append({**entry, "points": score - before, "score": score})
        self.cards = []
        self.uncalled = []
        self.last_card = None
        self.count = 0
        self.prompt = "starter"

    # The state

    def to_act(self) -> int | None:
        if self.prompt == "cut_for_deal":
            return len(self.cuts) % self.players
        if self.prompt in ("play", "ace", "rest"):
            return self.turn
        if self.prompt in (*QUESTIONS, "hand", "reveal", "claim"):
            return self.owner
        if self.prompt == "muggins":
            return self.left_of(self.owner)
        return None if self.prompt == "game_over" else self.dealer
