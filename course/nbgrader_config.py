"""nbgrader's settings for this course; also where `finity-edu` looks for the folders."""

c = get_config()  # noqa: F821  (nbgrader provides it)

c.CourseDirectory.course_id = "finite-automata"

# The authored texts lie beside the notebooks that are made of them; they hold the solutions and never go out.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "ps*.py"]

# Exercise cells stay runnable: a blank line where the solution was, no exception.
c.ClearSolutions.code_stub = {"python": ""}
c.ClearSolutions.text_stub = "*Your answer.*"

# nbgrader's own autograde, and its button in the formgrader, would execute students' notebooks with your rights: so it
# refuses here, and `finity-edu mark` marks. Whoever wants it writes "nbconvert.exporters.NotebookExporter" instead.
c.Autograde.exporter_class = "coursekit.book.autograde.Refuse"
