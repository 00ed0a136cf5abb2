# %% [markdown] slide_type="slide"
# # Appendix to unit 4: Machines that write
#
# **15 minutes to read.**
# *[Auf Deutsch](de/04a-machines-that-write.ipynb) · [En español](es/04a-machines-that-write.ipynb).*
# So far an automaton says yes or no, and only at the end. A machine that counts, translates or controls something must speak at each step. After this appendix you can
#
# * say what a Mealy machine and a Moore machine write,
# * turn either of them into the other,
# * tell two machines apart by a shortest word.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading; with more time, teach it after section 4 of the unit. In class, let one student be the machine
# and speak aloud, one output for each symbol that the room calls out. (15 minutes for everything)
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## An arrow that speaks
#
# Is the number of black cones read so far odd? After each cone, write 1 if it is and 0 if it is not. Two states are
# enough, and each arrow says what is written:

# %%
odd = fe.Mealy("p", {"p": {"b": ("q", "1"), "w": ("p", "0")}, "q": {"b": ("p", "0"), "w": ("q", "1")}})
fe.machine_picture(odd)

# %% [markdown] slide_type="subslide"
# **Definition.** A *Mealy machine* is a tuple $(Q, \Sigma, \Gamma, \delta, \lambda, q_0)$ in which $\delta : Q \times \Sigma \to Q$ moves and $\lambda : Q \times \Sigma \to \Gamma^*$ writes. It
# turns a word $a_1 \dots a_n$ into $\lambda(q_0, a_1)\, \lambda(q_1, a_2) \dots \lambda(q_{n-1}, a_n)$, where $q_i = \delta(q_{i-1}, a_i)$. It accepts nothing: it *translates*. Step by step:

# %%
word = "bwbb"
for symbol, state, written in zip(word, odd.path(word)[1:], odd.outputs(word), strict=True):
    print(f"{symbol} → {state} / {written}")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what the states remember before the picture is shown. Expect "the word": ask how much of it. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## A state that speaks
#
# A traffic light shows a colour as long as it stays in a state. So the state says what is written, and every arrow into
# it writes the same.
#
# **Definition.** In a *Moore machine* $\lambda : Q \to \Gamma^*$ gives the output of each state. The machine turns
# $a_1 \dots a_n$ into $\lambda(q_0)\, \lambda(q_1) \dots \lambda(q_n)$: it writes something even for ε.

# %%
light = fe.Moore("1", {"1": {"t": "2"}, "2": {"t": "3"}, "3": {"t": "1"}}, {"1": "●○○ ", "2": "○○● ", "3": "○●○ "})
print("ε:", light.output(""), "· ttt:", light.output("ttt"))
fe.machine_picture(light)

# %% [markdown] slide_type="subslide"
# **Theorem.** For each Moore machine there is a Mealy machine that writes the same except for $\lambda(q_0)$, and for
# each Mealy machine a Moore machine that writes the same.
#
# *Proof.* From Moore to Mealy: an arrow writes what the state at its head writes. From Mealy to Moore: split each state
# by what the arrows into it write. The states are the pairs $(q, u)$ of a state and an output; the symbol $a$ leads
# from $(q, u)$ to $(\delta(q, a), \lambda(q, a))$; the state $(q, u)$ writes $u$, and the start $(q_0, \varepsilon)$
# writes nothing. ∎

# %%
print(odd.output("bwbb"), "=", odd.moore().output("bwbb"))
fe.machine_picture(odd.moore())

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Where it goes wrong: the Moore machine is drawn with the outputs one step late. Compare what both write for ε, and
# nobody will mix them up again. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Two machines, one word
#
# Do two machines write the same, whatever they read? The search is that of section 5 of
# [unit 4](04-closure-and-comparison.ipynb): pairs of states, short words first; but now a difference shows on the
# arrows, not in the states. Here is a machine that stops counting after two black cones:

# %%
forgets = fe.Mealy("0", {"0": {"b": ("1", "1"), "w": ("0", "0")}, "1": {"b": ("2", "0"), "w": ("1", "1")},
                         "2": {"b": ("2", "0"), "w": ("2", "0")}})
word = odd.difference(forgets)
print(word, odd.output(word), forgets.output(word))

# %% [markdown]
# ## Check yourself
#
# 1. A word of length $n$ is read by a Mealy machine that writes one symbol on each arrow, and by a Moore machine that
#    writes one in each state. How long are their outputs?
# 2. Can a Mealy machine write a word backwards?
#
# <details><summary>Answers</summary>
# (1) n and n + 1: the Moore machine writes in the start state, too. (2) No. It would have to begin with the last symbol
# of the word, which it has not read yet; and if it waits, it must remember the whole word, for which finitely many
# states are not enough.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put question 2 to the vote. Expect "yes, it waits until the end": ask how it knows where the end is, and what it remembers meanwhile. (5 minutes)
# </details>
