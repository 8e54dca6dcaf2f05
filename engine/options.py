"""The forms of the game (RULES.md 1), and the options that players can choose, with their values.

OPTIONS.md describes them; `engine.rules` defines what they mean for a game.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from engine.errors import InvalidRules, choice, one_line, quoted, shown

SIX_CARD, FIVE_CARD, SEVEN_CARD = "six-card", "five-card", "seven-card"
"""The names of the forms, as used in the option `game` and in records."""
USUAL_FORM = SIX_CARD
"""The form that is played if the players choose no other, and the only one for three or four players."""
HAND_SIZES = {SIX_CARD: 4, FIVE_CARD: 3, SEVEN_CARD: 5}
"""The number of cards that a player keeps in each form."""
TARGETS = {SIX_CARD: 121, FIVE_CARD: 61, SEVEN_CARD: 151}
"""The default target of each form."""
FOUR_CARDS = 4
"""The size of the usual hand, and of the crib in every form."""


Value = str | int | bool

CLUB: dict[str, Any] = {
    "next_game_dealer": "cut",
    "cut_before_deal": "required",
    "skunk_worth": 3,
    "double_worth": 3,
    "muggins": False,
}
"""The options of a club's evening. A club can also let the players alternate as first dealer."""


class Need(Enum):
    """The feature of a game without which an option makes no difference in it (`engine.setup.has_effect`)."""

    CARDS = "cards that are entered"
    PLAY = "a play that is entered card by card"
    PLAY_AFTER_GO = "a play that goes on after a go"
    FIVE_CARD = "five cards"
    TWO_PLAYERS = "two players"
    THREE_PLAYERS = "three players or more"
    FOUR_PLAYERS = "four players"
    SKUNKS = "skunks"
    DOUBLE_SKUNKS = "double skunks"
    MUGGINS = "muggins"
    NO_MUGGINS = "no muggins"


@one_line
class Option(NamedTuple):
    """A rule whose value the players can choose.

    Attributes:
        name: the name of the option, and of the attribute of `Rules` that holds its value.
        values: the possible values; for a yes-or-no option, the words for true and false.
        default: the default value; None for the target, whose default depends on the game.
        about: a one-line description of the option.
        source: the sources of the values, as listed in RULES.md.
        needs: what a game must have for the option to make a difference; empty if it does in every game.
        blurs_review: True if the coach's figures in a review are less exact with another value than the
            default.
    """

    name: str
    values: tuple[str, ...] | range
    default: Value | None
    about: str
    source: str
    needs: tuple[Need, ...] = ()
    blurs_review: bool = False

    @property
    def is_switch(self) -> bool:
        """True for a yes-or-no option, whose value in `Rules` is a bool."""
        return isinstance(self.default, bool)

    @property
    def allowed(self) -> str:
        """The possible values in one line, such as `on, off` or `31 to 999`."""
        return self._list(", ".join)

    def _list(self, joined: Callable[[tuple[str, ...]], str]) -> str:
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return joined(self.values)

    def read(self, text: str) -> Value:
        """Convert text to a value of this option.

        Raises:
            InvalidRules: the text is not an allowed value.
        """
        if not isinstance(text, str):
            raise InvalidRules(f"{self.name} is read from text, not from {quoted(text)}", self.name)
        if self.is_switch:
            if text in _SWITCH:
                return _SWITCH[text]
        elif isinstance(self.values, range):
            if text.isascii() and text.isdigit() and len(text) < 5 and int(text) in self.values:
                return int(text)
        elif text in self.values:
            return text
        raise InvalidRules(f"{self.name} cannot be {shown(text)}: choose {self._list(choice)}", self.name)

    def write(self, value: Value) -> str:
        """Return a value as text that `read` can convert back to the same value."""
        if self.is_switch:
            assert isinstance(self.values, tuple)
            return self.values[not value]
        return str(value)

    def check(self, value: object) -> None:
        """Check that a value is allowed for this option.

        Raises:
            InvalidRules: the value is not allowed.
        """
        if self.is_switch:
            good = isinstance(value, bool)
        elif isinstance(self.values, range):
            good = isinstance(value, int) and not isinstance(value, bool) and value in self.values
        else:
            good = value in self.values
        if not good:
            allowed = "True or False" if self.is_switch else self._list(choice)
            raise InvalidRules(f"{self.name} cannot be {shown(str(value))}: choose {allowed}", self.name)


_SWITCH = {"on": True, "yes": True, "off": False, "no": False}
_ON_OFF = ("on", "off")
_YES_NO = ("yes", "no")

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "game",
            tuple(HAND_SIZES),
            USUAL_FORM,
            "how many cards each of two players is dealt; three and four play six-card",
            "section 1",
        ),
        Option(
            "target",
            range(31, 1000),
            None,
            "the points to reach; {} with six cards, {} with five, {} with seven".format(*TARGETS.values()),
            "section 1; 7-card: a decision for this project",
        ),
        Option(
            "heels_points",
            range(1, 3),
            2,
            "points for a starter jack",
            "S0 S1 S3 S4 ACC 6.3: 2. S2: 1",
            needs=(Need.CARDS,),
            blurs_review=True,
        ),
        Option(
            "heels_can_win",
            _YES_NO,
            True,
            "whether his heels can reach the game hole",
            "S3 S4 ACC 6.3b; no is a house rule",
            needs=(Need.CARDS,),
            blurs_review=True,
        ),
        Option(
            "lead_after_go",
            ("left_of_last", "first_unable", "scorer"),
            "left_of_last",
            "who leads after a go",
            "S0 S1 S3 Hoyle Wiki; first_unable: S2 3-handed; scorer: S2's example for two",
            needs=(Need.PLAY, Need.PLAY_AFTER_GO),
            blurs_review=True,
        ),
        Option(
            "go_multi",
            ("all_play_on", "next_only"),
            "all_play_on",
            "who must play on after a go",
            "S0 EB9 Wiki; next_only: Bic 3-handed",
            needs=(Need.PLAY, Need.THREE_PLAYERS),
            blurs_review=True,
        ),
        Option(
            "combo_after_go",
            ("counts", "broken"),
            "counts",
            "whether pairs and runs continue across a go",
            "Hoyle; broken: S3",
            needs=(Need.PLAY,),
            blurs_review=True,
        ),
        Option(
            "five_card_replay",
            ("stop", "replay"),
            "stop",
            "five-card: whether the play stops at the first go or 31, or continues",
            "S0 S1 EB9 OldHoyle",
            needs=(Need.PLAY, Need.FIVE_CARD),
        ),
        Option(
            "five_card_play_on",
            ("must", "may"),
            "must",
            "five-card: whether the last player must play on after a go",
            "OldHoyle; may: EB9",
            needs=(Need.PLAY, Need.FIVE_CARD),
        ),
        Option(
            "three_for_last",
            _ON_OFF,
            True,
            "five-card: three points for the non-dealer of a game's first hand",
            "OldHoyle Enq Wiki",
            needs=(Need.FIVE_CARD,),
        ),
        Option(
            "crib_flush",
            ("all_five", "four"),
            "all_five",
            "what makes a flush in the crib",
            "S0 S1 S2 S4 ACC; four: S3, once usual by OldHoyle",
            needs=(Need.CARDS,),
            blurs_review=True,
        ),
        Option(
            "ace_11",
            _ON_OFF,
            False,
            "aces count 1 or 11, as in Cribbage 1/11",
            "section 5, S2 Variation 1",
            needs=(Need.CARDS,),
        ),
        Option(
            "objective",
            ("first_wins", "first_loses"),
            "first_wins",
            "whether the first to reach the target wins or loses",
            "first_loses: S2 Variation 2",
        ),
        Option(
            "first_deal",
            ("low", "high"),
            "low",
            "whether the lowest or the highest card cut deals first",
            "S2 S3 S4 Hoyle ACC; high: Bic 4-handed",
        ),
        Option(
            "next_game_dealer",
            ("loser", "winner", "alternate", "cut"),
            "loser",
            "which of two players deals first in the next game",
            "Bic, BSD; winner: EB11",
            needs=(Need.TWO_PLAYERS,),
        ),
        Option(
            "cut_before_deal",
            ("optional", "required", "offer"),
            "optional",
            "the cut before a deal; required: pone must cut; offer: pone may cut, or take the pack and deal",
            "S0; required: ACC; offer: section 6, S0",
            needs=(Need.CARDS,),
        ),
        Option(
            "skunk_worth",
            range(1, 5),
            2,
            "how many games a win with a skunk counts as",
            "S4. Yahoo: 2. ACC: skunk 3 against 2",
            needs=(Need.SKUNKS,),
        ),
        Option(
            "double_worth",
            range(1, 5),
            4,
            "how many games a win with a double skunk counts as",
            "S4. Yahoo: 3. ACC: no more than a skunk",
            needs=(Need.DOUBLE_SKUNKS,),
        ),
        Option(
            "muggins",
            _ON_OFF,
            False,
            "an opponent can take points that a player misses",
            "section 6, S0 S2 S4, ACC 10.1 optional",
            blurs_review=True,
        ),
        Option(
            "muggins_opens",
            ("after_next_card", "at_once"),
            "after_next_card",
            "when an opponent may take points missed in the play",
            "S2, Foster, ACC 10.4b",
            needs=(Need.PLAY, Need.MUGGINS),
        ),
        Option(
            "muggins_heels",
            _YES_NO,
            False,
            "whether his heels have to be called as well",
            "no: ACC 10.3c",
            needs=(Need.MUGGINS,),
        ),
        Option(
            "muggins_go",
            _YES_NO,
            False,
            "whether go and last have to be called as well",
            "yes: S0 S2 S4, any points of the play; no: a decision for this project",
            needs=(Need.PLAY, Need.MUGGINS),
        ),
        Option(
            "track",
            ("play", "show", "points"),
            "play",
            "what is entered: each card laid, the hands at the show, or only points",
            "a decision for this project",
        ),
        Option(
            "reveal",
            ("at_once", "on_ok"),
            "at_once",
            "whether a hand's count waits until its player has counted",
            "a decision for this project",
            needs=(Need.CARDS, Need.NO_MUGGINS),
        ),
        Option(
            "calling",
            ("running", "grouped"),
            "running",
            "how a hand is called: with a running total, or kind by kind with the total last",
            "section 4; grouped: S0",
            needs=(Need.CARDS,),
        ),
        Option(
            "partners",
            _ON_OFF,
            True,
            "whether four players are two pairs of partners, or each plays alone",
            "S2 S4; off: section 1",
            needs=(Need.FOUR_PLAYERS,),
        ),
    )
}
"""The options, keyed by name, in the order of OPTIONS.md."""

DEFAULTS = {name: option.default for name, option in OPTIONS.items()}
"""The default of each option, keyed by the option's name."""


def option_named(name: str) -> Option:
    """Return the option with the given name.

    Raises:
        InvalidRules: there is no such option.
    """
    if not isinstance(name, str):
        raise InvalidRules(f"{quoted(name)} is not the name of an option: a name is text")
    option = OPTIONS.get(name)
    if option is None:
        raise InvalidRules(f"there is no option {shown(name)}: the options are {', '.join(OPTIONS)}", name)
    return option


class OptionValues(NamedTuple):
    """The value of each rule option, and the number of players."""

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
    partners: bool
