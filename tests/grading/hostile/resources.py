"""Taking more than one's share: time, processes, memory, disk, output; and killing the kernel."""

from __future__ import annotations

from tests.grading.hostile import Corpus, Stage, Submission
from tests.grading.workshop import answer

CORPUS = Corpus()
_add = CORPUS.code

# ---------------------------------------------------------------- time
_add("endless_loop", "import time\nend = time.time() + 60\nwhile time.time() < end:\n    pass", "time")
_add("endless_loop_that_ignores_the_interrupt", """
import time
end = time.time() + 60
while time.time() < end:
    try:
        while time.time() < end:
            pass
    except BaseException:
        pass""", "time")
_add("endless_work_in_c", "answer = sum(range(3 * 10 ** 9))", "time")
_add("sleep", "import time\ntime.sleep(60)", "time")
_add("signal_handler_that_ignores_the_interrupt", """
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
end = time.time() + 60
while time.time() < end:
    time.sleep(0.1)""", "time")
_add("asynchronous_sleep", "import asyncio\nawait asyncio.sleep(60)", "time")
_add("waiting_for_input", "answer = input('the right answer, please: ')", "error")

# ---------------------------------------------------------------- processes and threads
_add("fork_bomb", """
import os, time
for i in range(300):
    if os.fork() == 0:
        time.sleep(10)
        os._exit(0)
time.sleep(1)""", "error", "processes", "memory", "died")
_add("fork_bomb_in_a_shell", """
import subprocess, time
children = [subprocess.Popen(['/bin/sleep', '10']) for i in range(300)]
time.sleep(1)""", "error", "processes")
_add("thread_bomb", """
import threading, time
for i in range(500):
    threading.Thread(target=time.sleep, args=(10,), daemon=True).start()""", "error", "processes", "died", "memory")
_add("process_that_survives", """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        end = time.time() + 30
        while time.time() < end:
            time.sleep(0.1)
        os._exit(0)
    os._exit(0)
os.wait()""", "leftovers")
_add("background_thread_that_changes_the_answer", """
import threading, time
def change():
    for i in range(300):
        globals()['answer'] = i
        time.sleep(0.02)
threading.Thread(target=change, daemon=True).start()
answer = 'nothing'""", "leftovers")

# ---------------------------------------------------------------- memory
_add("memory_bomb", "rows = []\nfor i in range(40):\n    rows.append(bytearray(25_000_000))\nimport time\ntime.sleep(10)",
     "memory", "error", "time", "died")
_add("memory_bomb_of_strings", "text = 'x' * 1000\nfor i in range(20):\n    text += text", "memory", "error", "time", "died")
_add("memory_bomb_by_several_processes", """
import os, time
for i in range(8):
    if os.fork() == 0:
        block = bytearray(120_000_000)
        time.sleep(10)
        os._exit(0)
time.sleep(10)""", "memory", "error")

# ---------------------------------------------------------------- disk
_fill = """
for i in range(20):
    with open(f'{0}/{{i}}', 'wb') as out:
        out.write(b'x' * 10_000_000)"""
for _name, _place in (("home", "/home/student"), ("tmp", "/tmp"), ("shared_memory", "/dev/shm")):
    _add(f"disk_bomb_in_{_name}", _fill.format(_place), "error", "disk")
_add("disk_bomb_of_one_file", """
with open('/tmp/big', 'wb') as out:
    for i in range(20):
        out.write(b'x' * 10_000_000)""", "error", "disk", "died")
_add("disk_bomb_of_many_files", """
for i in range(20_000):
    open(f'/tmp/{i}', 'w').close()""", "reached_out")
_add("disk_bomb_beside_the_sockets", """
import glob
place = glob.glob('/tmp/finity-run-*/s*')[0]
for i in range(20):
    with open(f'{place}/{i}', 'wb') as out:
        out.write(b'x' * 10_000_000)
import time
time.sleep(5)""", "disk", "error")

# ---------------------------------------------------------------- output
_add("output_flood", "import time\nend = time.time() + 20\nwhile time.time() < end:\n    print('x' * 1000)", "output", "time")
_add("output_flood_in_one_line", "print('x' * 100_000_000)", "output", "time", "memory", "died")
_add("output_flood_on_stderr", """
import sys, time
end = time.time() + 20
while time.time() < end:
    print('x' * 1000, file=sys.stderr)""", "output", "time")
_add("output_flood_by_display", """
from IPython.display import HTML, display
for i in range(20_000):
    display(HTML('x' * 1000))""", "output", "time")
_add("output_past_python", """
import os, time
end = time.time() + 20
while time.time() < end:
    os.write(1, b'x' * 100_000)""", "output", "time")

# ---------------------------------------------------------------- the end of the kernel
_add("exit", "import sys\nsys.exit(0)", "error", "died", "no_answer")
_add("exit_at_once", "import os\nos._exit(0)", "died")
# Asks the front end to end the kernel; there is none, and the next cell runs: only this question has no answer.
_add("quit_of_ipython", "quit()", "q1 not_answered")
_add("kill_oneself", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "died")
_add("kill_everybody", "import os, signal\nos.kill(-1, signal.SIGKILL)", "died", "error")
_add("kill_the_parent", "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.kill(1, signal.SIGKILL)", "error", "died", "reached_out")
_add("stop_oneself", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "time")
_add("crash", "import ctypes\nctypes.string_at(0)", "died")
_add("close_all_files", "import os\nos.closerange(3, 256)\nimport time\ntime.sleep(1)", "died", "time", "output", "no_answer", "error")
_add("deep_recursion", "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f():\n    f()\nf()", "died", "error", "time", "memory")

# ---------------------------------------------------------------- monstrous answers
# They stay inside: what comes out is short.  An honest mistake can look the same, so the question says what is wrong
# with the answer, and nobody is suspected.
_add("huge_integer", "answer = 1 << 40_000_000", "q1 malformed")
_add("huge_text", "answer = 'b' * 50_000_000", "q1 malformed")
_add("huge_list", "answer = list(range(3_000_000))", "q1 malformed", "time")  # to print it takes about a second
_add("endless_nesting", "answer = []\nfor i in range(100_000):\n    answer = [answer]", "q1 malformed")
_add("circle", "answer = []\nanswer.append(answer)", "q1 malformed")
_add("object_that_cannot_be_printed", """
class Bad:
    def __repr__(self):
        raise RuntimeError('no')
answer = Bad()""", "q1 malformed")
_add("object_that_never_ends", """
import time
class Endless(list):
    def __len__(self):
        return 1
    def __iter__(self):
        end = time.time() + 60
        while time.time() < end:
            yield 'x'
answer = Endless()""", "q1 malformed")


@CORPUS.sample("q2 malformed", points=(0, 0, 0))
def set_of_long_words(stage: Stage) -> Submission:
    """Each word and their number are within the limits, all together are not."""
    book = stage.book()
    answer(book, "q2", "answer = [format(i, '013b').replace('0', 'w').replace('1', 'b') * 100 for i in range(1000)]")
    return book
