"""A sandbox for student code: bubblewrap and prlimit around an IPython kernel.

Inside there is a read-only system, an empty ``/tmp``, a sized scratch folder and no network.  The folders that
Python itself lives in are the only ones that are shared; neither a course, nor a grade book, nor another
submission is anywhere to be found.  What is shared is listed, not what is hidden.

`kernelspec` writes a kernel that any Jupyter tool can choose through ``JUPYTER_PATH``; it runs this very file as a
program (``python -I -S sandbox.py …``), which is why only the standard library is imported here.

Notes
-----
Two ways lead into the sandbox.  An ordinary user gets a user namespace of its own.  Root does not need one, and must
not have one: the kernel exempts root from the limit on the number of processes, so root steps down to an unused user
id inside the sandbox.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Limits", "View", "command", "kernelspec", "prepare", "view", "why_impossible"]

HOME = "/home/student"
PACKAGES = "/opt/packages"
MEGA = 1 << 20
_SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin")
_ETC = ("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/alternatives", "/etc/ssl/openssl.cnf")


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Parameters
    ----------
    memory : int
        Memory of all processes together, in bytes; the address space of one process may be half as large again.
    processes : int
        Processes and threads at one time.
    file : int
        Size of one file, in bytes; all files together may take four times as much.
    cpu : int
        Seconds of processor time of one process.
    output : int
        Characters of text that one cell may print.
    pictures : int
        Characters of all its other outputs, pictures above all: one plot has more of them than any text.
    answer : int
        Characters of one answer.
    submission : int
        Size of the file that was handed in, in bytes.
    """

    memory: int = 1536 * MEGA
    processes: int = 64
    file: int = 16 * MEGA
    cpu: int = 300
    output: int = 20_000
    pictures: int = 2_000_000
    answer: int = 100_000
    submission: int = 20 * MEGA


@dataclass(frozen=True)
class View:
    """What a sandbox shows of the machine, read-only.

    Parameters
    ----------
    python : str
        The interpreter that runs the kernel.
    folders : tuple of str
        Folders that stay at their place (the interpreter and its libraries).
    packages : tuple of str
        Folders of packages, which appear below `PACKAGES`.
    hidden : tuple of str
        Folders that stay empty even if they lie inside a shown one.
    """

    python: str
    folders: tuple[str, ...]
    packages: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> View:
        """Read what `dataclasses.asdict` made, perhaps on its way through JSON."""
        return cls(data["python"], tuple(data["folders"]), tuple(data["packages"]), tuple(data["hidden"]))


def view(packages: Sequence[str] = (), hidden: Iterable[str] = ()) -> View:
    """Describe this interpreter, some packages, and what must never be seen.

    Parameters
    ----------
    packages : sequence of str
        Folders of packages.
    hidden : iterable of str
        Folders to hide, for example that of the course.
    """
    prefixes = {os.path.realpath(p) for p in (sys.prefix, sys.base_prefix)} | {sys.prefix, sys.base_prefix}
    return View(sys.executable, tuple(sorted(p for p in prefixes if not _below(p, _SYSTEM))),
                tuple(os.path.realpath(p) for p in packages), tuple(os.path.realpath(h) for h in hidden))


def _below(path: str, folders: Iterable[str]) -> bool:
    return any(path == f or path.startswith(f + "/") for f in folders)


def _system() -> list[str]:
    """The read-only system: real folders are bound, links (``/lib`` → ``usr/lib``) are repeated."""
    args: list[str] = []
    for path in _SYSTEM:
        if os.path.islink(path):
            args += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            args += ["--ro-bind", path, path]
    for path in _ETC:
        args += ["--ro-bind-try", path, path]
    return args


def _parents(paths: Iterable[str]) -> list[str]:
    """Folders that lead to a mount must be open to the user inside (bubblewrap would make them root's own)."""
    seen: dict[str, None] = {}
    for path in paths:
        parts = path.strip("/").split("/")[:-1]
        for i in range(1, len(parts) + 1):
            folder = "/" + "/".join(parts[:i])
            if not _below(folder, _SYSTEM):
                seen.setdefault(folder)
    return [a for folder in seen for a in ("--perms", "0755", "--dir", folder)]


def command(shown: View, limits: Limits, program: Sequence[str], *, shared: str | None = None,
            files: Sequence[tuple[str, str]] = (), uid: int = 0) -> list[str]:
    """Return the command line that runs a program inside the sandbox.

    Parameters
    ----------
    shown : View
        What is visible.
    limits : Limits
        What may be used.
    program : sequence of str
        The program and its arguments.
    shared : str, optional
        A folder for sockets: the only place on the machine that can be written to.
    files : sequence of (str, str)
        Pairs (file on the machine, path inside), read-only.
    uid : int
        User id to step down to; needed (and only possible) when root starts the sandbox.

    Returns
    -------
    list of str
    """
    args = ["bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
            "--hostname", "sandbox", "--die-with-parent", "--new-session", "--clearenv"]
    if uid:
        args += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        args += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
    args += ["--perms", "0755", "--dir", "/etc", *_system(), "--proc", "/proc", "--dev", "/dev"]
    for folder in ("/tmp", "/dev/shm", HOME):
        args += ["--perms", "1777", "--size", str(4 * limits.file), "--tmpfs", folder]
    package_mounts = [(p, f"{PACKAGES}/{os.path.basename(p)}") for p in shown.packages]
    args += _parents([*shown.folders, *(inside for _, inside in package_mounts), *([shared] if shared else [])])
    for folder in shown.folders:
        args += ["--ro-bind", folder, folder]
    for outside, inside in package_mounts:
        args += ["--ro-bind", outside, inside]
    for folder in shown.hidden:
        if _below(folder, shown.folders):
            args += ["--tmpfs", folder]
    if shared:
        args += ["--bind", shared, shared]
    for outside, inside in files:
        args += ["--ro-bind", outside, inside]
    args += ["--remount-ro", "/dev", "--remount-ro", "/"]  # these two would have no limit on their size
    environment = {
        "HOME": HOME, "USER": "student", "LOGNAME": "student", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "PYTHONPATH": PACKAGES, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "MPLBACKEND": "agg",
        "IPYTHONDIR": "/tmp/.ipython", "MPLCONFIGDIR": "/tmp/.mpl", "NUMBA_CACHE_DIR": "/tmp/.numba",
        "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2",
        "FINITY_LANG": os.environ.get("FINITY_LANG") or "en",
    }
    for name, value in environment.items():
        args += ["--setenv", name, value]
    args += ["--chdir", HOME, "--"]
    if uid:
        args += ["setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--inh-caps", "-all", "--"]
    return [*args, *prlimit(limits), *program]


def prlimit(limits: Limits) -> list[str]:
    """Return the part of the command line that sets the limits of a process."""
    return ["prlimit", f"--as={limits.memory * 3 // 2}", f"--nproc={limits.processes}", f"--fsize={limits.file}",
            f"--cpu={limits.cpu}", "--core=0", "--nofile=256", "--"]


def own_uid() -> int:
    """A user id that nobody else uses while this process runs; 0 if this process is not root.

    Two sandboxes never share it: the limit on the number of processes is counted per user id.
    """
    return 0 if os.geteuid() else 2_000_000_000 + os.getpid()


def prepare(connection_file: str, shared: str, uid: int) -> None:
    """Let the user inside read the connection file and make sockets in the shared folder."""
    if uid:
        os.chown(connection_file, uid, uid)
        os.chown(shared, uid, uid)


def kernel_program(python: str, connection_file: str) -> list[str]:
    """The kernel as a program; no history file, no debugger: both cost start-up time and serve nobody here."""
    return [python, "-Xfrozen_modules=on", "-m", "ipykernel_launcher", "-f", connection_file,
            "--HistoryManager.enabled=False", "--quiet"]


def why_impossible(shown: View, limits: Limits | None = None) -> str | None:
    """Say why no sandbox can be made on this machine, or None if it can.

    Returns
    -------
    str or None
        The reason: a missing program, or what bubblewrap said.
    """
    limits = limits or Limits()
    uid = own_uid()
    for program in ("bwrap", "prlimit", *(["setpriv"] if uid else [])):
        if shutil.which(program) is None:
            return f"the program {program!r} is not installed"
    try:
        test = subprocess.run(command(shown, limits, [shown.python, "-I", "-S", "-c", "print(6 * 7)"], uid=uid),
                              capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if test.returncode or test.stdout.strip() != "42":
        return test.stderr.strip() or f"bwrap ended with status {test.returncode}"
    return None


def kernelspec(folder: str, shown: View, limits: Limits | None = None) -> str:
    """Write the sandbox as a Jupyter kernel, so that other tools can use it too.

    Parameters
    ----------
    folder : str
        A folder for ``JUPYTER_PATH``; the kernel appears below it as ``kernels/finity-sandbox``.
    shown : View
        What the sandbox shows.
    limits : Limits, optional
        What a notebook may use.

    Returns
    -------
    str
        The name of the kernel.

    Notes
    -----
    There is no network inside, so the front end must speak to the kernel through files: set
    ``c.KernelManager.transport = "ipc"`` and ``c.KernelManager.ip`` to an absolute path.
    """
    name = "finity-sandbox"
    place = os.path.join(folder, "kernels", name)
    os.makedirs(place, exist_ok=True)
    settings = json.dumps({"view": asdict(shown), "limits": asdict(limits or Limits())})
    spec = {"argv": [sys.executable, "-I", "-S", os.path.abspath(__file__), settings, "{connection_file}"],
            "display_name": "Python (sandbox)", "language": "python", "interrupt_mode": "message"}
    with open(os.path.join(place, "kernel.json"), "w", encoding="utf-8") as out:
        json.dump(spec, out, indent=1)
    return name


def main(settings: str, connection_file: str) -> None:
    """Become the kernel that a Jupyter tool asked for."""
    options = json.loads(settings)
    shown = View.from_json(options["view"])
    with open(connection_file, encoding="utf-8") as source:
        ip = json.load(source)["ip"]
    if not os.path.isabs(ip):
        sys.exit("finity-sandbox: set c.KernelManager.transport = 'ipc' and c.KernelManager.ip to an absolute path")
    shared, inside = os.path.dirname(ip), "/tmp/connection.json"
    if os.path.samefile(shared, os.path.dirname(connection_file)):
        sys.exit("finity-sandbox: c.KernelManager.ip must lie in a folder of its own")
    os.makedirs(shared, exist_ok=True)
    uid = own_uid()
    prepare(connection_file, shared, uid)
    argv = command(shown, Limits(**options["limits"]), kernel_program(shown.python, inside), shared=shared,
                   files=[(connection_file, inside)], uid=uid)
    os.execvp(argv[0], argv)


if __name__ == "__main__":
    main(*sys.argv[1:])
