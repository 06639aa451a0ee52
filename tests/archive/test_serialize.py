"""XML and JSON of metadata files."""

import pytest

from pnp.archive.formats.jsonld import json_bytes
from pnp.archive.formats.serialize import element, xml_bytes
from pnp.base.errors import RenderError


def test_refuses_a_character_that_xml_cannot_hold():
    with pytest.raises(RenderError, match="no XML file can hold"):
        element("dc:title", "How \x01 frogs hop")
    with pytest.raises(RenderError, match="no XML file can hold"):
        element("dc:title", {"xml:lang": "e\x01"})


def test_only_the_root_declares_namespaces():
    leaf = element("dc:title", {"xml:lang": "en"}, "Pond", None)
    written = xml_bytes(element("rdf:RDF", element("rdf:Description", leaf)), ("rdf", "dc"))
    root, *rest = written.decode().splitlines()[1:]
    assert root == (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
    )
    assert rest[1] == '    <dc:title xml:lang="en">Pond</dc:title>'
    assert "xmlns" not in "".join(rest)


def test_json_omits_keys_without_a_value_at_any_depth():
    value = {"b": None, "a": [{"c": None, "d": 0}], "e": ""}
    assert json_bytes(value) == b'{\n  "a": [\n    {\n      "d": 0\n    }\n  ],\n  "e": ""\n}\n'
