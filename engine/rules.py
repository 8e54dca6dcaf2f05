"""The rules of a game and their consequences, such as the hand size and who leads after a go.

`engine.options` lists the options that can be chosen in the rules. Values that contradict each other are
refused; see `refuse_conflicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.cards import Rank
from engine.errors import InvalidCard, InvalidGame, InvalidRules, choice, quoted, shown
from engine.indices import Seat, Side
from engine.options import (
    CLUB,
    DEFAULTS,
    FIVE_CARD,
    FOUR_CARDS,
    HAND_SIZES,
    OPTIONS,
    TARGETS,
    USUAL_FORM,
    OptionValues,
    Value,
    option_named,
)

PLAYERS = (2, 3, 4)
_SEATS = tuple(map(Seat, range(max(PLAYERS))))
_SIDES = tuple(map(Side, _SEATS))
LIMIT = 31
"""The highest count of the play."""
ELEVEN = 11
"""The other value of an ace in Cribbage 1/11."""


class Rules(OptionValues):
    """The rules of a game.

    `Rules()` is the standard game, and `Rules("five-card", muggins=True)` sets two options. The options are
    listed in `engine.options.OPTIONS`, and each of them is an attribute with the same name.

    Attributes:
        players: the number of players: 2, 3, or 4. Three or four can only play the six-card game. Four are
            two pairs of partners, unless `partners` is False.

    Raises:
        InvalidRules: a value is not allowed for its option, or two values contradict each other.
    """

    __slots__ = ()

    def __new__(
        cls, game: str = USUAL_FORM, players: int = 2, target: int | None = None, **options: Value
    ) -> Rules:
        """Create rules with the given values. Options that are not given have their default values.

        Args:
            game: the kind of game, such as `six-card`.
            players: the number of players.
            target: the score that wins the game; None for the usual score in this kind of game.
            options: the values of other options, keyed by name.

        Raises:
            InvalidRules: there is no such option, a value is not allowed, or two values conflict.
        """
        OPTIONS["game"].check(game)
        options = {"game": game, "target": TARGETS[game] if target is None else target, **options}
        for name, value in options.items():
            option_named(name).check(value)
        _check_players(players)
        values = DEFAULTS | options
        rules = super().__new__(cls, players=players, **values)  # type: ignore[arg-type]  # checked above
        refuse_conflicts(rules)
        return rules

    def __repr__(self) -> str:
        # The form of the game, and the options that differ from their defaults.
        usual = DEFAULTS | {"target": TARGETS[self.game], "game": None}
        values = {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != usual[name]}
        values = {"game": self.game, "players": self.players, **values}
        text = ", ".join(f"{name}={value!r}" for name, value in values.items())
        return f"Rules({text})" if len(text) < 190 else f"Rules({text[:188]}…)"

    # A copy keeps values that only rules from a record can have, which `__new__` would refuse.
    def __reduce__(self) -> tuple[Callable[[Iterable[object]], Rules], tuple[tuple[object, ...]]]:
        return Rules._make, (tuple(self),)

    @classmethod
    def parse(cls, settings: Iterable[str], *, players: int = 2, recorded: bool = False) -> Rules:
        """Parse settings and return the resulting rules. Options without a setting have their default values.

        Args:
            settings: strings such as `game=six-card`.
            players: the number of players.
            recorded: True if the settings are from a saved record. In old records, a double skunk may count
                as fewer games than a skunk, which is not allowed otherwise.

        Raises:
            InvalidRules: a setting has no `=`, its option is unknown, its value is not allowed, or two values
                contradict each other.
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
            chosen[name] = option_named(name).read(text)
        double = {"double_worth": chosen.pop("double_worth")} if recorded and "double_worth" in chosen else {}
        rules = cls(players=players, **chosen)  # type: ignore[arg-type]  # each option reads its own type
        return rules._replace(**double)  # type: ignore[arg-type]  # as above

    @property
    def for_new_game(self) -> Rules:
        """The rules for a new game if the players want to keep these rules.

        They are the same, unless these come from an old record in which a double skunk counts as fewer games
        than a skunk. In that case, a double skunk counts as many games as a skunk in the new game.
        """
        return self._replace(double_worth=max(self.double_worth, self.skunk_worth))

    @property
    def is_club(self) -> bool:
        """True if these are the rules of a club's evening, whoever deals first in the next game."""
        return all(getattr(self, name) == CLUB[name] for name in CLUB if name != "next_game_dealer")

    @property
    def settings(self) -> tuple[str, ...]:
        """The names and values of all options in the form that `parse` reads, e.g. `("game=six-card", …)`."""
        return tuple(f"{name}={option.write(getattr(self, name))}" for name, option in OPTIONS.items())

    # The form of the game: its players and its cards (RULES.md 1).

    @property
    def has_partners(self) -> bool:
        """True if four players are two pairs of partners, who sit opposite each other."""
        return self.players == 4 and self.partners

    @property
    def sides(self) -> int:
        """The number of sides, each with its own track. Two partners form one side."""
        return 2 if self.has_partners else self.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in clockwise order."""
        return _SEATS[: self.players]

    @property
    def each_side(self) -> tuple[Side, ...]:
        """All sides, beginning with side 0."""
        return _SIDES[: self.sides]

    def side_of(self, seat: Seat) -> Side:
        """Return the side that a seat belongs to. Partners sit opposite each other.

        Raises:
            InvalidGame: there is no such seat in a game with these rules.
        """
        self.check_seat(seat)
        return Side(seat % self.sides)

    def left_of(self, seat: Seat) -> Seat:
        """Return the seat to the left of the given seat, which is the next one in clockwise order.

        Raises:
            InvalidGame: there is no such seat in a game with these rules.
        """
        self.check_seat(seat)
        return Seat((seat + 1) % self.players)

    def target_of(self, side: Side) -> int:
        """Return the score that a side needs to win the game. All sides need the same score.

        Raises:
            InvalidGame: there is no such side in a game with these rules.
        """
        self.check_side(side)
        return self.target

    def check_seat(self, seat: Seat) -> None:
        """Check that there is a player at a seat.

        Raises:
            InvalidGame: there is no such seat in a game with these rules.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise InvalidGame(f"there is no seat {quoted(seat)}: give a seat from 0 to {self.players - 1}")

    def check_side(self, side: Side) -> None:
        """Check that a side exists.

        Raises:
            InvalidGame: there is no such side in a game with these rules.
        """
        if type(side) is not int or not 0 <= side < self.sides:
            raise InvalidGame(f"there is no side {quoted(side)}: give a side from 0 to {self.sides - 1}")

    @property
    def hand_size(self) -> int:
        """The number of cards in a hand after players have discarded to the crib."""
        return HAND_SIZES[self.game]

    @property
    def crib_size(self) -> int:
        """The number of cards in the crib."""
        return FOUR_CARDS

    @property
    def thrown_each(self) -> int:
        """The number of cards that each player throws to the crib."""
        return self.crib_size // self.players

    @property
    def dealt_to_crib(self) -> int:
        """The number of cards that are dealt to the crib: one with three players, otherwise none."""
        return self.crib_size % self.players

    # The deal (RULES.md 1, 2 and 6).

    @property
    def heels_limit(self) -> int:
        """The highest hole that the dealer's front peg can reach with the points for his heels.

        This is the target, or one hole less if his heels cannot win the game.
        """
        return self.target if self.heels_can_win else self.target - 1

    @property
    def pack_is_offered(self) -> bool:
        """True if the dealer offers the opponent the pack before the deal (RULES.md 6, cut offer).

        If the opponent cuts it, the dealer scores a point. If the opponent takes it, the opponent deals.
        """
        return self.cut_before_deal == "offer"

    @property
    def pone_has_to_cut(self) -> bool:
        """True if the non-dealer must cut the pack before every deal. Players do not enter this cut."""
        return self.cut_before_deal == "required"

    @property
    def follows_cards(self) -> bool:
        """True if cards are entered; False if only points are entered."""
        return self.track != "points"

    @property
    def follows_play(self) -> bool:
        """True if players enter each card when it is played, not just hands or points (option `track`)."""
        return self.track == "play"

    # The play (RULES.md 3).

    def card_values(self, card: Rank, total: int) -> tuple[int, ...]:
        """Return the values that a card can add to a count of `total`, lowest first.

        Only an ace in Cribbage 1/11 can have two values (RULES.md 5).

        Raises:
            InvalidCard: `card` is not a rank.
            InvalidGame: `total` is not a count from 0 to 31.
        """
        if type(card) is not Rank:
            raise InvalidCard(f"{quoted(card)} is not a rank: write Rank.FIVE")
        if type(total) is not int or not 0 <= total <= LIMIT:
            raise InvalidGame(f"a count is a whole number from 0 to {LIMIT}, not {quoted(total)}")
        if self.ace_11 and card is Rank.ACE and total + ELEVEN <= LIMIT:
            return (card.counting_value, ELEVEN)
        return (card.counting_value,)

    def leader(self, last: Seat, passed: Sequence[Seat]) -> Seat | None:
        """Return the seat that these rules choose to lead the next count after a go (RULES.md 3, step 6).

        The caller must check that the player at this seat still holds cards.

        Args:
            last: the seat that played the last card.
            passed: the seats that said go, in order.

        Returns:
            The seat, or None if the usual rule applies: the next player with cards after `last` leads.
        """
        if self.lead_after_go == "scorer":
            return last
        return passed[0] if passed and self.lead_after_go == "first_unable" else None

    @property
    def play_stops(self) -> bool:
        """True if the play ends at the first go or 31, even with cards left in hand (RULES.md 3, step 7)."""
        return self.game == FIVE_CARD and self.five_card_replay == "stop"

    @property
    def must_play_on(self) -> bool:
        """True if a player must play as many more cards as possible after the others have said go."""
        return not (self.game == FIVE_CARD and self.five_card_play_on == "may")

    @property
    def next_alone_plays_on(self) -> bool:
        """True if only the next player in turn may play on after a go.

        If this player cannot play, the count ends.
        """
        return self.go_multi == "next_only"

    @property
    def go_breaks(self) -> bool:
        """True if cards played before a go cannot form pairs or runs with cards played after it."""
        return self.combo_after_go == "broken"

    # The show (RULES.md 4).

    def flush_points(self, *, crib: bool) -> tuple[int, int]:
        """Return the points for a flush without the starter, and for one with it; 0 if it does not count."""
        size = self.crib_size if crib else self.hand_size
        return 0 if crib and self.crib_flush == "all_five" else size, size + 1

    @property
    def claims(self) -> bool:
        """True if players must claim their own points, and opponents can take points that a player misses."""
        return self.muggins

    @property
    def waits_to_reveal(self) -> bool:
        """True if the count of a hand is not shown until its owner has counted it aloud."""
        return self.reveal == "on_ok" and not self.muggins

    @property
    def heels_are_called(self) -> bool:
        """True if points for his heels must be called, just like points scored in the play."""
        return self.muggins and self.muggins_heels

    @property
    def go_is_called(self) -> bool:
        """True if muggins also applies to the points for go and last."""
        return self.muggins and self.muggins_go

    @property
    def open_at_once(self) -> bool:
        """True if opponents can take points missed in the play even before the next card is played."""
        return self.muggins_opens == "at_once"

    @property
    def calls_by_kind(self) -> bool:
        """True if players call the points for all fifteens, then for all pairs, and so on.

        False if they call a running total.
        """
        return self.calling == "grouped"

    # The end (RULES.md 5).

    @property
    def reverse(self) -> bool:
        """True if the first side to reach the target loses."""
        return self.objective == "first_loses"


def in_force(rules: Rules | None) -> Rules:
    """Return the given rules, or the standard rules if `rules` is None.

    Raises:
        InvalidRules: the value is neither Rules nor None.
    """
    if rules is None:
        return STANDARD
    if not isinstance(rules, Rules):
        raise InvalidRules(f"rules are made by Rules(…), not {quoted(rules)}")
    return rules


def _check_players(players: int) -> None:
    if type(players) is not int or players not in PLAYERS:
        raise InvalidRules(f"{quoted(players)} players is not possible: choose {choice(PLAYERS)}", "players")


def refuse_conflicts(values: OptionValues) -> None:
    """Raise InvalidRules if two option values contradict each other.

    Each value must be valid on its own. The message says which two they are, and what to choose instead.
    """
    _refuse_for_more_than_two(values)
    _refuse_worth(values)
    _refuse_muggins(values)


def _refuse_for_more_than_two(values: OptionValues) -> None:
    if values.players == 2:
        return
    if values.game != USUAL_FORM:
        raise InvalidRules(
            f"game cannot be {values.game} with {values.players} players: choose {USUAL_FORM}, or 2 players",
            "game",
            "players",
        )
    if values.cut_before_deal == "offer":
        raise InvalidRules(
            f"cut_before_deal cannot be offer with {values.players} players: choose optional or required",
            "cut_before_deal",
            "players",
        )


def _refuse_worth(values: OptionValues) -> None:
    skunk, double = values.skunk_worth, values.double_worth
    if double < skunk:
        enough = choice(games for games in OPTIONS["double_worth"].values if int(games) >= skunk)
        raise InvalidRules(
            f"double_worth cannot be {double} with skunk_worth={skunk}, since a double skunk is a skunk, "
            f"too: choose {enough}",
            "double_worth",
            "skunk_worth",
        )


def _refuse_muggins(values: OptionValues) -> None:
    if not values.muggins:
        return
    if values.objective == "first_loses":
        raise InvalidRules(
            "muggins cannot be on with objective=first_loses, where every score has to be taken: choose "
            "muggins=off",
            "muggins",
            "objective",
        )
    if values.track == "points":
        raise InvalidRules(
            "muggins cannot be on with track=points, where no cards are entered: choose muggins=off, "
            "track=play or track=show",
            "muggins",
            "track",
        )


STANDARD = Rules()
"""The six-card game for two, to 121, with every option at its default."""
