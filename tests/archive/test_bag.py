"""Packages: their files, their tag files, versions and reproducible bytes."""

import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import bagit
import pikepdf
import pytest
from helpers.command import files_of
from helpers.sample_archive import DAY, EPOCH, POND, options, write_game
from typer.testing import CliRunner

from pnp import __version__
from pnp.archive import job as building
from pnp.archive import package
from pnp.archive.bag import bag_files
from pnp.archive.command import date_of
from pnp.archive.job import ArchiveJob, archive_game
from pnp.archive.package import BagTerms, bag_info
from pnp.archive.record import record_of
from pnp.archive.validation import check_files
from pnp.base.errors import AuditError, MissingExtraError, OutputError, UsageError, VerifyError
from pnp.cli import app
from pnp.definitions import find_game, load_game
from pnp.game.deposit import Deposit
from pnp.verify import verify_paths

LANGUAGES = ("en", "nl")
CHOICES = {
    "identifier": "https://museum.example/id/7",
    "holder": "Museum & co",
    "record_url": "https://museum.example/7",
}


@pytest.fixture(scope="session")
def tawula(tmp_path_factory) -> Path:
    """The package of a built-in game in two of its languages, made once."""
    out = tmp_path_factory.mktemp("archive")
    return archive_game("tawula", options(out, **CHOICES, zip=True, languages=LANGUAGES)).folder


@pytest.fixture
def pond(tmp_path) -> Path:
    return write_game(tmp_path)


def info(bag: Path) -> dict[str, str]:
    return dict(
        line.split(": ", 1) for line in (bag / "bag-info.txt").read_text("utf-8").splitlines()
    )


def report(bag: Path) -> dict:
    return json.loads((bag / "data/validation-report.json").read_text("utf-8"))


def test_a_package_has_rules_drawings_metadata_and_definition(tawula):
    places = set(files_of(tawula / "data"))
    assert {f"rules/rulebook.{lang}.{kind}" for lang in LANGUAGES for kind in ("pdf", "html")} < (
        places
    )
    assert {
        "definition/game.toml",
        "definition/rules/anatolia-1845.en.md",
        "definition/rules/definition.nl.toml",
        "drawings/board/board-front.svg",
        "drawings/pieces/white-back.svg",
        "drawings/pieces.pdf",
        "previews/pieces/white-back.png",
        "metadata/lido.xml",
        "metadata/game.jsonld",
        "metadata/dublin-core.xml",
        "metadata/provenance.json",
        "LICENSES/SourceSansPro-OFL.txt",
        "LICENSES/SourceSerifPro-OFL.txt",
        "LICENSES/pnp-MIT.txt",
        "validation-report.html",
        "validation-report.json",
        "README.txt",
    } < places
    source = find_game("tawula")
    assert (tawula / "data/definition/game.toml").read_bytes() == source.read_bytes()


def test_the_language_of_the_definition_is_in_the_package(tawula):
    language = tawula / "data/definition/language"
    schema = json.loads((language / "game.schema.json").read_text("utf-8"))
    game = tomllib.loads((tawula / "data/definition/game.toml").read_text("utf-8"))
    assert game.keys() <= schema["properties"].keys()
    keys = (language / "keys.md").read_text("utf-8")
    assert [key for key in game if f"- `{key}`: " not in keys] == []
    assert "# Tables board" in keys
    assert "# Standees" not in keys  # of which the game has none
    assert "language/keys.md" in (tawula / "data/definition/game.toml").read_text("utf-8")
    text = " ".join((tawula / "data/README.txt").read_text("utf-8").split())
    assert f"This was its version {__version__};" in text


def test_a_package_is_in_all_languages_of_the_texts_unless_some_are_chosen():
    loaded = load_game(find_game("tawula"))
    assert ArchiveJob(loaded, options(Path())).languages == ("en", "de", "fr", "nl")
    assert ArchiveJob(loaded, options(Path(), languages=LANGUAGES)).languages == LANGUAGES


def test_the_bagit_library_accepts_a_bag_of_version_1(tawula):
    bag = bagit.Bag(str(tawula))
    bag.validate(fast=False)
    assert bag.version_info == (1, 0)
    assert set(bag.algorithms) == {"sha256", "sha512"}


def test_file_names_are_portable_and_manifests_sorted(tawula):
    for name in files_of(tawula):
        assert re.fullmatch(r"[A-Za-z0-9._/-]+", name), name
    for file in tawula.glob("*manifest-*.txt"):
        places = [line.split("  ")[1] for line in file.read_text("ascii").splitlines()]
        assert places == sorted(places)
        assert len(places) > 3


def test_bag_info_has_the_fields_of_the_record_in_order(tawula):
    loaded = load_game(find_game("tawula"))
    choices = options(Path(), **CHOICES).stated()
    record = record_of(loaded.file.parent, loaded.game, LANGUAGES, choices, DAY)
    said = info(tawula)
    assert said["External-Identifier"] == record.identifier == "https://museum.example/id/7"
    assert said["External-Description"] == record.title
    assert said["Source-Organization"] == record.holder
    assert said["Bagging-Date"] == record.date
    assert said["Language"].split(", ") == list(record.languages)
    assert (said["Rights"], said["Rights-URI"]) == (record.rights, record.rights_uri)
    assert list(said) == [
        "Source-Organization",
        "External-Identifier",
        "External-Description",
        "Bagging-Date",
        "Bag-Size",
        "Payload-Oxum",
        "Internal-Sender-Identifier",
        "Package-Version",
        "Language",
        "Rights",
        "Rights-URI",
        "Made-From-SHA256",
        "Data-Package",
        "Bag-Software-Agent",
    ]


def test_a_title_of_two_lines_stays_one_field(pond):
    loaded = load_game(pond / "game.toml")
    record = record_of(pond, loaded.game, ("en",), Deposit(holder="A Museum"))
    twice = record._replace(holder="A\nBagging-Date: 1999")
    text = bag_files({}, bag_info(twice, "x", BagTerms()))
    assert b"Source-Organization: A Bagging-Date: 1999\n" in text["bag-info.txt"]


def test_drawings_have_the_size_of_the_pieces(tawula):
    svg = ElementTree.parse(tawula / "data/drawings/pieces/white-front.svg").getroot()
    width = float(svg.get("width").removesuffix("mm"))
    with pikepdf.open(tawula / "data/drawings/pieces.pdf") as pdf:
        assert len(pdf.pages) == 4
        assert [float(side) for side in pdf.pages[0].mediabox][2] / 72 * 25.4 == pytest.approx(
            width, abs=0.001
        )


def test_the_report_names_checks_engines_and_what_people_must_check(tawula):
    told = report(tawula)
    engines = {engine["name"]: engine["version"] for engine in told["engines"]}
    assert engines["pikepdf.pdfa"] == pikepdf.__version__
    files = {file["path"]: file for file in told["files"]}
    own = {"validation-report.html", "validation-report.json", "README.txt", "datapackage.json"}
    assert set(files) == set(files_of(tawula / "data")) - own
    book = files["rules/rulebook.nl.pdf"]
    assert book["claims"] == ["PDF/A-2a", "PDF/UA-1"]
    checks = {check["what"]: check for check in book["checks"]}
    assert checks["PDF/A-2b"]["engine"] == "pikepdf.pdfa"
    assert checks["fonts"]["engine"] == "qpdf"
    assert files["drawings/dice.pdf"]["claims"] == ["PDF/A-2b"]
    assert files["metadata/lido.xml"]["checks"][0]["engine"] == "Expat"
    page = (tawula / "data/validation-report.html").read_text("utf-8")
    assert len(told["for_people"]) == 8
    assert all(asked["question"] in page for asked in told["for_people"])
    assert "veraPDF" in page


def test_default_rights_are_said_aloud_and_stated_ones_are_not(pond, tmp_path):
    made = archive_game(str(pond), options(tmp_path / "out", record_rights="CC0"))
    assert made.notes == (
        "rights by default: game: Copyright Not Evaluated; files: Copyright Not Evaluated "
        "(state object_rights, files_rights)",
    )
    text = (made.folder / "data/README.txt").read_text("utf-8")
    assert re.search(r"In metadata: +CC0 1.0 Universal\n", text)
    assert re.search(r"In files: +Copyright Not Evaluated\n", text)
    every = dict.fromkeys(("object_rights", "files_rights", "record_rights"), "CC BY")
    assert archive_game(str(pond), options(tmp_path / "other", **every)).notes == ()


def test_the_readme_describes_every_folder(tawula):
    text = (tawula / "data/README.txt").read_text("utf-8")
    folders = {path.name for path in (tawula / "data").iterdir() if path.is_dir()}
    assert len(folders) == 6
    assert [name for name in folders if f"\n{name}/ " not in text] == []
    assert "https://museum.example/id/7" in text
    assert [line for line in text.splitlines() if len(line) > 80 and "http" not in line] == []


@pytest.fixture
def no_cairo(monkeypatch):
    """Make the machine look as if it had no cairo until the context ends."""

    def absent():
        raise MissingExtraError("PNG needs the cairo library")

    @contextmanager
    def patched():
        with monkeypatch.context() as patch:
            patch.setattr("pnp.render.png.require_cairo", absent)
            yield

    return patched


def test_without_cairo_there_are_no_previews_and_the_report_says_so(pond, tmp_path, no_cairo):
    with no_cairo():
        made = archive_game(str(pond), options(tmp_path / "out"))
    assert not (made.folder / "data/previews").exists()
    assert "cairo" in report(made.folder)["not_made"][0]
    assert "cairo" in made.notes[0]
    assert "previews/" not in (made.folder / "data/README.txt").read_text("utf-8")


def test_a_package_without_previews_is_completed_once_cairo_is_installed(pond, tmp_path, no_cairo):
    with no_cairo():
        bare = archive_game(str(pond), options(tmp_path / "out"))
        again = archive_game(str(pond), options(tmp_path / "out"))
    assert (again.kept, again.folder) == (True, bare.folder)
    assert "cairo" in again.notes[0]
    whole = archive_game(str(pond), options(tmp_path / "out"))
    assert (whole.folder.name, whole.kept) == ("pond-v2", False)
    assert not any("previews" in note for note in whole.notes)
    assert ("data/previews/stones/grey-front.png", "added") in whole.changes
    assert info(whole.folder)["Made-From-SHA256"] != info(bare.folder)["Made-From-SHA256"]


def test_a_complete_package_is_kept_where_cairo_is_missing(pond, tmp_path, no_cairo):
    whole = archive_game(str(pond), options(tmp_path / "out"))
    with no_cairo():
        again = archive_game(str(pond), options(tmp_path / "out"))
    assert (again.kept, again.folder, again.notes) == (True, whole.folder, ())


def test_refuses_an_unsound_game(tmp_path):
    bare = write_game(tmp_path, "bare", POND.replace('kind = "described"\n', ""))
    few = write_game(tmp_path, "few", POND.replace("copies = 5", "copies = 3"))
    for game, fault in ((bare, "rule_sets.hop.kind"), (few, "5")):
        with pytest.raises(AuditError, match=f"(?s){fault}.*{game.name} is not archived"):
            archive_game(str(game), options(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_refuses_a_file_that_is_not_what_it_claims(pond, tmp_path, monkeypatch):
    broken = {"metadata/lido.xml": b"<lido>", "metadata/provenance.json": b"{"}
    monkeypatch.setattr(package, "metadata_files", lambda record, files: broken)
    with pytest.raises(VerifyError, match=r"(?s)lido.xml: is not XML.*provenance.json: is not J"):
        archive_game(str(pond), options(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_refuses_a_drawing_that_is_not_pdf_a_and_a_page_with_requests():
    with pytest.raises(VerifyError, match=r"drawings/board\.pdf: PDF/A-2b: not approved"):
        check_files({"drawings/board.pdf": b"%PDF-1.7"})
    page = b'<img src="https://x.example/a.png">'
    with pytest.raises(VerifyError, match=r"rules/a\.html: asks .* elsewhere: <img"):
        check_files({"rules/a.html": page})


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda pdf: pdf.Root.__delitem__("/OutputIntents"), "PDF/A-2b"),
        (lambda pdf: pdf.Root.__delitem__("/Metadata"), "claims nothing"),
        (lambda pdf: pdf.Root.__delitem__("/Lang"), "structure: lacks a language; right is all"),
    ],
    ids=["intent", "claims", "structure"],
)
def test_refuses_a_rulebook_with_a_fault(pond, tmp_path, monkeypatch, spoil, fault):
    def spoilt(folder, record, speaking):
        for place, content in package_books(folder, record, speaking):
            if place.endswith(".pdf"):
                out = BytesIO()
                with pikepdf.open(BytesIO(content)) as pdf:
                    spoil(pdf)
                    pdf.save(out)
                content = out.getvalue()
            yield place, content

    package_books = package.books
    monkeypatch.setattr(package, "books", spoilt)
    with pytest.raises(VerifyError, match=rf"rules/rulebook.en.pdf: {fault}"):
        archive_game(str(pond), options(tmp_path / "out"))


def test_a_file_name_that_is_not_portable_is_packaged_as_one_that_is(pond, tmp_path):
    (pond / "rules" / "vijver-ü.en.md").write_text("x", encoding="utf-8")
    bag = archive_game(str(pond), options(tmp_path / "out")).folder
    name = "definition/rules/vijver-_xFC_.en.md"
    assert (bag / "data" / name).read_bytes() == b"x"
    listed = json.loads((bag / "data/datapackage.json").read_bytes())["resources"]
    named = {one["path"]: one["own_name"] for one in listed if "own_name" in one}
    assert named == {name: "rules/vijver-ü.en.md"}
    said = (bag / "data/README.txt").read_text("utf-8")
    assert f"    {name}\n        definition/rules/vijver-ü.en.md\n" in said
    assert bagit.Bag(str(bag)).validate()


def test_the_date_comes_from_the_epoch_or_the_edition(pond, tmp_path):
    assert date_of(EPOCH) == DAY
    assert date_of("") is None
    for wrong in ("yesterday", "-1", "+1", "1_000", " 1", "1.5", "\u0663", "9" * 30, "9" * 5000):
        with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
            date_of(wrong)
    undated = archive_game(str(pond), options(tmp_path / "out", date=None))
    assert "Bagging-Date" not in info(undated.folder)
    text = POND.replace('summary = "A pond."\n', 'summary = "A pond."\nedition_date = "2025-03"\n')
    month = write_game(tmp_path, "month", text)
    made = archive_game(str(month), options(tmp_path / "out", date=None))
    assert "Bagging-Date" not in info(made.folder)
    edition = write_game(tmp_path, "edition", text.replace("2025-03", "2025-03-04"))
    made = archive_game(str(edition), options(tmp_path / "out", date=None))
    assert info(made.folder)["Bagging-Date"] == "2025-03-04"


def test_the_same_input_makes_the_same_bytes_anywhere(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    here, there = tmp_path / "place-0", tmp_path / "place-1"
    for place in (here, there):
        write_game(place)
    command = ["archive", "pond", "--zip", "--out", "out"]
    variables = {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": EPOCH}
    environment = {**os.environ, **variables, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = [sys.executable, "-m", "pnp", *command]
    subprocess.run(run, check=True, env=environment, cwd=there)
    monkeypatch.chdir(here)
    assert CliRunner().invoke(app, command).exit_code == 0
    one, other = files_of(here / "out"), files_of(there / "out")
    assert "pond.zip" in one
    assert one == other
    machine = (str(tmp_path), os.uname().nodename, "place-0")
    for name, content in one.items():
        assert not any(word.encode() in content for word in machine if len(word) > 4), name


def test_a_package_has_no_other_date_than_the_given_one(pond, tmp_path, monkeypatch):
    archive_game(str(pond), options(tmp_path / "one"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")  # libraries read it too
    archive_game(str(pond), options(tmp_path / "other"))
    assert files_of(tmp_path / "one") == files_of(tmp_path / "other")


def test_an_unchanged_package_is_verified_and_kept(pond, tmp_path, monkeypatch):
    first = archive_game(str(pond), options(tmp_path / "out"))
    times = {path: path.stat().st_mtime_ns for path in first.folder.rglob("*")}
    monkeypatch.setattr(package, "package_of", None)  # nothing is made
    monkeypatch.setattr(bagit, "Bag", None)  # which judged it when it was made
    again = archive_game(str(pond), options(tmp_path / "out", date="2027-01-01"))
    assert again.kept
    assert again.folder == first.folder
    assert {path: path.stat().st_mtime_ns for path in first.folder.rglob("*")} == times


def test_an_unchanged_package_is_kept_without_what_draws_and_writes(pond, tmp_path):
    out = tmp_path / "out"
    archive_game(str(pond), options(out))
    code = (
        "import sys\nfrom pathlib import Path\nfrom pnp.archive.job import archive_game\n"
        "from pnp.archive.options import ArchiveOptions\n"
        f"print(archive_game({str(pond)!r}, ArchiveOptions(Path({str(out)!r}))).kept)\n"
        "print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    kept, *loaded = result.stdout.split()
    assert kept == "True", result.stderr
    assert "pnp.archive.origin" in loaded
    assert not {"bagit", "cairosvg", "pikepdf", "reportlab", "svgwrite", "pnp.archive.package"} & {
        *loaded
    }


def test_the_same_bytes_are_no_new_version(pond, tmp_path):
    archive_game(str(pond), options(tmp_path / "out"))
    assert archive_game(str(pond), options(tmp_path / "out", anew=True)).kept
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["pond"]


def test_a_change_makes_a_new_version_and_lists_the_files(pond, tmp_path):
    first = archive_game(str(pond), options(tmp_path / "out"))
    before = files_of(first.folder)
    text = pond / "rules" / "hop.en.md"
    text.write_text(text.read_text("utf-8").replace("home & dry", "home"), encoding="utf-8")
    (pond / "rules" / "history.en.md").write_text("There was a pond.\n", encoding="utf-8")
    second = archive_game(str(pond), options(tmp_path / "out"))
    assert (second.folder.name, second.before, second.kept) == ("pond-v2", "pond", False)
    changes = dict(second.changes)
    assert changes["data/definition/rules/hop.en.md"] == "changed"
    assert changes["data/definition/rules/history.en.md"] == "added"
    assert changes["data/rules/rulebook.en.pdf"] == "changed"
    assert "data/drawings/board.pdf" not in changes
    assert files_of(first.folder) == before
    (pond / "rules" / "history.en.md").unlink()
    third = archive_game(str(pond), options(tmp_path / "out"))
    assert third.folder.name == "pond-v3"
    assert dict(third.changes)["data/definition/rules/history.en.md"] == "removed"
    assert archive_game(str(pond), options(tmp_path / "out")).folder.name == "pond-v3"


def test_another_identifier_is_a_new_version(pond, tmp_path):
    archive_game(str(pond), options(tmp_path / "out"))
    other = archive_game(str(pond), options(tmp_path / "out", identifier="X7"))
    assert other.folder.name == "pond-v2"
    assert info(other.folder)["External-Identifier"] == "X7"


def test_reports_a_damaged_package_and_leaves_it(pond, tmp_path):
    made = archive_game(str(pond), options(tmp_path / "out"))
    file = made.folder / "data/README.txt"
    file.write_bytes(file.read_bytes().replace(b"Pond", b"Bond"))
    before = files_of(tmp_path / "out")
    with pytest.raises(VerifyError, match=r"changed: data/README.txt"):
        archive_game(str(pond), options(tmp_path / "out"))
    assert files_of(tmp_path / "out") == before


def test_a_folder_that_is_not_a_package_is_not_overwritten(pond, tmp_path):
    (tmp_path / "out" / "pond").mkdir(parents=True)
    with pytest.raises(OutputError, match="is not a package"):
        archive_game(str(pond), options(tmp_path / "out"))


def test_a_missing_library_is_reported_before_anything_is_made(pond, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "bagit", None)
    monkeypatch.setattr(package, "package_of", None)
    with pytest.raises(MissingExtraError, match="bagit is not installed"):
        archive_game(str(pond), options(tmp_path / "out"))


def test_a_drawing_that_was_judged_in_one_package_is_not_judged_in_another(
    pond, tmp_path, monkeypatch
):
    archive_game(str(pond), options(tmp_path / "one"))
    monkeypatch.setattr("pikepdf.pdfa.validate_written", None)
    other = archive_game(str(pond), options(tmp_path / "other"))
    assert all(report.ok for report in verify_paths([other.folder]))


def test_leaves_no_partial_package(pond, tmp_path, monkeypatch):
    def fails(package, folder):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "rename", fails)
    with pytest.raises(OutputError, match="no space left"):
        archive_game(str(pond), options(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_clears_what_a_killed_process_left_of_the_same_game(pond, tmp_path):
    dead = 2**22 + 1  # no process has such a number
    own = tmp_path / "out" / f".pond-{dead}-abc"
    other = tmp_path / "out" / f".pond-{dead}-{dead}-abc"  # of a game that is called so
    for place in (own, other):
        place.mkdir(parents=True)
    archive_game(str(pond), options(tmp_path / "out"))
    assert (own.exists(), other.exists()) == (False, True)


def test_a_game_named_like_a_version_is_refused(tmp_path):
    game = write_game(tmp_path, "pond-v2")
    with pytest.raises(UsageError, match="packages of pond would have this name"):
        archive_game(str(game), options(tmp_path / "out"))


def test_games_with_the_same_prefix_have_separate_versions(tmp_path):
    for name in ("pond", "pond-2", "ponds"):
        archive_game(str(write_game(tmp_path, name)), options(tmp_path / "out"))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["pond", "pond-2", "ponds"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["turno", "tawula", "--id", "7"], "--id: belongs to one game"),
        (["--all", ".", "--record", "https://x.example"], "--record: belongs to one game"),
        (["turno", "--all", "."], "--all: takes every game below a folder"),
        (["turno", "--lang", "xx"], "--lang: "),
        (["--all", "nowhere"], "--all: folder nowhere does not exist"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refuses_meaningless_options(words, told):
    result = CliRunner().invoke(app, ["archive", *words])
    assert result.exit_code == 2
    assert told in result.output


def test_the_command_reports_what_it_made_and_kept(pond, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    command = ["archive", str(pond), "--out", str(tmp_path / "out")]
    made = CliRunner().invoke(app, command)
    assert made.exit_code == 0, made.output
    assert f"Pond: {tmp_path / 'out' / 'pond'}, " in made.stdout
    assert "nothing has changed" in CliRunner().invoke(app, command).stdout
    (pond / "game.toml").write_text(POND + "# more\n", encoding="utf-8")
    changed = CliRunner().invoke(app, command).stdout
    assert "a new version after pond: 0 added, 6 changed, 0 removed" in changed
    assert "data/definition/game.toml" in changed


def test_a_package_is_kept_where_nothing_may_be_written(pond, tmp_path, monkeypatch):
    chosen = options(tmp_path / "out")
    archive_game(str(pond), chosen)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    monkeypatch.setattr(building, "place_beside", None)
    assert archive_game(str(pond), chosen).kept
