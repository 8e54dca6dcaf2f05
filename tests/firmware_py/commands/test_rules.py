"""`muggins rules`: the rules in force, the sections of engine/RULES.md as plain text, and its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.options import OPTIONS
from tests.support.cases import RULES
from tests.support.command import muggins

SECTIONS = re.findall(r"^## (\d+\. )(.*)\n((?:(?!## ).*\n)*)", RULES, re.M)
LETTERS = str.maketrans("♠♥♦♣×", "SHDCx")
GLOSSARY = re.findall(r"^\| (.+?) \| (.+?) \|$", RULES.partition("## 10. Glossary")[2], re.M)[1:]


def spoken(markdown: str) -> list[str]:
    """Return the letters and digits of each line, without tables, sources and the targets of links."""
    prose = re.sub(r"^\|.*$|\]\(.*?\)", "", markdown, flags=re.M)
    prose = re.sub(r"\((?:S|ACC|Bic|Hoyle|OldHoyle|Wiki|[PV])[^()]*\)", "", prose)
    return [re.sub(r"\W", "", line) for line in prose.splitlines()]


def test_every_word_of_the_glossary_is_explained_and_every_option() -> None:
    assert len(GLOSSARY) > 35
    for names, meaning in GLOSSARY:
        for name in (names, *names.split(", ")):
            made = muggins("rules", *name.split(), "--json").json
            assert made == {"about": names, "text": [meaning.replace("*", "")]}
    assert "\nthe count is 15: 2\n" in muggins("rules", "play").out  # a row of a table
    straight = muggins("rules", "Ukrainian straight").out
    assert straight == "Ukrainian straight: another name for nineteen, a hand that counts nothing\n"
    for option in ("crib_flush", "crib flush"):
        said = muggins("rules", option).out
        assert said == f"crib flush: {OPTIONS['crib_flush'].about} (all five, four)\n"


@pytest.mark.parametrize(("number", "heading", "markdown"), SECTIONS)
def test_a_section_is_printed_as_text_without_marks_and_whole(
    number: str, heading: str, markdown: str
) -> None:
    out = muggins("rules", number.strip(". ")).out
    assert out == muggins("rules", *heading.upper().split()).out
    assert out.startswith(f"{number}{heading}\n") and max(map(len, out.splitlines())) <= 78
    assert not re.search(r"[*`†|#\[\]]", out)
    made = muggins("rules", number.strip(". "), "--json").json
    assert made["about"] == number + heading
    whole = "".join(spoken(out))
    assert all(line in whole for line in spoken(markdown))
    assert "".join(spoken("\n".join([made["about"], *made["text"]]).translate(LETTERS))) == whole


def test_the_rules_in_force_are_those_of_the_saved_game_or_of_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    new = muggins("rules").out.splitlines()
    assert new[0].startswith("The rules of a new game") and "crib flush: all five" in new
    assert new[-len(SECTIONS) :] == [number + heading for number, heading, _ in SECTIONS]
    game = tmp_path / "games.txt"
    options = ("--players", "3", "--set", "muggins=on", "--set", "target=61")
    muggins("replay", "-", "--journal", game, *options, stdin="OK 2")
    saved = muggins("rules", "--journal", game).out.splitlines()
    assert saved[0].startswith("The rules of the saved game")
    assert saved[1:4] == ["players: 3", "target: 61", "muggins: on"] and "go multi: all play on" in saved
    made = muggins("rules", "--journal", game, "--json").json
    assert made["players"] == 3 and list(made["options"].items())[:2] == [("target", "61"), ("muggins", "on")]
    assert made["sections"] == new[-len(SECTIONS) :]
