// Dragging with mouse, pen and finger. What can be dragged (data-drag) lists where it may go (data-to): these places
// are lit at once, without asking Python; the ghost of the piece (ghost.js) snaps to the nearest of them, letting go sends
// the drag, and Escape or letting go elsewhere puts the piece back. A place that is not on the list can be dropped on as
// well: Python says why it is refused. Beside the board, what has a data-drop is such a place. A place that has a direction
// (data-turn) has two ends: the nearer one to the pointer is meant, unless data-to names one ("id:0", "id:1").
import { isDrag, nearerEnd, nearest, toPicture } from "./geometry.js";
import { ghostOf } from "./ghost.js";

const SNAP = 0.07; // of the board's width
const LIFT = 44; // pixels above a finger: the hand does not cover what it carries

/** All places of a board: {id, x, y, turn, element}. */
export function places(svg) {
  return [...svg.querySelectorAll("[data-hit]")].map((element) => placeOf(element));
}

function placeOf(element) {
  const { hit, x, y, turn } = element.dataset;
  return { id: hit, x: Number(x), y: Number(y), turn: turn === undefined ? undefined : Number(turn), element };
}

/** The places where what an element carries may go: id, and the end that it must have there, if it must. */
const listed = (source) => new Map((source.dataset.to ?? "").split(" ").map((one) => one.split(":")));

/** Which end of a place is meant by a pointer; none where a place has none. */
function endAt(svg, place, source, event) {
  if (place?.turn === undefined) return undefined;
  const only = source && listed(source).get(place.id);
  return only ? Number(only) : nearerEnd(place, toPicture(svg.getBoundingClientRect(), svg.viewBox.baseVal, event.clientX, event.clientY));
}

/** Make everything inside `root` draggable that says so; `drop(source, target, end, seen)` gets an element, a place, the
 * end that was meant, and whether it was seen how the piece would lie. */
export function dragLayer(root, drop) {
  let held = null; // {source, pointer, x, y} from pressing, and once it moves {board, legal, ghost, target, end}
  let hovering = null; // what is in hand, shown where it would lie: {place, ghost}
  let swallow = false; // the click that follows a drag is none

  const board = () => root.querySelector("svg.gk-board");
  const inHand = () => root.querySelector("[data-drag][aria-pressed=true]:not([data-hit])");

  function press(event) {
    cancel(); // a second finger, or a mouse that was let go outside the window
    swallow = false;
    const source = event.target.closest("[data-drag]");
    if (!source || event.button !== 0 || !event.isPrimary) return;
    held = { source, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function move(event) {
    if (!held) return hover(event);
    if (event.pointerId !== held.pointer) return;
    if (!held.ghost && !isDrag(held, { x: event.clientX, y: event.clientY })) return;
    event.preventDefault();
    if (!held.ghost) lift();
    const lifted = held.ghost.lies && event.pointerType === "touch" ? LIFT : 0;
    const at = { clientX: event.clientX, clientY: event.clientY - lifted };
    held.target = aim(at);
    held.end = endAt(board(), held.target, held.source, at);
    for (const hit of held.board) hit.element.classList.toggle("gk-over", hit === held.target);
    held.ghost.show(at, held.legal.includes(held.target) ? held.target : null, held.end);
  }

  function lift() {
    hover();
    const svg = board(), to = listed(held.source);
    const beside = [...root.querySelectorAll("[data-drop]")].map((element) => ({ id: element.dataset.drop, element }));
    held.board = [...(svg ? places(svg) : []), ...beside];
    held.legal = held.board.filter((place) => to.has(place.id));
    for (const { element } of held.legal) element.classList.add("gk-legal");
    root.classList.add("gk-dragging");
    held.ghost = ghostOf(root, held.source);
  }

  /** What is in hand shows how it would lie where the mouse is. */
  function hover(event) {
    const source = event?.pointerType === "mouse" ? inHand() : null;
    const hit = source && event.target.closest?.("[data-hit].gk-target");
    const place = hit && root.contains(hit) ? placeOf(hit) : null;
    if (hovering && hovering.place !== place?.id) {
      hovering.ghost.remove();
      hovering = null;
    }
    if (!place) return;
    hovering ??= { place: place.id, ghost: ghostOf(root, source) };
    hovering.ghost.show(event, place, endAt(board(), place, source, event));
  }

  /** The place that is meant: the nearest legal one close by, else the one right under the pointer. */
  function aim(at) {
    const svg = board();
    const under = document.elementFromPoint(at.clientX, at.clientY);
    const slot = under?.closest("[data-drop]");
    if (slot && root.contains(slot)) return held.board.find((place) => place.element === slot);
    if (!svg || !root.contains(under)) return null;
    const box = svg.viewBox.baseVal;
    const point = toPicture(svg.getBoundingClientRect(), box, at.clientX, at.clientY);
    const exact = under.closest("[data-hit]"), free = pointAt(under, at);
    return nearest(held.legal, point, SNAP * box.width) ?? held.board.find((place) => place.element === exact)
      ?? (free && { id: free, element: under });
  }

  /** The point under the pointer as a place, on a ground where every point is one; null elsewhere. */
  function pointAt(element, { clientX, clientY }) {
    const ground = element.ownerSVGElement?.querySelector("[data-anywhere]"), sign = ground?.dataset.anywhere;
    if (!ground || (element !== ground && !element.closest("[data-hit]")?.dataset.hit.startsWith(sign))) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(ground.getScreenCTM().inverse());
    return `${sign}${Math.round(x)},${Math.round(y)}`;
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
    const { source, target, end, ghost, legal } = held ?? {};
    const aimed = event.type === "pointerup" && target && target.element !== source;
    if (cancel() && aimed) drop(source, target, end, ghost.lies && legal.includes(target));
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
    /** What is in hand may be another piece now, or none. */
    forget: () => hover(),
    /** Which end of a place a click means, if it was made with a pointer. */
    endOf: (hit, event) => (event?.detail ? endAt(board(), placeOf(hit), inHand(), event) : undefined),
    pointAt,
    swallowed: () => swallow,
    remove: () => listeners.forEach(([where, name, call]) => where.removeEventListener(name, call)),
  };
}
