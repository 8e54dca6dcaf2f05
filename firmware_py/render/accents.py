"""Characters beyond ASCII: Latin-1, and as many accented letters as the accents below can make.

Letters with an accent are put together from a letter of `glyphs.TEXT` and its accent, which has the two rows
above the small letters; a capital makes room for it. Pictures are written as in `glyphs.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from .glyphs import TEXT

ABOVE: Final[Mapping[str, tuple[str, str]]] = {
    "\N{COMBINING GRAVE ACCENT}": ("##..", ".##."),
    "\N{COMBINING ACUTE ACCENT}": ("..##", ".##."),
    "\N{COMBINING CIRCUMFLEX ACCENT}": (".##.", "#..#"),
    "\N{COMBINING TILDE}": (".##.#", "#.##."),
    "\N{COMBINING DIAERESIS}": ("##.##", "....."),
    "\N{COMBINING RING ABOVE}": (".###.", ".#.#."),
    "\N{COMBINING CARON}": ("#..#", ".##."),
    "\N{COMBINING MACRON}": ("####", "...."),
    "\N{COMBINING BREVE}": ("#...#", ".###."),
    "\N{COMBINING DOT ABOVE}": ("##", ".."),
    "\N{COMBINING DOUBLE ACUTE ACCENT}": (".#.#", "#.#."),
}
"""Accents above a letter: rows 0 and 1."""
BELOW: Final[Mapping[str, tuple[str, str]]] = {
    "\N{COMBINING CEDILLA}": ("..##", ".##."),
    "\N{COMBINING COMMA BELOW}": (".##", "##."),
    "\N{COMBINING OGONEK}": (".##.", "..##"),
}
"""Marks below a letter: rows 8 and 9."""
LIKE: Final[Mapping[str, str]] = {"đ": "d", "Đ": "Ð", "ı": "i", "ħ": "h", "Ħ": "H"}
"""Letters that are drawn as another one."""
BOX = """
    ######
    #....#
    #....#
    #....#
    #....#
    #....#
    #....#
    ######
    ......
    ......"""
"""Stands for a character that has no picture."""


def picture(char: str) -> str:
    """Return the picture of a character that `glyphs.TEXT` does not have.

    A letter whose accent is unknown is drawn without it, an accent that follows its letter is not drawn, and
    what cannot be drawn at all is a box.
    """
    char = LIKE.get(char, char)
    known = SIGNS.get(char) or TEXT.get(char)
    if known:
        return known
    # Imported here: no ordinary text of the board has such letters.
    import unicodedata

    if unicodedata.combining(char):
        return ""
    parts = unicodedata.normalize("NFD", char)
    letter, marks = parts[0], parts[1:]
    drawn = TEXT.get(letter) or SIGNS.get(letter)
    if drawn is None:
        return BOX
    rows = drawn.split()
    for mark in marks:
        if mark in ABOVE:
            rows = _with_accent(rows, ABOVE[mark], small=letter.islower())
        elif mark in BELOW and not any("#" in row for row in rows[8:]):
            rows = _centred([*rows[:8], *BELOW[mark]])
    return "\n".join(rows)


def _with_accent(rows: Sequence[str], accent: Sequence[str], *, small: bool) -> list[str]:
    """The rows of a letter, an accent in the first two; of a small letter those hold no more than a dot."""
    body = list(rows[2:8]) if small else _lower(rows[:8])
    return _centred([*accent, *body, *rows[8:]])


def _lower(rows: Sequence[str]) -> list[str]:
    """A capital two rows lower: of the longest stretch of equal rows one goes, twice."""
    left = list(rows)
    while len(left) > 6:
        stretches = [(len(left) - _end(left, row) + row, row) for row in range(len(left))]
        _, row = min(stretches)
        del left[row]
    return left


def _end(rows: Sequence[str], row: int) -> int:
    """The index after the rows that are equal to this one and follow it."""
    end = row + 1
    while end < len(rows) and rows[end] == rows[row]:
        end += 1
    return end


def _centred(rows: Sequence[str]) -> list[str]:
    """Rows of several widths, each in the middle of the widest; no column at an edge is left dark."""
    wide = max(map(len, rows))
    rows = [("." * ((wide - len(row)) // 2) + row).ljust(wide, ".") for row in rows]
    lit = [column for column in range(wide) if any(row[column] == "#" for row in rows)]
    return [row[lit[0] : lit[-1] + 1] for row in rows]


SIGNS: Final[Mapping[str, str]] = {
    "¡": """
        ..
        ..
        ##
        ##
        ..
        ##
        ##
        ##
        ##
        ##""",
    "¢": """
        ......
        ...#..
        .#####
        ##.#..
        ##.#..
        ##.#..
        ##.#..
        .#####
        ...#..
        ......""",
    "£": """
        ..####
        .##..#
        .##...
        #####.
        .##...
        .##...
        .##..#
        ######
        ......
        ......""",
    "¤": """
        ......
        ......
        #.##.#
        .####.
        ##..##
        ##..##
        .####.
        #.##.#
        ......
        ......""",
    "¥": """
        ##..##
        ##..##
        .####.
        ######
        ..##..
        ######
        ..##..
        ..##..
        ......
        ......""",
    "¦": """
        ##
        ##
        ##
        ..
        ..
        ##
        ##
        ##
        ..
        ..""",
    "§": """
        .####
        ##...
        .###.
        ##.##
        ##.##
        .###.
        ...##
        ####.
        .....
        .....""",
    "¨": """
        ##.##
        .....
        .....
        .....
        .....
        .....
        .....
        .....
        .....
        .....""",
    "©": """
        ..#####..
        .#.....#.
        #..###..#
        #.##....#
        #.##....#
        #..###..#
        .#.....#.
        ..#####..
        .........
        .........""",
    "ª": """
        .##.
        ...#
        .###
        #..#
        .###
        ....
        ####
        ....
        ....
        ....""",
    "«": """
        .......
        .......
        .......
        ..##.##
        .##.##.
        ##.##..
        .##.##.
        ..##.##
        .......
        .......""",
    "¬": """
        ......
        ......
        ......
        ......
        ######
        ....##
        ....##
        ......
        ......
        ......""",
    "®": """
        ..#####..
        .#.....#.
        #.####..#
        #.##.##.#
        #.####..#
        #.##.##.#
        .#.....#.
        ..#####..
        .........
        .........""",
    "¯": """
        ######
        ......
        ......
        ......
        ......
        ......
        ......
        ......
        ......
        ......""",
    "°": """
        .##.
        #..#
        #..#
        .##.
        ....
        ....
        ....
        ....
        ....
        ....""",
    "±": """
        ..##..
        ..##..
        ######
        ..##..
        ..##..
        ......
        ######
        ......
        ......
        ......""",
    "²": """
        ###.
        ...#
        .##.
        #...
        ####
        ....
        ....
        ....
        ....
        ....""",
    "³": """
        ###.
        ...#
        .##.
        ...#
        ###.
        ....
        ....
        ....
        ....
        ....""",
    "´": """
        .##
        ##.
        ...
        ...
        ...
        ...
        ...
        ...
        ...
        ...""",
    "µ": """
        ......
        ......
        ##..##
        ##..##
        ##..##
        ##..##
        ##..##
        ######
        ##....
        ##....""",
    "¶": """
        .#####
        ###.#.
        ###.#.
        .##.#.
        ..#.#.
        ..#.#.
        ..#.#.
        ..#.#.
        ......
        ......""",
    "·": """
        ..
        ..
        ..
        ..
        ##
        ##
        ..
        ..
        ..
        ..""",
    "¸": """
        ...
        ...
        ...
        ...
        ...
        ...
        ...
        ...
        .##
        ##.""",
    "¹": """
        .#
        ##
        .#
        .#
        .#
        ..
        ..
        ..
        ..
        ..""",
    "º": """
        .##.
        #..#
        #..#
        .##.
        ....
        ####
        ....
        ....
        ....
        ....""",
    "»": """
        .......
        .......
        .......
        ##.##..
        .##.##.
        ..##.##
        .##.##.
        ##.##..
        .......
        .......""",
    "¼": """
        .#....#...
        ##...#....
        .#..#.....
        .#.#..#.#.
        ...#..#.#.
        ..#...####
        .#......#.
        #.......#.
        ..........
        ..........""",
    "½": """
        .#....#...
        ##...#....
        .#..#.....
        .#.#.####.
        ..#......#
        .#....###.
        #....#....
        .....#####
        ..........
        ..........""",
    "¾": """
        ###...#...
        ..#..#....
        .##.#.....
        ..##..#.#.
        ####..#.#.
        .#....####
        #.......#.
        ........#.
        ..........
        ..........""",
    "¿": """
        ......
        ......
        ..##..
        ......
        ..##..
        ..##..
        .##...
        ##....
        ##..##
        .####.""",
    "Æ": """
        ..########
        .####.....
        ##.##.....
        ##.######.
        #####.....
        ##.##.....
        ##.##.....
        ##.#######
        ..........
        ..........""",
    "Ð": """
        .#####.
        .##..##
        .##..##
        ####.##
        ####.##
        .##..##
        .##..##
        .#####.
        .......
        .......""",
    "×": """
        .......
        .......
        ##...##
        .##.##.
        ..###..
        .##.##.
        ##...##
        .......
        .......
        .......""",
    "Ł": """
        .##...
        .##...
        .##.#.
        .###..
        ###...
        .##...
        .##...
        .#####
        ......
        ......""",
    "Ø": """
        .####.#
        ##..##.
        ##.####
        ##.####
        ####.##
        ####.##
        .##..##
        #.####.
        .......
        .......""",
    "Þ": """
        ##....
        #####.
        ##..##
        ##..##
        ##..##
        #####.
        ##....
        ##....
        ......
        ......""",
    "ß": """
        .####.
        ##..##
        ##..##
        ##.##.
        ##..##
        ##..##
        ##..##
        ##.##.
        ......
        ......""",
    "æ": """
        ..........
        ..........
        .###.####.
        ....##..##
        .#########
        ##..##....
        ##..##....
        .####.###.
        ..........
        ..........""",
    "ð": """
        ##.##.
        .###..
        ##.##.
        .#####
        ##..##
        ##..##
        ##..##
        .####.
        ......
        ......""",
    "÷": """
        ......
        ..##..
        ..##..
        ......
        ######
        ......
        ..##..
        ..##..
        ......
        ......""",
    "ł": """
        .##.
        .##.
        .##.
        .###
        ###.
        .##.
        .##.
        ..##
        ....
        ....""",
    "ø": """
        .......
        ......#
        .#####.
        ##..###
        ##.#.##
        ##.#.##
        ###..##
        .#####.
        #......
        .......""",
    "þ": """
        ##....
        ##....
        #####.
        ##..##
        ##..##
        ##..##
        ##..##
        #####.
        ##....
        ##....""",
    "Œ": """
        .#########
        ##..##....
        ##..##....
        ##..#####.
        ##..##....
        ##..##....
        ##..##....
        .#########
        ..........
        ..........""",
    "œ": """
        ..........
        ..........
        .########.
        ##..##..##
        ##..######
        ##..##....
        ##..##....
        .########.
        ..........
        ..........""",
}
"""Letters and signs that are drawn as they stand: those of Latin-1 that are not made of others, and Œ."""
