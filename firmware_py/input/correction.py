"""The dialogues that correct an earlier key press in this deal, and the phrases that describe a key press.

A player chooses a key press, then changes it, removes it, or inserts a go before it.
"""

from __future__ import annotations

from engine.cards import Rank, Suit
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.indices import EventIndex
from engine.match.history import History
from engine.match.timeline import Step
from engine.refusals import IllegalEvent
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, Dialogue, Reply, Scene
from .keys import RANKS, SUITS, Key
from .page import ROWS, Hint, Page, Row, hint_rows, ok_go, place_in_figures
from .settings import Equipment
from .typed import refused

_OPPOSITE = {Kind.YES: Kind.NO, Kind.NO: Kind.YES}
_JUDGED = (Kind.RENEGE, Kind.SEEN_CARD, Kind.FALSE_CLAIM)
_ONLY_REMOVED = (Kind.CALL, Kind.PEG, Kind.TAKE_BACK, Kind.SCORE, *_JUDGED)
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
        steps, game = scene.history.this_deal, scene.history.game
        number = self.index - steps[0].at
        shown = range(max(0, number - 2), number + 1)
        rows = [Row(_sentence(steps[index], game), "◀" if index == number else "") for index in shown]
        rows += [Row()] * (ROWS - 1 - len(rows))
        choices = ok_go(words().THIS, words().BEFORE)
        place, chosen = (number + 1, len(steps)), Row(_sentence(steps[number], game, aloud=True))
        all_rows = (*rows, *hint_rows(choices))
        return Page(words().WHICH_PRESS, place_in_figures(place), all_rows, choices, (chosen,), place)


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
        raise refused(key, words().correction_keys(tuple(map(_text, self._ways(history)))))

    def step(self, history: History) -> Step:
        """Return the event that the players want to correct, and the game as it was before that event."""
        return history.timeline.step_at(self.index)

    def _ways(self, history: History) -> tuple[Hint | str, ...]:
        """Return the ways to correct the key press, at most two: a key, or words for a choice of keys."""
        kind = self.step(history).event.kind
        remove, new_rank = Hint(Key.OK, words().REMOVES_IT), words().A_RANK_REPLACES_IT
        if kind is Kind.GO:
            return remove, new_rank
        if kind is Kind.LAY:
            return new_rank, Hint(Key.GO, words().ADDS_A_GO)
        if TAKES.get(kind) is Rank:
            return (new_rank,)
        if kind is Kind.SUIT:
            return words().A_SUIT_REPLACES_IT, remove
        if kind in _OPPOSITE:
            return (Hint(Key.OK, words().CHANGES_THE_ANSWER),)
        return (remove,) if kind in _ONLY_REMOVED else (words().IT_CANNOT_BE_CHANGED,)

    def page(self, scene: Scene) -> Page:
        game, ways, step = scene.history.game, self._ways(scene.history), self.step(scene.history)
        back = Hint(Key.UNDO, words().BACK)
        hints = (*(way for way in ways if isinstance(way, Hint)), back)
        without_hint = [_capitalized(way) for way in ways if isinstance(way, str)]
        rows = (_sentence(step, game), "", *(_capitalized(_text(way)) for way in ways), "")[:4]
        aloud = (_sentence(step, game, aloud=True), *without_hint)
        return Page(words().CORRECT, back.text, tuple(map(Row, rows)), hints, tuple(map(Row, aloud)))


def press_as_noun(step: Step, later: Game, *, aloud: bool = False) -> str:
    """Return a noun phrase that describes a key press, such as `Ann's go`, `Bob's 7` or `the starter`.

    Args:
        step: the step of the timeline that the key press produced.
        later: a state of the game after the key press, in the same deal. If the key played a card, this state
            shows whose card it was.
        aloud: True for the spoken phrase, such as `Ann's seven`.
    """
    return words().press_as_noun(step.event.kind, _player_name(step, later), _named(step.event, aloud=aloud))


def _sentence(step: Step, later: Game, *, aloud: bool = False) -> str:
    what = _named(step.event, aloud=aloud) or " ".join(map(str, step.event.numbers))
    return words().press_as_sentence(step.event.kind, _player_name(step, later), what)


def _text(way: Hint | str) -> str:
    return way.text if isinstance(way, Hint) else way


def _named(event: Event, *, aloud: bool) -> str:
    match event.named:
        case None:
            return ""
        case Rank() if aloud:
            return words().rank(event.named)
        case Suit() if aloud:
            return words().suit(event.named)
    return event.named.symbol


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
