"""Values are found by the very object that they were made of."""

from pnp.base.identity import IdentityCache


def test_a_value_is_made_once_for_an_object():
    cache, made, key = IdentityCache(), [], ("a", "drawing")
    for _ in range(3):
        cache.get(key, made.append)
    assert made == [key]


def test_an_equal_object_has_a_value_of_its_own():
    cache: IdentityCache[list[int], str] = IdentityCache()
    first, second = [1], [1]
    assert cache.get(first, lambda _: "first") == "first"
    assert cache.get(second, lambda _: "second") == "second"


def test_an_object_that_nobody_else_holds_is_not_mistaken_for_a_new_one():
    cache: IdentityCache[list[int], int] = IdentityCache()
    for number in range(100):
        assert cache.get([number], lambda one: one[0]) == number
