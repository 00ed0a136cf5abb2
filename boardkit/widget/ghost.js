// What is seen of a piece while it is carried: the piece as it will lie, turned and at its place; a line; or a picture of
// what it was taken from. How a piece lies is drawn by Python once, about the origin and along the x axis, inside
// <defs data-pieces>: there it is found by the name under which it is dragged.
import { toPicture } from "./geometry.js";

/** The drawing of what an element carries, as it lies on the board; none where the game has no such drawings. */
function lying(svg, source) {
  const name = source.dataset.piece ?? source.dataset.drag;
  return [...(svg?.querySelectorAll("[data-lies]") ?? [])].find((one) => one.dataset.lies === name);
}

/** The ghost of what an element carries: {show(event, place, end), remove(), lies}. */
export function ghostOf(root, source) {
  const svg = root.querySelector("svg.gk-board");
  if (svg && source.dataset.line !== undefined) return line(svg, source.dataset);
  const piece = lying(svg, source);
  const made = document.createElement("div");
  made.className = piece ? "gk-ghost gk-lying" : "gk-ghost";
  made.setAttribute("aria-hidden", "true");
  const onBoard = source.dataset.hit !== undefined;
  const icon = piece ? alone(svg, piece) : source.querySelector("svg")?.cloneNode(true) ?? (svg && onBoard && cutOut(svg, source));
  if (icon) made.append(icon);
  else if (!onBoard) made.textContent = source.textContent;
  root.append(made);
  return {
    lies: Boolean(piece),
    remove: () => made.remove(),
    show(event, place, end = 0) {
      const frame = root.getBoundingClientRect();
      const at = place ? onScreen(place) : { x: event.clientX, y: event.clientY };
      made.style.left = `${at.x - frame.left}px`;
      made.style.top = `${at.y - frame.top}px`;
      if (piece && place) made.style.rotate = `${(place.turn ?? 0) + 180 * end}deg`;
    },
  };
}

/** The middle of a place, on the screen. */
function onScreen({ element }) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A piece as large as it lies on the board. */
function alone(svg, piece) {
  const copy = svg.cloneNode(false), half = Number(piece.dataset.half), scale = svg.getScreenCTM().a;
  copy.removeAttribute("class");
  copy.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  copy.setAttribute("width", 2 * half * scale);
  copy.setAttribute("height", 2 * half * scale);
  copy.append(...[...piece.children].map((child) => child.cloneNode(true)));
  return copy;
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

/** A line from a place of the board to where the pointer is, or to a place. */
function line(svg, { x, y }) {
  const made = document.createElementNS(svg.namespaceURI, "line");
  for (const [name, value] of Object.entries({ class: "gk-line", x1: x, y1: y, x2: x, y2: y })) made.setAttribute(name, value);
  svg.append(made);
  return {
    lies: false,
    remove: () => made.remove(),
    show(event, place) {
      if (!made.isConnected) return; // the board was drawn anew
      const end = place ?? toPicture(svg.getBoundingClientRect(), svg.viewBox.baseVal, event.clientX, event.clientY);
      made.setAttribute("x2", end.x);
      made.setAttribute("y2", end.y);
    },
  };
}
