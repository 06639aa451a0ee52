"""Scenes as files. Back ends know pictures and a file format, but nothing of games."""

from pnp.scene import Scene


def picture_file(
    scene: Scene, title: str, dpi: int, pixels: tuple[int, int] | None, rgb: bool = True
) -> bytes:
    """Return a picture as PNG with ``pixels``, or as SVG without them."""
    if pixels is None:
        from pnp.render.svg import render as as_svg

        return as_svg(scene, title)
    from pnp.render.png import render as as_png

    return as_png(scene, title, dpi, pixels=pixels, rgb=rgb)
