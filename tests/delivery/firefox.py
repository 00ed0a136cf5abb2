"""Firefox, cut off from the network but for this machine: as much of a page as the tests of the site ask for.

It speaks WebDriver BiDi itself, without a driver beside it: https://w3c.github.io/webdriver-bidi/
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import websocket

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
ALONE = {  # without the one about names, services in the background ask for addresses
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9, "network.proxy.no_proxies_on": "127.0.0.1",
    "network.proxy.failover_direct": False, "network.dns.disabled": True, "media.peerconnection.enabled": False,
}


class Page:
    """A tab; the functions are those of Playwright's that have these names."""

    def __init__(self, port: int) -> None:
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", http_no_proxy=["127.0.0.1"], suppress_origin=True, timeout=600)
        self.sent = 0
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def close(self) -> None:
        self.socket.close()

    def ask(self, method: str, **params: Any) -> Any:
        """What the browser answers to a command."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.sent:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def called(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns."""
        done = self.ask("script.callFunction", functionDeclaration=function, arguments=list(arguments),
                        target={"context": self.tab}, awaitPromise=True)
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return done["result"]

    def evaluate(self, function: str, value: Any = None) -> Any:
        function = function if re.match(r"\s*(async )?\(", function) else f"() => ({function})"
        text = f"async (value) => JSON.stringify(await ({function})(JSON.parse(value)) ?? null)"
        return json.loads(self.called(text, {"type": "string", "value": json.dumps(value)})["value"])

    def wait_for_function(self, function: str, timeout: float = 60_000) -> None:
        end = time.monotonic() + timeout / 1000
        while not self.evaluate(f"() => Boolean(({function}){'()' if '=>' in function else ''})"):
            if time.monotonic() > end:
                raise TimeoutError(function)
            time.sleep(0.1)

    def wait_for_url(self, pattern: str) -> None:
        self.wait_for_function(f"() => location.href.includes({json.dumps(pattern.strip('*'))})")

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def set_input_files(self, selector: str, path: Path) -> None:
        element = self.called(f"() => document.querySelector({json.dumps(selector)})")
        self.ask("input.setFiles", context=self.tab, element={"sharedId": element["sharedId"]}, files=[str(path)])


@contextmanager
def opened() -> Iterator[Page]:
    """A new Firefox with an empty profile."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory() as folder:
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in ALONE.items())
        (Path(folder) / "user.js").write_text("\n".join(lines))
        words = [FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                told = Path(folder) / "WebDriverBiDiServer.json"
                end = time.monotonic() + 90
                while not (told.exists() and told.read_text()):
                    if process.poll() is not None or time.monotonic() > end:
                        raise RuntimeError("Firefox did not start")
                    time.sleep(0.1)
                with closing(Page(json.loads(told.read_text())["ws_port"])) as page:
                    yield page
            finally:
                process.terminate()
