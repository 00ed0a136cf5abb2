"""How good is a player? Elo ratings.

References
----------
.. [1] R. A. Bradley, M. E. Terry: Rank analysis of incomplete block designs. Biometrika 39 (1952) 324–345.
.. [2] A. E. Elo: The Rating of Chessplayers, Past and Present. Arco (1978).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import exp, log, sqrt

Z95 = 1.959963984540054
"""Half the width of a 95 % interval of the normal distribution, in standard deviations."""
ELO_PER_UNIT = 400 / log(10)
VIRTUAL_DRAWS = 0.5
"""So many draws between each two players that met are added, so that a player who won every game has a rating."""


@dataclass(frozen=True)
class Rating:
    """A rating on the Elo scale; the mean of all players is 0.

    Attributes
    ----------
    elo : float
    plus_minus : float
        Half the width of the 95 % interval.
    """

    elo: float
    plus_minus: float


def elo_ratings(
    players: Sequence[str], encounters: Iterable[tuple[str, str, float]]
) -> dict[str, Rating]:
    """Ratings by maximum likelihood in the model of Bradley and Terry.

    Parameters
    ----------
    players : sequence of str
    encounters : iterable of (str, str, float)
        First player, second player, score of the first (1, ½ or 0).

    Notes
    -----
    Half a draw is added between any two players that met, so that ratings stay finite.  The intervals come from the
    curvature of the likelihood.

    Examples
    --------
    >>> ratings = elo_ratings(["a", "b"], [("a", "b", 1.0)] * 3 + [("a", "b", 0.0)])
    >>> ratings["a"].elo > 0 > ratings["b"].elo
    True
    """
    index = {name: i for i, name in enumerate(players)}
    n = len(players)
    score = [[0.0] * n for _ in range(n)]
    for a, b, points in encounters:
        i, j = index[a], index[b]
        if i != j:
            score[i][j] += points
            score[j][i] += 1 - points
    for i, j in combinations(range(n), 2):
        if score[i][j] + score[j][i]:
            score[i][j] += VIRTUAL_DRAWS / 2
            score[j][i] += VIRTUAL_DRAWS / 2
    strength, covariance = _fit(score)
    ratings = {}
    for name, i in index.items():
        deviation = sqrt(max(covariance[i][i], 0.0))
        ratings[name] = Rating(
            ELO_PER_UNIT * strength[i], ELO_PER_UNIT * Z95 * deviation
        )
    return ratings


def _fit(score: list[list[float]]) -> tuple[list[float], list[list[float]]]:
    """Newton's method; the mean is held at 0 by a term that fixes the one free direction."""
    n = len(score)
    x = [0.0] * n
    inverse = [[0.0] * n for _ in range(n)]
    for _ in range(100):
        gradient = [-sum(x)] * n
        curvature = [[1.0] * n for _ in range(n)]
        for i, j in permutations(range(n), 2):
            games = score[i][j] + score[j][i]
            if games:
                p = 1 / (1 + exp(x[j] - x[i]))
                gradient[i] += score[i][j] - games * p
                curvature[i][i] += games * p * (1 - p)
                curvature[i][j] -= games * p * (1 - p)
        inverse = _inverse(curvature)
        step = [_dot(row, gradient) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        shortened = min(1.0, 1.0 / max(longest, 1e-12))  # far steps overshoot
        for i in range(n):
            x[i] += shortened * step[i]
        if longest < 1e-10:
            break
    # The term that holds the mean adds a constant to every entry of the covariance; it is no uncertainty.
    for row in inverse:
        for j in range(n):
            row[j] -= 1 / n**2
    return x, inverse


def _dot(row: Sequence[float], column: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, column, strict=True))


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Inverse of a small positive definite matrix (players that never met get no information, so a large entry)."""
    n = len(matrix)
    rows = []
    for i, row in enumerate(matrix):
        unit = [0.0] * n
        unit[i] = 1.0
        rows.append([*row, *unit])
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i][i] if abs(rows[i][i]) > 1e-12 else 1e-12
        rows[i] = [value / head for value in rows[i]]
        for r in range(n):
            if r != i:
                factor = rows[r][i]
                rows[r] = [
                    a - factor * b for a, b in zip(rows[r], rows[i], strict=True)
                ]
    return [row[n:] for row in rows]
