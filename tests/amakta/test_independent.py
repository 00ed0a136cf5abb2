"""The rules against a second, literal composition of them, and against the symmetries of the board."""

import random

import pytest
from hypothesis import given, settings

from amakta.rules.legality import why_illegal
from amakta.rules.moves import KINDS, SHAPE_OF_MOVES, Move
from amakta.rules.notation import parse_field
from amakta.rules.situation import mirror_field
from amakta.rules.state import State
from amakta.rules.stones import mirror, mirror_vertical
from tests.amakta.literal import Position, all_moves
from tests.amakta.positions import SHAPES, played, states, thrown_together
from tests.amakta.reasons import holds


def compare(state):
    """Both implementations give the same moves with the same results."""
    expected = all_moves(state)
    got = {str(m): Position.of(state.play(m)).frozen() for m in state.legal_moves()}
    assert set(got) == set(expected), (str(state), set(got) ^ set(expected))
    assert got == expected, str(state)
    return got


@pytest.mark.parametrize("source", [thrown_together, played])
def test_moves_and_their_results_agree_with_the_literal_reading_of_the_rules(source):
    dice, kinds = random.Random(5), set()
    for _ in range(400):
        kinds |= {text.split()[0] for text in compare(source(dice))}
    assert kinds >= set(KINDS) - ({"detach"} if source is played else set()), "all kinds of moves must have occurred"


@pytest.mark.bulk
@pytest.mark.parametrize("source", [thrown_together, played])
def test_many_more_random_positions_agree_with_the_literal_reading(source):
    dice = random.Random(11)
    for _ in range(2500):
        compare(source(dice))


@given(states())
@settings(deadline=None, max_examples=60)
def test_arrow_counts_agree_with_looking_inwards_from_every_field(state):
    literal = Position.of(state)
    for f in state.board.fields:
        assert state.situation.count(f) == (literal.arrows("W", f), literal.arrows("B", f))
        if f in state.situation.at:
            assert state.situation.is_free(f) == literal.is_free(f)


def mirrored(move, vertical):
    """The mirror image of a move on a centred board."""
    image = move._replace(field=move.field and mirror_field(move.field, vertical),
                          to=move.to and mirror_field(move.to, vertical))
    return image if move.code is None else image._replace(code=(mirror_vertical if vertical else mirror)(move.code))


@given(states())
@settings(deadline=None, max_examples=60)
def test_both_mirror_axes_are_automorphisms(state):
    for vertical in (False, True):
        image = state.mirrored(vertical)
        assert image.mirrored(vertical) == state
        images = {mirrored(m, vertical) for m in state.legal_moves()}
        assert images == set(image.legal_moves())
        for move in state.legal_moves():
            assert state.play(move).mirrored(vertical) == image.play(mirrored(move, vertical))


@given(states())
@settings(deadline=None, max_examples=60)
def test_different_moves_lead_to_different_situations(state):
    after = [state.play(m).situation for m in state.legal_moves()]
    assert len(set(after)) == len(after)


def spellable(state):
    """Every move that can be spelled with fields of the board (and one beside it) and some codes."""
    codes = sorted({c for shape in SHAPES[:6] for c in (shape, shape[1:] + shape[:1], shape[::-1])}
                   | {m.code for m in state.legal_moves() if m.code})
    places = [*sorted(state.board.fields), parse_field("20,0")]
    for kind in KINDS:
        fields, coded = SHAPE_OF_MOVES[kind]
        for f in places if fields else [None]:
            for g in places if fields == 2 else [None]:
                for code in codes if coded else [None]:
                    yield Move(kind, f, g, code)


@pytest.mark.parametrize("name", ["zeile3", "raute4"])
def test_why_illegal_and_legal_moves_agree_on_everything_that_can_be_spelled(name):
    dice, reasons = random.Random(3), set()
    for number in range(25):
        state = (thrown_together, played)[number % 2](dice, name)
        legal = set(state.legal_moves())
        for move in spellable(state):
            reason = state.why_illegal(move)
            assert (reason is None) == (move in legal), (str(state), str(move), reason)
            if reason is not None:
                if reason.id not in reasons or dice.random() < 0.02:
                    assert holds(state, str(move), reason), (str(state), str(move), str(reason))
                reasons.add(reason.id)
    assert len(reasons) >= 14, "almost every reason must have been given"


def test_a_hand_made_move_that_lacks_a_field_is_refused_as_malformed():
    state = State.start("zeile3", "solo")
    with pytest.raises(ValueError, match="place needs a field"):
        why_illegal(state.situation, "W", Move("place"))
