"""The dialogues with which a new game is set up: its form, who plays, target, start and options."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.errors import IllegalEvent, InvalidRules
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import NAME, Setup
from engine.match.history import History
from engine.options import OPTIONS
from engine.relevant_options import has_effect, others
from engine.rules import PLAYERS, Rules
from firmware_py.input.digits import DIGITS, Digits
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused

LEAVE = (Key.GO, Key.UNDO, Key.MENU)
"""The keys that leave a dialogue, where it has no other use for them."""
_MUGGINS = tuple(name for name in OPTIONS if name.startswith("muggins"))
_USUAL = (*_MUGGINS, "calling", "reveal", "track", "skunk_worth", "double_worth", "next_game_dealer")
_ORDER = (*_USUAL, *(name for name in OPTIONS if name not in (*_USUAL, "game", "target")))
"""The options that have no key of their own, those first that most players ask for."""


class NewGame(NamedTuple):
    """What the new game is to be.

    Attributes:
        setup: what it begins with.
    """

    setup: Setup

    @classmethod
    def of(cls, game: Game) -> NewGame:
        """Begin with the game that is being played."""
        return cls(Setup(game.rules, names=game.names).checked())

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """Change one thing, or go on to begin the game."""
        if key in LEAVE:
            return None, None
        if key is Key.ACE:
            return NewGame(
                _with(self.setup, game=_after(OPTIONS["game"].values, self.setup.rules.game))
            ), None
        if key is Key.TWO:
            return NewGame(_with(self.setup, players=_after(PLAYERS, self.setup.rules.players))), None
        if key is Key.THREE:
            return Target(self.setup), None
        if key is Key.FOUR:
            return Start(self.setup), None
        if key is Key.FIVE:
            return Names(self.setup), None
        if key is Key.SIX:
            return Choice.of(self.setup), None
        if key is Key.OK:
            return Really(self.setup), None
        raise refused(key, "A to 6 change the game, OK begins it, GO leaves")


class Target(NamedTuple):
    """The target, as a number."""

    setup: Setup
    digits: Digits = Digits()

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """Type it, then OK."""
        if key in LEAVE:
            return NewGame(self.setup), None
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, f"type a number from {OPTIONS['target'].allowed}, then OK; UNDO leaves")
        try:
            rules = Rules(**self.setup.rules._asdict() | {"target": self.digits.number})
        except InvalidRules:
            raise IllegalEvent(f"Type a target from {OPTIONS['target'].allowed}") from None
        return NewGame(self.setup._replace(rules=rules, start=()).checked()), None


class Start(NamedTuple):
    """The points of each side before the first deal, one side after the other."""

    setup: Setup
    side: int = 0
    digits: Digits = Digits()

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """Type a number, then OK; GO leaves it as it is for this side."""
        if key in (Key.UNDO, Key.MENU):
            return NewGame(self.setup), None
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key not in (Key.OK, Key.GO):
            raise refused(key, "type a number, then OK; GO shows the next side, UNDO leaves")
        start = list(self.setup.start)
        if key is Key.OK:
            start[self.side] = self.digits.number
            if start[self.side] >= self.setup.rules.target:
                raise IllegalEvent(f"Type a start from 0 to {self.setup.rules.target - 1} points")
        setup = self.setup._replace(start=tuple(start)).checked()
        if self.side + 1 == len(start):
            return NewGame(setup), None
        return Start(setup, self.side + 1), None


class Names(NamedTuple):
    """The players' names, seat by seat, typed as on a telephone.

    Attributes:
        setup: what the game begins with.
        done: the names of the seats before.
        text: the name so far.
        turning: the key whose letters the last letter goes through.
    """

    setup: Setup
    done: tuple[str, ...] = ()
    text: str = ""
    turning: Key | None = None

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """A key again is its next letter; K ends a letter, OK a name; GO, at the first, plays without names.

        UNDO takes a letter back, at an empty name the one before, and at the first leaves.
        """
        if key is Key.MENU or (key is Key.UNDO and not self.text and not self.done):
            return NewGame(self.setup), None
        if key is Key.UNDO and not self.text:
            return Names(self.setup, self.done[:-1], self.done[-1]), None
        if key is Key.UNDO:
            return self._replace(text=self.text[:-1], turning=None), None
        if key is Key.GO and not (self.text or self.done):
            return NewGame(self.setup._replace(names=())), None
        if key is Key.KING:
            return self._replace(turning=None), None
        if key in LETTERS:
            return self._typed(key), None
        if key is not Key.OK:
            raise refused(key, "type letters with 2 to 9; K ends a letter, OK the name")
        return self._named(), None

    def _named(self) -> Step:
        """The next name, or the form once all are typed.

        Raises:
            IllegalEvent: the name is blank, or another player has it.
        """
        if not self.text:
            why = "UNDO goes back, MENU leaves" if self.done else "GO plays without names"
            raise refused(Key.OK, f"type a name first; {why}")
        if self.text in self.done:
            raise IllegalEvent(f"{self.text} is another player's name: type a different one")
        done = (*self.done, self.text)
        if len(done) < self.setup.rules.players:
            return Names(self.setup, done)
        return NewGame(self.setup._replace(names=done).checked())

    def _typed(self, key: Key) -> Names:
        letters = LETTERS[key]
        if key is self.turning:
            text, last = self.text[:-1], self.text[-1].upper()
            letter = letters[(letters.index(last) + 1) % len(letters)]
        elif len(self.text) == NAME:
            raise IllegalEvent(f"A name has {NAME} letters at most: OK ends it, UNDO takes one back")
        else:
            text, letter = self.text, letters[0]
        return self._replace(text=text + (letter.lower() if text else letter), turning=key)


class Choice(NamedTuple):
    """The other options, one after the other, forward and back.

    Attributes:
        setup: what the game begins with.
        name: the option on the screen.
    """

    setup: Setup
    name: str

    @classmethod
    def of(cls, setup: Setup) -> Choice:
        """Begin with the first option."""
        return cls(setup, choices(setup.rules)[0])

    @property
    def place(self) -> int:
        """The index of the option among `choices`."""
        return choices(self.setup.rules).index(self.name)

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """GO changes the option, OK goes to the next and UNDO to the one before; MENU is done."""
        if key is Key.MENU or (key is Key.UNDO and not self.place):
            return NewGame(self.setup), None
        if key in (Key.OK, Key.UNDO):
            names = choices(self.setup.rules)
            step = 1 if key is Key.OK else -1
            return Choice(self.setup, names[(self.place + step) % len(names)]), None
        if key is not Key.GO:
            raise refused(key, "GO changes this, OK shows the next option, UNDO the one before, MENU leaves")
        rules = others(self.name, self.setup.rules)[0]
        return Choice(self.setup._replace(rules=rules), self.name), None


@lru_cache(maxsize=4)
def choices(rules: Rules) -> tuple[str, ...]:
    """The options that can be changed under these rules, those that are changed most often first."""
    return tuple(name for name in _ORDER if has_effect(name, rules) and others(name, rules))


class Really(NamedTuple):
    """The last question: give this game up and begin the new one?"""

    setup: Setup

    def press(self, key: Key, history: History) -> tuple[Step | None, Event | None]:
        """OK begins it."""
        if key in LEAVE:
            return None, None
        if key is not Key.OK:
            raise refused(key, "OK is yes, GO is no")
        same = self.setup == NewGame.of(history.game).setup
        return self, Event(Kind.NEW_GAME, setup=None if same else self.setup)


Step = NewGame | Target | Start | Names | Choice | Really

LETTERS = dict(zip(DIGITS, "1 ABC2 DEF3 GHI4 JKL5 MNO6 PQRS7 TUV8 WXYZ9 0".split(), strict=True))
"""The letters of each key, as on a telephone."""


def _after(values: range | tuple[object, ...], now: object) -> object:
    """The value after this one, and round."""
    return values[(list(values).index(now) + 1) % len(values)]


def _with(setup: Setup, *, game: object = None, players: object = None) -> Setup:
    """The setup in another form: its usual target, nothing at the start, and what does not fit as usual."""
    rules = setup.rules._asdict()
    rules["target"] = None
    if game is not None:
        rules["game"] = game
        rules["players"] = rules["players"] if game == "six-card" else 2
    if players is not None:
        rules["players"] = players
        if players != 2:
            rules["game"] = "six-card"
    if rules["players"] != 2 and rules["cut_before_deal"] == "offer":
        rules["cut_before_deal"] = "optional"
    names = setup.names if len(setup.names) == rules["players"] else ()
    return Setup(Rules(**rules), names=names).checked()
