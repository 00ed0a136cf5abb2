"""Confidence intervals for what was counted.

References
----------
.. [1] E. B. Wilson: Probable inference, the law of succession, and statistical inference. JASA 22 (1927) 209–212.
"""

from math import sqrt
from statistics import NormalDist


def wilson(successes: float, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Confidence interval of a probability from a number of successes (Wilson score interval [1]_).

    Parameters
    ----------
    successes : float
        A draw may count as half a success (the interval is then a little too wide).
    trials : int
        Without trials every probability is possible: the interval is (0, 1).
    level : float
        Confidence level.

    Raises
    ------
    ValueError
        If there are more successes than trials, or fewer than none.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(90, 100)]
    [0.826, 0.945]
    >>> wilson(100, 100)[1]
    1.0
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = successes / trials
    centre = p + z * z / (2 * trials)
    spread = z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if p == 0 else (centre - spread) / scale
    high = 1.0 if p == 1 else (centre + spread) / scale
    return low, high
