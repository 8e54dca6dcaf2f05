"""The small dialogues. Each asks for one answer: yes or no, a player, or a number of points.

Three only show something: the rules in force and the coach's hint, page by page, and the meanings of the
symbols on the screen.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import Rank
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat, Side
from engine.match.history import History
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import has_effect
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, LEAVE, Dialogue, Reply, Scene, Want
from .keys import RANKS, Key
from .page import (
    ROWS,
    WIDE,
    Hint,
    Page,
    Row,
    Rows,
    hint_rows,
    leaves,
    name_rows,
    place_in_figures,
    question_page,
    sentence,
)
from .settings import Equipment
from .typed import DIGITS, Digits, refused


class Misdeal(Dialogue):
    """The dialogue that asks whether to abandon the deal and deal the cards again."""

    @classmethod
    def of(cls, history: History) -> Misdeal:
        """Return a new dialogue for the current deal.

        Raises:
            IllegalEvent: there is no deal to abandon.
        """
        if not history.game.has_deal:
            raise IllegalEvent(words().NOTHING_TO_THROW_IN)
        return cls()

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        if key is Key.OK:
            return Reply(self, Event.thrown_in())
        raise refused(key, words().OK_YES_GO_NO)

    def page(self, scene: Scene) -> Page:
        return question_page(words().THROW_IN, words().THROW_IN_ROWS)


class SwitchOff(Dialogue):
    """The dialogue that asks whether to switch the machine off. It does not affect the game."""

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        if key is Key.OK:
            return Reply(self, wants=Want.SWITCH_OFF)
        raise refused(key, words().OK_YES_GO_NO)

    def page(self, scene: Scene) -> Page:
        return question_page(words().SWITCH_OFF, words().SWITCH_OFF_ROWS)


class Update(Dialogue):
    """The dialogue that asks whether to update the board, and then shows how far the update is.

    It does not affect the game. Leaving it does not stop the update; opened again, it shows how far that is.

    Attributes:
        is_confirmed: True if the players have confirmed that they want the update.
    """

    is_confirmed: bool = False

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        if key is not Key.OK:
            raise refused(key, words().GO_LEAVES if self.is_confirmed else words().OK_YES_GO_NO)
        return Reply(self) if self.is_confirmed else Reply(Update(True), wants=Want.UPDATE)

    def page(self, scene: Scene) -> Page:
        return scene.update or question_page(words().UPDATE_THE_BOARD, words().UPDATE_THE_BOARD_ROWS)


class Claimant(Dialogue):
    """The dialogue that asks which of two opponents claims the points that a player missed.

    Each key stands for a seat: the ace (A) for the first player, 2 for the second, and so on.

    Attributes:
        kind: `TAKE` for points missed in the play, or `MUGGINS` for points missed in a hand.
        points: the number of points claimed for a hand; 0 for points missed in the play.
    """

    kind: Kind
    points: int = 0

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (Key.UNDO, Key.MENU):
            return CLOSED
        seats = self.seats(history.game)
        seat = seats.get(key)
        if seat is None:
            names = PlayerNames(history.game).seats
            raise refused(
                key,
                lambda label: words().claimant_keys(
                    [(label(each.value), names[of]) for each, of in seats.items()]
                ),
            )
        return Reply(self, self._event(seat))

    def claimed_by(self, seat: Seat, game: Game) -> Event | None:
        """Return the event in which the player at this seat claims the points.

        Return None if this player may not claim them.
        """
        return self._event(seat) if seat in self.seats(game).values() else None

    def seats(self, game: Game) -> dict[Key, Seat]:
        """Return the seats of the opponents who can claim the missed points, keyed by the key to press."""
        if self.kind is Kind.TAKE:
            owner = game.points_to_take.seat if game.points_to_take else None
        else:
            owner = game.hand_owner if game.prompt is Prompt.MUGGINS else None
        if owner is None:
            return {}
        side_of = game.rules.side_of
        keys = zip(RANKS, game.rules.seats, strict=False)
        return {key: seat for key, seat in keys if side_of(seat) != side_of(owner)}

    def _event(self, seat: Seat) -> Event:
        return Event.take(seat) if self.kind is Kind.TAKE else Event.muggins(self.points, seat)

    def page(self, scene: Scene) -> Page:
        game = scene.history.game
        names = PlayerNames(game).seats
        players = tuple(Hint(key, names[seat]) for key, seat in self.seats(game).items())
        rows = tuple(Row(f"{key.value}  {name}") for key, name in players)
        undo_leaves = leaves(Key.UNDO)
        return Page(words().WHO_CLAIMS, undo_leaves.text, rows, (*players, undo_leaves))


class PointsByHand(Dialogue):
    """The dialogue in which a player adds or removes points manually, or sets a score.

    Attributes:
        kind: the kind of event that OK produces: `PEG`, `TAKE_BACK` or `SCORE`.
    """

    kind: Kind = Kind.PEG
    side: Side = Side(0)
    digits: Digits = Digits()
    prompt = "points"

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (Key.UNDO, Key.MENU):
            return CLOSED
        if key is Key.GO:
            following = Side((self.side + 1) % len(history.game.sides))
            return Reply(PointsByHand(self.kind, following, self.digits))
        if key in DIGITS:
            return Reply(PointsByHand(self.kind, self.side, self.digits.type(key)))
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().TYPE_A_NUMBER)
        points = self.digits.number
        if self.kind is Kind.PEG:
            most = history.game.rules.target  # a player who pegs more points than he needs wins, too
            if points > most:
                raise IllegalEvent(words().too_many_points(points, most))
        return Reply(self, Event(self.kind, numbers=(self.side, points)))

    def page(self, scene: Scene) -> Page:
        game = scene.history.game
        title, ok = _by_hand_words(self.kind)
        names = PlayerNames(game).of_side(Side(self.side))
        typed, now = self.digits.text, words().score_now(game.sides[self.side].front)
        hints = (Hint(Key.OK, ok), Hint(Key.GO, words().NEXT), leaves(Key.UNDO))
        rows = (*name_rows(names), Row(f"{typed}_", now), *hint_rows(hints))
        return Page(title, "", rows, hints, (Row(words().listed(names)), Row(now)), typed=typed)


class CallFewer(Dialogue):
    """The dialogue that lets a player claim fewer points than the last card has scored."""

    digits: Digits = Digits()

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key is Key.UNDO and self.digits.text:
            return Reply(CallFewer(self.digits.less()))
        if key in LEAVE:
            return CLOSED
        if key in DIGITS:
            return Reply(CallFewer(self.digits.type(key)))
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().TYPE_THE_POINTS_CALLED)
        return Reply(self, Event.call(self.digits.number))

    def page(self, scene: Scene) -> Page:
        hints = (Hint(Key.OK, words().CALLS), leaves(Key.UNDO))
        typed, asked = self.digits.text, words().POINTS_CALLED
        rows = (Row(asked, f"{typed}_"), *map(Row, words().CALL_FEWER_ROWS), *hint_rows(hints))
        aloud = (sentence(words().CALL_FEWER_ROWS), Row(asked))
        return Page(words().CALL_FEWER, "", rows, hints, aloud, typed=typed)


def _by_hand_words(kind: Kind) -> tuple[str, str]:
    if kind is Kind.PEG:
        return words().PEG_POINTS, words().PEGS
    if kind is Kind.TAKE_BACK:
        return words().TAKE_BACK, words().TAKES
    return words().SET_THE_SCORE, words().SETS


class PagesDialogue(Dialogue):
    """The base class of dialogues that only show something, page by page.

    Attributes:
        number: the index of the page, starting at 0. The last page is followed by the first.
    """

    number: int = 0

    @abstractmethod
    def pages(self, scene: Scene) -> Sequence[Shown]:
        """Return what is on each page."""

    @abstractmethod
    def title(self, number: int, pages: int) -> str:
        """Return the title of a page, of which there are several. They are counted from 1."""

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (Key.GO, Key.MENU) or (key is Key.UNDO and not self.number):
            return CLOSED
        if key in (Key.OK, Key.UNDO):
            return Reply(type(self)(self.number + (1 if key is Key.OK else -1)))
        raise refused(key, words().PAGE_KEYS)

    def page(self, scene: Scene) -> Page:
        pages = self.pages(scene)
        number = self.number % len(pages)
        shown = pages[number].rows
        blank = [Row()] * (ROWS - len(shown))
        turns = (Hint(Key.OK, words().NEXT), Hint(Key.UNDO, words().BACK))
        rows, go_leaves = (*shown, *blank, *hint_rows(turns)), leaves(Key.GO)
        title, hints = self.title(number + 1, len(pages)), (*turns, go_leaves)
        return Page(title, go_leaves.text, rows, hints, tuple(pages[number].aloud))


class Shown(NamedTuple):
    """The rows of a page, and the rows to be spoken."""

    rows: list[Row]
    aloud: list[Row]


class AskHint(PagesDialogue):
    """The dialogue that shows what the coach would do now, and why. An add-on asks the coach."""

    number: int = 0

    def pages(self, scene: Scene) -> Sequence[Shown]:
        """Each sentence begins a page, and a long one goes on on the next. The voice says it at once."""
        from textwrap import wrap

        pages = []
        for text in scene.hint or (" ".join(words().COACH_IS_WORKING_ROWS),):
            lines = wrap(text, WIDE, break_on_hyphens=False)
            aloud = [Row(_with_ranks_in_words(text))]
            for first in range(0, len(lines), ROWS):
                pages.append(Shown([*map(Row, lines[first : first + ROWS])], [] if first else aloud))
        return pages

    def title(self, number: int, pages: int) -> str:
        return f"{words().HINT} {place_in_figures((number, pages))}"


_RANK = r"10|[2-9AJQK]"
_RANKS = re.compile(rf"(?<![\w.])(?:{_RANK})(?:-(?:{_RANK}))?(?![\w♠♥♦♣]|\.\d)")


def _with_ranks_in_words(text: str) -> str:
    """Return the spoken form of a hint, in which e.g. `5-J` is `five jack`."""

    def in_words(found: re.Match[str]) -> str:
        return " ".join(words().rank(Rank.parse(rank)) for rank in found[0].split("-"))

    return _RANKS.sub(in_words, text)


class RulesInForce(PagesDialogue):
    """The dialogue that shows the current game's rules, page by page."""

    number: int = 0

    def pages(self, scene: Scene) -> Sequence[Shown]:
        return _pages(scene.history.game.rules)

    def title(self, number: int, pages: int) -> str:
        return words().rules_page(number, pages)


def _pages(rules: Rules) -> list[Shown]:
    players = Row(words().PLAYERS, str(rules.players))
    return option_pages(options_in_force(rules), rules, first=(players,))


def option_pages(names: Iterable[str], rules: Rules, first: Rows = ()) -> list[Shown]:
    """Return pages with the rows in `first`, and then the options called `names` with their values."""
    pages = [Shown([*first], [*first])]
    for name in names:
        rows = option_rows(name, rules)
        if len(pages[-1].rows) + len(rows) > ROWS:
            pages.append(Shown([], []))
        pages[-1].rows.extend(rows)
        pages[-1].aloud.append(option_row(name, rules))
    return pages


def options_in_force(rules: Rules) -> list[str]:
    """Return the names of the options that make a difference in a game, those with unusual values first."""
    usual = Rules(rules.game, rules.players)
    return sorted(
        (name for name in OPTIONS if has_effect(name, rules)),
        key=lambda name: getattr(rules, name) == getattr(usual, name),
    )


def option_row(name: str, rules: Rules) -> Row:
    """Return a row with the option called `name` and its value. The row may be too long for the screen."""
    value = OPTIONS[name].write(getattr(rules, name))
    return Row(words().option(name), words().option_value(name, value))


def option_rows(name: str, rules: Rules) -> Rows:
    """Return a row with the option called `name` and its value, or two rows if they do not fit in one."""
    row = option_row(name, rules)
    if len(row.left) + len(row.right) < WIDE:
        return (row,)
    return Row(row.left), Row("", row.right)


class Signs(Dialogue):
    """The dialogue that explains the symbols on the screen."""

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (*LEAVE, Key.OK):
            return CLOSED
        raise refused(key, words().GO_LEAVES)

    def page(self, scene: Scene) -> Page:
        rules = scene.history.game.rules
        if rules.sides == 2:
            turn, count = words().TURN_OF_TWO_SIGN, words().COUNT_OF_TWO_SIGN
            count_aloud = count
        else:
            turn, count = words().TURN_OF_THREE_SIGN, words().COUNT_OF_THREE_SIGN
            count_aloud = words().COUNT_OF_THREE_SIGN_ALOUD
        others = words().SCORE_SIGN, words().SCORE_BEFORE_SIGN
        rows, aloud = (
            tuple(Row(*sign) for sign in (words().DEALER_SIGN, turn, sign_of_count, *others))
            for sign_of_count in (count, count_aloud)
        )
        go_leaves = leaves(Key.GO)
        return Page(words().SIGNS, go_leaves.text, rows, (go_leaves,), aloud)
