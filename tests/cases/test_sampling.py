from hypothesis import given
from hypothesis import strategies as st

from cases.sampling import allocate, draw

SIZES = st.dictionaries(
    st.tuples(st.text(max_size=3)), st.integers(1, 400), min_size=1, max_size=12
)


def test_shares_are_proportional() -> None:
    assert allocate({("a",): 60, ("b",): 30, ("c",): 10}, 10) == {("a",): 6, ("b",): 3, ("c",): 1}


def test_a_small_stratum_gets_one() -> None:
    assert allocate({("a",): 97, ("b",): 3}, 10) == {("a",): 9, ("b",): 1}


@given(sizes=SIZES, sample=st.integers(1, 900))
def test_counts_add_up_and_stay_in_bounds(sizes: dict[tuple[str, ...], int], sample: int) -> None:
    counts = allocate(sizes, sample)
    assert sum(counts.values()) == min(sample, sum(sizes.values()))
    assert all(0 <= counts[name] <= size for name, size in sizes.items())
    if sample >= len(sizes):
        assert all(counts.values())


def test_a_draw_is_reproducible_and_ignores_order() -> None:
    names = [f"session {number}" for number in range(100)]
    drawn = draw(names, 10, seed=1, salt=b"k")
    assert drawn == draw(names[::-1], 10, seed=1, salt=b"k")
    assert drawn != draw(names, 10, seed=2, salt=b"k")
    assert len(drawn) == 10
