# %% [markdown] slide_type="slide"
# # Unit 5: Playing Finity
#
# **40 minutes.** After this unit you can
#
# 1. say which edit of the automaton a move is, and why a move is illegal,
# 2. find the moves that orphan rings,
# 3. follow alpha-beta search by hand, and say what it leaves out,
# 4. explain how Monte Carlo tree search gets by without an evaluation,
# 5. judge whether one player is better than another, with a confidence interval,
# 6. enter an evaluation of your own into an arena.
#
# You need: [unit 4](04-rings.ipynb) (rings), and means and variances.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# The puzzle of section 4 carries the hour: let the room look for the winning move for two minutes before any search
# runs, and write the proposals on the board. Section 7 can be put as a bet: "12 games, 9½ points: is it better?" The last
# cells take some seconds each; start them while you talk. Without numba everything runs, with fewer games. Five minutes
# a section, eight for the puzzle, seven for the last one; the board of section 6 and "Your turn" are for after the hour.
# </details>

# %% slide_type="-"
from collections import Counter
from math import log10, prod
from random import Random

from boardkit.chart import Line, line_chart
from boardkit.explore import perft
from boardkit.search import alpha_beta, monte_carlo
from finity_edu import Position
from finity_edu.analysis import to_win
from finity_edu.automata import station_nfa
from finity_edu.draw import draw_board
from finity_edu.examples import example_game
from finity_edu.players import Arena, Custom, Seat, advise, moves_to_complete, player, wilson
from finity_edu.players.kernel import COMPILED
from finity_edu.widget import BoardWidget

# %% [markdown] slide_type="slide"
# ## 1 A move edits the automaton (5 min)
#
# Two people share one $\delta$ and have a start state each. Nobody runs the automaton for the other; they take turns in
# **changing** it, until the tower is accepted from one of the two starts, with the rings that lie there.
#
# | move | what it changes |
# |---|---|
# | place, reverse, remove a bridge (the game's word for an arrow) | one transition: $\delta(p, c) \ni q$ |
# | place a ring | how often a state may be left: the bound of unit 4 |
# | move the post | the own start state $q_0$ |
# | move or remove a blocker | nothing now, but which edits are possible later |

# %% slide_type="subslide"
start = Position.start(word="bbwwbwbw")
after = start.play("+bN>C.m")
draw_board(after)

# %%
for position in (start, after):
    nfa = station_nfa(position, seat=1)
    print("δ(N, b) =", sorted(nfa.transitions["N"].get("b", ())), "· accepts b:", nfa.accepts_input("b"))

# %% [markdown] slide_type="subslide"
# The edit has its grammar. **Predict:** which of these answers of player y are legal?
#
# `+bC>N.m` · `-bN>C.m` · `~bN>C.m` · `+oS.s` · `+bNE>C.l` · `^SE`

# %% slide_type="fragment"
for move in ["+bC>N.m", "-bN>C.m", "~bN>C.m", "+oS.s", "+bNE>C.l", "^SE"]:
    print(f"{move:9}", after.why_illegal(move) or "legal")

# %% [markdown]
# Every refusal names the rule and the pieces. (In the game, an arrow that points away from the tower's station may lie on
# the board, for it can be turned. It is no transition: nothing leaves the end.)

# %% [markdown] slide_type="slide"
# ## 2 The game tree (5 min)
#
# Nodes are positions, edges are legal moves, leaves are finished games. The number of sequences of $d$ moves is called
# *perft* (performance test); two programs that agree on it probably agree on the rules.
#
# **Predict.** The first player has 214 moves. How many sequences of two moves are there, and of three?

# %% slide_type="fragment"
print([perft(start, depth) for depth in (1, 2)])

# %% slide_type="fragment"
from finity_edu.players.kernel import Kernel

if COMPILED:  # the compiled engine; the readable one would take minutes
    print(f"{Kernel(start).perft(3):,}")

# %% [markdown] slide_type="subslide"
# And later in a game? Here is the one of unit 1, move by move:

# %%
game = example_game("first-game").game
choices = [len(position.legal_moves()) for position in game.states[:-1]]
print(f"{len(choices)} moves, chosen from {min(choices)} to {max(choices)} legal ones;",
      f"the product of these numbers is about 10^{round(log10(prod(choices)))}")

# %% [markdown] slide_type="subslide"
# Nobody will search a tree of that size. A player must leave things out, in one of three ways:
#
# * stop early, and **guess** the value of a position (evaluation),
# * skip what **cannot matter** (alpha-beta),
# * look at a **sample** (Monte Carlo).

# %% [markdown] slide_type="slide"
# ## 3 Orphans: the sharpest weapon (5 min)
#
# A ring stays only while a partial path of its owner leads to its station. Whoever turns one arrow round can take away
# several rings, each of which cost its owner a move.

# %%
middle = Position.parse(
    "bga/2 bbwbwbwb c; posts c@N y@S; rings NE:.cc SW:yy. W:y.. E:.cc; "
    "bridges bNW>C.m bN>NE.l bNE>SE.l bNE>E.l wE>NE.m bS>SW.m wW>SW.r bSW>W.m wW>NW.m"
)
draw_board(middle)

# %% [markdown] slide_type="subslide"
# **Predict.** Player c is to move. Which moves orphan a ring of player y, and how many?

# %% slide_type="fragment"
for move in middle.legal_moves():
    orphans = middle.orphans_of(move)
    if orphans:
        print(f"{move!s:10}", orphans)

# %% [markdown] slide_type="subslide"
# `~bS>SW.m` takes three rings of y at once: all of them hang on one arrow. (Seat 1 is c, seat 2 is y; c could also ruin
# its own rings.) The rulebook's advice follows: build **redundancy**. A twin of the arrow in the other direction is
# enough against turning, since an arrow cannot be turned where the turned one lies already.

# %%
safe = middle.with_turn(2).play("+bSW>S.l")
print(safe.why_illegal("~bS>SW.m"))

# %% [markdown] slide_type="slide"
# ## 4 Minimax and alpha-beta (8 min)
#
# A puzzle on four stations. The tower is `bbw`; c stands on A, y on B; c is to move. If only arrows and rings are added,
# both need three more moves. There is exactly **one** move with which c wins by force within three moves.

# %%
puzzle = Position.parse(
    "bga/abcd bbw c; posts c@A y@B; rings C:..c; "
    "bridges wB>A.r bC>A.r bA>C.m bC>B.m wD>C.r bD>C.m wC>D.r; ban +bD>C.m; clock 3"
)
draw_board(puzzle)

# %% [markdown] slide_type="subslide"
# The **minimax value** of a position: if the game is over, its result for us; if we are to move, the largest value of
# the next positions; if the opponent is, the smallest. With a horizon of $d$ moves and 0 for "not yet over":

# %%
print("with arrows and rings: c needs", len(to_win(puzzle, 1)), "moves, y needs", len(to_win(puzzle, 2)))
for depth in (1, 2, 3):
    found = alpha_beta(puzzle, depth)
    print(f"depth {depth}: value {found.value:+.0f}, line {' '.join(map(str, found.line))}")

# %% slide_type="fragment"
after = puzzle.play("^C")
print("now c needs", len(to_win(after, 1)), "more, y needs", len(to_win(after, 2)))
draw_board(after)

# %% [markdown] slide_type="subslide"
# Moving the **post** wins: from C the word runs C, A, C, D over arrows that lie there already, and one ring on A is
# missing. So c needed two moves and not three: changing the start state changes the language, and none of the 20 legal
# moves with arrows and rings does as much.
#
# The search had to look three moves ahead: at depth 1 and 2 nothing is decided.

# %% [markdown] slide_type="subslide"
# **Alpha-beta** keeps two bounds: α, what we have for sure, and β, what the opponent has for sure. As soon as α ≥ β, the
# rest of a node cannot matter: the other side will not let us get there. **Predict:** the tree of depth 3 has 5,311
# positions below the root. How many of them does alpha-beta look at?

# %% slide_type="fragment"
everything = sum(perft(puzzle, depth) for depth in (1, 2, 3))
looked_at = alpha_beta(puzzle, 3).nodes
print(f"{looked_at} of {everything} positions: {looked_at / everything:.0%}; the value is the same")

# %% [markdown]
# With the best move first at every node alpha-beta needs about $2 b^{d/2}$ instead of $b^d$ positions (Knuth and Moore):
# the same time reaches twice the depth. Hence all the effort that programs spend on the **order** of moves.

# %% [markdown] slide_type="slide"
# ## 5 Monte Carlo tree search (5 min)
#
# Another idea: no evaluation at all. Play random games to the end; prefer moves that have won often, but do not forget
# those that were tried rarely. UCB1 balances the two: choose the move with the largest
#
# $$\bar x_i + \sqrt{2}\,\sqrt{\frac{\ln n}{n_i}}$$
#
# $\bar x_i$: mean result of move $i$; $n_i$: how often it was tried; $n$: how often the position was visited.

# %% slide_type="subslide"
PLAYOUTS, SEEDS = ((30, 60, 120, 240), range(1, 9)) if COMPILED else ((30, 60), (1,))
results = [[monte_carlo(puzzle, n, seed=seed, cap=60) for seed in SEEDS] for n in PLAYOUTS]
for n, found in zip(PLAYOUTS, results, strict=True):
    wins = sum(str(result.move) == "^C" for result in found)
    print(f"{n:4} games: ^C found in {wins} of {len(SEEDS)} searches; the first takes {found[0].move!s:9}",
          f"value {found[0].value:+.2f}")

# %% slide_type="subslide"
shown = ["^C", "+oC.m", "+wB>C.l"]
line_chart(
    [Line(move, PLAYOUTS, [found[0].values.get(puzzle.resolve(move), 0.0) for found in results]) for move in shown],
    title="Value of three moves in the first search",
    x_label="random games",
    y_label="mean result for c",
    y_range=(-1, 1),
)

# %% [markdown]
# The winning move is found without any evaluation, but not surely: how many games that takes is chance, too, and the more
# games, the more searches find it. Its value stays below +1: many of the sampled games go on badly, for us and for the
# opponent. On the full board it is worse. How do random games end there?

# %%
def random_game(seed):
    dice, position = Random(seed), start
    while position.result is None:
        position = position.play(dice.choice(position.legal_moves()))
    return position.result.kind

print(Counter(random_game(seed) for seed in range(200)))

# %% [markdown]
# They run into the deadlock draw, so samples say nearly nothing there. The strong player of this project is an alpha-beta
# search.

# %% [markdown] slide_type="slide"
# ## 6 Evaluation (5 min)
#
# What is a position worth that nobody has won? Count: **how many own moves is each player away from a full path?**
# `moves_to_complete` counts arrows that are laid or turned, and rings; the post stays where it is. (It is quick, and an
# upper bound: `to_win` is exact, for arrows and rings that are added.)

# %%
print("c needs", moves_to_complete(middle, 1), "moves, y needs", moves_to_complete(middle, 2))
for move in ["~bS>SW.m", "+oSE.s", "+bSE>E.m"]:
    position = middle.play(move)
    print(f"after {move:9} c needs {moves_to_complete(position, 1)}, y needs {moves_to_complete(position, 2)}")

# %% [markdown] slide_type="subslide"
# The strong player's evaluation is this difference, steeper towards the end, plus small terms: whose turn it is, arrows
# that no opponent can turn or remove, rings in store, several ends to choose from. It tells what it thinks, and why:

# %% slide_type="fragment"
print(advise(middle, nodes=4000 if COMPILED else 200, seed=1))

# %% [markdown] slide_type="subslide"
# Take the seat of c, and let the computer play y. It thinks in the background; you may undo while it does.

# %%
BoardWidget(middle, players={2: Seat("advanced")})

# %% [markdown] slide_type="slide"
# ## 7 Is it better? (7 min)
#
# A player of your own in three lines: a function of a position and a seat. `Custom` tries every legal move and takes the
# one with the largest value.

# %%
def race(position, seat):
    """How far the others are from the end, minus how far we are; no way to the end counts as 15 moves."""
    far = [moves_to_complete(position, s) for s in range(1, position.players + 1)]
    moves = [15 if cost is None else cost for cost in far]
    mine = moves.pop(seat - 1)
    return min(moves) - mine

GAMES = 12 if COMPILED else 2
standings = Arena([Custom(race, "race"), player("greedy")], games=GAMES, seed=5).run()
print(standings)

# %% [markdown] slide_type="subslide"
# Each random word is played twice, with the seats exchanged, so that luck with the word cancels out. What follows from
# so few games? If a player wins $k$ of $n$ independent games, the **Wilson interval** contains its true probability to
# win in about 95 % of all such experiments:
#
# $$\frac{\hat p + \frac{z^2}{2n} \pm z\sqrt{\frac{\hat p(1-\hat p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}},
# \qquad \hat p = \frac{k}{n},\ z = 1.96$$
#
# **Predict.** The *score* counts a draw as half a win (which makes the interval a little too wide): 9½ points of 12. Is
# that better than a coin? And 75 of 100?

# %% slide_type="fragment"
for points, games in [(9.5, 12), (9, 12), (75, 100), (120, 200), (600, 1000)]:
    low, high = wilson(points, games)
    print(f"{points:5g} of {games:4}: {low:.1%} to {high:.1%}", "" if low > 0.5 else "  (a coin is not excluded)")

# %% [markdown] slide_type="subslide"
# Half a point decides: so few games are on the edge. There even methods differ. The *Elo* column is another scale for the
# same games, with an interval from a normal approximation, which is coarse for so few games: ± 116 reaches below 0. Read
# the score.
#
# The width shrinks like $1/\sqrt n$: half the width takes four times the games. Decide the number of games **before** you
# look at the result: if you stop when it looks good, you fool yourself.
#
# The same in a terminal, on all cores, and resumable:
# `finity-edu arena strong greedy --games 100 --seconds 0.3 --file games.jsonl`

# %% [markdown] slide_type="slide"
# ## Your turn
#
# Improve `race`: reward rings on several stations, punish rings that hang on one arrow, look at whose turn it is. The
# problem set of this unit asks for an evaluation that beats `greedy` in at least 60 % of 200 games.

# %%
def mine(position, seat):
    """Yours: change this."""
    rings = sum(ring.seat == seat for ring in position.layout.rings)
    return race(position, seat) + 0.1 * rings

print(Arena([Custom(mine, "mine"), player("random")], games=2, seed=1).run())

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A move is an edit of a shared automaton; legality is a grammar of edits, and every refusal has a reason.
# * Rings that hang on one arrow can be orphaned by one move; redundancy is what protects them.
# * Alpha-beta gives the minimax value and skips what cannot matter; the order of moves decides how much that is.
# * Monte Carlo tree search samples; it needs no evaluation, and many games.
# * A score without an interval is an anecdote.
#
# ## Check yourself
#
# 1. Can placing an arrow shorten the *opponent's* way to the end?
# 2. Alpha-beta and plain minimax, same depth: can their values at the root differ?
# 3. A player wins 100 of 100 games. Is its probability to win 1?
# 4. Why is each word played twice?
#
# <details><summary>Answers</summary>
# (1) Yes: δ is shared; an arrow helps everybody whose path can use it. (2) No; only the number of positions differs.
# (3) That does not follow: the interval is 96.3 % to 100 %. (4) A word may favour one start station; with the seats
# exchanged both players profit alike.
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * C. E. Shannon, "Programming a computer for playing chess", *Philosophical Magazine* 41 (1950), 256–275: evaluation
#   and horizon, before there was a program.
# * D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), 293–326.
# * L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", *ECML 2006*, 282–293.
# * P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem", *Machine Learning* 47
#   (2002), 235–256: where UCB1 comes from.
# * N. R. Sturtevant, R. E. Korf, "On pruning techniques for multi-player games", *AAAI 2000*, 201–207: three players
#   and more.
# * E. B. Wilson, "Probable inference, the law of succession, and statistical inference", *Journal of the American
#   Statistical Association* 22 (1927), 209–212.
