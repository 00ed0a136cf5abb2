// Short movements that show what has happened: a piece of the board is laid, turned, moved, taken away (its data-key begins
// with "piece-"); an arrow that is new in the diagram beside the board draws itself; and tokens walk on both, in step
// (data-walks="A>B A>C", data-dies="B" on something new in the widget). Nothing moves for readers who do not want it.
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const MS = 160, WALK = 300, FLIGHT = 300;

const inside = (nodes, selector) => [...nodes].filter((node) => node.nodeType === 1)
  .flatMap((node) => [node, ...node.querySelectorAll(selector)]).filter((node) => node.matches(selector));
const pieces = (nodes) => inside(nodes, "[data-key^='piece-']");

function animate(node, frames) {
  node.style.transformBox = "fill-box";
  node.style.transformOrigin = "center";
  return node.animate(frames, { duration: MS, easing: "ease-out" });
}

/** What has left, to be seen a little longer where it was. */
function shadeOf(node, parent) {
  const shade = node.cloneNode(true);
  delete shade.dataset.key;
  delete shade.dataset.flies;
  shade.dataset.leaving = "";
  parent.append(shade);
  return shade;
}

/** It fades away. */
function leave(node, parent) {
  const shade = shadeOf(node, parent);
  animate(shade, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.4)" }]).onfinish = () => shade.remove();
}

/** It flies out. */
function fly(node, parent) {
  const shade = shadeOf(node, parent), way = [{ opacity: 1, translate: "0 0" }, { opacity: 0, translate: "24px -90px" }];
  shade.animate(way, { duration: FLIGHT, easing: "ease-in" }).onfinish = () => shade.remove();
}

/** Tokens walk on the board and in the diagram beside it, and those that find no way go out. */
function walk(root, { walks = "", dies = "" }) {
  for (const [picture, mark] of [[".gk-board", "hit"], [".gk-view .gk-picture", "state"]]) {
    const at = (name) => root.querySelector(`${picture} [data-${mark}="${name}"]`)?.getBoundingClientRect();
    const pairs = walks.split(" ").filter(Boolean).map((one) => one.split(">"));
    for (const [tail, head] of pairs) step(root, at(tail), at(head));
    for (const name of dies.split(" ").filter(Boolean)) step(root, at(name), null);
  }
}

/** One token, from the middle of a rectangle to that of another; or it goes out where it is. */
function step(root, from, to) {
  if (!from) return;
  const token = document.createElement("div"), frame = root.getBoundingClientRect();
  token.className = to ? "gk-walker" : "gk-walker gk-dies";
  token.style.left = `${from.x + from.width / 2 - frame.left}px`;
  token.style.top = `${from.y + from.height / 2 - frame.top}px`;
  root.append(token);
  const way = to && `${to.x + to.width / 2 - from.x - from.width / 2}px ${to.y + to.height / 2 - from.y - from.height / 2}px`;
  const frames = to ? [{ translate: "0 0" }, { translate: way }] : [{ opacity: 1 }, { opacity: 0, scale: 0.2 }];
  token.animate(frames, { duration: WALK, easing: "ease-in-out" }).onfinish = () => token.remove();
}

/** The arrows of the diagram beside the board, by their ends; none where something else is shown. */
function diagram(root) {
  const arrows = [...root.querySelectorAll(".gk-view .gk-picture .arrow")];
  return new Map(arrows.map((arrow) => [`${arrow.dataset.from}>${arrow.dataset.to}`, arrow]));
}

/** An arrow draws itself, and its head comes last. */
function draw(arrow) {
  const [line, tip] = arrow.children, length = line.getTotalLength();
  const strokes = [length, 0].map((left) => ({ strokeDasharray: length, strokeDashoffset: left }));
  line.animate(strokes, { duration: WALK, easing: "ease-in-out" });
  tip.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: WALK });
}

/** Watch what is below `root` from now on; returns what ends it. */
export function motion(root) {
  let known = diagram(root);
  const observer = new MutationObserver((changes) => {
    const before = known;
    known = diagram(root);
    if (calm()) return;
    const turned = new Set();
    for (const { type, target, addedNodes, removedNodes } of changes) {
      for (const walking of inside(addedNodes, "[data-walks]")) walk(root, walking.dataset);
      if (!target.closest?.("svg.gk-board") || target.closest("[data-leaving]")) continue;
      if (type === "attributes" && target.dataset.key?.startsWith("piece-")) turned.add(target);
      for (const node of pieces(addedNodes)) animate(node, [{ opacity: 0, transform: "scale(1.5)" }, {}]);
      for (const node of pieces(removedNodes)) if (!node.isConnected) leave(node, target);
      for (const node of inside(removedNodes, "[data-flies]")) if (!node.isConnected) fly(node, target);
    }
    for (const node of turned) animate(node, [{ transform: "rotate(180deg)" }, {}]);
    const fresh = [...known.keys()].filter((id) => !before.has(id));
    if (before.size && fresh.length === 1) draw(known.get(fresh[0])); // more: another diagram
  });
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["points"] });
  return () => observer.disconnect();
}
