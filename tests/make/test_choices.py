"""Choices in an address: what they may say, how they are written, and the command of each."""

from urllib.parse import parse_qs

import pytest

from pnp.base.errors import UsageError
from pnp.definitions import Loaded, find_game, load_game
from pnp.make.choices import JOBS, NOT_OFFERED, Choices, offered
from pnp.make.options import declared
from pnp.web.form import form


@pytest.fixture(scope="module")
def turno() -> Loaded:
    return load_game(find_game("turno"))


def read(loaded: Loaded, query: str, **how: str) -> Choices:
    return Choices.read(loaded, parse_qs(query), **how)


def faults(loaded: Loaded, query: str, **how: str) -> list[str]:
    with pytest.raises(UsageError) as error:
        read(loaded, query, **how)
    return str(error.value).splitlines()


def test_an_empty_address_is_the_kit_of_all_rule_sets(turno: Loaded) -> None:
    choices = read(turno, "")
    assert (choices.job, choices.rule_set, choices.query()) == ("kit", None, "")
    assert choices.command() == "pnp kit turno"


def test_the_address_says_only_what_differs_from_the_defaults_in_one_order(turno: Loaded) -> None:
    query = "duplex=fold&paper=LETTER&cut=scissors&margin=8mm&ink=full&theme=classic&for=turno/loop"
    choices = read(turno, query)
    assert choices.query() == "for=loop&paper=letter&duplex=fold"
    assert read(turno, choices.query()) == choices
    assert choices.command() == "pnp kit turno/loop --paper letter --duplex fold"


def test_naming_components_makes_single_components(turno: Loaded) -> None:
    choices = read(turno, "only=tiles&only=deck-36&fit=on")
    assert choices.query() == "only=tiles,deck-36&fit=yes"
    assert choices.command() == "pnp build turno --only tiles,deck-36 --fit --one-file"
    assert read(turno, "cards=36").command() == "pnp deck turno --cards 36 --one-file"


def test_a_laser_is_asked_for_by_its_own_options(turno: Loaded) -> None:
    query = "component=tiles&component=pawns&gang=yes&share=no&kerf-from-gauge=10 0.5&bed=k40"
    choices = read(turno, query, job="laser")
    command = "pnp laser turno --kerf-from-gauge 10 0.5 --component pawns --component tiles --gang"
    assert choices.command() == f"{command} --bed k40 --no-share"


def test_all_faults_of_an_address_are_said_at_once(turno: Loaded) -> None:
    found = faults(turno, "paper=a9&colour=red&players=0&for=lop&gap=3mm&duplex=fold&duplex=none")
    assert [line.partition(":")[0] for line in found] == [
        "for",
        "'colour' is not a choice; there are",
        "gap",
        "paper",
        "players",
        "duplex",
    ]
    assert "did you mean 'loop'?" in found[0]
    assert not any("--" in line for line in found)


@pytest.mark.parametrize(
    "query",
    [
        "theme=/etc/passwd",
        "theme=../themes/classic.toml",
        "theme=nothing.toml",
        "cutter=C:\\cutter.toml",
        "printer=home",
        "paper=a4%00",
        "only=" + 600 * "a",
    ],
)
def test_what_looks_like_a_file_is_refused_without_repeating_it(turno: Loaded, query: str) -> None:
    name, _, value = query.partition("=")
    (line,) = faults(turno, query)
    assert line.startswith(f"{name}: ")
    assert value not in line


def test_an_address_has_a_bounded_number_of_choices(turno: Loaded) -> None:
    with pytest.raises(UsageError, match="more than 200 choices"):
        Choices.read(turno, {"paper": ["a4"] * 300})


@pytest.mark.parametrize("job", sorted(JOBS))
def test_a_form_has_every_option_of_its_command(turno: Loaded, job: str) -> None:
    query = "only=tiles" if job == "build" else ""
    fields = {field.name for field in form(turno, read(turno, query, job=job), ("home",))}
    assert fields >= set(offered(job))
    left_out = {one.name for one in declared(JOBS[job])} - {
        one.name for one in offered(job).values()
    }
    assert left_out <= set(NOT_OFFERED)
