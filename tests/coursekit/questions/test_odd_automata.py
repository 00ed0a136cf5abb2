"""Whatever automaton somebody hands in, it is judged or called malformed: letters too few or too many, no states …"""

from coursekit.questions import all_types


def odd(alphabet):
    """Automata of which something is missing or too much."""
    first, last = alphabet[0], alphabet[-1]
    two = {"states": ["A", "B"], "alphabet": [first], "start": "A", "accepting": ["B"],
           "transitions": [["A", first, "B"]]}
    yield two
    yield two | {"alphabet": [first, last, "z"], "transitions": [["A", "z", "B"]]}
    yield two | {"alphabet": []}
    yield two | {"alphabet": [first, last], "transitions": []}
    yield two | {"alphabet": [first, last], "transitions": [["A", "", "B"], ["B", last, "A"]]}
    yield two | {"alphabet": [first, last], "start": "Q"}
    yield {"states": [], "alphabet": [first], "start": "", "accepting": [], "transitions": []}
    yield {"A": {first: "B"}}


def test_an_odd_automaton_is_judged_or_called_malformed():
    judged = 0
    for kind in all_types():
        for skin in kind.skins:
            made = kind.instance(1, 2, skin=skin)
            if made.kind != "automaton":
                continue
            for answer in odd(made.data.get("alphabet", "bw")):
                verdict = made.judge(answer, points=1)
                assert verdict.status in ("right", "partial", "wrong", "malformed"), (kind.id, skin, answer)
                judged += 1
    assert judged > 100
