"""The pictures on the display: those that a person checked (`tests/frames.py`), and rules for all of them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from engine.cards import Card, Rank, Suit
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from firmware_py.render import oled
from firmware_py.render.font import HEIGHT, WIDTH
from firmware_py.render.pages import chosen_width
from firmware_py.view.calls import Call
from firmware_py.view.view import View, view
from tests.frames import FOLDER, FRAMES, NOTICES, Frame, board
from tests.support import keyed
from tests.support.dialogues import JOYSTICK, joystick_board
from tests.support.pictures import frame_of, image_of, image_of_text, lit, pixels
from tests.support.random_matches import FORMS, walk
from tests.support.views import view_after


def drawn(view: View) -> Image.Image:
    return image_of(oled.draw(view).frame())


@pytest.mark.parametrize("frame", FRAMES, ids=[frame.name for frame in FRAMES])
def test_a_screen_looks_as_it_did_when_a_person_saw_it(frame: Frame) -> None:
    with Image.open(FOLDER / f"{frame.name}.png") as kept:
        assert frame_of(kept) == oled.draw(board(frame).view).frame()


def test_no_other_picture_is_kept() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*(frame.name for frame in FRAMES), *NOTICES}


Box = tuple[int, int, int, int]


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    """Return the smallest box that contains all differences between two pictures, or None if they match."""
    return ImageChops.logical_xor(one, other).getbbox()


START = 3  # x of the start holes


def track(start: tuple[int, ...], side: int = 0, rules: str = "") -> list[str]:
    top = 24 + 4 * side
    return pixels(drawn(view_after("", rules, start=start)).crop((0, top, 128, top + 3)))


def test_a_new_track_has_a_dot_every_five_holes_and_a_mark_after_each_street() -> None:
    upper, middle, lower = track((0, 0))
    dots = {x - START for x, dot in enumerate(middle) if dot == "#" and x > START + 1}
    assert dots == {*range(5, 121, 5), 121, 122}
    marks = {x - START for x, dot in enumerate(upper) if dot == "#" and x > START + 1}
    assert marks == {30, 60, 90, 120, 121, 122}
    assert upper == lower


def test_a_game_of_61_has_two_pixels_a_hole() -> None:
    upper, _, _ = track((0, 0), rules="target=61")
    marks = {x - START for x, dot in enumerate(upper) if dot == "#" and x > START + 1}
    assert marks == {60, 120, 122, 123}


@pytest.mark.parametrize("name", NOTICES)
def test_a_picture_looks_as_it_did_when_a_person_saw_it(name: str) -> None:
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert frame_of(kept) == NOTICES[name].frame()


def test_a_fault_names_the_file_without_its_folders() -> None:
    with_folder = oled.fault("/etc/muggins.toml: no such pin")
    assert with_folder.frame() == oled.fault("muggins.toml: no such pin").frame()


def test_a_long_fault_has_five_lines_close_together() -> None:
    long = oled.fault("the pins are not available, because another program has them open " * 2)
    for image, is_close in ((long, True), (oled.fault("no pins"), False)):
        assert bool(lit(image_of(image.frame()).crop((0, 12, WIDTH, 15)))) == is_close


def covered(message: str, keys: str) -> int:
    """Refuse a key with this message, and return the y-coordinate of the top of the area that it covers."""
    plain = view_after(keys)
    box = changed(drawn(plain), drawn(plain._replace(refusal=message)))
    assert box is not None and (box[0], box[2], box[3]) == (0, WIDTH, HEIGHT)
    return box[1]


@pytest.mark.parametrize(
    ("message", "in_game", "on_page"),
    [("No", 31, 52), ("A message that takes two lines", 31, 42), ("word " * 30, 4, 4)],
)
def test_a_message_covers_the_text_and_on_a_page_only_the_rows_that_it_needs(
    message: str, in_game: int, on_page: int
) -> None:
    assert (covered(message, "OK 2 10"), covered(message, "MENU")) == (in_game, on_page)


@pytest.mark.parametrize("meaning", ["over", "deal over", "deal is over"])
def test_hints_too_wide_for_the_screen_are_drawn_closer_or_narrower(meaning: str) -> None:
    hints = (Hint(Key.GO, "peg"), Hint(Key.OK, meaning))
    image = drawn(view_after("OK")._replace(hints=hints))
    assert image.crop((0, 53, WIDTH - 1, HEIGHT)).getbbox() is not None
    assert image.crop((WIDTH - 1, 53, WIDTH, HEIGHT)).getbbox() is None


def only_in_free_space(plain: Image.Image, chosen: Image.Image) -> bool:
    """Return True if a key chosen with the joystick is drawn only in free space at the right edge.

    Args:
        plain: the picture without the chosen key.
        chosen: the picture with the chosen key.
    """
    box = changed(plain, chosen)
    if box is None:
        return True
    left, top, right, bottom = box
    free = plain.crop((left - 1, top, right, bottom)).getbbox() is None
    return free and (right, bottom - top) == (oled.WIDTH, 11)


@pytest.mark.parametrize("form", FORMS)
def test_chosen_cell_neither_covers_nor_moves_text(form: str) -> None:
    """The joystick's key picker is drawn in the free space of the display.

    If there is too little free space, the prompt is drawn in a shorter form.
    """
    for match, _, _ in walk(8, form, 120):
        plain, chosen = drawn(view(match)), drawn(Board(match, equipment=JOYSTICK).view)
        seen = view(match)
        shorter = (
            drawn(seen._replace(prompt_forms=seen.prompt_forms[first:]))
            for first in range(1, len(seen.prompt_forms))
        )
        assert only_in_free_space(plain, chosen) or any(
            only_in_free_space(picture, chosen) for picture in shorter
        )


def test_where_no_line_has_room_the_prompt_takes_two() -> None:
    long = Call(None, "", "W" * 40, ("W" * 40,))
    tens = tuple(Card(Rank.TEN, suit) for suit in Suit) * 2
    plain = joystick_board("OK").view
    view = plain._replace(prompt_forms=("Starter? Bartholome",), cards=tens, calls=(long,))
    assert view.picker is not None
    left = oled.WIDTH - chosen_width(view.picker)
    image = drawn(view)
    assert image.crop((left, 53, oled.WIDTH, oled.HEIGHT)).getbbox() == (0, 0, oled.WIDTH - left, 11)
    assert image.crop((left - 1, 54, left, oled.HEIGHT)).getbbox() is None
    # The prompt is split over two lines.
    for y, line in ((43, "Starter?"), (54, "Bartholome")):
        text = image_of_text(line)
        assert changed(image.crop((1, y, 1 + text.width, y + text.height)), text) is None


@pytest.mark.parametrize(
    "words", ["MENU", "MENU A", "MENU 3 4", "MENU 6", "MENU 6 3", "MENU 6 4", "MENU 6 5", "MENU 7 OK", "OK"]
)
def test_over_a_page_an_open_grid_is_a_row_instead_of_the_title(words: str) -> None:
    before = f"{keyed.CRIB} A 2 3"
    plain = keyed.board(before)
    for word in words.split():
        assert keyed.press(plain, word)[0].why is None
    box = changed(drawn(plain.view), drawn(joystick_board(f"{before} {words} RIGHT").view))
    assert box is not None and box[3] <= 12
