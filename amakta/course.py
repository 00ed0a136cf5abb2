"""What the units on Amakta need, behind one name.

    import amakta.course as am

offers everything of `amakta`, its pictures, players and widget, and the plots and predictions of the course; each is
loaded when it is first used.
"""

from boardkit.doors import gather

__getattr__, __dir__ = gather(
    __name__,
    "coursekit.lecture:line_chart plot",
    "boardkit.messages:numeral",
    "amakta",
    "amakta.draw:board chart",
    "amakta.widget",
    "amakta.players.opponents",
    "boardkit.explore:perft",
    "coursekit",
    "boardkit.plots",
)
