"""Wrong automata, boards and expressions."""

from __future__ import annotations

from typing import Any

from tests.course.mutants.rubric import LESS, SOME, Mutants, post_and_end, rule, share, wins, words


@rule("five_tuple")
def tuple_(id: str, data: dict[str, Any], key: dict[str, Any]) -> Mutants:
    """One fifth for each part; δ counts by the share of arrows that are right, and without δ nothing counts.
    A wrong answer earns at most 95 %."""
    n = len(key["transitions"])
    yield "another F", {**key, "accepting": [key["start"]]}, 0.8
    less = {**key, "transitions": key["transitions"][1:]}
    yield "one arrow missing", less, min(0.95, 0.8 + 0.2 * (1 - 1 / n))
    yield "one arrow missing and another F", {**less, "accepting": [key["start"]]}, 0.6 + 0.2 * (1 - 1 / n)
    yield "no arrows", {**key, "transitions": []}, 0.0
    everything = [[p, a, q] for p in key["states"] for a in "bw" for q in key["states"]]
    yield "all arrows", {**key, "transitions": everything}, 0.0
    yield "all arrows reversed", {**key, "transitions": [[q, a, p] for p, a, q in key["transitions"]]}, LESS


def language(fa: dict[str, Any], longest: int = 8) -> set[str]:
    """All accepted words up to a length."""
    found, rows = set(), {"": {fa["start"]}}
    for _ in range(longest + 1):
        found |= {w for w, now in rows.items() if now & set(fa["accepting"])}
        rows = {w + a: {t[2] for t in fa["transitions"] if t[0] in now and t[1] == a}
                for w, now in rows.items() for a in "bw"}
    return found


def automaton(loops: bool) -> dict[str, Any]:
    """The automaton that accepts nothing, or everything."""
    return {"states": ["1"], "alphabet": ["b", "w"], "start": "1", "accepting": ["1"] if loops else [],
            "transitions": [["1", "b", "1"], ["1", "w", "1"]]}


@rule("minimise", "losing_towers", "product", "remove_epsilon")
def languages(id: str, data: dict[str, Any], key: dict[str, Any]) -> Mutants:
    """Equal languages earn everything but what else was asked for; otherwise a published formula decides."""
    yield "nothing is accepted", automaton(False), 0.0
    yield "everything is accepted", automaton(True), 0.0
    flipped = sorted(set(key["states"]) - set(key["accepting"]))
    yield "complement", {**key, "accepting": flipped}, LESS
    twin = {**key, "states": [*key["states"], "twin"],
            "transitions": [*key["transitions"], ["twin", "b", "twin"], ["twin", "w", "twin"]]}
    yield "a state too many", twin, 0.75 if id == "minimise" else 1.0
    for i in range(len(key["transitions"])):
        less = {**key, "transitions": key["transitions"][:i] + key["transitions"][i + 1:]}
        if language(less) != language(key):
            yield "one arrow missing", less, LESS
            return


@rule("regex_of_board")
def regex(id: str, data: dict[str, Any], key: str) -> Mutants:
    yield "nothing", "∅", 0.0
    yield "only ε", "()", 0.0
    yield "everything", "(b|w)*", 0.0
    yield "written otherwise", f"({key})|({key})", 1.0
    yield "one word too many", f"({key})|()", SOME


@rule("board_for_words")
def towers(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    """The tower rule: recall + specificity − 1, or what is there of the arrows that are needed."""
    start, end = post_and_end(data["board"])
    goal = set(data["towers"])
    yield "nothing", [], 0.0
    for i in range(len(key)):
        left = key[:i] + key[i + 1:]
        edges = {(t[1:].split(">")[0], t[0], t.split(">")[1].split(".")[0]) for t in left}
        got = {w for w in words(data["height"]) if wins(edges, start, end, w)}
        if got != goal:
            yield f"without {key[i]}", left, max(share(goal, got, 2 ** data["height"]), 1 - 1 / len(key))
    yield "an arrow out of the tower", [*key, f"b{end}>{start}"], 0.0


@rule("board_for_regex")
def board_for_regex(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "nothing", [], 0.0
    start, end = post_and_end(data["board"])

    def read(pieces: list[str]) -> set[str]:
        edges = {(t[1:].split(">")[0], t[0], t.split(">")[1].split(".")[0]) for t in pieces}
        return {w for n in range(9) for w in words(n) if wins(edges, start, end, w)}

    for piece in key:
        left = [p for p in key if p != piece]
        if read(left) != read(key):
            yield f"without {piece}", left, LESS
