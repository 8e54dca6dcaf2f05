"""British words: "his nob" in every text, even where the English catalogue says "his nobs"."""

from engine.cards import Card
from engine.scoring.calling import call_hand
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Reason
from firmware_py.words.british import British
from firmware_py.words.english import ENGLISH

BRITISH = British()


def test_nothing_is_called_his_nobs() -> None:
    hand = count_show([Card.parse(card) for card in "5H 5C 5S JD".split()], Card.parse("5D"))
    assert call_hand(hand.items, words=BRITISH).endswith("and one for his nob is twenty-nine")
    assert BRITISH.reason(Reason.NOBS) == "his nob"
    assert BRITISH.points_by_kind({Reason.FIFTEEN: 16, Reason.NOBS: 1}) == "15s 16, nob"
    asked = (
        BRITISH.has_hand_nobs("Ann"),
        BRITISH.has_crib_nobs(),
        BRITISH.has_hand_nobs_with("Ann", "J♥"),
        BRITISH.has_crib_nobs_with("J♥"),
    )
    texts = [text for message in asked for text in (message.full, *message.forms)]
    assert [text for text in texts if "nobs" in text or "nob" not in text.lower()] == []


def test_each_question_is_that_of_english_without_the_s() -> None:
    theirs = ENGLISH.has_hand_nobs_with("Ann", "J♥")
    ours = BRITISH.has_hand_nobs_with("Ann", "J♥")
    assert ours.forms == tuple(form.replace("nobs", "nob") for form in theirs.forms)


def test_all_else_is_english() -> None:
    assert BRITISH.number(121) == "one hundred and twenty-one"
    assert BRITISH.reason(Reason.HIS_HEELS) == "his heels"
    assert BRITISH.kind_in_figures(Reason.RUN, 8) == "runs 8"
