"""The referee's show: hands, cribs, questions about suits, and the pegs that all points move."""

from typing import Any

from tests.support import oracle

# AMBIGUOUS: the rules do not fix the order of the items in an entry. Here it is 15 or 31, pairs, runs, then
# go or last; in a hand, fifteens, pairs, runs, flush, nobs. `comparable` sorts them.

USUAL = (
    "game=six-card heels_points=2 heels_can_win=yes lead_after_go=left_of_last go_multi=all_play_on "
    "combo_after_go=counts five_card_replay=stop five_card_play_on=must three_for_last=on "
    "crib_flush=all_five ace_11=off objective=first_wins first_deal=low next_game_dealer=loser "
    "cut_before_deal=optional skunk_worth=2 double_worth=4 muggins=off muggins_opens=after_next_card "
    "muggins_heels=no muggins_go=no track=play reveal=at_once calling=running partners=on"
)
"""The default value of each option (OPTIONS.md)."""
SWITCHES = {"on": True, "yes": True, "off": False, "no": False}

HAND = {"five-card": 3, "six-card": 4, "seven-card": 5}
TARGET = {"five-card": 61, "six-card": 121, "seven-card": 151}


def settle(options: dict[str, str]) -> dict[str, Any]:
    """Return the values of all options, keyed by name. Options not given in `options` keep their defaults."""
    words = dict(setting.split("=") for setting in USUAL.split()) | options
    rules = {name: int(word) if word.isdigit() else SWITCHES.get(word, word) for name, word in words.items()}
    return {"target": TARGET[words["game"]], **rules}


class Card:
    """A card on the table. Its suit may become known only later.

    Attributes:
        cut_with: if this card was cut for the deal, all cards cut in the same round, including this one;
            otherwise None.
    """

    def __init__(self, rank: str, cut_with: list["Card"] | None = None) -> None:
        self.rank = rank
        self.suit = ""
        self.cut_with = cut_with

    def __str__(self) -> str:
        return self.rank + self.suit


Found = list[tuple[str, int, list[Card]]]


class Uncalled:
    """Points that a player has scored in the play but not yet fully called (RULES.md 6, muggins)."""

    def __init__(self, card: Card, seat: int, items: Found) -> None:
        self.card = card
        self.seat = seat
        self.items = items
        self.own_right = True
        self.opened: int | None = None
        self.closed = False
        self.said = 0  # so many of these points their scorer has called
        self.implied_by: int | None = None
        """The number of the key press that implied this go; None if the go was said."""

    def left(self) -> int:
        return sum(points for _, points, _ in self.items) - self.said

    def next_card(self, press: int) -> None:
        """End the scorer's right to call these points, because the next card has been entered.

        From now on, only opponents can claim the points. There is one exception: if the points are for a go
        that this card implied, the scorer can call them until one more card is entered.

        Args:
            press: the number of the key press that entered the card.
        """
        # AMBIGUOUS: if a card implies a go, the scorer has had no chance to call that go before the card.
        # So the right to call it ends only with the card after.
        if self.implied_by == press:
            return
        self.own_right = False
        self.opened = press if self.opened is None else self.opened


class Pegs:
    """The scores and pegs in the referee, an independent implementation of cribbage for testing."""

    def __init__(self, start: tuple[int, ...], players: int, options: dict[str, str]) -> None:
        self.players = players
        self.rules = settle(options)
        # Two pairs share two scores; everybody else has a score alone.
        self.sides = 2 if players == 4 and self.rules["partners"] else players
        self.target: int = self.rules["target"]
        self.size = HAND[self.rules["game"]]
        self.number = 0
        self.new_pegs(start)

    def new_pegs(self, start: tuple[int, ...] = ()) -> None:
        """Start a game in which each side's front peg marks its score in `start`.

        If `start` is empty, all pegs are in the start holes.
        """
        # AMBIGUOUS: with `--start`, the back peg stays in the start hole, as after a single entry.
        self.front = [*start, *[0] * self.sides][: self.sides]
        self.back = [0] * self.sides
        self.pegged: list[dict[str, Any]] = []
        self.uncalled: list[Uncalled] = []
        self.deals = 0
        self.winner: int | None = None
        self.skunk: str | None = None
        self.count = 0
        self.prompt = "starter"

    def side(self, seat: int) -> int:
        return seat % self.sides

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def round_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]

    def peg(self, side: int, items: Found, most: int | None = None) -> None:
        """Peg the total points of these items for a side, with a single move of its peg.

        If there are no points, do nothing.

        Args:
            side: the side that scores.
            items: the items, each with its kind (such as a fifteen), points and cards.
            most: the maximum number of points to peg; None to peg them all.
        """
        worth = sum(points for _, points, _ in items)
        worth = worth if most is None else min(worth, most)
        if worth > 0:
            self.move(side, min(self.target, self.front[side] + worth), items)

    def room(self, side: int, heels: bool = False) -> int:
        """Return how many points a side can still peg before the game ends.

        Args:
            side: the side.
            heels: True if the points are scored for his heels. With `heels_can_win=no`, points for his heels
                cannot win the game.
        """
        short = 1 if heels and not self.rules["heels_can_win"] else 0
        return self.target - short - self.front[side]

    def move(self, side: int, score: int, items: Found) -> None:
        """Set a side's score to `score`, move its pegs, and record the points and the items that scored them.

        The game ends if the front peg reaches the game hole.
        """
        points = score - self.front[side]
        entry = {"press": self.number, "side": side, "points": points, "score": score}
        self.pegged.append(entry | {"items": items})
        self.back[side] = self.front[side] if points > 0 else min(self.back[side], score)
        self.front[side] = score
        # AMBIGUOUS: taking points back does not end an opponent's right to take points.
        for each in self.uncalled:
            opened = each.opened is not None and self.number > each.opened
            if points > 0 and opened and self.side(each.seat) == side:
                each.closed = True
        if score == self.target:
            self.end(side)

    def end(self, side: int) -> None:
        others = [(side + step) % self.sides for step in range(1, self.sides)]
        self.winner, self.skunk, won = side, None, 1
        if self.rules["objective"] == "first_loses":
            self.winner = min(others, key=lambda other: self.front[other])
        else:
            best = max(self.front[other] for other in others)
            if self.target >= 121 and best < self.target - 60:
                self.skunk, won = "double", self.rules["double_worth"]
            elif best < self.target - 30:
                self.skunk, won = "skunk", self.rules["skunk_worth"]
        self.games[self.winner] += won
        self.prompt = "game_over"

    def entries(self) -> list[dict[str, Any]]:
        """Return everything that has been pegged in the game, one dictionary for each entry, oldest first.

        Each card in a dictionary is a string such as `5H`, or `5` if its suit is unknown.
        """
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

    # Shared by the parts of a deal

    dealer: Any  # a seat; None before the cut
    games: list[int]
    cards: list[Card]
    hands: list[list[Card]]
    last_card: Card | None

    def enter(self, rank: str) -> Card:
        card = self.last_card = Card(rank)
        self.cards.append(card)
        return card

    def is_no_card(self, word: str) -> bool:
        """Return True if the key is no rank, or if all four cards of the rank have been seen in the deal."""
        return word not in oracle.RANKS or [card.rank for card in self.cards].count(word) == 4

    def holds(self, seat: int) -> bool:
        return len(self.hands[seat]) < self.size

    def holders_from(self, seat: int) -> list[int]:
        return [each for each in self.round_from(seat) if self.holds(each)]

    def next_card_or_claim(self) -> None:
        for each in self.uncalled:
            each.next_card(self.number)

    def wait_for_call(self, card: Card, seat: int, items: Found, implied: bool = False) -> None:
        """In a game with muggins, set points aside until a player calls them.

        Args:
            card: the last card laid, or the starter.
            seat: the player who scored the points.
            items: the points, each with its reason and its cards.
            implied: True if the points are for a go that was not entered, but implied by the next card.
        """
        waiting = Uncalled(card, seat, items)
        waiting.implied_by = self.number if implied else None
        if self.rules["muggins_opens"] == "at_once":
            waiting.opened = self.number
        self.uncalled.append(waiting)


QUESTIONS = ("flush", "flush_with_starter", "nobs")

# The maximum and the impossible scores (RULES.md 4), by the number of cards and the option `ace_11`.
CANNOT_BE_MADE = {
    (4, False): (20, {16, 17, 18, 19}),
    (5, False): (29, {19, 25, 26, 27}),
    (6, False): (46, {35, 41, 42, 43, 44, 45}),
    (4, True): (20, {16, 17, 18, 19}),
    (5, True): (29, {25, 26, 27}),
    (6, True): (46, {35, 41, 43, 45}),
}


class Show(Pegs):
    """The show of a deal in the referee, an independent implementation of cribbage that checks the board.

    After the show, the next deal begins (`Table.deal_moves_on`).
    """

    claims: list[oracle.Claim]
    starter: Card
    crib: list[Card]

    def begin_show(self) -> None:
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
        if self.is_no_card(word):
            return False
        self.hand.append(self.enter(word))
        if not self.holds(self.owner):
            self.hand_is_there()
        return True

    def in_crib(self, word: str) -> bool | None:
        if word == "OK":
            return None
        if self.is_no_card(word):
            return False
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

    def claim(self, number: int) -> None:
        """Record that the owner of the hand claims `number` points.

        After this, players can no longer call points that they scored in the play.
        """
        self.claimed = number
        self.next_card_or_claim()
        self.prompt = "muggins"

    def tell(self, number: int, side: int) -> None:
        """Record an opponent's claim to points that the owner of the hand missed, then count the hand.

        Args:
            number: the number of points claimed; 0 if no opponent claims any.
            side: the side that claims them.
        """
        self.told, self.teller = number, side
        self.count_hand()

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
