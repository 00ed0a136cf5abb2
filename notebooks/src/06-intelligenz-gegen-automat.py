# %% [markdown] slide_type="slide"
# # Unit 6: Intelligenz gegen Automat
#
# **45 minutes.** After this unit you can
#
# 1. play the machine's part by hand: dice, markers, blame,
# 2. read one machine as a nondeterministic, a universal and a probabilistic automaton, and keep the three apart,
# 3. say what a learning curve of *one* machine, of a thousand, and of the average machine is,
# 4. name the teacher that trains fastest, with evidence,
# 5. explain credit assignment, and why this machine *is* Q-learning.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb), averages.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Play three games on the table first, with a student as the machine (`matchbox print` makes board, markers and rule
# sheet). The room should feel that the machine's player makes no decision at all. Then let the room predict before each
# figure, above all in section 4: expect many to draw a curve that rises from the first game on. Minutes per section are
# in the headings.
# </details>

# %% slide_type="skip"
import matchbox
from matchbox import Machine, Match, Rules
from matchbox.analysis import exact
from matchbox.draw import figures
from matchbox.automata import configuration_text, learning_dfa, machine_nfa, readings, subsets
from matchbox.draw.machine import board, learning_diagram
from matchbox.players.learners import LEARNERS, QLearning
from matchbox.analysis.optimal import best_response, clairvoyant
from matchbox.widget import MatchboxWidget

# %% [markdown] slide_type="slide"
# ## 1 The machine on the table (7 min)
#
# One token, nine moves from Start to Ziel at most, 1, 2 or 3 fields a turn. Whoever moves the token onto Ziel wins.
# *Intelligenz* decides freely. *Automat* cannot think: below each field lies a box of markers, one for each move.

# %%
machine = Machine()
board(machine, token=9)

# %% [markdown] slide_type="subslide"
# **The machine's turn.** Look into the box below the token. One die for each marker; throw until one die alone is
# highest. Its colour is the move; its marker becomes the *current move*. **After a win** all current markers go back.
# **After a loss** the *last* current marker leaves the game for ever. **An empty box** means: resign.
#
# *An honest remark:* the picture of the original board is lost. Nine moves and 24 circles are a reconstruction, from
# the 9 markers per colour in the rule book and from a sister game with nine squares. All numbers below are for it.

# %% slide_type="subslide"
match = Match(Rules(seed=3), machine, teacher="random")
game = match.play_game()
print(match.protocol())

# %% [markdown] slide_type="subslide"
# **Predict.** The dice decide. Is a colour favoured if *all* dice are thrown again after a tie, and not only the tied
# ones? How often must three dice be thrown again?

# %% slide_type="fragment"
figures.dice()

# %% [markdown]
# No colour is favoured: the colours can be exchanged without changing the rule, so each of $k$ markers is drawn with
# probability $1/k$. One throw of three dice decides with probability 55/72.

# %% slide_type="subslide"
board(machine)

# %% [markdown]
# **Try it.** Play as Intelligenz, or choose a teacher and let it train for 10,000 games.

# %%
MatchboxWidget("first=human", seed=1)

# %% [markdown] slide_type="slide"
# ## 2 One machine, three automata (6 min)
#
# Leave the markers where they are. Then the machine is an automaton that *reads the moves of Intelligenz*. In states
# `H7` Intelligenz moves (7 to go); from `M5` the machine moves on its own, without reading (ε); `W`, `L`: won, lost.

# %%
nfa = machine_nfa(Machine(Rules(length=4)))
for state in ("H4", "H3", "M3", "M2", "W"):
    print(state, {letter or "ε": sorted(to) for letter, to in nfa.transitions[state].items()})

# %% [markdown] slide_type="subslide"
# **Predict.** Intelligenz starts on the big board and plays the word `31`: three fields, later one. Does the fresh
# machine win?

# %% slide_type="fragment"
print("word machine  some run  every run  chance")
for word in ("31", "13", "22"):
    for name, markers in (("fresh", None), ("trained", Rules().winning)):
        read = readings(word, markers)
        print(f"{word:4} {name:8} {read.some!s:9} {read.every!s:10} {read.probability}")

# %% [markdown] slide_type="subslide"
# Three answers to one question, and they are different questions:
#
# | reading | "the machine wins on $w$" | who chooses |
# |---|---|---|
# | nondeterministic | *some* run wins | an angel |
# | universal | *every* run wins | a demon |
# | probabilistic | the *chance* that the run wins | the dice |
#
# An NFA has no probabilities: "it can win" says nothing about how often. Dice are not nondeterminism.

# %% [markdown] slide_type="subslide"
# **Predict.** Learning takes markers away. What happens to the subset construction?

# %% slide_type="fragment"
print("fresh:  ", len(subsets()), "subsets; largest:", *sorted(max(subsets(), key=len)))
print("trained:", len(subsets(Rules().winning)), "subsets; largest:",
      *sorted(max(subsets(Rules().winning), key=len)))

# %% [markdown]
# The trained machine is deterministic: a subset holds a state in which it moves, or where its move leads, or both, and never
# two different runs.

# %% [markdown] slide_type="slide"
# ## 3 Learning is an automaton too (6 min)
#
# A machine's markers are a *configuration*. A loss deletes one marker and leads to the next configuration. On the
# smallest board (3 fields) all of learning fits on one slide; an edge carries the lost marker, and the chance that a
# game against a random player does it when the machine / the opponent starts.

# %%
learning_diagram(Rules(length=3), teacher="random")

# %% [markdown] slide_type="subslide"
# **Predict.** How many configurations can the big machine reach, with its 24 markers? $2^{24}$ is 16,777,216.

# %% slide_type="fragment"
configurations = exact.configurations(Rules())
print(len(configurations), "configurations; the last one:", configuration_text(Rules(), configurations[-1]))
dfa = learning_dfa(Rules(length=5))
print("5 fields:", len(dfa.states), "states,", sum(map(len, dfa.transitions.values())), "edges")

# %% [markdown]
# Few enough to compute with all of them. There is no way back: the configurations are partially ordered, the longest
# path has 17 steps. So a machine can lose an *instructive* game at most 17 times in its life.
#
# A **winning marker is never removed**, whoever plays: after a winning move the opponent cannot finish, and the box that
# the machine meets next holds a winning marker, too. So it draws again, and a later marker is the last one.

# %% [markdown] slide_type="slide"
# ## 4 The learning curve (9 min)
#
# The first game is the dice's game. Against a random player, as fractions:

# %%
for opponent in ("random", "perfect"):
    print(opponent, *(f"{who} starts: {exact.win_probability(opponent, who)}" for who in ("machine", "human")))

# %% [markdown] slide_type="subslide"
# Dots: 1000 simulated machines with their 95 % band. Lines: the average machine, computed from the Markov chain.

# %%
run = matchbox.simulate(machines=1000, games=60, teacher="random", seed=1, engine="python")
figures.learning_curves("random", 60, run=run)

# %% [markdown] slide_type="subslide"
# **Predict.** Now a *perfect* teacher trains the machine, and after each training game we test it against a random
# player. Draw the curve before you go on. Does it rise from the first game?

# %% slide_type="fragment"
figures.learning_curves("perfect", 80, machines=0, tester="random")

# %% slide_type="subslide"
both = exact.curve("perfect", games=300, tester="random").both
worst = min(range(len(both)), key=both.__getitem__)
print(f"before: {both[0]:.3f}   worst, after {worst} games: {both[worst]:.3f}   in the end: {both[-1]:.3f}")

# %% [markdown]
# **Learning hurts first**, for this tester. Early losses empty the box of the *lost* position with 4 to go; from then on the
# machine resigns there at once, although a random opponent would have let it off. Only then does blame travel further
# back. (Against a *perfect* opponent no loss ever makes the machine win less often.)

# %% [markdown] slide_type="subslide"
# **Over-caution.** Trained by random play, the machine that replies is best in the middle of its life, and falls back for
# good:

# %%
replies = exact.curve("random", games=1000).human_starts
best = max(range(len(replies)), key=replies.__getitem__)
print(f"after {best} games: {replies[best]:.3f}, in the end {replies[-1]:.4f}; "
      f"the best possible player: {best_response('random', 'human')}")

# %% [markdown]
# The perfect machine resigns on a lost field. A player who goes on and hopes wins 26 of 27 games against random play, on
# average. Perfect play and best reply are different things.

# %% [markdown] slide_type="subslide"
# Which marker goes when? Time runs downwards, a star is a winning move. Blame begins near Ziel, on the right, and
# travels left.

# %%
figures.marker_map("random", games=(0, 5, 10, 20, 40, 60, 100))

# %% [markdown] slide_type="slide"
# ## 5 Which teacher is best? (7 min)
#
# **Predict.** Order these teachers by the number of games until the machine is perfect: *random*; *perfect* (in a lost
# position any move); *perfect-1* (in a lost position always 1); *epsilon:0.3* (three moves in ten at random).

# %% slide_type="fragment"
figures.teachers_compared(("random", "perfect", "perfect-1", "epsilon:0.3"))

# %% [markdown] slide_type="subslide"
# **A rigid teacher is worst**: it never shows some positions, so some bad markers stay for ever.

# %%
left, chance = next(iter(exact.absorbing("perfect-1").items()))
print(f"with probability {chance:.3f} it ends as {configuration_text(Rules(), left)}")

# %% [markdown] slide_type="subslide"
# **Predict.** From perfect (ε = 0) to random (ε = 1): where on this scale is the best teacher?

# %% slide_type="fragment"
figures.epsilon_curve()

# %% [markdown]
# **A slightly fallible teacher is best** among these: its mistakes lead to positions that a perfect player never
# reaches. How far can one go?

# %% slide_type="subslide"
print(f"a teacher who sees the markers needs {clairvoyant().expected():.2f} games on average")
goal = exact.target_mask(Rules(), "winnable")
print("markers that must go:", min(24 - c.bit_count() for c in configurations if not c & goal))
figures.hitting_times()

# %% [markdown]
# The clairvoyant teacher solves a *Markov decision process*. The best fixed law over moves that we know lies at about
# 23.3 games (`matchbox.analysis.optimal.best_memoryless`, a numerical optimum and no proof).

# %% [markdown] slide_type="subslide"
# Who was it trained for? Each row is a teacher, each column an opponent afterwards (60 games, mean of both roles). The
# pupil of a random player is best against random players, and not against good ones.

# %%
figures.teacher_tester_matrix()

# %% [markdown] slide_type="slide"
# ## 6 Who is to blame? (4 min)
#
# **Predict.** The rule says: remove the *last* marker. Suppose we are stricter and remove *all* markers of a lost game.
# Does the machine learn faster?

# %% slide_type="fragment"
figures.credit_assignment(games=150, machines=600, engine="python")

# %% [markdown]
# It destroys itself. The first move of a lost game may have been right; a rule that punishes it, too, kills the winning
# opening. With "remove the last" blame starts at the move that let the opponent win at once, and travels back one game at
# a time through *empty boxes*: resigning blames the move before. This is the **credit assignment problem**.

# %% [markdown] slide_type="slide"
# ## 7 This machine is Q-learning (6 min)
#
# Q-learning keeps a value $Q(d, k)$ for the move $k$ with $d$ to go. When the machine moves next with $d'$ to go, it sets
# $Q(d,k) \leftarrow (1-\alpha)\,Q(d,k) + \alpha \max_{k'} Q(d',k')$; at the end of a game the maximum is replaced by 1 for
# a win and 0 for a loss. Take $\alpha = 1$, start with $Q = 1$ everywhere, choose greedily (ties by the dice), resign where
# all values are 0.
#
# **Predict.** Where are the values 1 after a hundred games?

# %% slide_type="fragment"
rules = Rules(seed=8)
learner = QLearning(rules, alpha=1.0, epsilon=0.0, resign=True)
Match(rules, learner, teacher="random").train(100)
print({d: [k for k in rules.box(d) if learner.q[d, k] == 1] for d in range(9, 0, -1)})

# %% [markdown]
# A marker lies exactly where $Q = 1$, and 0 never turns into 1 again: such a move is not chosen any more. Fed with the
# same random numbers, machine and Q-learner make the same moves for ever. The machine is not rewarded for winning: it
# only forgets what lost.

# %% [markdown] slide_type="subslide"
# A learner of your own needs two methods. This one trusts its luck: it repeats the last winning move of each field.

# %%
class Superstitious:
    def __init__(self, rules):
        self.rules, self.lucky = rules, {}

    def choose(self, d, rng):
        return self.lucky.get(d) or rng.choice(self.rules.box(d))

    def learn(self, trace):
        for d, k in trace.moves:
            self.lucky[d] = k if trace.won else None


result = matchbox.simulate(machines=200, games=100, learner=Superstitious, seed=1)
print(f"won when starting: first game {result.wins_starting[0]:.2f}, game 99 {result.wins_starting[98]:.2f}")

# %% slide_type="subslide"
print("others:", *LEARNERS)
figures.learners_compared(("remove-last", "menace", "q-learning", "afterstate-td", "thompson"), games=120, machines=60)

# %% [markdown] slide_type="subslide"
# **Two machines** that learn from each other soon have nothing left to learn, and few of them are perfect then: whoever
# knows nothing teaches little.

# %%
figures.self_play(pairs=80, games=60)

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A machine with fixed markers is an NFA; "some run", "every run" and "how likely" are three different readings.
# * Learning deletes transitions: a partially ordered automaton, and with a teacher a Markov chain.
# * One machine is a path, many are dots with a band, the average machine is computed.
# * Learning may hurt first; a rigid teacher is worst; a slightly fallible one is best.
# * Blame the last move, and let empty boxes carry it back.

# %% [markdown] slide_type="subslide"
# ## Check yourself
#
# 1. The machine has lost. Has it become worse?
# 2. All boxes hold one marker. How many dice does it throw in a game, and what is its automaton?
# 3. Can a marker that wins be lost in an unlucky game?
# 4. Why does the machine learn nothing from a game that it wins?
# 5. "The angel wins on 31" and "it wins on 31 with probability 5/18". Which one does the NFA say?
#
# <details><summary>Answers</summary>
# (1) It has lost a marker that does not force a win, so against a perfect opponent: no. Against others it may win less
# often, for a while (section 4, taught by a perfect player) or for good (over-caution). (2) One die a turn, and it is
# deterministic. (3) No: after a winning move the box it meets next holds a winning marker, so another marker is the last
# one. (4) All markers go back: the configuration is the same. (5) The first. The second needs the dice.
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * D. Michie, "Experiments on the mechanization of game-learning. Part I: Characterization of the model and its
#   parameters", *The Computer Journal* 6 (1963), 232–236: matchboxes and beads that learn noughts and crosses.
# * M. Gardner, "Mathematical games: how to build a game-learning machine and then teach it to play and to win",
#   *Scientific American* 206 (3), March 1962, p. 138: losing moves are taken away, as here.
# * M. O. Rabin, "Probabilistic automata", *Information and Control* 6 (1963), 230–245.
# * M. Minsky, "Steps toward artificial intelligence", *Proceedings of the IRE* 49 (1961), 8–30: credit assignment.
# * C. J. C. H. Watkins, P. Dayan, "Q-learning", *Machine Learning* 8 (1992), 279–292.
# * R. S. Sutton, A. G. Barto, *Reinforcement Learning: An Introduction*, 2nd ed., MIT Press 2018.
