"""`muggins rules`: the rules in force, the sections of engine/RULES.md as plain text, and its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.options import OPTIONS
from tests.support.cases import RULES
from tests.support.command import muggins

HEADINGS = re.findall(r"^## (\d+)\. (.*)$", RULES, re.M)
GLOSSARY = re.findall(r"^\| (.+?) \| (.+?) \|$", RULES.partition("## 10. Glossary")[2], re.M)[1:]


def spoken(markdown: str) -> str:
    """Return the letters and digits of a text without the names of sources, which are not read aloud."""
    return re.sub(r"\((?:S|ACC|Bic|Hoyle|OldHoyle|[PV])[^()]*\)|\W", "", markdown)


@pytest.fixture(autouse=True)
def without_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)


def test_every_word_of_the_glossary_is_explained() -> None:
    assert len(GLOSSARY) > 35
    for names, meaning in GLOSSARY:
        for name in names.split(", "):
            made = muggins("rules", *name.split(), "--json").json
            assert made == {"about": names, "text": [meaning.replace("*", "")]}
    assert muggins("rules", "Ukrainian straight").out == (
        "Ukrainian straight: another name for nineteen, a hand that counts nothing\n"
    )


@pytest.mark.parametrize(("number", "heading"), HEADINGS)
def test_a_section_is_printed_as_text_without_marks(number: str, heading: str) -> None:
    out = muggins("rules", number).out
    assert out == muggins("rules", *heading.upper().split()).out
    assert out.startswith(f"{number}. {heading}\n") and max(map(len, out.splitlines())) <= 78
    assert not re.search(r"[*`†|#\[\]]", out)
    made = muggins("rules", number, "--json").json
    words = re.compile("[a-z]{2,}")  # suits are letters in this output
    assert words.findall(" ".join([made["about"], *made["text"]])) == words.findall(out)


def test_no_sentence_of_a_section_is_lost() -> None:
    section = RULES.partition("## 3. The play\n")[2].partition("\n## ")[0]
    prose = "\n".join(line for line in section.splitlines() if not line.startswith("|"))
    said = spoken(muggins("rules", "play").out)
    for sentence in re.split(r"(?<=[.:])\s", prose):
        assert spoken(sentence) in said
    assert "the count is 15: 2\n" in muggins("rules", "play").out


def test_the_rules_in_force_are_those_of_the_saved_game_or_of_a_new_one(tmp_path: Path) -> None:
    new = muggins("rules").out.splitlines()
    assert new[0].startswith("The rules of a new game") and "crib flush: all five" in new
    assert new[-len(HEADINGS) :] == [f"{number}. {heading}" for number, heading in HEADINGS]
    game = tmp_path / "games.txt"
    options = ("--players", "3", "--set", "muggins=on", "--set", "target=61")
    muggins("replay", "-", "--journal", game, *options, stdin="OK 2")
    saved = muggins("rules", "--journal", game).out.splitlines()
    assert saved[0].startswith("The rules of the saved game")
    assert saved[1:4] == ["players: 3", "target: 61", "muggins: on"] and "go multi: all play on" in saved
    made = muggins("rules", "--journal", game, "--json").json
    assert made["players"] == 3 and list(made["options"].items())[:2] == [("target", "61"), ("muggins", "on")]
    assert made["sections"] == new[-len(HEADINGS) :]


def test_an_option_is_explained_by_either_of_its_names() -> None:
    said = muggins("rules", "crib_flush").out
    assert said == muggins("rules", "crib", "flush").out
    assert said == f"crib flush: {OPTIONS['crib_flush'].about} (all five, four)\n"
