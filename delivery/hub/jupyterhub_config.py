"""JupyterHub for a class on one machine.

    python3 -m venv /opt/finity && . /opt/finity/bin/activate  # where every account may read it, like this folder
    pip install jupyterhub "finity-edu[lab,figures]"
    npm install -g configurable-http-proxy
    jupyterhub -f delivery/hub/jupyterhub_config.py

Students log in with their accounts on the machine (PAM). For a workshop among people who trust each other set
``FINITY_HUB_PASSWORD``: then any name is let in with that password, and gets a folder of its own below
``FINITY_HUB_HOMES``. All of them share the account that runs the hub, which must not be root.

The hub touches nothing in a home: a student could lay a link there. See `student_server.py`.
"""

import os
import shutil
import sys
from pathlib import Path

c = get_config()  # noqa: F821

HERE = Path(__file__).resolve().parent
NOTEBOOKS = Path(os.environ.get("FINITY_NOTEBOOKS", HERE.parents[1] / "notebooks"))
SHARED = """
FINITY_HUB_PASSWORD is set, so all participants share one account, {account}: whoever knows the password can take any
name, read and write everybody's work, and read the secrets of this hub and all other files of that account. Use it
among people who trust each other, with an account that has nothing else; for a class give everybody an account on
this machine, and start the hub without FINITY_HUB_PASSWORD.
"""
NOT_AS_ROOT = """
This hub does not start as root with FINITY_HUB_PASSWORD: all participants would share the account that runs it, so
everybody who knows the password could do anything on this machine. Start it as an ordinary account that has nothing
else, or without FINITY_HUB_PASSWORD, so that students log in with accounts of their own.
"""

# Cookie secret and data base lie apart, for the hub's account alone: a folder that servers start in is a bad place.
state = Path(os.environ.get("FINITY_HUB_STATE", "hub-state")).resolve()
state.mkdir(mode=0o700, parents=True, exist_ok=True)
state.chmod(0o700)
c.JupyterHub.cookie_secret_file = str(state / "jupyterhub_cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{state / 'jupyterhub.sqlite'}"
c.ConfigurableHTTPProxy.pid_file = str(state / "jupyterhub-proxy.pid")

c.JupyterHub.ip = os.environ.get("FINITY_HUB_IP", "127.0.0.1")  # put a web server with TLS in front of it
c.JupyterHub.port = int(os.environ.get("FINITY_HUB_PORT", "8000"))
c.JupyterHub.hub_port = int(os.environ.get("FINITY_HUB_INTERNAL_PORT", "8081"))
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ.get('FINITY_HUB_PROXY_PORT', '8001')}"
c.JupyterHub.cleanup_servers = True

c.Authenticator.allow_all = True
if "FINITY_HUB_PASSWORD" in os.environ:
    if os.geteuid() == 0:
        sys.exit(NOT_AS_ROOT.strip())
    print(SHARED.format(account=f"number {os.geteuid()}").strip(), file=sys.stderr, flush=True)
    homes = Path(os.environ.get("FINITY_HUB_HOMES", Path.home() / "finity-homes"))
    c.JupyterHub.authenticator_class = "dummy"
    c.DummyAuthenticator.password = os.environ["FINITY_HUB_PASSWORD"]
    c.JupyterHub.spawner_class = "simple"
    c.SimpleLocalProcessSpawner.home_dir_template = str(homes / "{username}")

# -P: what lies in a home is no part of the server.
server = [sys.executable, "-P", "-m", "jupyterhub.singleuser"]
c.Spawner.cmd = [sys.executable, str(HERE / "student_server.py"), str(NOTEBOOKS), *server]
c.Spawner.default_url = "/lab/tree/finity/00-start-here.ipynb"
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
