"""What the picture of the memory holds: all that widgets import, and each of them made once."""

import gc

import book

import amakta.course as am
import finity_edu.course as fe
import matchbox.course as mb
from automatakit.widget import StepWidget
from matchbox.analysis import kernel

for name in ("draw_board", "station_nfa", "count_paths", "example", "subsets", "RunSteps", "ask", "plot"):
    getattr(fe, name, None)
told, book.post = book.post, lambda **message: None
start = "bga/2 bbwwbwbw c; posts c@N y@S"
nfa = fe.station_nfa(fe.Position.parse(start))  # imports automata-lib
for made in (fe.BoardWidget(start, players={2: "greedy"}), am.AmaktaWidget(), mb.MatchboxWidget("first=human"),
             book.AutomatonEditor("(a|b)*b"), book.answer_widget("word", {"alphabet": "ab"}),
             StepWidget.product(nfa, nfa)):
    made.close()
book.post = told
kernel.program.cache_clear()  # a compiled program belongs to the page, which the picture does not hold
del made, told, nfa
gc.collect()
