from cases.recent_keys import RecentKeys
from cases.sources import SessionKey

KEY = SessionKey("shop", "user", "s")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_key_is_known_for_a_while_only() -> None:
    clock = Clock()
    keys = RecentKeys(seconds=60, clock=clock)
    keys.put(("store", "a"), KEY)
    clock.now = 59
    assert keys.get(("store", "a")) == KEY
    assert keys.get(("other store", "a")) is None
    clock.now = 60
    assert keys.get(("store", "a")) is None


def test_the_oldest_give_way_and_keys_can_be_forgotten() -> None:
    keys = RecentKeys(most=2)
    for name in "abc":
        keys.put(("store", name), KEY)
    keys.forget(("store", "c"))
    assert [keys.get(("store", name)) for name in "abc"] == [None, KEY, None]
