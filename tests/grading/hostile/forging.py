"""Getting points without an answer: patched checkers, built-ins, kernels, outputs, points, variants."""

from __future__ import annotations

import json

from finity_edu.grading import handin
from tests.grading.hostile import Corpus, Stage, Submission
from tests.grading.workshop import answer, blank, perfect

CORPUS = Corpus()
NOTHING = (0, 0, 0)  # what is patched stays patched: that costs the own right answer, too
_add = CORPUS.code

_add("patched_judge", """
import finity_edu.questions as q, finity_edu.questions.base as base
from finity_edu.grading.verdict import Verdict
best = lambda *args, **more: Verdict(100, 100, 'right', right=True)
q.judge = best
base.QuestionType.judge = best
base.QuestionType.assess = lambda *args: base.Right('right')
answer = 'x'""", "tampered")
_add("patched_checker_on_disk", """
import finity_edu.questions.base as base
with open(base.__file__, 'a') as out:
    out.write('QuestionType.assess = lambda *a: Right("")')""", "error")
_add("patched_builtins", """
import builtins
builtins.isinstance = lambda *a: True
builtins.len = lambda *a: 0
builtins.all = lambda *a: True
builtins.sorted = lambda *a, **k: []
builtins.float = lambda *a: 100.0
answer = 'x'""", "time", "died", "no_answer", "tampered")  # whatever the kernel's own code makes of it
_add("patched_validate", """
import finity_edu.grading.handover as h
h.export = lambda *args: '{"value": {"points": 100, "maximum": 1, "right": true}}'
answer = 1""", "tampered", points=NOTHING)
_add("patched_validate_that_sends_a_verdict", """
import finity_edu.grading.handover as h
h.export = lambda *args: '{"verdict": {"points": 100}, "points": 100, "failed": "", "value": true}'
answer = 1""", "tampered", points=NOTHING)
_add("patched_import", """
import builtins
real = builtins.__import__
def forged(name, *args, **more):
    if name == 'finity_edu.grading.handover':
        class Fake:
            export = staticmethod(lambda *a: '{"value": 1e999}')
            call = staticmethod(lambda *a: '[{"value": 1}]')
        return Fake
    return real(name, *args, **more)
builtins.__import__ = forged
answer = 1""", "tampered", points=NOTHING)
_add("patched_json", """
import json
json.dumps = lambda *a, **k: '{"value": true}'
json.loads = lambda *a, **k: {}
answer = 1""", "died", "no_answer")  # the kernel speaks JSON itself
# An object that lies about itself: its value is what leaves as data, and that is judged like any other answer.
_add("equal_to_everything", """
class Anything(int):
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0
answer = Anything(-1)""", "q1 wrong")
_add("text_that_is_everything", """
class Text(str):
    def __eq__(self, other):
        return True
    def __contains__(self, other):
        return True
answer = Text('x')""", "q1 malformed")
# Printing is everybody's right, and nobody reads it for points.
_add("forged_output_of_an_answer", """
print('{"value": 3}')
print('### points: 1/1')
from IPython.display import display
display({'application/json': {'points': 100}}, raw=True)
100""", "q1 not_answered")
_add("forged_reply_of_the_kernel", """
from ipykernel.kernelbase import Kernel
import IPython
shell = IPython.get_ipython()
shell.user_expressions = lambda expressions: {name: {'status': 'ok', 'data': {'text/plain': repr('{"value": "100 points"}')},
    'metadata': {}} for name in expressions}
answer = 1 if False else 'x'""", "tampered", points=NOTHING)
_add("reply_that_is_no_text", """
import IPython
shell = IPython.get_ipython()
shell.user_expressions = lambda expressions: {name: {'status': 'ok', 'data': {'text/plain': '__import__("os").system("id")'}}
    for name in expressions}
answer = 1""", "died", "no_answer")
_add("reply_without_a_shape", """
import IPython
IPython.get_ipython().user_expressions = lambda expressions: [1, 2]
answer = 1""", "died", "no_answer")
_add("monkeypatched_display", """
import IPython
shell = IPython.get_ipython()
shell.display_formatter.format = lambda *a, **k: ({'text/plain': "'{}'"}, {})
shell.display_pub.publish = lambda *a, **k: None
answer = 'x'""", "no_answer", points=NOTHING)
_add("input_transformer_that_removes_code", """
import IPython
shell = IPython.get_ipython()
shell.input_transformers_cleanup.append(lambda lines: ['answer = 100\\n'])""", "tampered", points=NOTHING)
_add("hook_before_each_cell", """
import IPython
def cheat(*args):
    globals()['answer'] = {'points': 100}
IPython.get_ipython().events.register('pre_run_cell', cheat)
IPython.get_ipython().events.register('post_run_cell', cheat)
answer = 'x'""", "tampered", points=NOTHING)
_add("forged_messages_to_the_marker", """
import glob, json, os
place = glob.glob('/tmp/finity-run-*/s*/')
for folder in place:
    for name in os.listdir(folder):
        os.rename(folder + name, folder + name + '.old')
        os.symlink('/dev/zero', folder + name)""", "reached_out")


@CORPUS.sample("points_changed")
def points_raised(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    for cell in book["cells"]:
        if "points" in cell["metadata"].get("nbgrader", {}):
            cell["metadata"]["nbgrader"]["points"] = 1000
    return book


@CORPUS.sample("other_variant", points=(0, 0, 0))
def other_students_variant(stage: Stage) -> Submission:
    """The answer is right for somebody else's question, and recorded as such."""
    course = stage.course
    theirs, own = (course.issued("hw", who)["questions"]["q1"]["key"] for who in ("victim1", stage.student))
    keys = {"q1": theirs if theirs != own else 9_999}
    claimed = {"student": "victim1", "signature": course.issued("hw", "victim1")["signature"]}
    return json.loads(handin.pack(blank(course), "hw", keys, claimed))


@CORPUS.sample("forged_variant")
def easier_questions(stage: Stage) -> Submission:
    """The file with the instances was replaced by an own one."""
    claimed = {"student": stage.student, "signature": "0" * 64}
    return json.loads(handin.pack(stage.book("answer = 'x'"), "hw", {}, claimed))


@CORPUS.sample("record_ignored")
def recorded_points(stage: Stage) -> Submission:
    book = stage.book()
    full = json.loads(handin.pack(book, "hw", {"q1": {"points": 100}, "q9": 1, "../q2": 2, "": None}, {}))
    full["metadata"]["finity"]["points"] = 100
    return full


@CORPUS.sample("record_ignored")
def recorded_results_of_a_function(stage: Stage) -> Submission:
    key = stage.course.issued("hw", stage.student)["questions"]["q3"]["key"]
    return json.loads(handin.pack(stage.book("answer = 'x'"), "hw", {"q3": key}, {}))


@CORPUS.sample("q3 malformed")
def results_instead_of_a_function(stage: Stage) -> Submission:
    """An answer of another kind than was asked for, which the question says."""
    book = stage.book()
    answer(book, "q3", f"answer = {stage.course.issued('hw', stage.student)['questions']['q3']['key']!r}")
    return book


@CORPUS.sample("q3 wrong")
def function_that_is_always_equal(stage: Stage) -> Submission:
    """What it returns leaves as the number 77, and is as wrong as any other."""
    book = stage.book()
    answer(book, "q3", """
class Anything(int):
    def __eq__(self, other):
        return True
def answer(word):
    return Anything(77)""")
    return book


@CORPUS.sample("died", points=(0, 3, 0))
def function_that_kills_the_kernel(stage: Stage) -> Submission:
    book = stage.book()
    answer(book, "q3", "calls = []\ndef answer(word):\n    calls.append(word)\n    if len(calls) > 3:\n"
                       "        import os\n        os._exit(1)\n    return word.count('b')")
    return book


@CORPUS.sample("time")
def function_that_never_returns(stage: Stage) -> Submission:
    book = stage.book()
    answer(book, "q3", "import time\ndef answer(word):\n    time.sleep(30)")
    return book


@CORPUS.sample("q3 wrong")
def function_that_looks_into_its_callers(stage: Stage) -> Submission:
    """Its callers hold nothing but its own inputs; libraries look at their callers, too, and are not remarked."""
    book = stage.book()
    answer(book, "q3", """
import sys
def answer(word):
    frame = sys._getframe()
    while frame:
        for name, value in list(frame.f_locals.items()):
            if 'key' in name or 'seed' in name or 'secret' in name:
                return value
        frame = frame.f_back
    return 'CANARY?'""")
    return book


@CORPUS.sample("tampered")
def forged_results_of_calls(stage: Stage) -> Submission:
    book = stage.book()
    answer(book, "q3", """
import finity_edu.grading.handover as h
h.call = lambda *args: '[' + ', '.join(['{"points": 100, "value": "right"}'] * 10) + ']'
def answer(word):
    return 0""")
    return book


@CORPUS.sample("no_answer")
def wrong_number_of_results(stage: Stage) -> Submission:
    book = stage.book()
    answer(book, "q3", """
import finity_edu.grading.handover as h
h.call = lambda *args: '[]'
def answer(word):
    return 0""")
    return book


@CORPUS.sample("locked_changed")
def patched_check_cell(stage: Stage) -> Submission:
    book = stage.book("answer = 'x'")
    for cell in book["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "q1":
            cell["source"] = "100\n### points = 100"
    return book


@CORPUS.sample("locked_changed")
def patched_setup_cell(stage: Stage) -> Submission:
    book = stage.book("answer = CHEAT")
    for cell in book["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "setup":
            cell["source"] = f"CHEAT = {perfect(stage.course, stage.student)['cells'][4]['source']!r}"
    return book
