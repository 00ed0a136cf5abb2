"""What is handed in to cheat, to spy or to break: files (`files`) and functions (`functions`).

Answers are data and are never executed, so there is no third kind: patched checkers, kernels, transformers, displays,
hooks, outputs, points and metadata of a notebook are never looked at, and the tests of files say so.

Besides what is handed in: texts for whoever displays them (`texts`), names wherever they enter (`names`), archives of
strangers (`archives`). The last two have `SAMPLES`, and `trial(sample, folder)`, which returns what did not hold.
"""
