"""Answers by hand: an input for every kind of answer, and the widget that shows it below a question.

A kind of answer names its input where it is declared (`coursekit.answers.add_kind`); the inputs of the shipped kinds
stand in `coursekit.inputs.kinds`.  What is built by clicking is what might have been typed: the kind reads it.
"""
