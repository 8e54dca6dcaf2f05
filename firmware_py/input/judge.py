"""The dialogue of a judge, who gives a penalty by the book of the American Cribbage Congress (RULES.md 6)."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, LEAVE, Dialogue, Reply, Scene
from .keys import RANKS, Key
from .page import Hint, Page, Row, hint_rows, leaves, two_columns
from .settings import Equipment
from .typed import refused


class Judge(Dialogue):
    """The dialogue in which a judge says what happened, who it was and, for a renege, how many cards.

    One key answers each question, and the last answer makes the event. UNDO goes back to the question before.

    Attributes:
        kind: the kind of the event; None while the question is what happened.
        seat: the player who reneged; None before that is known, and for what is no renege.
    """

    kind: Kind | None = None
    seat: Seat | None = None

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key is Key.UNDO and self.kind is not None:
            return Reply(Judge() if self.seat is None else Judge(self.kind))
        if key in LEAVE:
            return CLOSED
        answers = {hint.key: leads_to for hint, leads_to in self._answers(history.game)}
        if key not in answers:
            first, *_, last = answers
            raise refused(key, lambda name: words().answer_keys(name(first.value), name(last.value)))
        leads_to = answers[key]
        return Reply(leads_to) if isinstance(leads_to, Judge) else Reply(self, leads_to)

    def _answers(self, game: Game) -> list[tuple[Hint, Judge | Event]]:
        """Return the keys that answer the question, each with the next question or the event."""
        answers: list[tuple[str, Judge | Event]]
        if self.kind is None:
            answers = [(name, Judge(kind)) for kind, (name, _) in words().OFFENCES.items()]
        elif self.seat is None:
            names = PlayerNames(game).seats
            answers = [(names[seat], self._by(self.kind, Seat(seat))) for seat in game.rules.seats]
        else:
            numbers = range(1, game.rules.hand_size + 1)
            answers = [(words().cards_not_played(cards), Event.renege(self.seat, cards)) for cards in numbers]
        return [(Hint(key, text), then) for key, (text, then) in zip(RANKS, answers, strict=False)]

    def _by(self, kind: Kind, seat: Seat) -> Judge | Event:
        return Judge(kind, seat) if kind is Kind.RENEGE else Event(kind, numbers=(seat,))

    def page(self, scene: Scene) -> Page:
        answers = [hint for hint, _ in self._answers(scene.history.game)]
        texts = [answer.text for answer in answers]
        hints = (leaves(Key.GO),) if self.kind is None else (Hint(Key.UNDO, words().BACK), leaves(Key.GO))
        aloud: tuple[Row, ...] = ()
        if self.kind is None:
            title, aloud = words().JUDGE, (Row(words().PENALTIES_ALOUD),)
            rows = tuple(map(Row, texts, words().PENALTIES))
        elif self.seat is None:
            title, rows = words().OFFENCES[self.kind][1], tuple(map(Row, texts))
        else:
            title, rows = words().CARDS_NOT_PLAYED, two_columns(texts)
        return Page(title, "", (*rows, *hint_rows(hints)), (*answers, *hints), aloud)
