"""PDF/A with gradients, which the validator of pikepdf does not know."""

from io import BytesIO

import pikepdf
import pytest
from pikepdf import Name

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.render.pdfa import Metadata, render_drawings
from pnp.scene import Scene, Shape, Style
from pnp.scene.gradient import Gradient, Stop
from pnp.verify.pdf import level_b


@pytest.fixture(scope="module")
def shaded():
    """A drawing with a gradient, a part of which can be seen through."""
    stops = Stop(0, "#ff0000", 0.5), Stop(1, "#0000ff")
    fill = Gradient("linear", stops, Transform(20, 0, 0, 20, 5, 5))
    square = Shape((rectangle(Rect(0, 0, 30, 30)),), Style(fill))
    return render_drawings([Scene(Size(30, 30), (square,))], Metadata("Dusk", "en"))


def changed(made, change):
    """Return a copy of a file in which the resources that have gradients are changed."""
    with pikepdf.open(BytesIO(made)) as pdf:
        (resources,) = (one for one in pdf.objects if "/Pattern" in _keys(one))
        change(resources)
        out = BytesIO()
        pdf.save(out, static_id=True)
    return out.getvalue()


def _keys(found):
    return found.keys() if isinstance(found, pikepdf.Dictionary) else ()


def cmyk(resources):
    (name,) = resources.Pattern.keys()
    resources.Pattern[name].Shading.ColorSpace = Name.DeviceCMYK


def tiling(resources):
    (name,) = resources.Pattern.keys()
    resources.Pattern[name].PatternType = 1


def mask_of_inks(resources):
    (name,) = resources.Shading.keys()
    resources.Shading[name].ColorSpace = Name.DeviceN


def test_a_drawing_with_gradients_is_approved(shaded):
    finding = level_b(shaded)
    assert (finding.status, finding.found) == ("ok", "approved by pikepdf, with gradients")
    assert level_b(changed(shaded, lambda resources: None)).status == "ok"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (cmyk, "a gradient in colours without an output intent"),
        (mask_of_inks, "a gradient in colours without an output intent"),
        (tiling, "a pattern that is not a gradient"),
    ],
)
def test_patterns_that_no_archive_takes_are_found(shaded, change, fault):
    finding = level_b(changed(shaded, change))
    assert finding.status == "WRONG"
    assert fault in finding.found
