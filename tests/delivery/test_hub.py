"""The JupyterHub configuration for one machine: students log in, get the notebooks, and their kernels run.

With one password for all, as an ordinary user: the hub refuses that to root. The other way would need accounts of this
machine; whose rights are used there is in `test_hub_rights.py`.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib import error, parse, request

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from tests.coursekit import ordinary
from tests.needs import WAYS, way_to

ROOT = Path(__file__).parents[2]
PASSWORD = "workshop"
needs = {
    way_to("jupyterhub"): importlib.util.find_spec("jupyterhub") is not None,
    WAYS["npm"]: shutil.which("npm") is not None,
    way_to("psutil"): importlib.util.find_spec("psutil") is not None,
}
missing = [name for name, there in needs.items() if not there]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing), reason="; ".join(missing))]


def free_ports(number: int) -> list[int]:
    probes = [socket.socket() for _ in range(number)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()


@dataclass
class Hub:
    """A running hub."""

    address: str
    homes: Path
    process: subprocess.Popen[bytes]


class Student:
    """Somebody with a browser: cookies, and the token against forged requests."""

    def __init__(self, hub: Hub, name: str) -> None:
        self.hub, self.name = hub, name
        self.jar = CookieJar()
        self.opener = request.build_opener(request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        with self.opener.open(self.hub.address + path, timeout=60) as answer:
            text: str = answer.read().decode()
            return text

    def token(self, path: str) -> str:
        found = [cookie.value for cookie in self.jar if cookie.name == "_xsrf" and cookie.path == path]
        return found[0] or "" if found else ""

    def log_in(self) -> None:
        self.get("/hub/login")
        form = {"username": self.name, "password": PASSWORD, "_xsrf": self.token("/hub/")}
        self.opener.open(self.hub.address + "/hub/login?next=", parse.urlencode(form).encode(), timeout=60).close()

    def start_server(self) -> None:
        self.get("/hub/spawn")
        deadline = time.monotonic() + 90
        while "jupyter-config-data" not in (page := self.get(f"/user/{self.name}/lab")):
            assert time.monotonic() < deadline, page[:500]
            time.sleep(1)

    def api(self, path: str, data: dict[str, Any] | None = None) -> Any:
        base = f"/user/{self.name}/"
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json", "X-XSRFToken": self.token(base)}
        call = request.Request(self.hub.address + base + path, body, headers)
        with self.opener.open(call, timeout=60) as answer:
            return json.loads(answer.read())


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A place that an ordinary user may enter."""
    made = Path(tempfile.mkdtemp(prefix="finity-hub-"))
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def hub(folder: Path) -> Iterator[Hub]:
    python = ordinary.program() if os.geteuid() == 0 else sys.executable
    if python is None:
        pytest.skip(ordinary.WAY)
    subprocess.run(
        ["npm", "install", "--silent", "--prefix", str(folder), "configurable-http-proxy"], check=True, timeout=300
    )
    port, internal, proxy = free_ports(3)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(
            [str(folder / "node_modules" / ".bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        ),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *(path for path in sys.path if path.endswith("-packages"))]),
        "HOME": str(folder),
        "FINITY_HUB_PASSWORD": PASSWORD,
        "FINITY_HUB_HOMES": str(folder / "homes"),
        "FINITY_HUB_PORT": str(port),
        "FINITY_HUB_INTERNAL_PORT": str(internal),
        "FINITY_HUB_PROXY_PORT": str(proxy),
        "CONFIGPROXY_AUTH_TOKEN": uuid.uuid4().hex,
    }
    words = [python, "-m", "jupyterhub", "-f", str(ROOT / "delivery" / "hub" / "jupyterhub_config.py")]
    log = (folder / "hub.log").open("wb")
    become: dict[str, Any] = {}
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", str(ordinary.NOBODY), str(folder)], check=True)
        become = {"user": ordinary.NOBODY, "group": ordinary.NOBODY, "extra_groups": []}
        words += [f"--Spawner.environment=JUPYTER_PATH={sys.prefix}/share/jupyter",  # this may be another Python
                  f"--Spawner.environment=JUPYTER_CONFIG_PATH={sys.prefix}/etc/jupyter"]
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True,
                               **become)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(90):
            try:
                request.urlopen(address + "/hub/api", timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "hub.log").read_text()[-3000:]
                time.sleep(1)
        yield Hub(address, folder / "homes", process)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        log.close()


def memory(process: subprocess.Popen[bytes], name: str) -> float:
    """Megabytes of a student's server and kernels: what they have for themselves (private memory)."""
    import psutil

    total = 0
    for child in psutil.Process(process.pid).children(recursive=True):
        try:
            if f"/user/{name}" in " ".join(child.environ().values()):
                total += child.memory_full_info().uss
        except psutil.Error:
            continue
    return total / 1e6


def growth(unit: str) -> float:
    """Megabytes that a kernel has for itself after all cells of a unit, beyond those before them."""
    notebook = nbformat.read(ROOT / "notebooks" / f"{unit}.ipynb", 4)
    look = new_code_cell("import psutil; print(psutil.Process().memory_full_info().uss / 1e6)")
    notebook.cells = [look, *notebook.cells, copy.deepcopy(look)]
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
    before, after = (float(notebook.cells[n].outputs[0]["text"]) for n in (0, -1))
    return after - before


def test_two_students_log_in_and_work(hub: Hub) -> None:
    used = []
    for name in ("ada", "alan"):
        student = Student(hub, name)
        student.log_in()
        student.start_server()
        assert (hub.homes / name / "finity" / "00-start-here.ipynb").is_file()
        assert {entry["name"] for entry in student.api("api/contents/finity")["content"]} >= {"00-start-here.ipynb"}
        kernel = student.api("api/kernels", {"name": "python3"})
        assert kernel["id"]
        time.sleep(3)
        used.append(memory(hub.process, name))
    grown = {unit: growth(unit) for unit in ("01-a-board-is-an-nfa", "08-intelligenz-gegen-automat")}
    print("\nJupyterHub: private memory of a server with one idle kernel, in MB:", [round(mb) for mb in used],
          "and more for a unit:", {unit: round(mb) for unit, mb in grown.items()})
    guide = (ROOT / "docs" / "serving-a-class.md").read_text(encoding="utf-8")
    told = re.findall(r"Count (\d+) MB: then (\d+) GB serve (\d+) students", guide)
    count, memory_of_all, students = map(int, told[0])
    assert 0 < min(used) <= max(used) + max(grown.values()) <= count
    assert count * students <= 1000 * (memory_of_all - 2)


def test_what_a_student_has_changed_stays(hub: Hub) -> None:
    mine = hub.homes / "grace" / "finity" / "00-start-here.ipynb"
    mine.parent.mkdir(parents=True)
    mine.write_text("{}")
    for made in (mine.parents[1], mine.parent, mine):
        shutil.chown(made, hub.homes.stat().st_uid)
    student = Student(hub, "grace")
    student.log_in()
    student.start_server()
    assert mine.read_text() == "{}"
    assert (mine.parent / "01-a-board-is-an-nfa.ipynb").is_file()


def test_a_wrong_password_lets_nobody_in(hub: Hub) -> None:
    student = Student(hub, "eve")
    student.get("/hub/login")
    form = {"username": "eve", "password": "guess", "_xsrf": student.token("/hub/")}
    with pytest.raises(error.HTTPError) as refused:
        student.opener.open(hub.address + "/hub/login", parse.urlencode(form).encode(), timeout=60)
    assert refused.value.code == 403
    refused.value.close()


def test_everybody_is_told_to_share_one_account_and_no_server_begins_beside_the_hubs_secrets(hub: Hub) -> None:
    said = (hub.homes.parent / "hub.log").read_text()
    assert "all participants share one account" in said
    state = hub.homes.parent / "hub-state"
    assert {path.name for path in state.iterdir()} >= {"jupyterhub_cookie_secret", "jupyterhub.sqlite"}
    assert state.stat().st_mode & 0o777 == 0o700
