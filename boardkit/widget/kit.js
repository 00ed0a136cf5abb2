// The page's half of a game widget. It shows the markup that Python sends, keeps its nodes (morph.js), and reports
// what the reader does; it knows no rule of any game. Markup says what can be done:
//
//   data-do="name"            clicking (or changing a field) sends {do: "name", ...other data attributes, value}
//   data-hit="id" data-x data-y   a place of the board: arrow keys walk between places, Enter and Space click
//   data-drag="id" data-to="id id"   can be dragged onto a place (these are lit): {do: "drag", source: id, target: place}
//   data-turn="degrees"       a place that has a direction: with a pointer the message says which end is meant (end: 0 or 1)
//   data-lies="id"            how what is dragged under this name lies on the board; data-piece names another one
//   data-anywhere="p"         the ground of a picture on which every point is a place: its id is "px,y"
//   data-drop="id"            a place beside the board: what can be dragged may be let go here
//   data-line                 what is dragged from there is a line
//   data-walks="A>B" data-dies="C"   tokens walk so on board and diagram once this is new (motion.js)
//   data-why="text"           is shown beside it while it is pointed at, or has the focus
//   data-flies                flies out of the board when it is taken away (motion.js)
//   data-wait="ms"            sends its data-do by itself when so much time has passed after drawing
//   data-follow               is scrolled into sight inside its part of the widget, never the page
//   aria-keyshortcuts="u"     pressing the key anywhere in the widget clicks the element
//   data-page="full"          the page itself fills the screen with the widget; "copy" copies data-text,
//                             "whole" shows the whole board again,
//                             "back" shows the board again where a phone has one thing at a time,
//                             "replay" plays the way on the board once more
//   data-clock                seconds since it came
//   role="menu" / "menuitem"  opening a menu moves the focus into it, Escape sends {do: "escape"}
import { dragLayer, places } from "./drag.js";
import { ahead, enlarged, narrowest } from "./geometry.js";
import { morphChildren } from "./morph.js";
import { motion } from "./motion.js";

const RESERVED = new Set(["do", "key", "hit", "x", "y", "drag", "to", "wait", "follow", "line", "drop", "clock", "turn", "piece", "why", "anywhere"]);

/** What a marked element reports: its data attributes, and the value if it is a field. */
export function messageOf(element) {
  const message = { do: element.dataset.do };
  for (const [name, value] of Object.entries(element.dataset)) if (!RESERVED.has(name)) message[name] = value;
  if (element.dataset.hit !== undefined) message.place = element.dataset.hit;
  if (element.type === "checkbox") message.value = element.checked;
  else if (["INPUT", "SELECT", "TEXTAREA"].includes(element.nodeName)) message.value = element.value;
  return message;
}

const FINGER = 44; // pixels that a finger needs
const PATIENCE = 4000; // milliseconds until it is said that nobody answers

const isField = (element) => ["INPUT", "SELECT", "TEXTAREA"].includes(element.nodeName);
const isText = (element) => element.nodeName === "TEXTAREA" || (element.nodeName === "INPUT" && !["range", "checkbox"].includes(element.type));

/** Keep the height of the room in which a widget is seen: what is left of the window to the outputs of a notebook. */
function roomOf(root) {
  const measure = () => {
    const panel = root.closest(".jp-WindowedPanel-outer");
    root.style.setProperty("--gk-room", `${panel?.clientHeight || window.innerHeight}px`);
  };
  const watching = new ResizeObserver(measure);
  watching.observe(document.documentElement);
  requestAnimationFrame(() => { // once it stands in the page
    const panel = root.closest(".jp-WindowedPanel-outer");
    if (panel) watching.observe(panel);
    measure();
  });
  measure();
  window.addEventListener("resize", measure);
  return () => {
    watching.disconnect();
    window.removeEventListener("resize", measure);
  };
}

function render({ model, el }) {
  const names = model.get("part_names");
  const root = document.createElement("div");
  root.className = names.includes("tray") ? "gk-root gk-frame" : "gk-root";
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
  const stopMeasuring = roomOf(root);

  let lastHit = null; // the place that had the focus last
  let timer = null;

  let waiting = null; // for an answer
  let closeUp = null; // the part of the board that is enlarged, {svg, whole, part}
  let finger = false; // whether a finger touched last

  function send(message) {
    model.send(message);
    waiting ??= setTimeout(alone, PATIENCE);
  }

  /** Nobody answers: the kernel has been restarted, or this page has none. */
  function alone() {
    root.classList.add("gk-alone");
  }

  function draw() {
    clearTimeout(waiting);
    waiting = null;
    root.classList.remove("gk-alone");
    layer.forget();
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
    root.dataset.theme = model.get("theme");
    root.setAttribute("aria-label", model.get("title"));
    const said = model.get("announcement");
    if (live.dataset.number !== String(model.get("announced"))) {
      live.dataset.number = model.get("announced");
      live.textContent = said;
    }
    restoreFocus(active);
    if (closeUp) look(closeUp);
    requestAnimationFrame(() => { // once everything has a size
      root.querySelectorAll("[data-follow]").forEach(follow);
      reachable(parts.get("status"));
    });
    wait();
    root.dataset.tick = model.get("tick"); // last: who waits for it finds everything drawn
  }

  /** What has to be scrolled can be scrolled by keys. */
  function reachable(part) {
    if (part.scrollHeight > part.clientHeight) part.setAttribute("tabindex", "0");
    else part.removeAttribute("tabindex");
  }

  function restoreFocus(active) {
    const menu = root.querySelector("[role=menu]");
    if (menu && !menu.contains(document.activeElement) && !menu.gkSeen) {
      menu.gkSeen = true;
      (menu.querySelector("[role^=menuitem]") ?? menu).focus();
    } else if (active && !active.isConnected) {
      const hit = lastHit?.isConnected ? lastHit : root.querySelector("[data-hit][tabindex='0']");
      if (!hit) root.setAttribute("tabindex", "-1"); // no place of its own: the next Tab goes on from here
      (hit ?? root).focus();
    } else if (active && active !== document.activeElement && !menu?.contains(document.activeElement)) {
      active.focus(); // the browser takes the focus from what is moved in the page
    }
  }

  function wait() {
    clearTimeout(timer);
    const next = root.querySelector("[data-wait]");
    // Of several views of one widget only the first to wake may go on: Python ignores a tick that has passed.
    const message = () => ({ ...messageOf(next), tick: model.get("tick") });
    if (next) timer = setTimeout(() => send(message()), Number(next.dataset.wait));
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

  function act(element, event) {
    const message = messageOf(element);
    const point = event?.detail ? layer.pointAt(element, event) : null;
    if (point) message.place = point;
    if (element.dataset.hit !== undefined) {
      if (finger && tiny(element)) return enlarge(element);
      const end = layer.endOf(element, event);
      if (end !== undefined) message.end = end;
      stepBack();
      focusHit(element);
    }
    if (element.dataset.do === "switch" && element.dataset.name === "large") fill();
    send(message);
  }

  /** The hall has the whole screen: from the press that begins it to the one that ends it. */
  function fill() {
    const large = model.get("large");
    if (!large && !document.fullscreenElement) root.requestFullscreen?.().catch(() => {}); // where it may
    else if (large && !model.get("lens") && document.fullscreenElement === root) document.exitFullscreen();
  }

  // --- pointer --------------------------------------------------------------------------------------------

  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-do]");
    if (layer.swallowed()) return event.preventDefault();
    closeFolds(event.target);
    const tab = event.target.closest(".gk-tabs .gk-button");
    if (tab) root.classList.toggle("gk-at-lens", tab.dataset.page !== "back");
    const page = event.target.closest("[data-page]");
    if (page) return serve(page);
    if (!element || isField(element) || element.disabled) return;
    event.preventDefault();
    act(element, event);
  });

  root.addEventListener("change", (event) => {
    const element = event.target.closest("[data-do]");
    if (element?.type === "file") element.files[0]?.text().then((value) => send({ ...messageOf(element), value }));
    else if (element && isField(element)) send(messageOf(element));
  });

  // --- why something cannot be used now ----------------------------------------------------------------------

  const tip = document.createElement("div");
  tip.className = "gk-tip";
  tip.setAttribute("aria-hidden", "true"); // its name says it as well
  root.append(tip);

  function explain(event) {
    const element = event.type === "focusin" || event.type === "pointerover" ? event.target.closest("[data-why]") : null;
    tip.textContent = element?.dataset.why ?? "";
    if (!element) return;
    const at = element.getBoundingClientRect(), frame = root.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(at.x + at.width / 2 - frame.left - 120, frame.width - 256))}px`;
    tip.style.bottom = `${frame.bottom - at.top + 4}px`;
  }

  for (const name of ["focusin", "focusout", "pointerover", "pointerleave"]) root.addEventListener(name, explain);

  // --- what the page does by itself ------------------------------------------------------------------------

  function serve(button) {
    const { dataset } = button;
    if (dataset.page === "back") return undefined;
    if (dataset.page === "whole") return stepBack();
    if (dataset.page === "replay") {
      const steps = root.getAnimations({ subtree: true }).filter((one) => one.animationName === "gk-walk");
      return steps.forEach((one) => (one.cancel(), one.play()));
    }
    if (dataset.page === "full") return document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.();
    navigator.clipboard?.writeText(dataset.text).then(() => {
      live.textContent = button.dataset.said = dataset.done;
      setTimeout(() => delete button.dataset.said, 1500);
    });
  }

  /** Close what has been unfolded over the board, unless the reader is inside; true if there was something. */
  function closeFolds(target = null) {
    const open = [...root.querySelectorAll(".gk-fold[open]")].filter((fold) => !fold.contains(target));
    open.forEach((fold) => (fold.open = false));
    return open.length > 0;
  }

  /** Save a file that Python has made; a picture as pixels is made here. */
  async function keep({ file, text }) {
    let blob = new Blob([text], { type: file.endsWith(".txt") ? "text/plain" : "image/svg+xml" });
    if (file.endsWith(".png")) blob = await pixels(blob);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function pixels(drawn) {
    const image = new Image();
    image.src = URL.createObjectURL(drawn);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height]; // sharp in print
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((done) => canvas.toBlob(done));
  }

  const clock = setInterval(() => {
    for (const node of root.querySelectorAll("[data-clock]")) {
      node.gkSince ??= performance.now();
      node.textContent = `${Math.floor((performance.now() - node.gkSince) / 1000)} s`;
    }
  }, 200);

  const layer = dragLayer(root, (source, target, end, seen) => {
    const message = { do: "drag", source: source.dataset.drag, target: target.id };
    if (end !== undefined) message.end = end;
    if (seen || !finger || !tiny(target.element)) return send(message);
    enlarge(target.element); // what was dragged is taken in hand, and the next touch says where exactly
    if (source.dataset.do && source.getAttribute("aria-pressed") !== "true") send(messageOf(source));
  });

  // --- places too small for a finger are chosen in two steps ------------------------------------------------

  root.addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"), true);

  function tiny(hit) {
    const shape = hit.firstElementChild, points = [...(shape?.points ?? [])];
    return points.length > 0 && narrowest(points) * shape.getScreenCTM().a < FINGER;
  }

  function enlarge(hit) {
    const svg = hit.ownerSVGElement, box = svg.viewBox.baseVal;
    const times = (1.1 * FINGER) / (narrowest([...hit.firstElementChild.points]) * hit.getScreenCTM().a);
    const { x, y, width, height } = enlarged(box, { x: Number(hit.dataset.x), y: Number(hit.dataset.y) }, times);
    look({ whole: svg.getAttribute("viewBox"), part: `${x} ${y} ${width} ${height}` });
    focusHit(hit);
  }

  function look(view) {
    closeUp = view;
    root.querySelector("svg.gk-board")?.setAttribute("viewBox", view.part);
    root.classList.add("gk-enlarged");
  }

  /** Show the whole board again; true if it was enlarged. */
  function stepBack() {
    if (!closeUp) return false;
    root.querySelector("svg.gk-board")?.setAttribute("viewBox", closeUp.whole);
    root.classList.remove("gk-enlarged");
    closeUp = null;
    return true;
  }

  // --- keyboard -------------------------------------------------------------------------------------------

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
    if (key === "Escape") return layer.cancel() || closeFolds() || stepBack() || (send({ do: "escape" }) ?? true);
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
    const name = key === " " ? "Space" : key;
    const button = [...root.querySelectorAll("[aria-keyshortcuts]")].find((b) => b.getAttribute("aria-keyshortcuts") === name);
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
  model.on("msg:custom", keep);
  model.on("comm_live_update", alone); // the next answer says that somebody is there again
  draw();
  requestAnimationFrame(() => { // where there is no room for both, the drawing is seen first
    if (grid.clientWidth <= 740) root.querySelector("[data-key=beside]")?.removeAttribute("open");
  });
  const still = motion(root);
  return () => {
    still();
    stopMeasuring();
    clearTimeout(timer);
    clearTimeout(waiting);
    clearInterval(clock);
    model.off("change:tick", draw);
    model.off("msg:custom", keep);
    model.off("comm_live_update", alone);
    window.removeEventListener("keydown", onKey, true);
    layer.remove();
  };
}

export default { render };
