"""Where lectures and problem sets lie: in a wheel beside the packages, in a clone in its folders."""

from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

KITS = ("boardkit", "automatakit", "coursekit")

_HERE = Path(__file__).resolve().parent


@cache
def packages() -> tuple[str, ...]:
    """The packages that are installed together: the kits, then those that the entry points of their distribution name.

    Examples
    --------
    >>> packages()[:3]
    ('boardkit', 'automatakit', 'coursekit')
    """
    try:
        declared = distribution("finity-edu").entry_points
    except PackageNotFoundError:
        # A copy of the source that nobody has installed: it declares nothing.
        return KITS
    named = {entry.module.partition(".")[0] for entry in declared}
    return (*KITS, *sorted(named.difference(KITS)))


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
