"""Commands use the wording chosen in the configuration file, or English if there is no valid choice."""

from pathlib import Path

import pytest

from firmware_py.config.build import chosen_words, load
from tests.support.command import muggins


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path to the user's configuration file, which has not been created yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "muggins").mkdir()
    return tmp_path / "muggins" / "muggins.toml"


def test_without_a_configuration_the_words_are_english(mine: Path) -> None:
    assert chosen_words() == "english"


@pytest.mark.parametrize("name", ["british", "american", "english"])
def test_the_configuration_chooses_the_words(mine: Path, name: str) -> None:
    mine.write_text(f'[game]\nwords = "{name}"\n')
    assert chosen_words() == load(mine).words == name


def test_a_file_chooses_before_the_one_that_it_extends(mine: Path) -> None:
    (mine.parent / "club.toml").write_text('[game]\nwords = "british"\n')
    mine.write_text('extends = "club.toml"\n[game]\nnames = ["Ann", "Bob"]\n')
    assert chosen_words() == load(mine).words == "british"
    mine.write_text('extends = "club.toml"\n[game]\nwords = "american"\n')
    assert chosen_words() == load(mine).words == "american"


@pytest.mark.parametrize(
    "text", ["game = 1", "[game]\nwords = []", '[game]\nwords = "french"', "[game", "\x00"]
)
def test_a_mistake_in_the_configuration_does_not_keep_a_command_from_its_work(mine: Path, text: str) -> None:
    mine.write_text(text)
    assert chosen_words() == "english"


def test_words_alone_are_no_rules_for_new_games(mine: Path) -> None:
    mine.write_text('[game]\nwords = "british"\n')
    assert load(mine).preset is None
    mine.write_text('[game]\nwords = "british"\nplayers = 3\n')
    assert load(mine).preset is not None


def test_the_coach_alone_is_no_rule_for_new_games(mine: Path) -> None:
    mine.write_text('[game]\ncoach = "after_deal"\n')
    assert load(mine).preset is None


def test_a_command_prints_the_words_that_were_chosen(mine: Path) -> None:
    mine.write_text('[game]\nwords = "american"\n')
    counted = muggins("count", "2H", "4H", "6H", "JH", "--starter", "KH")
    assert counted.out.splitlines()[-1] == "6: a flush of five and one for his nobs is six"
