"""People by name, wherever somebody reads: an id alone says little."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from boardkit.foreign import in_line
from coursekit.sets.course import Course
from coursekit.sets.groups import Groups

MANY = 12
"""People that are named in a line; the pages and ``--json`` name all."""


@dataclass(frozen=True)
class People:
    """How students are named in lists.

    Parameters
    ----------
    known : dict
        First and last name by id.
    groups : Groups
        Who hands in with whom.

    Examples
    --------
    >>> people = People({"ada": {"first_name": "Ada", "last_name": "King"}}, Groups({"1": ("ada", "bob")}))
    >>> people.one("ada"), people.one("eve"), people.together("ada")
    ('Ada King (ada)', 'eve', 'Ada King (ada) + bob')
    """

    known: Mapping[str, Mapping[str, str]]
    groups: Groups

    @classmethod
    def of(cls, course: Course, name: str = "") -> "People":
        """The people of a course, in the groups of a set."""
        return cls(course.students(), course.groups(name) if name else Groups())

    def one(self, student: str) -> str:
        """A student's name and id."""
        person = self.known.get(student, {})
        name = f"{person.get('first_name', '')} {person.get('last_name', '')}".strip()
        return f"{in_line(name)} ({in_line(student)})" if name else in_line(student)

    def together(self, student: str) -> str:
        """All whose hand-in is filed under a student's id."""
        return " + ".join(map(self.one, self.groups.with_(student)))

    def listed(self, students: Iterable[str]) -> str:
        """A list within a line: not everybody, where there are many."""
        named = list(map(self.together, students))
        more = [f"… (+{len(named) - MANY})"] if len(named) > MANY else []
        return ", ".join(named[:MANY] + more)
