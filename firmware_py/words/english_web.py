"""The page in a browser, the page of a club, and Home Assistant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .english_reports import EnglishReports
from .english_table import plural

_NUMBER = ("number", "Number of the result")
_PLAYERS = (("name", "Player"), ("number", "Score"), ("name", "Opponent"), ("number", "Opponent's score"))
"""Fields of the director's form: the kind, and the name."""


class EnglishWeb(EnglishReports):
    """A chapter of `English`."""

    # ---- The page in a browser: what only the page says (serve/) ----

    LANGUAGE = "en"
    """The language tag of this catalogue for web pages, such as `en`, `de` or `fr`."""
    PAGE_TITLE = "Muggins: the cribbage board"
    PAGE_NEEDS_SCRIPT = "This page needs JavaScript. Turn it on in the settings of your browser."
    PAGE_BOARD, PAGE_HANDS, PAGE_NIGHT, PAGE_GAMES = "Board", "Hands", "Night", "Games"
    """The names of the tabs."""
    PAGE_VIEWS = "Views"
    PAGE_SCORES = "Scores"
    PAGE_COUNT = "Count"
    PAGE_TABLE = "Cards on the table"
    PAGE_STARTER = "Starter"
    PAGE_LAST_HANDS = "Counted last"
    PAGE_NO_HANDS = "No hand has been counted in this game yet."
    PAGE_NIGHT_COLUMNS = ("Player", "Games", "Won", "Game points", "Spread", "Plus", "Minus")
    """The column headings of the scorecard."""
    PAGE_GAME_POINTS = "A win is 2 game points, a win with a skunk 3. Spread: points ahead or behind."
    PAGE_WHO_BEAT_WHOM = "Against each other"
    PAGE_BEST_HANDS = "Best hands and cribs"
    PAGE_NO_GAMES = "No game is finished yet."
    PAGE_DOWNLOAD = "Download all games"
    PAGE_KEYPAD, PAGE_CODE, PAGE_JOIN = "Keys", "Code", "Join"
    PAGE_WRONG_CODE = "This code is wrong, used or too old. Wait a moment, and enter a new one."
    PAGE_TOO_MANY_TRIES = (
        "Too many tries. Wait a moment and try again. If that does not help, enter a new code."
    )
    PAGE_CODE_NOT_SENT = (
        "There is no connection to the board, so the code was not sent. Try again when it is back."
    )
    PAGE_JOIN_HELP = "A code lets this phone press keys. Choose “phone” in the menu of the board to see one."
    PAGE_JOIN_HELP_TERMINAL = (
        "A code lets this phone press keys. Press Enter in the board's terminal to see one."
    )
    PAGE_JOIN_TO_WATCH = (
        "Only phones that have joined may watch. Choose “phone” in the menu of the board for a code."
    )
    PAGE_JOIN_TO_WATCH_TERMINAL = (
        "Only phones that have joined may watch. Press Enter in the board's terminal for a code."
    )
    PAGE_NOT_JOINED = "This phone may no longer press keys. Enter a new code."
    PAGE_TYPED_HELP = (
        "From a keyboard: A and 2 to 9; 0 or T for 10; J, Q, K; S, H, D, C for suits; "
        "G for GO, Enter for OK, Backspace for UNDO, R for REDO, M for MENU, X for MUGGINS, W for HELP"
    )
    PAGE_SEAT, PAGE_ANY_SEAT = "Your seat:", "none"
    PAGE_SEAT_NOT_TAKEN = "The seat was not taken. Try again."
    PAGE_NOT_YOUR_TURN = "It is not your turn."
    PAGE_NOT_PRESSED = "The key was not pressed. Try again."
    PAGE_SPEAK = "Speak"
    PAGE_HELP = "What can I press?"
    PAGE_WHOLE_SCREEN = "Whole screen"
    """The link that hides everything on the page except the board, for use on a television."""
    PAGE_LEAVE_WHOLE_SCREEN = "Back to the page"
    PAGE_CONNECTING = "Connecting to the board …"
    PAGE_LOST = "No connection. The page may be out of date; it keeps trying."
    PAGE_FULL = "Too many people are watching. The page keeps trying."
    PAGE_NO_BOARD = "No board is running. The page waits for it."
    PAGE_BOARD_STOPPED = "The board has stopped. The page waits for it."
    PAGE_REFUSED = "Not possible:"
    """The label before the reason why the board refused a key."""
    PAGE_SKUNK, PAGE_DOUBLE_SKUNK = "skunk", "double skunk"
    """The names of the skunk lines on the board."""

    def page_score(self, name: str, score: int, target: int) -> str:
        return f"{name}: {score} of {target}"

    def page_games(self, games: int) -> str:
        return plural(games, "game", "games")

    def page_deals(self, partner: str) -> str:
        """Return the label that marks the side that deals, such as `dealer` or `Ann deals`.

        Args:
            partner: the name of the partner who deals, or an empty string if the side has only one player.
        """
        return f"{partner} deals" if partner else "dealer"

    PAGE_TO_PLAY, PAGE_TO_CUT, PAGE_TO_TURN_UP = "to play", "to cut", "to turn up"
    PAGE_TO_COUNT, PAGE_TO_CLAIM = "to count", "to claim"
    """The labels of the side whose player acts next, one for each action."""

    def page_acts(self, partner: str, does: str) -> str:
        """Return the label of the side whose turn it is: `to play` for one player, `Ann's turn` for partners.

        Args:
            partner: the name of the player whose turn it is; empty if the side has only one player.
            does: what the player has to do, such as `to play`. It is not used for partners.
        """
        return f"{partner}'s turn" if partner else does

    def page_deals_played(self, deals: int) -> str:
        return plural(deals, "deal", "deals")

    PAGE_REVIEW = "Review"
    """The tab, and the link beside a game."""
    PAGE_REVIEW_GAME = "Game"
    PAGE_REVIEW_WAIT = "Looking back at the game …"
    PAGE_REVIEW_FAILED = "This game could not be reviewed. Try again."
    PAGE_REVIEW_FIND_DEAREST = "Find the dearest moments"
    """The button that has each card of the play judged, which may take minutes."""
    PAGE_REVIEW_NO_DEAREST = "No throw and no card cost half a point."
    PAGE_REVIEW_SPLIT = "Who threw what?"

    def page_review_moment(self, deal: int, name: str, percent: int) -> str:
        """Return a side's chance of winning before a deal, e.g. `Before deal 3: Ann 55%`.

        A screen reader reads out such strings instead of the graph of the side's chances of winning.

        Args:
            name: the name of the first side.
            percent: that side's chance of winning, in percent.
        """
        return f"Before deal {deal}: {name} {percent}%"

    def page_review_deal(self, number: int, dealer: str) -> str:
        return f"Deal {number}: {dealer} deals"

    def page_review_keeps(self, name: str) -> str:
        return f"{name} keeps"

    PAGE_REVIEW_THROWS = "throws"

    def page_review_throw(self, rank: int, cost: float, win: float | None) -> str:
        """Return a sentence that rates a throw, for the review of a game on the web page.

        Args:
            rank: the throw's rank among the fifteen possible throws, where 1 is the best.
            cost: how many points the throw cost the player, compared with the best throw.
            win: how much higher the chance of winning would be after the best throw, from 0 to 1; None
                if this is not known.
        """
        if rank == 1:
            return "The best throw."
        chance = "" if win is None else ", but no chance to win" if win < 0.0005 else f", {win:.1%} to win"
        return f"Throw {rank} of 15. It cost {cost:.1f} points{chance}. Better:"

    def page_review_hand(self, points: int, mean: float | None) -> str:
        return f"Hand {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_play(self, points: int, mean: float | None) -> str:
        return f"Play {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_crib(self, points: int | None, mean: float | None) -> str:
        if points is None:
            return "Crib"
        return f"Crib {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_split(self, throws: Sequence[tuple[str, str]], percent: int | None) -> str:
        """Return a line that says which cards each player threw to the crib, e.g. `Ann 4 10, Bob K Q (66%)`.

        Args:
            throws: the name of each player and the cards that the player threw, or most likely threw.
            percent: the probability, in percent, that these are the cards thrown; None if the players have
                said who threw which cards.
        """
        text = ", ".join(f"{name} {cards}" for name, cards in throws)
        return text if percent is None else f"{text} ({percent}%)"

    def page_deal(self, number: int) -> str:
        return f"Deal {number}"

    # ---- The page of a club: what only that page says (club/) ----

    CLUB_ACTS = "next"
    """The label that marks the side for which a board waits."""
    CLUB_TITLE = "Muggins: the club's tables"
    CLUB_TABLES, CLUB_STANDING, CLUB_DRAW, CLUB_RESULTS = "Tables", "Standing", "Draw", "Results"
    """The names of the tabs."""
    CLUB_CONNECTING = "Connecting to the club …"
    CLUB_NO_BROKER = "The broker cannot be reached. The scores may be out of date; the club keeps trying."
    CLUB_NO_TABLES = "No board has published anything yet. The page waits for the first one."
    CLUB_NO_DRAW = "Nothing is drawn yet. The organiser draws the rounds with 'muggins club --draw'."
    CLUB_AWAY = "not connected"
    CLUB_BOARD_STOPPED = "the board has stopped"
    CLUB_UNDONE = "taken back"
    """The label of a result that the players have undone on the board."""
    CLUB_NEW_EVENING = (
        "A new evening: no results, nothing drawn. The results of earlier evenings stay in the CSV."
    )
    CLUB_STANDING_COLUMNS = ("Place", *PAGE_NIGHT_COLUMNS)
    """The column headings of the standings."""
    CLUB_DOWNLOAD = "Download all results"
    CLUB_FIND = "Find a player or a table"
    CLUB_NOT_FOUND = "Nothing here has this name."
    CLUB_WINS = "wins"
    """The label of the side that has won the game on a table."""
    CLUB_PAUSE, CLUB_NEXT = "Pause", "Next"
    """The buttons of a page on a television, which shows all tables in turn."""
    CLUB_CSV_HEADINGS = (
        *("number", "ended (UTC)", "table", "name 1", "score 1", "name 2", "score 2", "name 3", "score 3"),
        *("winner", "skunk", "spread", "game points", "director", "hands 1", "hands 2", "hands 3"),
        *("name 4", "score 4", "hands 4"),
    )

    def club_is_at(self, address: str) -> str:
        return f"The club is at {address}"

    def club_seat_at(self, seat: str, table: str) -> str:
        """Return a name for a player who has not entered one. It consists of the seat and the table."""
        return f"{seat}, {table}"

    CLUB_SEATS = "The number is the table. The player named first sits at A and deals first."

    def club_with_byes(self, name: str, byes: int) -> str:
        return f"{name} ({byes} bye{'s' if byes > 1 else ''})" if byes else name

    def club_bye_worth(self, points: int) -> str:
        return f"A bye counts {points} game points." if points else "A bye counts nothing here."

    def club_tie(self, place: int, names: Sequence[str]) -> str:
        return f"Place {place}: {self.listed(names)} are equal in everything. A playoff decides."

    CLUB_NUMBERS, CLUB_SKUNKS = "The evening in numbers", "Skunks"
    """The heading of the list of what clubs mention, and one of its kinds."""
    CLUB_SEASON, CLUB_EVENINGS = "The season", "Evenings"

    def club_good_cards(self, least: int) -> str:
        return f"Cards of {least} game points and more"

    def club_hands(self, points: int) -> str:
        return f"Hands and cribs of {points}"

    def club_all_won(self, games: int) -> str:
        return f"All games won, of {games} or more"

    def club_number(self, what: str, players: Sequence[tuple[str, int]]) -> str:
        """Return who has how many of something, e.g. `Skunks: Ann 2, Bob 1`."""
        return f"{what}: {', '.join(f'{name} {number}' for name, number in players)}"

    def club_season(self, evenings: int, best: int | None) -> str:
        """Return which evenings count for a season; `best` is None if all do."""
        played = plural(evenings, "evening", "evenings")
        return played if best is None else f"{played}, of which each player's best {best} count"

    def club_round(self, number: int, rounds: int | None) -> str:
        """Return the heading of a round on a club evening, e.g. `Round 2 of 5`.

        Args:
            rounds: the total number of rounds; None if it has not been decided.
        """
        return f"Round {number}" if rounds is None else f"Round {number} of {rounds}"

    CLUB_PEN, CLUB_PEN_CODE, CLUB_PEN_ACT, CLUB_PEN_DO = "Director's pen", "Code", "What to do", "Do it"
    CLUB_PEN_ACTS: Sequence[tuple[str | tuple[str, str], ...]] = (
        ("result", "Enter a result", *_PLAYERS),
        ("result", "Correct a result", _NUMBER, *_PLAYERS),
        ("strike", "Strike a result", _NUMBER),
        ("rename", "Make two names one", ("name", "Old name"), ("name", "New name")),
        ("forfeit", "Note a forfeit", ("name", "Who gives up"), ("name", "Who wins")),
        ("withdraw", "Withdraw a player", ("name", "Player")),
        ("undo", "Take back the latest of these"),
    )
    """The director's commands on the page: each command, its name, and each field's kind and name."""
    CLUB_PEN_WRONG = "This code is wrong. 'muggins club code' makes a new one, which ends the one before it."
    CLUB_PEN_TOO_MANY = (
        "Too many wrong codes. Wait a moment. If that does not help, 'muggins club code' makes a new one."
    )
    CLUB_PEN_FAILED = "The club cannot be reached. Look at the results before you try again."

    def club_code(self, code: str) -> str:
        return f"The director's code is {code}. Whoever has it can change results on the page."

    def club_knockout_round(self, places: int, best_of: int) -> str:
        """Return the heading of a round of a knock-out, e.g. `Semi-finals, best of 3`."""
        title = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}.get(places, f"Round of {places}")
        return title if best_of == 1 else f"{title}, best of {best_of}"

    CLUB_BRACKET, CLUB_CHAMPION = "The knock-out", "Champion"
    """The name of the drawing of a knock-out, and the heading of its last column."""

    def club_champion(self, name: str) -> str:
        return f"{name} has won the knock-out."

    def club_bye(self, names: Sequence[str]) -> str:
        return f"{self.listed(names)} {'has a bye' if len(names) == 1 else 'have byes'}."

    CLUB_BY_DIRECTOR: Mapping[str, str] = {
        "entered": "entered by the director",
        "corrected": "corrected by the director",
        "struck": "struck by the director",
        "forfeit": "by the director",
        "renamed": "renamed by the director",
    }
    """The remarks on results that are the director's."""

    def club_stranger(self, name: str, nearest: str) -> str:
        return f"{name} is not in the draw" + (f": is it {nearest}?" if nearest else "")

    def club_withdrawn(self, names: Sequence[str]) -> str:
        return f"{self.listed(names)} {'has' if len(names) == 1 else 'have'} withdrawn"

    def club_stroke(self, act: str, names: Sequence[str]) -> str:
        """Return what the director has done with players: `rename` the first to the second, or `withdraw`."""
        if act == "rename":
            return f"{names[0]} is {names[1]} now, in the results and in the draw."
        return f"{names[0]} has withdrawn, and plays no more this evening."

    def club_stroke_undone(self, typed: str) -> str:
        return f"Taken back: {typed}"

    def club_forfeit(self, winner: str) -> str:
        return f"forfeit, {winner} wins"

    def club_from_another_board(self, table: str) -> str:
        return f"sent by another board than theirs, {table}"

    def club_pair_result(self, score: int, other: int, skunk: str) -> str:
        """Return the result of a game between two players, e.g. `121–98` or `121–80, skunk`.

        Args:
            skunk: the name of the skunk, or an empty string if there was none.
        """
        result = f"{score}–{other}"
        return f"{result}, {skunk}" if skunk else result

    # ---- Home Assistant ----

    PROMPT_SENSOR = "Prompt"
    TURN_SENSOR = "Turn"
    DEALER_SENSOR = "Dealer"
    """The names of the board's sensors in Home Assistant."""

    def score_sensor(self, name: str) -> str:
        return f"Score of {name}"
