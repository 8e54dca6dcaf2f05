"""A board's wiring: the picture, read from its SVG, the table, read pin by pin, and the notes below both.

The picture has all wires, parts and words, and no two in one place.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from gpiozero import pi_info
from gpiozero.pins import data

from firmware_py.config.clashes import KEYS, PinUser, Use, uses
from firmware_py.config.config import Config
from firmware_py.config.palette import seen
from firmware_py.config.pi import PINS, PLUG_ON_BOARDS, ROWS, plug_on_board
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.drawing.formats import svg
from firmware_py.drawing.shapes import Circle, Drawing, Line, Rectangle, Text
from firmware_py.wiring.layout import COVERED, HEADER_END, STYLES, THREE_VOLTS
from firmware_py.wiring.notes import left_to_wire, named_buttons, table
from firmware_py.wiring.picture import draw
from firmware_py.wiring.pins import FIVE, GROUND, POWER, WIRE, plan
from firmware_py.wiring.symbols import NAMES, chip, led, pin_end
from firmware_py.wiring.wired_parts import modules
from tests.support.loaded import written
from tests.support.svg_reader import BOARDS, FOLDER, Box, Label, Picture, Stroke, board

PIN_NAMES = {pin.number: pin.name for pin in pi_info("a02082").headers["J8"].pins.values()}
PIN_NUMBERS = {int(name[4:]): number for number, name in PIN_NAMES.items() if name.startswith("GPIO")}
"""The header pin number of each BCM pin, according to gpiozero."""
WIRES = {style.colour for style in STYLES.values()}


@pytest.fixture(scope="module", params=BOARDS)
def config(request: pytest.FixtureRequest) -> Config:
    return board(request.param)


@pytest.fixture(scope="module")
def picture(config: Config) -> Picture:
    return Picture(svg(draw(config)))


def picture_of(name: str) -> Picture:
    return Picture(svg(draw(board(name))))


def to_wire(config: Config) -> Config:
    """Return the configuration without the parts mounted on its add-on board, if it uses one."""
    plugged = plug_on_board(config)
    return left_to_wire(config, plugged) if plugged else config


def pads(picture: Picture) -> dict[int, Label]:
    """Return the label of each pin of the header, keyed by pin number."""
    middle = picture.size[0] / 2
    return {
        int(label.text): label
        for label in picture.labels
        if label.bold and label.text.isdigit() and label.size < 3 and abs(label.middle - middle) < 10
    }


def pin_edge(pin: Label, middle: float) -> float:
    return middle + (7 if pin.middle > middle else -7)


def test_a_wire_leads_from_each_pin_in_use_to_the_name_of_its_use(config: Config, picture: Picture) -> None:
    middle = picture.size[0] / 2
    wired = to_wire(config)
    every = {words for use in uses(wired) for words in labels(use, wired)}
    pins = pads(picture)
    for use in uses(wired):
        pin = pins[PIN_NUMBERS[use.pin]]
        (end,) = picture.ends_of_wires_at(pin_edge(pin, middle), pin.y)
        chip = use.part is PinUser.LIGHTS and labels(use, wired) != {"leave free"}
        near = [each for each in picture.labels if each.text in (NAMES if chip else every)]
        closest = min(near, key=lambda label: gap(label, end))
        assert closest.text in labels(use, wired), f"{use}: {closest}"
        assert gap(closest, end) < 20, f"{use}: {closest}"


def gap(label: Label, point: tuple[float, float]) -> float:
    """Return the distance between a label and a point.

    Vertical distances count three times as much, because a label is usually at the same height as the end of
    its wire.
    """
    x, y = point
    return max(label.left - x, x - label.right, 0) + 3 * abs(label.y - y)


ROW = re.compile(r"(.{26}) +(\w+) [(\[] ?(\d+)[)\]] \( ?(\d+)\) (\w+) *(.*)")


def table_rows(config: Config) -> dict[int, tuple[str, str]]:
    """Return the name and description of each pin in the wiring table, keyed by header pin number."""
    found: dict[int, tuple[str, str]] = {}
    for line in table(config).splitlines():
        match = ROW.fullmatch(line)
        if match:
            left, name, number, other, other_name, right = match.groups()
            found[int(number)] = name, left.strip()
            found[int(other)] = other_name, right.strip()
    return found


def test_a_pin_has_a_wire_if_it_has_a_use_in_the_text(config: Config, picture: Picture) -> None:
    middle = picture.size[0] / 2
    if plug_on_board(config):
        wired = {wire.pin.number for wire in plan(to_wire(config)).wires}
    else:
        wired = {number for number, (_, use) in table_rows(config).items() if use}
    found = {
        number
        for number, pin in pads(picture).items()
        if picture.ends_of_wires_at(pin_edge(pin, middle), pin.y)
    }
    assert found == wired


def labels(use: Use, config: Config) -> set[str]:
    """Return the label that the picture should show at the end of a wire from the header, as a set of one.

    Args:
        use: the use of the header pin at which the wire begins.
        config: the configuration.
    """
    what = description(use, config)
    if what.startswith("leave free"):
        return {"leave free"}
    if use.part is PinUser.LIGHTS:
        return {"1A" if use.wire == "MOSI" else "2A"}
    if use.part is PinUser.AMPLIFIER:
        return {use.wire}
    if use.part in (PinUser.DISPLAY, PinUser.SECOND_DISPLAY):
        # Two displays on one bus share a module. A wire that only the second one has is marked `2nd`.
        together = len({(display.interface, display.bus) for display in config.displays}) == 1
        alone = sum(other.pin == use.pin for other in uses(config)) == 1
        return {f"2nd {use.wire}" if use.part is PinUser.SECOND_DISPLAY and together and alone else use.wire}
    return {
        what.removeprefix("button ").removeprefix("joystick ").removeprefix("keypad ").removeprefix("LED ")
    }


def test_no_text_of_the_picture_covers_another_or_a_wire_or_is_cut_off(picture: Picture) -> None:
    width, height = picture.size
    for label in picture.labels:
        assert label.left >= 5 and label.right <= width - 5 and 4 < label.y < height - 4, label
        for stroke in picture.strokes:
            assert not stroke.box.meets(label.box), f"{stroke} through {label}"
        for box in (*picture.boxes, *(Box(x - r, y - r, x + r, y + r) for x, y, r in picture.circles)):
            assert box.holds(label.box) or not box.meets(label.box), f"{label} over the edge of {box}"
    for one, other in combinations(picture.labels, 2):
        assert not one.box.meets(other.box), f"{one} over {other}"


def test_no_wire_runs_behind_a_display_or_another_large_part(picture: Picture) -> None:
    wires = [line for line, colour in picture.lines if colour in WIRES]
    large = [box for box in picture.boxes if box.right - box.left > 14 and box.bottom - box.top > 14]
    header = picture.size[0] / 2
    for box in large:
        if box.left < header < box.right:
            continue
        for line in wires:
            if all(box.left <= x <= box.right and box.top <= y <= box.bottom for x, y in line):
                continue  # a part of the picture in the box
            inner = Box(box.left + 2, box.top + 2, box.right - 2, box.bottom - 2)
            for start, end in pairwise(line):
                assert not Stroke(*start, *end, "").box.meets(inner), f"{line} in {box}"


def test_no_wire_of_one_signal_runs_along_one_of_another(picture: Picture) -> None:
    strokes = [each for each in picture.strokes if each.colour in {style.colour for style in STYLES.values()}]
    for one, other in combinations(strokes, 2):
        if one.colour != other.colour:
            assert not overlap(one, other), f"{one} on {other}"


def overlap(one: Stroke, other: Stroke) -> bool:
    """Return True if two horizontal or two vertical lines share more than one point."""
    here, there = one.box, other.box
    if here.top == here.bottom == there.top == there.bottom:
        return max(here.left, there.left) < min(here.right, there.right)
    if here.left == here.right == there.left == there.right:
        return max(here.top, there.top) < min(here.bottom, there.bottom)
    return False


def texts(picture: Picture) -> set[str]:
    return {label.text for label in picture.labels}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("usb-numpad", {"Display", "SSD1306 0x3c"}),
        ("two-on-spi", {"2 displays", "SH1106 SPI0"}),
        # The pins are labelled as on MAX98357A boards. GAIN and SD have a label, but no wire.
        *(
            (name, {*"Vin GND BCLK LRC DIN MAX98357A".split(), "LRC (pin 35)", "DIN (pin 40)", "GAIN and SD"})
            for name in ("amplifier", "amplifier-and-spi", "bonnet-and-amplifier")
        ),
        ("amplifier", {"Amplifier", "4 to 8 ohms"}),
        ("first-board", {"#5", "#6", "OLED Bonnet"}),
        ("oled-hat", {"KEY1: OK", "KEY2: GO", "KEY3: UNDO", "joystick", "Raspberry Pi"}),
        ("bonnet-alone", {"#5: OK", "#6: GO", "joystick", "Raspberry Pi"}),
        ("oled-bonnet", {"#5: OK", "#6: GO", "joystick", "1-to-2 GPIO splitter", "free header"}),
    ],
)
def test_a_part_says_what_it_is_and_names_its_pins_or_keys(name: str, words: set[str]) -> None:
    assert words <= texts(picture_of(name))


# -- modules


@pytest.mark.parametrize(
    ("name", "number", "labels"),
    [
        # GPIO24 is pin 18, GPIO25 pin 22, GPIO8 pin 24 (Raspberry Pi documentation).
        ("two-on-spi", 0, {"DC (pin 18)", "RST (pin 22)", "CE0 (pin 24)"}),
        ("crowded", 1, {"3V3 (any)"}),  # no wire can reach this supply
    ],
)
def test_a_module_names_the_pins_whose_wires_are_not_drawn(name: str, number: int, labels: set[str]) -> None:
    module = modules(plan(board(name)))[number]
    assert labels <= {label for label, _ in module.others}


# -- boards that plug on


def test_a_board_stands_below_the_header_if_wires_are_in_the_way() -> None:
    for name, below in (("oled-bonnet", False), ("bonnet-and-more", False), ("hat-and-more", True)):
        (splitter,) = picture_of(name).labels_with("1-to-2 GPIO splitter")
        assert (splitter.y > HEADER_END) == below


def test_pin_1_is_square_and_the_pins_of_a_plugged_board_are_grey() -> None:
    config = board("oled-bonnet")
    shapes = draw(config).shapes
    pads = [each for each in shapes if isinstance(each, Circle) and each.radius == 2.6]
    (square,) = [each for each in shapes if isinstance(each, Rectangle) and each.width == each.height == 5.2]
    assert len(pads) == 39 and square.fill == STYLES[THREE_VOLTS].colour
    assert {f"{pin.name} {pin.function}".strip() for pin in PINS} <= texts(Picture(svg(draw(config))))
    # On the Bonnet, GPIO2 and 3 serve the display; 4, 5, 6, 17, 22, 23 and 27 serve the keys (Adafruit).
    fills = [pad.fill for pad in pads]
    assert fills.count(COVERED) == 9
    # Of the 28 GPIO pins (Raspberry Pi documentation, "GPIO and the 40-pin header"), these are free.
    assert fills.count("#ffffff") == 28 - 9 - len({use.pin for use in uses(to_wire(config))})


# -- the legend


def legend(drawing: Drawing) -> tuple[set[str], set[str], set[str], bool]:
    """Return the legend's texts and wires' colours, the colours outside it, and if wires join there."""
    frames = [each for each in drawing.shapes if isinstance(each, Rectangle) and each.radius == 1.5]
    (frame,) = [each for each in frames if each.fill is None and each.thickness == 0.3]
    words, colours, outside, joined = set(), set(), set(), False
    for each in drawing.shapes:
        x, y = each.points[0] if isinstance(each, Line) else (0.0, 0.0)
        if isinstance(each, Text | Circle):
            x, y = each.x, each.y
        is_inside = frame.x < x < frame.x + frame.width and frame.y < y < frame.y + frame.height
        if isinstance(each, Text) and is_inside:
            words.add(each.text)
        elif isinstance(each, Line) and each.colour in WIRES:
            (colours if is_inside else outside).add(each.colour)
        elif isinstance(each, Circle) and not is_inside:
            joined |= (each.radius, each.line) == (1.0, None) and each.fill in WIRES
    return words, colours, outside, joined


def test_the_legend_explains_the_wires_that_are_drawn_and_no_others(config: Config) -> None:
    if plan(to_wire(config)).wires:
        words, explained, drawn, joined = legend(draw(config))
        assert explained == drawn
        assert ("joined" in words) == joined


def test_the_flat_edge_of_an_led_is_away_from_the_header() -> None:
    for side in (1, -1):
        (flat,) = (each for each in led(50, 10, side) if isinstance(each, Line))
        assert (flat.points[0][0] - 50) * side > 0


SIGHTS = ("normal sight", "protanopia", "deuteranopia", "tritanopia")


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def look(colour: str, sight: str) -> list[float]:
    """Return the red, green and blue values, from 0 to 1, that a person perceives for a colour.

    Args:
        colour: the colour, as `#rrggbb`.
        sight: the person's colour vision, such as "normal sight" or "protanopia".
    """
    light = [round(255 * ((part / 255 + 0.055) / 1.055) ** 2.4) for part in rgb(colour)]
    return [part ** (1 / 2.2) for part in seen((light[0], light[1], light[2]), sight)]


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_signals_look_alike(sight: str) -> None:
    # On thin lines, two colours can be told apart if they differ by a fifth of the scale.
    for one, other in combinations(STYLES.values(), 2):
        pairs = zip(look(one.colour, sight), look(other.colour, sight), strict=True)
        assert one.pattern != other.pattern or max(abs(x - y) for x, y in pairs) > 0.2, (one, other)


# TI, SN74AHCT125, "Pin Functions" of the 14-pin packages.
CHIP_PINS = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}  # fmt: skip


def test_each_pin_has_its_number_and_name() -> None:
    texts = [shape for shape in chip(50, 100) if isinstance(shape, Text)]
    for number, name in CHIP_PINS.items():
        x, y = pin_end(50, 100, number)
        beside = [text.text for text in texts if text.y == y and abs(text.x - x) < 9]
        assert beside == [str(number), name]


# -- the table and the notes


def description(use: Use, config: Config) -> str:
    if use.part in (PinUser.BUTTON, PinUser.KEYBOARD_KEY):
        stick = use.key in ("LEFT", "RIGHT", "UP", "DOWN", "PICK")
        return f"{'joystick' if stick else 'button'} {use.key}"
    if use.part in KEYS:
        return f"keypad {use.wire}"
    if use.part is PinUser.BUZZER:
        return "buzzer"
    if use.part in (PinUser.TURN, PinUser.DEALER, PinUser.GAME_OVER):
        return f"LED {use.wire}"
    if use.part is PinUser.LIGHTS and config.lights:
        clocked = config.lights.chip in ("apa102", "sk9822")
        wired = {"MOSI": "lights data"} | ({"SCLK": "lights clock"} if clocked else {})
        return wired.get(use.wire, f"leave free ({use.wire})")
    if use.part is PinUser.AMPLIFIER:
        return "leave free (sound)" if use.wire == "input" else f"amplifier {use.wire}"
    if use.wire == "MISO":
        return "leave free (MISO)"
    return f"{'2nd ' if use.part is PinUser.SECOND_DISPLAY else ''}display {use.wire}"


def test_the_text_has_every_use_at_its_pin_and_nothing_else(config: Config) -> None:
    rows = table_rows(config)
    assert {number: name for number, (name, _) in rows.items()} == PIN_NAMES
    wanted: dict[int, list[Use]] = {}
    for use in uses(config):
        wanted.setdefault(PIN_NUMBERS[use.pin], []).append(use)
    for number in PIN_NUMBERS.values():
        some = wanted.get(number, [])
        if len(some) == 2 and some[0].wire != "MISO":
            assert rows[number][1] == f"both displays {some[0].wire}"
        else:
            assert rows[number][1] == (description(some[0], config) if some else "")


PLUGGED, OFF = "plugs onto the header", "Plug the board on while the power is off"
BONNET = "Bonnet fits too"
TWO, MARKED = "Both displays share all wires", "except those marked 2nd"
CONFIG_TXT = "In config.txt: dtparam=i2c_arm=on,i2c_arm_baudrate=400000 dtparam=spi=on"
CLOCK = f"{CONFIG_TXT} and the guide's lines for a fixed core clock"


@pytest.mark.parametrize(
    ("text", "noted", "others"),
    [
        ('extends = "oled-hat"', [PLUGGED, OFF], ["Wire while"]),
        ('extends = "oled-bonnet"', [PLUGGED, "Wire while the power is off"], [OFF]),
        ('extends = "oled-bonnet"\nlights = false', [PLUGGED, OFF], ["Wire while"]),
        ('extends = "first-board"', [BONNET, PLUGGED], [OFF]),
        ('extends = "first-board"\n[lights]', ["A plug-on Bonnet covers", "splitter"], [BONNET]),
        ('extends = "usb-numpad"', [CONFIG_TXT], [BONNET, "core clock"]),  # APA102 has a clock wire
        ('extends = "usb-numpad"\nlights = {chip = "ws2812"}', [CLOCK], ["core_freq", "[pi4]"]),
        ('extends = "usb-numpad"\ndisplay = {reset = 25}', ["(22) GPIO25 display RST", "call RST RES"], []),
        ('extends = "bare"', ["pin 1, in square brackets,", "[ 1]", "uses no pin", "Wire while"], [OFF]),
        ((FOLDER / "two-on-spi.toml").read_text(), [TWO, MARKED], []),
        ((FOLDER / "single-leds.toml").read_text(), [TWO], [MARKED]),
    ],
)
def test_the_notes_say_what_is_true_of_this_board(
    tmp_path: Path, text: str, noted: list[str], others: list[str]
) -> None:
    config = written(tmp_path, text)
    said = table(config)
    assert said.isascii() and max(map(len, said.splitlines())) <= 80
    plain = " ".join(said.split())
    assert [each for each in noted if each not in plain] == [each for each in others if each in plain] == []
    labels = [label.text for label in Picture(svg(draw(config))).labels]
    assert any(PLUGGED in label for label in labels) == (PLUGGED in noted)
    assert any(label.startswith("2nd ") and label != "2nd display" for label in labels) == (MARKED in noted)


def test_the_risks_of_a_wiring_are_the_first_notes(tmp_path: Path) -> None:
    config = written(tmp_path, 'extends = "usb-numpad"\n[lights]\nchip = "ws2812"\nbus = 1\n')
    warnings = wiring_warnings(config)
    assert "warning" in {each.level for each in warnings}
    plain = " ".join(table(config).split())
    drawn = " ".join(label.text for label in Picture(svg(draw(config))).labels)
    for warning in warnings:
        assert warning.sentence in plain and warning.sentence in drawn
    assert plain.index("Warning: WS2812 LEDs on SPI bus 1") < plain.index("Wire while the power is off")
    assert "Warning" not in table(config, "Raspberry Pi 5 Model B Rev 1.0")


def test_lights_and_further_keys_are_left_to_wire() -> None:
    config = board("bonnet-and-more")
    bonnet = plug_on_board(config)
    assert bonnet
    wired = {use.setting for use in uses(left_to_wire(config, bonnet))}
    assert wired == {
        "buttons.UNDO", "buttons.MUGGINS", "lights", "signals.turn[1]", "signals.turn[2]", "signals.buzzer",
    }  # fmt: skip


def test_a_display_on_other_pins_is_left_to_wire(tmp_path: Path) -> None:
    display = 'display = { controller = "sh1106", interface = "spi" }'
    config = written(tmp_path, f'extends = "oled-bonnet"\nlights = false\n{display}\n')
    assert left_to_wire(config, PLUG_ON_BOARDS["oled-bonnet"]).displays == config.displays
    same = board("oled-bonnet")
    assert left_to_wire(same, PLUG_ON_BOARDS["oled-bonnet"]).displays == ()


def test_the_buttons_of_a_board_have_their_keys() -> None:
    keys = {"oled-hat": {"KEY1": "OK", "KEY2": "GO", "KEY3": "UNDO"}, "oled-bonnet": {"#5": "OK", "#6": "GO"}}
    for name, wanted in keys.items():
        assert named_buttons(board(name), PLUG_ON_BOARDS[name]) == wanted


# The revision code of each model (Raspberry Pi documentation, "Raspberry Pi revision codes").
REVISIONS = {
    "B+": "0010",
    "Zero W": "9000c1",
    "3B": "a02082",
    "4B": "c03112",
    "5": "c04170",
    "Zero 2": "902120",
}


@pytest.mark.parametrize("revision", REVISIONS.values(), ids=REVISIONS)
def test_every_pin_is_what_gpiozero_says(revision: str) -> None:
    header = pi_info(revision).headers["J8"]
    assert (header.rows, header.columns) == (ROWS, 2)
    assert {pin.number: pin.name for pin in PINS} == {number: pin.name for number, pin in header.pins.items()}
    for pin in PINS:
        assert (pin.row + 1, 1 if pin.side < 0 else 2) == (
            header.pins[pin.number].row,
            header.pins[pin.number].col,
        )


def test_the_functions_are_those_gpiozero_says() -> None:
    for pin in PINS:
        names = {word for name in data.PLUS_J8[2][pin.number].values() for word in name.split()}
        hat = {"ID_SD": "SDA", "ID_SC": "SCL"}  # the I2C bus on which a HAT identifies itself
        if pin.function:
            assert hat.get(pin.function, pin.function) in names


def test_each_pin_in_use_has_one_wire(config: Config) -> None:
    wired = [wire.pin.bcm for wire in plan(config).wires if wire.pin.bcm is not None]
    assert sorted(wired) == sorted({use.pin for use in uses(config)})


def test_each_part_has_ground_displays_3_volts_and_the_amplifier_5(config: Config) -> None:
    for group in plan(config).groups:
        supplied = {wire.kind for wire in group.wires} | set(group.missing)
        power = {"lights": set(), "amplifier": {FIVE}}.get(group.part, {POWER})
        wanted = {GROUND, *power}
        assert supplied - {WIRE} == (wanted if group.first else set())
