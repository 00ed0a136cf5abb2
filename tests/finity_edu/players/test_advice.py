"""Explanations: facts about moves, in three languages."""

import re

import pytest

from boardkit.messages import LANGUAGES, using_language
from finity_edu import Position
from finity_edu.players import advise, moves_to_complete, reasons
from finity_edu.players.advice import most_orphans

WIN = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
ORPHANS = Position.parse(
    "bga/2 bbwbwbwb c; posts c@N y@S; rings NE:.cc SW:yy. W:y.. E:.cc; bridges bNW>C.m bN>NE.l bNE>SE.l bNE>E.l "
    "wE>NE.m bS>SW.m wW>SW.r bSW>W.m wW>NW.m"
)

NEAR = Position.parse("bga/abcd bbw c; posts c@A y@C; bridges bA>B.m bB>C.m")
BUSY = Position.parse(
    "bga/2 bwwbwwbw c; posts c@N y@S; rings NE:cc. SE:cc. NW:c.c W:..c; bridges bSW>C.r bN>NE.l bNE>N.m wN>NE.r "
    "bNW>N.m bN>NW.r wSE>NE.r bSE>NE.m wNE>SE.r wE>NE.r bE>NE.m wS>SE.r bSE>S.m bS>SE.l wE>SE.m wSE>E.r bS>SW.l "
    "wSW>S.m bNW>SW.m wW>SW.m wSW>W.r wW>NW.m wNW>W.r; blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r"
)


def ids(position, move):
    return [reason.id.removeprefix("players.why.") for reason in reasons(position, position.resolve(move))]


def test_a_winning_move_completes_its_path():
    (reason,) = reasons(WIN, WIN.resolve("+oC.s"))
    assert reason.values == {"path": "A–B–C–D"}


def test_orphans_and_delay_are_told_with_their_numbers():
    found = {reason.id: reason.values for reason in reasons(ORPHANS, ORPHANS.resolve("~bS>SW.m"))}
    assert found["players.why.orphans"] == {"number": 3, "seat": "y"}
    delay = found["players.why.delays"]
    assert delay["before"] == moves_to_complete(ORPHANS, 2)
    assert delay["after"] == moves_to_complete(ORPHANS.play("~bS>SW.m"), 2)


def test_a_twin_the_other_way_round_is_redundancy():
    assert "secures" in ids(ORPHANS, "+bNE>N.l")
    assert ORPHANS.why_illegal("~bN>NE.l") is None
    assert ORPHANS.play("+bNE>N.l").with_turn(2).why_illegal("~bN>NE.l").id == "duplicate"


def test_blocking_allowing_and_hopeless_moves_are_told_apart():
    threat = Position.parse(
        "bga/abcd bbw y; posts c@A y@C; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m; blockers y@A-C.m"
    )
    assert "blocks" in ids(threat, "~bA>B.m")
    assert "hopeless" in ids(threat, "xA-C.m/A-C.l")
    calm = Position.parse("bga/abcd bbw c; posts c@A y@B; rings C:.c.; bridges bA>C.m bB>A.m wC>D.m bC>B.m")
    assert "allows" not in ids(calm, calm.legal_moves()[0])


def test_shortening_the_own_way_counts_the_moves_that_are_left():
    position = Position.start(word="bbwwbwbw")
    best = min(position.legal_moves()[:60], key=lambda move: moves_to_complete(position.play(move), 1))
    (reason,) = [one for one in reasons(position, best) if one.id == "players.why.approaches"]
    assert reason.values["before"] == moves_to_complete(position, 1)
    assert reason.values["moves"] == moves_to_complete(position, 1) - 1


def test_threats_name_the_winning_move_or_the_number_of_moves():
    soon = {reason.id: reason.values for reason in reasons(NEAR, NEAR.resolve("+oB.s"))}["players.why.threatens_in"]
    assert soon == {"moves": 2} == {"moves": moves_to_complete(NEAR.play("+oB.s"), 1)}
    nearer = NEAR.play("+oB.s").with_turn(1)
    found = {reason.id: reason.values for reason in reasons(nearer, nearer.resolve("+oC.s"))}
    threat = found["players.why.threatens"]["move"]
    assert nearer.play("+oC.s").with_turn(1).play(threat).result.winners == {1}


def test_protection_counts_the_rings_that_one_move_could_orphan():
    """A twin keeps the arrow on which all rings hang from being turned; removing it takes the top of its head."""
    p = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; rings NE:c.c; bridges bN>NE.m")
    assert most_orphans(p, 1) == 2
    found = {reason.id: reason.values for reason in reasons(p, p.resolve("+bNE>N.l"))}
    assert found["players.why.protects"] == {"before": 2, "after": 0}
    after = p.play("+bNE>N.l")
    assert all(after.orphans_of(move).get(1, 0) == 0 for move in after.legal_moves())


def test_new_stations_and_drawbacks_are_told():
    p = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; rings NE:c.c; bridges bN>NE.m")
    found = {reason.id: reason.values for reason in reasons(p, p.resolve("+bNE>E.m"))}
    assert found["players.why.reaches"] == {"stations": "E"}
    found = {reason.id: reason.values for reason in reasons(p, p.resolve("~bN>NE.m"))}
    assert found["players.why.gives_up"] == {"number": 2}
    assert found["players.why.detour"]["after"] == moves_to_complete(p.play("~bN>NE.m"), 1)


def test_a_waiting_move_is_called_one_and_its_sequel_is_named():
    p = Position.start(word="bbwwbwbw")
    assert ids(p, "xC-N.l/C-NE.l") == ["quiet"]
    quiet = [one for one in advise(BUSY, nodes=6000, count=6).suggestions if one.reasons[0].id == "players.why.quiet"]
    named = [one for one in quiet if len(one.line) > 2]
    assert named
    for one in named:
        assert (one.reasons[-1].id, one.reasons[-1].values) == ("players.why.follows", {"move": one.line[2]})


def test_moves_that_differ_in_lane_or_size_only_are_advised_once():
    moves = [str(one.move) for one in advise(Position.start(word="bbwwbwbw"), nodes=3000, count=8).suggestions]
    assert len({re.sub(r"\.[lmrs]", "", move) for move in moves}) == len(moves) == 8


def test_every_move_has_a_reason():
    for move in ORPHANS.legal_moves()[::7]:
        assert reasons(ORPHANS, move)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_is_printed_in_every_language(lang):
    with using_language(lang):
        advice = advise(ORPHANS, nodes=1500, count=2)
        text = str(advice)
    assert {"en": "best moves", "de": "besten Züge", "es": "mejores jugadas"}[lang] in text
    assert str(advice.suggestions[0].move) in text
    assert len(text.splitlines()) == 5


def test_advice_is_data_too():
    data = advise(WIN, nodes=200, count=1).to_dict()
    (move,) = data["moves"]
    assert move["outcome"] == "wins in 1"
    assert move["line"][0] == move["move"]
    assert Position.parse(data["position"]) == WIN
