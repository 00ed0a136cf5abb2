"""Arguments that make no sense are refused, in every language, by a message that names them and what is possible."""

from random import Random

import pytest

import matchbox
from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from matchbox import Machine, Match, Rules, Track
from matchbox import automata as automaton
from matchbox.analysis import exact, optimal
from matchbox.draw import figures
from matchbox.draw import machine as draw
from matchbox.players import learners
from matchbox.players.match import play_game
from matchbox.players.simulate import simulate
from matchbox.players.teachers import law, make_teacher
from matchbox.rules import dice
from matchbox.widget import MatchboxWidget
from tests.cases import every

SMALL = Rules(length=4)


def started():
    match = Match(SMALL)
    match.start()
    return match


REFUSED = {
    "simulate machines True": (lambda: simulate(True, 3), "machines"),
    "simulate machines text": (lambda: simulate("2", 3), "machines"),
    "simulate games 0": (lambda: simulate(2, 0), "games"),
    "simulate games -1": (lambda: simulate(2, -1), "games"),
    "simulate games 2.5": (lambda: simulate(2, 2.5), "games"),
    "simulate rules text": (lambda: simulate(2, 3, rules="length=5"), "Rules"),
    "simulate until circle": (lambda: simulate(2, 3, until=[(99, 1)]), "(99, 1)"),
    "simulate until number": (lambda: simulate(2, 3, until=5), "5"),
    "simulate until name": (lambda: simulate(2, 3, until="soon"), "until"),
    "simulate learner name": (lambda: simulate(2, 3, learner="x"), "thompson"),
    "simulate learner list": (lambda: simulate(2, 3, learner=[]), "thompson"),
    "simulate learner that is none": (lambda: simulate(2, 3, learner=lambda rules: None), "choose"),
    "simulate teacher name": (lambda: simulate(2, 3, teacher="x"), "epsilon:0.3"),
    "simulate teacher list": (lambda: simulate(2, 3, teacher=[]), "9"),
    "simulate first": (lambda: simulate(2, 3, first="x"), "first"),
    "simulate seed": (lambda: simulate(2, 3, seed="x"), "seed"),
    "simulate engine list": (lambda: simulate(2, 3, engine=[]), "engine"),
    "band role": (lambda: simulate(2, 3, seed=1).band("sometimes"), "role"),
    "band level": (lambda: simulate(2, 3, seed=1).band(level=1), "level"),
    "curve games": (lambda: exact.curve(games=True), "games"),
    "expected games until": (lambda: exact.expected_games(until=[]), "until"),
    "quantiles beyond 1": (lambda: exact.hitting_times(quantiles=[2]), "quantiles"),
    "quantiles number": (lambda: exact.hitting_times(quantiles=0.5), "quantiles"),
    "hitting times limit": (lambda: exact.hitting_times(limit=-1), "limit"),
    "win probability starter": (lambda: exact.win_probability(starter="x"), "human"),
    "win probability negative": (lambda: exact.win_probability(config=-1), "config"),
    "win probability too large": (lambda: exact.win_probability(config=1 << 24), "config"),
    "survival games number": (lambda: exact.marker_survival(games=5), "games"),
    "survival games negative": (lambda: exact.marker_survival(games=[-1]), "games"),
    "mask of a circle": (lambda: exact.mask_of(SMALL, [(9, 9)]), "(9, 9)"),
    "best response starter": (lambda: optimal.best_response(starter="x"), "human"),
    "clairvoyant at no machine": (lambda: optimal.Clairvoyant("x"), "Machine"),
    "word with no move": (lambda: automaton.readings("30", rules=SMALL), "30"),
    "word with a long move": (lambda: automaton.readings("4", rules=SMALL), "4"),
    "word that is a number": (lambda: automaton.readings(31, rules=SMALL), "31"),
    "readings of a circle": (lambda: automaton.readings("3", [(9, 9)], SMALL), "(9, 9)"),
    "readings of another board": (lambda: automaton.readings("3", Machine(Rules()), SMALL), "(5, 1)"),
    "nfa configuration": (lambda: automaton.machine_nfa(-1), "configuration"),
    "nfa first": (lambda: automaton.machine_nfa(first="x"), "human"),
    "dfa goal": (lambda: automaton.learning_dfa(SMALL, [(9, 9)]), "(9, 9)"),
    "mdp limit": (lambda: automaton.mdp(SMALL, limit=0), "limit"),
    "machine circle": (lambda: Machine(SMALL, {(9, 9): 1}), "(9, 9)"),
    "machine too many markers": (lambda: Machine(SMALL, {(4, 1): 5}), "(4, 1)"),
    "machine markers list": (lambda: Machine(SMALL, [(4, 1)]), "{(d, k)"),
    "machine text with strange digits": (lambda: Machine.load("length=4 | ²:1"), "²"),
    "machine text that is none": (lambda: Machine.load(5), "5"),
    "machine beyond the board": (lambda: Machine(SMALL).choose(9, Random(1)), "9"),
    "match with a name": (lambda: Match(machine="menace"), "choose"),
    "match with a class": (lambda: Match(SMALL, learners.Menace), "Menace"),
    "match on another board": (lambda: Match(Rules(), Machine(SMALL)), "length=4"),
    "match with a teacher of another board": (lambda: Match(SMALL, teacher=Machine(Rules())), "length=9"),
    "match seed": (lambda: Match(SMALL, seed="x"), "seed"),
    "training games": (lambda: Match(SMALL).train(-1), "games"),
    "a move for the machine": (lambda: started().turn(2), "turn()"),
    "a game of nobody": (lambda: play_game(5), "choose"),
    "a game with a strange starter": (lambda: play_game(Machine(SMALL), starter="x"), "human"),
    "learner for no rules": (lambda: matchbox.make_learner("menace", "length=5"), "Rules"),
    "teacher with strange digits": (lambda: make_teacher("perfect-²", SMALL), "perfect-²"),
    "teacher beyond the board": (lambda: make_teacher("random", SMALL).choose(9, Random(1)), "9"),
    "teacher before the board": (lambda: make_teacher("random", SMALL).choose(-1, Random(1)), "-1"),
    "law with too few rows": (lambda: law([(), (1,)], SMALL), "2"),
    "beads": (lambda: learners.Menace(SMALL, beads=0), "beads"),
    "floor": (lambda: learners.Menace(SMALL, floor=-1), "floor"),
    "learning rate": (lambda: learners.QLearning(SMALL, alpha=3), "alpha"),
    "exploration": (lambda: learners.AfterstateTD(SMALL, epsilon="x"), "epsilon"),
    "step size": (lambda: learners.Reinforce(SMALL, rate=0), "rate"),
    "box beyond the board": (lambda: SMALL.box(9), "9"),
    "box before the board": (lambda: SMALL.box(-1), "-1"),
    "replies before the board": (lambda: SMALL.human_moves(-1), "-1"),
    "winnable before the board": (lambda: SMALL.is_winnable(-1), "-1"),
    "colours text": (lambda: Rules(colours="abc"), "colours"),
    "colours numbers": (lambda: Rules(colours=(1, 2, 3)), "colours"),
    "rules that are no text": (lambda: Rules.parse(5), "5"),
    "track beyond the board": (lambda: Track(SMALL).legal_moves(), "9"),
    "track starter": (lambda: Track.start(first="x"), "human"),
    "no dice": (lambda: dice.throw((), 6, Random(1)), "moves"),
    "dice of one side": (lambda: dice.throw((1, 2), 1, Random(1)), "sides"),
    "which dice again": (lambda: [dice.throw((1, 2), 6, Random(1), "some")], "rethrow"),
    "unique maximum of no dice": (lambda: dice.unique_maximum(0), "dice"),
    "board of no machine": (lambda: draw.board("length=4"), "Machine"),
    "token beyond the board": (lambda: draw.board(Machine(SMALL), token=9), "token"),
    "colour of no move": (lambda: draw.colour(SMALL, 0), "move"),
    "teachers text": (lambda: figures.teachers_compared("random"), "teachers"),
    "no teachers": (lambda: figures.hitting_times([]), "teachers"),
    "epsilon beyond 1": (lambda: figures.epsilon_curve(values=[2]), "values"),
    "no learners": (lambda: figures.learners_compared([]), "learners"),
    "one game of learners": (lambda: figures.learners_compared(games=1), "games"),
    "no window": (lambda: figures.moving_average([1.0], 0), "width"),
    "no pairs": (lambda: figures.self_play(0), "pairs"),
    "no throws": (lambda: figures.dice(0), "throws"),
    "widget rules": (lambda: MatchboxWidget(5), "Rules"),
    "widget machine": (lambda: MatchboxWidget(machine=5), "Machine"),
    "widget with two boards": (lambda: MatchboxWidget("length=5", machine=Machine(SMALL)), "length=4"),
}


@every("name", REFUSED)
def test_an_argument_without_meaning_is_refused_and_named_in_every_language(name):
    call, named = REFUSED[name]
    with pytest.raises(UserError) as caught:
        call()
    told = set()
    for code in LANGUAGES:
        with using_language(code):
            told.add(str(caught.value))
    assert len(told) == len(LANGUAGES)
    assert [text for text in told if named not in text or len(text) < 30] == []


def test_an_epsilon_curve_is_drawn_where_teaching_may_never_end():
    never = Rules(length=5, starter="human")
    assert exact.expected_games("epsilon:0.5", rules=never) == float("inf")
    assert figures.epsilon_curve(never, [0, 0.5, 1]).title


@pytest.mark.parametrize(("action", "data"), [
    ("train", {"games": "many"}), ("train", {"games": "-3"}), ("seed", {"value": "²"}), ("speed", {"value": "x"})])
def test_the_widget_tells_what_it_cannot_read_and_stays_as_it_is(action, data):
    widget = MatchboxWidget("length=4", teacher="random", seed=1)
    before = widget.machine, widget.seed, widget.speed, widget.games
    widget.act(action, **data)
    assert widget.note[0] == "error"
    assert next(iter(data.values())) in widget.part_status
    assert (widget.machine, widget.seed, widget.speed, widget.games) == before
