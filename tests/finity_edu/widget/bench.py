"""A page that shows one widget without a notebook: the real module and style, a model that talks to Python directly.

Most of what the page does can be tried here within seconds; the tests in `test_jupyter.py` drive the real thing.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from boardkit.widget.base import GameWidget, es_module

PATIENCE = 20.0  # seconds
SENT = ["part_names", "lang", "large", "theme", "title", "announcement", "announced", "tick"]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Widget</title><style>%s</style></head>
<body style="margin:8px"><main id="here"></main><script type="module">
%s
const state = %s, listeners = {};
const model = {
  get: (name) => state[name],
  send: async (message) => update(await window.python(message)),
  on: (name, call) => (listeners[name] ??= []).push(call),
  off: (name, call) => (listeners[name] = (listeners[name] ?? []).filter((other) => other !== call)),
};
function update(changed) {
  Object.assign(state, changed);
  for (const content of changed.custom ?? []) (listeners["msg:custom"] ?? []).forEach((call) => call(content));
  if ("tick" in changed) (listeners["change:tick"] ?? []).forEach((call) => call());
}
window.update = update;
window.cleanUp = render({ model, el: document.getElementById("here") });
</script></body></html>"""


def page_of(widget: GameWidget) -> str:
    """The page as a text; it calls ``window.python(message)``."""
    module = es_module().replace("export default { render };", "")
    return PAGE % (widget._css, module, json.dumps(state_of(widget)))


def state_of(widget: GameWidget) -> dict[str, Any]:
    """What the page knows of a widget."""
    return {name: getattr(widget, name) for name in (*SENT, *(f"part_{part}" for part in widget.part_names))}


def show(page: Any, widget: GameWidget, folder: Path) -> None:
    """Open a widget on a Playwright page; clicks arrive at the widget."""
    def python(message: dict[str, Any]) -> dict[str, Any]:
        before, sent = state_of(widget), list[Any]()
        widget.send = lambda content, buffers=None: sent.append(content)
        widget._receive(widget, message, [])
        changed = {name: value for name, value in state_of(widget).items() if value != before[name]}
        return {**changed, "custom": sent}

    page.expose_function("python", python)
    file = folder / "widget.html"
    file.write_text(page_of(widget), encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_selector(".gk-root[data-tick]")


def settled(page: Any, widget: GameWidget) -> None:
    """Wait until the page has drawn the widget's last tick.

    What a widget computes beside the page, an exact curve for example, is no answer to a message: a kernel sends
    it by itself, and here this does.
    """
    late = time.monotonic() + PATIENCE
    while page.locator(".gk-root").get_attribute("data-tick") != str(widget.tick):
        assert time.monotonic() < late, f"the page has not drawn tick {widget.tick}"
        page.wait_for_timeout(50)
        page.evaluate("(state) => window.update(state)", state_of(widget))


def until(page: Any, widget: GameWidget, told: str) -> None:
    """Wait until something is so on the page, whatever the widget computes beside it."""
    late = time.monotonic() + 6 * PATIENCE
    while not page.evaluate(told):
        assert time.monotonic() < late, told
        settled(page, widget)
        page.wait_for_timeout(50)
