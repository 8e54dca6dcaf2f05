"""The referee: a second, independent implementation of the board for complete games.

It takes the words of a key file, and returns the result that `muggins replay --json` should print. Each key
changes a `Table` in place. The `Referee` keeps a list of the key presses that took effect; to undo one, it
replays the others from the beginning. It also handles typed digits and dialogues.

In the referee's modules, a comment that begins with AMBIGUOUS marks a point that the rules leave open, and
says how the referee decides it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.support import oracle
from tests.support.referee_table import (
    BY_HAND,
    CLAIM,
    JUDGE,
    NEW_GAME,
    SAY,
    SET,
    TAKE,
    TAKE_BACK,
    TELL,
    THROW_IN,
    Table,
)

ASKING = ("AGAIN", "SCORE", "HELP")
WORDS = (*oracle.RANKS, *oracle.SUITS, "GO", "OK", "UNDO", "REDO", "MENU", "MUGGINS", *ASKING)
DIGITS = {"A": "1", "10": "0"} | {str(digit): str(digit) for digit in range(2, 10)}

MENU, POINTS, BACK, SCORE, THROW, FORM, SURE, PART = "menu", "A", "2", "3", "4", "6", "6 OK", "10"
SECOND, CLAIMANT = "second page", "claimant"
"""The values for the open dialogue: a menu entry's key, `SURE` for the last question of a new game, or the
question of who claims points."""


class Key(NamedTuple):
    """A key press that took effect.

    Attributes:
        word: the key that was pressed. For a key that ended a dialogue, this is a word for the result, such
            as `SET` for a corrected score.
        values: the numbers entered in the dialogue, such as a side and its new score; empty if none were.
        press: the number of earlier key presses that took effect.
        begins_game: True if the key press began a game.
    """

    word: str
    values: tuple[int, ...]
    press: int
    begins_game: bool


class Referee:
    """An independent implementation of the board, with undo, redo, typed numbers, the menu and dialogues.

    Methods that handle a key return True if the key takes effect and False if it is refused. They return None
    if it only types a digit, or opens or closes a dialogue.
    """

    def __init__(
        self, start: tuple[int, ...] = (0, 0), *, players: int = 2, options: dict[str, str] | None = None
    ) -> None:
        self.new_table = (start, players, dict(options or {}))
        self.table = Table(*self.new_table)
        self.done: list[Key] = []
        self.undone: list[Key] = []
        self.floor = 0
        self.presses = 0
        self.refused: list[dict[str, Any]] = []
        self.typed = ""
        self.menu = ""
        self.number = ""
        self.side = 0
        self.claimant_of = TAKE
        self.ruling: list[int] = []

    def press(self, word: str) -> None:
        """Press a key.

        Raises:
            ValueError: there is no such key.
            NotImplementedError: the referee does not implement this menu entry.
        """
        word = word.upper()
        word = "10" if word == "T" else word
        if word not in WORDS:
            raise ValueError(f"no key: {word}")
        if word in ASKING:  # only a voice does something with them
            return
        outcome = self.dialogue(word) if self.menu else self.key(word)
        if outcome:
            self.presses += 1
            self.typed = ""
        elif outcome is False:
            self.refused.append({"press": self.presses, "key": word})

    def key(self, word: str) -> bool | None:
        """Handle a key while no dialogue is open.

        Returns:
            True if the key took effect, False if it was refused, None if it only added a digit, deleted one
            or opened a dialogue.
        """
        prompt = self.table.prompt
        if word == "MENU":
            # AMBIGUOUS: digits typed at `claim` and `muggins` are kept while the menu is open.
            self.menu = MENU
            return None
        if word == "UNDO" and self.typed:
            self.typed = self.typed[:-1]
            return None
        if word in ("UNDO", "REDO"):
            return self.undo() if word == "UNDO" else self.redo()
        if word == "MUGGINS":
            return self.ask_claimant(TAKE) if self.table.to_take() else False
        if prompt in ("claim", "muggins") and word not in oracle.SUITS:
            return self.at_claim(word)
        if word == "GO" and self.go_opens_points():
            self.open_number(POINTS)
            return None
        return self.play(word)

    def go_opens_points(self) -> bool:
        idle = ("cut_for_deal", "starter", "hand", "crib", "idle")
        offer = self.table.prompt == "starter" and self.table.offered
        return self.table.rules["track"] != "play" and self.table.prompt in idle and not offer

    # Claimed numbers

    def at_claim(self, word: str) -> bool | None:
        """Handle a key while a player types a claim in the show.

        At the prompt `claim`, the owner of a hand claims its points. At the prompt `muggins`, an opponent
        claims points that the owner missed.

        Returns:
            True if the key took effect, False if it was refused, None if more keys are needed.
        """
        if word in DIGITS:
            if len(self.typed) == 3:
                return False
            self.typed += DIGITS[word]
            return None
        most, never = self.table.numbers()
        number = int(self.typed or 0)
        if self.table.prompt == "claim":
            if word != "OK" or number > most or number in never:
                return False
            return self.play(CLAIM, number) if self.typed else self.play("OK")
        if (word != "OK" and (word != "GO" or self.typed)) or number > most:
            return False
        return self.ask_claimant(TELL) if number else self.play(TELL, 0, 0)

    def ask_claimant(self, what: str) -> bool | None:
        """Let an opposing side claim missed points. With two opposing sides, open a menu to ask which.

        Args:
            what: `TAKE` if the points were missed in the play, `TELL` if they were missed in a hand.

        Returns:
            True if the points were claimed; False if the claim was refused; None if the menu was opened.
        """
        self.claimant_of = what
        if self.table.sides == 2:
            return self.claims_it(1 - self.scorer())
        self.menu = CLAIMANT
        return None

    def scorer(self) -> int:
        if self.claimant_of == TELL:
            return self.table.side(self.table.owner)
        waiting = self.table.to_take()
        return self.table.side(waiting.seat)

    def claims_it(self, side: int) -> bool | None:
        return self.play(TAKE, side) if self.claimant_of == TAKE else self.play(TELL, int(self.typed), side)

    # Dialogues

    def dialogue(self, word: str) -> bool | None:
        """Handle a key while a dialogue is open.

        Returns:
            True if the key changed the game, False if it was refused, None if it affected only the dialogue,
            for example by closing it.
        """
        if self.menu == CLAIMANT:
            return self.in_claimant(word)
        if self.menu in (POINTS, BACK, SCORE):
            return self.in_number(word)
        if self.menu == PART:
            return self.in_part(word)
        if self.menu == JUDGE:
            return self.in_judge(word)
        if self.menu in (MENU, SECOND) and word == "REDO":
            self.menu = SECOND if self.menu == MENU else MENU
            return None
        if word in ("GO", "UNDO", "MENU"):
            self.menu = ""
        elif self.menu == MENU:
            return self.choose(word)
        elif self.menu == SECOND:
            return self.choose_on_second_page(word)
        elif word == "OK" and self.menu == FORM:
            self.menu = SURE
        elif word == "OK" and self.menu in (SURE, THROW):
            event = NEW_GAME if self.menu == SURE else THROW_IN
            self.menu = ""
            return self.play(event)
        elif self.menu == FORM:
            raise NotImplementedError("the fields of a new game")
        else:
            return False
        return None

    def choose(self, word: str) -> bool | None:
        if word in ("J", "Q"):  # AGAIN and SCORE
            self.menu = ""
            return None
        if word in ("5", "7", "9"):
            raise NotImplementedError(f"menu {word}")
        if word in (POINTS, BACK, SCORE) and self.table.prompt != "game_over":
            self.open_number(word)
        elif word == PART and self.table.own_call():
            self.open_number(PART)
        elif word == FORM or (word == THROW and self.table.deal_is_on()):
            self.menu = word
        else:
            return False
        return None

    def choose_on_second_page(self, word: str) -> bool | None:
        if word == "6":
            raise NotImplementedError("the rules of a club")
        no_penalties = self.table.prompt == "game_over" or self.table.rules["objective"] == "first_loses"
        if word not in ("J", "Q") or (word == "J" and no_penalties):
            return False
        self.menu, self.ruling = (JUDGE if word == "J" else ""), []  # Q is HELP
        return None

    def in_judge(self, word: str) -> bool | None:
        """Handle a key while a judge is asked what happened, who it was and, for a renege, how many cards."""
        if word == "UNDO" and self.ruling:
            self.ruling.pop()
            return None
        if word in ("GO", "UNDO", "MENU"):
            self.menu = ""
            return None
        answers = oracle.RANKS[: (3, self.table.players, self.table.size)[len(self.ruling)]]
        if word not in answers:
            return False
        # Cards are counted from 1, offences and seats from 0.
        self.ruling.append(answers.index(word) + (len(self.ruling) == 2))
        if len(self.ruling) < (3 if self.ruling[0] == 0 else 2):
            return None
        self.menu = ""
        return self.play(JUDGE, *self.ruling)

    def open_number(self, what: str) -> None:
        self.menu, self.side, self.number = what, 0, ""

    def add_digit(self, word: str) -> bool | None:
        if word not in DIGITS or len(self.number) == 3:
            return False
        self.number += DIGITS[word]
        return None

    def in_number(self, word: str) -> bool | None:
        """Handle a key while a player types points or a new score for a side.

        `GO` selects the next side, while `UNDO` and `MENU` close the dialogue.

        Returns:
            True if the number took effect, False if the key was refused, None if the key affected only the
            dialogue, for example by adding a digit.
        """
        if word in ("UNDO", "MENU"):
            self.menu = ""
        elif word == "GO":
            self.side = (self.side + 1) % self.table.sides
        elif word == "OK":
            return self.peg_number()
        else:
            return self.add_digit(word)
        return None

    def peg_number(self) -> bool | None:
        number, score = int(self.number or 0), self.table.front[self.side]
        if self.menu == SCORE:
            good = bool(self.number) and number != score and number < self.table.target
        else:
            # A side can gain at most the target, and lose at most its points.
            good = 0 < number <= (self.table.target if self.menu == POINTS else score)
        if not good:
            return False
        event = {POINTS: BY_HAND, BACK: TAKE_BACK, SCORE: SET}[self.menu]
        self.menu = ""
        return self.play(event, self.side, number)

    def in_part(self, word: str) -> bool | None:
        # AMBIGUOUS: a number that no card can score in the play is refused: the maximum is 15.
        if word == "UNDO" and self.number:
            self.number = self.number[:-1]
        elif word in ("GO", "UNDO", "MENU"):
            self.menu = ""
        elif word == "OK":
            if not 1 <= int(self.number or 0) <= 15:
                return False
            self.menu = ""
            return self.play(SAY, int(self.number))
        else:
            return self.add_digit(word)
        return None

    def in_claimant(self, word: str) -> bool | None:
        """Handle a key while the referee asks which side claims missed points.

        The keys A, 2, 3 and 4 select a side. The side that scored the points cannot be selected. `UNDO`
        and `MENU` close the question.

        Returns:
            True if a side claimed the points, False if the key was refused, None if the question was closed.
        """
        # AMBIGUOUS: suits are refused here, and `UNDO` or `MENU` returns to the typed number.
        if word in ("UNDO", "MENU"):
            self.menu = ""
            return None
        keys = ("A", "2", "3", "4")[: self.table.sides]
        side = keys.index(word) if word in keys else -1
        if side in (-1, self.scorer()):
            return False
        self.menu = ""
        return self.claims_it(side)

    # Effective presses

    def play(self, word: str, *values: int) -> bool | None:
        """Pass a key press on to the table, and record it if it takes effect.

        If this key and the previous one are both suit keys, the new suit replaces the previous one.

        Args:
            word: the key, or the word for the result of a dialogue, such as `SET` for a corrected score.
            values: the numbers entered, such as the side and its new score; empty for a single key.

        Returns:
            True if the key press took effect, False if it was refused, None if it did nothing.
        """
        # AMBIGUOUS: the result is as if the first suit had not been named, even if that suit settled a
        # question, led to a hand being pegged, or ended the game. UNDO still takes back one press at a time.
        table = self.table
        before = self.done[-1].word if self.done else ""
        if word in oracle.SUITS and before in oracle.SUITS and word != before:
            keys = list(self.done)
            while keys and keys[-1].word in oracle.SUITS:
                keys.pop()
            table = self.again_from_the_start(keys)
        begins_game = word == NEW_GAME or (word == "OK" and table.prompt == "game_over")
        outcome = table.press(word, self.presses, values)
        if not outcome:
            return outcome
        if begins_game:
            # AMBIGUOUS: the limit of UNDO moves when a game begins (also from the menu) and never moves
            # back. The first press of the previous game can itself be taken back; the `OK` before it, which
            # ended the game before that, cannot.
            begins = [place + 1 for place, key in enumerate(self.done) if key.begins_game]
            self.floor = max(self.floor, begins[-1] if begins else 0)
        self.table = table
        self.done.append(Key(word, values, self.presses, begins_game))
        self.undone = []
        return True

    def again_from_the_start(self, keys: list[Key]) -> Table:
        table = Table(*self.new_table)
        for place, key in enumerate(keys):
            following = keys[place + 1].word if place + 1 < len(keys) else ""
            if not (key.word in oracle.SUITS and following in oracle.SUITS):
                table.press(key.word, key.press, key.values)
        return table

    def undo(self) -> bool:
        if len(self.done) <= self.floor:
            return False
        self.undone.append(self.done.pop())
        self.table = self.again_from_the_start(self.done)
        return True

    def redo(self) -> bool:
        # AMBIGUOUS: a press that REDO restores keeps its number.
        if not self.undone:
            return False
        self.done.append(self.undone.pop())
        self.table = self.again_from_the_start(self.done)
        return True

    def result(self) -> dict[str, Any]:
        """Return the state of the game in the format used by `muggins replay --json`."""
        table = self.table
        return {
            "players": table.players,
            "prompt": "points" if self.menu in (POINTS, BACK, SCORE) else table.prompt,
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


def referee(words: Iterable[str], start: tuple[int, ...] = (0, 0), **form: Any) -> dict[str, Any]:
    """Press keys on a new `Referee`, and return its state in the format used by `muggins replay --json`.

    `form` gives the number of players and the options, as for `Referee`.
    """
    board = Referee(start, **form)
    for word in words:
        board.press(word)
    return board.result()


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a game's result in a form that is the same for the referee and the board.

    The items of each entry are sorted, and the reasons why keys were refused are left out.
    """
    pegged = [
        {**entry, "items": sorted(entry["items"], key=lambda item: (item["reason"], item["cards"]))}
        for entry in result["pegged"]
    ]
    refused = [{"press": each["press"], "key": each["key"]} for each in result["refused"]]
    return {**result, "pegged": pegged, "refused": refused}
