"""The student's side: show, check, hint, submit; the record of answers; the file to hand in."""
