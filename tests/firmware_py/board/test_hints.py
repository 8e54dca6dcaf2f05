"""A hint for a person who plays alone: what to throw or lay, worked out beside the game, and why."""

import json
from random import Random

import pytest

from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.coach import Hints
from firmware_py.board.dealt_cards import PLAYER, fitting
from firmware_py.input.settings import Equipment
from firmware_py.view.coach import HintMessage
from tests.support import keyed
from tests.support.command import muggins
from tests.support.solo_games import AskedCoach, SoloGame, dealt, let_opponent_play, persons_key, press, solo

ANSWER = {"throws": [{"thrown": ["5H", "JS"]}], "reasons": ["It keeps a pair.", "5-J is good: 7.1."]}


class HintBench:
    """A game alone, with the add-on that gives hints, at the throw if the keys in `words` deal."""

    def __init__(self, words: str) -> None:
        self.game, self.coach = solo(), AskedCoach(lambda message: True)
        self.game.equip(Equipment(hints=True))
        let_opponent_play(self.game)
        press(self.game, words)
        self.hints = Hints(self.game.board, self.coach, lambda: self.game.solo.question_for_coach)

    def press(self, words: str) -> list[str]:
        """Return the page that is open afterwards: its title, and its rows as one text."""
        press(self.game, words)
        self.hints.follow(0.0)
        return self.page

    def answer(self, text: str) -> list[str]:
        self.hints.hear(HintMessage(self.coach.asked, text), 0.0)
        return self.page

    @property
    def page(self) -> list[str]:
        self.game.more = self.hints.shows
        page = self.game.view.page
        assert page is not None
        return [page.title, " ".join(row.left for row in page.rows[:-1]).strip()]


def test_a_hint_is_asked_for_in_the_menu_and_read_page_by_page() -> None:
    bench = HintBench("GO")
    before = bench.game.history
    assert bench.press("MENU 10") == ["Hint 1/1", "The coach is working out its advice…"]
    bench.hints.hear(HintMessage(("discard", "of", "another", "hand"), json.dumps(ANSWER)), 0.0)
    assert bench.page[0] == "Hint 1/1"
    assert bench.answer(json.dumps(ANSWER)) == ["Hint 1/2", "Throw 5♥ J♠. It keeps a pair."]
    assert bench.press("OK") == ["Hint 2/2", "5-J is good: 7.1."]
    page = bench.game.view.page
    assert page is not None and [row.left for row in page.aloud] == ["five jack is good: 7.1."]
    bench.press("GO")
    assert bench.game.history is before and bench.hints.shows.hint == ()


def test_a_coach_that_fails_and_a_moment_without_choice_are_said() -> None:
    bench = HintBench("GO")
    bench.press("MENU 10")
    assert bench.answer("Killed")[1] == "The coach could not work out its advice."
    bench = HintBench("")
    assert bench.press("MENU 10")[1].startswith("There is a hint when you throw")
    assert bench.coach.asked == ()


@pytest.mark.parametrize(
    ("rules", "hints"),
    [(Rules(), False), (Rules(cut_before_deal="required", skunk_worth=3, double_worth=3), True)],
    ids=["people who play each other", "a club"],
)
def test_there_is_no_hint(rules: Rules, hints: bool) -> None:
    board = keyed.board("OK 2", rules=rules)
    board.equip(Equipment(hints=hints))
    assert keyed.press(board, "MENU 10")[-1].why is not None


@pytest.mark.parametrize("seed", [1, 2])
def test_the_coach_is_told_what_the_person_knows(seed: int) -> None:
    """Its command takes every question of a deal, and rates the cards that can be laid, no others."""
    board, random = solo(seed), Random(seed)
    let_opponent_play(board)
    while not board.history.game.deals:
        check_question(board)
        board.press(persons_key(board, random))
        let_opponent_play(board)


def check_question(board: SoloGame) -> None:
    game, question = board.history.game, board.solo.question_for_coach
    answer = muggins(*question, "--json").json if question else {}
    if game.prompt is Prompt.PLAY:
        fits = fitting(dealt(board).held(PLAYER, game), game.count)
        assert {play["card"] for play in answer["plays"]} == {str(card) for card in fits}
    elif question:
        (role,) = {"--dealer", "--pone"} & set(question)
        assert len(answer["throws"]) == 15
        assert (role == "--dealer") == (game.dealer == PLAYER)
