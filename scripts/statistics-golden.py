"""Answers of SciPy and NumPy for app/domain/statistics, to which its tests are held.

    python -m venv build/scipy && build/scipy/bin/pip install scipy==1.17.1
    build/scipy/bin/python scripts/statistics-golden.py

writes app/domain/statistics/testdata/scipy-golden.json: more than ninety data sets, drawn by a fixed seed, with
ties, zeros, heavy tails, equal values, very few and rather many. What SciPy has no function for is
computed here from its definition, by brute force. Commit the file with the change that needs it.
"""

import json
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

TARGET = Path(__file__).parent.parent / "app/domain/statistics/testdata/scipy-golden.json"
CONFIDENCE = 0.95
ALL_RESAMPLES = stats.PermutationMethod(n_resamples=np.inf)
rng = np.random.default_rng(20)


def tidy(values):
    """Few digits: the file stays small, and the tests read the very same numbers."""
    return [float(f"{value:.6g}") for value in values]


# What is drawn. Each gives n values; `at` is where they lie.
SHAPES = {
    "normal": lambda n, at: rng.normal(at, 2, n),
    "heavyTails": lambda n, at: at + rng.standard_t(1.5, n),
    "logNormal": lambda n, at: np.exp(rng.normal(math.log(at), 0.3, n)),
    "ties": lambda n, at: np.round(rng.normal(at, 2, n)),
    "manyTies": lambda n, at: np.round(rng.normal(at, 0.6, n)),
    "equal": lambda n, at: np.full(n, at),
}


# Pairs.


def paired_sets():
    for n in (1, 2, 3, 5, 6, 8, 10, 13, 20, 60):
        yield "normal", n, 0
        yield "ties", n, 0
    for n in (5, 8, 10, 12, 13):
        yield "manyTies", n, 0.2
        yield "heavyTails", n, 0.4
    for n in (25, 40, 50, 51, 80):
        yield "logNormal", n, 0
        yield "manyTies", n, 0.1
    yield "equal", 10, 1


def paired():
    for shape, n, zeros in paired_sets():
        # A shift of whole numbers keeps ties: no rounding error tells apart what is equal.
        differences = np.array(tidy(SHAPES[shape](n, 20.0) - (19 if "ies" in shape else 19.4)))
        differences[rng.random(n) < zeros] = 0
        yield {"shape": shape, "differences": differences.tolist(), **of_differences(differences)}


def of_differences(d):
    answer = {"quantiles": quantiles(d), "shift": one_sample_shift(d)}
    nonzero = d[d != 0]
    if len(nonzero) == 0:
        return answer
    normal = stats.wilcoxon(d, zero_method="pratt", correction=True, method="asymptotic")
    answer["pNormal"] = float(normal.pvalue)
    answer["smallerRankSum"] = float(normal.statistic)
    is_plain = len(nonzero) == len(d) == len(set(np.abs(d)))
    if is_plain and len(d) <= 50:
        answer["pExact"] = float(stats.wilcoxon(d, method="exact").pvalue)
    elif len(d) <= 13:
        answer["pExact"] = float(stats.wilcoxon(d, zero_method="pratt", method=ALL_RESAMPLES).pvalue)
    return answer


def one_sample_shift(d):
    averages = sorted((d[i] + d[j]) / 2 for i in range(len(d)) for j in range(i, len(d)))
    answer = {"estimate": float(np.median(averages))}
    if len(d) <= 50:
        # Each rank is in the sum or not: the product of (1 + x^rank).
        counts = [1]
        for rank in range(1, len(d) + 1):
            counts = [
                (counts[at] if at < len(counts) else 0) + (counts[at - rank] if at >= rank else 0)
                for at in range(len(counts) + rank)
            ]
        answer |= ends(averages, counts, 2 ** len(d))
    return answer


def ends(candidates, counts, choices):
    """The innermost candidates that leave at most a tail's chance outside; the outermost if none does."""
    below, rank = counts[0], 1
    while 2 * rank < len(candidates) and 2 * (below + counts[rank]) <= (1 - CONFIDENCE) * choices:
        below += counts[rank]
        rank += 1
    return {
        "low": float(candidates[rank - 1]),
        "high": float(candidates[-rank]),
        "confidence": 1 - 2 * below / choices,
    }


def quantiles(values):
    return [float(np.quantile(values, share)) for share in (0, 0.1, 0.25, 0.5, 0.9, 1)]


# Two samples.


def independent_sets():
    for m, n in ((1, 1), (2, 3), (3, 3), (4, 4), (5, 8), (8, 8), (10, 10), (9, 14), (25, 25), (30, 45)):
        yield "normal", m, n
    for m, n in ((3, 4), (5, 5), (6, 7), (8, 8), (12, 3), (20, 18), (30, 30)):
        yield "ties", m, n
        yield "manyTies", m, n
    for m, n in ((10, 10), (12, 7), (30, 20), (28, 40)):
        yield "heavyTails", m, n
        yield "logNormal", m, n
    yield "equal", 6, 6


def independent():
    for shape, m, n in independent_sets():
        first = np.array(tidy(SHAPES[shape](m, 20.0)))
        second = np.array(tidy(SHAPES[shape](n, 20.0 if shape == "equal" else 21.0)))
        yield {
            "shape": shape,
            "first": first.tolist(),
            "second": second.tolist(),
            **of_samples(first, second),
        }


def of_samples(first, second):
    m, n = len(first), len(second)
    differences = sorted((second[:, None] - first[None, :]).ravel())
    shift = {"estimate": float(np.median(differences))}
    if m + n <= 50:
        counts = [int(arrangements(m, n, u)) for u in range(m * n + 1)]
        shift |= ends(differences, counts, math.comb(m + n, m))
    answer = {"shift": shift, "u": float(np.sum(np.array(differences) > 0) + np.sum(np.array(differences) == 0) / 2)}
    everything = np.concatenate([first, second])
    if len(set(everything)) > 1:
        answer["pNormal"] = float(stats.mannwhitneyu(second, first, method="asymptotic").pvalue)
    if len(set(everything)) == m + n <= 50:
        answer["pExact"] = float(stats.mannwhitneyu(second, first, method="exact").pvalue)
    elif math.comb(m + n, m) <= 15_000:
        answer["pExact"] = float(stats.mannwhitneyu(second, first, method=ALL_RESAMPLES).pvalue)
    if min(m, n) > 1 and len(set(everything)) > 1:
        welch = stats.ttest_ind(second, first, equal_var=False)
        interval = welch.confidence_interval(CONFIDENCE)
        answer["welch"] = {"p": float(welch.pvalue), "low": float(interval.low), "high": float(interval.high)}
    return answer


@lru_cache(maxsize=None)
def arrangements(m, n, u):
    """In how many orders of m and n values U is u: the last value belongs to either sample."""
    if u < 0:
        return 0
    if m == 0 or n == 0:
        return int(u == 0)
    return arrangements(m - 1, n, u) + arrangements(m, n - 1, u - m)


# Lines.


def lines():
    for n in (3, 4, 5, 8, 12, 20, 50, 100):
        x = np.array(tidy(rng.uniform(0, 100, n)))
        y = np.array(tidy(3 + 0.2 * x + rng.normal(0, 4, n)))
        fit = stats.linregress(x, y)
        reach = stats.t.ppf((1 + CONFIDENCE) / 2, n - 2)
        yield {
            "x": x.tolist(),
            "y": y.tolist(),
            "slope": float(fit.slope),
            "intercept": float(fit.intercept),
            "r2": float(fit.rvalue**2),
            "p": float(fit.pvalue),
            "slopeReach": float(reach * fit.stderr),
            "interceptReach": float(reach * fit.intercept_stderr),
        }


# Series.


def series():
    for n, memory, start in (
        (100, 0, 0),
        (123, 0.5, 0),
        (150, 0.3, 12),
        (200, 0.8, 20),
        (200, 0.6, 8),
        (250, 0.9, 0),
        (300, 0.2, 30),
        (400, 0.7, 15),
    ):
        noise, values = rng.normal(0, 1, n), np.zeros(n)
        for at in range(n):
            values[at] = memory * (values[at - 1] if at else 0) + noise[at]
        values = np.array(tidy(50 + values - start * np.exp(-np.arange(n) / 15)))
        means = values[: n - n % 5].reshape(-1, 5).mean(axis=1)
        errors = [np.sum((means[d:] - means[d:].mean()) ** 2) / (len(means) - d) ** 2 for d in range(len(means) - 5)]
        ratio = np.sum(np.diff(values) ** 2) / np.sum((values - values.mean()) ** 2)
        z = (1 - ratio / 2) * math.sqrt((n * n - 1) / (n - 2))
        yield {
            "values": values.tolist(),
            "truncation": int(np.argmin(errors)),
            "vonNeumannP": float(stats.norm.sf(z)),
            "meanInterval": list(map(float, stats.t.interval(CONFIDENCE, len(means) - 1, means.mean(), stats.sem(means)))),
        }


# Bootstrap: with the draws of app/domain/seeded-random.ts, so that SciPy judges the very same resamples.


# Holm's correction, from its definition: what a step of the procedure would still refuse.


def holms():
    for count in (1, 2, 5, 12):
        p = np.array(tidy(rng.uniform(0, 1, count) ** 3))
        order = np.argsort(p)
        adjusted = np.zeros(count)
        for place, at in enumerate(order):
            adjusted[at] = min(1, max((count - k) * p[order[k]] for k in range(place + 1)))
        yield {"p": p.tolist(), "adjusted": adjusted.tolist()}


golden = {
    "scipy": scipy.__version__,
    "numpy": np.__version__,
    "paired": list(paired()),
    "independent": list(independent()),
    "lines": list(lines()),
    "series": list(series()),
    "holm": list(holms()),
}
TARGET.parent.mkdir(exist_ok=True)
TARGET.write_text(json.dumps(golden, separators=(",", ":"), allow_nan=False).replace("},{", "},\n{") + "\n")
print({key: len(value) for key, value in golden.items() if isinstance(value, list)})
