"""Translators' files (``.po``, ``.pot``) are compiled to the ``.mo`` that `gettext` of Python reads, by Babel.

The build compiles all files (``hatch_build.py``); where the packages run from their source, a file is compiled when
its first text is asked for, and again when it has changed.  The template of a package is compiled too, to what
English is: the English text by its id (``msgctxt``).

Nothing of ours is imported here, as the build loads this module alone; nor is Babel, which an installed package does
not need, and a browser does not have.
"""

import gettext
import io
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def translations(text: str) -> dict[str, str]:
    r"""What a file of whole texts (the pages of a notebook or problem set) says in place of each of them.

    A text whose translation is marked ``fuzzy``, as it translates an older wording, is said as it stands.

    Raises
    ------
    ValueError
        If it is no ``.po`` file.

    Examples
    --------
    >>> translations('msgid "# Rings"\nmsgstr "# Ringe"\n\nmsgid "# Posts"\nmsgstr ""')
    {'# Rings': '# Ringe'}
    """
    from babel.messages.pofile import PoFileError, read_po

    try:
        found = read_po(io.StringIO(text), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from None
    return {
        str(m.id): str(m.id if m.fuzzy else m.string)
        for m in found
        if m.id and m.string
    }


def template(texts: Iterable[str]) -> str:
    r"""Write a ``.pot`` file of whole texts, each once.

    Examples
    --------
    >>> print(template(["# Rings"]).partition("\n\n")[2])
    msgid "# Rings"
    msgstr ""
    """
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"'
    return "\n\n".join(
        [head, *(f'msgid {_quoted(text)}\nmsgstr ""' for text in dict.fromkeys(texts))]
    )


def _quoted(text: str) -> str:
    return "\n".join(
        json.dumps(line, ensure_ascii=False) for line in text.splitlines(keepends=True)
    )


def compile_file(source: Path) -> bytes:
    """Compile a ``.po``, or the ``.pot`` of a package, to the file that belongs to it; returns what stands there.

    Nothing happens if that file is younger than its source; a folder that cannot be written is no mistake.
    """
    english = source.suffix == ".pot"
    target = (
        source.parent / "en" / "LC_MESSAGES" / source.name if english else source
    ).with_suffix(".mo")
    if target.exists() and not (
        source.exists() and source.stat().st_mtime_ns > target.stat().st_mtime_ns
    ):
        return target.read_bytes()
    compiled = _compiled(source, english)
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        # Another process may be at it, too
        part = target.with_suffix(f".{os.getpid()}")
        part.write_bytes(compiled)
        part.replace(target)
    return compiled


def _compiled(source: Path, english: bool) -> bytes:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    if english:
        texts, catalogue = list(catalogue), Catalog("en", fuzzy=False)
        for text in texts:
            if id := text.context:
                catalogue.add((id, id) if text.pluralizable else id, text.id)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def compile_all(folder: Path) -> None:
    """Compile the texts of all packages in a folder."""
    for source in (
        *folder.glob("*/locale/*.pot"),
        *folder.glob("*/locale/*/LC_MESSAGES/*.po"),
    ):
        compile_file(source)


def load(source: Path) -> gettext.NullTranslations:
    """Load the texts of a ``.po`` file, or of a package's template, compiled as they are; none if there is no file."""
    try:
        return gettext.GNUTranslations(io.BytesIO(compile_file(source)))
    except FileNotFoundError:
        return gettext.NullTranslations()
