"""The referee agrees with the worked cases in RULES.md, section 8, and with deals worked out by hand."""

import random
from typing import Any

import pytest

from tests.support import cases, oracle
from tests.support.referee import referee

PLAY_ONLY = {"go", "last_card", "thirty_one", "his_heels"}

# The starter is 2; pone has K 9 6 4, the dealer Q 8 7 3. K Q 9 is 29 and a go for pone; 8 6 7 is a run for
# the dealer, who also pegs one for last. Whatever the suits, each hand counts 4: pone's 9-6 and 9-4-2, the
# dealer's 8-7 and Q-3-2.
DEAL = "OK 2 K Q 9 8 6 7 4 3"
IN_THE_PLAY = [(1, 1), (0, 3), (0, 1)]

# The same deal, but a jack replaces pone's king and the dealer's 3. The last jack would pass 31, so pone pegs
# the go for the 4 and the jack leads. Whatever the suits, pone has 9-6 and 9-4-2, the dealer 8-7, and no run.
JACKS = "OK 2 J Q 9 8 6 7 4 J"

# Dealer and pone hold pairs and no jacks, so that the board asks no question (the hands of case E4).
QUIET = "OK 3 K 4 8 5 K 10 6 10"
OPENING = "3 K 4 8 5 K 10 6 10"


def press(keys: str, start: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Press keys on a new referee (an independent implementation of the game), and return the final state."""
    return referee(keys.split(), start)


def pegged(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(entry["side"], entry["points"]) for entry in result["pegged"]]


def asked(keys: str, start: tuple[int, int] = (0, 0)) -> tuple[str, int | None]:
    """Press keys in a new game, and return the prompt and the seat of the player to act.

    No key may be refused. `start` contains each side's score at the start of the game.
    """
    result = press(keys, start)
    assert result["refused"] == []
    return result["prompt"], result["to_act"]


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_play_row(case: cases.PlayCase) -> None:
    result = referee(list(case.words), players=case.players, options=case.options)
    assert result["refused"] == []
    number = len(case.pegged)
    assert pegged(result)[:number] == list(case.pegged)
    show = result["pegged"][number:]
    assert not any(item["reason"] in PLAY_ONLY for entry in show for item in entry["items"])
    assert {entry["press"] for entry in show} <= {len(case.words) - 1}
    sums = [0] * case.sides
    for entry in result["pegged"][:number]:
        sums[entry["side"]] += entry["points"]
    assert tuple(sums) == case.scores


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_play_row_is_of_its_hands(case: cases.PlayCase) -> None:
    laid = [rank.partition("=")[0] for count in case.steps for _, rank, _ in count]
    assert sorted([*laid, *case.rest]) == sorted(rank for hand in case.hands for rank in hand)
    before = referee(list(case.words[:-1]), players=case.players, options=case.options)
    assert before["prompt"] == ("rest" if len(case.rest) > 1 else "play")
    after = referee(list(case.words), players=case.players, options=case.options)
    assert after["prompt"] not in ("play", "rest")


@pytest.mark.parametrize("case", cases.end_cases(), ids=lambda case: case.id)
def test_end_row(case: cases.EndCase) -> None:
    """Cases E1 to E12 end with the correct winner, scores and skunk."""
    result = referee(list(case.words), case.start, players=case.players, options=case.options)
    assert result["refused"] == []
    assert (result["prompt"], result["winner"]) == (case.prompt, case.winner)
    assert tuple(side["score"] for side in result["sides"]) == case.scores
    assert (result["skunk"], sum(side["games"] for side in result["sides"])) == (case.skunk, case.games)
    assert pegged(result) == list(case.entries)
    assert case.reason in {item["reason"] for item in result["pegged"][-1]["items"]}


def test_items_keep_their_full_value_at_the_end() -> None:
    """In case E6, a hand of 24 pegs only the 10 points needed to win, but its items still add up to 24."""
    case = next(case for case in cases.end_cases() if case.id == "E6")
    entry = referee(list(case.words), case.start)["pegged"][-1]
    assert (entry["points"], entry["score"]) == (10, 121)
    assert sum(item["points"] for item in entry["items"]) == 24


# Questions


@pytest.mark.parametrize(
    ("keys", "prompt", "seat", "show"),
    [
        (DEAL, "flush", 1, []),
        (f"{DEAL} GO", "flush", 0, [(1, 4)]),
        (f"{DEAL} OK", "flush_with_starter", 1, []),
        (f"{DEAL} OK OK", "flush", 0, [(1, 9)]),
        (f"{DEAL} GO OK GO", "crib", 0, [(1, 4), (0, 8)]),
        # Two suits in a hand leave nothing to ask there.
        ("OK 2 K H Q 9 S 8 6 7 4 3", "flush", 0, [(1, 4)]),
        ("OK 2 K H Q D 9 S 8 6 7 C 4 3", "crib", 0, [(1, 4), (0, 4)]),
        # If pone's question is answered with the suit of the dealer's last card, pone's hand remains open.
        (f"{DEAL} H", "flush", 1, []),
        # If pone has only hearts, only the starter is open; if the starter is a spade, nothing is.
        ("OK 2 K H Q 9 H 8 6 H 7 4 H 3", "flush_with_starter", 1, []),
        ("OK 2 S K H Q 9 H 8 6 H 7 4 H 3", "flush", 0, [(1, 8)]),
        # A starter that pairs a card of the hand cannot join its flush. Pone's K 9 6 2 has 9-6 and a pair.
        ("OK 2 K Q 9 8 6 7 2 3 OK", "flush", 0, [(1, 8)]),
        # With pairs and no jacks, there is no question.
        (QUIET, "crib", 0, [(1, 2), (0, 9)]),
    ],
)
def test_flush_questions(keys: str, prompt: str, seat: int, show: list[tuple[int, int]]) -> None:
    """The referee asks about a flush only if both answers are possible."""
    assert asked(keys) == (prompt, seat)
    assert pegged(press(keys))[3:] == show


@pytest.mark.parametrize(
    ("answers", "prompt", "seat"),
    [
        ("", "flush", 1),
        ("GO", "nobs", 1),
        # Pone has shown the right jack, so the dealer is not asked about his nobs.
        ("GO OK GO", "crib", 0),
        ("GO GO GO", "nobs", 0),
        # The answers about the flush and the starter already say whether the jack is his nobs.
        ("OK OK", "flush", 0),
        ("OK GO", "flush", 0),
        # All of pone's cards have the starter's suit, so the dealer's jack has another suit.
        ("OK OK GO", "crib", 0),
        # Pone's jack is the wrong one. The dealer's cards all have the starter's suit, so his jack is right.
        ("OK GO OK OK", "crib", 0),
    ],
)
def test_nobs_questions(answers: str, prompt: str, seat: int) -> None:
    """The referee asks about his nobs only if the earlier answers leave both yes and no possible."""
    assert asked(f"{JACKS} {answers}") == (prompt, seat)


def test_nobs_item_is_the_right_jack() -> None:
    two_jacks = "OK 2 J Q 9 8 6 7 J 3"
    for keys, cards in [
        (f"{JACKS} GO OK", ["J"]),
        (f"{two_jacks} OK", []),
        (two_jacks.replace("2 J", "2 H J S") + " OK", ["J"]),
        (two_jacks.replace("2 J", "2 H J H"), ["JH"]),
    ]:
        result = press(keys)
        items = [item for entry in result["pegged"] for item in entry["items"] if item["reason"] == "nobs"]
        assert items == [{"reason": "nobs", "points": 1, "cards": cards}], keys


@pytest.mark.parametrize(
    ("keys", "pone", "prompt", "last"),
    [
        # One for the go and 4 certain points make 120, so the board asks about the flush; at 121 it does not.
        (DEAL, 115, "flush", (0, 1)),
        (DEAL, 116, "game_over", (1, 4)),
        # The flush adds 4 points and wins, so there is no question about the starter.
        (f"{DEAL} OK", 111, "flush_with_starter", (0, 1)),
        (f"{DEAL} OK", 112, "game_over", (1, 8)),
    ],
)
def test_certain_points_that_win(keys: str, pone: int, prompt: str, last: tuple[int, int]) -> None:
    """No question about suits is asked if points that do not depend on the answer already win the game."""
    result = press(keys, (0, pone))
    assert (result["prompt"], pegged(result)[-1]) == (prompt, last)


CRIB_OF_HEARTS = "OK 3 H K 4 8 5 K 10 6 10 2 H 7 H 9 H J"


def test_crib_questions() -> None:
    # A crib flush needs all five cards (cases S26, S27). The answer about it also decides his nobs.
    assert asked(CRIB_OF_HEARTS) == ("flush_with_starter", 0)
    assert asked(f"{CRIB_OF_HEARTS} GO") == ("starter", 1)
    # The jack, 2 and 3 are a fifteen; a flush adds 5 and his nobs 1.
    assert pegged(press(f"{CRIB_OF_HEARTS} OK"))[-1] == (0, 8)
    assert pegged(press(f"{CRIB_OF_HEARTS} GO"))[-1] == (0, 2)
    # With two suits in the crib, only his nobs is open.
    assert asked(f"{QUIET} 2 H 7 S 9 J") == ("nobs", 0)


def test_suit_key_settles_and_is_replaced() -> None:
    """A suit key can answer a question about suits. Pressing another suit key then replaces the answer."""
    assert pegged(press(f"{CRIB_OF_HEARTS} S"))[-1] == (0, 2)
    result = press(f"{CRIB_OF_HEARTS} S H")
    assert (pegged(result)[-1], result["deals"], result["presses"]) == ((0, 8), 1, 20)
    assert result["pegged"][-1]["press"] == 19
    assert pegged(press(f"{CRIB_OF_HEARTS} S H UNDO"))[-1] == (0, 2)
    assert press(f"{CRIB_OF_HEARTS} GO H")["refused"] == [{"press": 19, "key": "H"}]


def test_suits_are_shown_though_keyed_late() -> None:
    item = press(f"{QUIET} D")["pegged"][-1]["items"][-2]
    assert item == {"reason": "pair", "points": 2, "cards": ["10", "10D"]}


@pytest.mark.parametrize(
    ("keys", "refused"),
    [
        ("H", "H"),
        ("GO", "GO"),
        ("UNDO REDO MUGGINS", "UNDO REDO MUGGINS"),
        ("OK 5 H 5 H", "H"),
        ("OK 5 5 5 5 5", "5"),
        ("5 H 5 H", "H"),
        ("OK 2 K GO Q GO", "GO GO"),
        (f"{QUIET} GO", "GO"),
        (f"{DEAL} GO 5", "5"),
        ("OK J 5 MUGGINS GO OK", "5 MUGGINS GO"),
    ],
)
def test_refused(keys: str, refused: str) -> None:
    start = (119, 0) if keys.startswith("OK J") else (0, 0)
    assert [each["key"] for each in press(keys, start)["refused"]] == refused.split()


# The deal, the game, the match


@pytest.mark.parametrize(
    ("keys", "dealer", "seat"),
    [
        ("", None, 0),
        ("K", None, 1),
        ("K A", 1, 1),
        ("A K", 0, 0),
        ("5 5", None, 0),
        ("5 5 9 8", 1, 1),
        ("K OK", 0, 0),
    ],
)
def test_cut(keys: str, dealer: int | None, seat: int) -> None:
    """The lowest card deals. After a tie, the players cut again. `OK` skips the cut, and seat 0 deals."""
    result = press(keys)
    assert (result["dealer"], result["to_act"]) == (dealer, seat)
    assert result["prompt"] == ("cut_for_deal" if dealer is None else "starter")


def test_next_deal_and_next_game() -> None:
    result = press(f"{QUIET} A A 2 2")
    assert (result["deals"], result["dealer"], result["prompt"]) == (1, 1, "starter")
    result = press("OK J OK", (119, 90))
    assert (result["dealer"], result["prompt"], result["winner"], result["pegged"]) == (
        1,
        "starter",
        None,
        [],
    )
    assert [(side["score"], side["back"], side["games"]) for side in result["sides"]] == [
        (0, 0, 2),
        (0, 0, 0),
    ]


def test_implied_go_that_wins_lays_no_card() -> None:
    """A card that would take the count past 31 implies a go. If this go wins, the card is not played."""
    result = press("OK 2 K Q 9 8 H", (0, 120))
    assert (result["winner"], result["count"], result["pegged"][-1]["items"][0]["cards"]) == (1, 29, ["9H"])


def test_undo_reaches_into_the_previous_game_and_no_further() -> None:
    first, second = "OK J OK", f"{OPENING} A A 2 2"
    back = " UNDO" * 3
    assert press(f"{first} {second}{' UNDO' * 16}", (119, 0))["refused"] == []
    result = press(f"{first}{back}{back}", (119, 0))
    assert (result["prompt"], len(result["refused"]), result["presses"]) == ("cut_for_deal", 3, 6)
    result = press(f"{first}{back} REDO REDO REDO REDO", (119, 0))
    assert (result["prompt"], len(result["refused"])) == ("starter", 1)
    # A third game begins from the menu, so the second game is now the previous one.
    result = press(f"{first} 5 MENU 6 OK OK UNDO UNDO UNDO", (119, 0))
    assert (result["prompt"], result["dealer"], len(result["refused"])) == ("starter", 1, 1)


def test_redo_is_forgotten_by_a_new_press() -> None:
    assert press("OK 5 UNDO GO REDO")["count"] == press("OK 5")["count"]
    assert [each["key"] for each in press("OK 5 UNDO 6 REDO")["refused"]] == ["REDO"]
    assert press("OK 2 K 5 UNDO REDO")["pegged"] == press("OK 2 K 5")["pegged"]


def test_menu() -> None:
    """`MENU 6 OK OK` begins a new match, and a single UNDO returns to the old one."""
    game = "OK J OK 5 9"
    before = press(game, (119, 0))
    for away in ("MENU MENU", "MENU GO", "MENU 6 UNDO", "MENU 6 OK GO"):
        assert press(f"{game} {away}", (119, 0)) == before
    anew = press(f"{game} MENU K 6 OK OK", (119, 0))
    assert (anew["prompt"], anew["dealer"], anew["presses"]) == ("cut_for_deal", None, 6)
    assert [side["games"] for side in anew["sides"]] == [0, 0]
    assert anew["refused"] == [{"press": 5, "key": "K"}]
    back = press(f"{game} MENU 6 OK OK UNDO", (119, 0))
    assert {**back, "presses": before["presses"]} == before


@pytest.mark.night
@pytest.mark.parametrize("seed", range(20))
def test_undo_restores_the_state_before(seed: int) -> None:
    chance = random.Random(seed)
    keys: list[str] = []
    state = referee(keys)
    for _ in range(60):
        key = chance.choice([*oracle.RANKS * 4, *oracle.SUITS, "OK", "OK", "GO", "GO"])
        after = referee([*keys, key])
        if after["presses"] > state["presses"]:
            assert same(referee([*keys, key, "UNDO"]), state)
            assert same(referee([*keys, key, "UNDO", "REDO"]), after)
            keys.append(key)
            state = after
        else:
            assert same(after, state)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    free = {"presses": 0, "refused": []}
    return {**one, **free} == {**other, **free}


# Pone leads the king, and the dealer's 5 makes fifteen.
FIFTEEN = "OK 2 K 5"


def press_under(
    keys: str, options: str = "", players: int = 2, start: tuple[int, ...] = (0, 0)
) -> dict[str, Any]:
    """Press keys on a new referee (an independent implementation of the game), and return the final state.

    Args:
        keys: the keys, separated by spaces.
        options: rule options such as `muggins=on`, separated by spaces.
        players: the number of players.
        start: each side's score at the start of the game.
    """
    chosen = dict(each.split("=") for each in options.split())
    return referee(keys.split(), start, players=players, options=chosen)


def pegged_for(result: dict[str, Any]) -> list[tuple[int, int, str]]:
    return [(entry["side"], entry["points"], entry["items"][0]["reason"]) for entry in result["pegged"]]


def refused(result: dict[str, Any]) -> list[str]:
    return [each["key"] for each in result["refused"]]


@pytest.mark.parametrize(
    ("keys", "entries", "no"),
    [
        (FIFTEEN, [], []),
        (f"{FIFTEEN} OK", [(0, 2, "fifteen")], []),
        (f"{FIFTEEN} MUGGINS", [], ["MUGGINS"]),
        (f"{FIFTEEN} 9 OK MUGGINS MUGGINS", [(1, 2, "muggins")], ["MUGGINS"]),
        # A go that the next card pegs for the scorer leaves the points open; a later score closes them.
        (f"{FIFTEEN} 9 7 MUGGINS", [(1, 2, "muggins")], []),
        (f"{FIFTEEN} 9 7 OK MUGGINS", [(0, 2, "thirty_one")], ["MUGGINS"]),
    ],
)
def test_muggins_in_the_play(keys: str, entries: list[tuple[int, int, str]], no: list[str]) -> None:
    result = press_under(keys, "muggins=on")
    assert (pegged_for(result), refused(result)) == (entries, no)


@pytest.mark.parametrize(
    ("keys", "entries", "no"),
    [
        (f"{FIFTEEN} MUGGINS", [(1, 2, "muggins")], []),
        (f"{FIFTEEN} OK MUGGINS", [(0, 2, "fifteen")], ["MUGGINS"]),
    ],
)
def test_muggins_at_once(keys: str, entries: list[tuple[int, int, str]], no: list[str]) -> None:
    result = press_under(keys, "muggins=on muggins_opens=at_once")
    assert (pegged_for(result), refused(result)) == (entries, no)


def test_muggins_of_three() -> None:
    """With three players, the keys A, 2 and 3 select the player who claims the missed points."""
    keys = "OK 2 K 5 9 MUGGINS"
    result = press_under(f"{keys} OK 3 4 10 A", "muggins=on", 3)
    assert (pegged_for(result), refused(result)) == ([(0, 2, "muggins")], ["OK", "3", "4", "10"])
    assert pegged_for(press_under(f"{keys} 2", "muggins=on", 3)) == [(1, 2, "muggins")]
    assert pegged_for(press_under(f"{keys} UNDO 5", "muggins=on", 3)) == []


def test_muggins_in_the_show() -> None:
    """Players claim the points of their own hands, and an opponent claims those they missed (case E4)."""
    deal = "OK 3 K 4 8 5 K 10 6 10"
    start = press_under(deal, "muggins=on")
    assert (start["prompt"], start["to_act"]) == ("claim", 1)
    number = len(start["pegged"])
    for keys, shown, no in [
        ("2 OK OK", [(1, 2, "pair")], []),
        ("10 OK 10 OK", [], []),
        ("10 OK 2 OK", [(0, 2, "muggins")], []),
        ("10 OK 9 OK", [(0, 2, "muggins")], []),
        ("2 OK 4 OK", [(1, 2, "pair"), (1, 4, "penalty")], []),
        ("5 OK GO", [(1, 2, "pair")], []),
        ("A 9 OK UNDO UNDO 2 OK OK", [(1, 2, "pair")], ["OK"]),
        ("3 10 OK UNDO UNDO 2 OK 3 10 OK UNDO UNDO OK", [(1, 2, "pair")], ["OK", "OK"]),
        ("K GO OK 2 OK J OK", [(1, 2, "pair")], ["K", "GO", "OK", "J"]),
    ]:
        result = press_under(f"{deal} {keys}", "muggins=on")
        assert pegged_for(result)[number : number + len(shown)] == shown, keys
        assert refused(result) == no, keys


def test_ace_is_called() -> None:
    asked = press_under("OK 2 4 A", "ace_11=on")
    assert (asked["prompt"], asked["to_act"]) == ("ace", 0)
    assert pegged_for(press_under("OK 2 4 A OK", "ace_11=on")) == [(0, 2, "fifteen")]
    assert press_under("OK 2 4 A GO", "ace_11=on")["count"] == 5
    assert press_under("OK 2 K K 9 A", "ace_11=on")["prompt"] == "play"


def test_cut_offer() -> None:
    """The cut offer (RULES.md 6): the opponent cuts, which gives the dealer a point, or deals instead."""
    assert pegged_for(press_under("OK OK OK", "cut_before_deal=offer")) == [(0, 1, "cut_offer")]
    result = press_under("OK GO GO", "cut_before_deal=offer")
    assert (result["dealer"], refused(result)) == (1, ["GO"])
    taken = press_under("OK GO 3 K 4 8 5 K 10 6 10 A A 2 2", "cut_before_deal=offer")
    assert (taken["deals"], taken["dealer"], taken["prompt"]) == (1, 1, "starter")


@pytest.mark.parametrize(
    ("keys", "scores", "no"),
    [
        ("GO A 2 OK", (12, 0), []),
        ("GO 5 GO OK", (0, 5), []),
        ("GO GO GO 10 OK 5 OK", (5, 0), ["OK"]),
        ("GO 5 UNDO GO MENU GO 2 OK", (2, 0), []),
        ("GO 5 OK UNDO", (0, 0), []),
        ("GO A 2 A 2 H OK", (121, 0), ["2", "H"]),
        ("GO A 2 2 OK", (0, 0), ["OK"]),
        ("GO 9 OK MENU 2 4 OK", (5, 0), []),
        ("GO 9 OK MENU 2 A 10 OK UNDO", (9, 0), ["OK"]),
        ("GO 9 OK MENU 3 4 OK", (4, 0), []),
        ("GO 9 OK MENU 3 OK 9 OK MENU", (9, 0), ["OK", "OK"]),
    ],
)
def test_points_by_hand(keys: str, scores: tuple[int, int], no: list[str]) -> None:
    result = press_under(f"OK {keys}", "track=points")
    assert tuple(side["score"] for side in result["sides"]) == scores
    assert refused(result) == no


def test_pegs_of_points_taken_back() -> None:
    result = press_under("OK GO 9 OK GO 5 OK MENU 2 A OK MENU 3 6 OK MENU 3 8 OK", "track=points")
    assert [entry["points"] for entry in result["pegged"]] == [9, 5, -1, -7, 2]
    assert result["sides"][0] == {"score": 8, "front": 8, "back": 6, "games": 0}


def test_throwing_in() -> None:
    result = press_under("OK MENU 4 MENU J K 5 MENU 4 OK")
    assert (result["prompt"], result["dealer"], result["pegged"], refused(result)) == (
        "starter",
        0,
        [],
        ["4"],
    )
    assert pegged_for(press_under("OK J K 5 MENU 4 OK UNDO")) == pegged_for(press_under("OK J K 5"))
    assert press_under("OK J K 5 MENU 4 GO")["prompt"] == "play"


def test_forms_not_covered() -> None:
    for keys in ("MENU 5", "MENU 7", "MENU 6 2"):
        with pytest.raises(NotImplementedError):
            press_under(keys)


def test_track_show_and_reveal() -> None:
    result = press_under("OK 3 K 4 K 2", "track=show reveal=on_ok")
    assert (result["prompt"], result["to_act"], result["pegged"]) == ("reveal", 1, [])
    result = press_under("OK 3 K 4 K 2 GO OK 5", "track=show reveal=on_ok")
    assert (result["prompt"], result["to_act"], refused(result)) == ("hand", 0, ["GO"])


def test_next_only() -> None:
    keys = "OK 2 K 9 8 GO GO"
    assert press_under(keys, "go_multi=next_only", 3)["count"] == 0
    assert press_under(keys, "", 3)["count"] == 27
    # Left plays on and the next player says go; the player after that has already said go.
    keys = "OK 2 K 9 8 GO A GO"
    assert press_under(keys, "go_multi=next_only", 3)["count"] == 0
    assert press_under(keys, "", 3)["to_act"] == 2


def test_combinations_broken_by_a_go() -> None:
    """With `combo_after_go=broken`, a 2 played after a go does not pair with an earlier 2 (case P16)."""
    keys = "OK 5 10 9 2 2 GO 2 2"
    assert [points for _, points, _ in pegged_for(press_under(keys))] == [2, 6, 13]
    # The fourth 2 makes a pair with the third, because both follow the go. It also pegs one for the go.
    assert [points for _, points, _ in pegged_for(press_under(keys, "combo_after_go=broken"))] == [2, 3]
