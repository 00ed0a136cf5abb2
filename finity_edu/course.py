"""What a lecture of the course needs, behind one name.

    import finity_edu.course as fe

offers everything of `finity_edu`, its pictures, automata, analysis and widgets, and of `automatakit` and `coursekit`;
each is loaded when it is first used.
"""

from boardkit.doors import gather

__getattr__, __dir__ = gather(
    __name__,
    "coursekit.lecture:line_chart plot counterexample_picture",
    "boardkit.messages:numeral",
    "finity_edu.players.kernel:Kernel PROGRAM",
    "finity_edu",
    "finity_edu.draw",
    "finity_edu.automata",
    "finity_edu.analysis",
    "finity_edu.examples",
    "finity_edu.players",
    "boardkit.explore",
    "boardkit.search",
    "boardkit.search_picture:search_picture",
    "boardkit.svg:beside",
    "boardkit.protocol:Outcome",
    "finity_edu.widget",
    "automatakit",
    "automatakit.steps",
    "automatakit.widget",
    "automatakit.draw.runs",
    "automatakit.draw.automata",
    "automatakit.draw.machines:machine_picture",
    "automatakit.draw.tables:delta_table observation_table",
    "automatakit.learning:AutomatonTeacher learn",
    "coursekit",
    "boardkit.plots",
)
