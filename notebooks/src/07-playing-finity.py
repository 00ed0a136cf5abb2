# %% [markdown] slide_type="slide"
# # Unit 7: Playing Finity
#
# **77 minutes, 45 of them the core.**
# *[Auf Deutsch](de/07-playing-finity.ipynb) · [En español](es/07-playing-finity.ipynb).*
# After this unit you can
#
# 1. say how a move edits the automaton, and why a move is illegal,
# 2. find the moves that orphan rings,
# 3. carry out alpha-beta search by hand, and say what it leaves out,
# 4. explain how Monte Carlo tree search gets by without an evaluation,
# 5. judge whether one player is better than another, with a confidence interval,
# 6. enter an evaluation of your own into an arena.
#
# You need: [unit 6](06-rings.ipynb) (rings), and means and variances.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# The hour is built on the puzzle in section 4: let the room look for the winning move for two minutes before anybody
# commits, and write the proposals on the blackboard. The last cells take some seconds each; start them while you talk.
# If the compiled engine does not start, everything still runs, but with fewer games. "Your turn" and what follows are
# for after the hour. If time is short, leave out what is marked *more*, then section 6. The puzzle in section 4 must
# stay.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

COMPILED = fe.PROGRAM.start().name != "python"  # interpreted, the engine plays fewer games

# %% [markdown] slide_type="slide"
# ## 1 A move edits the automaton (core, 9 min)
#
# Two people share one $\delta$, and each has a start state of their own. They do not read a word with the automaton:
# they take turns to **change** it, until the tower is accepted from one of the two starts, with the rings that are on
# the board.
#
# | move | what it changes |
# |---|---|
# | place, reverse, remove an arrow (in the rules, a *bridge*) | one transition: $\delta(p, c) \ni q$ |
# | place a ring | how often a state may be left: the bound of unit 6 |
# | move your post | your own start state $q_0$ |
# | move or remove a blocker | nothing yet, except which edits are possible later |

# %% slide_type="subslide"
start = fe.Position.start(word="bbwwbwbw")
after = start.play("+bN>C.m")
fe.draw_board(after)

# %%
for position in (start, after):
    nfa = fe.station_nfa(position, seat=1)
    print("δ(N, b) =", sorted(nfa.transitions["N"].get("b", ())), "· accepts b:", nfa.accepts_input("b"))

# %% [markdown] slide_type="subslide"
# Not every edit is legal. Here are some answers that player y might consider; `+` stands for placing, `-` for removing,
# `~` for reversing, `o` for a ring and `^` for moving the post:

# %%
answers = ["+bC>N.m", "-bN>C.m", "~bN>C.m", "+oS.s", "+bNE>C.l", "^SE"]
legal = [move for move in answers if after.why_illegal(move) is None]
fe.ask("play-legal", str(len(legal)), reasons="\n".join(f"{move}: {after.why_illegal(move) or '✓'}" for move in answers))

# %% [markdown]
# Every refusal names the rule and the pieces. (In the game, an arrow may point away from the tower's station, because
# it can be reversed later. But it is not a transition: nothing leaves the end.)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a reason with each answer. Expect "nobody may undo what the other has just done": that is the rule, but for
# one move only. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 The game tree (core, 3 min)
#
# Nodes are positions, edges are legal moves, leaves are finished games. The number of sequences of $d$ moves is called
# *perft* (performance test); two programs that agree on it probably agree on the rules.
#
# The first player has 214 moves.

# %%
print("of one move:", len(start.legal_moves()), "· of two:", fe.numeral(fe.perft(start, 2), ","))

# %% [markdown] slide_type="subslide"
# Nobody can search a whole tree of that size. A player must leave things out, in one of three ways:
#
# * stop early, and **guess** the value of a position (evaluation),
# * skip what **cannot matter** (alpha-beta),
# * look at a **sample** (Monte Carlo).

# %% [markdown] slide_type="subslide"
# ### A whole game (more, 6 min)
#
# How many moves are there later in a game? Here is a whole game; step through it below, move by move.

# %%
from math import log10, prod

record = fe.example_game("first-game")
game = record.game
choices = [len(position.legal_moves()) for position in game.states[:-1]]
print(f"{len(choices)} moves, chosen from {min(choices)} to {max(choices)} legal ones;",
      f"the product of these numbers is about 10^{round(log10(prod(choices)))}")

# %% slide_type="subslide"
fe.BoardWidget(record, mode="replay")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room multiply: 214 times about 214. Ask what a program must leave out before you show the three
# ways. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 Orphans: the sharpest weapon (more, 8 min)
#
# A ring stays only while a partial path of its owner leads to its station. So reversing a single arrow can destroy
# several rings, each of which cost its owner a move. In the position below c is to move, and looks for a move that
# takes rings from y. This function asks networkx to which rings a way still leads:

# %%
import networkx as nx

middle = fe.Position.parse(
    "bga/2 bbwbwbwb c; posts c@N y@S; rings NE:.cc SW:yy. W:y.. E:.cc; "
    "bridges bNW>C.m bN>NE.l bNE>SE.l bNE>E.l wE>NE.m bS>SW.m wW>SW.r bSW>W.m wW>NW.m"
)


def reached(position):
    """The stations with rings of y to which networkx finds a way from S."""
    rows = fe.station_nfa(position, seat=2).transitions
    graph = nx.DiGraph((p, q) for p, row in rows.items() for heads in row.values() for q in heads)
    rings = {ring.station for ring in middle.layout.rings if ring.seat == 2}
    return ", ".join(sorted(nx.descendants(graph, "S") & rings)) or "–"

# %% slide_type="subslide"
fe.draw_board(middle)

# %%
orphans = {str(move): middle.orphans_of(move) for move in middle.legal_moves() if middle.orphans_of(move)}
sharpest = max(orphans, key=lambda move: orphans[move].get(2, 0))
fe.ask("play-orphans", str(orphans[sharpest].get(2, 0)), move=sharpest, before=reached(middle),
       after=reached(middle.play(sharpest)), moves="\n".join(f"{move}: {dict(found)}" for move, found in orphans.items()))

# %% [markdown] slide_type="subslide"
# Everything that y loses depends on one arrow. Hence the rulebook's advice: build **redundancy**. To protect an arrow
# from being reversed, a twin in the other direction is enough, since an arrow cannot be reversed if the reversed arrow
# is already on the board. In this way c can protect its own arrow from N to NE:

# %%
safe = middle.play("+bNE>N.m")
print(safe.why_illegal("~bN>NE.l"))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room defend y in advance: what should y have built differently? (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Minimax and alpha-beta (core, 6 min)
#
# A puzzle on four stations. The tower is `bbw`; c stands on A, y on B; c is to move. There is exactly **one** move with
# which c wins by force within three moves, including the answer of y.

# %%
puzzle = fe.Position.parse(
    "bga/abcd bbw c; posts c@A y@B; rings C:..c; "
    "bridges wB>A.r bC>A.r bA>C.m bC>B.m wD>C.r bD>C.m wC>D.r; ban +bD>C.m; clock 3"
)
fe.draw_board(puzzle)

# %% [markdown] slide_type="subslide"
# What is a position worth if both sides play as well as they can? The **minimax value** of a position is its result for
# us if the game is over. Otherwise, if we are to move, it is the largest value among the next positions; if the
# opponent is to move, the smallest. If we look only $d$ moves ahead, a game that is not over by then counts as 0:

# %%
found = {depth: fe.alpha_beta(puzzle, depth) for depth in (1, 2, 3)}
kinds = {"^": "post", "o": "ring", "b": "arrow", "w": "arrow"}
best = str(found[3].line[0])
fe.ask("play-puzzle", kinds[best[0] if best[0] == "^" else best[1]], picture=fe.draw_board(puzzle.play(best)),
       lines="\n".join(f"{depth}: {one.value:+.0f}, {' '.join(map(str, one.line))}"
                       for depth, one in found.items()))

# %% [markdown] slide_type="subslide"
# ### What the value is worth (more, 5 min)
#
# **Theorem.** In a game that ends after at most $d$ moves, we can make sure of at least the minimax value $v$, and the
# opponent can make sure that we get no more.
#
# *Proof.* By induction on $d$; a finished game has its result. If we are to move, we go to a position of the largest
# value, and from there the claim holds with $d - 1$ moves. The opponent can wait: whatever we play, the next position
# has value at most $v$. If the opponent is to move, exchange the roles. ∎

# %% [markdown] slide_type="subslide"
# ### Alpha-beta (core, 5 min)
#
# The search had to look three moves ahead: at depth 1 and 2 nothing is decided.
#
# **Alpha-beta** keeps two bounds: α, the value that we are already sure of, and β, the value that the opponent can
# already hold us to. As soon as α ≥ β at a node, its remaining moves cannot matter: one of the two sides will not let
# the game get there. The tree of depth 3 has 5,311 positions below the root.

# %%
everything = sum(fe.perft(puzzle, depth) for depth in (1, 2, 3))
share = found[3].nodes / everything
fe.ask("play-pruned", "few" if share < 0.1 else "third" if share < 0.5 else "most",
       looked=fe.numeral(found[3].nodes, ","), all=fe.numeral(everything, ","), share=fe.numeral(share, ".0%"))

# %% [markdown]
# With $b$ moves in each position, and the best one tried first at every node, alpha-beta needs about $2 b^{d/2}$
# positions instead of $b^d$ (Knuth and Moore): in the same time it searches twice as deep. That is why programs spend
# so much effort on the **order** of moves.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Two minutes of silence, then proposals on the blackboard. Expect arrows and rings; expect nobody to think of the post.
# Follow one cut of alpha-beta by hand: "I am already sure of this much". (15 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Monte Carlo tree search (core, 8 min)
#
# Another idea is to use random games in place of an evaluation. **Monte Carlo tree search** keeps a tree of positions,
# which at first is only the root. Each node records how often it was visited and the mean result of the games that
# passed through it. In the end we play the move that was tried most often. One *iteration* has four steps:
#
# 1. *Selection:* from the root, walk down by the rule below as long as every move of the node has been tried;
# 2. *Expansion:* try a move that has not been tried yet, and add its position to the tree;
# 3. *Simulation:* play on from there to the end, at random;
# 4. *Backing up:* count the result in every node of the walk, as the player who moved there sees it.
#
# The rule, UCB1, prefers moves that have won often, but does not forget those that were tried rarely: take the move with the largest
#
# $$\bar x_i + \sqrt{2}\,\sqrt{\frac{\ln n}{n_i}}$$
#
# $\bar x_i$: mean result of move $i$; $n_i$: how often it was tried; $n$: how often the position was visited.

# %% slide_type="skip"
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Matches:
    """Take one or two of five matches; whoever takes the last one wins."""
    left: int = 5
    to_move: int = 1
    def legal_moves(self):
        return (1, 2)[: self.left]
    def play(self, move):
        return replace(self, left=self.left - move, to_move=3 - self.to_move)
    @property
    def result(self):
        return None if self.left else fe.Outcome(frozenset({3 - self.to_move}), "win")

# %% [markdown] slide_type="subslide"
# Here is a small game: there are five matches, you take one or two in your turn, and whoever takes the last one wins.
# The pictures show the tree after each iteration. The upper number in a node says how many games passed through the
# position; the lower one is their mean result for the player whose move led to it. Beside each line stands the number of
# matches taken.

# %%
trees = [fe.monte_carlo(Matches(), n, seed=5).tree for n in range(1, 9)]
fe.beside(*map(fe.search_picture, trees[1:4]))

# %% slide_type="subslide"
fe.search_picture(trees[6])

# %%
tried = {move: node.visits for move, node in trees[6].children.items()}
chosen = next(move for move, node in trees[7].children.items() if node.visits > tried[move])
means = {move: node.mean() for move, node in trees[6].children.items()}
fe.ask("play-next", "rare" if chosen == min(tried, key=tried.get) else "best" if chosen == max(means, key=means.get) else "lot",
       chosen=chosen, picture=fe.search_picture(trees[7]))

# %% [markdown] slide_type="subslide"
# ### How often it finds the move (more, 3 min)

# %%
PLAYOUTS, SEEDS = ((30, 60, 120, 240), range(1, 9)) if COMPILED else ((30, 60), (1,))
results = [[fe.monte_carlo(puzzle, n, seed=seed, cap=60) for seed in SEEDS] for n in PLAYOUTS]
for n, searches in zip(PLAYOUTS, results, strict=True):
    right = sum(str(search.move) == best for search in searches)
    print(f"{n:4} games: {right} of {len(SEEDS)} searches find the winning move")

# %% slide_type="subslide"
last = results[-1][0].values
won, *others = sorted(last, key=lambda move: (str(move) == best, last[move]), reverse=True)[:3]
lines = [fe.Line(name, PLAYOUTS, [searches[0].values.get(move, 0.0) for searches in results])
         for name, move in zip(("the winning move", "another", "a third"), (won, *others), strict=True)]
fe.plot(lines, title="Value of three moves in the first search", x_label="random games",
        y_label="mean result for c", y_range=(-1, 1))

# %%
for line in lines:
    print(f"{line.name + ':':17}", *(f"{value:+.2f}" for value in line.ys))

# %% [markdown]
# The winning move is found without any evaluation, but not with certainty: how many games that takes is a matter of
# chance, and the more games, the more searches find it. In the end its value is well below +1, because in many of the
# sampled games both sides go on to play badly. On the full board it is worse. How do random games end there?

# %%
from collections import Counter
from random import Random


def random_game(seed):
    dice, position = Random(seed), start
    while position.result is None:
        position = position.play(dice.choice(position.legal_moves()))
    return position.result.kind

print(Counter(random_game(seed) for seed in range(200)))

# %% [markdown]
# Nearly all end in a *deadlock*: when no ring has been placed or lost for ten rounds, the game is drawn. So samples say
# almost nothing there. That is why this project's player *strong* uses alpha-beta search.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what a random game says about a position; then show how random games end on the full board. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Evaluation (core, 3 min)
#
# What is a position worth if nobody has won yet? Count: **how many moves of its own does each player still need for a
# full path?** `moves_to_complete` counts arrows that are placed or reversed, and rings; the post stays where it is. (It
# is quick, and gives an upper bound; `to_win` is exact for plans that add arrows and rings.) Here is the game of
# section 2 again, after 16 moves:

# %%
late = game.states[16]
print("c needs", fe.moves_to_complete(late, 1), "moves, y needs", fe.moves_to_complete(late, 2))
for move in ["+oNE.l", "-wE>SE.m", "~bN>NE.l"]:
    position = late.play(move)
    print(f"after {move:9} c needs {fe.moves_to_complete(position, 1)}, y needs {fe.moves_to_complete(position, 2)}")

# %% [markdown] slide_type="subslide"
# The evaluation of *strong* is the difference between the two numbers, which counts for more towards the end, plus
# small terms: whose turn it is, arrows that no opponent can reverse or remove, rings in store, several ends to choose
# from. The player says what it thinks, and why:

# %% slide_type="fragment"
print(fe.advise(late, nodes=4000 if COMPILED else 200, seed=1))

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# Take the seat of c, and let the computer play y. It thinks in the background; meanwhile you may undo a move.

# %%
fe.BoardWidget(late, players={2: fe.Seat("advanced")})

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask the room what "far from winning" means before you show the count. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 7 Is it better? (core, 6 min)
#
# A player of your own is a function of a position and a seat. `Custom` tries every legal move and takes the one with
# the largest value.

# %%
def race(position, seat):
    """How far the others are from the end, minus how far we are; no way to the end counts as 15 moves."""
    far = [fe.moves_to_complete(position, s) for s in range(1, position.players + 1)]
    moves = [15 if cost is None else cost for cost in far]
    mine = moves.pop(seat - 1)
    return min(moves) - mine

GAMES = 12 if COMPILED else 2
standings = fe.Arena([fe.Custom(race, "race"), fe.player("greedy")], games=GAMES, seed=5).run()
wins, draws, losses = standings.counts("race", "greedy")
print(f"race against greedy: {wins} won, {draws} drawn, {losses} lost")

# %% [markdown] slide_type="subslide"
# Each random word is played twice, with the seats exchanged, so that luck with the word cancels out. What can we
# conclude from so few games? If a player wins $k$ of $n$ *independent* games, the **Wilson interval** contains its true
# probability of winning in about 95 % of all such experiments (two games with one word are not quite independent; we
# treat them as if they were):
#
# $$\frac{\hat p + \frac{z^2}{2n} \pm z\sqrt{\frac{\hat p(1-\hat p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}},
# \qquad \hat p = \frac{k}{n},\ z = 1.96$$
#
# The *score* counts a draw as half a win (which makes the interval a little too wide), for example 9½ points out of 12.

# %%
low, high = fe.wilson(9.5, 12)
elo = standings.ratings()["race"]
fe.ask("play-coin", low > 0.5, elo=f"{elo.elo:+.0f} ± {elo.plus_minus:.0f}", rows="\n".join(
    f"{fe.numeral(points)} / {games}: " + " … ".join(fe.numeral(end, ".1%") for end in fe.wilson(points, games))
    for points, games in [(9.5, 12), (9, 12), (75, 100), (120, 200), (600, 1000)]))

# %% [markdown] slide_type="subslide"
# ### Elo, and when to stop (more, 2 min)
#
# An *Elo* rating puts the same games on another scale. Its interval comes from a normal approximation, which is crude
# for so few games, so trust the score instead.
#
# The width of the interval shrinks like $1/\sqrt n$: for half the width you need four times as many games. Decide on
# the number of games **before** you look at the result: if you stop when it looks good, you fool yourself.
#
# You can run the same match in a terminal, on all cores, and resume it after a break:
# `finity-edu arena strong greedy --games 100 --seconds 0.3 --file games.jsonl`

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put it as a bet: "12 games, 9½ points, who bets that it is better?" Then ask for 9 points. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 8 Your turn (more, 3 min)
#
# Improve `race`: reward rings on several stations, punish rings that depend on a single arrow, consider whose turn it
# is. The problem set of this unit asks for an evaluation that beats `greedy` in at least 60 % of 200 games.

# %%
def mine(position, seat):
    """Yours: change this."""
    rings = sum(ring.seat == seat for ring in position.layout.rings)
    return race(position, seat) + 0.1 * rings

print(fe.Arena([fe.Custom(mine, "mine"), fe.player("random")], games=2, seed=1).run())

# %% [markdown] slide_type="subslide"
# Learning programs by other people often use the interface of [PettingZoo](https://pettingzoo.farama.org): agents move
# in turn, and each sees the position as numbers, with a mask of the legal moves. Here a random agent meets ours; any
# program that learns through this interface can take either seat. (It needs the extra `rl`:
# `pip install "finity-edu[rl]"`.)

# %%
def play_in(game, ours, dice):
    """Play a game in an environment: `ours` as player_1, anything legal as player_2."""
    game.reset()
    for agent in game.agent_iter():
        seen, _, terminated, truncated, _ = game.last()
        if terminated or truncated:
            game.step(None)
        elif agent == "player_1":
            game.step(game.number(str(ours.choose(game.state, nodes=2000 if COMPILED else 50))))
        else:
            game.step(dice.choice([move for move, legal in enumerate(seen["action_mask"]) if legal]))
    return f"{game.played} moves, {game.state.result}"

# %%
try:
    from finity_edu.env import env
except ModuleNotFoundError as missing:
    print(missing)
else:
    print(env().action_space("player_1"), env().observation_space("player_1")["observation"].shape)
    print(play_in(env(word=start.word), fe.player("strong"), Random(1)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# For after the hour, in pairs: each pair changes one thing only, and says beforehand whether it will help. Expect long
# evaluations that are slower and no better. Let the arena decide, with its interval.
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * A move is an edit of a shared automaton; rules say which edits are legal, and every refusal has a reason.
# * Rings that depend on a single arrow can be orphaned by one move; redundancy protects them.
# * Alpha-beta gives the minimax value and skips what cannot matter; how much it skips depends on the order of moves.
# * Monte Carlo tree search samples; it needs no evaluation, but many games.
# * A score without an interval is an anecdote.
#
# ## Check yourself
#
# 1. Can an arrow that you place shorten the *opponent's* way to the end?
# 2. Can alpha-beta and plain minimax of the same depth give different values at the root?
# 3. A player wins 100 of 100 games. Is its probability of winning 1?
# 4. Why is each word played twice?
#
# <details><summary>Answers</summary>
# (1) Yes: δ is shared; an arrow helps everybody whose path can use it. (2) No; only the number of positions differs.
# (3) That does not follow: the interval is 96.3 % to 100 %. (4) A word may favour one start station; when the seats are
# exchanged, both players benefit equally.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put question 3 to the vote, and expect "yes, it always wins". Ask somebody what the interval says instead. The other
# questions can be answered at home. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * C. E. Shannon, "Programming a computer for playing chess", *Philosophical Magazine* 41 (1950), 256–275: evaluation
#   and search to a fixed depth, in the first paper on chess programs.
# * D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), 293–326.
# * L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", *ECML 2006*, 282–293.
# * P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem", *Machine Learning* 47
#   (2002), 235–256: where UCB1 comes from.
# * N. R. Sturtevant, R. E. Korf, "On pruning techniques for multi-player games", *AAAI 2000*, 201–207: three players
#   and more.
# * The opponents' engine is Python that this project compiles itself; [two pages](../docs/engine.md) explain how, in
#   the words of unit 3.
# * E. B. Wilson, "Probable inference, the law of succession, and statistical inference", *Journal of the American
#   Statistical Association* 22 (1927), 209–212.
