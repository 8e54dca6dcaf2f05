"""The board and the referee receive the same keys, and must report the same state after each, in every form.

The referee is an independent implementation of the rules, written differently.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deals import Source
from engine.errors import InvalidRules
from engine.game import Game
from engine.match.history import History
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.render import oled
from firmware_py.reports.match import Refusal, report_object
from firmware_py.view.view import View
from tests.support import oracle
from tests.support.pictures import image_of
from tests.support.random_matches import FORMS, rules_of
from tests.support.referee import ASKING, WORDS, Referee, comparable
from tests.support.table import Table

pytestmark = pytest.mark.thorough

Start = tuple[int, ...]


class Pair:
    """A board and a referee, which is an independent implementation of the game.

    Both receive the same keys, and their states are compared after each key.
    """

    def __init__(self, start: Start = (0, 0), rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.board = Board(History.of(Game.new(self.rules, start)))
        options = dict(setting.split("=") for setting in self.rules.settings)
        self.referee = Referee(start, players=self.rules.players, options=options)
        self.refused: list[Refusal] = []
        self.words: list[str] = []

    @property
    def game(self) -> Game:
        return self.board.history.game

    @property
    def busy(self) -> bool:
        """True while a dialogue is open, or while a number is being typed."""
        return bool(self.referee.menu or self.referee.typed)

    def press(self, word: str) -> bool:
        """Press a key on the board and on the referee, and check that both report the same state.

        Return True if the key took effect. Keys that the referee does not implement are ignored.
        """
        if not self.covers(word):
            return False
        before = self.board.history
        outcome = self.board.press(Key.parse(word))
        self.referee.press(word)
        self.words.append(word)
        assert outcome.presses == before.applied
        assert outcome.took == (self.board.history.applied == before.applied + 1), self.words
        if not outcome.took:
            assert self.board.history is before, self.words
        if outcome.why is not None:
            assert outcome.why.isprintable() and outcome.why.strip().removesuffix(".") == outcome.why
            assert not outcome.took
            self.refused.append(Refusal(outcome.presses, word, outcome.why))
        self.compare()
        oled.draw(self.board.view)
        return outcome.took

    def covers(self, word: str) -> bool:
        """Return False if a key opens a menu page that the referee does not implement, otherwise True.

        Args:
            word: the name of the key, such as `OK`.
        """
        menu = self.referee.menu
        if menu == "6":
            return word in ("OK", "GO", "UNDO", "MENU")
        return word not in {"menu": ("5", "7", "9"), "second page": ("6",)}.get(menu, ())

    def compare(self) -> None:
        ours = comparable(report_object(self.board.history, self.refused, self.board.prompt))
        theirs = comparable(self.referee.result())
        assert ours == theirs, " ".join(self.words)

    def fork(self, word: str) -> tuple[bool, bool]:
        """Press a key on a copy of this board and referee.

        Returns:
            Two values: True if the key took effect, and True if the key was refused. Both are False if the
            key did neither, e.g. if it only typed a digit.
        """
        copy = Pair(rules=self.rules, start=(0,) * self.rules.sides)
        copy.board = Board(self.board.history)
        copy.referee = deepcopy(self.referee)
        copy.refused, copy.words = list(self.refused), list(self.words)
        number = len(copy.refused)
        return copy.press(word), len(copy.refused) > number


def near_the_end(chance: Random, rules: Rules | None = None) -> Start:
    """Return random starting scores, high enough that the game will probably end within two deals."""
    rules = rules or Rules()
    return tuple(chance.randint(max(0, rules.target - 36), rules.target - 1) for _ in range(rules.sides))


def random_keys(chance: Random, presses: int) -> Iterator[str]:
    """Yield `presses` random keys, most of which are useful in the game."""
    often = {"OK": 10, "GO": 10, "MENU": 1, "MUGGINS": 2, "UNDO": 3, "REDO": 3}
    weights = [often.get(word, 3.5) for word in WORDS]
    return iter(chance.choices(WORDS, weights, k=presses))


def keys_of_games(pair: Pair, chance: Random, suits: str, games: int = 1) -> Iterator[str]:
    """Yield the keys that simulated players press to play whole games.

    The caller must press each key on `pair` before requesting the next one.

    Args:
        pair: the board and the referee.
        chance: the source of random choices.
        suits: which cards are followed by a suit key: "all", "some" or "none".
        games: the number of games.
    """
    for number in range(games):
        if number:
            yield "OK"
        for word in Table(chance, suits=suits != "none", rules=pair.rules).keys(lambda: pair.game):
            if not pair.busy and passes_31(word, pair.game) and chance.random() < 0.3:
                while pair.game.prompt is Prompt.PLAY and pair.game.count:
                    yield "GO"
                if pair.game.winner is not None:
                    continue
            if word not in oracle.SUITS or suits == "all" or chance.random() < 0.4:
                yield word


def passes_31(word: str, game: Game) -> bool:
    return game.prompt is Prompt.PLAY and word in oracle.RANKS and game.count + oracle.value(word) > 31


def press_and_undo(pair: Pair, chance: Random) -> None:
    wrong = [word for word in random_keys(chance, 6) if word not in ("UNDO", "REDO")]
    took = sum([pair.press(word) for word in wrong])
    while pair.busy:
        assert not pair.press("UNDO")
    for _ in range(took):
        assert pair.press("UNDO")


def undo_and_redo(pair: Pair, chance: Random) -> None:
    took = sum([pair.press("UNDO") for _ in range(chance.choice([1, 3, 12]))])
    for _ in range(took):
        assert pair.press("REDO")


QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PAGED = (Prompt.STARTER, Prompt.PLAY, Prompt.CRIB)  # `OK` has nothing to confirm

# Whole games


@pytest.mark.parametrize("suits", ["none", "all", "some"])
def test_games_with_mistakes_and_corrections(suits: str) -> None:
    chance = Random(suits)
    pair = Pair((80, 90))
    for word in keys_of_games(pair, chance, suits, games=2):
        assert pair.press(word)
        if chance.random() < 0.04:
            stood = pair.game
            chance.choice([press_and_undo, undo_and_redo, begin_and_undo])(pair, chance)
            assert pair.game == stood, pair.words
    assert sum(side.games for side in pair.game.sides) >= 2


def begin_and_undo(pair: Pair, chance: Random) -> None:
    for word in "MENU 6 OK".split():
        assert not pair.press(word)
    for word in ("OK", chance.choice(oracle.RANKS), "UNDO", "UNDO"):
        assert pair.press(word)


# Random keys


def test_every_key_at_every_prompt() -> None:
    chance, seen = Random("some"), set()
    for start in ((100, 100), near_the_end(chance)):
        pair = Pair(start)
        for word in keys_of_games(pair, chance, "some"):
            if pair.game.prompt not in seen or chance.random() < 0.06:
                every_key(pair)
                seen.add(pair.game.prompt)
            pair.press(word)
        every_key(pair)
        seen.add(pair.game.prompt)
    assert seen >= {Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.PLAY, Prompt.CRIB, Prompt.GAME_OVER}


def every_key(pair: Pair) -> None:
    prompt = pair.game.prompt
    for word in WORDS:
        took, refused = pair.fork(word)
        neither = word in ("MENU", *ASKING, named(pair.game)) or (word == "OK" and prompt in PAGED)
        assert (took, refused).count(True) == (0 if neither else 1), (word, pair.words)


def named(game: Game) -> str:
    suit = game.cards[-1].suit if game.cards else None
    return suit.letter if suit else ""


def test_every_key_in_the_menu() -> None:
    begun = {"MENU 6 OK OK": Prompt.CUT_FOR_DEAL, "MENU 4 OK": Prompt.STARTER}
    begun["MENU REDO J 3 A"] = Prompt.GAME_OVER  # 118 of 121 were claimed too much: Right has won
    menus = ("", "A", "A 7", "A 7 GO", "2", "2 5", "3", "3 4 4", "4", "6", "6 OK")
    menus += ("REDO", "REDO REDO", "REDO J", "REDO J A", "REDO J A 2", "REDO J 2", "REDO J 3")
    for steps in (f"MENU {menu}".strip() for menu in menus):
        for word in WORDS:
            pair = Pair((3, 4))
            for each in ["OK", "5", "9", *steps.split(), word]:
                pair.press(each)
            assert pair.game.prompt is begun.get(f"{steps} {word}", Prompt.PLAY)


@pytest.mark.parametrize(
    "words",
    [
        # Right's last card, with one call before the longest question; then a go and last, with two calls.
        "2 6 7 10 A J K 5 4 5 10",
        "3 2 5 6 Q 8 5 8 J J 8",
    ],
)
def test_questions_are_legible_after_any_score(words: str) -> None:
    pair = Pair()
    for word in words.split():
        pair.press(word)
    assert pair.game.prompt is Prompt.NOBS
    seen = pair.board.view
    assert seen.calls
    assert keys_row(seen) == keys_row(seen._replace(calls=()))


def keys_row(seen: View) -> bytes:
    return image_of(oled.draw(seen).frame()).crop((0, 53, oled.WIDTH, oled.HEIGHT)).tobytes()


# The moments at which a game can be won (RULES.md 5)


def moment(pair: Pair, before: Prompt) -> str:
    """Describe in a word or two how the last key won the game, e.g. `go said` if a player entered a go.

    Args:
        pair: the board on which the game was played, and the referee that checks it.
        before: the prompt before that key was pressed.
    """
    last = pair.game.entries[-1]
    if before in QUESTIONS:
        return f"{before.value}, {last.source.value}"
    if last.source is not Source.PLAY:
        return (
            last.source.value if last.source is not Source.HAND else f"hand {last.seat == pair.game.dealer:d}"
        )
    reasons = [found.reason.value for found in last.findings]
    if reasons != ["go"]:
        return reasons[-1] if reasons[-1] in ("go", "last_card") else "card"
    return "go said" if pair.words[-1] == "GO" else "go implied"


def test_games_are_won_at_every_moment() -> None:
    moments = set()
    for seed in range(200):
        chance = Random(seed)
        pair = Pair((chance.randint(105, 120), chance.randint(105, 120)))
        for word in keys_of_games(pair, chance, ("none", "some")[seed % 2]):
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


# Forms of the game: the number of players, and options. Random options are tried too.
BY_DAY = (
    "2",
    "2 game=five-card",
    "2 game=five-card three_for_last=off five_card_play_on=may",
    "2 game=seven-card",
    "3",
    "4",
    "3 lead_after_go=first_unable go_multi=next_only",
    "2 ace_11=on",
    "2 muggins=on",
    "2 muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no",
    "3 muggins=on",
    "2 muggins=on muggins_go=yes",
    "2 muggins=on track=show",
    "2 objective=first_loses",
    "2 cut_before_deal=offer next_game_dealer=alternate",
    "2 first_deal=high next_game_dealer=cut",
    "3 track=show reveal=on_ok",
    "2 track=points next_game_dealer=winner",
    "2 crib_flush=four heels_points=1 heels_can_win=no reveal=on_ok",
    "4 partners=off muggins=on",
)
AT_NIGHT = (
    "4 lead_after_go=scorer combo_after_go=broken",
    "3 ace_11=on target=61",
    "4 muggins=on",
    "2 muggins=on muggins_go=yes game=five-card",
    "2 skunk_worth=3 double_worth=3 target=151",
    *(form for form in FORMS if form not in BY_DAY),
)


def in_forms(by_day: Callable[[int], bool]) -> pytest.MarkDecorator:
    """Run a test in every form; in those whose index `by_day` refuses, only at night."""
    forms = enumerate((*BY_DAY, *AT_NIGHT))
    marked = [pytest.param(form, marks=() if by_day(at) else pytest.mark.night) for at, form in forms]
    return pytest.mark.parametrize("form", marked)


@in_forms(lambda at: at < len(BY_DAY))
def test_whole_games_of_every_form(form: str) -> None:
    chance = Random(form)
    suits = chance.choice(["none", "some", "all"])
    rules = rules_of(form)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in keys_of_games(pair, chance, suits):
        pair.press(word)
        if chance.random() < 0.04 and not pair.busy:
            stood = pair.game
            chance.choice([press_and_undo, undo_and_redo])(pair, chance)
            assert pair.game == stood, pair.words
    assert pair.game.prompt is Prompt.GAME_OVER


@in_forms(lambda at: at < len(BY_DAY))
def test_any_keys_in_every_form(form: str) -> None:
    chance = Random(form)
    rules = rules_of(form)
    for start in ((), near_the_end(chance, rules)):
        pair = Pair(start or (0,) * rules.sides, rules)
        for word in random_keys(chance, 120):
            pair.press(word)


@in_forms(lambda at: at in range(1, 30, 5))
def test_every_key_at_every_prompt_of_every_form(form: str) -> None:
    chance = Random(form)
    rules = rules_of(form)
    pair = Pair((0,) * rules.sides, rules)
    seen = set()
    for word in keys_of_games(pair, chance, "some"):
        if pair.game.prompt not in seen:
            seen.add(pair.game.prompt)
            for each in WORDS:
                pair.fork(each)
        pair.press(word)


def every_option() -> st.SearchStrategy[Rules]:
    """Return a Hypothesis strategy for rules with random, valid combinations of options."""
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
@settings(max_examples=25, deadline=None)
def test_games_with_any_options(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in keys_of_games(pair, chance, chance.choice(["none", "some", "all"])):
        pair.press(word)
        if chance.random() < 0.02 and not pair.busy:
            press_and_undo(pair, chance)
    assert pair.game.prompt is Prompt.GAME_OVER
