// Short movements that show what has happened to the pieces of a board: one is laid, turned, moved, taken away. A piece
// is what has a data-key that begins with "piece-"; nothing moves for readers who do not want it.
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const MS = 160;

const pieces = (nodes) => [...nodes].filter((node) => node.nodeType === 1)
  .flatMap((node) => [node, ...node.querySelectorAll("[data-key^='piece-']")])
  .filter((node) => node.dataset.key?.startsWith("piece-"));

function animate(node, frames) {
  node.style.transformBox = "fill-box";
  node.style.transformOrigin = "center";
  return node.animate(frames, { duration: MS, easing: "ease-out" });
}

/** What has left fades away where it was, and is then gone. */
function leave(node, parent) {
  const shade = node.cloneNode(true);
  delete shade.dataset.key;
  shade.dataset.leaving = "";
  parent.append(shade);
  animate(shade, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.4)" }]).onfinish = () => shade.remove();
}

/** Watch the board below `root` from now on; returns what ends it. */
export function motion(root) {
  const observer = new MutationObserver((changes) => {
    if (calm()) return;
    const turned = new Set();
    for (const { type, target, addedNodes, removedNodes } of changes) {
      if (!target.closest?.("svg.gk-board") || target.closest("[data-leaving]")) continue;
      if (type === "attributes" && target.dataset.key?.startsWith("piece-")) turned.add(target);
      for (const node of pieces(addedNodes)) animate(node, [{ opacity: 0, transform: "scale(1.5)" }, {}]);
      for (const node of pieces(removedNodes)) if (!node.isConnected) leave(node, target);
    }
    for (const node of turned) animate(node, [{ transform: "rotate(180deg)" }, {}]);
  });
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["points"] });
  return () => observer.disconnect();
}
