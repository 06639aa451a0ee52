"""A bounded cache that several threads may share, and keys of pictures that look alike."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar, cast

from pnp.base.geometry import IDENTITY, Size
from pnp.scene import Group, IdentityCache, Image, Item, Scene, Shape

LENGTH = 16  # letters
_UNMOVED = repr((IDENTITY, None, False)).encode()
_Items = tuple[Item, ...]

T = TypeVar("T")
Keep = Callable[[Hashable, Callable[[], Any]], Any]


class SceneKeys:
    """The keys of many pictures; shared shapes and drawings are hashed once."""

    def __init__(self) -> None:
        self._shared: IdentityCache[Scene, str] = IdentityCache()
        self._sizes: IdentityCache[Size, bytes] = IdentityCache()
        self._shapes: IdentityCache[Shape, bytes] = IdentityCache()
        self._drawings: IdentityCache[_Items, bytes] = IdentityCache()

    def key(self, scene: Scene) -> str:
        """Return the key of a picture: a hash of its size and its items.

        A picture file counts by its content, not by its path.
        """
        size = self._sizes.get(scene.size, _written)
        return sha256(b"%b %b" % (size, self._digest(scene.items))).hexdigest()[:LENGTH]

    def shared(self, scene: Scene) -> str:
        """Return the key of a picture that is likely to recur, such as a back."""
        return self._shared.get(scene, self.key)

    def _digest(self, items: _Items) -> bytes:
        return sha256(b"".join(map(self._part, items))).digest()

    def _part(self, item: Item) -> bytes:
        match item:
            case Group(inner, transform, clip):
                around = _UNMOVED
                if transform is not IDENTITY or clip is not None or item.even_odd:
                    around = repr((transform, clip, item.even_odd)).encode()
                if item.opacity < 1 or item.extra:
                    around += repr((item.opacity, item.extra and item.extra.value)).encode()
                if item.is_symbol:
                    return around + self._drawings.get(inner, self._digest)
                return around + self._digest(inner)
            case Image():
                file = item.picture.key, item.picture.orientation
                return repr((file, item.place, item.role, item.tint)).encode()
            case Shape():
                return self._shapes.get(item, _written)
            case _:
                return _written(item)


class RecurringKeys(SceneKeys):
    """The keys of pictures that are drawn repeatedly, without hashing equal ones again.

    It drops what was used neither since the last ``start`` nor in the round before.
    """

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[_Items, bytes] = {}
        self._now: dict[_Items, bytes] = {}
        self._seen: IdentityCache[_Items, bytes] = IdentityCache()

    def start(self) -> None:
        """Begin another round of pictures."""
        self._before, self._now = self._now, {}
        self._shared, self._sizes = IdentityCache(), IdentityCache()
        self._shapes, self._drawings = IdentityCache(), IdentityCache()
        self._seen = IdentityCache()

    def _digest(self, items: _Items) -> bytes:
        return self._seen.get(items, self._found)

    def _found(self, items: _Items) -> bytes:
        known = self._now.get(items) or self._before.get(items) or super()._digest(items)
        self._now[items] = known
        return known


def _written(part: Item | Size) -> bytes:
    return repr(part).encode()


"""Takes what follows from a key alone, and a function that makes it if it is not known."""


def made_anew(key: Hashable, make: Callable[[], T]) -> T:
    """Make a value without caching it."""
    return make()


class Remembered:
    """The last ``most`` values, by key.

    Exceptions are not cached. Two threads that need the same value at once may both make it. A copy
    in another process starts empty.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Remembered"], tuple[int]]:
        return type(self), (self._most,)

    def value(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value for a key, or make it."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return cast(T, self._made[key])
        made = make()
        with self._lock:
            self._made[key] = made
            self._made.move_to_end(key)
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
