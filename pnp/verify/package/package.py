"""A package of pnp in a bag: its files, its definition and its list, which must agree."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from pnp.base.errors import VerifyError
from pnp.records.package_contents import LIST, MADE_FROM, NAME, PackageContents, read_contents
from pnp.verify.findings import FileReport, Finding, ok, unchecked, unreadable, wrong
from pnp.verify.package.contents import FileFacts, list_findings, preview_findings
from pnp.verify.package.definition import definition_findings
from pnp.verify.package.payload import PayloadFile, payload_report

DEFINITION = "definition/game.toml"


def is_package(info: Mapping[str, str], places: Iterable[str]) -> bool:
    """Return whether a bag says in any way that pnp made it."""
    made_by_pnp = info.get("Bag-Software-Agent", "").startswith("pnp ")
    return made_by_pnp or MADE_FROM in info or LIST in info or NAME in places


def package_reports(
    folder: Path, name: str, places: list[str], info: Mapping[str, str]
) -> tuple[list[Finding], tuple[FileReport, ...]]:
    """Check the files of a bag, ``places`` in data/, by what the package says of itself.

    ``info`` is what bag-info.txt says. The reports of files call the bag ``name``.
    """
    findings: list[Finding] = []
    contents = _contents(folder, info, findings)
    listed = {file.path: file for file in contents.resources} if contents else {}
    there: dict[str, FileFacts] = {}
    reports: list[tuple[str, FileReport]] = []
    for place in places:
        called = f"{name}/data/{place}"
        try:
            content = (folder / "data" / place).read_bytes()
        except OSError as error:
            fault = unreadable("file", error)
            reports.append((place, FileReport(called, "", (fault,))))
            continue
        there[place] = FileFacts(len(content), sha256(content).hexdigest())
        file = PayloadFile(place, content, listed.get(place), contents)
        reports.append((place, payload_report(file, called)))
    if contents is not None:
        findings += list_findings(contents, there, info)
        findings += preview_findings(reports)
    if DEFINITION in there:
        findings += definition_findings(folder / "data" / DEFINITION, contents)
    return findings, tuple(report for _, report in reports)


def _contents(
    folder: Path, info: Mapping[str, str], findings: list[Finding]
) -> PackageContents | None:
    """Return the list of a package; add a finding if it has none that can be read."""
    file = folder / "data" / NAME
    if not file.is_file():
        if LIST in info:
            findings.append(wrong("contents", f"data/{NAME} is missing", "the list of all files"))
        else:
            why = "made by an earlier version, whose packages do not list what they should hold"
            findings.append(unchecked("contents", why))
        return None
    try:
        contents = read_contents(file.read_bytes())
    except OSError as error:
        findings.append(unreadable("contents", error))
    except VerifyError as error:
        faults = str(error).splitlines()
        findings += (wrong("contents", f"{NAME}: {fault}", "as pnp wrote it") for fault in faults)
    else:
        findings.append(ok("game", f"{contents.title} ({contents.id}), {contents.made_by}"))
        return contents
    return None
