"""The command ``question``; beside the sets, because it also prints questions of a course's own types."""

from functools import partial

import click

from boardkit.console import emit, json_option
from boardkit.errors import UserError
from boardkit.messages import get_language
from boardkit.usage import Command
from coursekit.sets.course import NoCourse, find_course
from coursekit.sets.source import load_questions
from coursekit.texts import message

course_option = partial(
    click.option,
    "--course",
    type=click.Path(file_okay=False),
    help="Folder of the course (default: here, or the folder called course in it).",
)


def _learn_own_types(folder: str | None) -> None:
    """Make known the types of questions of a course, where there is one."""
    try:
        course = find_course(folder)
    except NoCourse:
        if folder is not None:
            raise
        return
    try:
        own = course.own_types()
    except ImportError as error:
        # Who only looks at questions need not have what marking needs: a clone of the project has a course in it
        if folder is None and not (course.root / "source" / "questions.py").exists():
            return
        raise UserError(message("course.install", module=error.name)) from None
    load_questions(**own)


@click.command(cls=Command)
@click.argument("type_id", metavar="TYPE", required=False)
@click.option("--list", "listed", is_flag=True, help="List all types of questions.")
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="The same seed gives the same question.",
)
@click.option(
    "--difficulty", type=int, default=2, show_default=True, help="1 (easy) to 5 (hard)."
)
@click.option("--skin", help="How an automaton is presented: board, textbook, …")
@click.option(
    "--alphabet",
    metavar="SYMBOLS",
    help="The symbols of an automaton, such as ab, where the skin lets you choose.",
)
@click.option(
    "--hints",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Number of hints to show.",
)
@click.option("--solution", is_flag=True, help="Show the worked solution as well.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False),
    help="Save the picture (.svg, .png, .pdf).",
)
@course_option()
@json_option
def question(
    type_id: str | None,
    listed: bool,
    seed: int,
    difficulty: int,
    skin: str | None,
    alphabet: str | None,
    hints: int,
    solution: bool,
    picture: str | None,
    course: str | None,
    as_json: bool,
) -> None:
    """Print a question of a TYPE, with its solution on request."""
    from coursekit.questions import all_types
    from coursekit.questions import question as find

    _learn_own_types(course)
    lang = get_language()
    if listed:
        rows = [
            {
                "type": t.id,
                "unit": t.unit,
                "kind": t.kind,
                "skins": " ".join(t.skins),
                "title": t.title(lang),
            }
            for t in all_types()
        ]
        lines = (
            f"{r['unit']}  {r['type']:<24}{r['kind']:<16}{r['skins']:<16}{r['title']}"
            for r in rows
        )
        emit(rows, "\n".join(lines), as_json)
        return
    if type_id is None:
        raise UserError(message("question.no_type"))
    made = find(type_id).instance(seed, difficulty, lang, skin, alphabet)
    if picture and made.picture is None:
        raise UserError(message("question.no_picture", type=type_id))
    if picture and made.picture is not None:
        made.picture.save(picture)
    shown: dict[str, object] = made.to_json() | {"seed": seed, "picture": None}
    shown["hints"] = list(made.hints[:hints])
    if solution:
        shown |= {"solution": made.solution, "key": made.key}
    parts = [
        f"# {made.title}",
        made.text,
        *made.hints[:hints],
        *([f"---\n\n{made.solution}"] if solution else []),
    ]
    emit(shown, "\n\n".join(parts), as_json)
