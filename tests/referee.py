"""A second, independent board for the standard game: six cards, two players, 121.

It is told the words of a key file and answers with what `muggins replay --json` prints. A `Table` is
changed in place by each key; the `Referee` keeps the list of the keys that took effect and, to take
one back, plays the others again from the beginning.
"""

from typing import Any, NamedTuple

from tests import oracle
from tests.referee_table import NEW_GAME, Table

WORDS = (*oracle.RANKS, *oracle.SUITS, "GO", "OK", "UNDO", "REDO", "MENU", "MUGGINS")


class Key(NamedTuple):
    """A key that took effect, and how many had before it."""

    word: str
    press: int
    begins_game: bool


class Referee:
    """Takes keys one by one; undo, redo and the menu are its own."""

    def __init__(self, start: tuple[int, int] = (0, 0)) -> None:
        self.start = start
        self.table = Table(start)
        self.done: list[Key] = []
        self.undone: list[Key] = []
        self.floor = 0
        self.presses = 0
        self.refused: list[dict[str, Any]] = []
        self.menu = 0

    def press(self, word: str) -> None:
        """Press one key. Raises ValueError for a word that is none."""
        word = word.upper()
        word = "10" if word == "T" else word
        if word not in WORDS:
            raise ValueError(f"no key: {word}")
        if self.menu:
            outcome = self.in_menu(word)
        elif word == "MENU":
            self.menu = 1
            outcome = None
        elif word == "UNDO":
            outcome = self.undo()
        elif word == "REDO":
            outcome = self.redo()
        else:
            outcome = self.play(word)
        if outcome:
            self.presses += 1
        elif outcome is False:
            self.refused.append({"press": self.presses, "key": word})

    def in_menu(self, word: str) -> bool | None:
        """One entry, the new game: `A`, `OK`, `OK`. Its last key is one press that takes effect."""
        # AMBIGUOUS 8: `OK` before `A`, and a second `A`, are refused; leaving works at every step.
        if word in ("GO", "UNDO", "MENU"):
            self.menu = 0
        elif word == "A" and self.menu == 1:
            self.menu = 2
        elif word == "OK" and self.menu == 2:
            self.menu = 3
        elif word == "OK" and self.menu == 3:
            self.menu = 0
            return self.play(NEW_GAME)
        else:
            return False
        return None

    def play(self, word: str) -> bool | None:
        """Give the key to the table. A suit right after another suit takes that one's place."""
        # AMBIGUOUS 11: as if the first had never been keyed, also where it had settled a question, had a hand
        # pegged or ended the game. Each is still a press of its own to take back.
        table = self.table
        before = self.done[-1].word if self.done else ""
        if word in oracle.SUITS and before in oracle.SUITS and word != before:
            keys = list(self.done)
            while keys and keys[-1].word in oracle.SUITS:
                keys.pop()
            table = self.again_from_the_start(keys)
        begins_game = word == NEW_GAME or (word == "OK" and table.prompt == "game_over")
        outcome = table.press(word, self.presses)
        if not outcome:
            return outcome
        if begins_game:
            # AMBIGUOUS 9: the horizon moves when a game begins (one begun by the menu too) and never moves
            # back. The first press of the previous game can itself be taken back; the `OK` before it, which
            # ended the game before that, cannot.
            begins = [place + 1 for place, key in enumerate(self.done) if key.begins_game]
            self.floor = max(self.floor, begins[-1] if begins else 0)
        self.table = table
        self.done.append(Key(word, self.presses, begins_game))
        self.undone = []
        return True

    def again_from_the_start(self, keys: list[Key]) -> Table:
        """A fresh table with these keys pressed, without the suits that another replaced."""
        table = Table(self.start)
        for place, key in enumerate(keys):
            following = keys[place + 1].word if place + 1 < len(keys) else ""
            if not (key.word in oracle.SUITS and following in oracle.SUITS):
                table.press(key.word, key.press)
        return table

    def undo(self) -> bool:
        if len(self.done) <= self.floor:
            return False
        self.undone.append(self.done.pop())
        self.table = self.again_from_the_start(self.done)
        return True

    def redo(self) -> bool:
        # AMBIGUOUS 10: what is done again keeps the number of its first press.
        if not self.undone:
            return False
        self.done.append(self.undone.pop())
        self.table = self.again_from_the_start(self.done)
        return True

    def result(self) -> dict[str, Any]:
        """Where the game stands, in the shape of `muggins replay --json`."""
        table = self.table
        return {
            "players": 2,
            "prompt": table.prompt,
            "to_act": table.to_act(),
            "dealer": table.dealer,
            "count": table.count,
            "presses": self.presses,
            "deals": table.deals,
            "sides": [
                {"score": front, "front": front, "back": back, "games": games}
                for front, back, games in zip(table.front, table.back, table.games, strict=True)
            ],
            "winner": table.winner,
            "skunk": table.skunk,
            "pegged": table.entries(),
            "refused": self.refused,
        }


def referee(words: list[str], start: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Press all the words on a fresh board and say where it stands."""
    board = Referee(start)
    for word in words:
        board.press(word)
    return board.result()


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """The result without what is free: the order of the items in an entry, and why a key was refused."""
    pegged = [
        {**entry, "items": sorted(entry["items"], key=lambda item: (item["reason"], item["cards"]))}
        for entry in result["pegged"]
    ]
    refused = [{"press": each["press"], "key": each["key"]} for each in result["refused"]]
    return {**result, "pegged": pegged, "refused": refused}
