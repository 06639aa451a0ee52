"""TOML files that are read again: each reader has what its own file holds."""

import pytest

from pnp.base.errors import DefinitionError
from pnp.base.toml import parse_toml

GAME = b'name = "Pond"\nstones = [1, 2]\n'


def test_what_one_reader_changes_no_other_sees():
    first = parse_toml(GAME, "pond.toml")
    first["stones"].append(3)
    assert parse_toml(GAME, "lake.toml") == {"name": "Pond", "stones": [1, 2]}


@pytest.mark.parametrize("name", ["pond.toml", "lake.toml"])
def test_faults_begin_with_the_name_of_the_file_that_is_read(name):
    with pytest.raises(DefinitionError, match=rf"^{name}: is not TOML"):
        parse_toml(b"name = ", name)


def test_a_file_that_was_read_is_refused_once_a_limit_is_lower(monkeypatch):
    assert parse_toml(GAME, "pond.toml")["name"] == "Pond"
    monkeypatch.setenv("PNP_LIMITS", "letters=3")
    with pytest.raises(DefinitionError) as told:
        parse_toml(GAME, "pond.toml")
    name, stones = str(told.value).splitlines()
    assert name.startswith("pond.toml: a key: 'name' is too long: at most 3 letters")
    assert stones.startswith("pond.toml: a key: 'stones' is too long")
