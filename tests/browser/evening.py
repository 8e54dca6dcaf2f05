"""An evening of finished games in a journal, for the pages that list them."""

from pathlib import Path

from firmware_py.emulator import script
from tests.support.command import muggins

SAMPLE = Path(script.__file__).with_name("sample_game.record")


def evening(folder: Path) -> None:
    """Write a journal in which Ann and Bob have finished four games."""
    games = [
        "muggins 1 players=2 start=0,0 names=Ann,Bob",
        *("deals 0", "peg 0 121", "next-game"),
        *("starter 3", "peg 1 95", "peg 0 121", "next-game"),
        *("starter 3", "peg 0 70", "peg 1 121", "next-game"),
        *("starter 3", "peg 0 119", "peg 1 121", "next-game"),
    ]
    path = folder / "evening.txt"
    path.write_text("\n".join(games) + "\n")
    made = muggins("replay", path, "--journal", folder / "games.txt")
    assert made.status == 0, made


def whole_game(folder: Path, names: tuple[str, str] = ("Ann", "Bob")) -> None:
    """Write a journal with a finished game of eight deals between two players with these names."""
    path = folder / "whole.txt"
    path.write_text(SAMPLE.read_text().replace("names=Ann,Bob", f"names={','.join(names)}"))
    made = muggins("replay", path, "--journal", folder / "games.txt")
    assert made.status == 0, made
