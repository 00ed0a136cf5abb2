// The page's half of a game widget. It shows the markup that Python sends, keeps its nodes (morph.js), and reports
// what the reader does; it knows no rule of any game. Markup says what can be done:
//
//   data-do="name"            clicking (or changing a field) sends {do: "name", ...other data attributes, value}
//   data-hit="id" data-x data-y   a place of the board: arrow keys walk between places, Enter and Space click
//   data-drag="id"            can be dragged onto a place: sends {do: "drag", source: id, target: place}
//   data-wait="ms"            sends its data-do by itself when so much time has passed after drawing
//   data-follow               is scrolled into sight inside its part of the widget, never the page
//   aria-keyshortcuts="u"     pressing the key anywhere in the widget clicks the element
//   role="menu" / "menuitem"  opening a menu moves the focus into it, Escape sends {do: "escape"}
import { ahead, isDrag, nearest, toPicture } from "./geometry.js";
import { morphChildren } from "./morph.js";

const RESERVED = new Set(["do", "key", "hit", "x", "y", "drag", "wait", "follow"]);

/** What a marked element reports: its data attributes, and the value if it is a field. */
export function messageOf(element) {
  const message = { do: element.dataset.do };
  for (const [name, value] of Object.entries(element.dataset)) if (!RESERVED.has(name)) message[name] = value;
  if (element.dataset.hit !== undefined) message.place = element.dataset.hit;
  if (element.type === "checkbox") message.value = element.checked;
  else if (["INPUT", "SELECT", "TEXTAREA"].includes(element.nodeName)) message.value = element.value;
  return message;
}

const isField = (element) => ["INPUT", "SELECT", "TEXTAREA"].includes(element.nodeName);
const isText = (element) => element.nodeName === "TEXTAREA" || (element.nodeName === "INPUT" && !["range", "checkbox"].includes(element.type));

function render({ model, el }) {
  const names = model.get("part_names");
  const root = document.createElement("div");
  root.className = "gk-root";
  root.setAttribute("role", "group");
  const grid = document.createElement("div");
  grid.className = "gk-grid";
  root.append(grid);
  const parts = new Map();
  for (const name of names) {
    const part = document.createElement("div");
    part.className = `gk-part gk-part-${name}`;
    part.dataset.part = name;
    parts.set(name, part);
    grid.append(part);
  }
  const live = document.createElement("div");
  live.className = "gk-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  root.append(live);
  el.append(root);

  let lastHit = null; // the place that had the focus last
  let timer = null;
  let drag = null;
  let swallowClick = false;

  const send = (message) => model.send(message);

  function draw() {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    for (const [name, part] of parts) {
      const markup = model.get(`part_${name}`);
      if (part.gkMarkup === markup) continue;
      part.gkMarkup = markup;
      const template = document.createElement("template");
      template.innerHTML = markup;
      morphChildren(part, template.content);
    }
    root.lang = model.get("lang");
    root.classList.toggle("gk-large", model.get("large"));
    root.setAttribute("aria-label", model.get("title"));
    const said = model.get("announcement");
    if (live.dataset.number !== String(model.get("announced"))) {
      live.dataset.number = model.get("announced");
      live.textContent = said;
    }
    restoreFocus(active);
    requestAnimationFrame(() => root.querySelectorAll("[data-follow]").forEach(follow)); // once it has a size
    wait();
    root.dataset.tick = model.get("tick"); // last: who waits for it finds everything drawn
  }

  function restoreFocus(active) {
    const menu = root.querySelector("[role=menu]");
    if (menu && !menu.contains(document.activeElement) && !menu.gkSeen) {
      menu.gkSeen = true;
      (menu.querySelector("[role^=menuitem]") ?? menu).focus();
    } else if (active && !active.isConnected) {
      (lastHit?.isConnected ? lastHit : root.querySelector("[data-hit][tabindex='0']"))?.focus();
    }
  }

  function wait() {
    clearTimeout(timer);
    const waiting = root.querySelector("[data-wait]");
    // Of several views of one widget only the first to wake may go on: Python ignores a tick that has passed.
    const message = () => ({ ...messageOf(waiting), tick: model.get("tick") });
    if (waiting) timer = setTimeout(() => send(message()), Number(waiting.dataset.wait));
  }

  function follow(node) {
    const frame = node.closest(".gk-scroll");
    if (!frame) return;
    const outer = frame.getBoundingClientRect(), inner = node.getBoundingClientRect();
    const room = 8;
    if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right + room;
    else if (inner.left < outer.left) frame.scrollLeft -= outer.left - inner.left + room;
    if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom + room;
    else if (inner.top < outer.top) frame.scrollTop -= outer.top - inner.top + room;
  }

  function act(element) {
    if (element.dataset.hit !== undefined) focusHit(element);
    send(messageOf(element));
  }

  // --- pointer --------------------------------------------------------------------------------------------

  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-do]");
    if (swallowClick || !element || isField(element) || element.disabled) return;
    event.preventDefault();
    act(element);
  });

  root.addEventListener("change", (event) => {
    const element = event.target.closest("[data-do]");
    if (element && isField(element)) send(messageOf(element));
  });

  root.addEventListener("pointerdown", (event) => {
    swallowClick = false;
    const source = event.target.closest("[data-drag]");
    if (source && event.button === 0) drag = { source, x: event.clientX, y: event.clientY, moving: false };
  });

  const onMove = (event) => {
    if (!drag || (!drag.moving && !isDrag(drag, { x: event.clientX, y: event.clientY }))) return;
    event.preventDefault();
    drag.moving = true;
    root.classList.add("gk-dragging");
    ghost(event);
    mark(hitAt(event));
  };

  const onUp = (event) => {
    if (!drag) return;
    const { source, moving } = drag;
    drag = null;
    root.classList.remove("gk-dragging");
    root.querySelector(".gk-ghost")?.remove();
    const target = moving ? hitAt(event) : null;
    mark(null);
    if (!moving) return;
    swallowClick = true;
    setTimeout(() => (swallowClick = false));
    if (target && target !== source) send({ do: "drag", source: source.dataset.drag, target: target.dataset.hit });
  };

  const onCancel = () => {
    drag = null;
    root.classList.remove("gk-dragging");
    root.querySelector(".gk-ghost")?.remove();
    mark(null);
  };

  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);

  function ghost(event) {
    let shadow = root.querySelector(".gk-ghost");
    if (!shadow) {
      shadow = document.createElement("div");
      shadow.className = "gk-ghost";
      shadow.setAttribute("aria-hidden", "true");
      const icon = drag.source.querySelector("svg");
      if (icon) shadow.append(icon.cloneNode(true));
      root.append(shadow);
    }
    const frame = root.getBoundingClientRect();
    shadow.style.left = `${event.clientX - frame.left}px`;
    shadow.style.top = `${event.clientY - frame.top}px`;
  }

  function mark(hit) {
    for (const old of root.querySelectorAll(".gk-over")) if (old !== hit) old.classList.remove("gk-over");
    hit?.classList.add("gk-over");
  }

  /** The place under the pointer, or the nearest one close by. */
  function hitAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".gk-board [data-hit]");
    if (under && root.contains(under)) return under;
    const svg = root.querySelector("svg.gk-board");
    if (!svg) return null;
    const point = toPicture(svg.getBoundingClientRect(), svg.viewBox.baseVal, event.clientX, event.clientY);
    const place = nearest(places(svg), point, 0.05 * svg.viewBox.baseVal.width);
    return place && place.element;
  }

  // --- keyboard -------------------------------------------------------------------------------------------

  function places(svg) {
    return [...svg.querySelectorAll("[data-hit]")].map((element) => ({
      id: element.dataset.hit, x: Number(element.dataset.x), y: Number(element.dataset.y), element,
    }));
  }

  function focusHit(element) {
    for (const other of element.ownerSVGElement.querySelectorAll("[data-hit][tabindex='0']")) {
      if (other !== element) other.setAttribute("tabindex", "-1");
    }
    element.setAttribute("tabindex", "0");
    element.focus();
    lastHit = element;
  }

  root.addEventListener("focusin", (event) => {
    const hit = event.target.closest("[data-hit]");
    if (hit) lastHit = hit;
  });

  // On the window, before any listener of the page: notebooks have one-letter commands of their own (x cuts a cell).
  const onKey = (event) => {
    const path = event.composedPath();
    if (!path.includes(root) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["Tab", "Shift"].includes(event.key)) return;
    event.stopPropagation();
    if (handleKey(event.key, path[0])) event.preventDefault();
  };
  window.addEventListener("keydown", onKey, true);

  function handleKey(key, target) {
    if (key === "Escape") return send({ do: "escape" }) ?? true;
    if (isText(target)) return false;
    const menu = target.closest("[role=menu]");
    if (menu && ["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) return walkMenu(menu, target, key);
    const hit = target.closest("[data-hit]");
    if (hit && (key === "Enter" || key === " ")) return act(hit) ?? true;
    if (hit && key.startsWith("Arrow")) {
      const here = { id: hit.dataset.hit, x: Number(hit.dataset.x), y: Number(hit.dataset.y) };
      const next = ahead(places(hit.ownerSVGElement), here, key);
      if (next) focusHit(next.element);
      return true;
    }
    if (isField(target)) return false;
    const button = [...root.querySelectorAll("[aria-keyshortcuts]")].find((b) => b.getAttribute("aria-keyshortcuts") === key);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  }

  function walkMenu(menu, target, key) {
    const items = [...menu.querySelectorAll("[role^=menuitem]")];
    const here = items.indexOf(target);
    const next = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: items.length - 1 }[key];
    items[(next + items.length) % items.length]?.focus();
    return true;
  }

  // --- life -----------------------------------------------------------------------------------------------

  model.on("change:tick", draw);
  draw();
  return () => {
    clearTimeout(timer);
    model.off("change:tick", draw);
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", onCancel);
  };
}

export default { render };
