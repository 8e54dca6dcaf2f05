"""The tests have the same structure as the packages, so that a module's tests can be found by name.

`firmware_py/input/debounce.py` is tested in `tests/firmware_py/input/test_debounce.py`, or in several files
whose names begin with `test_debounce`. The exceptions are listed here, each with its reason.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
FOLDERS = sorted(
    folder.relative_to(ROOT)
    for package in ("firmware_py",)
    for folder in (ROOT / package, *(ROOT / package).rglob("*/"))
    if (folder / "__init__.py").exists()
)

UNTESTED = {
    "firmware_py/errors.py": "exceptions; the tests of the modules that raise them check the messages",
    "firmware_py/ports.py": "protocols; the tests of the drivers and of the emulators check their behaviour",
    "firmware_py/club/draw_types.py": "values without functions; the tests of the draws use them",
    "firmware_py/config/defaults.py": "constants; the tables of hardware/README.md are made from them",
    "firmware_py/config/toml_table.py": "a type that only a type checker reads",
    "firmware_py/diagram/wiring_layout.py": "measures and colours; tests of the picture check the drawing",
    "firmware_py/doctor/machine.py": "a value without functions; the tests of the inspection fill it",
    "firmware_py/input/edge.py": "a value without functions; the tests of the debouncing use it",
    "firmware_py/input/press.py": "a value without functions; the tests of the loop use it",
    "firmware_py/mqtt/broker_message.py": "a value without functions; the tests of the connection send it",
    "firmware_py/render/screen_size.py": "two constants",
    "firmware_py/view/additions.py": "a value without functions; the tests of the add-ons check it",
    "firmware_py/view/phone_offer.py": "a value without functions; the tests of the page show it",
    "firmware_py/speech/narration/level.py": "a value without functions; the narrator is tested at both",
    "firmware_py/speech/sentence.py": "values without functions; the tests of the narrator use them",
    "firmware_py/setup_wizard/hardware.py": "a value without functions; the tests of the wizard use it",
}
"""The modules without tests of their own, and the reasons."""

OTHERS = {
    "firmware_py/test_reference.py": "firmware_py/REFERENCE.md",
    "firmware_py/config/test_profiles.py": "hardware/profiles, which are data",
    "firmware_py/diagram/test_pictures.py": "hardware/pictures, drawn by pictures.py beside the test",
    "firmware_py/emulator/test_picture.py": "simulator.svg, drawn by picture.py beside the test",
}
"""The tests that are not about a module in their folder, and their subjects."""


def module_of(test: str, modules: Iterable[str]) -> str | None:
    """Return the module that a test is named after, or None if there is no such module.

    For example, `test_key_file_errors` tests the module `key_file`, or `key` if there is no `key_file`.
    """
    begins = [module for module in modules if f"{test}_".startswith(f"test_{module.strip('_')}_")]
    return max(begins, key=len, default=None)


def names(folder: Path, pattern: str) -> list[str]:
    return sorted(path.stem for path in folder.glob(pattern) if path.stem != "__init__")


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_each_module_has_a_test_of_its_name_and_each_test_a_module(folder: Path) -> None:
    modules, tests = names(ROOT / folder, "*.py"), names(TESTS / folder, "test_*.py")
    excused = {Path(path).stem for path in UNTESTED if Path(path).parent == folder}
    others = {Path(path).stem for path in OTHERS if Path(path).parent == folder}
    tested = {test: module_of(test, modules) for test in tests}
    assert {module for module in modules if module not in tested.values()} == excused
    assert {test for test, module in tested.items() if module is None} == others


def test_no_test_lies_in_a_folder_without_modules() -> None:
    folders = {
        path.parent.relative_to(TESTS)
        for package in ("firmware_py",)
        for path in (TESTS / package).rglob("test_*.py")
    }
    assert folders <= set(FOLDERS)


def test_every_exception_is_a_file() -> None:
    assert [path for path in UNTESTED if not (ROOT / path).exists()] == []
    assert [path for path in OTHERS if not (TESTS / path).exists()] == []


@pytest.mark.parametrize(
    ("test", "module"),
    [
        ("test_main", "__main__"),
        ("test_key", "key"),
        ("test_key_held", "key"),
        ("test_key_file", "key_file"),
        ("test_key_file_errors", "key_file"),
        ("test_keys", None),
        ("test_entry", None),
    ],
)
def test_the_longest_name_counts_in_whole_words(test: str, module: str | None) -> None:
    assert module_of(test, ["__main__", "key", "key_file"]) == module
