"""Students who work together: one hand-in, and everybody's points."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

LARGEST = 6
"""More students than this do not work on one hand-in: such a list means something else."""


@dataclass(frozen=True)
class Groups:
    """Who works with whom.

    Parameters
    ----------
    members : dict of str to tuple of str
        By the name of the group.  The first one is its lead, under whose id its hand-in is filed.

    Examples
    --------
    >>> groups = Groups({"1": ("ada", "bob")})
    >>> groups.with_("bob"), groups.lead("bob"), groups.with_("eve"), groups.lead("eve")
    (('ada', 'bob'), 'ada', ('eve',), 'eve')
    """

    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def with_(self, student: str) -> tuple[str, ...]:
        """All who hand in together with a student, and the student."""
        together = self.members.get(self.name(student), ())
        return together or (student,)

    def lead(self, student: str) -> str:
        """Under whose id a student's hand-in is filed."""
        return self.with_(student)[0]

    def name(self, student: str) -> str:
        """The name of a student's group, "" without one."""
        return self._names.get(student, "")

    @cached_property
    def _names(self) -> dict[str, str]:
        return {
            student: name for name, mine in self.members.items() for student in mine
        }

    def regrouped(self, wanted: Mapping[str, str]) -> "Groups":
        """Put students into other groups; "" is none.  All others stay where they are.

        Examples
        --------
        >>> Groups({"1": ("ada", "bob")}).regrouped({"bob": "", "eve": "1"}).members
        {'1': ('ada', 'eve')}
        """
        found = {
            name: [student for student in mine if wanted.get(student, name) == name]
            for name, mine in self.members.items()
        }
        for student, name in wanted.items():
            if name and student not in found.setdefault(name, []):
                found[name].append(student)
        return Groups({name: tuple(mine) for name, mine in found.items() if mine})

    def settled(self, before: "Groups", busy: Collection[str]) -> "Groups":
        """These groups, but whoever has handed in stays with whom they did.

        Examples
        --------
        >>> now = Groups({"1": ("ada", "eve"), "2": ("bob", "joe")})
        >>> now.settled(Groups({"1": ("ada", "bob")}), {"ada"}).members
        {'1': ('ada', 'bob', 'eve'), '2': ('joe',)}
        """
        found = {
            name: [*mine] for name, mine in before.members.items() if mine[0] in busy
        }
        taken = {student for mine in found.values() for student in mine} | {*busy}
        for name, mine in self.members.items():
            found.setdefault(name, [])
            found[name] += [student for student in mine if student not in taken]
        return Groups({name: tuple(mine) for name, mine in found.items() if mine})

    def too_large(self) -> Iterator[str]:
        """Names of groups with more students than hand in together."""
        return (name for name, mine in self.members.items() if len(mine) > LARGEST)
