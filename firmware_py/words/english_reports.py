"""Texts to read away from the board: the reference card, the list of finished games, and the review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .english_table import plural
from .english_terminal import EnglishTerminal


class EnglishReports(EnglishTerminal):
    """A chapter of `English`."""

    # ---- The reference card for the table ----

    CARD_TITLE = "Cribbage"
    CARD_SUBTITLE = "two players, six cards, 121 points"
    CARD_DEAL = "A deal"
    CARD_STEPS: Sequence[str] = (
        "Place the pegs in the start holes, two for each player. Cut the pack: the lower card deals first. "
        "The dealer deals six cards to each player.",
        "Each player throws two cards, face down, to the crib. It belongs to the dealer.",
        "The other player, pone, cuts the pack. The dealer turns up the starter: for a jack, 2 for "
        "his heels.",
        "The play: pone leads. Lay only one card a round, in turn, and add it to the count. Court cards "
        "count ten, the ace one. The count may not pass 31.",
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
        "HELP": "the voice says what to press",
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
    CARD_WORDS = "Words"
    CARD_TERMS: Sequence[str] = (
        "crib: the cards thrown",
        "pone: who does not deal",
        "starter: the card turned up",
        "his heels: it is a jack",
        "his nobs: the jack of its suit",
        "pair royal: three of a rank",
        "nineteen: a hand of nothing",
        "muggins: taking missed points",
        "leg: a player's row of holes",
        "street: thirty of its holes",
        "game hole: the last, 121",
        "stink hole: the one before it",
    )
    """The terms on the reference card, each with its meaning, to be read down two columns."""
    CARD_MORE = "More, and clubs to play in: www.cribbage.org"

    def card_best_throws(self, own: str, others: str) -> Sequence[str]:
        """Return two sentences with the best throws to the player's own crib and to the opponent's crib.

        Args:
            own: the best throws to the player's own crib, such as `5-5, 5-J`.
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

    # ---- The list of finished games, and their statistics ----

    NO_GAME_FINISHED = "no game is finished yet"
    GIVEN_UP = "given up"

    def listed_game(
        self,
        number: int,
        date: str,
        scores: Sequence[tuple[str, int]],
        result: str,
        deals: int,
        minutes: int | None,
        kind: str,
    ) -> str:
        """Return the line about one game in the list of finished games.

        Args:
            date: the date on which the game ended, or an empty string if it is unknown.
            minutes: how long the game took, or None if it is unknown.
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
        """
        stands = ", ".join(f"{name} {score}" for name, score in scores)
        line = f"{number:>5}  {date:<10}  {stands}: {result}; {plural(deals, 'deal', 'deals')}"
        line += f"; {plural(minutes, 'minute', 'minutes')}" if minutes else ""
        return f"{line}; {kind}" if kind else line

    def listed_win(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'}"

    def listed_win_with_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a skunk"

    def listed_win_with_double_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a double skunk"

    def listed_win_with_lurch(self, winner: str, losers: Sequence[str], *, partners: bool) -> str:
        one = f"{losers[0]} {'are' if partners else 'is'}"
        lost = one if len(losers) == 1 else "both are" if len(losers) == 2 else "all are"
        return f"{winner} {'win' if partners else 'wins'}; {lost} lurched"

    def listed_kind(self, players: int, game: str) -> str:
        """Return what kind of game it is, as shown in a list of games.

        With more than two players, this is the number of players, such as `3 players`. With two players, it
        is the variant, such as `five card`.

        Args:
            game: the name of the game in JSON output, such as `five-card`.
        """
        return f"{players} players" if players > 2 else game.replace("-", " ")

    def games_of(self, name: str, kind: str, games: int, won: str, lost: str) -> str:
        """Return a line of the statistics that says how many games a player has won and lost.

        Args:
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
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
            lurches: the number of games won with a lurch, which is a skunk in a game to 61.
        """
        counted = (("skunks", skunks), ("double skunks", doubles), ("lurches", lurches))
        more = "".join(f", {kind} {one}-{other}" for kind, (one, other) in counted if one or other)
        return f"{names[0]} against {names[1]}: {won[0]}-{won[1]}{more}"

    # ---- The review of a game ----

    REVIEW_TOTALS = (
        "points lost by throws",
        "luck of the cut",
        "luck of the crib",
        "play above expectation",
    )
    """A player's totals in a review, in points."""
    REVIEW_WIN_LOST = "chance to win lost by throws"
    REVIEW_COLUMNS = ("keeps", "throws", "of 15", "cost", "win", "hand", "play")
    """The columns of a player's part in a deal; the fifth only if the chance of winning is known."""
    REVIEW_KEY = (
        "of 15: the rank of the throw among the fifteen. A better throw scores more and wins more often.",
        "cost: the points that the better throw would have added on average.",
        "In brackets: the points that hand, play and crib could expect.",
    )
    REVIEW_KEY_WIN = "win: the chance to win that the better throw would have added."
    REVIEW_KEY_LAID = (
        "play: the cards in turn. In brackets: a better card, and the points that it would have added."
    )
    REVIEW_CRIB = "crib"
    REVIEW_LAID = "play"
    REVIEW_DEAREST = "The dearest moments"
    REVIEW_TURNING_POINTS = "Turning points"
    REVIEW_CHANCE = "Chance to win"
    """The title of the drawing of the chance of winning."""

    def review_deal(self, number: int, dealer: str, starter: str) -> str:
        return f"Deal {number}: {dealer} deals, starter {starter}"

    def review_standing(self, name: str, score: int) -> str:
        return f"{name} {score}"

    def review_standing_with_chance(self, name: str, score: int, percent: int) -> str:
        return f"{name} {score} ({percent}% to win)"

    def review_better(self, cards: str) -> str:
        return f"better: {cards}"

    def review_dear_throw(self, deal: int, name: str, thrown: str, best: str, points: float) -> str:
        return f"Deal {deal}: {name} throws {thrown}. {best} would have gained {points:.1f} more."

    def review_dear_card(self, deal: int, name: str, card: str, best: str, count: int, points: float) -> str:
        """Return a sentence about a card that was laid, at this count, in place of a better one."""
        where = f"on {count}" if count else "as a lead"
        return f"Deal {deal}: {name} lays {card} {where}. {best} would have gained {points:.1f} more."

    def review_turning_point(self, deal: int, happened: str, name: str, before: int, after: int) -> str:
        """Return a sentence about a change in the chance of winning.

        Args:
            happened: what happened, as returned by one of the `review_happened` methods.
            name: the name of the side whose chance rose.
            before: its chance before the change, in per cent.
            after: its chance after the change, in per cent.
        """
        return f"Deal {deal}, {happened}: {name}'s chance to win rises from {before}% to {after}%."

    def review_happened_starter(self, card: str) -> str:
        return f"the starter {card}"

    def review_happened_play(
        self, pegged: Sequence[tuple[str, int]], hands: Sequence[tuple[str, int]]
    ) -> str:
        """Return a phrase that lists the points scored in the play and in the hands counted so far.

        For example, `the play (Ann 8, Bob 6) and the hand (Ann 12)`.

        Args:
            pegged: each player's name and the points that the player pegged in the play.
            hands: the name of each player whose hand was counted, and the points of that hand.
        """
        played, shown = (", ".join(f"{name} {points}" for name, points in each) for each in (pegged, hands))
        counted = f" and the hand{'s' if len(hands) > 1 else ''} ({shown})" if hands else ""
        return f"the play ({played}){counted}"

    def review_happened_hand(self, name: str, points: int) -> str:
        return f"{name}'s hand of {points}"

    def review_happened_crib(self, name: str, points: int) -> str:
        return f"{name}'s crib of {points}"

    def review_happened_deal(self, scored: Sequence[tuple[str, int]]) -> str:
        (name, points), (other, fewer) = scored
        return f"the whole deal ({name} {points}, {other} {fewer})"

    REVIEW_HAPPENED_BY_HAND = "points pegged by hand"
    REVIEW_LIMITS: Mapping[str, str] = {
        "missing_suits": "Some cards were keyed without suits: the coach expects no flush from them.",
        "likely_split": "Nobody keyed who threw which cards of a crib: the coach took the most likely split.",
        "missing_crib": "The game ended before the last crib was keyed, so the last throws are not known.",
        "missing_play": "The play was not keyed.",
        "thrown_in": "A deal was thrown in. It is left out.",
        "by_hand": "Points were pegged by hand, or a score was set: no cards explain them.",
        "other_rules": "The coach reckons by the standard rules, and this game had other options.",
        "not_over": "This game is not over. Its finished deals are reviewed.",
    }
    """The reasons why a review is incomplete or approximate, keyed by their names in JSON output."""

    def review_how_to_correct(self, deal: int, threw: str) -> str:
        return f"If the dealer threw other cards in deal {deal}, name the two, as in '--threw {threw}'."
