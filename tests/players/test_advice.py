"""Explanations: facts about moves, in three languages."""

import pytest

from boardkit.messages import LANGUAGES, using_language
from finity_edu import Position
from finity_edu.players import advise, moves_to_complete, reasons

WIN = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
ORPHANS = Position.parse(
    "bga/2 bbwbwbwb c; posts c@N y@S; rings NE:.cc SW:yy. W:y.. E:.cc; bridges bNW>C.m bN>NE.l bNE>SE.l bNE>E.l "
    "wE>NE.m bS>SW.m wW>SW.r bSW>W.m wW>NW.m"
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
    (reason,) = reasons(position, best)
    assert reason.id == "players.why.approaches"
    assert reason.values["moves"] == moves_to_complete(position, 1) - 1


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
