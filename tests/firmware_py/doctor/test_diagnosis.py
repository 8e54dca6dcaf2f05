"""The doctor's report, and the remedies that add a line to config.txt."""

from __future__ import annotations

from firmware_py.doctor.config_txt import Setting
from firmware_py.doctor.diagnosis import FAULT, OK, Case, Diagnosis, report
from tests.support.pi_captures import NUMPAD, TXT, bookworm, text


def case(config_txt: str) -> Case:
    machine = bookworm(config_txt=config_txt)
    return Case(NUMPAD, machine)


def test_the_report_has_a_line_for_each_diagnosis_and_the_remedies_below() -> None:
    found = [Diagnosis(OK, "all is well"), Diagnosis(FAULT, "I2C is off", "switch it on\nand restart")]
    assert report(found) == (
        "ok      all is well\nfault   I2C is off\n          switch it on\n          and restart\n"
    )


def test_a_missing_line_is_added_at_the_end() -> None:
    assert case("").write("dtparam=spi=on") == (
        f"{TXT}: add dtparam=spi=on at the end, under [all], and restart"
    )


def test_a_comment_with_the_line_is_uncommented() -> None:
    assert case(text("bookworm-config.txt")).write("dtparam=spi=on") == (
        f"{TXT}, line 3: make it dtparam=spi=on (without the #) and restart"
    )


def test_another_value_is_changed_where_it_is_set() -> None:
    now = Setting("1", f"{TXT}, line 9")
    assert case("").write("enable_uart=0", now) == f"{TXT}, line 9: make it enable_uart=0 and restart"


def test_a_case_names_the_files_of_the_boot_folder() -> None:
    files = case("").config_file, case("").cmdline_file
    assert files == ("/boot/firmware/config.txt", "/boot/firmware/cmdline.txt")
