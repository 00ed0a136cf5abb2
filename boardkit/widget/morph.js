// Make a live element look like new markup while keeping its nodes: a node that is replaced between pressing and
// releasing the mouse loses the click, and one that is replaced while it has the focus loses the reader's place.

const OWNED_BY_PAGE = new Set(["open"]); // what the reader has folded in or out stays so

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") || node.id || null : null);

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function syncAttributes(live, wanted) {
  for (const { name, value } of [...wanted.attributes]) {
    if (!OWNED_BY_PAGE.has(name) && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const { name } of [...live.attributes]) {
    if (!OWNED_BY_PAGE.has(name) && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
}

function syncField(live, wanted) {
  const busy = live.ownerDocument.activeElement === live && live.type !== "range" && live.type !== "checkbox";
  if (live.nodeName === "INPUT" && live.type === "checkbox") live.checked = wanted.hasAttribute("checked");
  else if (live.nodeName === "INPUT" && !busy) live.value = wanted.getAttribute("value") ?? "";
  else if (live.nodeName === "TEXTAREA" && !busy) live.value = wanted.textContent;
  else if (live.nodeName === "SELECT") {
    const chosen = [...live.options].findIndex((option) => option.hasAttribute("selected"));
    if (chosen >= 0) live.selectedIndex = chosen;
  }
}

/** Change `live` so that it has the attributes and children of `wanted`; nodes that are alike are kept. */
export function morph(live, wanted) {
  syncAttributes(live, wanted);
  if (live.nodeName !== "TEXTAREA") morphChildren(live, wanted);
  syncField(live, wanted);
}

export function morphChildren(live, wanted) {
  const keyed = new Map();
  for (const child of live.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let cursor = live.firstChild; // everything before it is in place
  for (const next of [...wanted.childNodes]) {
    const key = keyOf(next);
    const found = key ? keyed.get(key) : cursor;
    if (!found || !alike(found, next)) {
      live.insertBefore(next, cursor);
      continue;
    }
    if (found === cursor) cursor = cursor.nextSibling;
    else live.insertBefore(found, cursor);
    if (found.ownerSVGElement && found.isEqualNode(next)) continue; // most of a board: the browser compares fast
    if (found.nodeType === 1) morph(found, next);
    else if (found.nodeValue !== next.nodeValue) found.nodeValue = next.nodeValue;
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}
