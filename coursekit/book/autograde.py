"""nbgrader's own autograde, refused: it would run students' notebooks with the lecturer's rights."""

from typing import Any, NoReturn

from nbconvert.exporters import NotebookExporter

from coursekit.texts import text


class Refuse(NotebookExporter):
    """What nbgrader's autograde makes before it touches or runs anything: there it ends."""

    def __init__(self, *, parent: Any = None, **_: Any) -> NoReturn:
        from nbgrader.converters import NbGraderException

        refused = text("autograde.refused")
        if parent is not None:
            # The command line shows the log, the formgrader both
            parent.log.error(refused)
        raise NbGraderException(refused)
