"""The page for measuring a printer, the only page that stores something."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pnp.base.errors import OutputError, PnpError, UsageError
from pnp.base.messages import Message, in_address
from pnp.game.paper import PAPERS, Paper, read_paper
from pnp.make.options import read_options
from pnp.make.printer_profile import PrinterProfile, load_printer, printer_names, save_printer
from pnp.sheets.calibrate import PrinterTestOptions, printer_test
from pnp.sheets.calibration import SMALLEST, Measurements, calibrate, example_scale, make_profile
from pnp.web.form import PAPER, FieldValue
from pnp.web.frame import PDF, SVG, Made, NotFoundError, Visit, WebFrame, WebPage
from pnp.web.views.fields import WITH_PRINTERS, faults_in, paper_group, paper_rank
from pnp.web.views.phrases import Phrase, PhraseWriter, paper_name

READINGS = ("top", "left", "bottom", "right")
LENGTHS = ("across", "down")
TEXTS = ("name", "paper", "replace", *READINGS, *LENGTHS)
OFFSETS = {"top": "dx", "left": "dy"}  # what the two readings are without the others
FIELDS = {
    "dx": "top",
    "dy": "left",
    "scale-x": "across",
    "scale-y": "down",
}  # by the names of readings in faults
SCALES = {"across": "scale_x", "down": "scale_y"}
TURNED = ("long-edge", "short-edge")
TESTED = ("paper", "duplex", "lang", "printer")  # the choices of a test sheet


class ShownPrinter(NamedTuple):
    """A measured printer: its measurements, and the sheet that checks it."""

    name: str
    paper: str
    offset: str
    href: str


def printer_page(visit: Visit) -> WebPage:
    """Return the page, and store the measurements in its form."""
    _check_face(visit)
    frame, form = visit.frame, visit.request.form
    written = {name: _last(form, name) for name in TEXTS}
    faults: Sequence[str] = ()
    kept, not_kept = None, False
    if form:
        try:
            kept = _keep(written)
        except OutputError:  # which names a file of this machine
            not_kept = True
        except PnpError as error:
            names = {f"--{name.replace('_', '-')}": name for name in Measurements._fields}
            faults = faults_in(visit, error, names)
    shown = list(_shown_faults(frame, faults))
    paper = _one_of(_papers(), written["paper"] or _last(visit.request.query, "paper"))
    turned = _one_of(TURNED, _last(visit.request.query, "duplex"))
    here = urlencode({"paper": paper, "duplex": turned})
    values = {
        "action": frame.to("/printer/"),
        "keep": frame.to(f"/printer/?{here}"),
        "test": frame.to(f"/printer/test.pdf?{here}&lang={frame.lang}"),
        "papers": [
            FieldValue(name, paper_name(frame, name), name == paper, paper_group(frame, name))
            for name in _papers()
        ],
        "paper": paper,
        "paper_name": paper_name(frame, paper),
        "turned": turned,
        "written": dict.fromkeys(TEXTS, "") if kept else written,
        "faults": shown,
        "not_kept": not_kept,
        "by_field": {name: says for name, _, says in shown},
        "kept": kept and _shown(frame, kept),
        "command": kept and f"pnp calibrate print --printer {kept.name}{_paper_option(kept)}",
        "printers": [_shown(frame, one) for one in _measured()],
    }
    title = frame.t("printer.title")
    return WebPage("printer.html", title, values, 400 if faults or not_kept else 200, at="printer")


def _check_face(visit: Visit) -> None:
    if visit.request.face not in WITH_PRINTERS:
        raise NotFoundError(visit.frame.t("printer.public"))


def _last(form: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(form.get(name, ())), "").strip()


def _one_of(known: Sequence[str], word: str) -> str:
    """Return a word if it is known, else the first known one."""
    return word if word in known else known[0]


def _papers() -> list[str]:
    """Return the papers that are large enough for the test sheet, the usual ones first."""
    large = [
        name
        for name, size in PAPERS.items()
        if size.width >= SMALLEST.width and size.height >= SMALLEST.height
    ]
    return sorted(large, key=paper_rank)


def _keep(written: Mapping[str, str]) -> PrinterProfile:
    """Store the profile of a printer as the command line does."""
    if written["paper"] not in _papers():
        raise UsageError(Message("choose_one", PAPER, known=", ".join(_papers())))
    paper = read_paper(written["paper"])
    measured = Measurements(**dict(_measurements(written, paper)))
    profile = make_profile(written["name"].lower(), paper.name, paper.size, measured)
    save_printer(profile, replace=bool(written["replace"]))
    return profile


def _measurements(written: Mapping[str, str], paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield the measurements: all four readings, or two as an offset, and lengths."""
    given = {name: written[name] for name in READINGS if written[name]}
    two = given.keys() == OFFSETS.keys()
    for name, reading in given.items():
        yield OFFSETS[name] if two else name, reading
    nominal = calibrate(paper.size)._asdict()
    for name, scale in SCALES.items():
        if length := written[name]:
            yield scale, length if "/" in length else f"{length}/{nominal[name]:g}"


def _shown_faults(frame: WebFrame, faults: Sequence[str]) -> Iterator[tuple[str, str, Phrase]]:
    """Yield the name of each fault's field on the page, its label, and what is wrong.

    Faults without a field on the page have neither a name nor a label.
    """
    writer = PhraseWriter(frame)
    for line in faults:
        at = line.at[0] if isinstance(line, Message) and line.at else ""
        name = FIELDS.get(at, at)
        if name in (PAPER, *READINGS, *LENGTHS, "name") and isinstance(line, Message):
            label = frame.t(f"fields.{name}" if name == PAPER else f"printer.{name}")
            yield name, label, writer.phrase(line.moved(*line.at[1:]))
        else:
            yield "", "", writer.phrase(line)


def _paper_option(profile: PrinterProfile) -> str:
    return "" if profile.paper == "a4" else f" --paper {profile.paper}"


def _shown(frame: WebFrame, one: PrinterProfile) -> ShownPrinter:
    offset = frame.t(
        "printer.offset", dx=frame.number(one.dx, signed=True), dy=frame.number(one.dy, signed=True)
    )
    if not (one.dx or one.dy or one.angle):
        offset = frame.t("printer.right_way")
    query = f"paper={one.paper}&lang={frame.lang}&printer={one.name}"
    href = frame.to(f"/printer/test.pdf?{query}")
    return ShownPrinter(one.name, paper_name(frame, one.paper), offset, href)


def _measured() -> Iterator[PrinterProfile]:
    """Yield the readable profiles of printers."""
    try:
        names = printer_names()
    except UsageError:
        return
    for name in names:
        try:
            yield load_printer(name)
        except UsageError:
            continue


def test_pdf(visit: Visit) -> Made:
    """Return the test sheet for the choices: paper, orientation, language, and a printer."""
    _check_face(visit)
    words: dict[str, Any] = {name: _last(visit.request.query, name) for name in TESTED}
    if words["printer"] and words["printer"] not in (one.name for one in _measured()):
        raise UsageError(Message("printer_unread", "printer"))
    try:
        name, content = printer_test(read_options(PrinterTestOptions, words))
    except UsageError as error:
        names = {f"--{name}": name for name in TESTED}
        raise UsageError(*in_address(error.faults, names)) from None
    return Made(content, PDF, download=name)


def example_svg(visit: Visit) -> Made:
    """Return the drawing of a scale against the light."""
    from pnp.render import svg

    return Made(svg.render(example_scale(), visit.frame.t("printer.example")), SVG)
