# %% [markdown] slide_type="slide"
# # Unit 8: Intelligenz gegen Automat
#
# **65 minutes, 45 of them the core.**
# *[Auf Deutsch](de/08-intelligenz-gegen-automat.ipynb) · [En español](es/08-intelligenz-gegen-automat.ipynb).*
# After this unit you can
#
# 1. play the machine's part by hand: dice, markers, blame,
# 2. read one machine as a nondeterministic, a universal and a probabilistic automaton, and keep the three apart,
# 3. explain the learning curves of *one* machine, of a thousand, and of the average machine,
# 4. name the teacher that trains fastest, with evidence,
# 5. explain credit assignment.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb), and mean values.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play three games on the table first, with a student as the machine (`matchbox print` makes board, markers and rule
# sheet). The room should feel that the machine's player decides nothing at all. Let the room predict before each
# figure, above all in section 4. What does not fit into the hour is in the appendix: Q-learning, other learners, and
# agents written for Gymnasium. If time is short, leave out what is marked *more*, then the proof in section 3. The
# games on the table must stay.
# </details>

# %% slide_type="skip"
import matchbox.course as mb

# %% [markdown] slide_type="slide"
# ## 1 The machine on the table (core, 11 min)
#
# One token goes from Start to Goal, 1, 2 or 3 fields a turn, in at most nine moves. Whoever moves it onto Goal wins.
# *Intelligenz* decides freely. *Automat* cannot think: below each field lies a box of markers, one for each move.

# %%
machine = mb.Machine()
machine

# %% [markdown] slide_type="subslide"
# **The machine's turn.** Look into the box below the token. Throw one die for each marker, and throw again until a
# single die shows the highest number. Its colour is the move; its marker becomes the *current move*. **After a win**
# all current markers go back. **After a loss** the *last* current marker leaves the game for ever. **An empty box**
# means: resign.
#
# *A caveat:* the picture of the original board is lost. Nine moves and 24 circles are a reconstruction, from the 9
# markers per colour in the rule book and from a sister game with nine squares. All numbers below are for this reconstruction.

# %% slide_type="subslide"
match = mb.Match(mb.Rules(seed=3), machine, teacher="random")
game = match.play_game()
print(match.protocol())

# %% [markdown] slide_type="subslide"
# The dice decide. After a tie some people throw *all* dice again, not only those that tied.

# %%
from fractions import Fraction
from itertools import product

throws = list(product(range(6), repeat=3))
alone = {die: sum(throw.count(max(throw)) == 1 and throw[die] == max(throw) for throw in throws) for die in range(3)}
mb.ask("machine-dice", len(set(alone.values())) == 1, chance=Fraction(sum(alone.values()), len(throws)))

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# Play as Intelligenz, or choose a teacher and let it train for 10,000 games.

# %%
mb.MatchboxWidget("first=human", seed=1)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask after each game what the machine knew. Expect "it learned from winning"; but nothing changes after a win. (15
# minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 One machine, three automata (core, 12 min)
#
# Leave the markers where they are. Then the machine is an automaton that *reads the moves of Intelligenz*. In states
# such as `H7` the human moves (Intelligenz, with 7 fields to go). From states such as `M5` the machine moves, along
# arrows that carry ε and read nothing. Whoever stands in a state stands at the same time in every state to which arrows
# with ε lead from there, so an active set contains these states, too (unit 4 says more). In `W` the machine has won, in
# `L` it has lost.

# %%
nfa = mb.automata.machine_nfa(mb.Machine(mb.Rules(length=4)))
for state in ("H4", "H3", "M3", "M2", "W"):
    print(state, {letter or "ε": sorted(to) for letter, to in nfa.transitions[state].items()})

# %% [markdown] slide_type="subslide"
# On the big board, Intelligenz starts and plays the word `31`: first three fields, later one. The *fresh* machine still
# has all its markers. A *trained* machine has only the good ones left (section 3 says which).

# %%
def table(markers):
    """For three words: does some run win, does every run, and how likely is it?"""
    rows = [(word, mb.automata.readings(word, markers)) for word in ("31", "13", "22")]
    return "\n".join(f"{word}: {'✗✓'[read.some]} {'✗✓'[read.every]} {read.probability}" for word, read in rows)


read = mb.automata.readings("31", None)
mb.ask("machine-31", "never" if not read.some else "always" if read.every else "sometimes", chance=read.probability,
       fresh=table(None), trained=table(mb.Rules().winning),
       theirs=" ".join("✗✓"[mb.automata.machine_nfa().accepts_input(word)] for word in ("31", "13", "22")))

# %% [markdown] slide_type="subslide"
# There are several answers, because there are three different questions (automata-lib answers the first):
#
# | reading | "the machine wins on $w$" | who chooses |
# |---|---|---|
# | nondeterministic | *some* run wins | an angel |
# | universal | *every* run wins | a demon |
# | probabilistic | the *chance* that the run wins | the dice |
#
# In a **probabilistic automaton** each transition has a probability, and the probabilities of those that leave a state
# with the same symbol (or here with ε) add up to 1. The probability of a run is the product over its steps, and the
# probability of a word is the sum over its accepting runs. An NFA has no probabilities: "it can win" says nothing about
# how often. Throwing dice is not nondeterminism.

# %% [markdown] slide_type="subslide"
# The dice follow a **policy**: a function $\mu$ that gives each move $k$ on each field $d$ a probability
# $\mu(k \mid d)$, with $\sum_k \mu(k \mid d) = 1$. Here all markers in a box have the same probability; these moves
# form the *support*, the moves with $\mu(k \mid d) > 0$. Learning takes markers away. What does that do to the subset
# construction?

# %%
fresh, trained = (max(map(len, mb.automata.subsets(markers))) for markers in (None, mb.Rules().winning))
mb.ask("machine-subsets", "smaller" if trained < fresh else "larger" if trained > fresh else "same",
       fresh=fresh, trained=trained)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write "some", "every" and "how likely" side by side, and ask who chooses in each of the three. Expect "it can win, so
# it wins half the time". (12 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 Learning is an automaton too (core, 3 min)
#
# The markers that a machine still has are its *configuration*. A loss deletes the last marker drawn (none, if the
# machine drew none) and leads to the next configuration. On the smallest board (3 fields) all of learning fits on one
# slide; each edge shows the marker that is lost, and the chance that a game against a random player takes it away if the
# machine / the opponent starts. What comes next depends only on the present configuration $c$, not on how it came about:
# the next configuration is $c'$ with probability $P(c, c')$, and $\sum_{c'} P(c, c') = 1$. Such a process is a **Markov chain**.

# %%
mb.learning_diagram(mb.Rules(length=3), teacher="random")

# %% [markdown] slide_type="subslide"
# How many configurations can the big machine reach, with its 24 markers? $2^{24}$ is 16,777,216.

# %%
configurations = mb.exact.configurations(mb.Rules())
size = len(configurations)
print(mb.numeral(size, ","))

# %% [markdown] slide_type="subslide"
# ### Ask the libraries (more, 2 min)
#
# For networkx the configurations on five fields are a graph. There is no way back, and the length of the longest path
# is the greatest number of *instructive* games: games that cost a marker.

# %%
import networkx as nx

dfa = mb.automata.learning_dfa(mb.Rules(length=5))
graph = nx.DiGraph((p, q) for p, row in dfa.transitions.items() for q in row.values() if p != q)
print(len(dfa.states), "states; acyclic:", nx.is_directed_acyclic_graph(graph), "· longest way:",
      nx.dag_longest_path_length(graph))

# %% [markdown]
# On the big board, too, there is no way back: the configurations are partially ordered, and the longest path has 17
# steps. So a machine plays at most 17 instructive games in its life.

# %% [markdown] slide_type="subslide"
# ### Which markers stay? (core, 5 min)
#
# A move that leaves a multiple of 4 fields to go is *winning*, and so is its marker: whatever the answer,
# the machine has such a move again, and the last of them reaches Goal. A field with a multiple of 4 to go has no winning
# move; it is *lost* for whoever must move there.
#
# **Theorem.** A **winning marker is never removed**, whoever plays. *Proof.* Suppose that some are, and consider the
# first of them. It was the last marker that the machine drew in that game. But the game did not end with its move, nor
# with the answer: the opponent could not reach Goal from a multiple of 4, and so the machine came to another field
# whose winning marker was still there. So it drew again, and a later marker was the last. ∎
#
# A machine is *perfect* when it has no markers left but the winning ones, except possibly on lost fields.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask somebody to erase markers on the blackboard, and ask the room whether two orders can lead to the same boxes. (They
# can: the configurations do not form a tree.) (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 The learning curve (core, 8 min)
#
# In the first game everything is up to the dice. Here are the machine's chances to win, as fractions, against a random
# player and against one that makes no mistakes:

# %%
for opponent in ("random", "perfect"):
    print(opponent, *(f"{who} starts: {mb.exact.win_probability(opponent, who)}" for who in ("machine", "human")))

# %% [markdown] slide_type="subslide"
# The dots are 1000 simulated machines with their 95 % band. The line is the average machine, computed from the Markov
# chain: if $\pi_n(c)$ is the probability of configuration $c$ after $n$ games, then
# $\pi_{n+1}(c') = \sum_c \pi_n(c)\, P(c, c')$, where $P$ depends on who starts. If $w(c)$ is the chance to win with the
# markers $c$, the line shows $\sum_c \pi_n(c)\, w(c)$.

# %%
run = mb.simulate(machines=1000, games=60, teacher="random", seed=1)
curve = mb.exact.curve("random", 60)
played = [game for game in range(60) if run.wins_starting[game] == run.wins_starting[game]]
mb.plot([mb.Line("average machine, starting", range(61), curve.machine_starts),
         mb.Line("1000 machines, starting", played, [run.wins_starting[g] for g in played],
                 band=[run.band("starting")[g] for g in played], style="dots")],
        title="Learning from a random player", x_label="games", y_label="won", y_range=(0, 1))

# %%
print("the average machine after 0, 10, …, 60 games:", *(f"{curve.machine_starts[n]:.3f}" for n in range(0, 61, 10)))

# %% [markdown] slide_type="subslide"
# Now a *perfect* teacher, who makes no mistake, trains the machine, and after each training game we test it against a random
# player. Draw the curve of the games that it wins.

# %%
both = mb.exact.curve("perfect", games=300, tester="random").both
worst = min(range(len(both)), key=both.__getitem__)
mb.ask("machine-hurts", worst == 0, before=mb.numeral(both[0], ".3f"), worst=mb.numeral(both[worst], ".3f"), n=worst,
       end=mb.numeral(both[-1], ".3f"),
       picture=mb.figures.learning_curves("perfect", 80, machines=0, tester="random"))

# %% [markdown] slide_type="subslide"
# ### Over-caution (more, 3 min)
#
# If a random player trains it, a machine that moves second is best in the middle of its life; then it gets worse and
# stays worse:

# %%
replies = mb.exact.curve("random", games=1000).human_starts
best = max(range(len(replies)), key=replies.__getitem__)
print(f"after {best} games: {replies[best]:.3f}, in the end {replies[-1]:.4f}; "
      f"the best possible player: {mb.best_response('random', 'human')}")

# %% [markdown]
# In the end the boxes on lost fields are empty, and the machine resigns there. A player who never resigns but hopes for
# a mistake wins on average 26 of 27 games against random play. To play perfectly is one thing, to play best against a
# given opponent another.

# %% [markdown] slide_type="subslide"
# When does each marker disappear? Time runs downwards, and each column is a marker, a winning one if it has a star; the
# number is the share of machines that still have it. Blame begins near Goal, on the right, and travels left.

# %%
mb.figures.marker_map("random", games=(0, 5, 10, 20, 40, 60, 100))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let everybody draw the curve before they commit; hold up three drawings. Expect curves that rise from the first game
# on. Then ask when it hurts: only when the machine meets a random player. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Which teacher is best? (more, 5 min)
#
# Four teachers. *random* makes any move. *perfect* makes the winning move, and on a lost field any move; *perfect-1*
# does the same, but on a lost field it always moves 1. *epsilon:0.3* makes three moves in ten at random, and the others
# like *perfect*.

# %%
teachers = ("random", "perfect", "perfect-1", "epsilon:0.3")
games = {teacher: mb.exact.expected_games(teacher) for teacher in teachers}
mb.ask("machine-teacher", min(teachers, key=games.__getitem__),
       picture=mb.figures.perfection(teachers),
       table="; ".join(f"{teacher}: {mb.numeral(n, '.1f')}" for teacher, n in games.items()))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a ranking before the room commits. Expect "perfect" on top; but nobody learns what they are never shown. (5
# minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Who is to blame? (more, 5 min)
#
# Which move deserves the blame for a loss? This is the **credit assignment problem**. The rule says: remove the *last*
# marker. Suppose we are stricter and remove *all* markers of a lost game.

# %%
strict = mb.simulate(machines=600, games=150, learner="remove-all", seed=1)
usual = mb.simulate(machines=600, games=150, seed=1)
openings = mb.figures.credit_assignment(games=150, machines=600)
kept, left = (line.ys[-1] for line in openings.lines)
mb.ask("machine-blame", strict.wins_starting[-2] > usual.wins_starting[-2],
       strict=mb.numeral(strict.wins_starting[-2], ".2f"), usual=mb.numeral(usual.wins_starting[-2], ".2f"),
       kept=mb.numeral(kept, ".3g"), left=mb.numeral(left, ".3f"), picture=openings)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask who is to blame for a lost football match. (5 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 6 min)
#
# * A machine with fixed markers is an NFA; "some run", "every run" and "how likely" are three different readings.
# * Learning deletes transitions and never goes back: the configurations form an acyclic automaton and, with a teacher, a Markov chain.
# * The life of one machine is a path, many machines give dots with a band, and the average machine can be computed.
# * Learning may hurt at first; a rigid teacher is worst; a slightly fallible one is best.
# * Blame the last move, and let empty boxes carry it back.
#
# Next: an [appendix](08a-learners-and-agents.ipynb) on Q-learning and Gymnasium.

# %% [markdown] slide_type="subslide"
# ## Check yourself
#
# 1. The machine has lost. Has it become worse?
# 2. Each box of a machine holds one marker. How many dice does the machine throw in a turn, and what kind of automaton is it?
# 3. Can a winning marker be lost in an unlucky game?
# 4. Why does the machine learn nothing from a game that it wins?
# 5. "Some run wins on 31" and "the machine wins on 31 with probability 5/18": which of these can the NFA tell you?
#
# <details><summary>Answers</summary>
# (1) Against a perfect opponent it has not: the marker that it lost does not force a win. Against others it may win
# less often, for a while (section 4, taught by a perfect player) or for good (over-caution). (2) One die per turn; the
# automaton is deterministic. (3) No: after a winning move the next box of the machine holds a winning marker, so
# another marker is the last one. (4) All markers go back, so the configuration is the same. (5) The first. The second
# needs the dice.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 1 is the one to discuss: "worse" against whom? Expect "it has learned", and ask what it has forgotten. (6 minutes)
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
