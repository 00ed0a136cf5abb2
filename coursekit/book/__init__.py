"""What comes back: collecting, grade book, feedback, reports, export; the lecturer's commands."""
