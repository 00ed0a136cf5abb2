from .judging.verdict import Verdict as Verdict
from .marking.marking import grade as grade
from .practice.asked import ask as ask
from .practice.keeping import my_work as my_work
from .practice.practising import practise as practise
from .practice.prediction import predict as predict
from .practice.session import open_set as open_set
