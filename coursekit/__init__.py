"""Courses with individual, machine-marked questions: asking, answering, judging, marking.

A student's notebook needs one name of this package::

    from coursekit import open_set
    show, check, hint, submit = open_set("ps1")

Everything that a student's browser runs (`practice`, `answers`, `judging`, `questions`) imports the standard library
only.  The lecturer's side (`marking`, `book`) needs the extra ``grading``.
"""

from boardkit.doors import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
