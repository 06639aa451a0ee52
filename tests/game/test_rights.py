"""Licences that texts name as people write them, and their addresses."""

import pytest
from helpers.sample_archive import POND, options, write_game

from pnp.archive.job import archive_game
from pnp.archive.needs import archive_notes
from pnp.base.errors import AuditError, DefinitionError
from pnp.definitions import load_game
from pnp.game.rights import KNOWN, listed, read_rights, rights_named_in, unclear_rights

CC = "https://creativecommons.org/licenses/"
SPDX = "https://spdx.org/licenses/"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("CC BY 4.0", f"{CC}by/4.0/"),
        ("CC-BY 4.0", f"{CC}by/4.0/"),
        ("CC-BY-4.0", f"{CC}by/4.0/"),
        ("CC BY 4", f"{CC}by/4.0/"),
        ("cc-by-sa-4.0", f"{CC}by-sa/4.0/"),
        ("CC-BY-SA, version 4.0", f"{CC}by-sa/4.0/"),
        ("CC BY-ND-NC 4.0", f"{CC}by-nc-nd/4.0/"),
        ("CC BY-NC-SA 3.0 DE", f"{CC}by-nc-sa/3.0/de/"),
        ("CC BY 3.0 Germany", f"{CC}by/3.0/de/"),
        ("CC BY 2.5", f"{CC}by/2.5/"),
        ("Creative Commons Attribution 4.0 International (CC BY 4.0)", f"{CC}by/4.0/"),
        (
            "Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International License",
            f"{CC}by-nc-sa/4.0/",
        ),
        ("Creative Commons Attribution-NoDerivs 3.0 Unported", f"{CC}by-nd/3.0/"),
        ("The pictures are licensed under CC BY 4.0 by Ada.", f"{CC}by/4.0/"),
        ("CC0", KNOWN["CC0"]),
        ("CC0-1.0", KNOWN["CC0"]),
        ("CC0 1.0 Universal", KNOWN["CC0"]),
        ("public domain", KNOWN["PDM"]),
        ("Public Domain Mark 1.0", KNOWN["PDM"]),
        ("MIT", f"{SPDX}MIT.html"),
        ("The MIT License", f"{SPDX}MIT.html"),
        ("SIL Open Font License 1.1", f"{SPDX}OFL-1.1.html"),
        ("GPL-3.0-or-later", f"{SPDX}GPL-3.0-or-later.html"),
    ],
)
def test_a_licence_with_its_version_has_an_address(text, address):
    assert rights_named_in(text) == address
    assert unclear_rights(text) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("CC BY", "names no version of its licence"),
        ("CC BY-SA", "names no version of its licence"),
        ("CC BY 4.1", "names a licence that Creative Commons does not have"),
        ("CC BY-SA-ND 4.0", "names a licence that Creative Commons does not have"),
        ("Text CC BY 4.0, art CC0", "names several licences"),
    ],
)
def test_a_text_that_names_no_one_licence_has_none_and_says_why(text, why):
    assert rights_named_in(text) is None
    assert unclear_rights(text).startswith(f"{why}; write ")


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "GPL",
        "OFL",
        "\N{COPYRIGHT SIGN} 2026 Ada",
        "You may copy it.",
        "not in the public domain",
    ],
)
def test_no_address_is_guessed(text):
    assert rights_named_in(text) is None
    assert unclear_rights(text) == ""


def test_addresses_of_deeds_are_those_of_their_licences():
    assert listed(f"{CC}by/4.0/deed.de") == f"{CC}by/4.0/"
    assert listed("http://creativecommons.org/publicdomain/zero/1.0") == KNOWN["CC0"]
    assert read_rights("CC-BY-SA-4.0") == f"{CC}by-sa/4.0/"
    assert listed("MIT") is listed("https://example.org") is None


def with_rights(rights, text=POND):
    return text.replace('summary = "A pond."\n', f'summary = "A pond."\n{rights}\n', 1)


def info_of(folder):
    lines = (folder / "bag-info.txt").read_text("utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize(
    ("rights", "address"),
    [
        ('rights = "CC BY 4.0"', f"{CC}by/4.0/"),
        (f'rights = "CC BY 4.0"\nrights_uri = "{CC}by/4.0/deed.en"', f"{CC}by/4.0/"),
        ('rights = "You may copy it."', KNOWN["InC"]),
        ('rights = "MIT"', f"{SPDX}MIT.html"),
        ("", KNOWN["CNE"]),
    ],
)
def test_a_package_has_the_address_of_the_rights_that_it_names(tmp_path, rights, address):
    bag = archive_game(
        str(write_game(tmp_path, text=with_rights(rights))), options(tmp_path / "out")
    ).folder
    assert info_of(bag)["Rights-URI"] == address
    assert address in (bag / "data/metadata/dublin-core.xml").read_text("utf-8")


def test_rights_that_contradict_their_address_are_a_fault(tmp_path):
    rights = f'rights = "CC BY 4.0"\nrights_uri = "{CC}by-sa/4.0/"'
    folder = write_game(tmp_path, text=with_rights(rights))
    with pytest.raises(DefinitionError, match="write the same licence") as refusal:
        load_game(folder / "game.toml")
    assert f"rights: 'CC BY 4.0' is {CC}by/4.0/, and rights_uri is {CC}by-sa/4.0/" in str(
        refusal.value
    )


def test_what_an_archive_needs_is_said_before_and_called_by_its_name(tmp_path):
    text = with_rights('rights = "CC BY"', POND.replace('kind = "described"\n', "", 1))
    folder = write_game(tmp_path, text=text)
    kind = "rule_sets.hop.kind: is missing; write how its rules came down to us"
    assert list(archive_notes(load_game(folder / "game.toml").game)) == [
        f"pnp archive needs more: {kind}",
        "rights: 'CC BY' names no version of its licence; write it, such as CC BY 4.0",
    ]
    with pytest.raises(AuditError) as refusal:
        archive_game(str(folder), options(tmp_path / "out"))
    assert str(refusal.value).splitlines() == [
        kind,
        "pond is not archived: an archive needs more",
    ]
