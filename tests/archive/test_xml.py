import pytest

from pnp.archive.xml import node, written
from pnp.base.errors import RenderError


def test_a_character_that_no_xml_can_hold_is_told():
    with pytest.raises(RenderError, match="no XML file can hold"):
        written(node("title", "How \x01 frogs hop"), {})
