"""Update the generated documents and tables: `python -m tests.write_documents`."""

from __future__ import annotations

from pathlib import Path

from engine.options import OPTIONS, Option
from engine.rules import PLAYERS
from tests import manual_page
from tests.guides import guides, written

TABLE = Path(__file__).parent.parent / "engine" / "OPTIONS.md"
HEAD = f"""# The options of the rules

`--set OPTION=VALUE` sets one of these options in `muggins count`, `replay` and `simulate`; it can be given
several times. On the board they are in the menu, under new game. In Python they are fields of `engine.Rules`,
with True and False for on and off, or yes and no. `--players` takes {", ".join(map(str, PLAYERS))};
four play as partners.

An option that does not apply to a game has no effect on it. These combinations are refused: five-card and
seven-card with three or four players, `cut_before_deal=offer` with three or four players, `muggins=on` with
`objective=first_loses` or with `track=points`, and a `double_worth` below `skunk_worth`.

Sections are those of the [rules](RULES.md), and so are the letters of the sources: S0 to S4 are five papers
on cribbage, ACC is the American Cribbage Congress, Hoyle and OldHoyle are *According to Hoyle* and a Hoyle of
the 19th century, Enq is *Enquire Within*, EB9 and EB11 are the *Britannica*, Bic is Bicycle, Wiki Wikipedia,
Foster *Foster's Hoyle*, BSD the program `cribbage` of BSD Unix, Yahoo the rules of cribbage at Yahoo! Games.

| option | values | default | meaning | source |
|---|---|---|---|---|
"""


def options() -> str:
    return HEAD + "".join(_row(option) for option in OPTIONS.values())


def _row(option: Option) -> str:
    default = "depends on the game" if option.default is None else f"`{option.write(option.default)}`"
    values = (
        option.allowed
        if isinstance(option.values, range)
        else " ".join(f"`{value}`" for value in option.values)
    )
    return f"| `{option.name}` | {values} | {default} | {option.about} | {option.source} |\n"


def main() -> None:
    """Write `engine/OPTIONS.md`, and the generated parts of the manual page and of the guides."""
    TABLE.write_text(options(), encoding="utf-8")
    for guide in guides():
        guide.write_text(written(guide.read_text(encoding="utf-8")), encoding="utf-8")
    page = manual_page.PAGE
    page.write_text(manual_page.written(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
