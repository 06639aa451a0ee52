"""A hash of a picture, the same on every machine: equal pictures have equal keys."""

from hashlib import sha256

from pnp.scene import Group, IdentityCache, Image, Item, Scene

LENGTH = 16  # letters


def scene_key(scene: Scene) -> str:
    """Return a hash of the size and the items of a picture.

    A picture file counts by its content, not by where it lies.
    """
    return sha256(f"{scene.size} {_Keys().of(scene.items)}".encode()).hexdigest()[:LENGTH]


class _Keys:
    """Hashes items; a drawing that repeats is hashed once."""

    def __init__(self) -> None:
        self._repeated: IdentityCache[tuple[Item, ...], str] = IdentityCache()

    def of(self, items: tuple[Item, ...]) -> str:
        digest = sha256()
        for item in items:
            digest.update(self._told(item).encode())
        return digest.hexdigest()

    def _told(self, item: Item) -> str:
        if isinstance(item, Group):
            inner = self._repeated.get(item.items, self.of) if item.repeats else self.of(item.items)
            return f"{inner} {item._replace(items=())!r}"
        if isinstance(item, Image):
            return f"{item.picture.sha256} {item.place} {item.role} {item.tint}"
        return repr(item)
