"""Courses with individual, machine-marked questions: asking, answering, judging, marking.

A student's notebook needs one name of this package::

    from coursekit import open_set
    show, check, hint, submit = open_set("ps1")

Everything that a student's browser runs (`practice`, `answers`, `judging`, `questions`) imports the standard library
only.  The lecturer's side (`marking`, `book`) needs the extra ``grading``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
