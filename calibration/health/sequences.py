"""Ratings in the order in which they were made: runs of equal answers, control chart. Pure."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from calibration.stats.monitoring import at_most, drift, longest_run, run_probability, share_chart
from calibration.stats.planning import cusum
from calibration.stats.proportions import rate

Json = dict[str, Any]

# In standard deviations of a batch: slack and limit of the usual tabular CUSUM (Montgomery).
CUSUM_SLACK, CUSUM_LIMIT = 0.5, 5.0


def straight_line(answers: Sequence[bytes]) -> Json:
    """Longest run of equal answers, its chance under their own shares, and the commonest's share.

    probability: None for fewer than two ratings, or where all are equal: that has chance 1 under
    its own shares, and tells nothing of order.
    """
    _, codes, counts = np.unique(
        np.array(answers, dtype=object), return_inverse=True, return_counts=True
    )
    n, longest = len(answers), longest_run(codes)
    commonest = int(counts.max()) if n else 0
    return {
        "n": n,
        "longest": longest,
        "probability": (
            run_probability(counts / n, n=n, length=longest) if len(counts) > 1 else None
        ),
        "commonest": rate(commonest, n, what="ratings with the commonest answers").to_json(),
    }


def control_chart(hits: Sequence[bool], times: Sequence[str], *, size: int) -> Json:
    """Batches of `size` ratings, oldest first, with exact limits, trend and lower CUSUM.

    A last batch less than half full joins the one before it. No batch at all for fewer than
    `size` ratings.
    """
    starts = list(range(0, len(hits), size)) if len(hits) >= size else []
    if len(starts) > 1 and len(hits) - starts[-1] < size / 2:
        starts.pop()
    ends = [*starts[1:], len(hits)] if starts else []
    sizes = np.array([b - a for a, b in zip(starts, ends, strict=True)], dtype=np.int64)
    agreed = np.array([sum(hits[a:b]) for a, b in zip(starts, ends, strict=True)], dtype=np.int64)
    chart = share_chart(agreed, sizes)
    center = float(agreed.sum() / sizes.sum()) if len(sizes) else None
    batches = [
        {
            "from": times[a],
            "to": times[b - 1],
            "n": int(sizes[at]),
            "hits": int(agreed[at]),
            "low": float(chart.low[at]) if chart else 0.0,
            "high": float(chart.high[at]) if chart else 1.0,
            "below": bool(chart.below[at]) if chart else False,
            "p": at_most(int(agreed[at]), int(sizes[at]), center or 0.0),
        }
        for at, (a, b) in enumerate(zip(starts, ends, strict=True))
    ]
    return {
        "size": size,
        "n": len(hits),
        "center": center,
        "batches": batches,
        "trend_p": drift(agreed, sizes),
        "cusum": _cusum(agreed, sizes, center),
    }


def _cusum(agreed: Any, sizes: Any, center: float | None) -> Json | None:
    """Lower sums of the batches' standardised shares; None where they can't differ."""
    if center is None or not 0 < center < 1 or len(sizes) < 2:
        return None
    deviations = (agreed / sizes - center) / np.sqrt(center * (1 - center) / sizes)
    found = cusum(deviations, target=0.0, k=CUSUM_SLACK, h=CUSUM_LIMIT)
    beyond = np.flatnonzero(found.lower > CUSUM_LIMIT)
    return {
        "lower": [float(value) for value in found.lower],
        "limit": CUSUM_LIMIT,
        "signal": int(beyond[0]) + 1 if len(beyond) else None,
    }
