"""The loop turns edges into key presses, shows their effect, and tells the listeners.

It wakes for deadlines alone, does the journal's housekeeping while nobody presses, and a first press at a
dark screen only wakes it.
"""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from engine.indices import Seat
from engine.match.history import History
from firmware_py.board.board import Board, Outcome
from firmware_py.board.coach import AfterDeal
from firmware_py.board.loop import CATCH_UP, REST, Loop
from firmware_py.board.phones import LATE, PhoneJoining
from firmware_py.board.ports import Ending
from firmware_py.input.keys import ASKING_KEYS, Edge, Key, Press, Stick
from firmware_py.input.press_detector import LONG
from firmware_py.input.settings import Equipment
from firmware_py.journal.checksum import Steps
from firmware_py.outputs.screens import Screens
from firmware_py.render import oled
from firmware_py.system.errors import JournalError
from firmware_py.view.coach import CoachOffer, CountedDeal
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.phone_file import LIFETIME
from firmware_py.words.english import ENGLISH
from tests.firmware_py.outputs.bench import MANNER, screens, tracks
from tests.support import keyed
from tests.support.fakes import Fingers, Lamps, Panel, Shelf, Told, tap, taps
from tests.support.views import advice_about, coached_board, counted


class Bench:
    def __init__(self, board: Board | None = None, fingers: Fingers | None = None) -> None:
        self.board = board or keyed.board()
        self.fingers = fingers or Fingers()
        self.panel, self.lamps = Panel(), Lamps()
        self.frames_when_pressed: list[int] = []
        told = Told(lambda key, outcome: self.frames_when_pressed.append(len(self.panel.shown)))
        self.told, self.pressed = told.lines, told.presses
        self.outputs = (screens(self.panel, told=told), tracks(self.lamps, told))
        self.loop = Loop(self.board, self.outputs, self.fingers, self.fingers.clock, told)


def test_the_board_shows_before_the_first_key_and_each_key_shows_before_it_is_told() -> None:
    bench = Bench()
    bench.loop.run()
    assert bench.panel.shown == [oled.draw(bench.board.view).frame()]
    assert len(bench.lamps.shown) == 1
    bench = Bench(fingers=Fingers(taps("OK 3 K 5")))
    assert bench.loop.run() is Ending.STOPPED
    assert [key.value for key, _ in bench.pressed] == ["OK", "3", "K", "5"]
    assert [outcome.presses for _, outcome in bench.pressed] == [0, 1, 2, 3]
    assert all(outcome.took for _, outcome in bench.pressed)
    assert bench.frames_when_pressed == [2, 3, 4, 5]
    assert bench.board.view.running_count == 15
    assert bench.panel.shown[-1] == oled.draw(bench.board.view).frame()


def test_delayed_long_press_of_go_follows_the_previous_press() -> None:
    held = [*tap(Key.AGAIN, 0.9, held=0.02), *tap(Key.GO, 0.95, held=2.0)]
    fingers = Fingers([Edge(Stick.LEFT, True, 0.5), *held])
    fingers.now = 30.0
    bench = Bench(keyed.board("OK 2"), fingers)
    bench.loop.run()
    assert [key for key, _ in bench.pressed if key is not Stick.LEFT] == [Key.AGAIN, Key.AGAIN]


def test_nothing_is_sent_when_nothing_has_changed() -> None:
    bench = Bench(
        fingers=Fingers([Edge(Key.FIVE, False, 1.0), Edge(Key.SIX, True, 2.0), Edge(Key.SIX, False, 3.0)])
    )
    bench.loop.show()
    assert (bench.panel.tries, bench.lamps.tries) == (1, 1)
    bench.loop.turn()
    assert (bench.panel.tries, bench.lamps.tries) == (1, 1)
    bench.loop.turn()
    assert (bench.panel.tries, bench.lamps.tries) == (2, 2)
    bench.loop.turn()
    assert (bench.panel.tries, bench.lamps.tries) == (2, 2)


def test_an_idle_loop_waits_for_ever() -> None:
    bench = Bench(fingers=Fingers(taps("4 OK 3 K")))
    bench.loop.run()
    assert [output.deadline for output in bench.outputs] == [None, None]
    assert bench.fingers.waits[-1] is None
    # Ranks act at once, so after them the loop waits only for edges.
    ranks = Bench(fingers=Fingers(taps("4 5 3 K 5")))
    ranks.loop.run()
    assert set(ranks.fingers.waits) == {None}


def test_a_key_that_is_held_is_waited_for_no_longer_than_its_long_press() -> None:
    bench = Bench(fingers=Fingers(tap(Key.OK, 1.0, held=0.1)))
    bench.loop.run()
    first, held, last = bench.fingers.waits
    assert (first, held, last) == (None, pytest.approx(LONG), None)


def test_edges_that_waited_for_a_late_loop_are_all_taken() -> None:
    fingers = Fingers([*taps("OK 3 K 5", apart=0.1), *tap(Key.UNDO, 0.5, held=0.7)])
    fingers.now = 30.0
    bench = Bench(fingers=fingers)
    bench.loop.run()
    assert [key.value for key, _ in bench.pressed] == ["OK", "3", "K", "5", "REDO"]
    assert [outcome.took for _, outcome in bench.pressed] == [True] * 4 + [False]


class Stalls(Fingers):
    """A fake source of key edges on a machine that is sometimes unresponsive.

    Args:
        ends: a pair for each call of `wait`: the time at which the call returns, and the edge (or None) that
            it returns.
    """

    def __init__(self, *ends: tuple[float, Edge | None]) -> None:
        super().__init__()
        self._ends = list(ends)

    def wait(self, timeout: float | None) -> Edge | None:
        self.waits.append(timeout)
        self.now, edge = self._ends.pop(0)
        return edge


DOWN, UP = Edge(Key.OK, True, 1.0), Edge(Key.OK, False, 1.1)


def test_a_release_that_is_still_on_its_way_after_a_stall_makes_no_long_press() -> None:
    # The machine stalled from 1.05 to 3.0. The loop continues first, and the edge arrives later.
    bench = Bench(fingers=Stalls((1.0, DOWN), (3.0, None), (3.02, UP)))
    bench.loop.turn()
    bench.loop.turn()
    assert bench.fingers.waits[1:] == pytest.approx([LONG, CATCH_UP])
    assert [key for key, _ in bench.pressed] == [Key.OK]


def test_a_key_held_all_through_a_stall_is_a_long_press() -> None:
    bench = Bench(fingers=Stalls((1.0, DOWN), (3.0, None), (3.0 + CATCH_UP, None)))
    bench.loop.turn()
    bench.loop.turn()
    assert [key for key, _ in bench.pressed] == [Key.MENU]


FULL = "the last game could not be saved in a file of its own: the disk is full (free some space)"


class FullArchive(Shelf):
    """A store whose housekeeping fails, as if the disk were full, and is not due again afterwards."""

    due = True

    def settle(self, history: History) -> Steps[None]:
        self.due = False
        yield
        raise JournalError(FULL)


def test_housekeeping_waits_until_nobody_presses_and_a_failure_is_reported() -> None:
    fingers = Fingers(taps("OK 3 K", at=1.0, apart=0.5), until=20.0)
    bench = Bench(keyed.board(store=(shelf := FullArchive())), fingers)
    while shelf.due:
        bench.loop.turn()
    assert fingers.now == pytest.approx(2.05 + REST)
    assert (bench.told, bench.board.view.notice) == ([FULL], FULL)
    assert bench.board.history.applied == 3


def test_the_watchdog_is_fed_by_the_loop_twice_as_often_as_it_asks() -> None:
    fed: list[float] = []
    board = keyed.board("OK 3")
    fingers = Fingers(taps("4 5 6", at=4.0, apart=9.0), until=61.0)
    loop = Loop(board, (), fingers, fingers.clock)

    def alive() -> bool:
        fed.append(fingers.now)
        return True

    loop.watch(alive, 20.0)
    assert loop.run() is Ending.STOPPED
    assert fed[0] == 0.0
    assert all(later - earlier <= 10.0 for earlier, later in pairwise(fed))
    # The loop sends no more heartbeats than necessary, so that an idle board sleeps.
    assert len(fed) == 7
    assert board.history.applied == 5


def test_a_beat_that_was_dropped_is_sent_again_long_before_the_watchdog_barks() -> None:
    tried: list[float] = []
    fingers = Fingers(until=61.0)
    loop = Loop(keyed.board("OK 3"), (), fingers, fingers.clock)

    def alive() -> bool:
        tried.append(fingers.now)
        return not 9.0 < fingers.now < 14.5  # systemd's queue is full for a while

    loop.watch(alive, 20.0)
    assert loop.run() is Ending.STOPPED
    sent = [at for at in tried if not 9.0 < at < 14.5]
    assert all(later - earlier < 18.0 for earlier, later in pairwise(sent))
    # The loop tries again a few times, and then sends heartbeats as usual.
    assert len(tried) - len(sent) == 5
    assert sent[1:] == pytest.approx([15.0, 25.0, 35.0, 45.0, 55.0])


# -- letting a phone in


def test_while_a_phone_is_let_in_nothing_wakes_the_loop_but_the_expiry_of_its_code() -> None:
    fingers, board = Fingers(until=1000.0), keyed.board("OK 3")
    fingers.push([Press(Key.MENU), Press(Key.KING), PhoneAccess("192.168.178.123", 80, 0)])
    board.equip(Equipment(phones=True))
    door = SimpleNamespace(new_code=lambda withdraws=False: "K7Q2PX9D", close=lambda: None, is_service=False)
    joining = PhoneJoining(board, door, lambda line: None)
    assert Loop(board, (), fingers, fingers.clock, add_ons=(joining,)).run() is Ending.STOPPED
    assert fingers.waits == [None, None, LATE, LIFETIME, None]
    assert board.view.phone is None
    # A loop without a way in ignores the address of the page.
    fingers = Fingers()
    fingers.push([PhoneAccess("192.168.178.123", 80, 0), Press(Key.KING)])
    assert Loop(board, (), fingers, fingers.clock).run() is Ending.STOPPED
    assert fingers.waits == [None] * 3  # and without a watchdog nothing wakes it


# -- switching off


def test_the_loop_ends_once_it_was_chosen_and_confirmed_and_nothing_is_kept_of_it() -> None:
    shelf = Shelf()
    board = keyed.board("OK 3", store=shelf)
    board.equip(Equipment(powers_off=True))
    bench = Bench(board, Fingers(taps("MENU 8 OK K")))
    assert bench.loop.run() is Ending.POWER_OFF
    assert [key for key, _ in bench.pressed] == [Key.MENU, Key.EIGHT, Key.OK]
    assert (len(shelf.events), board.history.applied) == (2, 2)
    # If the machine cannot be switched off, the game goes on where it was.
    board.return_to_game("cannot switch off")
    assert bench.loop.run() is Ending.STOPPED
    assert (board.history.applied, board.view.running_count, board.view.message) == (3, 10, None)


def test_listeners_hear_of_each_new_view_once_and_after_its_press() -> None:
    bench = Bench(fingers=Fingers(taps("OK 3 3 K")))
    told = Told(lambda key, outcome: order.append(key.value))
    order: list[str] = []
    told.shown = lambda board: order.append(str(board.view.number))  # type: ignore[method-assign]
    Loop(bench.board, bench.outputs, bench.fingers, bench.fingers.clock, told).run()
    assert order == ["1", "OK", "2", "3", "3", "3", "4", "K", "5"]


def test_a_press_by_a_program_is_told_with_its_name_and_needs_no_light() -> None:
    press = Press(Key.OK, Seat(1), "a3")
    heard: list[Press] = []

    class Hearing(Told):
        def pressed(self, press: Press, outcome: Outcome) -> None:
            heard.append(press)
            assert outcome.took

    fingers = Fingers()
    fingers.push([press])
    board = keyed.board()
    assert Loop(board, (), fingers, fingers.clock, Hearing(), is_dark=lambda: True).run() is Ending.STOPPED
    assert heard == [press] and board.history.applied == 1


def test_a_loop_that_goes_on_after_an_ending_still_hears_the_coach() -> None:
    """To read a new configuration, the board ends its loop. If the file is bad, the same loop goes on."""
    board, asked = keyed.board(f"{keyed.CRIB} 2 9 2"), list[CountedDeal]()
    board.equip(Equipment(coach=True))
    coach = SimpleNamespace(ask=asked.append, close=lambda: None)
    fingers = Fingers(taps("Q"))
    loop = Loop(board, (), fingers, fingers.clock, add_ons=(AfterDeal(board, coach, lambda line: None),))
    assert loop.run() is Ending.STOPPED
    deal = counted(coached_board())
    fingers.push([CoachOffer(deal, advice_about(deal)), *taps("OK OK OK OK", 2.0)])
    assert loop.run() is Ending.STOPPED
    assert asked == [deal]
    assert board.view.page is not None
    assert board.view.page.title == "Coach: Right"


def board_in_the_dark(*keys: Key, failing: bool = False) -> tuple[Board, Panel, Told]:
    """Press keys a second apart on a board whose screen has gone dark, or is missing, until all are told."""
    board, panel, told = keyed.board("OK 3"), Panel(), Told()
    panel.failing = failing
    fingers = Fingers([edge for at, key in enumerate(keys) for edge in tap(key, 600.0 + at)])
    screens = Screens([(panel, MANNER)], told)
    loop = Loop(board, (screens,), fingers, fingers.clock, told, lambda: screens.asleep)
    loop.show()
    while len(told.presses) < len(keys):
        loop.turn()
    return board, panel, told


def test_a_press_at_a_dark_screen_wakes_it_and_does_nothing_else() -> None:
    board, panel, told = board_in_the_dark(Key.FOUR)
    assert [(key, outcome.why, outcome.took) for key, outcome in told.presses] == [
        (Key.FOUR, ENGLISH.SCREEN_WAS_DARK, False)
    ]
    assert panel.on
    assert board.view.refusal == ENGLISH.SCREEN_WAS_DARK
    assert panel.shown[-1] == oled.draw(board.view).frame()
    board, _, _ = board_in_the_dark(Key.FOUR, Key.FIVE)
    assert [str(card) for card in board.history.game.deal_cards] == ["3", "5"]
    board, _, told = board_in_the_dark(Key.FOUR, failing=True)  # a missing screen swallows no press
    assert (told.presses[0][1].took, board.view.refusal) == (True, None)


@pytest.mark.parametrize("key", ASKING_KEYS)
def test_voice_keys_act_on_a_dark_screen_and_wake_it(key: Key) -> None:
    """Voice keys work even if the display is off, because a blind player cannot know that it is off."""
    _, panel, told = board_in_the_dark(key)
    assert [(each, outcome.why, outcome.asks) for each, outcome in told.presses] == [(key, None, key)]
    assert panel.on
