import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases.sampling import (
    ALLOCATIONS,
    NEYMAN,
    allocate,
    draw,
    expected,
    spread_of,
    union_probability,
)

SIZES = st.dictionaries(
    st.tuples(st.text(max_size=3)), st.integers(min_value=1, max_value=500), min_size=1, max_size=12
)
SPREADS = st.floats(min_value=0, max_value=0.5)


@given(SIZES, st.integers(min_value=1, max_value=3_000), st.sampled_from(ALLOCATIONS), st.data())
def test_counts_add_up_and_no_stratum_gives_more_than_it_has(
    sizes: dict[tuple[str], int], sample: int, method: str, data: st.DataObject
) -> None:
    spreads = data.draw(st.fixed_dictionaries(dict.fromkeys(sizes, SPREADS)))
    counts = allocate(sizes, sample, method=method, spreads=spreads)
    assert counts.keys() == sizes.keys()
    assert sum(counts.values()) == min(sample, sum(sizes.values()))
    assert all(0 <= counts[stratum] <= size for stratum, size in sizes.items())
    if sample >= len(sizes):
        assert min(counts.values()) >= 1


@given(SIZES, st.integers(min_value=1, max_value=3_000), st.sampled_from(ALLOCATIONS))
def test_the_order_of_strata_never_matters(
    sizes: dict[tuple[str], int], sample: int, method: str
) -> None:
    turned = dict(reversed(sizes.items()))
    assert allocate(sizes, sample, method=method) == allocate(turned, sample, method=method)


@given(SIZES, st.integers(min_value=1, max_value=3_000))
def test_neyman_with_one_spread_for_all_is_proportional(
    sizes: dict[tuple[str], int], sample: int
) -> None:
    spreads = dict.fromkeys(sizes, 0.25)
    assert allocate(sizes, sample, method=NEYMAN, spreads=spreads) == allocate(sizes, sample)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("proportional", [60, 30, 10]),  # 100 · (600, 300, 100) / 1000
        ("equal", [34, 33, 33]),
        # N·S = 600·0.1, 300·0.5, 100·0.3 = 60, 150, 30 of 240 → 25, 62.5, 12.5
        ("neyman", [25, 62, 13]),
    ],
)
def test_allocations_worked_by_hand(method: str, expected: list[int]) -> None:
    sizes = {("c",): 600, ("b",): 300, ("a",): 100}
    spreads = {("c",): 0.1, ("b",): 0.5, ("a",): 0.3}
    counts = allocate(sizes, 100, method=method, spreads=spreads)
    # Halves and ties: by name, the later one first.
    assert [counts[(name,)] for name in "cba"] in (expected, [25, 63, 12])


def test_twenty_thousand_strata_share_a_sample_in_no_time() -> None:
    sizes = {(f"{number:05}",): 3 for number in range(20_000)}
    counts = allocate(sizes, 30_000)
    # 1.5 each: ties go by name, the later ones first.
    assert [counts[(f"{number:05}",)] for number in (0, 9_999, 10_000, 19_999)] == [1, 1, 2, 2]
    assert sum(counts.values()) == 30_000


def test_a_large_stratum_gives_up_several_so_that_each_gets_one() -> None:
    sizes = {("large",): 1_000} | {(f"{number}",): 1 for number in range(10)}
    assert allocate(sizes, 20)[("large",)] == 10


def test_what_a_small_stratum_cannot_give_the_others_do() -> None:
    sizes = {("a",): 4, ("b",): 100, ("c",): 100}
    assert allocate(sizes, 60, method="equal") == {("a",): 4, ("b",): 28, ("c",): 28}


def test_a_stratum_without_spread_gives_one_until_the_others_are_used_up() -> None:
    sizes = {("sure",): 100, ("open",): 20}
    spreads = {("sure",): 0.0, ("open",): 0.5}
    assert allocate(sizes, 10, method=NEYMAN, spreads=spreads) == {("sure",): 1, ("open",): 9}
    assert allocate(sizes, 30, method=NEYMAN, spreads=spreads) == {("sure",): 10, ("open",): 20}


MANY = st.dictionaries(
    st.tuples(st.text(max_size=3)), st.integers(min_value=1, max_value=40), min_size=2, max_size=30
)


@given(MANY, st.data(), st.sampled_from(ALLOCATIONS), st.integers())
def test_a_sample_smaller_than_the_strata_are_many_is_one_by_lot(
    sizes: dict[tuple[str], int], data: st.DataObject, method: str, seed: int
) -> None:
    sample = data.draw(st.integers(min_value=1, max_value=len(sizes) - 1))
    spreads = data.draw(st.fixed_dictionaries(dict.fromkeys(sizes, SPREADS)))
    mean = expected(sizes, sample, method=method, spreads=spreads)
    counts = allocate(sizes, sample, method=method, spreads=spreads, seed=seed, salt=b"s")
    turned = dict(reversed(sizes.items()))
    assert counts == allocate(turned, sample, method=method, spreads=spreads, seed=seed, salt=b"s")
    assert sum(counts.values()) == sample
    for stratum, size in sizes.items():
        assert 0 < mean[stratum] <= size
        assert math.floor(mean[stratum] - 1e-9) <= counts[stratum] <= mean[stratum] + 1 + 1e-9
        assert counts[stratum] <= size


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.lists(st.integers(min_value=10, max_value=40), min_size=2, max_size=30),
    st.data(),
    st.sampled_from(ALLOCATIONS),
)
def test_the_weights_of_a_sample_come_to_the_population_on_average(
    numbers: list[int], data: st.DataObject, method: str
) -> None:
    """Each drawn session weighs N / n of its stratum, n being what is drawn on average."""
    sizes = {(f"{place}",): size for place, size in enumerate(numbers)}
    sample = data.draw(st.integers(min_value=1, max_value=len(sizes) + 2))
    spreads = dict.fromkeys(list(sizes)[::2], 0.25)
    mean = expected(sizes, sample, method=method, spreads=spreads)
    weights = {stratum: size / mean[stratum] for stratum, size in sizes.items()}
    seeds = 600
    sums = 0.0
    for seed in range(seeds):
        counts = allocate(sizes, sample, method=method, spreads=spreads, seed=seed, salt=b"s")
        sums += math.fsum(count * weights[stratum] for stratum, count in counts.items())
    # Six standard errors at most, as if all strata were drawn or left out together.
    error = sum(
        weights[stratum] * math.sqrt((share % 1) * (1 - share % 1))
        for stratum, share in mean.items()
    ) / math.sqrt(seeds)
    population = sum(numbers)
    assert sums / seeds == pytest.approx(population, abs=6 * error + 1e-6 * population)


def test_no_stratum_is_left_out_for_its_name() -> None:
    """600 sessions in 150 strata of four, of which 100 are drawn."""
    sizes = {(f"{number:03}",): 4 for number in range(150)}
    hits: Counter[tuple[str, ...]] = Counter()
    for seed in range(300):
        hits.update(allocate(sizes, 100, seed=seed, salt=b"s"))
    assert sum(hits.values()) == 300 * 100
    for stratum in sizes:
        # Two in three: five standard errors.
        assert hits[stratum] / 300 == pytest.approx(2 / 3, abs=5 * math.sqrt(2 / 9 / 300))


def test_an_unknown_allocation_is_refused() -> None:
    with pytest.raises(ValueError, match="newest"):
        allocate({("a",): 3}, 1, method="newest")


@pytest.mark.parametrize(("rate", "spread"), [(0, 0), (0.5, 0.5), (0.9, 0.3), (1, 0)])
def test_the_spread_of_a_pass_rate(rate: float, spread: float) -> None:
    assert spread_of(rate) == pytest.approx(spread)


@given(
    st.lists(st.integers(), unique=True, max_size=60),
    st.integers(min_value=0, max_value=60),
    st.randoms(use_true_random=False),
)
def test_a_draw_depends_on_the_seed_only(names: list[int], count: int, dice: object) -> None:
    drawn = draw(names, count, seed=3, salt=b"salt")
    shuffled = names[:]
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert draw(shuffled, count, seed=3, salt=b"salt") == drawn
    assert len(drawn) == min(count, len(names))
    assert draw(names, count // 2, seed=3, salt=b"salt") <= drawn


def test_sessions_that_join_leave_the_others_where_they_were() -> None:
    before = draw(range(100), 10, seed=1, salt=b"s")
    after = draw(range(110), 10, seed=1, salt=b"s")
    assert after - before <= set(range(100, 110))


def test_every_session_has_the_chance_that_its_weight_says() -> None:
    hits = Counter(n for seed in range(2_000) for n in draw(range(10), 3, seed=seed, salt=b"s"))
    for number in range(10):
        # 2,000 draws at 0.3: five standard errors.
        assert hits[number] / 2_000 == pytest.approx(0.3, abs=5 * math.sqrt(0.21 / 2_000))


@pytest.mark.parametrize(
    ("draws", "chance"),
    [
        ([("a", 0.2)], 0.2),
        ([("a", 0.2), ("a", 0.5)], 0.5),  # nested
        ([("a", 0.2), ("b", 0.5)], 0.6),  # 1 − 0.8 · 0.5
        ([("a", 0.2), ("b", 0.5), ("a", 0.4)], 0.7),  # 1 − 0.6 · 0.5
        ([("a", 1.0), ("b", 0.5)], 1.0),
    ],
)
def test_the_chance_to_be_in_one_of_several_draws(
    draws: list[tuple[str, float]], chance: float
) -> None:
    assert union_probability(draws) == pytest.approx(chance)


def test_draws_of_two_seeds_are_independent() -> None:
    both = 0
    for seed in range(1_500):
        first = draw(range(20), 8, seed=seed, salt=b"one")
        second = draw(range(20), 5, seed=seed, salt=b"two")
        both += len(first | second)
    # Mean share in the union: 1 − 0.6 · 0.75 = 0.55.
    assert both / 1_500 / 20 == pytest.approx(0.55, abs=0.01)
