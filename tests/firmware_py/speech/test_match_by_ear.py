"""Whole matches by ear: players who only hear the voice play, undo, correct, ask and switch the board off."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engine.rules import Rules
from tests.support import oracle
from tests.support.random_matches import rules_of

from .listening import KEY_OF, NAME_OF, NAMES, RANKS, HeardBoard, Scorekeeper, heard_board

_CARDS = r"(?:[\w ]+, )*"
# The words of each prompt. `more` asks for another card of the hand or crib in the previous prompt.
_PATTERNS = {
    "cut": r"(?:A tie! )?(?P<name>\w+) cuts (?:for the deal|again)\.",
    "starter": r"(?P<name>\w+) deals \w+ cards each.*; \w+ each to the crib\. Turn up the starter\.",
    "card": r"(?P<name>\w+): card(?P<go>, or go if none fits)?",
    "ace": r"(?P<name>\w+): is the ace one or eleven\?",
    "flush": r"(?P<name>\w+): all one suit\?",
    "with_starter": r"(?P<name>\w+): is the starter of that suit too\?",
    "crib_flush": r"Crib and starter: all one suit\?",
    "nobs": r"(?P<name>\w+): his nobs(?:, the [\w ]+)?\?",
    "reveal": r"\w+: count (?:your hand|the crib) aloud",
    "crib": rf"Crib: {_CARDS}\w+ more cards?",
    "rest": rf"(?P<name>\w+) kept: {_CARDS}\w+ more cards?",
    "hand": rf"(?P<name>\w+): {_CARDS}\w+ more cards?",
    "more": r"\w+ more cards?",
    "claim": r"(?P<name>\w+): count your hand, and type its points, then OK",
    "crib_claim": r"\w+: count the crib, and type its points, then OK",
    "missed": r"\w+ counts [\w-]+\. Does anybody claim more\? Type how many",
    "over": r"OK: next game, [\w -]+",
}


class Prompt(NamedTuple):
    """A request to the players, as they understood it from the voice alone.

    Attributes:
        kind: what is asked for, such as the starter.
        name: the player who must do it; empty if the prompt names nobody.
        can_go: True if the player may also say go.
    """

    kind: str
    name: str = ""
    can_go: bool = False


def understood(sentence: str) -> Prompt | None:
    """Return the prompt spoken in a sentence, or None if the sentence is not a prompt."""
    for kind, pattern in _PATTERNS.items():
        found = re.fullmatch(pattern, sentence)
        if found:
            parts = found.groupdict()
            return Prompt(kind, parts.get("name") or "", bool(parts.get("go")))
    return None


Card = tuple[str, str]
PACK = [(rank, suit) for rank in RANKS for suit in "SHDC"]
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
TENS = ("10", "J", "Q", "K")


class ListeningPlayers:
    """The simulated players at a table, with the cards they hold and what they have learned from the voice.

    Attributes:
        keeper: keeps track of the score and the count.
        said: every sentence heard so far, oldest first.
        did: for each kind of action, such as `undone` or `corrected`, the number of times that the players
            have done it.
    """

    def __init__(
        self, names: Sequence[str], rules: Rules, random: Random, press: Callable[[str], list[str]]
    ) -> None:
        """Seat the players at the table.

        Args:
            names: the players' names, clockwise.
            rules: the rules of the game.
            random: the source of all random choices.
            press: a function that presses a key and returns the sentences that the voice says in response.
        """
        self._names, self._rules, self._random = tuple(names), rules, random
        self._press_key = press
        self.keeper = Scorekeeper(names, rules.target)
        self.said: list[str] = []
        self.did = dict.fromkeys(("undone", "corrected", "asked", "went", "answered", "called"), 0)
        self._prompt: Prompt | None = None
        self._list: Prompt | None = None
        self._meanings: dict[str, str] = {}
        self._hands: dict[str, list[Card]] = {}
        self._kept: dict[str, tuple[Card, ...]] = {}
        self._starter: Card = PACK[0]
        self._mistake: tuple[str, str, str] | None = None

    # -- hearing

    def press(self, key: str) -> list[str]:
        """Press a key, and return the sentences that the players heard afterwards."""
        self._prompt = None
        heard = self._press_key(key)
        for sentence in heard:
            self.hear(sentence)
        return heard

    def hear(self, sentence: str) -> None:
        """Update the players' knowledge with a sentence that the voice has spoken."""
        self.said.append(sentence)
        asked = understood(sentence)
        key, colon, meaning = sentence.partition(": ")
        listed = [part.partition(" ") for part in sentence.split(", ")]
        if asked:
            self._prompt = self._list if asked.kind == "more" else asked
            self.keeper.cards_are_laid = asked.kind == "card"
            if asked.kind in ("hand", "rest", "crib"):
                self._list = asked
        elif colon and key in ("OK", "go", "undo", *KEY_OF):
            self._meanings[meaning] = KEY_OF.get(key, key.upper())
        elif len(listed) > 4 and all(
            key in ("OK", "go", "undo", "redo", *KEY_OF) for key, _, _ in listed
        ):  # the menu
            self._meanings |= {meaning: KEY_OF.get(key, key.upper()) for key, _, meaning in listed}
        else:
            self.keeper.hear(sentence)

    # -- playing

    def play(self) -> None:
        """Play the game until somebody has won."""
        while self.keeper.winner is None:
            self._act()

    def next_game(self) -> None:
        assert self._prompt is not None and self._prompt.kind == "over", self.said[-8:]
        self.press("OK")

    def switch_off(self) -> list[str]:
        """Use the menu to switch the board off, and return the last sentences it says."""
        self._choose("off")
        return self._key_that_means("yes")

    def ask_for_the_score(self) -> None:
        """Press the key for the score, and check the sentences that the voice says.

        The voice must name the dealer, and say the same scores and count that the players have heard before.
        """
        count, prompt = self.keeper.count, self._prompt
        heard = self.press("SCORE")  # the keeper compares the scores
        assert self.keeper.count == count, heard
        assert any(sentence.endswith("is the dealer") for sentence in heard), heard
        self._prompt = prompt
        self.did["asked"] += 1

    def _act(self) -> None:
        prompt = self._prompt
        assert prompt is not None, self.said[-8:]
        match prompt.kind:
            case "cut":
                self.press(self._random.choice(RANKS))
            case "starter":
                self._deal()
                self._enter_card(self._starter, "starter")
            case "card":
                self._play_card(prompt)
            case "rest" | "hand":
                self._enter_card(self._hands[prompt.name].pop(), prompt.name)
            case "crib":
                self._enter_card(self._crib.pop(), "crib")
            case "ace":
                self._key_that_means(
                    self._random.choice(["one", "eleven"]) if self.keeper.count <= 20 else "one"
                )
            case "reveal":
                self._key_that_means("show")
            case "claim" | "crib_claim":
                self._claim(self._kept.get(prompt.name, self._thrown))
            case "missed":
                self._key_that_means("none")
            case _:
                self._key_that_means("yes" if self._truth(prompt) else "no")
                self.did["answered"] += 1

    def _deal(self) -> None:
        players = len(self._names)
        away = 2 if players == 2 else 1
        size = self._rules.hand_size + away
        pack = self._random.sample(PACK, 52)
        self._starter, self._mistake = pack.pop(), None
        self.keeper.count = 0
        dealt = {name: [pack.pop() for _ in range(size)] for name in self._names}
        self._kept = {name: tuple(cards[away:]) for name, cards in dealt.items()}
        self._hands = {name: list(cards) for name, cards in self._kept.items()}
        self._crib = [card for cards in dealt.values() for card in cards[:away]]
        if players == 3:
            self._crib.append(pack.pop())
        self._thrown = tuple(self._crib)

    def _play_card(self, prompt: Prompt) -> None:
        chance, name = self._random.random(), prompt.name
        if self._mistake and chance < 0.5:
            self._correct(*self._mistake)
            return
        if chance > 0.97:
            self.ask_for_the_score()
        hand = self._hands[name]
        fitting = [card for card in hand if self.keeper.count + _value(card) <= 31]
        if not fitting:
            assert prompt.can_go, f"{name} has {hand} at {self.keeper.count}, and nobody speaks of go"
            self.press("GO")
            self.did["went"] += 1
            return
        card = self._random.choice(fitting)
        hand.remove(card)
        others = self._confusable_ranks(name) if self._rules.muggins is False else []
        if card[0] in TENS and others and not self._mistake and len(hand) > 1 and self._random.random() < 0.3:
            wrong = self._random.choice(others)
            self._mistake = name, wrong, card[0]  # nobody notices yet
            self._enter_card((wrong, ""), name)
        else:
            self._enter_card(card, name)

    def _confusable_ranks(self, name: str) -> list[str]:
        cards = [self._starter, *self._thrown, *(card for cards in self._kept.values() for card in cards)]
        ranks, own = [rank for rank, _ in cards], [rank for rank, _ in self._kept[name]]
        return [rank for rank in TENS if ranks.count(rank) < 4 and rank not in own]

    def _enter_card(self, card: Card, whose: str) -> None:
        """Enter a card, sometimes after entering a wrong one and undoing it.

        `whose` is the word that the voice says before the card: a player's name, "starter" or "crib".
        """
        prompt, keeper = self._prompt, self.keeper
        if self._random.random() < 0.06:
            scores, count = list(keeper.scores), keeper.count
            wrong = self._random.choice([rank for rank in RANKS if rank != card[0]])
            heard = self.press(wrong)
            if any(re.fullmatch(rf"[\w]+: {NAME_OF[wrong]}", sentence) for sentence in heard):
                heard = self.press("UNDO")
                assert any(sentence.startswith("taken back: ") for sentence in heard), heard
                self.did["undone"] += 1
                assert (self._prompt, keeper.scores, keeper.count) == (prompt, scores, count), heard
            self._prompt = prompt  # a refusal repeats no prompt
        heard = self.press(card[0])
        assert f"{whose}: {NAME_OF[card[0]]}" in heard
        if self._rules.muggins and ("fifteen" in heard or "thirty-one" in heard):
            self._call(whose)
        elif card[1] and self._random.random() < 0.2:
            prompt = self._prompt
            heard = self.press(card[1])
            assert f"{NAME_OF[card[0]]} of {SUIT_NAMES[card[1]]}" in heard

    def _call(self, name: str) -> None:
        """Call the points for the card just played (RULES.md 6), and check that the voice announces them.

        `name` is the name of the player who calls.
        """
        before = list(self.keeper.scores)
        heard = self.press("OK")
        assert self.keeper.scores != before and heard[0].startswith(f"{name}: "), heard
        self.did["called"] += 1

    def _correct(self, name: str, wrong: str, right: str) -> None:
        """Use the menu to correct a card that was entered incorrectly several key presses ago.

        Args:
            name: the name of the player who played the card.
            wrong: the rank that was entered.
            right: the correct rank.
        """
        self._mistake = None
        heard = self._choose("correct")
        sought, line = f"{name} laid {NAME_OF[wrong]}", heard[1]
        for _ in range(99):
            if line == sought:
                break
            heard = self._key_that_means("before")
            line = heard[0] if len(heard) > 1 else line  # the same line again is not repeated
        else:
            raise AssertionError(f"no line says {sought}")
        self._key_that_means("this")
        heard = self.press(right)
        assert heard[0] == f"correction: {name}'s {NAME_OF[right]}, not {NAME_OF[wrong]}"
        self.did["corrected"] += 1

    def _choose(self, entry: str) -> list[str]:
        """Open the menu, choose the entry with this name, and return the sentences heard after that."""
        self._meanings.pop(entry, None)
        self.press("MENU")
        return self._key_that_means(entry)

    def _key_that_means(self, meaning: str) -> list[str]:
        assert meaning in self._meanings, self.said[-15:]
        return self.press(self._meanings[meaning])

    def _claim(self, cards: Sequence[Card]) -> None:
        items = oracle.count_show(
            ["".join(card) for card in cards],
            "".join(self._starter),
            cards is self._thrown,
            ace_11=self._rules.ace_11,
        )
        for digit in str(sum(points for _, points, _ in items)):
            self.press({"0": "10", "1": "A"}.get(digit, digit))
        self.press("OK")

    def _truth(self, prompt: Prompt) -> bool:
        cards = self._thrown if prompt.name in ("", "Crib") else self._kept[prompt.name]
        if prompt.kind == "nobs":
            return ("J", self._starter[1]) in cards
        suits = {suit for _, suit in cards}
        if prompt.kind != "flush":
            suits.add(self._starter[1])
        return len(suits) == 1


def _value(card: Card) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


pytestmark = pytest.mark.thorough


def listen(folder: Path, form: str, seed: int) -> tuple[HeardBoard, ListeningPlayers]:
    """Create a board and players who only hear its voice, and let them hear the first sentences.

    Args:
        folder: the folder in which the board writes its view file.
        form: the number of players and some options, such as "2 game=five-card".
        seed: the seed for the random numbers.
    """
    rules = rules_of(form)
    board = heard_board(folder, rules=rules, powers_off=True)
    people = ListeningPlayers(NAMES[: rules.players], rules, Random(seed), board.said)
    for sentence in board.heard.sentences:
        people.hear(sentence.text)
    return board, people


def play(board: HeardBoard, people: ListeningPlayers) -> None:
    people.play()
    game = board.board.history.game
    assert game.winner is not None
    partners = [NAMES[seat] for seat in game.rules.seats if game.rules.side_of(seat) == game.winner]
    assert people.keeper.scores == [side.front for side in game.sides]
    assert people.keeper.winner == " and ".join(partners)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 4)])
def test_a_whole_match_by_ear(players: int, seed: int, tmp_path: Path) -> None:
    board, people = listen(tmp_path, str(players), seed)
    for _ in range(2):
        play(board, people)
        people.next_game()
    assert not board.board.switches_off
    people.switch_off()
    assert board.board.switches_off
    assert [sentence.text for sentence in board.stop().sentences] == ["Goodbye. The game is saved."]
    assert all(times for what, times in people.did.items() if what != "called"), people.did


@pytest.mark.parametrize(
    "form",
    [
        "2 game=five-card",
        "2 game=five-card five_card_replay=replay",
        "2 game=seven-card target=121",
        "2 ace_11=on",
        "2 reveal=on_ok calling=grouped",
        "2 muggins=on target=61",
        "3 muggins=on target=61",
        "2 track=show target=61",
        "3 objective=first_loses",
        "4 lead_after_go=first_unable go_multi=next_only",
    ],
)
def test_a_game_by_ear_under_other_rules(form: str, tmp_path: Path) -> None:
    board, people = listen(tmp_path, form, 1)
    play(board, people)
    assert ("muggins" in form) == (people.did["called"] > 0)
