"""JupyterHub for a class on one machine.

    python3 -m venv /opt/finity && . /opt/finity/bin/activate  # where every account may read it
    pip install jupyterhub "finity-edu[lab,figures]"
    npm install -g configurable-http-proxy
    jupyterhub -f delivery/hub/jupyterhub_config.py

Students log in with their accounts on the machine (PAM). For a workshop without accounts set ``FINITY_HUB_PASSWORD``:
then any name is let in with that password, and gets a folder of its own below ``FINITY_HUB_HOMES``.
"""

import os
import shutil
from pathlib import Path

c = get_config()  # noqa: F821

NOTEBOOKS = Path(os.environ.get("FINITY_NOTEBOOKS", Path(__file__).resolve().parents[2] / "notebooks"))
FOLDER = "finity"


def give_notebooks(spawner):
    """Copy notebooks that the student does not have yet; what the student has changed stays."""
    home = Path(spawner.environment.get("HOME") or os.path.expanduser(f"~{spawner.user.name}"))
    target = home / FOLDER
    for notebook in sorted(NOTEBOOKS.rglob("*.ipynb")):
        copy = target / notebook.relative_to(NOTEBOOKS)
        if ".ipynb_checkpoints" not in notebook.parts and not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(notebook, copy)
            if os.geteuid() == 0 and "FINITY_HUB_PASSWORD" not in os.environ:
                for made in (copy, *list(copy.parents)[: len(copy.relative_to(home).parts) - 1]):
                    shutil.chown(made, spawner.user.name)


c.JupyterHub.ip = os.environ.get("FINITY_HUB_IP", "127.0.0.1")  # put a web server with TLS in front of it
c.JupyterHub.port = int(os.environ.get("FINITY_HUB_PORT", "8000"))
c.JupyterHub.hub_port = int(os.environ.get("FINITY_HUB_INTERNAL_PORT", "8081"))
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ.get('FINITY_HUB_PROXY_PORT', '8001')}"
c.JupyterHub.cleanup_servers = True

c.Authenticator.allow_all = True
if "FINITY_HUB_PASSWORD" in os.environ:
    homes = Path(os.environ.get("FINITY_HUB_HOMES", "/tmp/finity-homes"))
    c.JupyterHub.authenticator_class = "dummy"
    c.DummyAuthenticator.password = os.environ["FINITY_HUB_PASSWORD"]
    c.JupyterHub.spawner_class = "simple"
    c.SimpleLocalProcessSpawner.home_dir_template = str(homes / "{username}")
    c.Spawner.environment = {"HOME": lambda spawner: str(homes / spawner.user.name)}

    def give_notebooks_simple(spawner):
        """The same for names that have no account."""
        (homes / spawner.user.name).mkdir(parents=True, exist_ok=True)
        spawner.environment = {**spawner.environment, "HOME": str(homes / spawner.user.name)}
        give_notebooks(spawner)

    c.Spawner.pre_spawn_hook = give_notebooks_simple
else:
    c.Spawner.pre_spawn_hook = give_notebooks

c.Spawner.cmd = ["jupyterhub-singleuser"]
if os.geteuid() == 0:
    c.Spawner.args = ["--allow-root"]  # only the simple spawner runs servers as the hub's own user
c.Spawner.default_url = f"/lab/tree/{FOLDER}/00-start-here.ipynb"
c.Spawner.notebook_dir = "~"
c.Spawner.http_timeout = 60

# Servers that nobody has used for an hour are stopped; the notebooks stay.
if shutil.which("jupyterhub-idle-culler"):
    c.JupyterHub.services = [
        {"name": "idle-culler", "command": ["jupyterhub-idle-culler", "--timeout=3600"]},
    ]
    c.JupyterHub.load_roles = [
        {
            "name": "idle-culler",
            "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
            "services": ["idle-culler"],
        }
    ]
