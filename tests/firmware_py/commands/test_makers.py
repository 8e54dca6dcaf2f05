"""`muggins wiring`, `card` and `doctor`."""

from pathlib import Path

import pypdfium2
import pytest

from firmware_py.config.config import Config
from firmware_py.doctor.machine import Machine
from tests.support.command import Result, check_error, muggins
from tests.support.pi_captures import bare


@pytest.mark.parametrize(
    ("name", "begins"), [("card.pdf", b"%PDF"), ("card.svg", b"<svg"), ("card.png", b"\x89PNG")]
)
def test_the_card_is_written(tmp_path: Path, name: str, begins: bytes) -> None:
    made = muggins("card", str(tmp_path / name))
    assert (made.status, made.out, made.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_table_names_each_pin_of_a_profile_or_of_a_configuration(tmp_path: Path) -> None:
    made = muggins("wiring", "keypad-20")
    assert made.status == 0
    assert "button A   GPIO4 ( 7) ( 8) GPIO14  button 7" in made.out
    (tmp_path / "mine.toml").write_text('extends = "keypad-20"\n[buttons]\nA = 14\n7 = 4')
    mine = muggins("wiring", tmp_path / "mine.toml")
    assert "button 7   GPIO4 ( 7) ( 8) GPIO14  button A" in mine.out


def test_a_picture_is_written_to_a_file(tmp_path: Path) -> None:
    for options, ending in (
        ([], "svg"),
        (["--drilling"], "svg"),
        (["--enclosure"], "svg"),
        (["--enclosure"], "scad"),
    ):
        out = tmp_path / f"picture.{ending}"
        assert muggins("wiring", "keypad-20", *options, "--out", str(out)).status == 0
        assert out.read_text(encoding="utf-8").startswith("//" if ending == "scad" else ("<?xml", "<svg"))


def test_a_drilling_template_is_laid_on_the_paper_asked_for(tmp_path: Path) -> None:
    sizes = {}
    for paper in ("a4", "letter"):
        out = tmp_path / f"{paper}.pdf"
        command = ("wiring", "keypad-20", "--drilling", "--out", str(out), "--paper", paper)
        assert muggins(*command).status == 0
        (page,) = pypdfium2.PdfDocument(out)
        sizes[paper] = tuple(round(length) for length in page.get_size())
    assert sizes == {"a4": (842, 595), "letter": (792, 612)}


FORGETFUL = "/run/games"


@pytest.fixture
def inspected(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Simulate a computer that is not a Pi. Return a list that collects the inspected configurations."""
    seen: list[Config] = []

    def inspect(config: Config) -> Machine:
        seen.append(config)
        return bare(model="Acme Laptop", forgetful=FORGETFUL if config.source else None)

    monkeypatch.setattr("firmware_py.commands.makers.Machine", inspect)
    return seen


def test_without_a_fault_the_status_is_0(inspected: list[Config]) -> None:
    result = muggins("doctor")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("warning this is not a Raspberry Pi but Acme Laptop")
    assert result.out.endswith("\n") and not result.out.endswith("\n\n")
    assert [config.profile for config in inspected] == ["usb-numpad"]


def test_with_a_fault_the_status_is_1(inspected: list[Config], tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"')
    result = muggins("doctor", "--config", path)
    assert (result.status, result.err) == (1, "")
    assert "fault " in result.out and FORGETFUL in result.out
    assert [config.source for config in inspected] == [str(path)]
    # The option may stand before the command as well.
    assert muggins("--config", path, "doctor") == Result(1, result.out, "")


def test_a_wrong_configuration_is_refused_before_any_check(inspected: list[Config], tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text("[display]\naddress = 300")
    check_error(muggins("doctor", "--config", path), str(path), "300")
    assert inspected == []
