"""Where lectures and problem sets lie: in a wheel beside the packages, in a clone in its folders."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def shipped(name: str) -> Path | None:
    """Return a folder that comes with the distribution, or None where there are the packages alone.

    Parameters
    ----------
    name : str
        ``notebooks`` (lectures), ``course`` (problem sets and what belongs to them).

    Examples
    --------
    >>> shipped("nonsense") is None
    True
    """
    return next(
        (
            place
            for place in (_HERE / "shipped" / name, _HERE.parent / name)
            if place.is_dir()
        ),
        None,
    )
