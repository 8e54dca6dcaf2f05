"""The reference card for the table, and the lines that commands print about a board and its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .english_table import plural
from .english_terminal import EnglishTerminal


class EnglishCard(EnglishTerminal):
    """A chapter of `English`."""

    # ---- The reference card for the table ----

    CARD_TITLE = "Cribbage"
    CARD_SUBTITLE = "two players, six cards, 121 points"
    CARD_DEAL = "A deal"
    CARD_STEPS: Sequence[str] = (
        "Cut the pack: the lower card deals first. The dealer deals six cards to each player.",
        "Each player throws two cards, face down, to the crib. It belongs to the dealer.",
        "The other player, pone, cuts the pack. The dealer turns up the starter: for a jack, 2 for "
        "his heels.",
        "The play: pone leads. Lay a card in turn and add it to the count. Court cards count ten, the ace "
        "one. The count may not pass 31.",
        "If no card fits, say go. The other player lays every card that fits. Then the count starts again at "
        "0.",
        "The show: count pone's hand, the dealer's hand, and the crib. The starter belongs to each of them.",
        "The other player deals next. Whoever reaches 121 wins at once. Under 91 the loser is skunked, under "
        "61 twice.",
    )
    CARD_PLAY = "In the play"
    CARD_SHOW = "In the show"
    CARD_COUNT_OF_15, CARD_COUNT_OF_31 = "a count of 15", "a count of 31"
    CARD_FIFTEEN = "each fifteen, of any cards"
    CARD_PAIR, CARD_THREE, CARD_FOUR = "a pair", "three of a rank", "four of a rank"
    CARD_RUN = "a run of three or more, in any order"
    CARD_RUN_OF_SHOW = "a run of three or more"
    CARD_ONE_EACH = "1 a card"
    CARD_GO = "a go, or the last card"
    CARD_DOUBLE_RUN, CARD_LONG_DOUBLE_RUN = "double run, such as 6-7-7-8", "double run of four"
    CARD_TRIPLE_RUN, CARD_QUADRUPLE_RUN = "triple run, such as 6-6-6-7-8", "double double run, 6-6-7-7-8"
    CARD_FLUSH = "a hand of one suit; with the starter"
    CARD_CRIB_FLUSH = "a crib of one suit, with the starter"
    CARD_NOBS = "the jack of the starter's suit"
    CARD_KEYS = "The board's keys"
    CARD_MEANINGS: Mapping[str, str] = {
        "OK": "yes; confirm; counts again; held: menu",
        "GO": "go; no; held: say it again, or muggins",
        "UNDO": "take back the last press; held: redo",
        "REDO": "put in again what was taken back",
        "MENU": "peg by hand, correct, misdeal, new game",
        "MUGGINS": "claim points that were missed",
        "AGAIN": "the voice says it again",
        "SCORE": "the voice says the score",
    }
    """The function of each key, keyed by the key's name, without the keys of ranks and suits."""
    CARD_RANK_KEYS = "the card you lay or count; digits"
    CARD_SUIT_KEYS = "its suit, if you like"
    CARD_THROW = "What to throw"
    CARD_THROW_ABOUT: Sequence[str] = (
        "Mean points of the crib, by the two cards thrown to it.",
        "Top right: your own crib, dark is good.",
        "Bottom left: the other player's crib, dark is bad.",
    )
    CARD_ODDS = "Who wins"
    CARD_ODDS_ABOUT = "The dealer's chance in percent, before a deal."
    CARD_PONE_HAS, CARD_DEALER_HAS = "pone has", "dealer"
    CARD_LEAD = "What to lead"
    CARD_LEAD_ABOUT = "Points that pone loses on average by this lead; dark is bad."
    CARD_HOLDING: Sequence[str] = ("holding one", "holding two")
    """The labels of two rows of figures: for leads of a card of which pone holds one, or two."""
    CARD_WORTH_KNOWING = "Worth knowing"

    def card_best_throws(self, own: str, others: str) -> Sequence[str]:
        """Return two sentences with the best throws to the player's own crib and to the opponent's crib.

        Args:
            own: the best throws to the player's own crib, such as `5-5, 5-J`.
            others: the best throws to the opponent's crib.
        """
        return f"Best to your own crib: {own}.", f"Safest to the other's: {others}."

    def card_play_points(self, dealer: float, pone: float) -> str:
        return f"In the play, the dealer averages {dealer:.1f} points, pone {pone:.1f}."

    def card_rare_hands(self, points: int, one_in: int) -> str:
        return f"A hand of {points}, the highest, comes once in {one_in:,} deals."

    def card_impossible(self, points: Sequence[int]) -> str:
        """Return the sentence on the printed reference card about the points that no hand can score.

        Args:
            points: the impossible scores, lowest first. There are at least two.
        """
        *most, last = map(str, points)
        return f"No hand counts {', '.join(most)} or {last}."

    def page_is_at(self, address: str) -> str:
        return f"The board is at {address} (Ctrl-C ends this)"

    def page_keys_at(self, address: str) -> str:
        return f"To press keys, open {address} within two minutes. It works once; Enter shows another."

    def phone_may_join(self, address: str, code: str) -> str:
        """Return the instructions that `muggins phone` prints for opening the web page on a phone.

        Args:
            address: the address to open. It ends with the code.
            code: the code that lets the phone join.
        """
        return (
            f"{address}\nOpen this address on a phone, or enter {code} on its page, within two minutes. "
            "It works once; for another phone, type 'muggins phone' again. (Ctrl-C ends this)"
        )

    CODE_HAS_EXPIRED = "The code is no longer valid. For another one, type 'muggins phone' again."

    PROMPT_SENSOR = "Prompt"
    TURN_SENSOR = "Turn"
    DEALER_SENSOR = "Dealer"
    """The names of the board's sensors in Home Assistant."""

    def score_sensor(self, name: str) -> str:
        return f"Score of {name}"

    def key_refused(self, key: str, reason: str) -> str:
        return f"{key}  refused: {reason}"

    def key_refused_after(self, key: str, presses: int, reason: str) -> str:
        return f"{key} refused after {plural(presses, 'press', 'presses')}: {reason}"

    def standing(self, name: str, score: int, back: int, games: int) -> str:
        return f"{name} {score:>3}   back peg {back:>3}   match {games}"

    NOBODY_HAS_DEALT = "Nobody has dealt yet."
    GAME_OVER = "The game is over."

    def dealt(self, dealer: str) -> str:
        return f"{dealer} dealt."

    def turn_of(self, name: str) -> str:
        return f"It is {name}'s turn."

    def cards_cut(self, cards: str) -> str:
        """Return the line with the cards that the players have cut for the deal."""
        return f"cut: {cards}"

    def on_the_table(self, cards: str) -> str:
        return f"on the table: {cards}"

    def on_the_table_counting(self, cards: str, count: int) -> str:
        return f"on the table: {cards} = {count}"

    def presses_and_deals(self, presses: int, deals: int) -> str:
        """Return a line with the number of presses in the match, and of finished deals in this game."""
        finished = plural(deals, "deal", "deals")
        return f"{plural(presses, 'press', 'presses')} in this match, {finished} finished in this game"

    NO_GAME_FINISHED = "no game is finished yet"
    GIVEN_UP = "given up"

    def listed_game(
        self, number: int, date: str, scores: Sequence[tuple[str, int]], result: str, deals: int, kind: str
    ) -> str:
        """Return the line about one game in the list of finished games.

        Args:
            number: the number of the game.
            date: the date on which the game ended, or an empty string if it is unknown.
            scores: the name and score of each side.
            result: the result in words.
            deals: the number of deals.
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
        """
        stands = ", ".join(f"{name} {score}" for name, score in scores)
        line = f"{number:>5}  {date:<10}  {stands}: {result}; {plural(deals, 'deal', 'deals')}"
        return f"{line}; {kind}" if kind else line

    def listed_win(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'}"

    def listed_win_with_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a skunk"

    def listed_win_with_double_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a double skunk"

    def listed_win_with_lurch(self, winner: str, losers: Sequence[str], *, partners: bool) -> str:
        lost = "both are" if len(losers) > 1 else f"{losers[0]} {'are' if partners else 'is'}"
        return f"{winner} {'win' if partners else 'wins'}; {lost} lurched"

    def listed_kind(self, players: int, game: str) -> str:
        """Return what kind of game it is, as shown in a list of games.

        With more than two players, this is the number of players, such as `3 players`. With two players, it
        is the variant, such as `five card`.

        Args:
            players: the number of players.
            game: the name of the game in JSON output, such as `five-card`.
        """
        return f"{players} players" if players > 2 else game.replace("-", " ")

    def games_of(self, name: str, kind: str, games: int, won: str, lost: str) -> str:
        """Return a line of the statistics that says how many games a player has won and lost.

        Args:
            name: the name of the player.
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
            games: the number of games played.
            won: the number of games won, as returned by `games_and_skunks`.
            lost: the number of games lost, as returned by `games_and_skunks`.
        """
        who = f"{name} ({kind})" if kind else name
        return f"{who}: {plural(games, 'game', 'games')}, won {won}, lost {lost}"

    def no_games_of(self, name: str, kind: str) -> str:
        return f"{name} ({kind}): 0 games finished" if kind else f"{name}: 0 games finished"

    def games_and_skunks(self, games: int, skunks: int, doubles: int, lurches: int) -> str:
        """Return the number of games won or lost, and the number of skunks among them, e.g. `3 (1 skunk)`.

        Args:
            games: the number of games.
            skunks: how many of the games were single skunks.
            doubles: how many were double skunks.
            lurches: how many were lurches. A lurch is a skunk in a game to 61.
        """
        counted = (
            (skunks, plural(skunks, "skunk", "skunks")),
            (doubles, plural(doubles, "double skunk", "double skunks")),
            (lurches, plural(lurches, "lurch", "lurches")),
        )
        said = ", ".join(text for number, text in counted if number)
        return f"{games} ({said})" if said else str(games)

    def as_dealer(self, deals: int, points: float, play: float, hand: float, crib: float) -> str:
        each = f"play {play:.1f}, hand {hand:.1f}, crib {crib:.1f}"
        return f"as dealer, {plural(deals, 'deal', 'deals')}: {points:.1f} points on average ({each})"

    def as_pone(self, deals: int, points: float, play: float, hand: float) -> str:
        each = f"play {play:.1f}, hand {hand:.1f}"
        return f"as pone, {plural(deals, 'deal', 'deals')}: {points:.1f} points on average ({each})"

    def best_hand(self, points: int, cards: str, game: int) -> str:
        return f"best hand: {points} with {cards} (game {game})"

    def best_crib(self, points: int, cards: str, game: int) -> str:
        return f"best crib: {points} with {cards} (game {game})"

    def head_to_head(
        self,
        names: tuple[str, str],
        won: tuple[int, int],
        skunks: tuple[int, int],
        doubles: tuple[int, int],
        lurches: tuple[int, int],
    ) -> str:
        """Return a line with the results of all games between two players.

        An example is `Ann against Bob: 3-1, skunks 1-0`. Each tuple contains one value for each player.

        Args:
            names: the names of the players.
            won: the number of games won.
            skunks: the number of games won with a skunk.
            doubles: the number of games won with a double skunk.
            lurches: the number of games won with a lurch, which is a skunk in a game to 61.
        """
        counted = (("skunks", skunks), ("double skunks", doubles), ("lurches", lurches))
        more = "".join(f", {kind} {one}-{other}" for kind, (one, other) in counted if one or other)
        return f"{names[0]} against {names[1]}: {won[0]}-{won[1]}{more}"
