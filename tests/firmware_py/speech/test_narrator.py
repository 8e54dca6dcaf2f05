"""The narrator says each thing once, in the order in which it happened, and nothing that is outdated."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.events import Kind
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board, Made, Outcome
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.keys import Key, Press
from firmware_py.input.settings import Equipment
from firmware_py.speech.aloud import Heard, Lasts, Level
from firmware_py.speech.narrator import Narrator
from firmware_py.speech.speaker import SpeechQueue
from firmware_py.view.coach import CoachOffer
from tests.support.random_matches import SOME_FORMS, rules_of, walk
from tests.support.views import advice_about, coached_board, counted, show_advice, show_phones

from .listening import HeardBoard, Scorekeeper, heard_board


def texts(heard: Heard) -> list[str]:
    return [sentence.text for sentence in heard.sentences]


def lasting(heard: Heard) -> list[str]:
    return [sentence.text for sentence in heard.sentences if sentence.lasts is Lasts.UNTIL_SAID]


def test_a_new_board_says_what_it_asks_for(tmp_path: Path) -> None:
    assert texts(heard_board(tmp_path).heard) == ["Ann cuts for the deal."]
    assert texts(heard_board(tmp_path, level=Level.CALLS).heard) == []


def test_a_card_is_said_with_its_count_and_who_is_next(tmp_path: Path) -> None:
    board = heard_board(tmp_path)
    assert board.said("OK 2 10") == ["Bob: ten", "Ann: card"]
    assert lasting(board.heard) == ["Bob: ten"]
    assert board.said("5") == ["Ann: five", "fifteen for two", "Bob: card"]
    assert lasting(board.heard) == ["Ann: five", "fifteen for two"]


CODE_ALOUD = [
    "Type this code on the page:",
    *("K, Kilo", "seven", "Q, Quebec", "two", "P, Papa", "X, X-ray", "nine", "D, Delta"),
]


@pytest.mark.parametrize("level", list(Level))
def test_the_code_that_lets_a_phone_in_is_said_after_the_address_letter_by_letter_and_once(
    level: Level, tmp_path: Path
) -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    heard = HeardBoard(tmp_path, board, level)
    said = [heard.said("MENU K")]
    for offer in (
        PhoneOffer("K7Q2PX9D", "10.0.0.7"),
        PhoneOffer("K7Q2PX9D", "10.0.0.7", is_late=True),
        PhoneOffer("K7Q2PX9D", "10.0.0.7", 1),
        PhoneOffer(None, "10.0.0.7", 1),
    ):
        show_phones(board, offer)
        heard.rewrite()
        seen = heard.view()
        with_code = seen._replace(screen=seen.screen._replace(code=offer.code))  # as the follower adds it
        said.append(texts(heard.narrator.hear(with_code)))
    page = ["The page is at: one zero dot zero dot zero dot seven", "No phone has joined.", *CODE_ALOUD]
    is_full = level is Level.FULL
    assert said == [
        ["Phone", "Waiting for muggins serve…", "OK: new code", "undo: all out", "go: leaves"] * is_full,
        page,
        [],
        ["one phone has joined."],
        ["No code is valid now.", "one phone has joined."] * is_full,
    ]


def test_a_window_that_is_written_again_says_nothing(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 5")
    board.rewrite()
    assert board.hear() == Heard(score=board.heard.score)
    assert board.hear() == Heard(score=board.heard.score)


def test_of_the_notices_the_new_ones_are_said_and_once(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10")
    board.board.say("The lights do not answer")
    board.rewrite()
    heard = board.hear()
    assert texts(heard) == ["The lights do not answer"] and not heard.pressed
    board.rewrite()
    assert texts(board.hear()) == []
    board.press_unheard("5")
    board.board.say("The lights do not answer; the board goes on without them")
    board.rewrite()
    assert texts(board.hear())[-1] == "The lights do not answer; the board goes on without them"
    board.board.say("Display 1 does not answer")
    board.rewrite()
    assert texts(board.hear()) == ["Display one does not answer"]


def test_after_more_presses_than_the_window_lists_the_score_is_said(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10", level=Level.CALLS)
    for _ in range(20):
        for word in ("5", "UNDO"):
            board.press_unheard(word)
    assert texts(board.hear())[-1] == "Ann zero, Bob zero"


def test_an_undo_names_the_press_of_which_nothing_may_be_said(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10")
    five = board.press("5").sentences[0].press
    undone = board.press("UNDO")
    assert undone.taken_back == {five}
    assert texts(undone) == ["taken back: Ann's five", "Ann zero, Bob zero", "the count is ten", "Ann: card"]
    assert lasting(undone) == ["taken back: Ann's five"]


def test_correction_announces_the_right_score(tmp_path: Path) -> None:
    """If Bob's ten is corrected to a nine, Ann's five makes fourteen instead of fifteen.

    The voice then announces the correction and the right score.
    """
    board = heard_board(tmp_path, "OK 2 10")
    gone = {sentence.press for sentence in board.heard.sentences}
    board.said("5")
    gone |= {sentence.press for sentence in board.heard.sentences}
    corrected = board.said("MENU 7 GO OK 9")
    assert corrected == [
        "correction: Bob's nine, not ten", "Ann zero, Bob zero", "the count is fourteen", "Bob: card"
    ]  # fmt: skip
    assert board.heard.taken_back == gone
    assert board.said("UNDO")[:2] == ["taken back: the correction", "Ann two, Bob zero"]


def test_after_a_restart_the_board_says_once_where_the_game_stands(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 5")
    again = ["Ann two, Bob zero", "Ann is the dealer", "the count is fifteen", "Bob: card"]
    board.restart()
    assert texts(board.hear()) == again
    assert texts(Narrator(Level.FULL).hear(board.view())) == again, "a voice that starts late"
    board.rewrite()
    assert texts(board.hear()) == []


def test_presses_between_a_restart_and_the_next_look_are_told_before_the_score(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10", level=Level.CALLS)
    board.restart()
    board.press_unheard("5")
    assert texts(board.hear()) == [
        "Ann: fifteen for two", "Ann two, Bob zero", "Ann is the dealer", "the count is fifteen"
    ]  # fmt: skip


def test_a_board_that_stops_says_goodbye_once(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2")
    assert texts(board.stop()) == ["Goodbye. The game is saved."]
    assert texts(board.hear()) == []
    assert Narrator(Level.FULL).hear(board.view()) == Heard(), "a voice that starts later"
    board.restart()
    assert texts(board.hear())[0] == "Ann zero, Bob zero"


def test_a_refusal_is_said_at_the_full_level_and_a_key_that_does_nothing_repeats_the_prompt(
    tmp_path: Path,
) -> None:
    said = heard_board(tmp_path, "OK 2 10").said("GO")
    assert said == ["No go at ten: up to twenty-one, any card can be played"]
    assert heard_board(tmp_path, "OK 2 10").said("OK") == ["Ann: card"]
    assert heard_board(tmp_path, "OK 2 10", level=Level.CALLS).said("GO") == []


def test_the_last_counts_are_read_from_their_page(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 5")
    assert board.said("OK") == ["Ann two, one of one", "fifteen for two: ten, five"]
    assert board.said("OK") == ["Bob: card"]


@pytest.mark.parametrize("level", list(Level))
def test_a_first_lead_of_the_starters_rank_is_called(level: Level, tmp_path: Path) -> None:
    assert "See one, play one" in heard_board(tmp_path, "OK 2", level=level).said("2")


@pytest.mark.parametrize("level", list(Level))
def test_the_keys_that_do_something_now_are_said_when_asked_for(level: Level, tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 UNDO", level=level)
    back = "undo takes the last press back; redo puts it in again; menu opens the menu"
    assert board.said("HELP") == [f"key the card you lay; OK shows the last counts; {back}"]
    board.said("MENU 4")
    assert board.said("HELP") == ["OK: yes", "go: no"]


@pytest.mark.parametrize("level", list(Level))
def test_with_muggins_points_are_not_announced_before_they_are_called(level: Level, tmp_path: Path) -> None:
    """RULES.md 6: the voice does not announce points before they are called, because they may be missed."""
    board = heard_board(tmp_path, "OK 2 10", level=level, rules=Rules(muggins=True))
    before = board.said("5")
    assert not any("for" in text for text in before) and "fifteen" in before
    assert "Ann: fifteen for two" in board.said("OK")


@pytest.mark.parametrize("level", list(Level))
def test_a_hand_is_not_counted_before_it_is_to_be_shown(level: Level, tmp_path: Path) -> None:
    keys = "OK 3 K 4 8 5 K 10 6 10".split()  # the play of the crib's prompt in `keyed`
    board = heard_board(tmp_path, " ".join(keys[:-1]), level=level, rules=Rules(reveal="on_ok"))
    assert not any("hand:" in text for text in board.said(keys[-1]))
    assert any(text.startswith("Bob's hand:") for text in board.said("OK"))


def test_again_repeats_what_was_said_last(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10")
    said = board.said("5")
    assert board.said("AGAIN") == said
    assert board.said("6")[0] == "Bob: six"
    assert board.said("AGAIN")[0] == "Bob: six"


def test_again_twice_says_all_that_is_on_the_screen(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 5 H AGAIN")
    on_screen = ["on the table: ten, five of hearts", "starter: two", "the count is fifteen", "Bob: card"]
    assert board.said("AGAIN") == on_screen
    assert board.said("AGAIN") == on_screen
    assert board.said("MENU AGAIN AGAIN")[0] == "Menu one of two"


def test_what_was_said_again_is_not_said_after_an_undo(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10")
    five = {sentence.press for sentence in board.press("5").sentences}
    assert {sentence.press for sentence in board.press("AGAIN").sentences} == five
    assert board.press("UNDO").taken_back == five


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("key", ["SCORE", "MENU Q"])
def test_the_score_who_deals_and_the_count(level: Level, key: str, tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 5", level=level)
    said = board.said(key)
    assert said[:3] == ["Ann two, Bob zero", "Ann is the dealer", "the count is fifteen"]
    prompt = ["Bob: card"] if level is Level.FULL and "MENU" in key else []
    assert said[3:] == prompt


def test_the_score_does_not_touch_a_number_half_typed(tmp_path: Path) -> None:
    board = heard_board(tmp_path, "OK 2 10 MENU A 8")
    assert board.said("SCORE") == ["Ann zero, Bob zero", "Ann is the dealer", "the count is ten"]
    assert board.said("10") == ["eighty"]


def test_the_coach_is_heard_when_ok_asks_for_it(tmp_path: Path) -> None:
    board = coached_board()
    show_advice(board, CoachOffer(counted(board), advice_about(counted(board))))
    heard = HeardBoard(tmp_path, board)
    said: list[str] = []
    while not any("chance" in text.lower() for text in said):
        assert len(said) < 100
        said += heard.said("OK")
    at = said.index("Coach: Right, four of six")
    assert said[at : at + 4] == [
        "Coach: Right, four of six",
        "threw two, queen",
        "kept king, eight, king, six",
        "better: king, eight, it cost zero point eight",
    ]


# -- random matches


pytestmark = pytest.mark.thorough
SEATS = {2: ("Left", "Right"), 3: ("Left", "Middle", "Right"), 4: ("North", "East", "South", "West")}
PRESSES = 250
TARGET = 61
KEYS = {Kind.UNDO: Key.UNDO, Kind.REDO: Key.REDO}


def played(folder: Path, seed: int, form: str) -> Iterator[HeardBoard]:
    """Play a random match. Yield a board that shows it, first at the start and then after each key.

    `form` gives the number of players and the options, as in "2 muggins=on".
    """
    heard: HeardBoard | None = None
    for before, event, after in walk(seed, form, PRESSES, second_thoughts=0.15, target=TARGET):
        if heard is None:
            heard = HeardBoard(folder, Board(before))
            yield heard
        outcome = Outcome(before.applied, took=True, made=Made(before, event, after))
        heard.show(Board(after), Press(KEYS.get(event.kind, Key.OK)), outcome)
        yield heard


def scores(history: History) -> list[int]:
    return [side.front for side in history.game.sides]


@pytest.mark.parametrize(("level", "share"), [(Level.FULL, 1.0), (Level.CALLS, 1.0), (Level.CALLS, 0.4)])
@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_scores_that_are_called_are_those_of_the_game(
    form: str, level: Level, share: float, tmp_path: Path
) -> None:
    """A voice that hears of only a share of the presses misses no point either."""
    for seed in range(2):
        chance, narrator, people = Random(seed), Narrator(level), None
        for heard in played(tmp_path, seed, form):
            history, shown = heard.board.history, heard.view()
            if people is None or chance.random() < share:
                people = people or Scorekeeper(SEATS[history.game.rules.players], TARGET)
                for sentence in narrator.hear(shown).sentences:
                    people.hear(sentence.text)
                assert people.scores == scores(history), shown.recent[-1].raw


@pytest.mark.parametrize("form", SOME_FORMS)
def test_undone_key_press_is_not_mentioned_after_the_undo(form: str, tmp_path: Path) -> None:
    """After an undo, the voice drops all sentences about the undone key press that are still waiting."""
    chance, narrator, queue = Random(form), Narrator(Level.FULL), SpeechQueue()
    gone: set[int] = set()
    for board in played(tmp_path, 5, form):
        heard = narrator.hear(board.view())
        queue.add(heard)
        gone |= heard.taken_back
        for _ in range(chance.randint(0, 2)):
            speaking = queue.next()
            assert speaking is None or speaking.press not in gone


@pytest.mark.parametrize("form", SOME_FORMS)
def test_whatever_is_pressed_every_sentence_is_made_of_words(form: str, tmp_path: Path) -> None:
    chance, keys = Random(form), [key.value for key in Key]
    board = heard_board(tmp_path, rules=rules_of(form))
    for _ in range(300):
        word = chance.choice(keys if chance.random() < 0.6 else ["MENU", "OK", "GO", "5", "6", "7"])
        for sentence in board.press(word).sentences:
            assert re.fullmatch(r"[A-Za-z',.:;?! -]+", sentence.text), sentence
            assert not re.search(r"\b(?:GO|UNDO|REDO|MENU|MUGGINS|AGAIN|SCORE)\b", sentence.text), sentence
            assert sentence.text == " ".join(sentence.text.split())
