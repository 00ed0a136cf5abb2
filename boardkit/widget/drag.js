// Dragging with mouse, pen and finger. What can be dragged (data-drag) lists where it may go (data-to): these places
// are lit at once, without asking Python; the ghost of the piece snaps to the nearest of them, letting go sends the
// drag, and Escape or letting go elsewhere puts the piece back. A place that is not on the list can be dropped on as
// well: Python says why it is refused. Beside the board, what has a data-drop is such a place. Where a line is drawn (data-line), the ghost is a line from the source.
import { isDrag, nearest, toPicture } from "./geometry.js";

const SNAP = 0.07; // of the board's width

/** All places of a board: {id, x, y, element}. */
export function places(svg) {
  return [...svg.querySelectorAll("[data-hit]")].map((element) => ({
    id: element.dataset.hit, x: Number(element.dataset.x), y: Number(element.dataset.y), element,
  }));
}

/** Make everything inside `root` draggable that says so; `drop(source, target)` gets an element and a place. */
export function dragLayer(root, drop) {
  let held = null; // {source, pointer, x, y} from pressing, and once it moves {board, legal, ghost, target}
  let swallow = false; // the click that follows a drag is none

  function press(event) {
    cancel(); // a second finger, or a mouse that was let go outside the window
    swallow = false;
    const source = event.target.closest("[data-drag]");
    if (!source || event.button !== 0 || !event.isPrimary) return;
    held = { source, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function move(event) {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && !isDrag(held, { x: event.clientX, y: event.clientY })) return;
    event.preventDefault();
    if (!held.ghost) lift();
    held.target = aim(event);
    for (const hit of held.board) hit.element.classList.toggle("gk-over", hit === held.target);
    const at = held.target && held.legal.includes(held.target) ? held.target.element.getBoundingClientRect() : null;
    if (held.ghost.nodeName === "line") return stretch(held.ghost, at && held.target, event);
    const frame = root.getBoundingClientRect();
    held.ghost.style.left = `${(at ? at.x + at.width / 2 : event.clientX) - frame.left}px`;
    held.ghost.style.top = `${(at ? at.y + at.height / 2 : event.clientY) - frame.top}px`;
  }

  function lift() {
    const svg = root.querySelector("svg.gk-board");
    const listed = new Set((held.source.dataset.to ?? "").split(" "));
    const beside = [...root.querySelectorAll("[data-drop]")].map((element) => ({ id: element.dataset.drop, element }));
    held.board = [...(svg ? places(svg) : []), ...beside];
    held.legal = held.board.filter((place) => listed.has(place.id));
    for (const { element } of held.legal) element.classList.add("gk-legal");
    root.classList.add("gk-dragging");
    if (svg && held.source.dataset.line !== undefined) return void (held.ghost = line(svg, held.source.dataset));
    held.ghost = document.createElement("div");
    held.ghost.className = "gk-ghost";
    held.ghost.setAttribute("aria-hidden", "true");
    const onBoard = held.source.dataset.hit !== undefined;
    const icon = held.source.querySelector("svg")?.cloneNode(true) ?? (svg && onBoard && cutOut(svg, held.source));
    if (icon) held.ghost.append(icon);
    else if (!onBoard) held.ghost.textContent = held.source.textContent;
    root.append(held.ghost);
  }

  /** A line that begins at a place of the board. */
  function line(svg, { x, y }) {
    const made = document.createElementNS(svg.namespaceURI, "line");
    for (const [name, value] of Object.entries({ class: "gk-line", x1: x, y1: y, x2: x, y2: y })) made.setAttribute(name, value);
    return svg.appendChild(made);
  }

  /** Let it end at a place, or else at the pointer. */
  function stretch(made, place, event) {
    const svg = made.ownerSVGElement;
    if (!svg) return; // the board was drawn anew
    const end = place ?? toPicture(svg.getBoundingClientRect(), svg.viewBox.baseVal, event.clientX, event.clientY);
    made.setAttribute("x2", end.x);
    made.setAttribute("y2", end.y);
  }

  /** What lies on a place of the board, as a picture of its own. */
  function cutOut(svg, hit) {
    const copy = svg.cloneNode(false), shape = hit.getBBox(), frame = hit.getBoundingClientRect();
    for (const layer of svg.querySelectorAll(":scope > [aria-hidden]")) copy.append(layer.cloneNode(true));
    copy.removeAttribute("class");
    copy.setAttribute("viewBox", `${shape.x} ${shape.y} ${shape.width} ${shape.height}`);
    copy.setAttribute("width", frame.width / 1.4); // the ghost is drawn larger than what it stands for
    copy.setAttribute("height", frame.height / 1.4);
    return copy;
  }

  /** The place that is meant: the nearest legal one close by, else the one right under the pointer. */
  function aim(event) {
    const svg = root.querySelector("svg.gk-board");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const slot = under?.closest("[data-drop]");
    if (slot && root.contains(slot)) return held.board.find((place) => place.element === slot);
    if (!svg || !root.contains(under)) return null;
    const box = svg.viewBox.baseVal;
    const point = toPicture(svg.getBoundingClientRect(), box, event.clientX, event.clientY);
    const exact = under.closest("[data-hit]");
    return nearest(held.legal, point, SNAP * box.width) ?? held.board.find((place) => place.element === exact) ?? null;
  }

  /** Put the piece back; true if there was one. */
  function cancel() {
    const moving = Boolean(held?.ghost);
    if (moving) {
      held.ghost.remove();
      root.classList.remove("gk-dragging");
      for (const { element } of held.board) element.classList.remove("gk-legal", "gk-over");
      swallow = true;
    }
    held = null;
    return moving;
  }

  function release(event) {
    if (held && event.type !== "blur" && event.pointerId !== held.pointer) return;
    const { source, target } = held ?? {};
    const aimed = event.type === "pointerup" && target && target.element !== source;
    if (cancel() && aimed) drop(source, target);
    setTimeout(() => (swallow = false)); // the click comes right after letting go, also if Escape has come before
  }

  const none = (event) => event.preventDefault(); // the browser's own dragging of pictures and texts
  // A finger on what can be dragged drags it, and elsewhere scrolls the page; two fingers zoom. (The style touch-action
  // does not hold for parts of an SVG.)
  const still = (event) => held && event.touches.length === 1 && event.preventDefault();
  const listeners = [
    [root, "pointerdown", press], [root, "dragstart", none], [root, "touchmove", still],
    [window, "pointermove", move], [window, "pointerup", release], [window, "pointercancel", release],
    [window, "blur", release],
  ];
  for (const [where, name, call] of listeners) where.addEventListener(name, call, { passive: false });
  return {
    cancel,
    swallowed: () => swallow,
    remove: () => listeners.forEach(([where, name, call]) => where.removeEventListener(name, call)),
  };
}
