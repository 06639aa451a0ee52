"""The list of what a package holds."""

from hashlib import sha256

import pytest
from helpers.bags import translate
from helpers.command import files_of
from helpers.sample_archive import options, write_game

from pnp.archive.contents import CONTENTS, contents_bytes, read_contents
from pnp.archive.job import archive_game
from pnp.base.errors import VerifyError


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The payload of a package in two languages."""
    place = tmp_path_factory.mktemp("contents")
    game = write_game(place)
    translate(game)
    return archive_game(str(game), options(place / "out", identifier="2019.7")).folder / "data"


@pytest.fixture(scope="module")
def contents(data):
    return read_contents((data / CONTENTS).read_bytes())


def test_lists_every_file_with_its_size_and_sum(data, contents):
    files = files_of(data)
    del files[CONTENTS]
    assert {file.path: (file.bytes, file.sha256) for file in contents.resources} == {
        path: (len(content), sha256(content).hexdigest()) for path, content in files.items()
    }


def test_says_what_each_file_is_and_what_it_is_of(contents):
    said = {
        file.path: (file.role, file.mediatype, file.language or file.component)
        for file in contents.resources
    }
    assert said["rules/rulebook.nl.pdf"] == ("rulebook", "application/pdf", "nl")
    assert said["drawings/board/board-front.svg"] == ("drawing", "image/svg+xml", "board")
    assert said["drawings/stones.pdf"] == ("drawing", "application/pdf", "stones")
    assert said["definition/game.toml"] == ("definition", "application/toml", None)
    assert said["definition/rules/hop.nl.md"] == ("rule text", "text/markdown", "nl")
    assert said["definition/rules/definition.nl.toml"] == ("definition", "application/toml", "nl")
    assert said["metadata/lido.xml"] == ("metadata", "application/xml", None)
    assert said["LICENSES/pnp-MIT.txt"] == ("licence", "text/plain", None)
    assert said["validation-report.json"] == ("report", "application/json", None)
    assert said["README.txt"] == ("readme", "text/plain", None)
    titles = {file.path: file.title for file in contents.resources if file.title}
    assert titles["rules/rulebook.en.html"] == "Pond · Rulebook"
    assert titles["rules/rulebook.nl.html"] == "Pond · Regelboek"


def test_says_what_the_package_is_of(contents):
    assert (contents.name, contents.id, contents.game_name) == ("pond", "2019.7", "Pond")
    assert contents.languages == ("en", "nl")
    assert (contents.components, contents.rule_sets) == (("board", "stones"), ("hop",))


def test_what_is_written_is_read_again(contents):
    assert read_contents(contents_bytes(contents)) == contents


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (b'"data-package"', b'"x"', "profile: "),
        (b'"README.txt"', b'"../README.txt"', "path: "),
        (b'"README.txt"', b'"/README.txt"', "path: "),
        (b'"rules/rulebook.en.html"', b'"README.txt"', "README.txt is listed twice"),
        (b'"rulebook"', b'"virus"', "role: "),
        (b"sha256:", b"md5:", "hash: "),
        (b"{", b"", "list: Invalid JSON"),
    ],
)
def test_refuses_what_is_not_a_list(contents, old, new, fault):
    written = contents_bytes(contents)
    assert old in written
    with pytest.raises(VerifyError) as caught:
        read_contents(written.replace(old, new))
    assert fault in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 11
