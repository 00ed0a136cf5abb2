"""Name and version of every file of a course that outlives a session; see `boardkit.formats`."""

from boardkit.formats import Format

ANSWERS = Format("finity-edu/answers", 1)
"""What a student has answered, beside the notebook."""
ARCHIVE = Format("finity-edu/archive", 1)
"""Everything of a term, with checksums."""
BOOKED = Format("finity-edu/booked", 1)
"""What has been entered into a grade book."""
COURSE = Format("finity-edu/course", 1)
"""The plan of a course."""
GROUPS = Format("finity-edu/groups", 1)
"""Who hands in with whom."""
HAND_IN = Format("finity-edu/hand-in", 1)
"""The notebook that a student hands in."""
INSTANCES = Format("finity-edu/instances", 1)
"""The questions of a student."""
MARKS = Format("finity-edu/marks", 1)
"""What a person gave for an answer: one line a time, or a sheet of one person."""
PARTICIPANTS = Format("finity-edu/participants", 1)
"""The numbers under which learning platforms know students."""
PERSON = Format("finity-edu/person", 1)
"""What a course knows of one person."""
RESULT = Format("finity-edu/result", 1)
"""What the judge said, one line a time."""
RUBRIC = Format("finity-edu/rubric", 1)
"""What those who mark have found in answers, and how many points it is worth."""
SEALED = Format("finity-edu/sealed", 1)
"""An archive under a passphrase."""
