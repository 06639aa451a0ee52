"""Keys of pictures: equal pictures have equal keys, on any machine and in any process."""

from hashlib import sha256

from pnp.scene import Group, IdentityCache, Image, Item, Scene

LENGTH = 16  # letters
_Items = tuple[Item, ...]


class SceneKeys:
    """The keys of many pictures; drawings that come back in others are hashed once.

    What was used neither since the last ``start`` nor in the round before it is forgotten.
    """

    def __init__(self) -> None:
        self._before: dict[_Items, bytes] = {}
        self._now: dict[_Items, bytes] = {}
        self._seen: IdentityCache[_Items, bytes] = IdentityCache()

    def start(self) -> None:
        """Begin another round of pictures."""
        self._before, self._now = self._now, {}
        self._seen = IdentityCache()

    def key(self, scene: Scene) -> str:
        """Return the key of a picture: a hash of its size and its items.

        A picture file counts by its content, not by where it lies.
        """
        items = self._seen.get(scene.items, self._digest)
        return sha256(f"{scene.size} ".encode() + items).hexdigest()[:LENGTH]

    def _digest(self, items: _Items) -> bytes:
        known = self._now.get(items) or self._before.get(items)
        if known is None:
            known = sha256(b"".join(map(self._part, items))).digest()
        self._now[items] = known
        return known

    def _part(self, item: Item) -> bytes:
        match item:
            case Group(inner):
                around = repr((item.transform, item.clip, item.even_odd)).encode()
                if item.opacity < 1 or item.behind_text:
                    around += repr((item.opacity, item.behind_text)).encode()
                return around + self._seen.get(inner, self._digest)
            case Image():
                file = item.picture.key, item.picture.orientation
                return repr((file, item.place, item.role, item.tint)).encode()
            case _:
                return repr(item).encode()
