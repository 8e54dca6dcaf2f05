"""The board, fed key by key, against the referee, which plays the same keys by the documents alone.

Wherever the two stand after a key, they must print the same, field for field.
"""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidRules
from engine.game import Game
from engine.history import History
from engine.options import OPTIONS
from engine.rules import Rules
from engine.state import Prompt, Source
from firmware_py.app import Board
from firmware_py.keys import Key
from firmware_py.render import oled
from firmware_py.report import standing
from firmware_py.view import View
from tests import oracle
from tests.referee import WORDS, Referee, comparable
from tests.table import Table

QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PAGED = (Prompt.STARTER, Prompt.PLAY, Prompt.CRIB)
"""Where `OK` has nothing to confirm, and pages the screen."""

Start = tuple[int, ...]


class Pair:
    """A board and a referee, pressed together."""

    def __init__(self, start: Start = (0, 0), rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.board = Board(History.of(Game.new(self.rules, start)))
        options = dict(setting.split("=") for setting in self.rules.settings)
        self.referee = Referee(start, players=self.rules.players, options=options)
        self.refused: list[dict[str, Any]] = []
        self.words: list[str] = []

    @property
    def game(self) -> Game:
        return self.board.history.game

    @property
    def busy(self) -> bool:
        """Whether a dialogue is open, or a number half typed."""
        return bool(self.referee.menu or self.referee.typed)

    def press(self, word: str) -> bool:
        """Press a key on both; whether it took effect. What the referee does not cover is left out."""
        if not self.covers(word):
            return False
        before = self.board.history
        outcome = self.board.press(Key.parse(word))
        self.referee.press(word)
        self.words.append(word)
        assert outcome.presses == before.presses
        assert outcome.took == (self.board.history.presses == before.presses + 1), self.words
        if not outcome.took:
            assert self.board.history is before, self.words
        if outcome.why is not None:
            check_reason(outcome.why)
            assert not outcome.took
            self.refused.append({"press": outcome.presses, "key": word, "why": outcome.why})
        self.compare()
        oled.draw(self.board.view)
        return outcome.took

    def covers(self, word: str) -> bool:
        """The pages of the rules, the fields of a new game and corrections are not the referee's."""
        menu = self.referee.menu
        return not (
            (menu == "menu" and word in ("5", "7"))
            or (menu == "6" and word not in ("OK", "GO", "UNDO", "MENU"))
        )

    def compare(self) -> None:
        ours = comparable(standing(self.board.history, self.refused, self.board.prompt))
        theirs = comparable(self.referee.result())
        assert ours == theirs, " ".join(self.words)

    def fork(self, word: str) -> tuple[bool, bool]:
        """Press one key on copies: whether it took effect, and whether it was refused."""
        copy = Pair(rules=self.rules, start=(0,) * self.rules.sides)
        copy.board = Board(self.board.history)
        copy.referee = deepcopy(self.referee)
        copy.refused, copy.words = list(self.refused), list(self.words)
        number = len(copy.refused)
        return copy.press(word), len(copy.refused) > number


def check_reason(why: str) -> None:
    """A line, without a full stop, that says something."""
    assert why.strip()
    assert why.isprintable()
    assert not why.endswith(".")


def near_the_end(chance: Random, rules: Rules | None = None) -> Start:
    """Points with which the first deal or two end the game."""
    rules = rules or Rules()
    return tuple(chance.randint(max(0, rules.target - 36), rules.target - 1) for _ in range(rules.sides))


def at_random(chance: Random, presses: int) -> Iterator[str]:
    """Keys without regard for the game, those that make it go on more often than others."""
    often = {"OK": 10, "GO": 10, "MENU": 1, "MUGGINS": 2, "UNDO": 3, "REDO": 3}
    weights = [often.get(word, 3.5) for word in WORDS]
    return iter(chance.choices(WORDS, weights, k=presses))


def played(pair: Pair, chance: Random, suits: str, games: int = 1) -> Iterator[str]:
    """The keys of people who play whole games; suits are keyed for `all` cards, for `some`, or for `none`.

    A go that the next card would imply is said aloud by some.
    """
    for number in range(games):
        if number:
            yield "OK"
        for word in Table(chance, suits=suits != "none", rules=pair.rules).keys(lambda: pair.game):
            if passes_31(word, pair.game) and chance.random() < 0.3:
                while pair.game.prompt is Prompt.PLAY and pair.game.count:
                    yield "GO"
                if pair.game.winner is not None:
                    continue
            if word not in oracle.SUITS or suits == "all" or chance.random() < 0.4:
                yield word


def passes_31(word: str, game: Game) -> bool:
    """Does this key lay a card that the count has no room for?"""
    return game.prompt is Prompt.PLAY and word in oracle.RANKS and game.count + oracle.value(word) > 31


# Whole games


@pytest.mark.parametrize("suits", ["none", "all", "some"])
@pytest.mark.parametrize("seed", range(3))
def test_whole_games(suits: str, seed: int) -> None:
    """People who key what they play, to 121 and into a second game."""
    chance = Random(seed)
    pair = Pair()
    for word in played(pair, chance, suits):
        assert pair.press(word)
    pair.press("OK")
    for word in played(pair, chance, suits):
        assert pair.press(word)
    assert pair.game.prompt is Prompt.GAME_OVER
    assert pair.refused == []


@pytest.mark.parametrize("seed", range(8))
def test_games_with_what_goes_wrong(seed: int) -> None:
    """A match with keys pressed in error, keys taken back and put in again, and the menu."""
    chance = Random(seed)
    pair = Pair((80, 90))
    for word in played(pair, chance, ("none", "all", "some")[seed % 3], games=2):
        assert pair.press(word)
        if chance.random() < 0.05:
            stood = pair.game
            chance.choice([in_error, taken_back, begun_anew])(pair, chance)
            assert pair.game == stood, pair.words
    assert sum(side.games for side in pair.game.sides) >= 2


def in_error(pair: Pair, chance: Random) -> None:
    """Some keys, whatever they do; and those that took effect are taken back."""
    wrong = [word for word in at_random(chance, 6) if word not in ("UNDO", "REDO")]
    took = sum([pair.press(word) for word in wrong])
    while pair.busy:
        assert not pair.press("UNDO")
    for _ in range(took):
        assert pair.press("UNDO")


def taken_back(pair: Pair, chance: Random) -> None:
    """Back some way, or as far as it goes, and there again."""
    took = sum([pair.press("UNDO") for _ in range(chance.choice([1, 3, 25]))])
    for _ in range(took):
        assert pair.press("REDO")


def begun_anew(pair: Pair, chance: Random) -> None:
    """A new game by the menu and a card cut in it, which two keys take back."""
    for word in "MENU 6 OK".split():
        assert not pair.press(word)
    for word in ("OK", chance.choice(oracle.RANKS), "UNDO", "UNDO"):
        assert pair.press(word)


# Keys at random


@pytest.mark.parametrize("seed", range(30))
def test_any_keys(seed: int) -> None:
    """Every key at every prompt takes effect, pages the screen, or is refused and changes nothing."""
    chance = Random(seed)
    pair = Pair(near_the_end(chance) if seed % 3 else (0, 0))
    for word in at_random(chance, 120):
        pair.press(word)


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.integers(0, 120), st.integers(0, 120))
@settings(max_examples=100)
def test_any_keys_in_short(words: list[str], left: int, right: int) -> None:
    pair = Pair((left, right))
    for word in words:
        pair.press(word)


@pytest.mark.parametrize("suits", ["none", "all", "some"])
def test_every_key_at_every_prompt(suits: str) -> None:
    """In states drawn from random games, the last of them near its end."""
    chance = Random(suits)
    seen = set()
    for start in ((0, 0), (100, 100), near_the_end(chance)):
        pair = Pair(start)
        for word in played(pair, chance, suits):
            if pair.game.prompt not in seen or chance.random() < 0.06:
                every_key(pair)
                seen.add(pair.game.prompt)
            pair.press(word)
        every_key(pair)
        seen.add(pair.game.prompt)
    assert seen >= {
        Prompt.CUT_FOR_DEAL,
        Prompt.STARTER,
        Prompt.PLAY,
        Prompt.CRIB,
        Prompt.GAME_OVER,
    }


def every_key(pair: Pair) -> None:
    prompt = pair.game.prompt
    for word in WORDS:
        took, refused = pair.fork(word)
        neither = word in ("MENU", named(pair.game)) or (word == "OK" and prompt in PAGED)
        assert (took, refused).count(True) == (0 if neither else 1), (word, pair.words)


def named(game: Game) -> str:
    """The suit of the last card, as a key."""
    suit = game.cards[-1].suit if game.cards else None
    return suit.letter if suit else ""


def test_every_key_in_the_menu() -> None:
    """In the menu and what it leads to, and what the next key then does."""
    begun = {"MENU 6 OK OK": Prompt.CUT_FOR_DEAL, "MENU 4 OK": Prompt.STARTER}
    menus = ("", "A", "A 7", "A 7 GO", "2", "2 5", "3", "3 4 4", "4", "6", "6 OK")
    for steps in (f"MENU {menu}".strip() for menu in menus):
        for word in WORDS:
            pair = Pair((3, 4))
            for each in ["OK", "5", "9", *steps.split(), word]:
                pair.press(each)
            assert pair.game.prompt is begun.get(f"{steps} {word}", Prompt.PLAY)


@pytest.mark.parametrize(
    "words",
    [
        # Right's last card, one call before the longest of the questions; and a go and last, two calls.
        "2 6 7 10 A J K 5 4 5 10",
        "3 2 5 6 Q 8 5 8 J J 8",
    ],
)
def test_a_question_is_legible_whatever_was_scored(words: str) -> None:
    """DESIGN.md, Prompts: the counts stay on the screen, but not over the keys that answer."""
    pair = Pair()
    for word in words.split():
        pair.press(word)
    assert pair.game.prompt is Prompt.NOBS
    seen = pair.board.view
    assert seen.calls
    assert keys_row(seen) == keys_row(seen._replace(calls=()))


def keys_row(seen: View) -> bytes:
    """The last line of the screen, where a question has its keys."""
    return oled.draw(seen).crop((0, 53, oled.WIDTH, oled.HEIGHT)).tobytes()


# Every form


FORMS = (
    (2, "game=five-card"),
    (2, "game=five-card five_card_replay=replay"),
    (2, "game=five-card three_for_last=off five_card_play_on=may"),
    (2, "game=seven-card"),
    (3, ""),
    (4, ""),
    (3, "lead_after_go=first_unable go_multi=next_only"),
    (4, "lead_after_go=scorer combo_after_go=broken"),
    (2, "ace_11=on"),
    (3, "ace_11=on target=61"),
    (2, "muggins=on"),
    (2, "muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no"),
    (3, "muggins=on"),
    (4, "muggins=on game=six-card"),
    (2, "muggins=on game=five-card"),
    (2, "muggins=on track=show"),
    (2, "objective=first_loses"),
    (3, "objective=first_loses"),
    (2, "cut_before_deal=offer next_game_dealer=alternate"),
    (2, "first_deal=high next_game_dealer=cut"),
    (3, "track=show reveal=on_ok"),
    (2, "track=points next_game_dealer=winner"),
    (3, "track=points"),
    (2, "crib_flush=four heels_points=1 heels_can_win=no reveal=on_ok"),
    (2, "skunk_worth=3 double_worth=3 target=151"),
)


def rules_of(players: int, settings: str) -> Rules:
    return Rules.parse(settings.split(), players=players)


@pytest.mark.parametrize(("players", "settings"), FORMS)
@pytest.mark.parametrize("suits", ["none", "some"])
def test_whole_games_of_every_form(players: int, settings: str, suits: str) -> None:
    """Two games of a match, with keys pressed in error and taken back."""
    chance = Random(f"{players} {settings} {suits}")
    rules = rules_of(players, settings)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in played(pair, chance, suits, games=2):
        pair.press(word)
        if chance.random() < 0.03 and not pair.busy:
            stood = pair.game
            chance.choice([in_error, taken_back])(pair, chance)
            assert pair.game == stood, pair.words
    assert pair.game.prompt is Prompt.GAME_OVER


@pytest.mark.parametrize(("players", "settings"), FORMS)
def test_any_keys_in_every_form(players: int, settings: str) -> None:
    chance = Random(f"{players} {settings}")
    rules = rules_of(players, settings)
    for start in ((), near_the_end(chance, rules)):
        pair = Pair(start or (0,) * rules.sides, rules)
        for word in at_random(chance, 120):
            pair.press(word)


@pytest.mark.parametrize(("players", "settings"), FORMS)
def test_every_key_at_every_prompt_of_every_form(players: int, settings: str) -> None:
    chance = Random(settings)
    rules = rules_of(players, settings)
    pair = Pair((0,) * rules.sides, rules)
    seen = set()
    for word in played(pair, chance, "some"):
        if pair.game.prompt not in seen:
            seen.add(pair.game.prompt)
            for each in WORDS:
                pair.fork(each)
        pair.press(word)


def every_option() -> st.SearchStrategy[Rules]:
    """Rules with every option at any of its values; combinations that are refused are left out."""
    values = {
        name: st.booleans() if option.is_switch else st.sampled_from(list(option.values))
        for name, option in OPTIONS.items()
        if name not in ("game", "target", "calling")
    }
    form = st.sampled_from(
        [("six-card", 2), ("six-card", 3), ("six-card", 4), ("five-card", 2), ("seven-card", 2)]
    )
    return (
        st.tuples(form, st.fixed_dictionaries(values), st.sampled_from([None, None, 31, 61, 181]))
        .map(lambda drawn: possible_rules(*drawn))
        .filter(lambda rules: rules is not None)
    )


def possible_rules(form: tuple[str, int], options: dict[str, Any], target: int | None) -> Rules | None:
    try:
        return Rules(*form, target, **options)
    except InvalidRules:
        return None


@given(every_option(), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_games_with_any_options(rules: Rules, seed: int) -> None:
    """A game from somewhere to its end, whatever the options."""
    chance = Random(seed)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in played(pair, chance, chance.choice(["none", "some", "all"])):
        pair.press(word)
        if chance.random() < 0.02 and not pair.busy:
            in_error(pair, chance)
    assert pair.game.prompt is Prompt.GAME_OVER


# The moments at which a game can be won (RULES.md 5)


def moment(pair: Pair, before: Prompt) -> str:
    """What won the game that the last key ended at a prompt."""
    last = pair.game.entries[-1]
    if before in QUESTIONS:
        return f"{before.value}, {last.source.value}"
    if last.source is not Source.PLAY:
        return (
            last.source.value if last.source is not Source.HAND else f"hand {last.seat == pair.game.dealer:d}"
        )
    reasons = [found.reason.value for found in last.found]
    if reasons != ["go"]:
        return reasons[-1] if reasons[-1] in ("go", "last_card") else "card"
    return "go said" if pair.words[-1] == "GO" else "go implied"


def test_games_are_won_at_every_moment() -> None:
    """Starts near the end, so that everything that can win a game wins one."""
    moments = set()
    for seed in range(200):
        chance = Random(seed)
        pair = Pair((chance.randint(105, 120), chance.randint(105, 120)))
        for word in played(pair, chance, ("none", "some")[seed % 2]):
            before = pair.game.prompt
            pair.press(word)
        moments.add(moment(pair, before))
        assert pair.press("OK")
        assert pair.press("UNDO")
    assert moments >= {
        "heels",
        "card",
        "go",
        "go said",
        "go implied",
        "last_card",
        "hand 0",
        "hand 1",
        "crib",
        "flush, hand",
        "flush_with_starter, hand",
        "nobs, hand",
    }
