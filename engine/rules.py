"""The rules in force at a table, and what follows from them.

`engine.options` lists the options. This module says what they mean for a game: its sides, its hand size, who
leads after a go. A rule that a single module needs, such as who deals the next game, is in that module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import Rank
from engine.errors import InvalidRules, choice, quoted, shown
from engine.options import OPTIONS, TARGETS, Option, Value
from engine.seats import Seat, Side

PLAYERS = (2, 3, 4)
_SEATS = tuple(map(Seat, range(max(PLAYERS))))
_SIDES = tuple(map(Side, _SEATS))
_HAND = {"six-card": 4, "five-card": 3, "seven-card": 5}
FOUR_CARDS = 4
"""The usual hand, and the crib in every game."""
LIMIT = 31
"""The count of the play never passes it."""
ELEVEN = 11
"""The other value of an ace in Cribbage 1/11."""


_DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


class _Settings(NamedTuple):
    """The values of the options, and the number of players. `engine.options` has the defaults."""

    game: str
    players: int
    target: int
    heels_points: int
    heels_can_win: bool
    lead_after_go: str
    go_multi: str
    combo_after_go: str
    five_card_replay: str
    five_card_play_on: str
    three_for_last: bool
    crib_flush: str
    ace_11: bool
    objective: str
    first_deal: str
    next_game_dealer: str
    cut_before_deal: str
    skunk_worth: int
    double_worth: int
    muggins: bool
    muggins_opens: str
    muggins_heels: bool
    muggins_go: bool
    track: str
    reveal: str
    calling: str


class Rules(_Settings):
    """The rules in force at a table.

    `Rules()` is the standard game; `Rules("five-card", muggins=True)` chooses options. Each option of
    `engine.options.OPTIONS` is an attribute with the same name, and the option says what it means, which
    values it takes and what the default is. An option that has no meaning in a game, such as
    `five_card_replay` with six cards, has no effect.

    Attributes:
        players: 2, 3, or 4 as partners. Three and four play six-card. It is no option of `OPTIONS`.

    Raises:
        InvalidRules: a value that its option does not take, or values that do not go together.
    """

    __slots__ = ()

    def __new__(
        cls, game: str = "six-card", players: int = 2, target: int | None = None, **options: Value
    ) -> Rules:
        """Return the rules with these settings, the rest at their defaults."""
        OPTIONS["game"].check(game)
        options = {"game": game, "target": TARGETS[game] if target is None else target, **options}
        for name, value in options.items():
            _known(name).check(value)
        values = _DEFAULTS | options
        rules = super().__new__(cls, players=players, **values)  # type: ignore[arg-type]  # checked above
        _refuse_conflicts(rules)
        return rules

    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, Value]]:
        """Return the arguments from which `copy` and `pickle` make the same rules."""
        return (), self._asdict()

    @classmethod
    def parse(cls, settings: Iterable[str], *, players: int = 2, recorded: bool = False) -> Rules:
        """Return the rules that settings such as `game=six-card` make, the rest at their defaults.

        Args:
            settings: an option and its value each.
            players: how many play.
            recorded: the settings were written down, perhaps when a double skunk could still be worth less
                than a skunk: accept that, so that old games can be read.

        Raises:
            InvalidRules: a setting without `=`, an unknown option, or a value it does not take.
        """
        chosen: dict[str, Value] = {}
        if isinstance(settings, str) or not isinstance(settings, Iterable):
            raise InvalidRules(f"{quoted(settings)} isn't a list of settings: write ['game=six-card']")
        for setting in settings:
            if not isinstance(setting, str):
                raise InvalidRules(f"{quoted(setting)} isn't a setting: write option=value in quotes")
            name, equals, text = setting.partition("=")
            if not equals:
                raise InvalidRules(
                    f"{shown(setting)} isn't a setting: write option=value, such as game=six-card"
                )
            chosen[name] = _known(name).read(text)
        double = {"double_worth": chosen.pop("double_worth")} if recorded and "double_worth" in chosen else {}
        rules = cls(players=players, **chosen)  # type: ignore[arg-type]  # each option reads its own type
        return rules._replace(**double)  # type: ignore[arg-type]  # likewise

    @property
    def settings(self) -> tuple[str, ...]:
        """Every option in force, as `parse` reads it: `("game=six-card", "target=121", …)`."""
        return tuple(f"{name}={option.write(getattr(self, name))}" for name, option in OPTIONS.items())

    # The form: who plays, and with how many cards (RULES.md 1).

    @property
    def sides(self) -> int:
        """Tracks on the board: partners share one."""
        return 2 if self.players == 4 else self.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, clockwise."""
        return _SEATS[: self.players]

    @property
    def each_side(self) -> tuple[Side, ...]:
        """Every side, in order."""
        return _SIDES[: self.sides]

    def side_of(self, seat: Seat) -> Side:
        """The side that a seat scores for. Partners face each other."""
        return Side(seat % self.sides)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return Seat((seat + 1) % self.players)

    @property
    def hand(self) -> int:
        """Cards in a hand after the discards."""
        return _HAND[self.game]

    @property
    def crib(self) -> int:
        """Cards in the crib."""
        return FOUR_CARDS

    # The deal (RULES.md 1, 2 and 6).

    @property
    def heels_limit(self) -> int:
        """The hole that his heels can reach at most."""
        return self.target if self.heels_can_win else self.target - 1

    @property
    def first_dealer_pays(self) -> int:
        """The points that pone of a game's first hand starts with: three for last in the five-card game."""
        return 3 if self.game == "five-card" and self.three_for_last else 0

    @property
    def pack_is_offered(self) -> bool:
        """The dealer offers the pack to be cut, and a cut costs a point."""
        return self.cut_before_deal == "offer"

    @property
    def pone_has_to_cut(self) -> bool:
        """Pone cuts the pack before every deal: the board reminds him, and no key confirms it."""
        return self.cut_before_deal == "required"

    @property
    def follows_cards(self) -> bool:
        """The board follows cards, not points alone."""
        return self.track != "points"

    @property
    def follows_play(self) -> bool:
        """Each card is entered as it is laid, not the hands alone at the show."""
        return self.track == "play"

    # The play (RULES.md 3).

    def card_values(self, card: Rank, total: int) -> tuple[int, ...]:
        """Return the values that a card may take when added to a total, the highest last (RULES.md 5)."""
        if self.ace_11 and card is Rank.ACE and total + ELEVEN <= LIMIT:
            return (card.counting_value, ELEVEN)
        return (card.counting_value,)

    def leader(self, last: Seat, passed: Sequence[Seat]) -> Seat | None:
        """The seat that leads after a go if it holds cards, None for the first left of `last` (step 6)."""
        if self.lead_after_go == "scorer":
            return last
        return passed[0] if passed and self.lead_after_go == "first_unable" else None

    @property
    def play_stops(self) -> bool:
        """The play ends with its first count, even if cards are left (RULES.md 3, step 7)."""
        return self.game == "five-card" and self.five_card_replay == "stop"

    @property
    def must_play_on(self) -> bool:
        """A player after whose card the others said go has to play on."""
        return not (self.game == "five-card" and self.five_card_play_on == "may")

    @property
    def next_alone_plays_on(self) -> bool:
        """A go followed by a go ends the count, whoever could still play."""
        return self.go_multi == "next_only"

    @property
    def go_breaks(self) -> bool:
        """Pairs and runs begin anew after a go."""
        return self.combo_after_go == "broken"

    # The show (RULES.md 4).

    @property
    def four_flush_in_crib(self) -> bool:
        """The four cards of the crib are a flush without the starter."""
        return self.crib_flush == "four"

    @property
    def claims(self) -> bool:
        """The players call points first, and the board keeps quiet until they have."""
        return self.muggins

    @property
    def waits_to_reveal(self) -> bool:
        """A hand's count is shown only once its owner has counted aloud."""
        return self.reveal == "on_ok" and not self.muggins

    @property
    def heels_are_called(self) -> bool:
        """His heels wait to be called like points of the play."""
        return self.muggins and self.muggins_heels

    @property
    def go_is_called(self) -> bool:
        """Go and last wait to be called like other points of the play."""
        return self.muggins and self.muggins_go

    @property
    def open_at_once(self) -> bool:
        """Points missed in the play can be taken before the next card is laid."""
        return self.muggins_opens == "at_once"

    @property
    def calls_by_kind(self) -> bool:
        """A hand is called kind by kind with the total last, not with a running total."""
        return self.calling == "grouped"

    # The end (RULES.md 5).

    @property
    def reverse(self) -> bool:
        """The first side to reach the target loses."""
        return self.objective == "first_loses"


def in_force(rules: Rules | None) -> Rules:
    """Return the rules given, or those of the standard game if None is given.

    Raises:
        InvalidRules: the value is neither.
    """
    if rules is None:
        return STANDARD
    if not isinstance(rules, Rules):
        raise InvalidRules(f"rules are made by Rules(…), not {quoted(rules)}")
    return rules


def _known(name: str) -> Option:
    option = OPTIONS.get(name)
    if option is None:
        raise InvalidRules(f"there is no option {shown(name)}: the options are {', '.join(OPTIONS)}")
    return option


def _refuse_conflicts(rules: Rules) -> None:
    """Refuse values that do not go together, and name values that do."""
    if type(rules.players) is not int or rules.players not in PLAYERS:
        raise InvalidRules(f"{quoted(rules.players)} players is not possible: choose {choice(PLAYERS)}")
    if rules.players > 2 and rules.game != "six-card":
        raise InvalidRules(
            f"game cannot be {rules.game} with {rules.players} players: choose six-card, or 2 players"
        )
    if rules.players > 2 and rules.pack_is_offered:
        raise InvalidRules(
            f"cut_before_deal cannot be offer with {rules.players} players: choose optional or required"
        )
    if rules.double_worth < rules.skunk_worth:
        enough = choice(worth for worth in OPTIONS["double_worth"].values if int(worth) >= rules.skunk_worth)
        raise InvalidRules(
            f"double_worth cannot be {rules.double_worth} with skunk_worth={rules.skunk_worth}, since a "
            f"double skunk is a skunk, too: choose {enough}"
        )
    if rules.muggins and rules.reverse:
        raise InvalidRules(
            "muggins cannot be on with objective=first_loses, where every score has to be taken: choose "
            "muggins=off"
        )
    if rules.muggins and rules.track == "points":
        raise InvalidRules(
            "muggins cannot be on with track=points, where no cards are entered: choose muggins=off, "
            "track=play or track=show"
        )


STANDARD = Rules()
"""The six-card game for two, to 121, with every option at its default."""
