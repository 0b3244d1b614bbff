"""A binary judge against people: the shares of a confusion table."""

import math

import numpy as np
import numpy.typing as npt


def classification(table: npt.NDArray[np.float64]) -> dict[str, float | None]:
    """Shares of a 2 × 2 table, rows human (pass, fail), columns judge (pass, fail).

    Keys: accuracy, balanced_accuracy, sensitivity, specificity, precision, f1, mcc, youden,
    judge_pass_rate, human_pass_rate; None where a denominator is zero.
    """
    (tp, fn), (fp, tn) = table.tolist()
    n = tp + fn + fp + tn

    def share(part: float, whole: float) -> float | None:
        return part / whole if whole else None

    sensitivity, specificity = share(tp, tp + fn), share(tn, fp + tn)
    both = sensitivity is not None and specificity is not None
    youden = (sensitivity or 0) + (specificity or 0) - 1 if both else None
    margin = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return {
        "accuracy": share(tp + tn, n),
        "balanced_accuracy": (youden + 1) / 2 if youden is not None else None,
        "sensitivity": sensitivity,
        "specificity": specificity,
        "precision": share(tp, tp + fp),
        "f1": share(2 * tp, 2 * tp + fp + fn),
        "mcc": share(tp * tn - fp * fn, margin),
        "youden": youden,
        "judge_pass_rate": share(tp + fp, n),
        "human_pass_rate": share(tp + fn, n),
    }
