"""`pnp verify HOLDING`: what should be there, what is, and the log of it."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.at_once import use_no_processes
from helpers.bags import sign as sum_anew
from helpers.command import refusal, run
from helpers.sample_archive import DAY, POND, write_game
from lxml import etree

SCHEMAS = Path(__file__).parent.parent / "archive" / "eark-sip-2.2.zip"
PREMIS = {"namespaces": {"p": "http://www.loc.gov/premis/v3"}}
ARCHIVED = ("--date", DAY, "--holder", "Museum", "--workers", "1", "-q")


def in_one_process(*arguments: object, status: int):
    with pytest.MonkeyPatch.context() as patch:
        use_no_processes(patch)
        return run(*arguments, status=status)


def archive(place: Path, *more: object, status: int = 0):
    out = place / "keep/packages"
    register = place / "keep/register.csv"
    given = ("--out", out, "--register", register, *ARCHIVED)
    return in_one_process("archive", "--all", place / "games", *given, *more, status=status)


@pytest.fixture(scope="module")
def deposited(tmp_path_factory) -> Path:
    """A folder with games, their packages with all copies, and the register of these."""
    place = tmp_path_factory.mktemp("deposited")
    for name in ("lake", "pond"):
        write_game(place / "games", name, POND.replace('"Pond"', f'"{name.title()}"'))
    archive(place, "--zip", "--sip", place / "keep/sips", "--ocfl", place / "keep/root")
    return place


@pytest.fixture
def keep(deposited, tmp_path) -> Path:
    return Path(shutil.copytree(deposited / "keep", tmp_path / "keep"))


def verify(keep: Path, *more: object, status: int = 0, run=in_one_process) -> str:
    given = ("--expect", keep / "register.csv", *more)
    return run("verify", keep, *given, status=status).stdout.replace(f"{keep}/", "")


def verify_packages(keep: Path, log: Path, status: int = 0) -> str:
    """Verify the packages and the zips, with a log."""
    return in_one_process("verify", keep / "packages", "--log", log, status=status).stdout


def rows_of(register: Path) -> list[dict[str, str]]:
    with register.open() as rows:
        return list(csv.DictReader(rows))


def wrong(said: str) -> list[str]:
    return [line.strip().removeprefix("WRONG ") for line in said.splitlines() if "WRONG " in line]


def test_all_forms_of_a_package_are_found_and_listed(keep):
    assert verify(keep) == "all 9 ok\n"  # 2 packages, zips, objects, submissions, and the root


def test_several_workers_find_the_same(keep):
    (keep / "packages/pond/data/README.txt").write_text("changed")
    said = verify(keep, status=1)
    assert verify(keep, "--workers", "2", status=1, run=run) == said
    assert "8 ok, 1 not" in said


def test_what_was_deleted_or_is_in_no_list_or_is_another_package_is_reported(keep):
    shutil.copytree(keep / "packages/lake", keep / "packages/copy")
    shutil.rmtree(keep / "packages/lake")
    (keep / "packages/pond/data/definition/rules/hop.en.md").write_text("# Hop\n")
    sum_anew(keep / "packages/pond")
    told = wrong(verify(keep, status=1))
    assert [line for line in told if ": list: " in line] == [
        "packages/copy: list: it is not listed; right is a row of register.csv",
        told[-2],
        told[-1],
    ]
    assert told[-2].startswith("packages/pond: list: it is not what was listed: its sum is ")
    missing = "it is missing; right is the package of line 2 of register.csv, pnp:lake"
    assert told[-1] == f"packages/lake: list: {missing}"


def test_an_object_with_a_version_less_or_other_than_listed_is_reported(keep):
    (stored,) = (path.parent for path in keep.rglob("0=ocfl_object_1.1") if "lake" in str(path))
    with (keep / "register.csv").open("a") as rows:
        rows.write(f"{stored.relative_to(keep)}/v2,,pnp:lake,lake,,\n")
    (told,) = wrong(verify(keep, status=1))
    assert "list: v2 is missing" in told


def test_a_register_is_kept_in_order_and_with_the_columns_of_whoever_added_some(
    deposited, tmp_path
):
    place = Path(shutil.copytree(deposited, tmp_path / "place"))
    file = place / "keep/register.csv"
    rows = rows_of(file)
    assert [row["path"] for row in rows] == sorted(row["path"] for row in rows)
    kept = [row | {"shelf": "7"} for row in rows if row["path"] != "packages/lake"]
    with file.open("w") as out:
        writer = csv.DictWriter(out, [*rows[0], "shelf"])
        writer.writeheader()
        writer.writerows(kept)
    archive(place)
    again = rows_of(file)
    assert [row["path"] for row in again] == [row["path"] for row in rows]
    assert {row["path"]: row["shelf"] for row in again}["packages/pond"] == "7"


def test_archive_never_lists_another_package_in_place_of_one(deposited, tmp_path):
    place = Path(shutil.copytree(deposited, tmp_path / "place"))
    bag = place / "keep/packages/pond"
    (bag / "data/README.txt").write_text("forged")
    sum_anew(bag)
    before = (place / "keep/register.csv").read_bytes()
    said = archive(place, status=1).stderr
    assert "packages/pond is not the package that is listed" in said
    assert (place / "keep/register.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no column 'path'"),
        ("path\n", "has no rows; write a header and a row for each package"),
        ("path\n../other\n", "line 2: path: '../other' leads out of the holding"),
        ("path\na\na\n", "line 3: 'a' is in line 2 as well"),
        ("path,sha256\na,abc\n", "line 2: sha256: 'abc' is not a SHA-256"),
    ],
)
def test_a_list_with_faults_is_refused(tmp_path, text, told):
    file = tmp_path / "list.csv"
    file.write_text(text)
    assert told in refusal("verify", tmp_path, "--expect", file)


def logged(file: Path) -> etree._ElementTree:
    """Return a log, which must be valid PREMIS by the official schema."""
    schemas = file.parent / "schemas"
    with ZipFile(SCHEMAS) as packed:
        packed.extractall(schemas)
    log = etree.parse(file)
    etree.XMLSchema(file=schemas / "premis.xsd").assertValid(log)
    return log


def test_the_log_is_valid_premis_and_has_an_event_for_each_item(keep, tmp_path):
    log = tmp_path / "log.xml"
    (keep / "packages/pond/data/README.txt").write_text("changed")
    verify(keep, "--log", log, status=1)
    read = logged(log)
    outcomes = [
        len(read.xpath(f"//p:event[p:eventType='{kind}'][.//p:eventOutcome='{outcome}']", **PREMIS))
        for kind in ("fixity check", "validation")
        for outcome in ("success", "fail")
    ]
    assert outcomes == [7, 1, 1, 1]  # the root is valid, the whole is not
    fault = "//p:event[p:eventType='fixity check'][.//p:eventOutcome='fail']"
    named = read.xpath(f"{fault}//p:linkingObjectIdentifierValue/text()", **PREMIS)
    assert named == [str(keep / "packages/pond")]  # its identifier may be changed as well
    notes = read.xpath(f"{fault}//p:eventOutcomeDetailNote/text()", **PREMIS)
    assert any("changed: data/README.txt" in note for note in notes)
    agents = read.xpath("//p:agent//p:agentIdentifierValue/text()", **PREMIS)
    linked = read.xpath("//p:linkingAgentIdentifierValue/text()", **PREMIS)
    assert set(linked) == set(agents)
    assert len(agents) == 1


def test_the_next_run_is_added_to_a_log_and_another_holding_is_not(keep, tmp_path):
    log = tmp_path / "log.xml"
    verify_packages(keep, log)
    first = len(logged(log).findall(".//{*}event"))
    verify_packages(keep, log)
    assert len(logged(log).findall(".//{*}event")) == 2 * first
    assert "is not a log of these folders" in refusal("verify", keep, "--log", log)
    log.write_text("a letter")
    assert "is not a log of these folders" in refusal("verify", keep / "packages", "--log", log)
    assert log.read_text() == "a letter"


def test_a_log_that_was_cut_off_is_mended_by_the_next_run(keep, tmp_path):
    log = tmp_path / "log.xml"
    verify_packages(keep, log)
    whole = log.read_bytes()
    begin = whole.index(b"<event>", whole.index(b"<event>") + 1)
    for cut in (begin + 40, whole.index(b"<event>") - 40):  # the power failed
        log.write_bytes(whole[:cut])
        verify_packages(keep, log)
        kept = whole[:cut].count(b"</event>")
        read = logged(log)
        numbers = read.xpath("//p:eventIdentifierValue/text()", **PREMIS)
        assert numbers == [str(n) for n in range(1, kept + 6)]


def test_a_process_that_is_killed_leaves_a_valid_log(keep, tmp_path):
    log = tmp_path / "log.xml"
    command = [sys.executable, "-P", "-m", "pnp", "verify", str(keep / "packages")]
    process = subprocess.Popen([*command, "--log", str(log)], stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not log.exists() or log.read_bytes().count(b"<event>") < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert "all 4 ok" in verify_packages(keep, log)
    logged(log)
