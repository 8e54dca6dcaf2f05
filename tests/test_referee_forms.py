"""The referee in every form of the game: whole games played by simulated people, and random keys."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.support import oracle
from tests.support.referee import WORDS, Referee

PACK = [(rank, suit) for rank in oracle.RANKS for suit in oracle.SUITS]
SHOWN = {"fifteen", "pair", "pair_royal", "double_pair_royal", "run", "flush", "nobs"}

FORMS: list[tuple[int, str]] = [
    (2, ""),
    (2, "game=five-card"),
    (2, "game=five-card five_card_replay=replay three_for_last=off"),
    (2, "game=seven-card"),
    (3, ""),
    (4, ""),
    (2, "ace_11=on"),
    (2, "game=five-card ace_11=on muggins=on"),
    (2, "game=seven-card ace_11=on reveal=on_ok"),
    (2, "objective=first_loses target=61"),
    (3, "objective=first_loses"),
    (4, "objective=first_loses combo_after_go=broken"),
    (3, "go_multi=next_only"),
    (4, "go_multi=next_only lead_after_go=first_unable"),
    (3, "lead_after_go=scorer ace_11=on"),
    (2, "cut_before_deal=offer next_game_dealer=alternate heels_can_win=no heels_points=1"),
    (2, "cut_before_deal=offer track=show next_game_dealer=cut first_deal=high"),
    (3, "track=show reveal=on_ok"),
    (2, "track=points next_game_dealer=winner"),
    (4, "track=points"),
    (2, "muggins=on"),
    (2, "muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no crib_flush=four"),
    (3, "muggins=on muggins_opens=at_once"),
    (4, "muggins=on muggins_heels=yes"),
    (3, "muggins=on track=show"),
    (2, "muggins=on track=show game=five-card muggins_heels=yes"),
    (2, "crib_flush=four skunk_worth=1 double_worth=3 target=31"),
    (2, "game=seven-card target=181 reveal=on_ok"),
]
EVERY_FORM = pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form[0]} {form[1]}")


def board(form: tuple[int, str], start: tuple[int, ...] = (0, 0)) -> Referee:
    """Return a new referee, an independent implementation of cribbage.

    Args:
        form: the number of players, and the rule options, separated by spaces.
        start: each side's score at the start of the game.
    """
    options = dict(each.split("=") for each in form[1].split())
    return Referee(start, players=form[0], options=options)


class People:
    """Simulated players who deal, play by the rules, press the keys, and answer questions truthfully."""

    def __init__(self, on: Referee, chance: Random) -> None:
        self.board = on
        self.chance = chance
        self.hands: list[list[tuple[str, str]]] = []

    @property
    def state(self) -> dict[str, Any]:
        return self.board.result()

    def press(self, *words: str) -> None:
        for word in words:
            self.board.press(word)
            assert self.board.refused == [], self.state

    def card(self, card: tuple[str, str]) -> None:
        """Press the key for a card's rank and, sometimes, the key for its suit.

        If a point for a go wins the game first, the card is not played, and its suit key is not pressed.
        """
        laid = len(self.board.table.cards)
        self.press(card[0])
        if len(self.board.table.cards) != laid and self.chance.random() < 0.3:
            self.press(card[1])

    def number(self, number: int) -> None:
        for digit in str(number):
            self.press({"0": "10", "1": "A"}.get(digit, digit))
        self.press("OK")

    def deal(self) -> None:
        size = self.board.table.size
        pack = self.chance.sample(PACK, len(PACK))
        self.starter = pack.pop()
        self.crib = [pack.pop() for _ in range(4)]
        self.kept = [[pack.pop() for _ in range(size)] for _ in range(self.board.table.players)]
        self.hands = [list(hand) for hand in self.kept]
        self.cribs = list(self.crib)
        self.press(self.starter[0])

    def go_on(self) -> None:
        state = self.state
        prompt, seat = state["prompt"], state["to_act"]
        if prompt == "cut_for_deal":
            self.press(self.chance.choice(oracle.RANKS))
        elif prompt == "starter":
            if self.board.table.offered and self.chance.random() < 0.5:
                self.press(self.chance.choice(["OK", "GO"]))
            else:
                self.deal()
        elif prompt == "play":
            self.turn()
        elif prompt in ("rest", "hand"):
            self.card(self.hands[seat].pop())
        elif prompt == "crib":
            self.card(self.crib.pop())
        elif prompt == "ace":
            self.press(self.chance.choice(["OK", "GO"]))
        elif prompt in ("reveal", "idle"):
            if prompt == "idle" and self.chance.random() < 0.9:
                self.press("GO", *["GO"] * self.chance.randrange(3))
                self.number(self.chance.randint(1, 30))
            else:
                self.press("OK")
        elif prompt in ("claim", "muggins"):
            self.claims(prompt)
        else:
            self.press("OK" if self.truth(prompt) else "GO")

    def turn(self) -> None:
        seat, count = self.state["to_act"], self.state["count"]
        fitting = [card for card in self.hands[seat] if count + oracle.value(card[0]) <= 31]
        if self.board.table.rules["muggins"] and self.chance.random() < 0.4:
            self.press("OK")
            if self.state["winner"] is not None:
                return
        if fitting:
            card = self.chance.choice(fitting)
            self.hands[seat].remove(card)
            self.card(card)
            return
        after = deepcopy(self.board)
        after.press("GO")
        new_count = after.table.count == 0 and after.table.prompt == "play"
        leader = after.table.turn
        leads = [card for card in self.hands[leader] if count + oracle.value(card[0]) > 31]
        if new_count and leads and self.chance.random() < 0.6:
            card = self.chance.choice(leads)
            self.hands[leader].remove(card)
            self.card(card)
        else:
            self.press("GO")

    def counted(self) -> tuple[list[tuple[str, str]], bool]:
        table = self.board.table
        is_crib = table.hand is table.crib
        return (self.cribs if is_crib else self.kept[table.owner]), is_crib

    def worth(self) -> int:
        hand, is_crib = self.counted()
        rules = self.board.table.rules
        cards = ["".join(card) for card in hand]
        items = oracle.count_show(cards, "".join(self.starter), is_crib, rules["ace_11"], rules["crib_flush"])
        return sum(points for _, points, _ in items)

    def truth(self, question: str) -> bool:
        hand, _ = self.counted()
        suits = {suit for _, suit in hand}
        if question == "nobs":
            return ("J", self.starter[1]) in hand
        return len(suits | ({self.starter[1]} if question == "flush_with_starter" else set())) == 1

    def claims(self, prompt: str) -> None:
        """Type the points for a claim in the show, sometimes a wrong number.

        Sometimes press MUGGINS instead, if an opponent can claim points missed in the play.

        Args:
            prompt: `claim` if the hand's owner claims points, or `muggins` if an opponent claims points that
                the owner missed.
        """
        table = self.board.table
        if table.to_take() and self.chance.random() < 0.5:
            self.press("MUGGINS")
            self.claimant()
            return
        most, never = table.numbers()
        if prompt == "claim":
            near = [self.worth(), *(self.worth() + self.chance.randint(-6, 3) for _ in range(3))]
            self.number(self.chance.choice([n for n in near if 0 <= n <= most and n not in never]))
            return
        number = self.chance.choice([0, 0, 2, 4])
        self.number(number) if number else self.press(self.chance.choice(["OK", "GO"]))
        if number:
            self.claimant()

    def claimant(self) -> None:
        if self.board.menu:
            others = [key for seat, key in enumerate("A23") if seat != self.board.scorer()]
            self.press(self.chance.choice(others))


def check(state: dict[str, Any], target: int) -> None:
    """Check that the scores, the pegs and the count are possible (RULES.md 5 and 7).

    Args:
        state: the state of a game, in the format of `muggins replay --json`.
        target: the score that ends the game.
    """
    front = [0] * len(state["sides"])
    for entry in state["pegged"]:
        assert max(front) < target
        front[entry["side"]] += entry["points"]
        assert entry["points"] > 0
        assert entry["points"] <= sum(item["points"] for item in entry["items"])
        assert entry["score"] == front[entry["side"]] <= target
    assert front == [side["score"] for side in state["sides"]] == [side["front"] for side in state["sides"]]
    assert all(side["back"] < side["front"] or side["front"] == 0 for side in state["sides"])
    assert (state["prompt"] == "game_over") == (max(front) == target) == (state["winner"] is not None)
    assert state["count"] <= 31


@pytest.mark.night
@EVERY_FORM
def test_whole_games(form: tuple[int, str]) -> None:
    people = People(board(form), Random(str(form)))
    table = people.board.table
    for number in range(2):
        while people.state["prompt"] != "game_over":
            before = people.state
            people.go_on()
            after = people.state
            check(after, table.target)
            if table.rules["muggins"]:
                check_quiet(before, after)
            elif before["prompt"] in ("flush", "flush_with_starter", "nobs", "reveal", "crib", "hand"):
                check_hands(before, after, people)
        assert sum(side["games"] for side in people.state["sides"]) > number
        if table.rules["objective"] == "first_loses":
            assert people.state["sides"][people.state["winner"]]["score"] < table.target
        people.press("OK")
        assert people.state["winner"] is None


def check_hands(before: dict[str, Any], after: dict[str, Any], people: People) -> None:
    """Check that the correct points were pegged for the crib.

    Nothing is checked if the last key did not end a deal, or if it won the game.

    Args:
        before: the state before the last key.
        after: the state after the last key.
        people: the simulated players, who know the correct points.
    """
    if before["deals"] == after["deals"] or before["prompt"] == "idle":
        return
    new = after["pegged"][len(before["pegged"]) :]
    points = sum(entry["points"] for entry in new)
    assert points == people.worth() or after["prompt"] == "game_over"


def check_quiet(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that, in a game with muggins, the last key did not peg points at the wrong time.

    In the play, a key may peg points at most twice. Missed points and penalties may be pegged only in the
    show.

    Args:
        before: the state before the last key.
        after: the state after the last key.
    """
    new = after["pegged"][len(before["pegged"]) :]
    kinds = {item["reason"] for entry in new for item in entry["items"]}
    if before["prompt"] == "play" and after["prompt"] == "play":
        assert len(new) <= 2
    if kinds & {"muggins", "penalty"}:
        assert before["prompt"] in ("claim", "muggins", "flush", "flush_with_starter", "nobs")


@pytest.mark.night
@EVERY_FORM
def test_undo_restores_the_state_before(form: tuple[int, str]) -> None:
    chance = Random(str(form))
    most = {"target": 61, "": 121}["target" if "target=61" in form[1] else ""]
    for _ in range(2):
        start = tuple(chance.randint(most - 45, most - 30) for _ in range(3)) if most == 121 else (30, 30, 30)
        if "target=31" in form[1] or "five-card" in form[1]:
            start = (20, 10, 0)
        one = board(form, start)
        for _ in range(50):
            words = [*WORDS, *oracle.RANKS * 3, *["OK", "GO"] * 6]
            before = deepcopy(one)
            word = chance.choice(words)
            try:
                one.press(word)
            except NotImplementedError:
                assert alike(one, before)
                continue
            if one.presses == before.presses:
                took_none = one.menu or before.menu or one.typed != before.typed
                assert took_none or alike(one, before)
            elif word not in ("UNDO", "REDO"):
                assert not one.menu
                again = deepcopy(one)
                again.press("UNDO")
                # UNDO does not bring back digits that were typed before the press.
                assert stands(again, before)
                again.press("REDO")
                assert stands(again, one)


def alike(one: Referee, other: Referee) -> bool:
    return stands(one, other) and (one.menu, one.typed) == (other.menu, other.typed)


def stands(one: Referee, other: Referee) -> bool:
    free = {"presses": 0, "refused": [], "prompt": ""}
    games = [{**each.result(), **free, "below": each.table.prompt} for each in (one, other)]
    return games[0] == games[1]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"game": "five-card"}),
        (4, {"game": "seven-card"}),
        (2, {"muggins": "on", "objective": "first_loses"}),
        (2, {"muggins": "on", "track": "points"}),
        (3, {"cut_before_deal": "offer"}),
        (2, {"target": "30"}),
        (2, {"colour": "green"}),
        (2, {"reveal": "never"}),
        (5, {}),
    ],
)
def test_options_that_exclude_each_other_are_refused(players: int, options: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        Referee(players=players, options=options)
