"""The key chosen with the joystick covers no text, and the boxes in the grid of keys do not overlap."""

import pytest
from PIL import Image, ImageChops

from engine.cards import Card, Rank, Suit
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.input.joystick import LABELS, PAGES, PickerView
from firmware_py.render import oled
from firmware_py.render.font import TEXT
from firmware_py.render.pages import chosen_width, draw_grid
from firmware_py.view.calls import Call
from firmware_py.view.view import view
from tests.support import keyed
from tests.support.dialogues import JOYSTICK, joystick_board
from tests.support.random_matches import FORMS, walk

Box = tuple[int, int, int, int]


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    """Return the smallest box that contains all differences between two pictures, or None if they match."""
    return ImageChops.logical_xor(one, other).getbbox()


def both(match: History) -> tuple[Image.Image, Image.Image]:
    """Return two pictures of the display for a match: on a board without a joystick, and with one."""
    return oled.draw(view(match)), oled.draw(Board(match, equipment=JOYSTICK).view)


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
        plain, chosen = both(match)
        seen = view(match)
        shorter = (
            oled.draw(seen._replace(prompt_forms=seen.prompt_forms[first:]))
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
    drawn = oled.draw(view)
    assert drawn.crop((left, 53, oled.WIDTH, oled.HEIGHT)).getbbox() == (0, 0, oled.WIDTH - left, 11)
    assert drawn.crop((left - 1, 54, left, oled.HEIGHT)).getbbox() is None
    # The prompt is split over two lines.
    for y, line in ((43, "Starter?"), (54, "Bartholome")):
        mask = TEXT.mask(line)
        assert changed(drawn.crop((1, y, 1 + mask.width, y + mask.height)), mask) is None


def test_the_grid_covers_the_three_lines_and_nothing_else() -> None:
    board = joystick_board("OK 2 10 5 RIGHT")
    box = changed(oled.draw(keyed.board("OK 2 10 5").view), oled.draw(board.view))
    assert box is not None and box[1] >= 31


@pytest.mark.parametrize("page", range(len(PAGES)))
def test_the_boxes_of_all_cells_are_on_the_screen_and_do_not_overlap(page: int) -> None:
    cells = frozenset(index for index, cell in enumerate(PAGES[page]) if cell)

    def drawn(chosen: int) -> Image.Image:
        image = Image.new("1", (oled.WIDTH, oled.HEIGHT))
        draw_grid(image, PickerView(page, LABELS[page], cells, chosen, True))
        return image

    none = drawn(-1)
    covered = Image.new("1", none.size)
    for cell in sorted(cells):
        box = changed(none, drawn(cell))
        assert box is not None
        assert box[0] > 0 and box[2] < oled.WIDTH and box[1] >= 31
        assert covered.crop(box).getbbox() is None
        covered.paste(1, box)


@pytest.mark.parametrize(
    "words", ["MENU", "MENU A", "MENU 3 4", "MENU 6", "MENU 6 3", "MENU 6 4", "MENU 6 5", "MENU 7 OK", "OK"]
)
def test_over_a_page_an_open_grid_is_a_row_instead_of_the_title(words: str) -> None:
    before = f"{keyed.CRIB} A 2 3"
    plain = keyed.board(before)
    for word in words.split():
        assert keyed.press(plain, word)[0].why is None
    box = changed(oled.draw(plain.view), oled.draw(joystick_board(f"{before} {words} RIGHT").view))
    assert box is not None and box[3] <= 12
