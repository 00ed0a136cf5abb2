"""Predictions of a lecture: a cell names one, and what it says stands in a file beside the notebook.

So the cell, and whatever else a reader sees before committing, gives nothing away; and a translation changes no code.

The file is ``predictions.toml``, a table for each prediction: ``ask`` (the question), ``choices`` (a list, or a table
from what the cell says to what the reader reads), ``why`` (for a wrong choice: what kind of error it is) and
``reveal``.  ``predictions.de.toml`` says the same in another language.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.messages import get_language
from boardkit.svg import Picture
from coursekit.answers.form import Form
from coursekit.lecture import label
from coursekit.practice.prediction import TEXTS, Prediction, predict
from coursekit.shipped import shipped

_YES_NO = {True: "yes", False: "no"}


def ask(
    id: str,
    right: object,
    *,
    kind: str = "choice",
    form: Form | None = None,
    picture: Picture | None = None,
    folder: Path | str = ".",
    **values: object,
) -> Prediction:
    """Ask for a prediction whose texts stand in a file beside the notebook, above it, or among our lectures.

    Parameters
    ----------
    id : str
        The name of its table in the file.
    right : object
        What is right, computed by the lecture: one of the choices; for yes and no a truth value.
    kind, form
        Another kind of answer than a choice (see `coursekit.answers`), and its details.
    picture : Picture, optional
        What is shown afterwards.
    folder : path
        Where the notebook lies.
    **values
        Fill the placeholders ``{…}`` of what is said afterwards, so that no number in it is written by hand; words are
        said as `coursekit.lecture.label` knows them.

    Returns
    -------
    Prediction

    Raises
    ------
    UserError
        If no file tells of it.
    """
    said = _told(id, Path(folder))
    values = {
        name: label(value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    words: dict[str, str] = _table(said.get("choices", ()))
    known: object = _YES_NO[right] if isinstance(right, bool) else right
    if kind == "choice":
        known = words.get(str(known), str(known))
    why = {
        words.get(key, key): text.format(**values)
        for key, text in said.get("why", {}).items()
    }
    return predict(
        id,
        said["ask"].strip(),
        known,
        choices=tuple(words.values()),
        kind=kind,
        form=form,
        reveal=said["reveal"].strip().format(**values),
        picture=picture,
        why=why,
        folder=folder,
    )


def _table(choices: Mapping[str, str] | Iterable[str]) -> dict[str, str]:
    if isinstance(choices, Mapping):
        return dict(choices)
    return {choice: choice for choice in choices}


def _told(id: str, folder: Path) -> dict[str, Json]:
    """What the first file that knows a prediction says about it."""
    for file in _files(folder):
        if file.is_file() and id in (
            tables := tomllib.loads(file.read_text(encoding="utf-8"))
        ):
            return dict(tables[id])
    raise UserError(TEXTS.message("unknown", id=id))


def _files(folder: Path) -> Iterator[Path]:
    """The reader's language before English, the notebook's own folder before the one above it and the shipped ones."""
    lectures = shipped("notebooks")  # for a lecture that was taken out of its folder
    for name in (f"predictions.{get_language()}.toml", "predictions.toml"):
        yield from (
            place / name
            for place in (folder, folder.resolve().parent, lectures)
            if place
        )
