"""The dialogues that set up a new game: a form with the settings, and a dialogue for each kind of setting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.errors import InvalidRules
from engine.events import Event
from engine.game import Game
from engine.indices import Side
from engine.match.history import History
from engine.options import CLUB, OPTIONS
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup, has_effect, others
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, LEAVE, Dialogue, Reply, Scene
from .keys import Key
from .page import Hint, Page, Row, hint_rows, leaves, name_rows, place_in_figures, question_page, two_columns
from .questions import PagesDialogue, Shown, option_pages, option_row, option_rows
from .settings import Equipment
from .typed import DIGITS, LETTERS, Digits, TypedName, refused

_MUGGINS = tuple(name for name in OPTIONS if name.startswith("muggins"))
_USUAL = (*_MUGGINS, "calling", "reveal", "track", "skunk_worth", "double_worth", "next_game_dealer")
_ORDER = (*_USUAL, *(name for name in OPTIONS if name not in (*_USUAL, "game", "target", "partners")))
"""The options in the order in which they are shown. The options that players change most often come first."""
_TABLES = ((2, True), (3, True), (4, True), (4, False))
"""The numbers of players, each with the option `partners`: four can also play each alone."""


@lru_cache(maxsize=4)
def changeable_options(rules: Rules) -> tuple[str, ...]:
    """Return the names of the options that can be changed under the given rules, in display order."""
    return tuple(name for name in _ORDER if has_effect(name, rules) and others(name, rules))


def _target_limits() -> tuple[int, int]:
    values = OPTIONS["target"].values
    assert isinstance(values, range)
    return values[0], values[-1]


class NewGameForm(Dialogue):
    """The form in which the players choose the settings for a new game."""

    setup: Setup

    @classmethod
    def of(cls, game: Game) -> NewGameForm:
        """Return a new form, filled in with the rules and names of the current game.

        If its rules come from an old record, and are no longer possible in a new game, the form starts with
        the most similar rules that are.
        """
        return cls(Setup(game.rules.for_new_game, names=game.names).checked())

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        match key:
            case Key.ACE:
                game = _after(OPTIONS["game"].values, self.setup.rules.game)
                return Reply(NewGameForm(_in_another_form(self.setup, game=game)))
            case Key.TWO:
                rules = self.setup.rules
                now = _TABLES.index((rules.players, rules.players != 4 or rules.partners))
                players, partners = _TABLES[(now + 1) % len(_TABLES)]
                setup = _in_another_form(self.setup, players=players, partners=partners)
                return Reply(NewGameForm(setup))
            case Key.THREE:
                return Reply(NewTarget(self.setup))
            case Key.FOUR:
                return Reply(NewStart(self.setup))
            case Key.FIVE:
                return Reply(NewNames(self.setup))
            case Key.SIX:
                return Reply(NewOption(self.setup, changeable_options(self.setup.rules)[0]))
            case Key.OK:
                return Reply(ConfirmNewGame(self.setup))
        first, last = Key.ACE.value, Key.SIX.value
        raise refused(key, lambda name: words().new_game_keys(name(first), name(last)))

    def page(self, scene: Scene) -> Page:
        setup = self.setup
        rules = setup.rules
        entries = (
            Hint(Key.ACE, words().option_value("game", rules.game)),
            Hint(Key.TWO, words().for_players(rules.players, alone=rules.sides == 4)),
            Hint(Key.THREE, words().up_to(rules.target)),
            Hint(Key.FIVE, words().NEW_GAME_NAMES),
            Hint(Key.FOUR, words().start_at("-".join(map(str, setup.start)))),
            Hint(Key.SIX, words().NEW_GAME_RULES),
        )
        texts = [f"{key.value}: {meaning}" for key, meaning in entries]
        begins, go_leaves = Hint(Key.OK, words().BEGINS), leaves(Key.GO)
        has_room = len(setup.names) < 4
        last = (*setup.names, go_leaves.text) if has_room else setup.names
        rows = (*two_columns(texts), *two_columns(last))
        aloud = (Row(words().listed(setup.names)),) if setup.names else ()
        hints, unshown = (*entries, begins, go_leaves), () if has_room else (go_leaves,)
        return Page(words().NEW_GAME, begins.text, rows, hints, aloud, unshown=unshown)


_FIRST_DEALERS = {Key.ACE: "cut", Key.TWO: "alternate"}


class ClubRules(PagesDialogue):
    """The dialogue that says what the rules of a club's evening are, and fills in the form with them.

    The players choose whether they cut for the first deal of each game, or deal first in turn.
    """

    number: int = 0

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in _FIRST_DEALERS:
            setup = equipment.new_game or NewGameForm.of(history.game).setup
            rules = setup.rules._asdict() | CLUB | {"next_game_dealer": _FIRST_DEALERS[key]}
            return Reply(NewGameForm(setup._replace(rules=Rules(**rules)).checked()))
        if key not in (*LEAVE, Key.OK):
            raise refused(key, lambda name: words().club_keys(*(name(each.value) for each in _FIRST_DEALERS)))
        return super().press(key, history, equipment)

    def pages(self, scene: Scene) -> Sequence[Shown]:
        choices = [Row(hint.text) for hint in self._choices()]
        rules = scene.history.game.rules._replace(**CLUB)
        options = option_pages((name for name in CLUB if name != "next_game_dealer"), rules)
        return [Shown(choices, []), *options]

    def title(self, number: int, pages: int) -> str:
        return f"{words().CLUB_RULES} {place_in_figures((number, pages))}"

    def page(self, scene: Scene) -> Page:
        page = super().page(scene)
        return page._replace(
            hints=(*self._choices(), *page.hints), unshown=self._choices() if self.number else ()
        )

    def _choices(self) -> tuple[Hint, Hint]:
        return Hint(Key.ACE, words().CUT_FOR_EACH_GAME), Hint(Key.TWO, words().ALTERNATE)


class NewTarget(Dialogue):
    """The dialogue for typing the target score of a new game."""

    setup: Setup
    digits: Digits = Digits()

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return Reply(NewGameForm(self.setup))
        if key in DIGITS:
            return Reply(NewTarget(self.setup, self.digits.type(key)))
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().type_a_target(*_target_limits()))
        try:
            rules = Rules(**self.setup.rules._asdict() | {"target": self.digits.number})
        except InvalidRules:
            raise IllegalEvent(words().impossible_target(*_target_limits())) from None
        return Reply(NewGameForm(self.setup._replace(rules=rules, start=()).checked()))

    def page(self, scene: Scene) -> Page:
        hints = (Hint(Key.OK, words().SETS), leaves(Key.UNDO))
        allowed = words().number_from(*_target_limits())
        typed = self.digits.text
        rows = (Row(f"{typed}_", allowed), Row(), *hint_rows(hints))
        return Page(words().TARGET, "", rows, hints, (Row(allowed),), typed=typed)


class NewStart(Dialogue):
    """The dialogue for typing the number of points that each side starts with.

    Attributes:
        side: the side whose points are being typed.
    """

    setup: Setup
    side: int = 0
    digits: Digits = Digits()

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (Key.UNDO, Key.MENU):
            return Reply(NewGameForm(self.setup))
        if key in DIGITS:
            return Reply(NewStart(self.setup, self.side, self.digits.type(key)))
        if key not in (Key.OK, Key.GO):
            raise refused(key, words().TYPE_A_NUMBER)
        start = list(self.setup.start)
        if key is Key.OK:
            start[self.side] = self.digits.number
            if start[self.side] >= self.setup.rules.target:
                raise IllegalEvent(words().impossible_start(self.setup.rules.target - 1))
        setup = self.setup._replace(start=tuple(start)).checked()
        if self.side + 1 == len(start):
            return Reply(NewGameForm(setup))
        return Reply(NewStart(setup, self.side + 1))

    def page(self, scene: Scene) -> Page:
        game = scene.history.game
        names = PlayerNames(game.of(self.setup)).of_side(Side(self.side))
        typed, now = self.digits.text, words().score_now(self.setup.start[self.side])
        hints = (Hint(Key.OK, words().SETS), Hint(Key.GO, words().NEXT), leaves(Key.UNDO))
        rows = (*name_rows(names), Row(f"{typed}_", now), *hint_rows(hints))
        aloud = (Row(words().listed(names)), Row(now))
        return Page(words().POINTS_TO_START_WITH, "", rows, hints, aloud, typed=typed)


class NewNames(Dialogue):
    """The dialogue for typing the players' names, one seat after another.

    Attributes:
        done: the names already typed for the previous seats.
        name: the name typed so far for this seat.
    """

    setup: Setup
    done: tuple[str, ...] = ()
    name: TypedName = TypedName()

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        """Handle a key press.

        The keys 2 to 9 type letters, as on an old mobile phone: pressing a key again changes the letter, and
        K accepts the letter, so that the same key can type the next one. OK finishes the name, and UNDO
        deletes a letter.

        Before the first letter of the first name, GO selects a game without names.
        """
        if key is Key.MENU or (key is Key.UNDO and not self.name.text and not self.done):
            return Reply(NewGameForm(self.setup))
        if key is Key.UNDO and not self.name.text:
            return Reply(NewNames(self.setup, self.done[:-1], TypedName(self.done[-1])))
        if key is Key.UNDO:
            return Reply(self._with(self.name.less()))
        if key is Key.GO and not (self.name.text or self.done):
            return Reply(NewGameForm(self.setup._replace(names=())))
        if key is Key.KING:
            return Reply(self._with(self.name.end_letter()))
        if key in LETTERS:
            return Reply(self._with(self.name.type(key)))
        if key is not Key.OK:
            labels = Key.TWO.value, Key.NINE.value, Key.KING.value
            raise refused(key, lambda name: words().type_letters(*map(name, labels)))
        return Reply(self._named())

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

    def page(self, scene: Scene) -> Page:
        setup, seat = self.setup, len(self.done)
        is_first = not (self.name.text or self.done)
        other = Hint(Key.GO, words().NO_NAMES) if is_first else Hint(Key.UNDO, words().BACK)
        hints = (Hint(Key.OK, words().NEXT), other)
        ends_letter = Hint(Key.KING, words().ENDS_A_LETTER)
        typed, letters = self.name.text, Row(words().LETTERS_OF_KEYS)
        now = setup.names[seat] if setup.names else ""
        rows = (Row(f"{typed}_", now), letters, Row(ends_letter.text), *hint_rows(hints))
        aloud = (Row(now), letters) if now else (letters,)
        if setup.names:
            title = words().name_of_player(seat + 1)
        else:
            title = words().name_of_seat(words().seats(setup.rules.players)[seat])
        place = seat + 1, setup.rules.players
        shown = (ends_letter, *hints)
        return Page(title, place_in_figures(place), rows, shown, aloud, place, letters=typed)


class NewOption(Dialogue):
    """The dialogue that shows, one at a time, the options that have no key in the new-game form.

    Attributes:
        name: the name of the option shown on the screen.
    """

    setup: Setup
    name: str

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        names = changeable_options(self.setup.rules)
        number = names.index(self.name)
        if key is Key.MENU or (key is Key.UNDO and not number):
            return Reply(NewGameForm(self.setup))
        if key in (Key.OK, Key.UNDO):
            number += 1 if key is Key.OK else -1
            return Reply(NewOption(self.setup, names[number % len(names)]))
        if key is not Key.GO:
            raise refused(key, words().OPTION_KEYS)
        following = others(self.name, self.setup.rules)[0]
        return Reply(NewOption(self.setup._replace(rules=following), self.name))

    def page(self, scene: Scene) -> Page:
        options = changeable_options(self.setup.rules)
        rules = self.setup.rules
        option = (*option_rows(self.name, rules), Row())[:2]
        hints = (
            Hint(Key.GO, words().CHANGES),
            Hint(Key.OK, words().NEXT),
            Hint(Key.UNDO, words().BACK),
            Hint(Key.MENU, words().DONE),
        )
        place = options.index(self.name) + 1, len(options)
        rows, aloud = (*option, *hint_rows(hints)), (option_row(self.name, rules),)
        return Page(words().RULES, place_in_figures(place), rows, hints, aloud, place)


class ConfirmNewGame(Dialogue):
    """The dialogue that asks whether to abandon the current game and start the new one."""

    setup: Setup

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        if key is not Key.OK:
            raise refused(key, words().OK_YES_GO_NO)
        same = self.setup == Setup(history.game.rules, names=history.game.names).checked()
        return Reply(self, Event.new_game(None if same else self.setup))

    def page(self, scene: Scene) -> Page:
        return question_page(words().GIVE_UP, words().GIVE_UP_ROWS)


def _after(values: range | tuple[object, ...], now: object) -> object:
    """The first value follows the last."""
    return values[(list(values).index(now) + 1) % len(values)]


def _in_another_form(
    setup: Setup, *, game: object = None, players: int | None = None, partners: bool = True
) -> Setup:
    """Reset the target score, and any option that is not allowed in the new game. All sides start at 0."""
    rules = setup.rules._asdict()
    rules["target"], rules["partners"] = None, partners
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
