# %% [markdown] slide_type="slide"
# # A gallery of questions
#
# **20 minutes to look through.**
# *[Auf Deutsch](de/11-gallery-of-questions.ipynb) · [En español](es/11-gallery-of-questions.ipynb).*
# Here is one instance of every type of question in the course, drawn with seed 7. Each type is a *generator*: another
# seed gives another instance, difficulty 1 to 5 sets its size, and the texts exist in English, German and Spanish. The
# program computes the right answers, judges yours, and explains what is wrong.

# %%
from coursekit.questions import QuestionType, all_types, question, register

# %% [markdown] slide_type="slide"
# ## What a question can do
#
# An instance shows itself, and has three hints, a right answer and a worked solution.

# %%
towers = question("winning_towers").instance(seed=7, difficulty=2)
towers

# %% [markdown] slide_type="subslide"
# A wrong answer gets a *witness*: a tower for which the answer is wrong, with the reason, drawn on the board.

# %%
wrong = towers.key[1:]
towers.judge(wrong, points=4)

# %% [markdown]
# A misconception is called by its name. Here somebody has counted runs, not words:

# %%
words = question("count_words").instance(seed=3, difficulty=2)
print(words.judge(9, points=2))

# %% [markdown]
# An answer of the wrong form does not count as wrong; the program says what form it expected.

# %%
print(towers.judge("bwx", points=4))

# %% [markdown] slide_type="subslide"
# The three hints say which notion is meant, how to go about it, and how the work begins.

# %%
print("\n\n".join(towers.hints))

# %% [markdown] slide_type="subslide"
# And the solution:

# %%
from IPython.display import Markdown

Markdown(towers.solution)

# %% [markdown] slide_type="subslide"
# The same seed in German: the data are the same, the words are not.

# %%
german = question("winning_towers").instance(seed=7, difficulty=2, lang="de")
print(german.title, german.data == towers.data)

# %% [markdown] slide_type="slide"
# ## A question of your own
#
# A type is a class with a few short methods. This one is complete:

# %%
texts = {
    "title": "Black cones", "text": "How many black cones has the tower {tower}?",
    "hint1": "Black cones are written b.", "hint2": "Count them.", "solution": "Cone by cone:",
}

# %%
class CountBlack(QuestionType):
    id, unit, kind, texts = "count_black", 1, "number", texts

    def draw(self, rng, difficulty):  # public data, plain JSON, enough to judge
        return {"tower": "".join(rng.choice("bw") for _ in range(3 * difficulty))}

    def key(self, data):  # the right answer, computed
        return data["tower"].count("b")

    def work(self, data, say):  # lines of the worked solution
        return [f"- {data['tower'][:i]}: {data['tower'][:i].count('b')}" for i in range(len(data["tower"]) + 1)]

    def measure(self, data):  # how difficult, as a number
        return len(data["tower"])

# %%
register(CountBlack())
question("count_black").instance(seed=7)

# %% [markdown] slide_type="slide"
# ## Unit 0: does handing in work?
#
# One question, to check that handing in works.

# %% slide_type="subslide"
question("count_arrows").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 1: a board is an NFA
#
# Stations are states, arrows are transitions, towers are words. You can see everything on the board, and need no
# formula yet.

# %% slide_type="subslide"
question("five_tuple").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("accepted").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("token_sets").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("delta_hat").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("accepting_path").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("count_paths").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("shortest_word").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("winning_towers").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("words_in_out").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("count_words").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("most_paths").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("tell_apart").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("ambiguity").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("near_misses").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("count_recurrence").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("where_nondeterministic").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("useless_arrows").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("make_deterministic").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("board_for_tower").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("board_for_words").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("moves_to_win").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("write_accepts").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 2: determinise and minimise
#
# A set of tokens becomes one state; states that no word tells apart become one.

# %% slide_type="subslide"
question("determinise").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("minimise").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("minimal_states").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("nerode_classes").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("separating_suffix").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("inequivalent_prefixes").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("synchronising_word").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("most_tokens").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("bisimilar").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("transition_monoid").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 3: regular expressions
#
# An expression for a board, and a board for an expression.

# %% slide_type="subslide"
question("board_for_regex").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("regex_of_board").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 4: closure and comparison
#
# Two boards, two players, complements, reversals, products: which words do both accept, or only one?

# %% slide_type="subslide"
question("equivalence").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("only_one_wins").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("shortest_only_one").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("favoured").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("left_quotient").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("monotonicity").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("losing_towers").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("product").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("reverse").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("tower_automaton").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("remove_epsilon").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 5: what no automaton can do
#
# Here you look for what can be pumped; the proofs follow below, in the skin of a textbook.

# %% slide_type="subslide"
question("pumping").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("infinite_cycle").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 6: rings, or bounded use
#
# Every departure but the first costs a ring, so the language becomes finite and acceptance becomes hard.

# %% slide_type="subslide"
question("stop_tower").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("rings_needed").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("where_ring").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("longest_readable").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("ring_language_size").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("lost_by_rings").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("orphaned_after").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("hamilton").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("no_pump_rings").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 7: playing Finity
#
# Moves are edits of the automaton; a question can also ask for a program.

# %% slide_type="subslide"
question("evaluation_function").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("winning_move").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("orphaning_moves").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 8: the learning machine
#
# Markers, dice and forgetting: an automaton that learns.

# %% slide_type="subslide"
question("machine_update").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("losing_fields").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("win_probability").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("fastest_teacher").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("unlearn_trace").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("chance").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 9: a game is a transition system
#
# Small games of Amakta as graphs: counting, reaching, winning, returning.

# %% slide_type="subslide"
question("stone_count").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("reachable_positions").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("mini_winner").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("shortest_cycle").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## Unit 10: guess my board

# %% slide_type="subslide"
question("fill_table").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("unclosed_rows").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("new_column").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("conjecture_of_table").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("fooled_conjecture").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("ending_that_matters").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("new_questions").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## As in a textbook
#
# Most questions about automata are told in two skins, as a board and as in a textbook: with states q0, q1, … and any
# alphabet. The theory is the same, and so is the marking. Here is one instance of a type in both:

# %% slide_type="subslide"
question("accepted").instance(seed=7, difficulty=2, skin="board")

# %% slide_type="subslide"
question("accepted").instance(seed=7, difficulty=2, skin="textbook")

# %% [markdown] slide_type="subslide"
# And here are questions of other units, in the skin in which they do not appear above:

# %% slide_type="subslide"
question("separating_suffix").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("regex_of_board").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("equivalence").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("infinite_cycle").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("stop_tower").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("chance").instance(seed=7, difficulty=2, skin="textbook")

# %% slide_type="subslide"
question("fill_table").instance(seed=7, difficulty=2, skin="textbook")

# %% [markdown] slide_type="subslide"
# These ask for what textbooks ask for: languages in words, what states mean, ε, constructions, expressions, decisions.

# %% slide_type="subslide"
question("words_of_description").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("dfa_of_description").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("nfa_of_description").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("regex_of_description").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("vending_machine").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("handshake").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("lift").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("barcode").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("password_rule").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("motif").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("lexer").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("router").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("describe").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("state_meaning").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("build_by_meaning").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("epsilon_closure").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("epsilon_run").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("table_filling").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("words_of_regex").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("automaton_of_regex").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("automaton_of_grammar").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("grammar_of_automaton").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("what_is_written").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("moore_of_mealy").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("written_apart").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("regex_equal").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("arden").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("eliminate_state").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("union_construct").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("concat_construct").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("star_construct").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("difference").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("inclusion").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("disjoint").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("universality").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("regex_simplify").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("spot_the_error").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("fooling_set").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("nonregular_proof").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("regular_or_not").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("pumping_defence").instance(seed=7, difficulty=2)

# %% slide_type="subslide"
question("pumping_game").instance(seed=7, difficulty=2)

# %% [markdown] slide_type="slide"
# ## All of them in a table

# %%
for kind in all_types():
    if kind.id != "count_black":
        print(f"{kind.unit}  {kind.id:24}{kind.kind:16}{' '.join(kind.skins):16}{kind.title()}")

# %% [markdown] slide_type="slide"
# ## Self-check
#
# Every right answer earns all points. Types that ask for a function are left out here: a function must be run first.

# %%
made = [kind.instance(seed=7, difficulty=2) for kind in all_types() if kind.kind != "function"]
print(all(one.judge(one.key, points=4).right for one in made), len(made))

# %% [markdown]
# **Recap.** `question(type).instance(seed, difficulty, lang)` makes a question, `.judge(answer, points)` judges an answer,
# `.hints` helps, `.solution` explains. On the command line: `finity-edu question token_sets --seed 7 --solution`.
