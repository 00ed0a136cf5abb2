// Pure geometry of a board on the screen: no page, no state, no rule of any game. Tested with plain node.

/** Where a point of the page lies in the coordinates of a picture that is scaled to fit a rectangle. */
export function toPicture(rect, viewBox, clientX, clientY) {
  const scale = Math.min(rect.width / viewBox.width, rect.height / viewBox.height) || 1;
  const left = rect.left + (rect.width - viewBox.width * scale) / 2;
  const top = rect.top + (rect.height - viewBox.height * scale) / 2;
  return { x: viewBox.x + (clientX - left) / scale, y: viewBox.y + (clientY - top) / scale };
}

/** The nearest of several places {id, x, y} to a point, or null if none is within the limit. */
export function nearest(places, point, limit = Infinity) {
  let best = null;
  let least = limit;
  for (const place of places) {
    const distance = Math.hypot(place.x - point.x, place.y - point.y);
    if (distance <= least) {
      best = place;
      least = distance;
    }
  }
  return best;
}

/** Which end of a place that has a direction, in degrees, is nearer to a point: 0 where it begins, 1 where it ends. */
export function nearerEnd({ x, y, turn }, point) {
  const angle = (turn * Math.PI) / 180;
  const along = (point.x - x) * Math.cos(angle) + (point.y - y) * Math.sin(angle);
  return along < 0 ? 0 : 1;
}

const WAYS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * The place that an arrow key leads to from another one: near, and more ahead than aside; if there is none, anything
 * that lies ahead at all. What lies beside the direction counts twice as far. Null at the rim.
 */
export function ahead(places, from, key) {
  const way = WAYS[key];
  return way ? (within(places, from, way, 2) ?? within(places, from, way, Infinity)) : null;
}

function within(places, from, way, slope) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const dx = place.x - from.x;
    const dy = place.y - from.y;
    const forward = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (place.id === from.id || forward < 1 || aside > slope * forward) continue;
    const cost = forward + 2 * aside;
    if (cost < least) {
      best = place;
      least = cost;
    }
  }
  return best;
}

/** How wide a convex shape is where it is narrowest, through its middle. */
export function narrowest(points) {
  const x = points.reduce((sum, p) => sum + p.x, 0) / points.length, y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
  const sides = points.map((p, n) => [p, points[(n + 1) % points.length]]);
  return 2 * Math.min(...sides.map(([a, b]) => Math.hypot((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y)));
}

/** The part of a picture about a point, so many times enlarged; it stays inside the picture. */
export function enlarged(box, point, times) {
  const width = box.width / times, height = box.height / times;
  const within = (low, value, high) => Math.max(low, Math.min(value, high));
  return {
    x: within(box.x, point.x - width / 2, box.x + box.width - width),
    y: within(box.y, point.y - height / 2, box.y + box.height - height), width, height,
  };
}

/** Whether a pointer has moved far enough for a drag, in pixels. */
export function isDrag(start, end, threshold = 8) {
  return Math.hypot(end.x - start.x, end.y - start.y) > threshold;
}
