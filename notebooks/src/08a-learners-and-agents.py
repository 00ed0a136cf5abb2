# %% [markdown] slide_type="slide"
# # Appendix to unit 8: Learners and agents
#
# **40 minutes to read.**
# *[Auf Deutsch](de/08a-learners-and-agents.ipynb) · [En español](es/08a-learners-and-agents.ipynb).*
# This appendix contains what does not fit into the hour of [unit 8](08-intelligenz-gegen-automat.ipynb). After it you
# can
#
# 1. say how few games a teacher may need, and how strongly a pupil depends on the opponents that it has met,
# 2. explain in what way the machine is a Q-learner, and why it is not rewarded for winning,
# 3. write a learner of your own, and agents for the Gymnasium interface,
# 4. say in which environment forgetting helps, and in which it does harm.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading. In a second hour, section 1 takes 10 minutes, section 2 takes 12 and section 3 takes 18; each can
# stand alone. The comparisons of learners take some seconds each; start them while you talk. Without the extra `rl`
# section 3 can only be read: check beforehand that it runs on your computer.
# </details>

# %% slide_type="skip"
from collections import Counter
from math import exp
from random import Random

import matchbox.course as mb

# %% [markdown] slide_type="slide"
# ## 1 How far can a teacher go?
#
# Imagine a teacher who looks into the boxes, and always makes the move after which the machine is expected to be
# perfect soonest. Such a teacher solves a *Markov decision process*: a Markov chain in which somebody chooses the next
# move in every state. A game takes away at most one marker, so even this teacher needs at least as many games as there
# are markers that must go:

# %%
goal = mb.exact.target_mask(mb.Rules(), "winnable")
print("markers that must go:", min(24 - c.bit_count() for c in mb.exact.configurations(mb.Rules()) if not c & goal))
print(f"a teacher who sees the markers needs {mb.clairvoyant().expected():.2f} games on average")
left, chance = next(iter(mb.exact.absorbing("perfect-1").items()))
print(f"perfect-1 leaves {mb.configuration_text(mb.Rules(), left)} in the end, with probability {chance:.3f}")

# %% [markdown]
# The rigid teacher of unit 8, perfect-1, never makes the machine perfect: the bad markers on the fields with 6, 5 and 2
# to go stay for ever, because this teacher never leads the machine there. Among teachers who do not see the boxes, and
# who follow a *fixed law* over moves, the best that we know needs about 23.3 games
# (`matchbox.analysis.optimal.best_memoryless`, a numerical optimum, not a proof). How do the teachers of unit 8
# compare?

# %% slide_type="subslide"
mb.plot(mb.figures.hitting_times())

# %%
for teacher, mean, median in mb.figures.quantile_table(("random", "perfect", "epsilon:0.3")):
    print(f"{teacher:12} {mean:.1f} games on average; half of the machines are perfect after {median}")

# %% [markdown] slide_type="subslide"
# How often should a teacher err? The chance ε of a random move runs from never to always.

# %%
chart = mb.figures.epsilon_curve()
mb.plot(chart)

# %%
for share, games in list(zip(chart.lines[0].xs, chart.lines[0].ys, strict=True))[::2]:
    print(f"ε = {share:.1f}: {games:.1f} games on average")

# %% [markdown] slide_type="subslide"
# Against whom does the training help? Each row is a teacher, each column an opponent after 60 training games; the
# numbers are means over both roles. The pupil of a random player is best against random players, but not against good
# ones.

# %%
mb.figures.teacher_tester_matrix()

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a guess before the first cell: how few games could be enough? Expect 17, the longest path of unit 8; but some
# bad markers on lost fields may stay, so only 14 must go. Then ask why a teacher needs more than 14: the dice decide
# which box the machine comes to. Where it goes wrong: somebody says "best teacher" without saying against whom; let
# them read a row of the matrix aloud, and then a column. (10 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 This machine is Q-learning
#
# Can a box of markers be read as a table of numbers? *Q-learning* keeps a value $Q(d, k)$ for the move $k$ with $d$
# fields to go, and mixes it with the values of the moves that are possible next. If the machine moves again with $d'$
# to go, it sets $Q(d,k) \leftarrow (1-\alpha)\,Q(d,k) + \alpha \max_{k'} Q(d',k')$; at the end of a game the maximum is
# replaced by 1 for a win and 0 for a loss. Take $\alpha = 1$ and start with $Q = 1$ everywhere. Choose greedily (a move
# of the largest value; the dice decide between equals), and resign where all values are 0.

# %%
rules = mb.Rules(seed=8)
learner = mb.QLearning(rules, alpha=1.0, epsilon=0.0, resign=True)
mb.Match(rules, learner, teacher="random").train(100)
ones = {d: [k for k in rules.box(d) if learner.q[d, k] == 1] for d in range(9, 0, -1)}
mb.ask("machine-q", len({len(box) for box in ones.values()}) == 1,
       ones=", ".join(f"{d}: {box}" for d, box in ones.items()))

# %% [markdown]
# There is a marker exactly where $Q = 1$. A value of 0 never turns into 1 again, because its move is never chosen
# again. With the same random numbers, machine and Q-learner make the same moves for ever. The machine is not rewarded
# for winning: it only forgets what lost.

# %% [markdown] slide_type="subslide"
# A learner of your own needs two methods. This one trusts its luck: on each field it repeats the move that won there
# last time.

# %%
class Superstitious:
    def __init__(self, rules):
        self.rules, self.lucky = rules, {}

    def choose(self, d, rng):
        return self.lucky.get(d) or rng.choice(self.rules.box(d))

    def learn(self, trace):
        for d, k in trace.moves:
            self.lucky[d] = k if trace.won else None


result = mb.simulate(machines=200, games=100, learner=Superstitious, seed=1)
print(f"won when starting: first game {result.wins_starting[0]:.2f}, game 99 {result.wins_starting[98]:.2f}")

# %% [markdown] slide_type="subslide"
# The machine itself (remove-last) and four others, taught by epsilon:0.3. *menace* adds markers after a win and removes
# some after a loss, as Michie's matchboxes did. *q-learning* has $\alpha = 0.2$ and tries a random move now and then.
# *afterstate-td* has a value for each field that it leaves to its opponent, so there are fewer values to learn.
# *thompson* counts for each move how often it won and lost, draws a chance of winning that fits these numbers, and
# takes the move with the largest. (There are more in `matchbox.players.learners`.)

# %%
rules_of_learning = ("remove-last", "menace", "q-learning", "afterstate-td", "thompson")
chart = mb.figures.learners_compared(rules_of_learning, games=120, machines=60)
mb.plot(chart)

# %%
for line in chart.lines:
    print(f"{line.name:14}", *(f"{line.ys[n]:.2f}" for n in (0, 30, 60, 90, -1)))

# %% [markdown] slide_type="subslide"
# **Two machines** that learn from each other soon have nothing left to learn, but only few of them are perfect by then:
# whoever knows nothing teaches little.

# %%
chart = mb.figures.self_play(pairs=80, games=60)
mb.plot(chart)

# %%
for line in chart.lines:
    print(f"{line.name:32}", *(f"{line.ys[n]:.2f}" for n in range(0, 61, 10)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play a lost game at the blackboard twice, with markers and with numbers: both tables change in one place. Expect "but
# Q-learning rewards wins"; with α = 1 and Q = 1 from the start a win changes nothing. Where it goes wrong: the maximum
# is taken over the field that the machine has left, not over the one that it comes to next. Before the last figure, ask
# what two beginners can teach each other. (12 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 The tools of the field
#
# An *agent* is a program that learns by acting in an *environment*: it sees something, acts, and gets a reward. Agents
# are often written for the same interface, [Gymnasium](https://gymnasium.farama.org): `reset` begins a game; `step`
# makes a move, lets the environment reply and returns the reward. The machine's game is such an environment, and the
# teacher is a part of it. (It needs the extra `rl` of this course: `pip install "finity-edu[rl]"`.)

# %%
try:
    import matchbox.env  # registers the game
    import gymnasium
except ModuleNotFoundError as missing:
    print(missing)
    gymnasium = None  # the cells below do nothing then

# %%
if gymnasium:
    game = gymnasium.make("matchbox/Automat-v0", teacher="random")
    print(game.reset(seed=1))
    print(game.step(2))

# %% [markdown]
# At the start there are nine fields to go, and every action is allowed; action 0 resigns. After our move of 2 the
# teacher has replied already; the game goes on, without a reward so far.

# %% [markdown] slide_type="subslide"
# Here are three agents that know nothing but this interface. First the markers:

# %%
def markers(game, games, rng):
    machine, rewards, over = mb.Machine(game.unwrapped.rules), [], True
    while len(rewards) < games:
        if over:
            seen, _ = game.reset()
            machine.start_game("machine")
        seen, reward, over, *_ = game.step(machine.choose(seen, rng) or 0)
        if over:
            machine.finish(reward > 0)
            rewards.append(reward)
    return rewards

# %% [markdown] slide_type="subslide"
# *Tabular Q-learning* has a value for each field and move. After each move it pulls that value a little towards what
# came next.

# %%
def q_learning(game, games, rng, alpha=0.3, curious=0.1):
    q, rewards, over = Counter(), [], True
    while len(rewards) < games:
        if over:
            seen, info = game.reset()
        moves = [k for k, legal in enumerate(info["action_mask"]) if legal and k]
        best = max(moves, key=lambda k: (q[seen, k], rng.random()))
        move = rng.choice(moves) if rng.random() < curious else best
        after, reward, over, _, info = game.step(move)
        hope = 0 if over else max(q[after, k] for k in (1, 2, 3))
        q[seen, move] += alpha * (reward + hope - q[seen, move])
        seen = after
        if over:
            rewards.append(reward)
    return rewards

# %% [markdown] slide_type="subslide"
# A *policy gradient* (REINFORCE) has no values, only a taste for each move. The chance of a move is proportional to
# $e^{\text{taste}}$; after a won game the tastes for the moves that were made rise, after a lost one they fall.

# %%
def policy_gradient(game, games, rng, rate=0.3):
    taste, rewards, over, path = Counter(), [], True, []
    while len(rewards) < games:
        if over:
            seen, info = game.reset()
        weights = [exp(taste[seen, k]) * int(legal and k > 0) for k, legal in enumerate(info["action_mask"])]
        [move] = rng.choices(range(len(weights)), weights)
        path.append((seen, move, [weight / sum(weights) for weight in weights]))
        seen, reward, over, _, info = game.step(move)
        if over:
            for field, made, chances in path:
                for k, chance in enumerate(chances):
                    taste[field, k] += rate * reward * ((k == made) - chance)
            rewards, path = [*rewards, reward], []
    return rewards

# %% [markdown] slide_type="subslide"
# 30 agents of each kind play 200 games against the random teacher. Who learns fastest, and who is best in the end?

# %% slide_type="fragment"
def compare(agents, games=200, repeats=30, **options):
    """The share of games won in pieces of ten, and a line for each kind of agent."""
    lines, at = [], range(5, games, 10)
    for agent in agents:
        game, won = gymnasium.make("matchbox/Automat-v0", **options), [0] * games
        for seed in range(repeats):
            game.reset(seed=seed)
            for n, reward in enumerate(agent(game, games, Random(seed))):
                won[n] += reward > 0
        lines.append(mb.Line(agent.__name__, at, [sum(won[n - 5 : n + 5]) / (10 * repeats) for n in at]))
        print(f"{agent.__name__:15} first ten games {lines[-1].ys[0]:.2f}, last ten {lines[-1].ys[-1]:.2f}")
    return mb.plot(lines, title="Three agents in one environment", x_label="games", y_label="won", y_range=(0, 1))

AGENTS = (markers, q_learning, policy_gradient)
compare(AGENTS, teacher="random") if gymnasium else None

# %% [markdown]
# The markers forget for good whatever has lost once, and in the end they win every game. Q-learning still tries a
# random move now and then, and the policy gradient never becomes quite certain.

# %% [markdown] slide_type="subslide"
# Now the board has 8 fields. There, whoever starts loses against perfect play, and the machine starts. Which agent is
# best in the end, still against the random teacher?

# %% slide_type="fragment"
compare(AGENTS, teacher="random", board="length=8") if gymnasium else None

# %% [markdown]
# The markers win no game at all: the boxes on lost fields are empty, and the machine resigns on its first turn (the
# over-caution of unit 8, section 4). The other two play on, and a random teacher forgives them often enough. What helps
# in one environment does harm in another.
#
# **Your turn.** Change the teacher (`teacher="perfect"`) or the reward (a `gymnasium.RewardWrapper`), or write a fourth
# agent.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# First show `reset` and `step` by hand: what does the agent see, and who has moved in between? Read one agent with the
# room, line by line, and only glance at the others. Before each comparison ask everybody to write down a winner. Expect
# Q-learning, "because it is the modern one"; on nine fields the markers win, on eight they win nothing. Ask what was
# different: the environment. (18 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * C. J. C. H. Watkins, P. Dayan, "Q-learning", *Machine Learning* 8 (1992), 279–292.
# * R. S. Sutton, A. G. Barto, *Reinforcement Learning: An Introduction*, 2nd ed., MIT Press 2018.
