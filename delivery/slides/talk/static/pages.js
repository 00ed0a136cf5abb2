/* Lays out the talk: what stands in a section is shared out among slides, and each slide takes the arrangement (one
   column or two, size of letters and figures) that is easiest to read. Nothing scrolls, and what the author puts on the
   next slide is joined to this one if both have room, as a further click. Runs once, before reveal.js takes over, when
   formulas and pictures have their sizes. */
"use strict";

// The least size of letters in figures; how far figures may grow; the three sizes of texts; the shares of the left one
// of two columns.
const LETTER = 13.55, LARGEST = 1.8, SCALES = [1.5, 1.25, 1];
const SHARES = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];
const GAP = 24, CODE = 15, ACROSS = 36, DOWN = 32, EDGE = 8;  // as in talk.css
// What a plot has that does not tell the size of its letters: matplotlib's 10 points at 100 dots per inch.
const PLOT = 13.9;

/** A piece inside empty copies of its ancestors, up to (and without) the slide. */
function wrapped(piece, slide) {
  const ancestors = [];
  for (let outer = piece.parentElement; outer !== slide; outer = outer.parentElement) ancestors.push(outer);
  const whole = ancestors.reduce((inner, outer) => {
    const copy = outer.cloneNode(false);
    copy.removeAttribute("id");
    copy.append(inner);
    return copy;
  }, piece);
  for (const part of [whole, ...whole.querySelectorAll(".fragment")]) part.classList.remove("fragment");
  return whole;
}

/** What is not torn apart without need: a text, or code and what it prints; an answer is a unit of its own.
    `head` stands above both columns, `opens` where the author begins a slide, `answer` what a click reveals. */
function unitsOf(slide) {
  const units = [];
  let head = null;
  const add = (parts, answer) => {
    const pieces = parts.map((part) => wrapped(part, slide));
    const asks = !answer && parts.some((part) => part.querySelector(".prediction"));
    units.push({ pieces, head, answer, asks, opens: units.length === 0 });
    head = null;
  };
  for (const cell of slide.querySelectorAll(".jp-Cell:not(aside *)")) {
    const text = cell.querySelector(":scope > .jp-Cell-inputWrapper .jp-RenderedMarkdown");
    if (text) {
      if (text.firstElementChild?.matches("h1, h2")) {
        head = document.createElement("div");
        head.className = "jp-RenderedHTMLCommon head";
        head.append(text.firstElementChild);
      }
      if (text.childElementCount) add([cell], cell.closest(".fragment") !== null);
      continue;
    }
    const parts = [...cell.querySelectorAll(".jp-Cell-inputWrapper, .jp-OutputArea-child")];
    const clicks = parts.findIndex((part) => part.matches(".fragment"));
    if (clicks < 0) add(parts, cell.closest(".fragment") !== null);
    else {
      if (clicks) add(parts.slice(0, clicks), false);
      add(parts.slice(clicks), true);
    }
  }
  if (head) units.push({ pieces: [], head, answer: false, opens: units.length === 0 });
  return units;
}

/** What a program printed, in two pieces. */
function halves(piece) {
  const print = piece.querySelector(".jp-OutputArea-output pre"), lines = print?.textContent.trimEnd().split("\n") ?? [];
  if (lines.length < 2 || print.childElementCount) return [piece];
  const half = Math.ceil(lines.length / 2), rest = piece.cloneNode(true);
  print.textContent = lines.slice(0, half).join("\n");
  rest.querySelector("pre").textContent = lines.slice(half).join("\n");
  return [piece, rest];
}

/** The parts of a unit that is too large for a slide: code, outputs, and at last paragraphs of a text, lines of a print. */
function parts(unit) {
  let pieces = unit.pieces;
  if (pieces.length === 1) {
    const text = pieces[0].querySelector(".jp-RenderedMarkdown");
    pieces = text?.childElementCount > 1 ? [...text.children].map((part) => wrapped(part, text.closest(".jp-Cell").parentElement))
      : halves(pieces[0]);
  }
  return pieces.map((piece, k) => (k ? { pieces: [piece], head: null, title: unit.title, opens: false, answer: false, part: true }
    : { ...unit, pieces: [piece] }));
}

/** The size of the smallest letters of a figure of natural size. */
function letters(figure) {
  if (figure.matches(".repeated")) return Infinity;
  const [head, data] = figure.src.split(/,(.*)/s);
  const picture = head.endsWith(";base64") ? atob(data) : decodeURIComponent(data);
  const sizes = [...picture.matchAll(/font-size="([0-9.]+)"/g)].map((found) => Number(found[1]));
  return sizes.length ? Math.min(...sizes) : PLOT;
}

/** How high each piece is without its figures, on stages of many widths: all are measured at once, since a browser takes
    longer to lay out one piece a hundred times than a hundred pieces once. */
function measured(stage, pieces, width) {
  const sizes = new Map();
  stage.replaceChildren(...pieces);
  for (const piece of pieces) {
    const figures = [...piece.querySelectorAll("img")], codes = [...piece.querySelectorAll("pre")];
    const code = codes.length === 1 && codes[0].innerText.trim() === piece.innerText.trim() ? codes[0] : null;
    sizes.set(piece, { code, heights: [], figures: figures.map((figure) => (
      { width: figure.naturalWidth, height: figure.naturalHeight, letters: letters(figure) })) });
  }
  stage.classList.add("bare", "unbroken");
  for (const [piece, size] of sizes) {
    if (size.code) Object.assign(size, { wide: size.code.offsetWidth, high: piece.offsetHeight });
  }
  stage.classList.remove("unbroken");
  for (let across = width; across > 0.15 * width; across -= 0.04 * width) {
    stage.style.width = `${across}px`;
    for (const [piece, { heights }] of sizes) {
      const { right } = piece.getBoundingClientRect();
      const wide = [...piece.querySelectorAll("mjx-container svg, table, p code")].some(
        (part) => part.getBoundingClientRect().right > right + 1);
      heights.push({ across, height: wide ? Infinity : piece.offsetHeight });
    }
  }
  stage.style.width = "";
  stage.classList.remove("bare");
  return sizes;
}

/** How much letters of code are smaller or larger than usual where its lines are not to break; 0 if they must. */
function codeScale(size, across, scale) {
  const fitting = Math.min(scale, 0.99 * (across - 18) / (size.wide - 16));
  return fitting * CODE >= LETTER ? fitting : 0;
}

/** The height of a column without its figures. */
function heightOf(pieces, sizes, across, scale, breaks) {
  return pieces.reduce((sum, piece) => {
    const size = sizes.get(piece), fitting = size.code ? codeScale(size, across, scale) : 0;
    if (fitting) return sum + size.high * fitting;
    if (size.code && !breaks) return Infinity;
    const found = size.heights.find((measure) => measure.across <= across / scale + 0.5);
    return sum + (found ? found.height * scale : Infinity);
  }, 0);
}

/** The ways to share pieces out: one column, two in their order, or what is drawn beside what is said; each also with
    the code of the figures at the foot, where it has the whole width. */
function splits(pieces, sizes) {
  const drawn = (piece) => sizes.get(piece).figures.length > 0;
  const codes = pieces.filter((piece, k) => sizes.get(piece).code && k + 1 < pieces.length && drawn(pieces[k + 1]));
  return [[], codes].slice(0, codes.length ? 2 : 1).flatMap((foot) => {
    const rest = pieces.filter((piece) => !foot.includes(piece)), said = rest.filter((piece) => !drawn(piece));
    const found = [[rest], ...rest.slice(1).map((_, k) => [rest.slice(0, k + 1), rest.slice(k + 1)])];
    if (said.length && said.length < rest.length) found.push([said, rest.filter(drawn)]);
    return found.map((split) => ({ split, foot }));
  });
}

/** The best form of these units on one slide, or null if they do not fit; two pixels are for what browsers round. */
function form(units, sizes, width, height, smallest = LETTER) {
  const head = units[0].head ?? units[0].title, under = height - 2 - (head ? sizes.get(head).heights[0].height : 0);
  const pieces = units.flatMap((unit, k) => (k && unit.head ? [unit.head, ...unit.pieces] : unit.pieces));
  let best = null;
  for (const { split, foot } of splits(pieces, sizes)) {
    for (const share of split.length > 1 ? SHARES : [1]) {
      const widths = split.length > 1 ? [share, 1 - share].map((part) => part * (width - GAP)) : [width];
      for (const scale of SCALES) {
        const room = under - heightOf(foot, sizes, width, scale, scale === 1);
        const columns = split.map((part, k) => {
          const figures = part.flatMap((piece) => sizes.get(piece).figures);
          const text = heightOf(part, sizes, widths[k], scale, split.length === 1 && scale === 1);
          const tall = figures.reduce((sum, figure) => sum + figure.height, 0);
          const factor = Math.min(LARGEST, (room - text - 6 * figures.length) / tall,
            ...figures.map((figure) => (widths[k] - 30) / figure.width));
          if (!(text <= room) || figures.some((figure) => factor * figure.letters < smallest)) return null;
          return { factor, high: text + (tall ? factor * tall : 0), drawn: tall > 0 };
        });
        if (columns.includes(null)) continue;
        const factor = Math.min(...columns.map((column) => (column.drawn ? column.factor : LARGEST)));
        // Two columns must be worth it, and so must a foot.
        const value = scale * factor * (split.length > 1 ? 0.95 : 1) * (foot.length ? 0.9 : 1);
        const used = columns.reduce((sum, column, k) => sum + column.high * widths[k] / width, 0);
        const full = (height - room + used) / height;
        if (!best || value > best.value) best = { head, split, foot, share, scale, widths, columns, value, full };
      }
    }
  }
  return best;
}

/** A slide without frame and repeated title, for a figure that is too large for one with them; null if it is still. */
function filling(unit, sizes, width, height) {
  const page = form([{ ...unit, title: null }], sizes, width + 2 * (ACROSS - EDGE), height + 2 * (DOWN - EDGE));
  return page && { ...page, whole: true };
}

/** Put the pieces on the stage in this form. */
function set(stage, { head, split, foot, share, scale, widths, columns }, sizes) {
  const fit = (pieces, across) => {
    for (const size of pieces.map((piece) => sizes.get(piece)).filter(({ code }) => code)) {
      const fitting = codeScale(size, across, scale);
      size.code.style.whiteSpace = fitting ? "pre" : "pre-wrap";
      size.code.style.fontSize = `${fitting ? fitting * CODE : LETTER}px`;
    }
  };
  const table = document.createElement("div");
  table.className = "columns";
  table.style.gridTemplateColumns = split.length > 1 ? `${share}fr ${1 - share}fr` : "minmax(0, 1fr)";
  table.append(...split.map((pieces, k) => {
    const column = document.createElement("div");
    column.append(...pieces);
    fit(pieces, widths[k]);
    for (const figure of column.querySelectorAll("img")) {
      figure.style.width = `${Math.floor(columns[k].factor * figure.naturalWidth)}px`;
    }
    return column;
  }));
  stage.style.setProperty("--scale", scale);
  fit(foot, stage.clientWidth);
  // The title of a section stands on all its slides
  stage.replaceChildren(...(head ? [head.cloneNode(true)] : []), table, ...foot);
}

/** The choices of a prediction that turn out to be right: they are marked when the answer comes. */
function rightOf(piece) {
  return [...piece.querySelectorAll(".choices .custom")];
}

/** A section as slides: runs of units, so that few are nearly empty, have small letters, or begin at a wrong place. */
function paginated(units, sizes, width, height) {
  const drawn = (unit) => unit.pieces.some((piece) => sizes.get(piece).figures.length > 0);
  // What it costs to begin a slide here: a question stays with its figure, and if that can be with its answer.
  const begins = (before, next) => {
    if (next.asks && drawn(before)) return 0.6;
    if (next.opens) return next.asks ? 0.15 : 0;
    return next.answer ? 0.3 : next.part ? 0.35 : 0.2;
  };
  const from = [];
  from[units.length] = { cost: 0 };
  for (let i = units.length - 1; i >= 0; i -= 1) {
    for (let j = i + 1, joins = 0; j <= units.length; j += 1) {
      const run = units.slice(i, j), next = units[j];
      let page = form(run, sizes, width, height);
      // What cannot be cut: a figure has the whole slide, or smaller letters; at last a slide scrolls.
      if (!page && j === i + 1) page = filling(run[0], sizes, width, height);
      if (!page && j === i + 1) page = form(run, sizes, width, height, 0) ?? form(run, sizes, width, 9 * height, 0);
      if (!page) break;
      const cut = next ? begins(run.at(-1), next) : 0;
      const empty = (1 - page.full) ** 2 + (page.full < 0.5 ? 0.3 : 0);
      const cost = empty + 0.5 * Math.max(0, 1.2 - page.scale) + 0.06 * joins + cut + from[j].cost;
      if (!from[i] || cost < from[i].cost) from[i] = { cost, page, run, j };
      if (next?.opens || next?.answer) joins += 1;
    }
  }
  const pages = [];
  for (let i = 0; i < units.length; i = from[i].j) pages.push(from[i]);
  return pages;
}

/** Share out a section among slides. What was another slide, or an answer, is a click of its own. The title is that of
    the section before; returned is the one of this section, or the same. */
function laidOut(stage, stack, width, height, title, cover) {
  const notes = [...stack.querySelectorAll("aside.notes")];
  let units = [...stack.children].flatMap(unitsOf), sizes = new Map(), small = false;
  const before = title;
  for (const unit of units) unit.title = title = unit.head ?? title;
  if (cover) units[0].pieces.push(cover);
  while (!small) {
    const all = units.flatMap((unit) => (unit.head ? [unit.head, ...unit.pieces] : unit.pieces));
    sizes = measured(stage, [...new Set([...(before ? [before] : []), ...all])], width);
    const parted = units.map((unit) => (form([unit], sizes, width, height) ? [unit] : parts(unit)));
    small = parted.every((made) => made.length === 1);
    units = parted.flat();
  }
  const slides = paginated(units, sizes, width, height).map(({ page, run }) => {
    set(stage, page, sizes);
    run.slice(1).reduce((clicks, unit) => {
      const click = clicks + (unit.opens || unit.answer ? 1 : 0);
      const marked = unit.answer ? run.flatMap(({ pieces }) => pieces.flatMap(rightOf)) : [];
      for (const piece of click ? [...unit.pieces, ...marked.filter(({ dataset }) => !dataset.fragmentIndex)] : []) {
        piece.classList.add("fragment");
        piece.dataset.fragmentIndex = click - 1;
      }
      return click;
    }, 0);
    const slide = document.createElement("section");
    slide.style.setProperty("--scale", page.scale);
    slide.classList.toggle("whole", page.whole === true);
    slide.append(...stage.children, ...notes.map((note) => note.cloneNode(true)));
    return slide;
  });
  stage.style.removeProperty("--scale");
  stack.replaceChildren(...slides);
  return title;
}

/** A picture in the page becomes an image like the others, so that it can be fitted. */
function asImage(picture) {
  const image = new Image(picture.width.baseVal.value, picture.height.baseVal.value);
  image.alt = [...picture.querySelectorAll("title, desc")].slice(0, 2).map((text) => text.textContent).join(". ");
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  picture.replaceWith(image);
}

/** A prediction in a talk: the question with its choices, and what came out as the next fragment, without the code. */
function predictions() {
  for (const asked of document.querySelectorAll("section[data-prediction]")) {
    // A move such as -bN>C.m is not torn after its sign.
    for (const part of asked.querySelectorAll("p, label")) part.innerHTML = part.innerHTML.replace(/(^|\s)-(?=\w)/g, "$1-\u2060");
    const output = asked.closest(".jp-OutputArea-child");
    const question = document.createElement("div"), choices = document.createElement("ul");
    const right = JSON.parse(asked.dataset.right ?? "[]");
    choices.className = "choices";
    question.className = "jp-RenderedHTMLCommon prediction";
    for (const field of asked.querySelectorAll("label")) {
      const choice = document.createElement("li");
      choice.textContent = field.textContent.trim();
      if (right.includes(field.querySelector("input")?.value)) choice.classList.add("custom");
      choices.append(choice);
    }
    question.append(asked.querySelector("p"), choices);
    // A figure is a piece of its own: it may stand beside what is said, or on the next slide.
    const drawn = (part) => part?.querySelector("svg"), results = [];
    for (const part of [...asked.querySelector("details").children].filter(
      (part) => !part.matches("summary, .said, [data-why]"))) {
      const last = results.at(-1);
      if (last && !drawn(last) && !drawn(part)) {
        last.firstElementChild.append(part);
        continue;
      }
      const result = output.cloneNode(false), piece = document.createElement("div");
      result.classList.add("fragment");
      piece.className = "jp-RenderedHTMLCommon prediction";
      piece.append(part);
      result.append(piece);
      results.push(result);
    }
    for (const result of results) result.querySelectorAll("svg").forEach(asImage);
    output.replaceChildren(question);
    output.after(...results);
    output.closest(".jp-Cell").querySelector(".jp-Cell-inputWrapper")?.remove();
  }
}

/** A button above each picture of a board that the book makes alive: it opens the board over the slide. */
function playButtons(slides) {
  for (const picture of slides.querySelectorAll("img[data-play]")) {
    const button = document.createElement("button");
    button.className = "play";
    button.textContent = `▶ ${picture.dataset.open}`;
    button.onclick = () => show(picture.dataset);
    picture.before(button);
  }
}

/** A board over the whole slide, until it is closed. Its keys are its own; Tab leads to what closes it. */
function show({ play, close }) {
  const dialog = document.createElement("dialog"), button = document.createElement("button");
  const board = document.createElement("iframe");
  dialog.className = "playing";
  button.textContent = `× ${close}`;
  button.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  board.src = play;
  dialog.append(board, button);
  document.body.append(dialog);
  dialog.showModal();
}

/** A formula in a text, and the comma or full stop after it, which must not begin the next line. */
function unbroken(formula) {
  const stop = /^[.,;:!?)]+/.exec(formula.nextSibling?.data ?? "")?.[0], whole = document.createElement("span");
  if (!stop) return;
  formula.nextSibling.splitText(stop.length);
  formula.before(whole);
  whole.append(formula, whole.nextSibling);
  whole.style.whiteSpace = "nowrap";
}

/** The unit's own picture for its first slide: the first figure that it shows, which has its letters on its own slide. */
function coverOf(slides, first) {
  first.classList.add("cover");
  const figure = slides.querySelector("img"), cover = document.createElement("div");
  if (!figure || first.contains(figure)) return null;
  const copy = figure.cloneNode();
  copy.classList.add("repeated");
  delete copy.dataset.play;
  cover.append(copy);
  return cover;
}

function makePages(width, height) {
  const slides = document.querySelector(".reveal .slides");
  slides.querySelectorAll(".jp-OutputArea-output svg:not(mjx-container svg)").forEach(asImage);
  slides.querySelectorAll("mjx-container:not([display])").forEach(unbroken);
  playButtons(slides);
  slides.querySelectorAll("p.gk-still").forEach((remark) => remark.remove());  // what readers are told, not audiences
  const stage = document.createElement("section");
  slides.classList.add("measuring");
  const stacks = [...slides.children], across = width - 2 * ACROSS, down = height - 2 * DOWN;
  let cover = coverOf(slides, stacks[0]), title = null;
  slides.append(stage);
  for (const stack of stacks) {
    title = laidOut(stage, stack, across, down, title, cover);
    cover = null;
  }
  stage.remove();
  slides.classList.remove("measuring");
}
