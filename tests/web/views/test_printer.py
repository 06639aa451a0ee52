"""The page on which a printer is measured."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from pnp.make.printer_profile import load_printer, printer_names
from pnp.sheets.calibrate import PrinterTestOptions, printer_test
from pnp.web.frame import Face, Made, Request
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library({})
READ = {"name": "office", "paper": "a4", "top": "+0,4 mm", "left": "-0.3"}

pytestmark = pytest.mark.usefixtures("own_settings")


def sent(face: Face = "serve", **fields: str) -> Made:
    form = {name: [value] for name, value in fields.items()}
    return answer(LIBRARY, Request("/printer/", face=face, form=form))


def page(made: Made) -> str:
    return made.content.decode()


def test_two_readings_are_kept_as_the_offset_of_backs():
    html = page(sent(**READ))
    assert "Printer office is saved." in html
    profile = load_printer("office")
    assert (profile.dx, profile.dy, profile.angle) == (0.4, -0.3, 0)
    assert "backs lie +0.4 mm to the right and -0.3 mm down" in html


def test_the_paper_is_asked_for_once_and_kept_with_the_readings():
    made = answer(LIBRARY, Request("/printer/", {"paper": ["letter"], "duplex": ["short-edge"]}))
    html = page(made)
    assert html.count('name="paper"') == 2  # one of them hidden
    assert '<input type="hidden" name="paper" value="letter">' in html
    assert 'href="/printer/test.pdf?paper=letter&amp;duplex=short-edge&amp;lang=en"' in html
    assert "These numbers are for US Letter." in html


@pytest.mark.parametrize(("paper", "says"), [("letter", "was measured on a4"), ("a4", "")])
def test_a_printer_that_was_measured_on_other_paper_is_reported(paper: str, says: str):
    sent(**READ)
    for query in (f"paper={paper}", f"paper={paper}&only=tiles"):
        words = parse_qs(f"{query}&printer=office")
        library = Library.built_in()
        made = answer(library, Request("/games/turno/make.json", words | {"for": ["loop"]}))
        notes = " ".join(json.loads(made.content)["notes"])
        assert ("was measured on" in notes) is bool(says)
        assert says in notes
        made = answer(library, Request("/games/turno/make/", words, "de"))
        assert ("Ausgemessen mit A4, gedruckt wird auf US Letter" in page(made)) is bool(says)


def test_four_readings_tell_how_far_backs_are_turned():
    assert sent(**READ, bottom="0", right="0.1").status == 200
    assert load_printer("office").angle


def test_lengths_are_measured_against_those_of_the_sheet():
    assert sent(**READ, across="189.2").status == 200
    assert load_printer("office").scale_x == pytest.approx(189.2 / 190)


def test_faults_are_said_beside_their_fields_and_nothing_is_kept():
    made = sent(**READ | {"top": "a lot", "left": "99"})
    assert made.status == 400
    assert re.search(r'id="fault-top">write a number', page(made))
    assert 'value="a lot"' in page(made)
    assert printer_names() == []


def test_a_printer_is_replaced_only_if_that_is_asked_for():
    sent(**READ)
    assert sent(**READ | {"top": "1"}).status == 400
    assert load_printer("office").dx == 0.4
    assert sent(**READ | {"top": "1"}, replace="yes").status == 200
    assert load_printer("office").dx == 1


def test_what_cannot_be_written_names_no_file(own_settings: Path):
    own_settings.parent.mkdir(exist_ok=True)
    own_settings.write_text("not a folder", "utf-8")
    made = sent(**READ)
    assert made.status == 400
    assert "could not be saved" in page(made)
    assert str(own_settings.parent) not in page(made)


def test_the_test_sheet_is_that_of_the_command():
    made = answer(LIBRARY, Request("/printer/test.pdf", {"lang": ["de"]}))
    assert (made.download, made.content) == printer_test(PrinterTestOptions(lang="de"))


@pytest.mark.parametrize("query", [{"printer": ["../x"]}, {"printer": ["none"]}, {"paper": ["a9"]}])
def test_a_wrong_test_sheet_is_refused(query: dict[str, list[str]]):
    assert answer(LIBRARY, Request("/printer/test.pdf", query)).status == 400


@pytest.mark.parametrize("face", ["public", "site"])
def test_nobody_measures_a_printer_from_elsewhere(face: Face):
    assert sent(face, **READ).status == 404
    assert printer_names() == []


def test_the_drawing_shows_a_scale_against_the_light():
    made = answer(LIBRARY, Request("/printer/example.svg"))
    assert made.media_type == "image/svg+xml"
