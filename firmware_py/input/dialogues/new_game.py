"""The dialogues that set up a new game: a form with the settings, and a dialogue for each kind of setting."""

from __future__ import annotations

from engine.errors import InvalidRules
from engine.events import Event
from engine.game import Game
from engine.match.history import History
from engine.options import OPTIONS
from engine.refusals import IllegalEvent
from engine.rules import PLAYERS, Rules
from engine.setup import Setup
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.dialogues.new_game_options import (
    first_option,
    following_option,
    target_limits,
    with_next_value,
)
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.input.typed_name import LETTERS, TypedName
from firmware_py.input.typed_number import DIGITS, Digits
from firmware_py.words.in_use import words


class NewGameForm(DialogueBase):
    """The form in which the players choose the settings for a new game.

    Attributes:
        setup: the setup chosen so far.
    """

    setup: Setup

    @classmethod
    def of(cls, game: Game) -> NewGameForm:
        """Return a new form, filled in with the rules and names of the current game.

        If its rules come from an old record, and are no longer possible in a new game, the form starts with
        the most similar rules that are.
        """
        return cls(Setup(game.rules.for_new_game, names=game.names).checked())

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[NewGameDialogue | None, Event | None]:
        """Handle a key press.

        The keys A to 6 change a setting, or open a dialogue in which the players can change it. OK asks
        whether to begin the game. GO, UNDO and MENU close the form.

        Return the dialogue that is open afterwards, if any. The second value is always None, because no key
        produces an event here.
        """
        if key in LEAVE:
            return None, None
        match key:
            case Key.ACE:
                game = _after(OPTIONS["game"].values, self.setup.rules.game)
                return NewGameForm(_in_another_form(self.setup, game=game)), None
            case Key.TWO:
                players = _after(PLAYERS, self.setup.rules.players)
                return NewGameForm(_in_another_form(self.setup, players=players)), None
            case Key.THREE:
                return NewTarget(self.setup), None
            case Key.FOUR:
                return NewStart(self.setup), None
            case Key.FIVE:
                return NewNames(self.setup), None
            case Key.SIX:
                return NewOption(self.setup, first_option(self.setup.rules)), None
            case Key.OK:
                return ConfirmNewGame(self.setup), None
        first, last = Key.ACE.value, Key.SIX.value
        raise refused(key, lambda name: words().new_game_keys(name(first), name(last)))


class NewTarget(DialogueBase):
    """The dialogue for typing the target score of a new game.

    Attributes:
        setup: the setup chosen so far.
        digits: the number typed so far.
    """

    setup: Setup
    digits: Digits = Digits()

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[NewTarget | NewGameForm, Event | None]:
        """Handle a key press: the rank keys enter digits, and OK sets the target score.

        Return the dialogue that is open afterwards, and the event that was produced, if any.
        """
        if key in LEAVE:
            return NewGameForm(self.setup), None
        if key in DIGITS:
            return NewTarget(self.setup, self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().type_a_target(*target_limits()))
        try:
            rules = Rules(**self.setup.rules._asdict() | {"target": self.digits.number})
        except InvalidRules:
            raise IllegalEvent(words().impossible_target(*target_limits())) from None
        return NewGameForm(self.setup._replace(rules=rules, start=()).checked()), None


class NewStart(DialogueBase):
    """The dialogue for typing the number of points that each side starts with.

    Attributes:
        setup: the setup chosen so far.
        side: the side whose points are being typed.
        digits: the number typed so far.
    """

    setup: Setup
    side: int = 0
    digits: Digits = Digits()

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[NewStart | NewGameForm, Event | None]:
        """Handle a key press while the players enter a side's starting points.

        The rank keys enter digits. OK sets the points that have been entered, and GO keeps the previous
        points. UNDO and MENU return to the form for the new game.

        Return the dialogue that is open afterwards, and the event that was produced, if any.
        """
        if key in (Key.UNDO, Key.MENU):
            return NewGameForm(self.setup), None
        if key in DIGITS:
            return NewStart(self.setup, self.side, self.digits.type(key)), None
        if key not in (Key.OK, Key.GO):
            raise refused(key, words().TYPE_A_NUMBER)
        start = list(self.setup.start)
        if key is Key.OK:
            start[self.side] = self.digits.number
            if start[self.side] >= self.setup.rules.target:
                raise IllegalEvent(words().impossible_start(self.setup.rules.target - 1))
        setup = self.setup._replace(start=tuple(start)).checked()
        if self.side + 1 == len(start):
            return NewGameForm(setup), None
        return NewStart(setup, self.side + 1), None


class NewNames(DialogueBase):
    """The dialogue for typing the players' names, one seat after another.

    Attributes:
        setup: the setup chosen so far.
        done: the names already typed for the previous seats.
        name: the name typed so far for this seat.
    """

    setup: Setup
    done: tuple[str, ...] = ()
    name: TypedName = TypedName()

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[NewNames | NewGameForm, Event | None]:
        """Handle a key press.

        The keys 2 to 9 type letters, as on an old mobile phone: pressing a key again changes the letter, and
        K accepts the letter, so that the same key can type the next one. OK finishes the name, and UNDO
        deletes a letter.

        Before the first letter of the first name, GO selects a game without names.

        Return the dialogue that is open afterwards, and the event that was produced, if any.
        """
        if key is Key.MENU or (key is Key.UNDO and not self.name.text and not self.done):
            return NewGameForm(self.setup), None
        if key is Key.UNDO and not self.name.text:
            return NewNames(self.setup, self.done[:-1], TypedName(self.done[-1])), None
        if key is Key.UNDO:
            return self._with(self.name.less()), None
        if key is Key.GO and not (self.name.text or self.done):
            return NewGameForm(self.setup._replace(names=())), None
        if key is Key.KING:
            return self._with(self.name.end_letter()), None
        if key in LETTERS:
            return self._with(self.name.type(key)), None
        if key is not Key.OK:
            labels = Key.TWO.value, Key.NINE.value, Key.KING.value
            raise refused(key, lambda name: words().type_letters(*map(name, labels)))
        return self._named(), None

    def _with(self, name: TypedName) -> NewNames:
        return NewNames(self.setup, self.done, name)

    def _named(self) -> NewNames | NewGameForm:
        text = self.name.text
        if not text:
            raise refused(Key.OK, words().TYPE_A_NAME_OR_UNDO if self.done else words().TYPE_A_NAME_OR_GO)
        if text in self.done:
            raise IllegalEvent(words().name_is_taken(text))
        done = (*self.done, text)
        if len(done) < self.setup.rules.players:
            return NewNames(self.setup, done)
        return NewGameForm(self.setup._replace(names=done).checked())


class NewOption(DialogueBase):
    """The dialogue that shows, one at a time, the options that have no key in the new-game form.

    Attributes:
        setup: the setup chosen so far.
        name: the name of the option shown on the screen.
    """

    setup: Setup
    name: str

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[NewOption | NewGameForm, Event | None]:
        """Handle a key press while an option for the new game is shown.

        GO changes the option's value. OK shows the next option, and UNDO the previous one. MENU returns to
        the form for the new game, and so does UNDO at the first option.

        Return the dialogue that is open afterwards, and the event that was produced, if any.
        """
        rules = self.setup.rules
        if key is Key.MENU or (key is Key.UNDO and self.name == first_option(rules)):
            return NewGameForm(self.setup), None
        if key in (Key.OK, Key.UNDO):
            following = following_option(self.name, rules, steps=1 if key is Key.OK else -1)
            return NewOption(self.setup, following), None
        if key is not Key.GO:
            raise refused(key, words().OPTION_KEYS)
        return NewOption(self.setup._replace(rules=with_next_value(self.name, rules)), self.name), None


class ConfirmNewGame(DialogueBase):
    """The dialogue that asks whether to abandon the current game and start the new one.

    Attributes:
        setup: the new game's setup.
    """

    setup: Setup

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[ConfirmNewGame | None, Event | None]:
        """Handle a key press: OK starts the new game, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is not Key.OK:
            raise refused(key, words().OK_YES_GO_NO)
        same = self.setup == Setup(history.game.rules, names=history.game.names).checked()
        return self, Event.new_game(None if same else self.setup)


NewGameDialogue = NewGameForm | NewTarget | NewStart | NewNames | NewOption | ConfirmNewGame
"""The dialogues that set up a new game."""


def _after(values: range | tuple[object, ...], now: object) -> object:
    """Return the value after `now`. The first value follows the last."""
    return values[(list(values).index(now) + 1) % len(values)]


def _in_another_form(setup: Setup, *, game: object = None, players: object = None) -> Setup:
    """Return a copy of a setup with a different kind of game or number of players.

    The target score is reset, and so is any option that is not allowed in the new game. All sides start at 0.

    Args:
        setup: the setup chosen so far.
        game: the name of the new kind of game; None to leave it unchanged if possible.
        players: the new number of players; None to leave it unchanged if possible.
    """
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
