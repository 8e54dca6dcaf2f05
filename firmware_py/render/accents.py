"""Glyphs for characters beyond ASCII: all of Latin-1, and other letters with the accents listed here.

A letter with an accent is composed of the letter in `glyphs.TEXT` and the accent. The accent takes the two
rows above the lower-case letters, and a capital letter is made shorter to leave room for it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from .glyphs import TEXT, Glyph, glyphs_of

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
"""The accents above a letter, which take up rows 0 and 1."""
BELOW: Final[Mapping[str, tuple[str, str]]] = {
    "\N{COMBINING CEDILLA}": ("..##", ".##."),
    "\N{COMBINING COMMA BELOW}": (".##", "##."),
    "\N{COMBINING OGONEK}": (".##.", "..##"),
}
"""The marks below a letter, which take up rows 8 and 9."""
LIKE: Final[Mapping[str, str]] = {"đ": "d", "Đ": "Ð", "ı": "i", "ħ": "h", "Ħ": "H"}
"""Maps letters to other letters that have the same picture."""
BOX: Final[Glyph] = ("######", *6 * ("#....#",), "######", "......", "......")
"""The picture for an unknown character."""


def picture(char: str) -> Glyph:
    """Return the picture of a character that is missing from the text font.

    A letter with an unknown accent is drawn without the accent, and any other unknown character is drawn as a
    box. The picture of a combining accent is empty.
    """
    char = LIKE.get(char, char)
    known = SIGNS.get(char) or TEXT.get(char)
    if known:
        return known
    # Imported here, because the board's usual messages have no such letters.
    import unicodedata

    if unicodedata.combining(char):
        return ()
    parts = unicodedata.normalize("NFD", char)
    letter, marks = parts[0], parts[1:]
    drawn = TEXT.get(letter) or SIGNS.get(letter)
    if drawn is None:
        return BOX
    rows = list(drawn)
    for mark in marks:
        if mark in ABOVE:
            rows = _with_accent(rows, ABOVE[mark], small=letter.islower())
        elif mark in BELOW and not any("#" in row for row in rows[8:]):
            rows = _centred([*rows[:8], *BELOW[mark]])
    return tuple(rows)


def _with_accent(rows: Sequence[str], accent: Sequence[str], *, small: bool) -> list[str]:
    """A small letter loses its own first two rows, including the dot of an i or j."""
    body = list(rows[2:8]) if small else _lower(rows[:8])
    return _centred([*accent, *body, *rows[8:]])


def _lower(rows: Sequence[str]) -> list[str]:
    """Of eight rows, leave out two, each from the longest group of identical rows."""
    left = list(rows)
    while len(left) > 6:
        stretches = [(len(left) - _end(left, row) + row, row) for row in range(len(left))]
        _, row = min(stretches)
        del left[row]
    return left


def _end(rows: Sequence[str], row: int) -> int:
    end = row + 1
    while end < len(rows) and rows[end] == rows[row]:
        end += 1
    return end


def _centred(rows: Sequence[str]) -> list[str]:
    wide = max(map(len, rows))
    rows = [("." * ((wide - len(row)) // 2) + row).ljust(wide, ".") for row in rows]
    lit = [column for column in range(wide) if any(row[column] == "#" for row in rows)]
    return [row[lit[0] : lit[-1] + 1] for row in rows]


SIGNS: Final[Mapping[str, Glyph]] = glyphs_of("""
¡  ¢      £      ¤      ¥      ¦  §     ¨     ©         ª    «       ¬      ®         ¯      °    ±
.. ...... ..#### ...... ##..## ## .#### ##.## ..#####.. .##. ....... ...... ..#####.. ###### .##. ..##..
.. ...#.. .##..# ...... ##..## ## ##... ..... .#.....#. ...# ....... ...... .#.....#. ...... #..# ..##..
## .##### .##... #.##.# .####. ## .###. ..... #..###..# .### ....... ...... #.####..# ...... #..# ######
## ##.#.. #####. .####. ###### .. ##.## ..... #.##....# #..# ..##.## ...... #.##.##.# ...... .##. ..##..
.. ##.#.. .##... ##..## ..##.. .. ##.## ..... #.##....# .### .##.##. ###### #.####..# ...... .... ..##..
## ##.#.. .##... ##..## ###### ## .###. ..... #..###..# .... ##.##.. ....## #.##.##.# ...... .... ......
## ##.#.. .##..# .####. ..##.. ## ...## ..... .#.....#. #### .##.##. ....## .#.....#. ...... .... ######
## .##### ###### #.##.# ..##.. ## ####. ..... ..#####.. .... ..##.## ...... ..#####.. ...... .... ......
## ...#.. ...... ...... ...... .. ..... ..... ......... .... ....... ...... ......... ...... .... ......
## ...... ...... ...... ...... .. ..... ..... ......... .... ....... ...... ......... ...... .... ......

²    ³    ´   µ      ¶      ·  ¸   ¹  º    »       ¼          ½          ¾          ¿      Æ
###. ###. .## ...... .##### .. ... .# .##. ....... .#....#... .#....#... ###...#... ...... ..########
...# ...# ##. ...... ###.#. .. ... ## #..# ....... ##...#.... ##...#.... ..#..#.... ...... .####.....
.##. .##. ... ##..## ###.#. .. ... .# #..# ....... .#..#..... .#..#..... .##.#..... ..##.. ##.##.....
#... ...# ... ##..## .##.#. .. ... .# .##. ##.##.. .#.#..#.#. .#.#.####. ..##..#.#. ...... ##.######.
#### ###. ... ##..## ..#.#. ## ... .# .... .##.##. ...#..#.#. ..#......# ####..#.#. ..##.. #####.....
.... .... ... ##..## ..#.#. ## ... .. #### ..##.## ..#...#### .#....###. .#....#### ..##.. ##.##.....
.... .... ... ##..## ..#.#. .. ... .. .... .##.##. .#......#. #....#.... #.......#. .##... ##.##.....
.... .... ... ###### ..#.#. .. ... .. .... ##.##.. #.......#. .....##### ........#. ##.... ##.#######
.... .... ... ##.... ...... .. .## .. .... ....... .......... .......... .......... ##..## ..........
.... .... ... ##.... ...... .. ##. .. .... ....... .......... .......... .......... .####. ..........

Ð       ×       Ł      Ø       Þ      ß      æ          ð      ÷      ł    ø       þ      Œ
.#####. ....... .##... .####.# ##.... .####. .......... ##.##. ...... .##. ....... ##.... .#########
.##..## ....... .##... ##..##. #####. ##..## .......... .###.. ..##.. .##. ......# ##.... ##..##....
.##..## ##...## .##.#. ##.#### ##..## ##..## .###.####. ##.##. ..##.. .##. .#####. #####. ##..##....
####.## .##.##. .###.. ##.#### ##..## ##.##. ....##..## .##### ...... .### ##..### ##..## ##..#####.
####.## ..###.. ###... ####.## ##..## ##..## .######### ##..## ###### ###. ##.#.## ##..## ##..##....
.##..## .##.##. .##... ####.## #####. ##..## ##..##.... ##..## ...... .##. ##.#.## ##..## ##..##....
.##..## ##...## .##... .##..## ##.... ##..## ##..##.... ##..## ..##.. .##. ###..## ##..## ##..##....
.#####. ....... .##### #.####. ##.... ##.##. .####.###. .####. ..##.. ..## .#####. #####. .#########
....... ....... ...... ....... ...... ...... .......... ...... ...... .... #...... ##.... ..........
....... ....... ...... ....... ...... ...... .......... ...... ...... .... ....... ##.... ..........

œ
..........
..........
.########.
##..##..##
##..######
##..##....
##..##....
.########.
..........
..........
""")
"""The letters and signs that are not composed of a letter and an accent: those of Latin-1, and Ł and Œ."""
