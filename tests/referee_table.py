"""The referee's table: the standard game as it stands after some keys, changed in place by each."""

from typing import Any

from tests import oracle

TARGET = 121
QUESTIONS = ("flush", "flush_with_starter", "nobs")
NEW_GAME = "NEW_GAME"

# AMBIGUOUS 1: the order of the items of one entry is not laid down: here 15 or 31, pairs, runs, then go or
# last; in a hand fifteens, pairs, runs, flush, nobs. `comparable` sorts them.


class Card:
    """A card on the table; its suit may become known later."""

    def __init__(self, rank: str) -> None:
        self.rank = rank
        self.suit = ""

    def __str__(self) -> str:
        return self.rank + self.suit


class Table:
    """The board as it stands after some keys."""

    def __init__(self, start: tuple[int, int] = (0, 0)) -> None:
        self.number = 0
        self.new_match(start)

    def new_match(self, start: tuple[int, int]) -> None:
        """Nothing won, nothing seen, no dealer."""
        self.games = [0, 0]
        self.cuts: list[Card] = []
        self.cards: list[Card] = []
        self.claims: list[oracle.Claim] = []
        self.last_card: Card | None = None
        self.dealer: int | None = None
        self.new_game(start)
        self.prompt = "cut_for_deal"

    def new_game(self, start: tuple[int, int] = (0, 0)) -> None:
        """All pegs at the start; who deals is left as it is."""
        # AMBIGUOUS 2: with points given by `--start` the back peg stays in the start hole, as after one peg.
        self.front = list(start)
        self.back = [0, 0]
        self.pegged: list[dict[str, Any]] = []
        self.deals = 0
        self.winner: int | None = None
        self.skunk: str | None = None
        self.count = 0
        self.prompt = "starter"

    def press(self, word: str, number: int) -> bool | None:
        """True: the key took effect; False: refused, nothing changed; None: neither."""
        self.number = number
        if word == NEW_GAME:
            self.new_match((0, 0))
            return True
        if word in oracle.SUITS:
            return self.name_suit(word)
        if word == "OK" and self.prompt in ("starter", "play", "crib"):
            return None
        if self.prompt in QUESTIONS:
            return self.answer(word)
        if self.prompt == "game_over":
            return self.next_game(word)
        if word in oracle.RANKS and self.prompt != "cut_for_deal" and self.fifth_of_a_rank(word):
            return False
        keys = {"cut_for_deal": self.cut, "starter": self.turn_up, "play": self.play, "crib": self.crib_card}
        return keys[self.prompt](word)

    def fifth_of_a_rank(self, rank: str) -> bool:
        """Have all four been seen in this deal?"""
        return self.prompt != "starter" and [card.rank for card in self.cards].count(rank) == 4

    def name_suit(self, suit: str) -> bool | None:
        """Name the suit of the last card entered, unless that contradicts a card seen or an answer."""
        # AMBIGUOUS 3: cut cards can be named too, also after the `OK` that ends a cut, and the last card of a
        # finished game until the first starter of the next one is keyed. After a new game by the menu there
        # is no last card.
        card = self.last_card
        if card is None:
            return False
        if card.suit:
            # AMBIGUOUS 4: the same suit again is neither refused nor an event.
            return None if card.suit == suit else False
        card.suit = suit
        if card in self.cuts:
            good = len({str(other) for other in self.cuts}) == len(self.cuts)
        else:
            good = self.can_be([])
        if not good:
            card.suit = ""
            return False
        if self.prompt in QUESTIONS:
            self.count_hand()
        return True

    # The cut and the starter

    def cut(self, word: str) -> bool:
        """A card for each seat, or `OK`: seat 0 deals."""
        if word == "OK":
            self.dealer = 0
        elif word not in oracle.RANKS:
            return False
        else:
            if len(self.cuts) == 2:
                self.cuts = []
            self.last_card = Card(word)
            self.cuts.append(self.last_card)
            if len(self.cuts) < 2:
                return True
            first, second = (oracle.RANKS.index(card.rank) for card in self.cuts)
            if first == second:
                return True
            self.dealer = 0 if first < second else 1
        self.prompt = "starter"
        return True

    def turn_up(self, word: str) -> bool:
        """The starter: his heels for a jack, then the play."""
        if word not in oracle.RANKS:
            return False
        assert self.dealer is not None
        self.starter = self.last_card = Card(word)
        self.cards = [self.starter]
        self.claims = []
        self.cuts = []
        self.laid: list[list[Card]] = [[], []]
        self.crib: list[Card] = []
        self.restart(leader=1 - self.dealer)
        self.prompt = "play"
        if word == "J":
            self.peg(self.dealer, [("his_heels", 2, [self.starter])])
        return True

    # The play

    def restart(self, leader: int) -> None:
        """A new count, led by the seat given or, if that is out of cards, by the other."""
        self.count = 0
        self.sequence: list[Card] = []
        self.said_go: set[int] = set()
        self.turn = leader if self.holds(leader) else 1 - leader

    def holds(self, seat: int) -> bool:
        return len(self.laid[seat]) < 4

    def nobody_can_play(self) -> bool:
        """Everyone who still holds cards has said go."""
        return not any(self.holds(seat) and seat not in self.said_go for seat in (0, 1))

    def play(self, word: str) -> bool:
        """A card of the seat in turn, or `GO`. A card past 31 is everybody's go and then that card."""
        if word == "GO":
            if self.count <= 21:
                return False
            self.said_go.add(self.turn)
            if self.nobody_can_play():
                self.end_count_with_go()
            else:
                self.turn = 1 - self.turn
            return True
        if word not in oracle.RANKS:
            return False
        if self.count + oracle.value(word) > 31:
            self.end_count_with_go()
            if self.winner is not None:
                # AMBIGUOUS 5: the last card entered is then still the one laid before. A fifth card of a rank
                # is refused also where its go would win.
                return True
        self.lay(word)
        return True

    def end_count_with_go(self) -> None:
        self.peg(self.played_last, [("go", 1, self.sequence[-1:])])
        if self.winner is None:
            self.restart(leader=1 - self.played_last)

    def lay(self, rank: str) -> None:
        """Lay a card, peg it with the go or last that it makes certain, and pass the turn."""
        seat = self.played_last = self.turn
        card = self.last_card = Card(rank)
        self.cards.append(card)
        self.laid[seat].append(card)
        self.sequence.append(card)
        self.count += oracle.value(rank)
        items = []
        sizes = {"pair": 2, "pair_royal": 3, "double_pair_royal": 4}
        for reason, points in oracle.play_points([each.rank for each in self.sequence]).items():
            size = points if reason == "run" else sizes.get(reason, len(self.sequence))
            items.append((reason, points, self.sequence[-size:]))
        over = not self.holds(0) and not self.holds(1)
        if self.count < 31 and self.nobody_can_play():
            items.append(("last_card" if over else "go", 1, [card]))
        self.peg(seat, items)
        if self.winner is not None:
            return
        if over:
            self.begin_show()
        elif self.count == 31 or self.nobody_can_play():
            self.restart(leader=1 - seat)
        elif self.holds(1 - seat) and 1 - seat not in self.said_go:
            self.turn = 1 - seat

    # The show

    def begin_show(self) -> None:
        assert self.dealer is not None
        self.count = 0
        self.to_count = [1 - self.dealer, self.dealer]
        self.next_hand()

    def next_hand(self) -> None:
        """Pone's hand, dealer's hand, then the crib is asked for."""
        if self.to_count:
            self.owner = self.to_count.pop(0)
            self.hand = self.laid[self.owner]
            self.count_hand()
        else:
            self.prompt = "crib"

    def crib_card(self, word: str) -> bool:
        if word not in oracle.RANKS:
            return False
        assert self.dealer is not None
        self.last_card = Card(word)
        self.cards.append(self.last_card)
        self.crib.append(self.last_card)
        if len(self.crib) == 4:
            self.owner = self.dealer
            self.hand = self.crib
            self.count_hand()
        return True

    def claim(self, question: str, truth: bool) -> oracle.Claim:
        """What a yes or no to the question says of the cards, by their places in the deal."""
        hand = [self.cards.index(card) for card in self.hand]
        if question == "flush":
            return ("alike", tuple(hand), truth)
        if question == "flush_with_starter":
            return ("alike", (0, *hand), truth)
        return ("match", (0, *(place for place in hand if self.cards[place].rank == "J")), truth)

    def can_be(self, more: list[oracle.Claim]) -> bool:
        """Is this possible with all cards seen and all answers given?"""
        return oracle.possible(tuple(str(card) for card in self.cards), (*self.claims, *more))

    def settled(self, question: str) -> bool | None:
        """Yes, no, or nothing while both are possible."""
        if not self.can_be([self.claim(question, True)]):
            return False
        return None if self.can_be([self.claim(question, False)]) else True

    def count_hand(self) -> None:
        """Ask what is open and can still matter; with nothing to ask, peg the hand and go on."""
        everything = [*self.hand, self.starter]
        items = [
            (reason, points, [everything[place] for place in places])
            for reason, points, places in oracle.show_sets([card.rank for card in everything])
        ]
        is_crib = self.hand is self.crib
        questions = QUESTIONS[1:] if is_crib else QUESTIONS
        answers = {question: self.settled(question) for question in questions}
        if answers["flush_with_starter"]:
            items.append(("flush", 5, everything))
        elif answers.get("flush"):
            items.append(("flush", 4, self.hand))
        if answers["nobs"]:
            items.append(("nobs", 1, self.right_jack()))
        still_open = [question for question in questions if answers[question] is None]
        if still_open and self.front[self.owner] + sum(item[1] for item in items) < TARGET:
            self.prompt = still_open[0]
            return
        self.peg(self.owner, items)
        if is_crib:
            # AMBIGUOUS 6: a deal won by its crib is finished, since all of it has been counted.
            self.deals += 1
        if self.winner is not None:
            return
        if is_crib:
            self.dealer = 1 - self.owner
            self.prompt = "starter"
        else:
            self.next_hand()

    def right_jack(self) -> list[Card]:
        """The jack of his nobs, where only one can be."""
        # AMBIGUOUS 7: known when the hand is counted, by inference too; a suit named later changes only how
        # the card is shown, not which jack was meant.
        jacks = [place for place in self.claim("nobs", True)[1] if place > 0]
        right = [self.cards[place] for place in jacks if self.can_be([("match", (0, place), True)])]
        return right if len(right) == 1 else []

    def answer(self, word: str) -> bool:
        if word not in ("OK", "GO"):
            return False
        self.claims.append(self.claim(self.prompt, word == "OK"))
        self.count_hand()
        return True

    # Pegging and the end

    def peg(self, side: int, items: list[tuple[str, int, list[Card]]]) -> None:
        """Peg an entry; who reaches the game hole has won, and nothing is pegged after it."""
        worth = sum(points for _, points, _ in items)
        if not worth:
            return
        score = min(TARGET, self.front[side] + worth)
        entry = {"press": self.number, "side": side, "points": score - self.front[side], "score": score}
        self.pegged.append({**entry, "items": items})
        self.back[side], self.front[side] = self.front[side], score
        if score == TARGET:
            loser = self.front[1 - side]
            self.winner = side
            self.skunk = "double" if loser < TARGET - 60 else "skunk" if loser < TARGET - 30 else None
            self.games[side] += {None: 1, "skunk": 2, "double": 4}[self.skunk]
            self.prompt = "game_over"

    def next_game(self, word: str) -> bool:
        """`OK` begins the next game, which the loser deals."""
        if word != "OK":
            return False
        assert self.winner is not None
        self.dealer = 1 - self.winner
        self.new_game()
        return True

    def to_act(self) -> int | None:
        if self.prompt == "cut_for_deal":
            return len(self.cuts) % 2
        if self.prompt == "play":
            return self.turn
        if self.prompt in QUESTIONS:
            return self.owner
        return None if self.prompt == "game_over" else self.dealer

    def entries(self) -> list[dict[str, Any]]:
        """All entries of the game, their cards as words."""
        return [
            {
                **entry,
                "items": [
                    {"reason": reason, "points": points, "cards": [str(card) for card in cards]}
                    for reason, points, cards in entry["items"]
                ],
            }
            for entry in self.pegged
        ]
