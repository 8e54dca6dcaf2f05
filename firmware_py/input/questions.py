"""The small dialogues, each of which asks for one answer: yes or no, a player, or a number of points."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat, Side
from engine.match.history import History
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import CLOSED, LEAVE, Dialogue, Equipment, Reply, Scene, Want
from .keys import RANKS, Key
from .page import Hint, Page, Row, hint_rows, leaves, name_rows, question_page, sentence
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
        side: the side shown on the screen.
        digits: the number typed so far.
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
    """The dialogue that lets a player claim fewer points than the last card has scored.

    Attributes:
        digits: the number of points typed so far.
    """

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
