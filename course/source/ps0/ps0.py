# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Problem set 0 · Does handing in work?
#
# **You learn** how to answer, how to check the form of an answer, how to practise, and how to hand in.
# **Time** about 10 minutes.
#
# Run the cells from top to bottom. Under each question there is a cell that begins with `# Your answer to …`: replace
# the three dots. `check` tells you whether your answer has the right form; it is not a mark yet.
# Practise as long as you like: `show("q1", practice=1)` asks a similar question, `check("q1", your_answer, practice=1)`
# judges it at once, `hint("q1", 1)` helps (there are three levels).

# %% [markdown]
# ## 1 · Count

# %% question="q1" type="count_arrows" points=1 difficulty=1

# %% [markdown]
# ## 2 · Read

# %% question="q2" type="accepted" points=3 difficulty=1

# %% [markdown]
# ## 3 · Walk

# %% question="q3" type="accepting_path" points=2 difficulty=1

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
