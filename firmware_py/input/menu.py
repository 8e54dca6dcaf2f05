"""The menu: its entries, their keys, and the dialogues that they open.

The pages of the dialogues. While a dialogue is open, key presses go to the dialogue, not to the game.

The menu page. Each menu entry is shown with the key that chooses it.

The union type of all dialogues, which lets mypy check that a `match` statement handles every dialogue.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple, assert_never

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Side
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.view.coach import switch_page
from firmware_py.view.view import signs_page
from firmware_py.words.english import English
from firmware_py.words.in_use import PlayerNames, words

from .correction import ChoosePress, CorrectPress, choice_page, correction_page
from .dialogue import KEYS_ALONE, LEAVE, DialogueBase, Equipment, PhoneOffer
from .keys import RANKS, Key
from .new_game import ConfirmNewGame, NewGameDialogue, NewGameForm, NewNames, NewOption, NewStart, NewTarget
from .new_game_pages import new_game_page
from .page import Hint, Page, Row, Rows, hint_rows, leaves, name_rows, sentence, yes_no
from .phone import Phone, phone_page, put_out_page
from .questions import CallFewer, Claimant, CoachSwitch, Misdeal, PointsByHand, SwitchOff
from .rules import RulesInForce, Signs, rules_page
from .typed import refused

Opened = (
    PointsByHand
    | Misdeal
    | RulesInForce
    | NewGameForm
    | ChoosePress
    | SwitchOff
    | Signs
    | CallFewer
    | Phone
    | CoachSwitch
)
"""The dialogues that the menu can open."""
_OFF, _CALL_FEWER, _PHONE, _COACH = Key.EIGHT, Key.TEN, Key.KING, Key.OK


class Menu(DialogueBase):
    """The menu, which is used to open most of the other dialogues. Its entries depend on the equipment."""

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Opened | None, Event | None]:
        """Handle a key press: choose the menu entry that belongs to this key.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is _OFF and not equipment.powers_off:
            raise IllegalEvent(words().ONLY_THE_SERVICE_SWITCHES_OFF)
        entries = self.entries(history, equipment)
        entry = entries.get(key)
        if entry is None:
            ranges = _ranges(entries)
            raise refused(key, lambda name: words().menu_keys([list(map(name, each)) for each in ranges]))
        return entry.opens(history, equipment) if entry.opens else None, None

    def asks(self, key: Key) -> Key | None:
        """Return AGAIN if the key asks the voice to repeat itself, or SCORE if the key asks for the score.

        Return None for any other key.
        """
        entry = ENTRIES.get(key)
        return entry.asks if entry else None

    def entries(self, history: History, equipment: Equipment) -> dict[Key, MenuEntry]:
        """Return the menu entries that are available now. Each key maps to the entry that it chooses.

        Args:
            history: the match so far.
            equipment: the parts and settings of the board.
        """
        missing = {
            _OFF: not equipment.powers_off,
            _CALL_FEWER: not history.game.points_to_call,
            _PHONE: not equipment.phones,
            # The menu has no room for both, and no advice is given while points can be called.
            _COACH: equipment.coach is None or bool(history.game.points_to_call),
        }
        return {key: entry for key, entry in ENTRIES.items() if not missing.get(key)}


class MenuEntry(NamedTuple):
    """An entry in the menu.

    Attributes:
        label: a function that takes a message catalogue and returns the label of the entry.
        opens: a function that returns the dialogue to open, or raises CribbageError if the entry is not
            available now. It is None if the entry only closes the menu.
        asks: the key AGAIN or SCORE if choosing the entry has the same effect as pressing that key; otherwise
            None.
    """

    label: Callable[[English], str]
    opens: Callable[[History, Equipment], Opened] | None
    asks: Key | None = None


def _ranges(chosen: Collection[Key]) -> list[tuple[str, ...]]:
    """Return the labels of the given keys, with three or more neighbouring ranks combined into a range.

    For example, the keys A to 7 and 9 result in `[("A", "7"), ("9",)]`.
    """
    ranges: list[tuple[str, ...]] = []
    for belongs, keys in groupby(RANKS, lambda key: key in chosen):
        labels = [key.value for key in keys]
        if belongs:
            ranges += [(labels[0], labels[-1])] if len(labels) > 2 else [(label,) for label in labels]
    return [*ranges, *((key.value,) for key in chosen if key not in RANKS)]


def _by_hand(kind: Kind) -> Callable[[History, Equipment], PointsByHand]:
    def opens(history: History, equipment: Equipment) -> PointsByHand:
        if history.game.winner is not None:
            raise IllegalEvent(words().GAME_IS_OVER_UNDO)
        return PointsByHand(kind)

    return opens


def _new_game(history: History, equipment: Equipment) -> NewGameForm:
    setup = equipment.new_game
    return NewGameForm.of(history.game) if setup is None else NewGameForm(setup)


ENTRIES: dict[Key, MenuEntry] = {
    Key.ACE: MenuEntry(lambda words: words.MENU_PEG, _by_hand(Kind.PEG)),
    Key.TWO: MenuEntry(lambda words: words.MENU_TAKE_BACK, _by_hand(Kind.TAKE_BACK)),
    Key.THREE: MenuEntry(lambda words: words.MENU_SET_SCORE, _by_hand(Kind.SCORE)),
    Key.FOUR: MenuEntry(lambda words: words.MENU_MISDEAL, lambda history, equipment: Misdeal.of(history)),
    Key.FIVE: MenuEntry(lambda words: words.MENU_RULES, lambda history, equipment: RulesInForce()),
    Key.SIX: MenuEntry(lambda words: words.MENU_NEW_GAME, _new_game),
    Key.SEVEN: MenuEntry(
        lambda words: words.MENU_CORRECT, lambda history, equipment: ChoosePress.of(history)
    ),
    _OFF: MenuEntry(lambda words: words.MENU_OFF, lambda history, equipment: SwitchOff()),
    Key.NINE: MenuEntry(lambda words: words.MENU_SIGNS, lambda history, equipment: Signs()),
    _CALL_FEWER: MenuEntry(lambda words: words.MENU_CALL_FEWER, lambda history, equipment: CallFewer()),
    _COACH: MenuEntry(
        lambda words: words.MENU_COACH, lambda history, equipment: CoachSwitch(bool(equipment.coach))
    ),
    Key.JACK: MenuEntry(lambda words: words.MENU_AGAIN, None, asks=Key.AGAIN),
    Key.QUEEN: MenuEntry(lambda words: words.MENU_SCORE, None, asks=Key.SCORE),
    _PHONE: MenuEntry(lambda words: words.MENU_PHONE, lambda history, equipment: Phone()),
}
"""All menu entries, keyed by the key that chooses them."""


Dialogue = Menu | Opened | CorrectPress | Claimant | NewGameDialogue
"""The type of any dialogue."""


_ROWS = 5
"""The number of rows on a full page of the OLED."""
_WIDEST = 23
"""The maximum number of letters in a row of three entries, so that the narrow font has room for them."""


def menu_page(menu: Menu, history: History, equipment: Equipment) -> Page:
    """Return the menu page. It shows only the entries that are available now.

    Args:
        menu: the menu.
        history: the match.
        equipment: the parts and settings of the board.
    """
    available = menu.entries(history, equipment)
    entries = tuple(Hint(key, entry.label(words())) for key, entry in available.items())
    short = Hint(Key.SIX, words().MENU_NEW_GAME_SHORT)
    shorter = tuple(short if entry.key is Key.SIX else entry for entry in entries)
    go_leaves = leaves(Key.GO)
    candidates = [
        (rows, hints) for hints in (entries, shorter) for rows in _arrangements([hint.text for hint in hints])
    ]
    rows, hints = next((each for each in candidates if _fits(each[0])), candidates[0])
    return Page(words().MENU, go_leaves.text, rows, (*hints, go_leaves))


def _fits(rows: Rows) -> bool:
    """Return True if the rows fit on the screen. Only rows with three menu entries are checked."""
    return all(len(left + right) <= _WIDEST for left, right in rows if "  " in right)


def _arrangements(texts: Sequence[str]) -> Iterator[Rows]:
    wide = max(0, len(texts) - 2 * _ROWS)
    for of_three in combinations(reversed(range(_ROWS)), wide):
        rows, at = [], 0
        for row in range(_ROWS):
            first, *others = texts[at : at + (3 if row in of_three else 2)] or ("",)
            rows.append(Row(first, "  ".join(others)))
            at += 1 + len(others)
        yield tuple(row for row in rows if row.left)


def dialogue_page(
    dialogue: Dialogue,
    history: History,
    equipment: Equipment = KEYS_ALONE,
    phones: PhoneOffer | None = None,
) -> Page:
    """Return the page that shows an open dialogue.

    Args:
        dialogue: the dialogue.
        history: the match.
        equipment: the parts and settings of the board, which determine the entries of the menu.
        phones: what to show in the dialogue that connects phones to the board, such as the address to open;
            None if it is not known yet.
    """
    game = history.game
    match dialogue:
        case Menu():
            return menu_page(dialogue, history, equipment)
        case PointsByHand():
            return _by_hand_page(dialogue, game)
        case Misdeal():
            return _misdeal_page()
        case CallFewer():
            return _call_fewer_page(dialogue)
        case SwitchOff():
            return _switch_off_page()
        case RulesInForce():
            return rules_page(game.rules, dialogue.page)
        case Signs():
            return signs_page(game.rules)
        case ChoosePress():
            return choice_page(dialogue, history)
        case CorrectPress():
            return correction_page(dialogue, history)
        case Claimant():
            return _claimant_page(dialogue, game)
        case CoachSwitch():
            return switch_page(dialogue, game)
        case Phone():
            return put_out_page() if dialogue.is_asking else phone_page(phones or PhoneOffer())
        case NewGameForm() | NewTarget() | NewStart() | NewNames() | NewOption() | ConfirmNewGame():
            return new_game_page(dialogue, game)
    assert_never(dialogue)


def _by_hand_words(kind: Kind) -> tuple[str, str]:
    """Return the title of the page for entering a manual correction, and the meaning of OK on that page."""
    if kind is Kind.PEG:
        return words().PEG_POINTS, words().PEGS
    if kind is Kind.TAKE_BACK:
        return words().TAKE_BACK, words().TAKES
    return words().SET_THE_SCORE, words().SETS


def _by_hand_page(dialogue: PointsByHand, game: Game) -> Page:
    title, ok = _by_hand_words(dialogue.kind)
    names = PlayerNames(game).of_side(Side(dialogue.side))
    typed, now = dialogue.digits.text, words().score_now(game.sides[dialogue.side].front)
    hints = (Hint(Key.OK, ok), Hint(Key.GO, words().NEXT), leaves(Key.UNDO))
    rows = (*name_rows(names), Row(f"{typed}_", now), *hint_rows(hints))
    return Page(title, "", rows, hints, (Row(words().listed(names)), Row(now)), typed=typed)


def _misdeal_page() -> Page:
    hints = yes_no()
    rows = (*map(Row, words().THROW_IN_ROWS), Row(), *hint_rows(hints))
    return Page(words().THROW_IN, "", rows, hints, (sentence(words().THROW_IN_ROWS),))


def _call_fewer_page(dialogue: CallFewer) -> Page:
    hints = (Hint(Key.OK, words().CALLS), leaves(Key.UNDO))
    typed, asked = dialogue.digits.text, words().POINTS_CALLED
    rows = (Row(asked, f"{typed}_"), *map(Row, words().CALL_FEWER_ROWS), *hint_rows(hints))
    aloud = (sentence(words().CALL_FEWER_ROWS), Row(asked))
    return Page(words().CALL_FEWER, "", rows, hints, aloud, typed=typed)


def _switch_off_page() -> Page:
    hints = yes_no()
    rows = (*map(Row, words().SWITCH_OFF_ROWS), Row(), *hint_rows(hints))
    return Page(words().SWITCH_OFF, "", rows, hints, (sentence(words().SWITCH_OFF_ROWS),))


def _claimant_page(dialogue: Claimant, game: Game) -> Page:
    names = PlayerNames(game).seats
    players = tuple(Hint(key, names[seat]) for key, seat in dialogue.seats(game).items())
    rows = tuple(Row(f"{key.value}  {name}") for key, name in players)
    undo_leaves = leaves(Key.UNDO)
    return Page(words().WHO_CLAIMS, undo_leaves.text, rows, (*players, undo_leaves))
