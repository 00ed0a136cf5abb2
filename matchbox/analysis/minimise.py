"""Quasi-Newton minimisation (BFGS) with backtracking, for a dozen variables.

In plain Python: the course also runs where there is no SciPy.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Progress", "minimise"]

Progress = Callable[[int, float], object]
"""Called with the number of steps done and the value reached."""


def minimise(f: Callable[[list[float]], tuple[float, list[float]]], x: list[float], tolerance: float,
             rounds: int, progress: Progress | None = None) -> tuple[list[float], float]:
    """Find a local minimum near a point; ``f`` gives the value and the gradient.

    Examples
    --------
    >>> x, value = minimise(lambda x: ((x[0] - 3) ** 2, [2 * (x[0] - 3)]), [0.0], 1e-12, 50)
    >>> round(x[0], 6), round(value, 6)
    (3.0, 0.0)
    """
    n = len(x)
    h = [[float(i == j) for j in range(n)] for i in range(n)]
    y, g = f(x)
    for step in range(rounds):
        if progress is not None:
            progress(step, y)
        p = [-sum(h[i][j] * g[j] for j in range(n)) for i in range(n)]
        slope = sum(a * b for a, b in zip(p, g, strict=True))
        if -slope < tolerance:
            break
        t = min(1.0, 3.0 / max(map(abs, p)))
        while True:
            new = [a + t * b for a, b in zip(x, p, strict=True)]
            y_new, g_new = f(new)
            if y_new <= y + 1e-4 * t * slope or t < 1e-6:
                break
            t /= 3
        s = [t * b for b in p]
        q = [a - b for a, b in zip(g_new, g, strict=True)]
        sq = sum(a * b for a, b in zip(s, q, strict=True))
        if sq > 1e-12:
            hq = [sum(h[i][j] * q[j] for j in range(n)) for i in range(n)]
            factor = (1 + sum(a * b for a, b in zip(q, hq, strict=True)) / sq) / sq
            h = [[h[i][j] + factor * s[i] * s[j] - (hq[i] * s[j] + s[i] * hq[j]) / sq for j in range(n)]
                 for i in range(n)]
        x, y, g = new, y_new, g_new
    return x, y
