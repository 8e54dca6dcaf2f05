"""The sentences about what happens in the game and about a key press (RULES.md 3; RULES.md 4, Calling).

Depending on its level, the voice says only what players would call aloud, or everything.
"""

from typing import Any

import pytest

from engine.cards import Card
from engine.change_types import (
    AceCounted,
    CardCut,
    CardLaid,
    CardLeft,
    Change,
    Claimed,
    CountRestarted,
    CribCard,
    DealBegun,
    DealThrownIn,
    GameBegun,
    GameWon,
    Go,
    GoProvedFalse,
    Points,
    QuestionAnswered,
    ScoreSet,
    StarterTurned,
    SuitNamed,
    TakenBack,
    Turn,
)
from engine.deals import Source
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.items import Item, Reason
from engine.scoring.pegs import Skunk
from engine.scoring.suit_questions import Question
from firmware_py.speech.aloud import Aloud, Lasts, Level
from firmware_py.speech.press_aloud import corrected, press_aloud, pressed, tell
from firmware_py.window.changes_json import change_object
from firmware_py.window.seen import SeenBoard, SeenPress
from firmware_py.words.english import English

from .listening import NAMES, SAID

TURN, RESTART = Turn(0, Prompt.PLAY), CountRestarted()


def game(*scores: int, rules: str = "", players: int = 2, **members: object) -> Aloud:
    """Return the words for a game with these scores, whose dealer is Bob.

    Args:
        scores: each side's score.
        rules: options such as `muggins=on`, separated by spaces.
        players: the number of players.
        members: further members of the view file.
    """
    found = Rules.parse(rules.split(), players=players)
    sides = [{"score": score, "games": 0} for score in scores]
    view = {"game": found.game, "target": found.target, "players": players, "options": found.settings}
    seen = SeenBoard.of({**view, "names": NAMES[:players], "sides": sides, "dealer": 1, **members})
    return Aloud(seen, English())


ALOUD = game(33, 12)
FLUSH = Question.FLUSH


def card(text: str) -> Card:
    return Card.parse(text)


def laid(seat: int, text: str, count: int | None = 10) -> Change:
    return CardLaid(seat, card(text), count)


def points(seat: int, number: int, reason: str, count: int = 0, source: str = "play") -> Change:
    items = (Item(Reason(reason), number, (card("5"),)),) if number else ()
    return Points(seat, seat, number, 33, Source(source), items, count)


def said(changes: list[Change], level: Level, *, echo: bool = True) -> list[str]:
    """Return the sentences that the voice speaks for these changes.

    A sentence that is valid only until the next key press is returned with `~` at the end.

    Args:
        changes: the changes to the game.
        level: how much the voice says.
        echo: if False, do not say again which cards were entered and who said go.
    """
    sentences = tell(changes, ALOUD, level, 7, echo=echo)
    assert all(sentence.press == 7 for sentence in sentences)
    return [each.text + "~" * (each.lasts is Lasts.UNTIL_NEXT_PRESS) for each in sentences]


@pytest.mark.parametrize(
    ("changes", "calls", "full"),
    [
        ([laid(0, "10", 10), TURN], ["ten~"], ["Ann: ten"]),
        ([laid(0, "A", 1), TURN], ["one~"], ["Ann: ace", "one~"]),
        ([laid(1, "5", 15), points(1, 2, "fifteen", 15), TURN],
         ["Bob: fifteen for two"], ["Bob: five", "fifteen for two"]),
        ([laid(1, "A", None), TURN], [], ["Bob: ace"]),
        ([AceCounted(1, 11, 21), TURN],
         ["twenty-one~"], ["eleven", "twenty-one~"]),
        ([Go(1), points(0, 1, "go"), RESTART, laid(1, "K", 10), TURN],
         ["Bob: go", "Ann: one for the go", "ten~"],
         ["Bob: go", "Ann: one for the go", "Bob: king", "ten~"]),
        ([laid(0, "8", 31), GoProvedFalse(0, 20), points(0, 2, "thirty_one", 31)],
         ["Ann: thirty-one for two"],
         ["Ann: eight", "Ann said go at twenty but had an eight", "thirty-one for two"]),
        ([StarterTurned(card("J")), points(0, 2, "his_heels", source="heels"), TURN],
         ["Ann: two for his heels"], ["starter: jack", "Ann: two for his heels"]),
        ([CardCut(1, card("3")), TURN], [], ["Bob: three"]),
        ([SuitNamed(card("5H"))], [], ["five of hearts"]),
        ([CribCard(0, card("5"))], [], ["crib: five"]),
        ([CardLeft(0, card("5"))], [], ["Ann: five"]),
        ([QuestionAnswered(FLUSH, False), points(1, 0, "", source="hand")],
         ["Bob's hand: nineteen"], ["no", "Bob's hand: nineteen", "Bob thirty-three~"]),
        ([points(0, 2, "fifteen", source="crib"), DealBegun(1)],
         ["Ann's crib: fifteen two and the rest won't do"],
         ["Ann's crib: fifteen two and the rest won't do", "Ann thirty-three~"]),
        ([ScoreSet(0, 33, 2)], ["Ann: score set to thirty-three"],
         ["Ann: score set to thirty-three"]),
        ([DealThrownIn((33, 12))], ["the deal is thrown in"], ["the deal is thrown in"]),
        ([GameBegun(0, Rules(), (), (0, 0), (0, 0)), TURN], ["a new game"], ["a new game"]),
    ],
)  # fmt: skip
def test_what_happened_is_said(changes: list[Change], calls: list[str], full: list[str]) -> None:
    assert said(changes, Level.CALLS) == calls
    assert said(changes, Level.FULL) == full


def test_the_winner_is_said_after_the_points_that_win() -> None:
    won = GameWon(0, Skunk.DOUBLE, (4, 0), (121, 60))
    over = game(121, 60, winner=0)
    sentences = tell([points(0, 1, "last_card"), won], over, Level.CALLS, 1)
    assert [sentence.text for sentence in sentences] == ["Ann: one for last", "Ann wins with a double skunk!"]


def test_the_score_of_a_hand_that_wins_is_said_once() -> None:
    won = GameWon(0, None, (1, 0), (121, 100))
    over = game(121, 100, winner=0)
    texts = [each.text for each in tell([points(0, 4, "pair", source="hand"), won], over, Level.FULL, 1)]
    assert texts[1:] == ["Ann wins!", "Ann one hundred and twenty-one, Bob one hundred"]


def test_of_a_game_before_the_one_on_the_board_no_skunk_is_worked_out() -> None:
    won = GameWon(0, None, (1, 0), (121, 100))
    assert said([won], Level.CALLS) == ["Ann wins!"]


# -- points (RULES.md 3; RULES.md 4, Calling)


def counted(
    source: str, *items: tuple[str, int, str], count: int = 0, pegged: int | None = None, **more: Any
) -> Points:
    """Return the points that Ann scores.

    Args:
        source: the part of the game in which the points are scored, such as "play".
        items: the reason, the points and the cards of each item.
        count: the count of the play.
        pegged: the points that were pegged. By default, this is the sum of all items.
        more: fields to replace.
    """
    found = tuple(
        Item(Reason(reason), each, tuple(map(card, cards.split()))) for reason, each, cards in items
    )
    total = sum(each for _, each, _ in items) if pegged is None else pegged
    return Points(0, 0, total, 40, Source(source), found, count)._replace(**more)


@pytest.mark.parametrize(
    ("rules", "call"),
    [
        ("game=seven-card", "Ann's hand: nothing"),
        ("ace_11=on", "Ann's hand: nothing"),
        ("game=five-card ace_11=on", "Ann's hand: nineteen"),
    ],
)
def test_nineteen_is_not_called_if_it_is_a_possible_score(rules: str, call: str) -> None:
    """RULES.md 4: a hand without points is "nineteen" only in games where no hand can score nineteen."""
    assert game(0, 0, rules=rules).hand(counted("hand")) == call


# -- the press that was undone, redone or corrected

BOBS_POINT = Points(1, 1, 1, 12, Source.PLAY, (), 0)
BY_HAND = BOBS_POINT._replace(seat=None, source=Source.BY_HAND)


@pytest.mark.parametrize(
    ("changes", "phrase"),
    [
        ([laid(0, "5"), TURN], "Ann's five"),
        ([laid(0, "5H"), TURN], "Ann's five of hearts"),
        ([Go(1), BOBS_POINT, TURN], "Bob's go"),
        ([Go(1, implied=True), BOBS_POINT, laid(0, "K"), TURN], "Ann's king"),
        ([CardCut(1, card("3")), TURN], "Bob's three"),
        ([StarterTurned(card("J")), BOBS_POINT], "the starter, jack"),
        ([CribCard(0, card("9")), BOBS_POINT, DealBegun(1)], "the crib's nine"),
        ([SuitNamed(card("9C"))], "the suit of the nine of clubs"),
        ([QuestionAnswered(FLUSH, True), BOBS_POINT], "the answer"),
        ([Claimed(0, 8)], "Ann's count"),
        ([BY_HAND._replace(points=3)], "Bob's three points"),
        ([BY_HAND._replace(items=(Item(Reason.RENEGE, 2),)), TURN], "the penalty"),
        ([DealThrownIn((0, 0))], "the misdeal"),
        ([GameBegun(0, Rules(), (), (0, 0), (0, 0)), DealBegun(0), TURN], "the new game"),
        ([DealBegun(0), TURN], "the deal"),
        ([ScoreSet(0, 33, 2)], "the score set by hand"),
        ([AceCounted(1, 11, 21), TURN], "the value of the ace"),
        ([TURN], "the last press"),
    ],
)
def test_a_press_is_named_by_what_it_did(changes: list[Change], phrase: str) -> None:
    assert pressed(changes, ALOUD) == phrase


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ([laid(0, "5"), TURN], [laid(0, "6"), TURN], "correction: Ann's six, not five"),
        ([laid(0, "5"), TURN], [Go(0), laid(1, "5")], "correction: Ann's go is put in"),
        ([Go(0), laid(1, "5")], [laid(1, "5")], "correction: Ann's go is taken out"),
        ([Go(0), TURN], [laid(0, "5"), TURN], "correction: Ann's five, not go"),
        ([CardCut(1, card("3"))], [CardCut(1, card("4"))], "correction: Bob's four, not three"),
        ([StarterTurned(card("J"))], [StarterTurned(card("Q"))],
         "correction: the starter is queen, not jack"),
        ([CribCard(0, card("9"))], [CribCard(0, card("8"))], "correction: the crib's eight, not nine"),
        ([SuitNamed(card("9C")), BOBS_POINT], [SuitNamed(card("9S"))],
         "correction: nine of spades, not nine of clubs"),
        ([SuitNamed(card("9C"))], [], "correction: the suit of the nine of clubs is taken out"),
        ([QuestionAnswered(FLUSH, True)], [QuestionAnswered(FLUSH, False)], "correction: no, not yes"),
        ([BY_HAND, TURN], [TURN], "correction: Bob's one point is taken out"),
        ([laid(0, "5"), laid(1, "7")], [laid(0, "5"), laid(1, "8")], "correction: Bob's eight, not seven"),
    ],
)  # fmt: skip
def test_a_correction_says_what_is_right_and_what_was_wrong(
    was: list[Change], now: list[Change], sentence: str
) -> None:
    assert corrected(was, now, ALOUD) == sentence


# -- a key press that is refused, undone, redone or corrected

ANNS_SIX, ANNS_FIVE = laid(0, "6", 16), laid(0, "5", 15)
FIFTEEN = counted("play", ("fifteen", 2, "10 5"), count=15, score=33)
HEARTS, SPADES = SuitNamed(card("5H")), SuitNamed(card("5S"))


def press(key: str, *made: Change, gone: tuple[Change, ...] = (), **more: Any) -> SeenPress:
    """Return a key press as the board lists it.

    Args:
        key: the name of the key.
        made: the changes that it made.
        gone: the earlier changes that it took back.
        more: further members of its JSON object.
    """
    happened = [TakenBack(gone), *made] if gone else made
    return SeenPress({"key": key, "refused": None, "happened": [*map(change_object, happened)], **more})


def told(found: SeenPress, level: Level = Level.FULL) -> tuple[list[str], Lasts | None]:
    sentences, scores = press_aloud(found, ALOUD, level, 3)
    return [sentence.text for sentence in sentences], scores


FIVE_FOR_SIX = "correction: Ann's five, not six"
NO_ROOM = "The last press, Bob's 7, no longer fits."


@pytest.mark.parametrize(
    ("found", "sentences", "scores"),
    [
        (press("UNDO", gone=(ANNS_FIVE, FIFTEEN, TURN)), ["taken back: Ann's five"], Lasts.UNTIL_NEXT_PRESS),
        (press("UNDO", gone=(ANNS_SIX, TURN)), ["taken back: Ann's six"], None),
        (press("5", ANNS_FIVE, FIFTEEN, TURN, gone=(ANNS_SIX, TURN)),
         [FIVE_FOR_SIX, "Ann: fifteen for two"], Lasts.UNTIL_SAID),
        # Points that a correction leaves as they were are not said again.
        (press("5", ANNS_FIVE, FIFTEEN._replace(score=35), TURN, gone=(ANNS_SIX, FIFTEEN, TURN)),
         [FIVE_FOR_SIX], Lasts.UNTIL_SAID),
        (press("5", ANNS_FIVE, TURN, gone=(ANNS_SIX, TURN), dropped=NO_ROOM),
         [FIVE_FOR_SIX, "The last press, Bob's seven, no longer fits."], Lasts.UNTIL_SAID),
        (press("UNDO", ANNS_SIX, TURN, gone=(ANNS_FIVE, FIFTEEN, TURN)),
         ["taken back: the correction"], Lasts.UNTIL_NEXT_PRESS),
        (press("REDO", ANNS_FIVE, FIFTEEN, TURN, gone=(ANNS_SIX, TURN)),
         ["put back: the correction"], Lasts.UNTIL_SAID),
        (press("H", gone=(SPADES,)), ["correction: the suit of the five of spades is taken out"],
         Lasts.UNTIL_SAID),
        (press("UNDO", SPADES, gone=(HEARTS,)), ["taken back: the suit of the five of hearts"], None),
        (press("OK", DealThrownIn((33, 12)), TURN), ["the deal is thrown in"], Lasts.UNTIL_NEXT_PRESS),
    ],
)  # fmt: skip
def test_at_both_levels_the_way_back_is_said_and_then_the_score_if_it_is_another(
    found: SeenPress, sentences: list[str], scores: Lasts | None
) -> None:
    assert told(found, Level.CALLS) == told(found) == (sentences, scores)


def test_a_redo_says_what_is_put_back_and_its_points() -> None:
    found = told(press("REDO", ANNS_FIVE, FIFTEEN, TURN))
    assert found == (["put back: Ann's five", "Ann: fifteen for two"], None)


def test_another_suit_for_the_last_card_is_no_correction() -> None:
    assert told(press("H", HEARTS, gone=(SPADES,))) == (["five of hearts"], None)
    scored = told(press("H", HEARTS, FIFTEEN, gone=(SPADES,)))
    assert scored == (["five of hearts", "Ann: fifteen for two"], Lasts.UNTIL_SAID)


# -- the state of the game


@pytest.mark.parametrize(
    ("aloud", "said"),
    [
        (game(31, 12, prompt="play"),
         ["Ann thirty-one, Bob twelve", "Bob is the dealer", "the count is zero"]),
        (game(121, 100, winner=0), ["Ann one hundred and twenty-one, Bob one hundred", "Ann wins!"]),
        (game(31, 12, players=4, dealer=None), ["Ann and Cid thirty-one, Bob and Dee twelve"]),
        (game(9, 8, 7, 6, rules="partners=off", players=4, dealer=None),
         ["Ann nine, Bob eight, Cid seven, Dee six"]),
    ],
)  # fmt: skip
def test_where_the_game_stands(aloud: Aloud, said: list[str]) -> None:
    assert list(aloud.standing()) == said


def test_partners_are_one_side_and_points_by_hand_belong_to_it() -> None:
    partners = game(0, 0, players=4)
    assert partners.scorer(BOBS_POINT._replace(seat=3)) == "Dee"
    assert partners.scorer(BY_HAND) == "Bob and Dee"


@pytest.mark.parametrize(("points", "rules", "players", "said"), SAID["winner_aloud"])
def test_the_winner_and_skunks(points: tuple[int, ...], rules: str, players: int, said: str) -> None:
    """RULES.md 5."""
    assert game(*points, rules=rules, players=players).winner(0) == said
