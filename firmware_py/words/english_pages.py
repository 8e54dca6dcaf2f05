"""Titles, rows and keys of the pages; the count of a hand in figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.events import Kind
from engine.scoring.calling import Part
from engine.scoring.items import Reason

from .english_table import EnglishTable, plural

_SPELLED = {
    word[0]: word
    for word in (
        "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa "
        "Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
    ).split()
}
"""The word that stands for each letter when a code is spoken."""


class EnglishPages(EnglishTable):
    """A chapter of `English`."""

    # ---- Pages: titles, rows, and the meanings of keys ----

    LEAVES, NEXT, BACK, DONE = "leaves", "next", "back", "done"
    BEGINS, SETS, CHANGES = "begins", "sets", "changes"
    """Meanings of keys, used in hints such as `GO leaves`."""

    MENU = "Menu"
    MENU_PEG = "peg"
    MENU_TAKE_BACK = "take back"
    MENU_SET_SCORE = "set score"
    MENU_MISDEAL = "misdeal"
    MENU_RULES = "rules"
    MENU_NEW_GAME = "new game"
    MENU_NEW_GAME_SHORT = "new"
    """The label of the entry for a new game if the menu has no room for the longer one."""
    MENU_CORRECT = "correct"
    MENU_OFF = "off"
    MENU_SIGNS = "signs"
    MENU_CALL_FEWER = "part"
    MENU_HINT, MENU_HINT_SHORT, HINT = "hint", "tip", "Hint"
    NO_HINT_NOW = "There is a hint when you throw to the crib, and when it is your turn to lay a card."
    MENU_AGAIN = "again"
    MENU_SCORE = "score"
    MENU_PHONE = "phone"
    MENU_UPDATE = "update"
    MENU_COACH = "coach"
    MENU_PALETTE = "colours"
    MENU_JUDGE = "judge"
    MENU_CLUB = "club"
    MENU_HELP = "help"

    PEG_POINTS, PEGS = "Peg points", "pegs"
    TAKE_BACK, TAKES = "Take back", "takes"
    SET_THE_SCORE = "Set the score"

    def score_now(self, score: int) -> str:
        return f"now {score}"

    THROW_IN = "Throw the deal in?"
    THROW_IN_ROWS = ("Its points are lost,", "same dealer again.")

    CALL_FEWER, CALLS = "Call fewer points", "calls"
    POINTS_CALLED = "Points called:"
    CALL_FEWER_ROWS = ("Opponents may claim", "the rest.")

    SWITCH_OFF = "Switch off?"
    SWITCH_OFF_ROWS = ("The game is saved, the", "machine shuts down.")

    UPDATE, UPDATE_THE_BOARD = "Update", "Update the board?"
    UPDATE_THE_BOARD_ROWS = ("A newer version starts", "on the same card.")

    def update_rows(self, stage: str, version: str) -> tuple[str, ...]:
        """Return up to three rows that say how far an update is, or how it ended (`board/updates.py`)."""
        rows = {
            "asked": ("Asking the system…",),
            "not-begun": ("The system does nothing.", "On the Pi, type:", "sudo muggins doctor"),
            "checking": ("Looking for a newer", "version…"),
            "downloading": (f"Downloading {version}…",),
            "installing": (f"Installing {version}.", "The board restarts, on", "the same card."),
            "starting": (f"Trying {version}…",),
            "going-back": (f"{version} does not work:", "going back…"),
            "done": (f"{version} is installed.",),
            "nothing-newer": ("There is nothing", f"newer than {version}."),
            "read-only": ("The card is read-only:", "nothing can be installed."),
            "no-source": ("No source of updates", "has been set up."),
            "no-answer": ("The source of updates", "does not answer: is", "there a network?"),
            "no-room": ("The card is too full:", f"{version} MB must be free."),
            "no-way-back": (f"{version} is not in the", "source, so there would", "be no way back."),
            "no-download": (f"{version} could", "not be downloaded."),
            "went-back": (f"{version} does not work:", "the version before it", "is back."),
            "cut-off": ("The update was cut off.", "On the Pi: journalctl", "-u muggins-update"),
        }
        return rows.get(stage, (stage, version))

    PHONE, NEW_CODE, ALL_OUT = "Phone", "new code", "all out"
    """The title of the dialogue that lets phones join, and the meanings of OK and UNDO in it."""
    PUT_ALL_OUT = "Put all phones out?"
    PUT_ALL_OUT_ROWS = ("They press no keys", "until they scan again.")
    TYPE_THIS_CODE = "Type this code on the page:"
    """The sentence with which the voice introduces the letters of the code."""
    WAITING_FOR_SERVE_ROWS = ("Waiting for", "muggins serve…")
    START_SERVICE_ROWS = (
        "The page is not running.",
        "On the Pi, type:",
        "sudo systemctl enable",
        "--now muggins-serve",
    )
    START_SERVE_ROWS = ("The page is not running.", "In a terminal, type:", "muggins serve")
    CODE_ON_SCREEN_ROWS, NO_CODE = ("The code is on", "the board's screen."), "No code is valid now."
    PHONES_ARE_OUT = "All phones are out."

    def phones_joined(self, phones: int) -> str:
        if not phones:
            return "No phone has joined."
        return f"{plural(phones, 'phone has', 'phones have')} joined."

    def address_aloud(self, host: str) -> str:
        """Return the spoken form of the web page's address, spelled out for somebody who has to type it.

        Args:
            host: the address, such as `192.168.178.123:8080`.
        """
        said = {".": "dot", ":": "colon", "[": "bracket", "]": "bracket"}
        spelled = (said.get(char) or (self.number(int(char)) if char.isdigit() else char) for char in host)
        return f"The page is at: {' '.join(spelled)}"

    def letter_of_code(self, letter: str) -> str:
        """Return a letter or digit of a code as it is spoken, e.g. `K, Kilo` or `seven`.

        The words are those of the radiotelephony spelling alphabet (ICAO Annex 10, volume II, 5.2.1.3).
        """
        return self.number(int(letter)) if letter.isdigit() else f"{letter}, {_SPELLED[letter]}"

    def phones_in(self, phones: int) -> str:
        """Return a short string with the number of phones that have joined, e.g. `2 joined`.

        The string has at most 12 characters, so that it fits beside the QR code.
        """
        return f"{phones} joined"

    COACH, AFTER_EACH_DEAL, ON, OFF = "Coach", "after each deal", "on", "off"
    SWITCHES_ON, SWITCHES_OFF = "switches it on", "switches it off"
    """The meanings of OK in the dialogue that switches the coach on and off."""
    COACH_ROWS = ("OK then shows the", "throws and the odds.")
    COACH_KNOWS_ROWS = ("The coach knows the", "six-card game for two.")
    COACH_IS_WORKING_ROWS = ("The coach is working", "out its advice…")
    COACH_HAS_FAILED_ROWS = ("The coach could not", "work out its advice.")
    PALETTE, AS_SET_UP = "Colours", "as set up"
    """The title of the page with the colours of the pegs, and the text for those of the configuration."""
    PALETTE_KEYS = "OK shows the next colours, GO leaves"

    def colour(self, name: str) -> str:
        """Return the word for a colour of pegs, given its name in the configuration."""
        return name.replace("-", " ")

    NO_THROW_IS_BETTER = "No throw is better."
    CHANCE_TO_WIN = "Chance to win"
    SUITS_NOT_KEYED = "Suits not keyed."
    """The row that says that some suits were not keyed, so that the coach assumed mixed suits."""

    def coach_about(self, name: str) -> str:
        return f"Coach: {name}"

    def threw(self, cards: str) -> str:
        return f"threw {cards}"

    def kept(self, cards: str) -> str:
        return f"kept {cards}"

    def better_throw(self, cards: str) -> str:
        return f"better: {cards}"

    def cost_of_throw(self, points: float) -> str:
        return f"cost {points:.1f}"

    def cost_aloud(self, points: float) -> str:
        whole, tenths = divmod(round(10 * points), 10)
        return f"it cost {self.number(whole)} point {self.number(tenths)}"

    def percent(self, chance: float) -> str:
        return f"{chance:.0%}"

    def percent_aloud(self, chance: float) -> str:
        return f"{self.number(round(100 * chance))} percent"

    THROWS_ARE_GUESSED = "Throws guessed:"
    """The throws to the crib are not keyed. The row goes on with the probability of the guess."""
    THROWS_ARE_GUESSED_ALOUD = "how sure it is who threw what"

    WHO_CLAIMS = "Who claims?"

    JUDGE = "Judge"
    OFFENCES: Mapping[Kind, tuple[str, str]] = {
        Kind.RENEGE: ("renege", "Who reneged?"),
        Kind.SEEN_CARD: ("seen card", "Who saw a card?"),
        Kind.FALSE_CLAIM: ("false claim", "Who claimed it?"),
    }
    """For each offence its name, and the title of the page that asks who it was."""
    PENALTIES = ("2 a card", "2", "15 back")
    PENALTIES_ALOUD = (
        "the others peg 2 for each card that could have been played, and 2 for a card that was looked at; "
        "who claimed the game and has not won it goes back 15, and the others peg what was missing"
    )
    CARDS_NOT_PLAYED = "Cards not played?"
    """The title of the page that asks how many playable cards a player held back."""

    def cards_not_played(self, cards: int) -> str:
        return plural(cards, "card", "cards")

    CLUB_RULES, CUT_FOR_EACH_GAME, ALTERNATE = "Club", "cut for each game", "deal first in turn"

    WHICH_PRESS, THIS, BEFORE = "Which press?", "this", "before"
    CORRECT = "Correct"
    REMOVES_IT, ADDS_A_GO, CHANGES_THE_ANSWER = "removes it", "adds a go before", "changes the answer"
    """The meanings of OK and GO in the dialogue that corrects a key press."""
    A_RANK_REPLACES_IT, A_SUIT_REPLACES_IT = "a rank replaces it", "a suit replaces it"
    IT_CANNOT_BE_CHANGED = "it cannot be changed"

    NEW_GAME, NEW_GAME_NAMES, NEW_GAME_RULES = "New game", "names", "rules"

    def for_players(self, players: int, *, alone: bool) -> str:
        """Return how many play, e.g. `for 4`, or `for 4 alone` if four players are not partners."""
        return f"for {players} alone" if alone else f"for {players}"

    def up_to(self, target: int) -> str:
        return f"up to {target}"

    def start_at(self, points: str) -> str:
        return f"start {points}"

    TARGET = "Target"
    POINTS_TO_START_WITH = "Points to start with"
    LETTERS_OF_KEYS = "2 ABC, 3 DEF to 9 XYZ"
    ENDS_A_LETTER = "ends a letter"
    """The meaning of K while a name is typed."""
    NO_NAMES = "no names"

    def name_of_player(self, number: int) -> str:
        return f"Player {number}'s name"

    def name_of_seat(self, seat: str) -> str:
        return f"Name of {seat}"

    GIVE_UP = "Give this game up?"
    GIVE_UP_ROWS = ("Points and games won", "so far are lost.")

    RULES = "Rules"
    PLAYERS = "players"

    def rules_page(self, number: int, pages: int) -> str:
        return f"Rules {number}/{pages}"

    def option(self, name: str) -> str:
        """Return the name of an option of the rules, such as `lead after go` for `lead_after_go`."""
        return name.replace("_", " ")

    def option_value(self, name: str, value: str) -> str:
        """Return the value of a rule option in words, such as `left of last` for `left_of_last`.

        Args:
            value: the value's name in a configuration file.
        """
        return value.replace("_", " ")

    def number_from(self, lowest: int, highest: int) -> str:
        return f"{lowest} to {highest}"

    # ---- The count of a hand in numbers ----

    def points_by_name(self, parts: Sequence[tuple[Part, int, int]]) -> str:
        """Return a hand's points, listed by the name of the combination, e.g. `15s 4, double run 8, nobs`.

        Args:
            parts: one tuple for each name: a combination with that name, the number of such combinations in
                the hand, and their total points.
        """
        return ", ".join(self._part_points(part, number, points) for part, number, points in parts)

    def _part_points(self, part: Part, number: int, points: int) -> str:
        if part.kind not in (Reason.PAIR, Reason.RUN):
            return self.kind_in_figures(part.kind, points)
        return f"{self.part_in_short(part)}{'' if number == 1 else 's'} {points}"

    def points_by_kind(self, kinds: Mapping[Reason, int]) -> str:
        return ", ".join(self.kind_in_figures(kind, points) for kind, points in kinds.items())

    def kind_in_figures(self, kind: Reason, points: int) -> str:
        """Return the points that one kind of combination scores in a hand, e.g. `15s 4` for two fifteens.

        His nobs always scores one point, so its name is returned without a number.

        Args:
            points: the points that all combinations of this kind score together.
        """
        match kind:
            case Reason.FIFTEEN:
                return f"15s {points}"
            case Reason.PAIR:
                return f"pairs {points}"
            case Reason.RUN:
                return f"runs {points}"
            case Reason.NOBS:
                return "nobs"
        return f"flush {points}"

    def points_added(self, points: Sequence[int], *, with_fifteens: bool) -> str:
        """Return the points for the parts of a hand as a sum, e.g. `15s 4+8`.

        Args:
            points: the points to add. If the hand has fifteens, the first number is their total.
        """
        added = "+".join(map(str, points))
        return f"15s {added}" if with_fifteens else added

    # ---- Pictures before and after the game, and notices ----

    GOODBYE, GAME_IS_SAVED = "Goodbye", "The game is saved."
    SWITCHING_OFF = "Switching off"
    PULL_THE_PLUG = "Pull the plug when the green light stays out, or after a minute."
    CANNOT_START = "Cannot start"
    NEW_RULES_OR_NAMES = "new rules or names: start a new game with MENU, 6, OK, OK"

    def cannot_switch_off(self, reason: str) -> str:
        return f"the machine cannot be switched off: {reason}"

    def cannot_update(self, reason: str) -> str:
        return f"the board cannot ask for an update: {reason}"
