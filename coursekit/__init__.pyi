from .judging.verdict import Verdict as Verdict
from .marking.marking import grade as grade
from .practice.session import open_set as open_set
