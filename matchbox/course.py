"""What the units on the machine need, behind one name.

    import matchbox.course as mb

offers everything of `matchbox`, its pictures, learners and widgets, and the plots and predictions of the course; each
is loaded when it is first used.
"""

from boardkit.doors import gather

__getattr__, __dir__ = gather(
    __name__,
    "coursekit.lecture:line_chart plot",
    "boardkit.messages:numeral",
    "matchbox",
    "matchbox.widget:MatchboxWidget",
    "matchbox.draw.machine:learning_diagram",
    "matchbox.automata",
    "matchbox.analysis.optimal",
    "matchbox.players.learners",
    "coursekit",
    "boardkit.plots",
)
