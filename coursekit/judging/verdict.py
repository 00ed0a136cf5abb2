"""What a judge says about an answer: points, a reason, a witness."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Self

from automatakit.languages.certificate import Certificate
from boardkit.foreign import as_lines
from boardkit.foreign_json import Json
from boardkit.messages import numeral
from boardkit.theme import style

SIGNS = {
    "right": ("✓", style.green),
    "partial": ("◐", style.orange),
    "wrong": ("✗", style.vermillion),
    "malformed": ("?", style.edge),
}


@dataclass(frozen=True)
class Verdict:
    """The verdict on one answer; equal inputs give equal verdicts.

    Parameters
    ----------
    points : float
        Points earned, at most `maximum`.
    maximum : float
        Points to be had.
    message : str
        What is right or wrong, and why, in the language that was asked for.
    witness : str or None
        The word, run, step or pair on which the answer errs, in text.
    picture : str or None
        The witness as SVG markup, with a text alternative inside.
    misconception : str or None
        Id of a recognised misconception; its text is ``misconception.ID``.
    malformed : bool
        The answer could not be read at all; `message` says what was expected.
    right : bool
        What the decision procedure of the type said.  It decides the points, they do not decide it.
    certificate : list of pairs or None
        Where languages were compared and the answer is right: the proof (see `automatakit.languages.certificate`).

    Raises
    ------
    ValueError
        If points and `right` contradict each other.

    Examples
    --------
    >>> v = Verdict(2.0, 4.0, "The tower bw wins and is missing.", witness="bw")
    >>> v.status
    'partial'
    >>> Verdict.from_json(v.to_json()) == v
    True
    """

    points: float
    maximum: float
    message: str
    witness: str | None = None
    picture: str | None = None
    misconception: str | None = None
    malformed: bool = False
    right: bool = False
    certificate: Certificate | None = None

    def __post_init__(self) -> None:
        full = self.points >= self.maximum
        if (self.right and (self.malformed or not full)) or (
            full and not self.right and self.maximum > 0
        ):
            raise ValueError(
                f"{self.points} of {self.maximum} points, but right is {self.right}"
            )

    @property
    def status(self) -> str:
        """``right``, ``partial``, ``wrong`` or ``malformed``."""
        if self.malformed or self.right:
            return "malformed" if self.malformed else "right"
        return "partial" if self.points > 0 else "wrong"

    def to_json(self) -> dict[str, object]:
        """Return plain data for a file; `from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Read what `to_json` wrote; of a record without ``right``, the points say it."""
        full = not data.get("malformed") and data["points"] >= data["maximum"]
        return cls(**{"right": full, **data})

    def _repr_html_(self) -> str:
        sign, colour = SIGNS[self.status]
        text = as_lines(self.message)
        picture = ""
        if self.picture:
            picture = f'<div style="overflow-x:auto" tabindex="0">{self.picture}</div>'
        return (
            f'<div style="border-left:6px solid {colour};padding:.4em .8em">'
            f"<strong>{sign} {numeral(self.points)} / {numeral(self.maximum)}</strong> {text}{picture}</div>"
        )

    def __str__(self) -> str:
        return f"{SIGNS[self.status][0]} {numeral(self.points)}/{numeral(self.maximum)}  {self.message}"
