"""The effect of each key at each prompt, or the message if the key has none."""

import pytest

from engine.cards import Rank
from engine.events import Event, Kind
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from engine.rules import Rules
from firmware_py.input.entry import KeyEntry, key_meanings
from firmware_py.input.keys import RANKS, Key
from firmware_py.render.font import wrap
from firmware_py.render.oled import WIDTH
from tests.support import keyed
from tests.support.at_prompt import COUNTED, match_at
from tests.support.entry import press, refused

YES_OR_NO = (Prompt.ACE, Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
LAYS = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.REST: Kind.REST,
    Prompt.HAND: Kind.HAND,
    Prompt.CRIB: Kind.CRIB,
}


@pytest.mark.parametrize("prompt", Prompt)
def test_every_prompt_has_its_meanings_and_only_questions_take_ok_and_go_alike(prompt: Prompt) -> None:
    meanings = key_meanings(match_at(prompt).game)
    assert meanings.wanted
    assert meanings.is_question == (prompt in YES_OR_NO)


@pytest.mark.parametrize("prompt", [prompt for prompt in Prompt if prompt not in COUNTED])
def test_a_rank_key_lays_a_card_where_one_is_wanted(prompt: Prompt) -> None:
    match = match_at(prompt)
    for key in RANKS:
        if prompt in LAYS:
            assert KeyEntry().press(key, match)[:2] == (
                KeyEntry(),
                Event(LAYS[prompt], Rank.parse(key.value)),
            )
        else:
            assert refused(key, match).startswith(f"{key.value} does nothing here: ")


@pytest.mark.parametrize("prompt", YES_OR_NO)
def test_ok_answers_yes_and_go_answers_no(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("OK", match) == (KeyEntry(), [Event(Kind.YES)])
    assert press("GO", match) == (KeyEntry(), [Event(Kind.NO)])
    wanted = "OK is eleven, GO is one" if prompt is Prompt.ACE else "OK is yes, GO is no"
    for key in RANKS:
        assert refused(key, match) == f"{key.value} does nothing here: {wanted}"


@pytest.mark.parametrize(
    ("prompt", "event"),
    [
        (Prompt.CUT_FOR_DEAL, Event(Kind.DEALS, numbers=(0,))),
        (Prompt.REVEAL, Event(Kind.REVEAL)),
        (Prompt.IDLE, Event(Kind.DEAL_OVER)),
        (Prompt.GAME_OVER, Event(Kind.NEXT_GAME)),
    ],
)
def test_ok_makes_the_event_of_a_prompt_without_a_question(prompt: Prompt, event: Event) -> None:
    assert press("OK", match_at(prompt)) == (KeyEntry(), [event])


def test_go_is_said_in_the_play_alone() -> None:
    assert press("GO", match_at(Prompt.PLAY))[1] == [Event(Kind.GO)]
    for prompt in (
        Prompt.CUT_FOR_DEAL,
        Prompt.STARTER,
        Prompt.REST,
        Prompt.REVEAL,
        Prompt.CLAIM,
        Prompt.CRIB,
        Prompt.GAME_OVER,
    ):
        assert refused(Key.GO, match_at(prompt)).startswith("GO does nothing here: ")


@pytest.mark.parametrize(
    ("prompt", "key", "why"),
    [
        (Prompt.CUT_FOR_DEAL, Key.GO, "GO does nothing here: key the card you cut; OK skips it"),
        (Prompt.STARTER, Key.GO, "GO does nothing here: key the starter"),
        (Prompt.REST, Key.GO, "GO does nothing here: key a card left in your hand"),
        (Prompt.REVEAL, Key.FIVE, "5 does nothing here: count the hand aloud, then OK"),
        (Prompt.CLAIM, Key.OK, "OK does nothing here: type your points (10 is 0)"),
        (Prompt.CLAIM, Key.JACK, "J does nothing here: type your points (10 is 0)"),
        (Prompt.MUGGINS, Key.KING, "K does nothing here: type the points missed, then OK"),
        (Prompt.CRIB, Key.GO, "GO does nothing here: key a card from the crib"),
        (Prompt.IDLE, Key.FIVE, "5 does nothing here: GO pegs points, OK ends the deal"),
        (Prompt.GAME_OVER, Key.FIVE, "5 does nothing here: OK starts the next game"),
    ],
)
def test_a_refusal_says_what_is_wanted(prompt: Prompt, key: Key, why: str) -> None:
    assert refused(key, match_at(prompt)) == why


@pytest.mark.parametrize("prompt", Prompt)
def test_refusals_fit_on_three_lines(prompt: Prompt) -> None:
    for key in Key:
        try:
            KeyEntry().press(key, match_at(prompt))
        except IllegalEvent as error:
            assert not wrap(str(error), WIDTH - 4, 3)[-1].endswith("…"), error


def test_ok_cuts_a_pack_that_is_offered_and_go_takes_it_once() -> None:
    rules = Rules(cut_before_deal="offer")
    offered = keyed.board("OK", rules=rules).history
    assert press("OK", offered) == (KeyEntry(), [Event(Kind.PACK_CUT)])
    assert press("GO", offered) == (KeyEntry(), [Event(Kind.PACK_TAKEN)])
    for word in ("OK", "GO"):
        after = keyed.board(f"OK {word}", rules=rules).history
        assert press("OK", after) == (KeyEntry(page=1), [])
        assert refused(Key.GO, after) == "GO does nothing here: key the starter"
