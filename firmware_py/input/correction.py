"""The dialogues that correct an earlier key press in this deal, and the phrases that describe a key press.

A player chooses a key press, then changes it, removes it, or inserts a go before it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.indices import EventIndex
from engine.match.history import History
from engine.match.timeline import Step
from engine.refusals import IllegalEvent
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, Dialogue, Equipment, Reply, Scene
from .keys import RANKS, SUITS, Key
from .page import ROWS, Hint, Page, Row, hint_rows, ok_go, place_in_figures
from .typed import refused

_OPPOSITE = {Kind.YES: Kind.NO, Kind.NO: Kind.YES}
_ONLY_REMOVED = (Kind.CALL, Kind.PEG, Kind.TAKE_BACK, Kind.SCORE)
"""The kinds of events that a player can remove but not change."""


class ChoosePress(Dialogue):
    """The dialogue in which the player selects the key press to correct.

    Attributes:
        index: the selected key press, given as the index of its event in the match.
    """

    index: EventIndex

    @classmethod
    def of(cls, history: History) -> ChoosePress:
        """Return a new dialogue in which the last key press is selected.

        Raises:
            IllegalEvent: no key has been pressed in this deal.
        """
        if not history.this_deal:
            raise IllegalEvent(words().NOTHING_TO_CORRECT)
        return cls(history.this_deal[-1].at)

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        """Handle a key press: GO selects the previous key press, and OK confirms the selection."""
        if key in (Key.UNDO, Key.MENU):
            return CLOSED
        steps = history.this_deal
        if key is Key.GO:
            first, last = steps[0].at, steps[-1].at
            return Reply(ChoosePress(EventIndex(self.index - 1) if self.index > first else last))
        if key is Key.OK:
            return Reply(CorrectPress(self.index))
        raise refused(key, words().GO_SHOWS_THE_PRESS_BEFORE)

    def page(self, scene: Scene) -> Page:
        steps = scene.history.this_deal
        number = self.index - steps[0].at
        shown = range(max(0, number - 2), number + 1)
        rows = [
            Row(press_as_sentence(steps[index], scene.history.game), "◀" if index == number else "")
            for index in shown
        ]
        rows += [Row()] * (ROWS - 1 - len(rows))
        choices = ok_go(words().THIS, words().BEFORE)
        place, chosen = (number + 1, len(steps)), Row(press_aloud(steps[number], scene.history.game))
        all_rows = (*rows, *hint_rows(choices))
        return Page(words().WHICH_PRESS, place_in_figures(place), all_rows, choices, (chosen,), place)


class CorrectionWay(NamedTuple):
    """A way to correct a key press, as shown to the players, e.g. `OK removes it` or `a rank replaces it`.

    Attributes:
        meaning: the effect of the key, such as `removes it`. If `key` is None, this is the whole text, e.g.
            `a rank replaces it`.
        key: the key to press, or None if there is a choice of keys, e.g. any rank key.
    """

    meaning: str
    key: Key | None = None

    @property
    def text(self) -> str:
        """The phrase shown on the screen, such as `OK removes it` or `a rank replaces it`."""
        return words().key_and_meaning(self.key.value, self.meaning) if self.key else self.meaning


class CorrectPress(Dialogue):
    """The dialogue in which the player corrects the selected key press.

    Attributes:
        index: the index, among all events of the match, of the event that the key press produced.
    """

    index: EventIndex

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        """Change or remove the selected key press, or insert a go before it, depending on `key`.

        UNDO and MENU return to the dialogue in which the player selects the key press to correct.
        """
        if key in (Key.UNDO, Key.MENU):
            return Reply(ChoosePress(self.index))
        was = self.step(history).event
        if key in RANKS and TAKES.get(was.kind) is Rank:
            return Reply(self, Event.change(self.index, Event(was.kind, RANKS[key])))
        if key in RANKS and was.kind is Kind.GO:
            return Reply(self, Event.change(self.index, Event.lay(RANKS[key])))
        if key in SUITS and was.kind is Kind.SUIT:
            return Reply(self, Event.change(self.index, Event.suit(SUITS[key])))
        if key is Key.GO and was.kind is Kind.LAY:
            return Reply(self, Event.put_in(self.index, Event.go()))
        if key is Key.OK and was.kind in (Kind.GO, Kind.SUIT, *_ONLY_REMOVED):
            return Reply(self, Event.take_out(self.index))
        if key is Key.OK and was.kind in _OPPOSITE:
            return Reply(self, Event.change(self.index, Event(_OPPOSITE[was.kind])))
        raise refused(key, words().correction_keys(self.ways_in_words(history)))

    def step(self, history: History) -> Step:
        """Return the event that the players want to correct, and the game as it was before that event."""
        return history.timeline.step_at(self.index)

    def ways(self, history: History) -> tuple[CorrectionWay, ...]:
        """Return the ways in which the chosen key press can be corrected, at most two."""
        kind = self.step(history).event.kind
        remove, new_rank = (
            CorrectionWay(words().REMOVES_IT, Key.OK),
            CorrectionWay(words().A_RANK_REPLACES_IT),
        )
        if kind is Kind.GO:
            return remove, new_rank
        if kind is Kind.LAY:
            return new_rank, CorrectionWay(words().ADDS_A_GO, Key.GO)
        if TAKES.get(kind) is Rank:
            return (new_rank,)
        if kind is Kind.SUIT:
            return CorrectionWay(words().A_SUIT_REPLACES_IT), remove
        if kind in _OPPOSITE:
            return (CorrectionWay(words().CHANGES_THE_ANSWER, Key.OK),)
        return (remove,) if kind in _ONLY_REMOVED else ()

    def ways_in_words(self, history: History) -> tuple[str, ...]:
        """Return a phrase for each way to correct the chosen key press, such as `OK removes it`.

        If the key press cannot be corrected, return a single sentence that says so.
        """
        return tuple(way.text for way in self.ways(history)) or (words().IT_CANNOT_BE_CHANGED,)

    def page(self, scene: Scene) -> Page:
        first, second = (*self.ways_in_words(scene.history), "")[:2]
        back = Hint(Key.UNDO, words().BACK)
        ways = self.ways(scene.history)
        hints = (*(Hint(way.key, way.meaning) for way in ways if way.key), back)
        step = self.step(scene.history)
        press = press_as_sentence(step, scene.history.game)
        without_hint = (
            [way.meaning for way in ways if not way.key] if ways else [words().IT_CANNOT_BE_CHANGED]
        )
        aloud = (press_aloud(step, scene.history.game), *map(_capitalized, without_hint))
        rows = (Row(press), Row(), Row(_capitalized(first)), Row(_capitalized(second)))
        return Page(words().CORRECT, back.text, rows, hints, tuple(map(Row, aloud)))


def press_as_sentence(step: Step, later: Game) -> str:
    """Return a sentence that describes a key press, such as `Ann laid 7♥`.

    Args:
        step: the step of the timeline that the key press produced.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
    """
    return _sentence(step, later, _symbol(step.event))


def press_aloud(step: Step, later: Game) -> str:
    """Return the spoken sentence that describes a key press, such as `Ann laid seven`.

    `later` is as for `press_as_sentence`.
    """
    return _sentence(step, later, _in_words(step.event))


def _sentence(step: Step, later: Game, card_or_suit: str) -> str:
    what = card_or_suit or " ".join(map(str, step.event.numbers))
    return words().press_as_sentence(step.event.kind, _player_name(step, later), what)


def press_as_noun(step: Step, later: Game) -> str:
    """Return a noun phrase that describes a key press, such as `Ann's go`, `Bob's 7` or `the starter`.

    `later` is as for `press_as_sentence`.
    """
    return words().press_as_noun(step.event.kind, _player_name(step, later), _symbol(step.event))


def press_as_noun_aloud(step: Step, later: Game) -> str:
    """Return the spoken noun phrase that describes a key press, such as `Ann's seven`.

    `later` is as for `press_as_sentence`.
    """
    return words().press_as_noun(step.event.kind, _player_name(step, later), _in_words(step.event))


def _symbol(event: Event) -> str:
    return event.named.symbol if event.named is not None else ""


def _in_words(event: Event) -> str:
    match event.named:
        case Rank():
            return words().rank(event.named)
        case Suit():
            return words().suit(event.named)
    return ""


def _player_name(step: Step, later: Game) -> str:
    """Return an empty string if it was nobody's turn."""
    names, before = PlayerNames(later).seats, step.before
    card = len(before.deal_cards)
    if step.event.kind is Kind.LAY and later.deal:
        # A card that would take the count past 31 implies a go, and belongs to the next player.
        for seat, hand in enumerate(later.deal.hands):
            if card in hand:
                return names[seat]
    return names[before.to_act] if before.to_act is not None else ""


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
