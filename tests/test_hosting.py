"""Files for hosts of the project, which cannot be run here, say what is so."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import pnp
from pnp.cli import app

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SUPPORTED = re.findall(r"Python :: (3\.\d+)", "\n".join(PYPROJECT["project"]["classifiers"]))


def commands(workflow: Path) -> list[str]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_says_that_it_has_not_run_and_runs_what_is_there(path):
    assert path.read_text(encoding="utf-8").startswith("# Never run yet")
    lines = "\n".join(commands(path))
    assert {
        (ROOT / name).is_file() for name in re.findall(r"requirements/\S+|\.ci/\w+", lines)
    } == {True}
    targets = re.findall(r"^make (\w+)", lines, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_the_workflow_tests_supported_versions():
    (workflow,) = [path for path in WORKFLOWS if path.name == "tests.yml"]
    matrix = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]["tests"]["strategy"]
    assert matrix["matrix"]["python"] == SUPPORTED[: len(matrix["matrix"]["python"])]


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda p: p.name)
def test_a_file_for_the_host_can_be_read(path):
    assert yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_container_serves_with_options_that_there_are(monkeypatch):
    program, *arguments = (
        word
        for line in re.findall(r"^(?:ENTRYPOINT|CMD) (\[.*\])$", DOCKERFILE, re.MULTILINE)
        for word in json.loads(line)
    )
    served = []
    monkeypatch.setattr("pnp.web.commands._serve", lambda *given, **more: served.append(given))
    result = CliRunner().invoke(app, arguments)
    assert (program, result.exit_code) == ("pnp", 0), result.output
    ((folder, place, _, public),) = served
    assert (folder, public) == (None, True)
    assert place.address == "0.0.0.0"
    assert place.hosts == ("games.example.org",)
    assert f"EXPOSE {place.port}\n" in DOCKERFILE


def test_the_container_copies_what_pnp_is_built_from():
    copied = {
        name
        for line in re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE)
        for name in line.split()
    }
    assert {name for name in copied if not (ROOT / name).exists()} == set()
    build = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {"pyproject.toml", PYPROJECT["project"]["readme"], "requirements"} <= copied
    assert {*build["packages"], *build["force-include"]} <= copied
    assert re.search(r"FROM python:(\S+)-slim", DOCKERFILE)[1] in SUPPORTED


def test_the_citation_names_the_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == pnp.__version__
