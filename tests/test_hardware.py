"""The guides in `hardware`: generated parts match the code, links work, examples run."""

import re
import shutil
import textwrap
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board, Outcome
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.clashes import uses
from firmware_py.config.requirements import config_lines, spidev_bufsiz
from firmware_py.config.track_shape import strips
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.doctor.boot_files import Overlay, Settings, taken
from firmware_py.drawing.formats import svg
from firmware_py.drawing.front_plate import template
from firmware_py.drivers.leds import MAX_BRIGHTNESS, level
from firmware_py.input.joystick import LABELS
from firmware_py.render import leds
from firmware_py.render.game import text_lines
from firmware_py.wiring.notes import supply
from tests.frames import FIRST_NAMES, FIRST_SCREENS, first_screen
from tests.support.command import Result, shell
from tests.support.keyed import keys_in
from tests.support.pi_captures import profile
from tests.support.pictures import colours, draw_leds
from tests.write_documents import ABOUT, FOLDER, fields, guides, written

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in guides()}
README = TEXTS["README.md"]
PROFILES = files.profile_names()
SEARCHED = files.SEARCHED  # conftest.py empties it, so that tests never find this machine's own file


# A code block with the mark before it and its language; blocks in lists are indented.
_BLOCK = re.compile(r"^(?: *<!-- (not run|needs): ([^\n]+?) -->\n)?( *)```(\w*)\n(.*?)^\3```$", re.M | re.S)


def blocks(language: str) -> list[pytest.ParameterSet]:
    """Return the code blocks in one language from all guides, as parameters for a test.

    Blocks after the comment `<!-- not run: reason -->` are left out.

    Returns:
        Three strings for each block:

        - the program that a comment `<!-- needs: program -->` before the block names, or empty;
        - the block itself;
        - the nearest TOML block at or before this block in the same guide, or empty if there is none.
    """
    found = []
    for name, text in TEXTS.items():
        toml = ""
        for place, (mark, said, _, language_here, body) in enumerate(_BLOCK.findall(text)):
            block = textwrap.dedent(body)
            toml = block if language_here == "toml" else toml
            if language_here == language and mark != "not run":
                found.append(pytest.param(said, block, toml, id=f"{name}-{place}"))
    return found


def run(script: str, folder: Path) -> Result:
    """Run a shell script in `folder`, after creating a link there to the project's `hardware` folder."""
    (folder / "hardware").symlink_to(FOLDER)
    return shell(f"set -e\n{script}", folder)


@pytest.mark.parametrize("name", TEXTS)
def test_the_generated_parts_are_up_to_date(name: str) -> None:
    assert TEXTS[name] == written(TEXTS[name]), "python -m tests.write_documents writes it again"
    assert TEXTS[name].count("<!-- made: ") == TEXTS[name].count("<!-- end -->")


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_has_its_guide(name: str) -> None:
    text = TEXTS[f"{name}.md"]
    config = profile(name)
    assert f"](pictures/{name}.svg)" in text
    assert ("](pictures/drilling-" in text) == (config.lights is not None)
    assert f"<!-- made: pins {name} -->" in text
    assert f"<!-- made: lines {name} -->" in text
    assert f"| [{name}]({name}.md) |" in README
    assert "(README.md#what-has-been-tried)" in text
    assert "*Unconfirmed*" in text


PARTS = {
    name: section
    for name, text in TEXTS.items()
    for section in re.findall(r"^## Parts\n(.*?)(?=^## )", text, re.M | re.S)
}


def test_each_board_has_a_list_of_parts_with_a_supply_and_a_card_and_shares_of_the_whole() -> None:
    for parts in PARTS.values():
        assert sum(map(int, re.findall(r"\| (\d+) %", parts))) == 100 * ("| part" in parts)
    for name in PROFILES:
        parts = PARTS[f"{name}.md"]
        linked = re.findall(r"\]\(([\w-]+\.md)#parts\)", parts)
        whole = parts + "".join(PARTS[link] for link in linked)
        for part in ("Raspberry Pi 4", "microSD card", "power supply for that model"):
            assert part in whole, name
        lit = "leds.md" in linked or "LED matrix panel" in parts or linked == ["keypad-20.md"]
        assert lit == bool(profile(name).lights), name


def test_the_work_on_long_tracks_is_what_the_guide_says() -> None:
    # To join two strips, solder both ends: 5V, GND, data and, for an APA102, the clock.
    lights = profile("oled-bonnet").lights
    rows = {(round(y), led // 121) for led, (_, y) in enumerate(lights.shape.positions)}
    joins = len(rows) - 1
    assert (len(rows), joins, lights.shape.leds) == (8, 7, 242)
    for words in (
        f"{joins * 2 * 4} solder joints",
        f"| {joins * 2 * 4} joints | 242 holes |",
        f"| {joins * 2 * 3} joints | 242 holes |",
        f"{3 * 2 * 3} joints | 60 holes",  # four arcs: three joins of three wires
        f"242 LEDs are {-(-242 // 8)} sticks",
    ):
        assert words in TEXTS["leds.md"], words


def test_the_times_of_the_first_board_add_up() -> None:
    text = TEXTS["first-board.md"]
    steps = re.findall(r"^\| \[\d\. .*\| (\d+) min", text, re.M)
    assert len(steps) == len(re.findall(r"^## \d\. ", text, re.M)) == 6
    assert f"| together | {sum(map(int, steps))} min |" in text


# The codes in linux/input-event-codes.h, by the label printed on the key.
PRINTED = {"/": 98, "*": 55, "-": 74, "+": 78, "Enter": 96, ".": 83} | dict(
    zip("0123456789", (82, 79, 80, 81, 75, 76, 77, 71, 72, 73), strict=True)
)


def test_the_first_ten_keys_show_what_the_guide_of_the_first_board_says() -> None:
    (keys,) = profile("first-board").inputs
    words = {code: word for word, (code,) in keys.codes.items()}
    text = TEXTS["first-board.md"]
    rows = re.findall(r"^\| `(.)` \| .* \| (\d+)-(\d+) \| `(.+)` \|$", text, re.M)
    assert len(rows) == 10
    board = Board(History.of(Game.new(names=FIRST_NAMES)))
    for number, (label, left, right, says) in enumerate(rows, 1):
        (key,) = keys_in(words[PRINTED[label]])
        assert board.press(key).took
        lines = text_lines(board.view)
        assert [track.front for track in board.view.tracks] == [int(left), int(right)]
        assert "\n".join(says.split("` `")) in "\n".join(filter(None, lines)), number
        assert (lines[-1] == "Card, else GO") == (number >= 3)
    for key in keys_in("MENU 6 OK OK"):
        board.press(key)
    assert text_lines(board.view)[-1] == "Ann cuts for the deal."


@pytest.mark.parametrize("name", FIRST_SCREENS)
def test_the_screens_in_the_guide_of_the_first_board_are_drawn_by_the_program(name: str) -> None:
    with Image.open(FOLDER / "pictures" / name) as kept:
        drawn = first_screen(FIRST_SCREENS[name])
        assert ImageChops.difference(kept.convert("RGB"), drawn).getbbox() is None
    assert f"](pictures/{name})" in TEXTS["first-board.md"]


def test_without_backspace_the_point_takes_back(tmp_path: Path) -> None:
    (snippet,) = (text for text in TEXTS["first-board.md"].split("```") if "UNDO = " in text)
    path = tmp_path / "muggins.toml"
    path.write_text(snippet.removeprefix("toml\n"), encoding="utf-8")
    (keys,) = load(path).inputs
    assert keys.codes["UNDO"] == (83,)  # KEY_KPDOT in linux/input-event-codes.h
    assert "MENU" not in keys.codes
    assert load(path).lights is None


@pytest.mark.parametrize(
    "path",
    sorted((*FOLDER.glob("pictures/*.svg"), *FOLDER.glob("pictures/*.pdf"), *FOLDER.glob("pictures/*.dxf"))),
    ids=lambda path: path.name,
)
def test_each_picture_is_shown_or_linked(path: Path) -> None:
    assert any(f"](pictures/{path.name})" in text for text in TEXTS.values())


@pytest.mark.parametrize("name", [name for name in PROFILES if profile(name).lights])
def test_a_guide_says_when_the_template_has_a_window_too_many(name: str) -> None:
    (linked,) = set(re.findall(r"pictures/drilling-([\w-]+)\.svg", TEXTS[f"{name}.md"]))
    drawn = (svg(template(profile(each), None)) for each in (linked, name))
    window, own = (">SCREEN<" in each for each in drawn)
    said = " ".join(TEXTS[f"{name}.md"].split())
    assert ("leave out the window (SCREEN)" in said) == (window and not own)
    assert (f"muggins wiring {name} --drilling --out drilling.pdf" in said) == (window and not own)


def test_lights_on_the_first_board_come_with_their_lines_for_the_pi() -> None:
    (bullet,) = re.findall(r"^- \*\*Lights\*\*.*?(?=^- )", TEXTS["first-board.md"], re.M | re.S)
    lines = {line.text for line in config_lines(profile("led-panel"))}
    assert "dtparam=spi=on" in lines and "`dtparam=spi=on`" in bullet
    assert any(line.startswith("core_freq=") for line in lines) and "`core_freq`" in bullet
    assert "(oled-bonnet.md#lights)" in bullet and "All else" not in bullet


def test_the_readme_says_which_boards_need_a_longer_buffer() -> None:
    # At 3.2 MHz, each WS2812 takes 12 bytes: 363 LEDs need more than 4096 bytes, and 242 LEDs need fewer.
    said = " ".join(README.split())
    assert "`cmdline.txt` needs `spidev.bufsiz=8192`. With `tracks = 2`, it does not." in said
    for name in PROFILES:
        lights = profile(name).lights
        if lights is None or lights.shape.panel:
            continue
        longer = spidev_bufsiz(lights._replace(chip="ws2812", order="GRB"))
        assert longer == (None if name == "oled-bonnet" else 8192)
        two = lights._replace(chip="ws2812", order="GRB", shape=strips(tracks=2))
        assert spidev_bufsiz(two) is None
        assert spidev_bufsiz(two._replace(chip="sk6812", order="GRBW")) is None


def test_each_table_of_a_configuration_is_described() -> None:
    tables = {"", "second_display", "rules", *ABOUT}
    assert set(fields("")) == set(ABOUT[""]) | {table for table in tables - {""} if "." not in table}
    for table in ABOUT:
        assert f"<!-- made: settings {table or 'file'} -->" in README


@pytest.mark.parametrize("table", [table for table in ABOUT if table not in ("", "buttons")])
def test_each_key_of_a_configuration_is_described_and_no_other(table: str) -> None:
    assert sorted(fields(table)) == sorted(ABOUT[table])
    _, _, rest = README.partition(f"<!-- made: settings {table} -->\n")
    assert re.findall(r"^\| `(\w+)` \|", rest.partition("<!-- end -->")[0], re.M) == list(ABOUT[table])


def test_the_guide_lists_where_a_configuration_is_searched() -> None:
    own = "~/.config/muggins/muggins.toml"
    listed = re.findall(r"^\d\. `(\S+\.toml)`", README, re.M)
    assert listed == [*SEARCHED, own]


@pytest.mark.parametrize(("needs", "block", "toml"), blocks("toml"))
def test_each_configuration_is_valid(needs: str, block: str, toml: str, tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(block, encoding="utf-8")
    load(path)


@pytest.mark.parametrize(("needs", "block", "toml"), blocks("sh"))
def test_each_command_runs(needs: str, block: str, toml: str, tmp_path: Path) -> None:
    if needs and not shutil.which(needs):
        pytest.skip(f"{needs} is not installed")
    (tmp_path / "muggins.toml").write_text(toml, encoding="utf-8")
    before = set(tmp_path.iterdir())
    done = run(block, tmp_path)
    assert (done.status, done.err) == (0, "")
    assert all(path.stat().st_size for path in set(tmp_path.iterdir()) - before)


@pytest.mark.parametrize(("needs", "block", "toml"), blocks("console"))
def test_each_command_prints_what_the_guide_says(needs: str, block: str, toml: str, tmp_path: Path) -> None:
    command, _, printed = block.removeprefix("$ ").partition("\n")
    done = run(command, tmp_path)
    assert done.out + done.err == printed


def test_only_commands_that_need_a_real_machine_are_not_run() -> None:
    found = [block for text in TEXTS.values() for block in _BLOCK.findall(text)]
    left_out = [textwrap.dedent(body) for mark, _, _, _, body in found if mark == "not run"]
    real = r"sudo |mosquitto_sub |python3 systemd/(build-deb|prepare-card) |muggins club --access \| sudo "
    assert len(left_out) == 28
    assert [
        block for block in left_out if not re.match(rf"{real}|muggins( setup| doctor| status)?\n$", block)
    ] == []


def test_the_guide_shows_the_keys_of_the_numeric_keypad() -> None:
    (keys,) = profile("usb-numpad").inputs
    words = {code: word for word, (code,) in keys.codes.items()}
    (drawn,) = re.findall(r"^```\n( Num.*?)^```$", TEXTS["usb-numpad.md"], re.M | re.S)
    assert f"```\n{drawn}```\n" in TEXTS["first-board.md"]
    *rows, last = drawn.splitlines()
    for row in rows:
        printed, stand_for = row[:25].split(), row[25:].split()
        # Num Lock has no meaning: the guide shows a dash for it. The decimal point is MENU.
        pairs = [pair for pair in zip(printed, stand_for, strict=True) if pair[0] != "Num"]
        assert [words[PRINTED[one]] for one, _ in pairs] == [word for _, word in pairs]
    assert last.strip() == f"Backspace is {words[14]}"


def test_the_guide_shows_the_keys_of_the_matrix() -> None:
    (keys,) = profile("keypad-4x4").inputs
    (drawn,) = re.findall(r"^```\n( A .*?)^```$", TEXTS["keypad-4x4.md"], re.M | re.S)
    assert tuple(tuple(row.split()) for row in drawn.splitlines()) == keys.matrix


def test_the_guide_shows_the_cells_of_the_picker() -> None:
    (drawn,) = re.findall(r"^```\n( A .*?)^```$", TEXTS["oled-bonnet.md"], re.M | re.S)
    for page, columns in enumerate((slice(None, 30), slice(30, None))):
        cells = [cell for row in drawn.splitlines() for cell in row[columns].split()]
        assert cells == [label for label in LABELS[page] if label]


def test_the_key_presses_in_the_guides_do_what_they_say() -> None:
    board = Board(History.of(Game.new()))
    bare = profile("bare").lights

    def after(word: str) -> tuple[bytes, Outcome]:
        """Press a key, and return the picture on the LEDs and what came of the press."""
        (key,) = keys_in(word)
        outcome = board.press(key)
        return draw_leds(board.view, shape=bare.shape, palette=bare.palette), outcome

    dim = draw_leds(board.view, shape=bare.shape, palette=bare.palette)
    assert board.view.prompt == "Left cuts for the deal."
    refused, outcome = after("GO")
    assert outcome.why and {*colours(refused)} - {*colours(dim)} == {leds.REFUSED}
    assert after("OK")[0] == dim
    after("J")
    assert [track.front for track in board.view.tracks] == [2, 0]
    assert after("UNDO")[0] == after("UNDO")[0] == dim
    after("A")
    assert (board.view.cards_text, board.view.prompt) == ("A", "Right cuts for the deal.")
    after("UNDO")
    assert after("S")[1].why and board.view.cards_text == ""
    after("A")
    assert after("S")[1].took


def _overlays() -> list[tuple[str, str, str]]:
    _, _, rest = README.partition("## Pins that other things use")
    return re.findall(r"^\| (.*?) \| (GPIO.*?) \| (.*?) \|$", rest, re.M)


@pytest.mark.parametrize(("what", "pins", "profiles"), _overlays())
def test_the_table_of_conflicting_overlays(what: str, pins: str, profiles: str) -> None:
    numbers = {int(pin) for pin in re.findall(r"GPIO(\d+)", pins)}
    for name in re.findall(r"`([\w-]+)`", what):
        overlay = Overlay(name, {}, name, "")
        assert {each.pin for each in taken(Settings({}, {}, (overlay,)))} == numbers, name
    configs = {name: profile(name) for name in PROFILES}
    in_the_way = {
        name
        for name, config in configs.items()
        if any(use.pin in numbers and (not use.shared or numbers == {3}) for use in uses(config))
    }
    i2c = {name for name, config in configs.items() if "i2c" in {each.interface for each in config.displays}}
    assert in_the_way == (i2c if profiles == "every display on I2C" else set(profiles.split(", ")))


def test_the_supply_and_the_level_shifter_are_those_of_the_picture() -> None:
    config = profile("keypad-20")
    assert f"**{supply(config.lights)}**" in TEXTS["leds.md"]
    said = " ".join(each.remedy for each in wiring_warnings(config))
    (drawn,) = re.findall(r"tie its pins ([\d, and]+) to GND", said)
    grounded = re.findall(r"^\| ([\d, ]+) \(.*\) \| GND \|$", TEXTS["leds.md"], re.M)
    assert re.findall(r"\d+", drawn) == re.findall(r"\d+", " ".join(grounded))


def test_the_lights_draw_what_the_guide_says() -> None:
    # The currents in the guide assume 20 mA for each colour at full brightness (APA102 data sheet).
    text = TEXTS["leds.md"]

    def draws(colours: bytes, brightness: float = 13) -> float:
        return sum(colours) / 255 * 20 * level(brightness) / MAX_BRIGHTNESS

    white = bytes([255]) * 3
    shape = profile("keypad-20").lights
    assert f"| 242 LEDs, white at full | {draws(white * 242, 100) / 1000:.1f} A |" in text
    at_usual = "at `brightness = 13`, by the estimate"
    assert f"| the same {at_usual} | {draws(white * 242) / 1000:.1f} A |" in text
    board = Board(History.of(Game.new()))
    most = 0.0
    for key in keys_in("K 4  2  10 5 5 5 6  K K 9  GO  8 8 9 J OK"):
        board.press(key)
        most = max(most, draws(draw_leds(board.view, shape=shape.shape)))
    assert f"| pegs and marks in a game {at_usual} | {most:.0f} mA |" in text
    won = board.view._replace(winner=0)
    finale = max(draws(draw_leds(won, tenth / 10, shape.shape)) for tenth in range(60))
    assert f"| the finale, by the estimate | {finale:.0f} mA |" in text


def test_the_hours_on_a_battery_are_what_the_currents_give() -> None:
    # 10 Ah at 3.7 V, 85 % of it at 5 V. LEDs draw 1 mA each, those lit in a game 10 mA together (leds.md).
    text = TEXTS["battery.md"]
    held = round(10 * 3.7 * 0.85 / 5, 1)
    assert f"**{held} Ah**" in text
    draws = {
        what: float(amperes) for what, amperes in re.findall(r"^\| ([^|]+) \| (\d\.\d\d) \|$", text, re.M)
    }
    assert draws["strips, 242 LEDs"] == round((242 + 10) / 1000, 2)
    assert draws["a panel of 32 × 8"] == round((32 * 8 + 10) / 1000, 2)
    pis = [amperes for what, amperes in draws.items() if what.startswith("Pi ")]
    rows = re.findall(r"^\| (\[.+?) \| (\d\.\d\d) \| (.*h) \|$", text, re.M)
    named = {name for boards, _, _ in rows for name in re.findall(r"\[([\w-]+)\]", boards)}
    assert named == set(PROFILES) and len(pis) == 4
    for boards, beside, hours in rows:
        for name in re.findall(r"\[([\w-]+)\]", boards):
            config = profile(name)
            parts = draws["OLED"] * len(config.displays)
            if config.title and "USB" in config.title:
                parts += draws["USB keypad"]
            if config.lights and f"[{name}]({name}.md) without lights" not in boards:
                parts += draws["a panel of 32 × 8" if "panel" in name else "strips, 242 LEDs"]
            assert float(beside) == round(parts, 2), name
            assert hours.split(" | ") == [
                f"{round(held * 100) // round((pi + parts) * 100)} h" for pi in pis
            ], name
